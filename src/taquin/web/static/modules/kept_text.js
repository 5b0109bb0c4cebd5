/** A text that the browser keeps. Without storage, or when it is full, the text lasts as long as the page. */
export class KeptText {
  /** @type {?string} */ #memory = null;

  /** @param {string} key under which it is stored */
  constructor(key) {
    this.key = key;
  }

  /** The text, also if another tab has changed it; "" if there is none. */
  get text() {
    if (this.#memory !== null) return this.#memory;
    try {
      return localStorage.getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }

  set text(text) {
    this.#memory = null;
    try {
      if (text) localStorage.setItem(this.key, text);
      else localStorage.removeItem(this.key);
    } catch {
      this.#memory = text;
    }
  }
}
