/** Explains the estimate of a heuristic: on a board, and as a list of summands. */

import { HeuristicOverlay, explanationList, round } from "../modules/heuristic_overlay.js";
import { asShown, isAborted, post } from "./api.js";
import { make } from "./dom.js";
import { ended } from "./words.js";

/** Explains the board of a view, by one request at a time. `total` and `parts` are the words, for their owner to place. */
export class Explanation {
  /** @type {?HeuristicOverlay} */ #overlay = null;
  /** @type {?BoardView} */ #view = null;
  #isLate = false; // whether the board has changed during a request
  /** @type {?AbortController} */ #control = null;
  #shown = ""; // the board and the heuristic that are shown or asked for

  /** @param {string} heuristic its spec, or "" for none */
  constructor(heuristic = "") {
    this.heuristic = heuristic;
    this.total = make("p.estimate", { role: "status" });
    this.parts = make("div");
  }

  /** The goal of a board whose view has none. @returns {?Board} */
  get usualGoal() {
    return null;
  }

  /** Explain the boards of another view, or of none. @param {?BoardView} view */
  attach(view) {
    this.#view = view;
    this.#overlay?.element.remove();
    this.#overlay = view && new HeuristicOverlay(view);
    this.#shown = "";
    this.follow();
  }

  /** The board has changed, or the heuristic. */
  follow() {
    if (!this.#view) return;
    const key = [this.heuristic, this.#view.board.text, this.#goal?.text].join();
    if (key === this.#shown) return;
    this.#shown = key;
    this.#overlay?.show(null);
    this.total.hidden = this.parts.hidden = !this.heuristic;
    if (!this.heuristic) {
      this.#control?.abort();
      this.#write("");
      return;
    }
    if (this.#control)
      this.#isLate = true; // the last board wins
    else this.#ask();
  }

  get #goal() {
    return this.#view?.goal ?? this.usualGoal;
  }

  async #ask() {
    const { heuristic } = this;
    const goal = this.#goal;
    if (!this.#view || !goal) return;
    const { board } = this.#view;
    const control = new AbortController();
    this.#control = control;
    const request = { board: board.text, goal: goal.text, size: `${board.rows}x${board.columns}`, heuristic };
    try {
      const explanation = await post("explain", request, { signal: control.signal });
      if (this.#view?.board.equals(board) && this.heuristic === heuristic) this.#show(explanation, goal);
    } catch (error) {
      if (!isAborted(error)) this.#write(ended(asShown(error).message));
    }
    this.#control = null;
    const isLate = this.#isLate;
    this.#isLate = false;
    if (isLate && this.#view && this.heuristic) this.#ask();
  }

  /** @param {Api.ExplainedRecord} explanation @param {Board} goal */
  #show(explanation, goal) {
    this.#overlay?.show(explanation, goal);
    this.#write(`h = ${round(explanation.value)}: ${explanation.words}.`);
    this.parts.replaceChildren(explanationList(explanation));
  }

  #write(/** @type {string} */ text) {
    this.total.textContent = text;
    this.parts.replaceChildren();
  }
}
