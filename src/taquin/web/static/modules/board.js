/**
 * Boards as values: what a board is, which moves it has, whether a goal can be reached. The rules are those of
 * taquin/puzzle/board.py, moves.py and geometry.py, and one table of cases tests both (tests/data/shared_cases.json).
 */

/**
 * The moves, named by where the blank goes, in the order in which successors are made.
 * @type {Readonly<Record<string, {word: string, down: number, right: number, opposite: string}>>}
 */
export const MOVES = Object.freeze({
  U: Object.freeze({ word: "Up", down: -1, right: 0, opposite: "D" }),
  D: Object.freeze({ word: "Down", down: 1, right: 0, opposite: "U" }),
  L: Object.freeze({ word: "Left", down: 0, right: -1, opposite: "R" }),
  R: Object.freeze({ word: "Right", down: 0, right: 1, opposite: "L" }),
});

const COMPACT = /^[0-9_x]{4,10}$/; // a digit for each cell

/** An illegal board or move: `message` says what was expected and what was found. */
export class BoardError extends Error {}

/** A text as messages quote it. @param {string} text */
export function quoted(text) {
  return `'${text.length > 40 ? `${text.slice(0, 39)}…` : text}'`;
}

/**
 * A legal arrangement of the tiles 1..n-1 and the blank 0. Frozen: `play` returns a new board.
 * Legal is not solvable: see `isSolvable`.
 */
export class Board {
  /**
   * @param {Iterable<number>} cells the tiles in reading order, 0 for the blank
   * @param {number} rows
   * @param {number} columns
   * @throws {BoardError} unless the cells are 0..n-1, each once
   */
  constructor(cells, rows, columns) {
    this.cells = Object.freeze([...cells]);
    this.rows = rows;
    this.columns = columns;
    checkPermutation(this.cells, rows, columns);
    this.blank = this.cells.indexOf(0);
    Object.freeze(this);
  }

  /**
   * Read "1 2 3 / 4 0 5 / 6 7 8": rows end with a slash, a semicolon or a line; numbers are separated by spaces or
   * commas, or are up to ten digits without spaces; the blank is 0, _ or x. One row alone makes a square, or a line of `shape` [1, n];
   * there, semicolons may separate the numbers. What may mean another board is refused, as in taquin/puzzle/formats/gaps.py.
   * @param {string} text
   * @param {[number, number]} [shape] rows and columns, to read one long row as this shape
   * @returns {Board}
   */
  static parse(text, shape) {
    const rows = splitRows(COMPACT.test(text.trim()) ? [...text.trim()].join(" ") : text);
    const words = rows.map((row) => row.match(/[^\s,]+/g) ?? []);
    checkPadding(words.flat());
    const cells = words.map((row) => row.map(readCell));
    if (shape) return new Board(cells.flat(), ...shape);
    if (cells.length > 1) {
      const odd = cells.findIndex((row) => row.length !== cells[0].length);
      if (odd > 0) {
        const [one, other] = [cells[0].length, cells[odd].length];
        throw new BoardError(`rows of different lengths: row 1 has ${one} cells, row ${odd + 1} has ${other}`);
      }
      return new Board(cells.flat(), cells.length, cells[0].length);
    }
    const count = cells.flat().length;
    const side = Math.round(Math.sqrt(count));
    if (count < 4 || side * side !== count) {
      const near = Math.max(side, 2);
      throw new BoardError(`${count} cells do not fill a square: expected ${near * near} for ${near}×${near}`);
    }
    return new Board(cells[0], side, side);
  }

  /** The goal 1, 2, 3, …, blank last. @param {number} rows @param {number} columns @returns {Board} */
  static standard(rows, columns) {
    const count = rows * columns;
    const cells = Array.from({ length: count }, (_, cell) => (cell + 1) % count);
    return new Board(cells, rows, columns);
  }

  /** The board on one line, rows separated by slashes. */
  get text() {
    return this.#rows()
      .map((row) => row.join(" "))
      .join(" / ");
  }

  /** @param {Board} other */
  equals(other) {
    return (
      this.columns === other.columns
      && this.cells.length === other.cells.length
      && this.cells.every((tile, cell) => tile === other.cells[cell])
    );
  }

  /** The cell one move away from a cell, or -1 beyond the edge. @param {number} cell @param {string} move */
  neighbour(cell, move) {
    const { down, right } = MOVES[move];
    const row = Math.floor(cell / this.columns) + down;
    const column = (cell % this.columns) + right;
    return row >= 0 && row < this.rows && column >= 0 && column < this.columns ? row * this.columns + column : -1;
  }

  /** The letters of the legal moves, in the order U, D, L, R. @returns {string[]} */
  moves() {
    return Object.keys(MOVES).filter((move) => this.neighbour(this.blank, move) >= 0);
  }

  /**
   * The board after one move or several.
   * @param {string} moves letters such as "RDL"
   * @returns {Board}
   * @throws {BoardError} if the blank would leave the board
   */
  play(moves) {
    const cells = [...this.cells];
    let blank = this.blank;
    for (const move of moves) {
      const target = MOVES[move] ? this.neighbour(blank, move) : -1;
      if (target < 0) throw new BoardError(`cannot play ${MOVES[move]?.word ?? move}: the blank would leave the board`);
      cells[blank] = cells[target];
      cells[target] = 0;
      blank = target;
    }
    return new Board(cells, this.rows, this.columns);
  }

  /** The boards on the way: this one, then one for each move. @param {string} moves @returns {Board[]} */
  along(moves) {
    /** @type {Board[]} */ const boards = [this];
    for (const move of moves) boards.push(boards[boards.length - 1].play(move));
    return boards;
  }

  /**
   * The moves that take the blank to a cell in its own row or column, so that the tile there and those between slide.
   * Empty if the cell is the blank's, or in another row and column.
   * @param {number} cell
   * @returns {string}
   */
  slide(cell) {
    const down = Math.floor(cell / this.columns) - Math.floor(this.blank / this.columns);
    const right = (cell % this.columns) - (this.blank % this.columns);
    if (down && right) return "";
    return (down < 0 ? "U" : down > 0 ? "D" : right < 0 ? "L" : "R").repeat(Math.abs(down + right));
  }

  /** The moves that take the blank to the edge, so that all tiles of the line on that side slide. @param {string} move */
  line(move) {
    let moves = "";
    for (let cell = this.neighbour(this.blank, move); cell >= 0; cell = this.neighbour(cell, move)) moves += move;
    return moves;
  }

  /**
   * Whether the goal can be reached, in O(n) and without a search: the parity of the permutation and that of the
   * distance of the blank must agree (Johnson and Story, 1879); in a single line, the tiles must have the same order.
   * @param {Board} goal of the same shape
   */
  isSolvable(goal) {
    if (this.rows === 1 || this.columns === 1) {
      const [here, there] = [this.cells, goal.cells].map((cells) => cells.filter(Boolean));
      return here.every((tile, place) => tile === there[place]);
    }
    /** @type {number[]} */ const home = [];
    goal.cells.forEach((tile, cell) => {
      home[tile] = cell;
    });
    const seen = new Set();
    let swaps = 0;
    for (let first = 0; first < this.cells.length; first += 1) {
      swaps += seen.has(first) ? 0 : -1;
      for (let cell = first; !seen.has(cell); cell = home[this.cells[cell]]) {
        seen.add(cell);
        swaps += 1;
      }
    }
    const columns = this.columns;
    const way =
      Math.abs(Math.floor(this.blank / columns) - Math.floor(goal.blank / columns))
      + Math.abs((this.blank % columns) - (goal.blank % columns));
    return swaps % 2 === way % 2;
  }

  /** How many tiles are where the goal has them; the blank does not count. @param {Board} goal */
  atHome(goal) {
    return this.cells.filter((tile, cell) => tile && tile === goal.cells[cell]).length;
  }

  /** The board in words: its rows, and which tiles are at home. @param {?Board} [goal] */
  describe(goal) {
    const rows = this.#rows()
      .map((row) => row.map((tile) => tile || "blank").join(" "))
      .join("; ");
    const home = goal ? this.cells.filter((tile, cell) => tile && tile === goal.cells[cell]) : [];
    if (!goal) return `Rows from the top: ${rows}.`;
    const said = this.equals(goal) ? "Every tile is at home." : `Tiles at home: ${home.join(", ") || "none"}.`;
    return `Rows from the top: ${rows}. ${said}`;
  }

  #rows() {
    const { cells, columns } = this;
    return Array.from({ length: this.rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
  }
}

/** The rows of a text. @param {string} text @throws {BoardError} if its separators show other cells or rows */
function splitRows(text) {
  const parts = text.split(";").map((part) => part.trim());
  const isLine = parts.length > 1 && !/[/\n,]/.test(text.trim()) && parts.every((part) => !/\s/.test(part));
  const rows = isLine ? [parts.join(",")] : text.split(/[/;\n]/).map((row) => row.trim());
  const full = rows.filter(Boolean);
  const isColumn = /[/;]/.test(text) && !isLine && full.every((row) => !/[\s,]/.test(row));
  if (/[/;][^\S\n]*[/;]\s*[^\s/;]/.test(text.trim().replace(/^[/;\s]+/, "")))
    throw new BoardError("expected numbers in every row, found an empty one");
  if (isColumn && full.length < rows.length) throw new BoardError("expected a number in every row, found an empty one");
  for (const row of full) {
    const cells = row.split(",").map((cell) => cell.trim());
    if (cells.slice(0, -1).includes("")) throw new BoardError("expected a number before every comma, found none");
    if (full.length === 1 && cells.length > 1 && cells.some((cell) => /\s/.test(cell))) {
      throw new BoardError("expected the same separator between all numbers, found commas and spaces");
    }
  }
  return full;
}

/** Zeros before a number are padding if all numbers are as wide; otherwise 013 may be 0 and 13. @param {string[]} words */
function checkPadding(words) {
  const padded = words.find((word) => /^0[0-9]/.test(word));
  const odd = padded && words.find((word) => /^[0-9]+$/.test(word) && word !== "0" && word.length !== padded.length);
  if (odd) throw new BoardError(`expected numbers of ${padded.length} digits, such as ${quoted(padded)}, found ${quoted(odd)}`);
}

function readCell(/** @type {string} */ word) {
  if (word === "_" || word === "x") return 0;
  if (!/^[0-9]{1,5}$/.test(word)) throw new BoardError(`expected a number, found ${quoted(word)}`);
  return Number(word);
}

/** @param {readonly number[]} cells @param {number} rows @param {number} columns */
function checkPermutation(cells, rows, columns) {
  const count = rows * columns;
  const shape = `${rows}×${columns}`;
  if (cells.length !== count) {
    throw new BoardError(`expected ${count} cells for a ${shape} board, found ${cells.length}`);
  }
  const where = (/** @type {number} */ cell) => `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
  const name = (/** @type {number} */ tile) => (tile ? `tile ${tile}` : "the blank (0)");
  const place = new Map();
  cells.forEach((tile, cell) => {
    if (!(tile >= 0 && tile < count)) {
      const size = tile > 0 ? "too large" : "negative";
      const known = new Set(cells);
      const absent = Array.from({ length: count }, (_, other) => other).filter((other) => !known.has(other));
      const hint = absent.length === 1 && absent[0] ? `${absent[0]} is missing` : "0 is the blank";
      throw new BoardError(`${tile} at ${where(cell)} is ${size}: a ${shape} board has the numbers 0 to ${count - 1} (${hint})`);
    }
    if (place.has(tile)) {
      const known = new Set(cells);
      const missing = cells.findIndex((_, number) => !known.has(number));
      const places = `at ${where(place.get(tile))} and at ${where(cell)}`;
      throw new BoardError(`${name(tile)} appears twice, ${places}, and ${name(missing)} is missing`);
    }
    place.set(tile, cell);
  });
}
