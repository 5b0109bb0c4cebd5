/** Home: what Taquin is, an animated search tree, and links to the views. */

import { isCalm } from "../modules/elements.js";
import { TraceReader } from "../modules/trace.js";
import { TreeView } from "../modules/tree_view.js";
import { post } from "./api.js";
import { make } from "./dom.js";

const BOARD = "8,1,3/4,0,2/7,6,5";
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
  #timer = 0;
  #rested = 0;

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.caption = make("figcaption.home-caption");
    this.place = make("div.home-tree", { inert: true });
    const watch = app.link("watch", { board: BOARD, method: METHOD });
    const figure = make(
      "figure.home-figure",
      make("a.home-link", { href: watch, "aria-label": "Watch this search step by step" }, this.place),
      this.caption,
    );
    const door = (/** @type {string} */ href, /** @type {string} */ title, /** @type {string} */ text) =>
      make("a.door", { href }, make("strong", title), make("span", text));
    this.element = make(
      "div.view.home",
      make(
        "div.home-words",
        make("h1", { text: "See how a search solves a puzzle", tabindex: "-1" }),
        make("p.lead", "Taquin solves sliding-tile puzzles, and shows every step of the search that found the solution."),
        make(
          "nav.doors",
          { "aria-label": "Start here" },
          door("#play", "Play", "Slide the tiles against the clock. A hint is one click away."),
          door(watch, "Watch A* think", "Step through a search tree, forward and back."),
          door("#exercises", "Take the course", "Short units on search, with questions that are graded immediately."),
        ),
      ),
      figure,
    );
  }

  /** The view is shown. */
  enter() {
    if (this.#tree) this.#play();
    else this.#load();
  }

  /** Another view is shown. */
  leave() {
    clearInterval(this.#timer);
  }

  async #load() {
    try {
      const record = await post("trace", { board: BOARD.replaceAll("/", " / ").replaceAll(",", " "), algorithm: METHOD });
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
