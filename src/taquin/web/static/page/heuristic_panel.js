/** Chooses a heuristic and explains its estimate of a board: on the board, and as a list of summands. */

import { HeuristicOverlay, explanationList, round } from "../modules/heuristic_overlay.js";
import { isAborted, post } from "./api.js";
import { field, make, select } from "./dom.js";
import { ended, sentence } from "./words.js";

/** Explains the estimate of the board of a view. The choice is that of the session: Play, Solve and Watch share it. */
export class HeuristicPanel {
  #overlay = null;
  #view = null;
  #pending = null; // the board to explain after the present request
  #control = null;
  #explained = ""; // the board and the heuristic that are shown or asked for

  /** @param {object} app @param {{none?: string, prefix?: string}} [words] of the choices */
  constructor({ session, registry }, { none = "None", prefix = "" } = {}) {
    this.session = session;
    const named = registry.heuristics
      .filter(({ takes_parts: takesParts, key }) => !takesParts && key !== "blind")
      .map(({ key, name }) => [key, `${prefix}${sentence(name)}`]);
    this.choice = select([["", none], ...named], session.heuristic, (key) => session.chooseHeuristic(key));
    this.total = make("p.estimate", { role: "status" });
    this.parts = make("div");
    this.element = make("div.stack.heuristic-panel", {}, field("Explain on the board", this.choice), this.total, this.parts);
    session.addEventListener("heuristic", () => {
      this.choice.value = session.heuristic;
      this.follow();
    });
  }

  /** Explain the boards of another view, or of none. @param {?import("../modules/board_view.js").BoardView} view */
  attach(view) {
    this.#view = view;
    this.#overlay = view && new HeuristicOverlay(view);
    this.#explained = "";
    this.follow();
  }

  /** The board has changed, or another heuristic was chosen. */
  follow() {
    if (!this.#view) return;
    const key = `${this.session.heuristic} ${this.#view.board.text}`;
    if (key === this.#explained) return;
    this.#explained = key;
    this.#overlay.show(null);
    this.total.hidden = this.parts.hidden = !this.session.heuristic;
    if (!this.session.heuristic) {
      this.#control?.abort();
      this.#write("");
      return;
    }
    if (this.#control) this.#pending = this.#view.board; // one request at a time, and the last board wins
    else this.#ask(this.#view.board);
  }

  async #ask(board) {
    const control = new AbortController();
    this.#control = control;
    const { session } = this;
    const goal = this.#view.goal ?? session.goal;
    const heuristic = session.heuristic;
    const request = { board: board.text, goal: goal.text, size: `${board.rows}x${board.columns}`, heuristic };
    try {
      const found = await post("explain", request, { signal: control.signal });
      if (this.#view?.board.equals(board) && session.heuristic === heuristic) this.#show(found, goal);
    } catch (error) {
      if (!isAborted(error)) this.#write(ended(error.message));
    }
    this.#control = null;
    const next = this.#pending;
    this.#pending = null;
    if (next && this.#view) this.#ask(this.#view.board);
  }

  #show(explanation, goal) {
    this.#overlay.show(explanation, goal);
    this.#write(`h = ${round(explanation.value)}: ${explanation.words}.`);
    this.parts.replaceChildren(explanationList(explanation));
  }

  #write(text) {
    this.total.textContent = text;
    this.parts.replaceChildren();
  }
}
