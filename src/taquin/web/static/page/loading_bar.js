/** Shows how much of Python has been loaded, once something waits for it. */

import { make } from "./dom.js";

const MEGABYTE = 1e6;

export class LoadingBar {
  #wanted = false;
  #isLoading = false;

  constructor() {
    this.progress = make("progress", { "aria-label": "Loading Python" });
    this.words = make("span");
    this.element = make("div.loading-bar", { role: "status", hidden: true }, this.words, this.progress);
    document.body.append(this.element);
  }

  /** Whether a request waits for Python. */
  set isWanted(value) {
    this.#wanted = value;
    this.element.hidden = !(this.#wanted && this.#isLoading);
  }

  /** @param {number} loaded bytes @param {number} total bytes */
  show(loaded, total) {
    this.#isLoading = true;
    this.progress.max = total;
    this.progress.value = loaded;
    const words = loaded < total ? `${(loaded / MEGABYTE).toFixed(1)} of ${(total / MEGABYTE).toFixed(1)} MB` : "starting";
    this.words.textContent = `Loading Python: ${words}`;
    this.isWanted = this.#wanted;
  }

  hide() {
    this.#isLoading = false;
    this.element.hidden = true;
  }
}
