/**
 * A board on the page: tiles that slide, by click, drag, touch, arrow keys and W, A, S, D.
 *
 * An arrow key slides a tile in the direction of the arrow, into the gap, as players expect; so the arrow to
 * the left is the move R, because moves are named by where the blank goes. With Shift all tiles of the line slide.
 */

import { MOVES } from "./board.js";
import { make, targetOf } from "./elements.js";

/** The moves of the arrow keys. @type {Record<string, string>} */
export const ARROWS = { ArrowUp: "D", ArrowDown: "U", ArrowLeft: "R", ArrowRight: "L" };
/** @type {Record<string, string>} */
const LETTERS = { KeyW: "D", KeyS: "U", KeyA: "R", KeyD: "L" }; // by their place on the keyboard
const CLICK_DISTANCE = 5; // in pixels: a pointer that moved less is a click
const HELP = "Arrow keys slide a tile into the blank, in the direction of the arrow; with Shift, all tiles of the line.";
let boardViewCount = 0;

/**
 * Shows a board of any size and lets users play on it.
 *
 * Event `move`, for moves made by hand, with `detail` { moves, board }: `moves` has several letters where a whole run of
 * tiles slid.
 */
export class BoardView extends EventTarget {
  /** @type {Board} */ #board;
  #goal;
  /** The buttons of the tiles, by their numbers; none for the blank. @type {HTMLButtonElement[]} */
  #tiles = [];
  /** @type {?{moves: string, tiles: HTMLElement[], x: number, y: number, time: number, side: number, way: number}} */
  #drag = null;
  #wasDragged = false;
  #isPlayable;
  #marksMoved;
  #label;
  #control = new AbortController();
  /** Whether tiles slide when a mouse points at them. */
  followsPointer = false;

  /**
   * @param {HTMLElement} host what the board is put into; it grows to the width of the host, up to a legible size
   * @param {object} options
   * @param {Board} options.board
   * @param {?Board} [options.goal] tiles that are where it has them are marked
   * @param {boolean} [options.isPlayable] whether people can move tiles
   * @param {boolean} [options.marksMoved] whether the tile that slid last is marked
   * @param {?string} [options.label] what screen readers call it
   */
  constructor(host, { board, goal = null, isPlayable = true, marksMoved = false, label = null }) {
    super();
    this.#goal = goal;
    this.#isPlayable = isPlayable;
    this.#marksMoved = marksMoved;
    this.#label = label;
    boardViewCount += 1;
    this.tray = make("div.taquin-tray");
    this.description = make("p.taquin-hidden", { id: `taquin-board-${boardViewCount}` });
    this.live = make("p.taquin-hidden", { "aria-live": "polite" });
    this.element = make("div.taquin.taquin-board", this.tray, this.description, this.live);
    host.append(this.element);
    this.#listen();
    this.#board = board;
    this.#build();
    this.show(board);
  }

  /** What is shown now. @returns {Board} */
  get board() {
    return this.#board;
  }

  /** Whether users can move tiles. */
  get isPlayable() {
    return this.#isPlayable;
  }

  set isPlayable(value) {
    this.#isPlayable = value;
    this.show(this.#board);
  }

  /** Tiles that are at home in this goal are marked; null marks none. */
  get goal() {
    return this.#goal;
  }

  /**
   * Show another board. Tiles slide to their places, unless the shape changes or the user prefers reduced motion.
   * @param {Board} board
   * @param {object} [options]
   * @param {?number} [options.moved] the tile to mark as the one that slid last, if such tiles are marked
   * @param {?Board} [options.goal] another goal
   */
  show(board, { moved = null, goal = this.#goal } = {}) {
    const before = this.#board;
    this.#goal = goal;
    this.#board = board;
    const isSameShape = before.rows === board.rows && before.columns === board.columns;
    if (!isSameShape) this.#build();
    this.tray.style.setProperty("--row", Math.floor(board.blank / board.columns));
    this.tray.style.setProperty("--column", board.blank % board.columns);
    board.cells.forEach((tile, cell) => {
      if (tile) this.#place(tile, cell, tile === moved);
    });
    this.#describe();
  }

  /**
   * Make a move as if by hand: it is shown, announced and emitted as an event.
   * @param {string} moves letters, all legal one after another
   */
  play(moves) {
    const first = this.#board.cells[this.#board.neighbour(this.#board.blank, moves[0])];
    const board = this.#board.play(moves);
    this.show(board, { moved: board.cells[this.#board.blank] });
    this.#announce(moves, first);
    this.dispatchEvent(new CustomEvent("move", { detail: { moves, board } }));
  }

  /**
   * Cut a picture into the tiles, as much of its middle as fits the board; null removes it.
   * @param {?string} url of the picture
   * @param {object} [options]
   * @param {boolean} [options.hasNumbers] whether tiles keep a small number
   * @returns {Promise<void>} resolved when it is shown
   */
  async setPicture(url, { hasNumbers = true } = {}) {
    this.element.classList.toggle("has-picture", Boolean(url));
    this.element.classList.toggle("has-numbers", Boolean(url) && hasNumbers);
    if (!url) return;
    const image = new Image();
    image.src = url;
    await image.decode();
    const { rows, columns } = this.#board;
    const ratio = image.naturalWidth / image.naturalHeight;
    const width = Math.max(columns, rows * ratio);
    const height = Math.max(rows, columns / ratio);
    const style = this.tray.style;
    style.setProperty("--picture", `url(${JSON.stringify(url)})`);
    style.setProperty("--picture-size", `calc(var(--cell) * ${width}) calc(var(--cell) * ${height})`);
    style.setProperty("--picture-left", `${(width - columns) / 2}`);
    style.setProperty("--picture-top", `${(height - rows) / 2}`);
    this.#homes();
  }

  /** How long a tile slides, in milliseconds; reduced motion makes it none. @param {number} milliseconds */
  set duration(milliseconds) {
    this.element.style.setProperty("--slide", `${milliseconds}ms`);
  }

  /**
   * Slide tiles by a key, whatever has the focus.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key is one of the board's
   */
  press(event) {
    const move = ARROWS[event.key] ?? LETTERS[event.code];
    if (!this.#isPlayable || !move || event.altKey || event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    event.stopPropagation();
    const line = this.#board.line(move);
    if (line) this.play(event.shiftKey ? line : move);
    else this.live.textContent = `No tile can slide ${slideWord(move)}.`;
    return true;
  }

  /** Focus the board. */
  focus() {
    this.element.focus();
  }

  /** Remove the board from the page. */
  destroy() {
    this.#control.abort();
    this.element.remove();
  }

  #build() {
    const { rows, columns, cells } = this.#board;
    const style = this.element.style;
    style.setProperty("--rows", rows);
    style.setProperty("--columns", columns);
    style.setProperty("--digits", String(cells.length - 1).length);
    this.#tiles = cells.map((_, tile) => {
      const face = make("span.taquin-face", { "data-tile": tile, text: tile });
      return make("button.taquin-tile", { type: "button", tabindex: -1, "data-tile": tile }, face); // the board has one tab stop
    });
    for (const tile of this.tray.querySelectorAll(".taquin-tile")) tile.remove(); // other layers stay
    this.tray.prepend(...this.#tiles.slice(1));
    this.#homes();
  }

  /** Set the part of the picture that each tile shows: that of its cell in the goal. */
  #homes() {
    const { rows, columns, cells } = this.#board;
    const goal = this.#goal;
    const hasGoal = goal && goal.rows === rows && goal.columns === columns;
    for (let tile = 1; tile < cells.length; tile += 1) {
      const home = hasGoal ? goal.cells.indexOf(tile) : tile - 1;
      this.#tiles[tile].style.setProperty("--home-row", Math.floor(home / columns));
      this.#tiles[tile].style.setProperty("--home-column", home % columns);
    }
  }

  /** @param {number} cell @param {boolean} isMoved */
  #place(/** @type {number} */ tile, cell, isMoved) {
    const { columns } = this.#board;
    const element = this.#tiles[tile];
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const isHome = this.#goal?.cells[cell] === tile;
    const moves = this.#isPlayable ? this.#board.slide(cell) : "";
    element.style.setProperty("--row", row);
    element.style.setProperty("--column", column);
    element.classList.toggle("is-home", isHome);
    element.classList.toggle("is-moved", isMoved && this.#marksMoved);
    element.classList.toggle("can-slide", moves !== "");
    element.setAttribute("aria-disabled", String(!moves));
    const home = isHome ? ", at home" : "";
    const slides = moves ? `, slides ${slideWord(moves[0])}` : "";
    element.setAttribute("aria-label", `${tile}, row ${row + 1}, column ${column + 1}${home}${slides}`);
  }

  /** Describe the board to screen readers: as a control or as a picture. */
  #describe() {
    const { rows, columns } = this.#board;
    const words = this.#board.describe(this.#goal);
    const name = this.#label ?? `${rows}×${columns} board`;
    const set = (/** @type {string} */ attribute, /** @type {?string} */ value) => {
      if (value === null) this.element.removeAttribute(attribute);
      else this.element.setAttribute(attribute, value);
    };
    this.element.classList.toggle("is-playable", this.#isPlayable);
    this.tray.toggleAttribute("inert", !this.#isPlayable);
    set("role", this.#isPlayable ? "application" : "img");
    set("tabindex", this.#isPlayable ? "0" : null);
    set("aria-roledescription", this.#isPlayable ? "sliding puzzle" : null);
    set("aria-label", this.#isPlayable ? name : `${name}. ${words}`);
    set("aria-describedby", this.#isPlayable ? this.description.id : null);
    this.description.textContent = this.#isPlayable ? `${words} ${HELP}` : "";
  }

  /** @param {string} moves @param {number} first */
  #announce(moves, first) {
    const tiles = moves.length > 1 ? `${moves.length} tiles slide` : `Tile ${first} slides`;
    const goal = this.#goal;
    const count = this.#board.cells.length - 1;
    const home = goal ? ` ${this.#board.atHome(goal)} of ${count} tiles at home.` : "";
    const isSolved = goal && this.#board.equals(goal);
    this.live.textContent = `${tiles} ${slideWord(moves[0])}.${isSolved ? " Solved: every tile is at home." : home}`;
  }

  #listen() {
    const { signal } = this.#control;
    /** @template {keyof HTMLElementEventMap} K @param {K} name @param {(event: HTMLElementEventMap[K]) => void} action */
    const on = (name, action) => this.element.addEventListener(name, action, { signal });
    on("keydown", (event) => this.press(event));
    on("click", (event) => this.#click(event));
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#pull(event));
    on("pointerover", (event) => this.#point(event));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", () => this.#endDrag());
  }

  /** The moves of a click on this element, or "". @param {HTMLElement} element */
  #movesAt(element) {
    const tile = this.#isPlayable ? Number(/** @type {?HTMLElement} */ (element.closest?.(".taquin-tile"))?.dataset.tile) : 0;
    return tile ? this.#board.slide(this.#board.cells.indexOf(tile)) : "";
  }

  #click(/** @type {Event} */ event) {
    const moves = this.#wasDragged ? "" : this.#movesAt(targetOf(event)); // some browsers end a drag with a click
    this.#wasDragged = false;
    if (moves) this.play(moves);
  }

  #press(/** @type {PointerEvent} */ event) {
    this.#wasDragged = false;
    const moves = event.button === 0 && event.isPrimary ? this.#movesAt(targetOf(event)) : "";
    if (!moves) return;
    /** @type {HTMLElement[]} */ const cells = [];
    let cell = this.#board.blank;
    for (const move of moves) {
      cell = this.#board.neighbour(cell, move);
      cells.push(this.#tiles[this.#board.cells[cell]]);
    }
    const side = this.tray.clientWidth / (this.#board.columns + 1 / 8);
    this.#drag = { moves, tiles: cells, x: event.clientX, y: event.clientY, time: event.timeStamp, side, way: 0 };
  }

  #pull(/** @type {PointerEvent} */ event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    if (!event.buttons) return void this.#endDrag(); // released outside
    const { x, y } = slideDirection(drag.moves[0]);
    const way = (event.clientX - drag.x) * x + (event.clientY - drag.y) * y;
    if (!this.#wasDragged && Math.abs(way) < CLICK_DISTANCE) return;
    if (!this.#wasDragged) this.element.setPointerCapture(event.pointerId);
    this.#wasDragged = true;
    drag.way = Math.min(Math.max(way, 0), drag.side);
    for (const tile of drag.tiles) {
      tile.classList.add("is-dragged");
      tile.style.setProperty("--drag-x", `${drag.way * x}px`);
      tile.style.setProperty("--drag-y", `${drag.way * y}px`);
    }
  }

  #point(/** @type {PointerEvent} */ event) {
    if (!this.followsPointer || event.pointerType !== "mouse" || event.buttons) return;
    const moves = this.#movesAt(targetOf(event));
    if (moves) this.play(moves);
  }

  #release(/** @type {PointerEvent} */ event) {
    const drag = this.#drag;
    this.#endDrag();
    if (!drag || !this.#wasDragged) return; // the click that follows makes the move
    const isFlick = event.timeStamp - drag.time < 250 && drag.way > drag.side / 8;
    if (drag.way > drag.side / 2 || isFlick) this.play(drag.moves);
  }

  #endDrag() {
    for (const tile of this.#drag?.tiles ?? []) {
      tile.classList.remove("is-dragged");
      tile.style.removeProperty("--drag-x");
      tile.style.removeProperty("--drag-y");
    }
    this.#drag = null;
  }
}

/** @type {Record<string, string>} */ const OPPOSITE_DIRECTIONS = { U: "down", D: "up", L: "right", R: "left" };

function slideWord(/** @type {string} */ move) {
  return OPPOSITE_DIRECTIONS[move];
}

/** Where a tile goes when the blank makes this move. @param {string} move */
function slideDirection(move) {
  const { right, down } = MOVES[move];
  return { x: -right, y: -down };
}
