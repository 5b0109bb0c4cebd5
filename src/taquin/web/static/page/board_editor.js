/**
 * An editor for a board: a field for each cell. Numbers are typed, or dragged onto one another to swap them; Alt and an
 * arrow key swap a cell with its neighbour. After every change it shows whether this is a legal board, whether it can be
 * solved, and which swap makes it solvable.
 */

import { Board, quoted } from "../modules/board.js";
import { asShown, isAborted, post } from "./api.js";
import { allow, copyOf, isAllowed, make, part, pressed, textEntry } from "./dom.js";
import { Notice } from "./notice.js";
import { blankAction } from "./puzzle_card.js";
import { whyUnsolvable } from "./repair.js";
import { waitingWords } from "./words.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const CHECK_DELAY = 150; // milliseconds after the last key before the server is asked
const DRAG_DISTANCE = 8; // pixels: a pointer that moved less is a click
const UNSOLVABLE = "This is a legal board, but the goal cannot be reached from it.";

/** Edits one board. Events: `done` with `detail` { board }, and `cancel`. */
export class BoardEditor extends EventTarget {
  /** @type {HTMLInputElement[]} */ #cells = [];
  #timer = 0;
  #control = new AbortController();
  /** @type {?{from: HTMLInputElement, x: number, y: number, isMoving: boolean}} */ #drag = null;
  #reading = Promise.resolve(true);

  /**
   * @param {Board} board
   * @param {object} options
   * @param {Session} options.session whose goal the board should reach
   * @param {boolean} options.isGoal whether the goal itself is edited
   * @param {string} options.title
   */
  constructor(board, { session, isGoal, title }) {
    super();
    this.rows = board.rows;
    this.columns = board.columns;
    this.session = session;
    this.goal = session.goal;
    this.isGoal = isGoal;
    this.element = copyOf("board-editor");
    part("h2", this.element).textContent = title;
    this.grid = part(".edit-grid", this.element);
    this.grid.setAttribute("aria-label", `${title}: ${board.rows} rows, ${board.columns} columns`);
    this.grid.style.setProperty("--columns", board.columns);
    this.grid.style.setProperty("--rows", board.rows);
    this.notice = new Notice();
    const read = () => {
      this.#reading = this.#readText();
    };
    this.text = textEntry({ "aria-label": "The board as text", on: { change: read } });
    part(".row", this.element).before(this.notice.element, this.text);
    this.ready = pressed(".done", this.element, () => this.#finish());
    pressed(".cancel", this.element, () => this.dispatchEvent(new Event("cancel")));
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("pointerdown", (event) => this.#press(event));
    this.grid.addEventListener("pointermove", (event) => this.#pull(event));
    this.grid.addEventListener("pointerup", (event) => this.#drop(event));
    this.grid.addEventListener("pointercancel", () => this.#endDrag());
    this.grid.addEventListener("dragstart", (event) => event.preventDefault()); // the browser would drag the selected text instead
    this.#build(board);
  }

  /** Focus the first cell. */
  focus() {
    this.#cells[0].focus();
    this.#cells[0].select();
  }

  /** The goal of the session has changed: what was typed stays, and is judged again. */
  async followGoal() {
    this.goal = await this.session.goalFor(this.rows, this.columns);
    this.#changed();
  }

  #build(/** @type {Board} */ board) {
    this.#cells = board.cells.map((tile, cell) =>
      make("input.edit-cell", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 3,
        value: tile || "",
        "aria-label": `row ${Math.floor(cell / this.columns) + 1}, column ${(cell % this.columns) + 1}`,
        on: { input: () => this.#changed(), focus: (event) => cellOf(event).select() },
      }),
    );
    this.grid.replaceChildren(...this.#cells);
    this.#changed();
  }

  /** The board, if it is one. @throws {import("../modules/board.js").BoardError} */
  get board() {
    const cells = this.#cells.map(({ value }) => {
      const text = value.trim();
      return text === "" ? 0 : /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    });
    const strange = this.#cells.find((_, cell) => Number.isNaN(cells[cell]));
    if (strange) throw new Error(`expected a number at ${strange.getAttribute("aria-label")}, found ${quoted(strange.value)}`);
    return new Board(cells, this.rows, this.columns);
  }

  #changed() {
    this.#reading = Promise.resolve(true);
    clearTimeout(this.#timer);
    this.#control.abort();
    this.#mark();
    let board;
    try {
      board = this.board;
    } catch (error) {
      allow(this.ready, false);
      this.notice.bad(`Not a legal board: ${asShown(error).message}.`);
      return;
    }
    this.text.value = board.text;
    allow(this.ready, true);
    if (this.isGoal) return void this.notice.good("This is a legal board. Any legal board can be a goal.");
    if (board.isSolvable(this.goal)) return void this.notice.good("This board can be solved.");
    this.notice.bad(UNSOLVABLE);
    this.#timer = setTimeout(() => this.#explain(board), CHECK_DELAY);
  }

  /** Mark numbers that appear twice. */
  #mark() {
    const values = this.#cells.map(({ value }) => Number(value.trim() || 0));
    this.#cells.forEach((input, cell) => {
      const isTwice = values.indexOf(values[cell]) !== values.lastIndexOf(values[cell]);
      const isWrong = isTwice || !(values[cell] < values.length);
      input.classList.toggle("is-wrong", isWrong);
      input.setAttribute("aria-invalid", String(isWrong));
    });
  }

  async #explain(/** @type {Board} */ board) {
    this.#control = new AbortController();
    try {
      const check = await post("check", { board: board.text, goal: this.goal.text }, { signal: this.#control.signal });
      if (!check.exchange || !check.repaired) return; // it can be solved
      const [one, other] = check.exchange;
      const repaired = Board.parse(check.repaired, [this.rows, this.columns]);
      this.notice.bad(UNSOLVABLE, `${whyUnsolvable(check)} Swapping two tiles makes it solvable.`, {
        label: `Swap ${one} and ${other}`,
        run: () => this.#repair(repaired),
      });
    } catch (error) {
      if (!isAborted(error)) this.notice.error(error);
    }
  }

  #repair(/** @type {Board} */ board) {
    this.#build(board);
    this.ready.focus();
  }

  /** Emit the board, after a pending text has been read. */
  async #finish() {
    const isRead = await this.#reading;
    if (isRead && isAllowed(this.ready)) this.dispatchEvent(new CustomEvent("done", { detail: { board: this.board } }));
  }

  /** A text in any form that the server reads. @returns {Promise<boolean>} whether it is a board */
  async #readText() {
    try {
      const waits = (/** @type {string} */ awaited) => awaited && this.notice.plain(waitingWords(awaited, "the board is read"));
      const { start, rows, columns } = await post("check", { board: this.text.value }, { waits });
      this.goal = await this.session.goalFor(rows, columns);
      [this.rows, this.columns] = [rows, columns];
      this.grid.style.setProperty("--columns", columns);
      this.grid.style.setProperty("--rows", rows);
      this.#build(Board.parse(start, [rows, columns]));
      return true;
    } catch (error) {
      const retry = () => {
        this.#reading = this.#readText();
      };
      this.notice.error(error, blankAction(this.text, retry));
      return false;
    }
  }

  /** @param {HTMLInputElement} one @param {HTMLInputElement} other */
  #exchange(one, other) {
    [one.value, other.value] = [other.value, one.value];
    this.#changed();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const here = this.#cells.indexOf(cellOf(event));
    if (here < 0) return;
    if (event.key === "Enter") return void this.#finish();
    if (event.key === "Escape") return void this.dispatchEvent(new Event("cancel"));
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey) return;
    const [row, column] = [Math.floor(here / this.columns) + step[0], (here % this.columns) + step[1]];
    event.preventDefault();
    if (row < 0 || row >= this.rows || column < 0 || column >= this.columns) return;
    const there = this.#cells[row * this.columns + column];
    if (event.altKey) this.#exchange(cellOf(event), there);
    there.focus();
  }

  #press(/** @type {PointerEvent} */ event) {
    const from = cellOf(event);
    if (!this.#cells.includes(from) || event.button !== 0) return;
    this.#drag = { from, x: event.clientX, y: event.clientY, isMoving: false };
    from.releasePointerCapture?.(event.pointerId); // or a touch would stay on its first cell
  }

  #pull(/** @type {PointerEvent} */ event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!event.buttons) return void this.#endDrag();
    if (!drag.isMoving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE) return;
    drag.isMoving = true;
    drag.from.setSelectionRange(0, 0);
    drag.from.classList.add("is-dragged");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    for (const cell of this.#cells) cell.classList.toggle("is-target", cell === under && cell !== drag.from);
  }

  #drop(/** @type {PointerEvent} */ event) {
    const drag = this.#drag;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = this.#cells.find((cell) => cell === under);
    this.#endDrag();
    if (!drag?.isMoving || !target || target === drag.from) return;
    this.#exchange(drag.from, target);
    target.focus();
  }

  #endDrag() {
    for (const cell of this.#cells) cell.classList.remove("is-dragged", "is-target");
    this.#drag = null;
  }
}

/** The cell of an event. @param {Event} event */
function cellOf(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}
