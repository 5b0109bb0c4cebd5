/** A picture of the user on the tiles. It stays in the browser and is not sent to the server. */

import { checkbox, copyOf, fileInput, part, pressed } from "./dom.js";
import { Notice } from "./notice.js";

/** Chooses a picture. `apply` is called whenever it changes. */
export class PicturePanel {
  /** @type {?string} */ #url = null;

  /** @param {(url: ?string, options: {hasNumbers: boolean}) => Promise<void>} apply */
  constructor(apply) {
    this.apply = apply;
    this.hasNumbers = true;
    this.notice = new Notice();
    this.element = copyOf("picture");
    const input = fileInput("image/*", (file) => this.#take(file));
    this.choose = pressed(".choose", this.element, () => input.click());
    this.remove = pressed(".remove", this.element, () => this.#forget());
    this.numbers = checkbox("Numbers on the tiles", true, (isChecked) => {
      this.hasNumbers = isChecked;
      this.show();
    });
    this.numbers.hidden = true;
    part(".row", this.element).append(input);
    part(".row", this.element).after(this.numbers);
    this.element.append(this.notice.element);
  }

  /** Show it again: the board or its goal has changed. */
  async show() {
    try {
      await this.apply(this.#url, { hasNumbers: this.hasNumbers });
    } catch {
      await this.#forget();
      this.notice.bad("The browser cannot read this file as a picture.", "PNG, JPEG and WebP work everywhere.");
    }
  }

  async #take(/** @type {File} */ file) {
    await this.#forget();
    this.#url = URL.createObjectURL(file);
    this.remove.hidden = this.numbers.hidden = false;
    await this.show();
  }

  async #forget() {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = null;
    if (document.activeElement === this.remove) this.choose.focus();
    this.remove.hidden = this.numbers.hidden = true;
    this.notice.clear();
    await this.apply(null, { hasNumbers: this.hasNumbers });
  }
}
