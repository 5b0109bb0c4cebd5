/** A text that the browser keeps. Without storage, or when it is full, the text lasts as long as the page. */
export class KeptText {
  /** @type {?string} */ #memory = null;

  /** @param {string} key under which it is stored @param {"localStorage"|"sessionStorage"} [storage] that of a tab ends with it */
  constructor(key, storage = "localStorage") {
    this.key = key;
    this.storage = storage;
  }

  /** The text, also if another tab has changed it; "" if there is none. */
  get text() {
    if (this.#memory !== null) return this.#memory;
    try {
      return window[this.storage].getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }

  set text(text) {
    this.#memory = null;
    try {
      if (text) window[this.storage].setItem(this.key, text);
      else window[this.storage].removeItem(this.key);
    } catch {
      this.#memory = text;
    }
  }
}
