/** Plays a solution on a board. */

import { MOVES } from "./board.js";
import { BoardView } from "./board_view.js";
import { Transport } from "./transport.js";

const MOST_LETTERS = 2000; // longer solutions are not listed

/**
 * A board, controls and the list of moves. Event `change`, when another board is shown.
 *
 * Keys, anywhere in it: Space plays and pauses, Left and Right go one move back and forward, Home and End to the ends.
 */
export class Player extends EventTarget {
  #boards = [];
  #moves = "";
  #letters = [];

  /**
   * @param {HTMLElement} host the element that it is added to
   * @param {object} options
   * @param {import("./board.js").Board} options.start
   * @param {string} options.moves letters, named by where the blank goes
   * @param {?import("./board.js").Board} [options.goal]
   * @param {number} [options.pace] milliseconds for one move
   */
  constructor(host, { start, moves, goal = null, pace = 600 }) {
    super();
    this.element = document.createElement("section");
    this.element.className = "taquin taquin-player";
    this.element.setAttribute("aria-label", "Solution player");
    host.append(this.element);
    this.view = new BoardView(this.element, { board: start, goal, isPlayable: false, marksMoved: true });
    this.transport = new Transport(this.element, {
      pace,
      label: "Move",
      describe: (position) => this.#words(position),
    });
    this.list = document.createElement("ol");
    this.list.className = "taquin-moves";
    this.list.setAttribute("aria-label", "Moves of the blank");
    this.element.append(this.list);
    this.element.addEventListener("keydown", (event) => this.transport.key(event));
    this.list.addEventListener("click", (event) => this.#choose(event));
    this.transport.addEventListener("change", () => this.#show());
    this.load(start, moves, goal);
  }

  /** How many moves have been played. */
  get position() {
    return this.transport.position;
  }

  /** The board that is shown. */
  get board() {
    return this.#boards[this.position];
  }

  /** Play another solution, from its start. */
  load(start, moves, goal = this.view.goal) {
    this.#boards = start.along(moves);
    this.#moves = moves;
    this.view.goal = goal;
    this.#list();
    this.transport.reset(moves.length);
  }

  /** Remove it from the page. */
  destroy() {
    this.transport.destroy();
    this.view.destroy();
    this.element.remove();
  }

  #words(position) {
    const { length } = this.#moves;
    if (!position) return `start, before ${length} move${length === 1 ? "" : "s"}`;
    const tile = this.#movedTile(position);
    return `move ${position} of ${this.#moves.length}: ${MOVES[this.#moves[position - 1]].word}, tile ${tile}`;
  }

  /** The tile that the last move before this position slid. */
  #movedTile(position) {
    return position ? this.#boards[position].cells[this.#boards[position - 1].blank] : null;
  }

  #show() {
    const position = this.position;
    this.view.duration = Math.min(220, this.transport.interval * 0.7);
    this.view.show(this.#boards[position], { moved: this.#movedTile(position) });
    for (const letter of this.list.querySelectorAll("[aria-current]")) letter.removeAttribute("aria-current");
    const letter = this.#letters[position - 1];
    letter?.setAttribute("aria-current", "step");
    if (letter) {
      const { offsetTop, offsetHeight } = letter;
      const { scrollTop, clientHeight } = this.list;
      const isSeen = offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight;
      if (!isSeen) this.list.scrollTop = offsetTop - clientHeight / 2;
    }
    this.dispatchEvent(new Event("change"));
  }

  #list() {
    const letters = this.#moves.length <= MOST_LETTERS ? [...this.#moves] : [];
    this.#letters = letters.map((letter, index) => {
      const item = document.createElement("li");
      item.textContent = letter;
      item.title = `${index + 1}: ${MOVES[letter].word}`;
      return item;
    });
    this.list.replaceChildren(...this.#letters);
    this.list.hidden = !this.#letters.length;
  }

  #choose(event) {
    const index = this.#letters.indexOf(event.target);
    if (index >= 0) this.transport.go(index + 1);
  }
}
