/** Home: what Taquin is, an animated search tree, and links to the views. */

import { isCalm } from "../modules/elements.js";
import { TraceReader } from "../modules/trace.js";
import { TreeView } from "../modules/tree_view.js";
import { post } from "./api.js";
import { copyOf, part } from "./dom.js";

const BOARD = "8 1 3 / 4 0 2 / 7 6 5"; // as in the links of index.html
const METHOD = "astar(manhattan)";
const PACE = 800; // milliseconds for one step
const REST = 5; // steps that the finished tree is shown for

/** The view that a new visitor sees first. */
export class HomeView {
  title = "Home";
  topic = "";
  /** @type {string[]} */ static names = [];
  isStage = true;
  /** @type {Record<string, string>} */ values = {};
  /** @type {?TreeView} */ #tree = null;
  #control = new AbortController();
  #timer = 0;
  #rested = 0;

  constructor() {
    this.element = copyOf("home");
    this.caption = part(".home-caption", this.element);
    this.place = part(".home-tree", this.element);
  }

  /** The view is shown. */
  enter() {
    if (this.#tree) this.#play();
    else this.#load();
  }

  /** Another view is shown: a search that is still recorded ends. */
  leave() {
    clearInterval(this.#timer);
    this.#control.abort();
  }

  async #load() {
    this.#control = new AbortController();
    const { signal } = this.#control;
    try {
      const record = await post("trace", { board: BOARD, algorithm: METHOD }, { signal });
      if (signal.aborted) return;
      const reader = new TraceReader(record);
      reader.goTo(isCalm() ? reader.stepCount : 0);
      this.#tree = new TreeView(this.place, { reader });
    } catch {
      return; // the page is useful without it
    }
    this.#show();
    if (!this.element.hidden) this.#play();
  }

  #play() {
    clearInterval(this.#timer);
    if (!isCalm()) this.#timer = setInterval(() => this.#step(), PACE);
  }

  /** One step forward; at the end wait, then start again. */
  #step() {
    if (!this.#tree) return;
    const { reader } = this.#tree;
    const isAtEnd = reader.time === reader.stepCount;
    if (isAtEnd && this.#rested < REST) {
      this.#rested += 1;
      return;
    }
    this.#rested = 0;
    reader.goTo(isAtEnd ? 0 : reader.time + 1);
    this.#tree.update({ isSudden: isAtEnd });
    this.#show();
  }

  #show() {
    if (!this.#tree) return;
    const { reader } = this.#tree;
    this.caption.textContent = `${reader.name} · ${reader.heading}`;
  }
}
