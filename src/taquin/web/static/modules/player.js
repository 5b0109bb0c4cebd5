/** Plays a solution on a board. */

import { BoardView } from "./board_view.js";
import { make, targetOf } from "./elements.js";
import { isNamedByTile, moveLetter, moveWords, nameByTile } from "./move_names.js";
import { Transport } from "./transport.js";

const MOST_LETTERS = 2000; // longer solutions are not listed

/**
 * A board, controls and the list of moves. Event `change`, when another board is shown.
 *
 * Keys, anywhere in it: Space plays and pauses, Left and Right go one move back and forward, Home and End to the ends.
 */
export class Player extends EventTarget {
  /** @type {Board[]} */ #boards = [];
  #moves = "";
  /** @type {HTMLElement[]} */ #letters = [];

  /**
   * @param {HTMLElement} host the element that it is added to
   * @param {object} options
   * @param {Board} options.start
   * @param {string} options.moves letters, named by where the blank goes
   * @param {?Board} [options.goal]
   * @param {number} [options.pace] milliseconds for one move
   */
  constructor(host, { start, moves, goal = null, pace = 600 }) {
    super();
    this.element = make("section.taquin.taquin-player", { "aria-label": "Solution player" });
    host.append(this.element);
    this.view = new BoardView(this.element, { board: start, goal, isPlayable: false, marksMoved: true });
    this.transport = new Transport(this.element, { pace, label: "Move", describe: (position) => this.#words(position) });
    this.list = make("ol.taquin-moves");
    this.naming = make("button.taquin-naming", { type: "button", on: { click: () => nameByTile(!isNamedByTile()) } });
    this.row = make("div.taquin-move-row", this.naming, this.list);
    this.element.append(this.row);
    this.rename = () => this.#list();
    document.addEventListener("movenames", this.rename);
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

  /** Play another solution, from its start. @param {Board} start @param {string} moves */
  load(start, moves, goal = this.view.goal) {
    this.#boards = start.along(moves);
    this.#moves = moves;
    this.view.show(start, { goal });
    this.#list();
    this.transport.reset(moves.length);
  }

  /** Remove it from the page. */
  destroy() {
    document.removeEventListener("movenames", this.rename);
    this.transport.destroy();
    this.view.destroy();
    this.element.remove();
  }

  #words(/** @type {number} */ position) {
    const { length } = this.#moves;
    if (!position) return `start, before ${length} move${length === 1 ? "" : "s"}`;
    return `move ${position} of ${length}: ${this.#wordsOf(position)}`;
  }

  #wordsOf(/** @type {number} */ position) {
    return moveWords(this.#moves[position - 1], this.#movedTile(position) ?? 0);
  }

  /** The tile that the last move before this position slid. @param {number} position */
  #movedTile(position) {
    return position ? this.#boards[position].cells[this.#boards[position - 1].blank] : null;
  }

  #show() {
    const position = this.position;
    this.view.duration = Math.min(220, this.transport.interval * 0.7);
    this.view.show(this.#boards[position], { moved: this.#movedTile(position) });
    const letter = this.#mark();
    if (letter) {
      const { offsetTop, offsetHeight } = letter;
      const { scrollTop, clientHeight } = this.list;
      const isSeen = offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight;
      if (!isSeen) this.list.scrollTop = offsetTop - clientHeight / 2;
    }
    this.dispatchEvent(new Event("change"));
  }

  /** Mark the letter of the last move. @returns {?HTMLElement} */
  #mark() {
    for (const letter of this.list.querySelectorAll("[aria-current]")) letter.removeAttribute("aria-current");
    const letter = this.#letters[this.position - 1];
    letter?.setAttribute("aria-current", "step");
    return letter ?? null;
  }

  #list() {
    const moves = this.#moves.length <= MOST_LETTERS ? [...this.#moves] : [];
    this.#letters = moves.map((move, index) =>
      make("li", { title: `${index + 1}: ${this.#wordsOf(index + 1)}`, text: moveLetter(move) }),
    );
    const [now, other] = isNamedByTile() ? ["tile", "blank"] : ["blank", "tile"];
    this.naming.textContent = `${now}:`;
    this.naming.title = `The letters say where the ${now} goes. Click: where the ${other} goes.`;
    this.list.setAttribute("aria-label", `Moves of the ${now}`);
    this.list.replaceChildren(...this.#letters);
    this.row.hidden = !this.#letters.length;
    this.#mark();
  }

  #choose(/** @type {Event} */ event) {
    const index = this.#letters.indexOf(targetOf(event));
    if (index >= 0) this.transport.go(index + 1);
  }
}
