/** A picture of one's own, cut into tiles. It stays in the browser: nothing is sent anywhere. */

import { make, button, checkbox } from "./dom.js";
import { Notice } from "./notice.js";

/** Chooses a picture. `apply` is called whenever it changes. */
export class PicturePanel {
  #url = null;

  /** @param {(url: ?string, options: {hasNumbers: boolean}) => Promise<void>} apply */
  constructor(apply) {
    this.apply = apply;
    this.hasNumbers = true;
    this.notice = new Notice();
    this.input = make("input", {
      type: "file", accept: "image/*", hidden: true, on: { change: () => this.#take(this.input.files[0]) },
    });
    this.choose = button("Choose a picture", () => this.input.click());
    this.remove = button("Take it away", () => this.#forget(), { hidden: true });
    this.numbers = checkbox("Numbers on the tiles", true, (isChecked) => {
      this.hasNumbers = isChecked;
      this.show();
    });
    this.numbers.hidden = true;
    this.element = make(
      "div.stack", {},
      make("div.row", {}, this.choose, this.remove, this.input), this.numbers,
      make("p.help", { text: "It is cut into tiles here and stays in this browser." }),
      this.notice.element,
    );
  }

  /** Show it again: the board or its goal has changed. */
  async show() {
    try {
      await this.apply(this.#url, { hasNumbers: this.hasNumbers });
    } catch {
      await this.#forget();
      this.notice.bad("This file is no picture that the browser can read.", "PNG, JPEG and WebP work everywhere.");
    }
  }

  async #take(file) {
    this.input.value = ""; // the same file may be chosen again
    if (!file) return;
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
