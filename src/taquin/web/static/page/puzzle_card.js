/** The puzzle of the session: small boards of start and goal, a field for another board, and shuffling. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { post } from "./api.js";
import { copyOf, details, field, make, part, textEntry } from "./dom.js";
import { GoalPanel } from "./goal_panel.js";
import { Notice } from "./notice.js";
import { ShufflePanel } from "./shuffle_panel.js";
import { waitingWords } from "./words.js";

const BLANK = /\bis ([0-9]+) the blank\?/; // in the hint for a text whose largest number may be the blank

/**
 * The button that writes 0 for the number that may be the blank, for the error of a text; none for other errors.
 * @param {HTMLInputElement} text @param {() => void} retry @returns {(error: {message: string, hint?: string}) => ?import("./notice.js").Action}
 */
export function blankAction(text, retry) {
  return ({ message, hint = "" }) => {
    const found = BLANK.exec(`${message} ${hint}`);
    if (!found) return null;
    const number = new RegExp(`(?<![0-9])${found[1]}(?![0-9])`, "g");
    const run = () => {
      text.value = text.value.replace(number, "0");
      retry();
    };
    return { label: `${found[1]} is the blank`, run };
  };
}

/** Shows the puzzle and changes it. */
export class PuzzleCard {
  /** Whether the typed text is a board: a run of the same view waits for it. @type {Promise<boolean>} */
  typed = Promise.resolve(true);

  /** @param {Page} app */
  constructor(app) {
    this.session = app.session;
    const { board, goal } = this.session;
    this.element = copyOf("puzzle-card");
    this.startView = new BoardView(part(".start", this.element), { board, goal, isPlayable: false, label: "The start" });
    this.goalView = new BoardView(part(".goal", this.element), { board: goal, isPlayable: false, label: "The goal" });
    const read = () => {
      this.typed = this.#read();
    };
    this.text = textEntry({ on: { change: read } });
    this.notice = new Notice();
    this.element.append(
      field("Board", this.text, "For example 8 1 3 / 4 0 2 / 7 6 5, or 813402765. Press Enter to use it."),
      this.notice.element,
      details("Another board or goal", make("div.stack", new ShufflePanel(app).element, new GoalPanel(app, null).element)),
    );
    this.session.addEventListener("change", ({ detail }) => detail.puzzle && this.#show());
    this.#show();
  }

  #show() {
    const { board, goal } = this.session;
    this.startView.show(board, { goal });
    this.goalView.show(goal, { goal: null });
    this.text.value = board.text;
    this.text.removeAttribute("aria-invalid");
    this.typed = Promise.resolve(true);
    this.notice.clear();
  }

  /** Read the text after a change that the user has confirmed. */
  #retry() {
    this.typed = this.#read();
    this.text.dispatchEvent(new Event("retry"));
  }

  /** A board in any form that the server reads. @returns {Promise<boolean>} whether it is one */
  async #read() {
    const waits = (/** @type {string} */ awaited) => awaited && this.notice.plain(waitingWords(awaited, "the board is read"));
    try {
      const { start, rows, columns } = await post("check", { board: this.text.value }, { waits });
      await this.session.take(Board.parse(start, [rows, columns]));
      this.#show();
      return true;
    } catch (error) {
      this.text.setAttribute("aria-invalid", "true");
      this.notice.error(
        error,
        blankAction(this.text, () => this.#retry()),
      );
      return false;
    }
  }
}
