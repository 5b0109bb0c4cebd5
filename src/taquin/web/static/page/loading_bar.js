/** Shows how much of Python has been loaded, once something waits for it. */

import { make } from "./dom.js";

const MEGABYTE = 1e6;

/** How far the loading is. @param {number} loaded bytes @param {number} total bytes */
export function loadingWords(loaded, total) {
  const [part, all] = [loaded, total].map((bytes) => (bytes / MEGABYTE).toFixed(1));
  return loaded < total ? `Python is loading (${part} of ${all} MB)` : "Python is starting";
}

export class LoadingBar {
  #wanted = false;
  #isLoading = false;

  constructor() {
    this.progress = make("progress", { "aria-label": "Loading Python" });
    this.words = make("span");
    this.element = make("div.loading-bar", { role: "status", hidden: true }, this.words, this.progress);
    document.body.append(this.element);
  }

  /** Whether a request waits for Python. @param {boolean} value */
  set isWanted(value) {
    this.#wanted = value;
    this.element.hidden = !(this.#wanted && this.#isLoading);
  }

  /** @param {number} loaded bytes @param {number} total bytes */
  show(loaded, total) {
    this.#isLoading = true;
    this.progress.max = total;
    this.progress.value = loaded;
    this.words.textContent = loadingWords(loaded, total);
    this.isWanted = this.#wanted;
  }

  /** Show a message that stays. @param {string} text */
  warn(text) {
    document.body.append(make("div.loading-bar", { role: "status", text }));
  }

  hide() {
    this.#isLoading = false;
    this.element.hidden = true;
  }
}
