/**
 * Where every board of a small space is drawn, without a user interface: a column for each distance from the goal, and
 * in it a cell for each board. Boards are numbers (codes) whose digits, to the base of the number of cells, are its tiles.
 */

import { Board } from "../modules/board.js";

const GAP = 2; // empty cells between two columns of boards

/** All boards of a space in the order of the server: by distance, then by code. */
export class Space {
  #starts = [0];

  /**
   * @param {Uint32Array} codes
   * @param {number[]} counts boards at each distance
   * @param {Board} goal
   */
  constructor(codes, counts, goal) {
    this.codes = codes;
    this.counts = counts;
    this.goal = goal;
    for (const count of counts) this.#starts.push(this.#starts[this.#starts.length - 1] + count);
  }

  get size() {
    return this.codes.length;
  }

  /** The first place at this distance. @param {number} distance */
  start(distance) {
    return this.#starts[distance];
  }

  /** The distance of the board at a place. @param {number} place */
  distance(place) {
    let distance = 0;
    while (this.#starts[distance + 1] <= place) distance += 1;
    return distance;
  }

  /** The board at a place. @param {number} place */
  board(place) {
    const { rows, columns } = this.goal;
    const base = rows * columns;
    const cells = new Array(base);
    let code = this.codes[place];
    for (let cell = base - 1; cell >= 0; cell -= 1) {
      cells[cell] = code % base;
      code = Math.floor(code / base);
    }
    return new Board(cells, rows, columns);
  }

  /** The place of a board, or -1 if it cannot reach the goal. Codes increase at each distance: a binary search. */
  place(/** @type {Board} */ board) {
    const base = board.cells.length;
    const code = board.cells.reduce((sum, tile) => sum * base + tile, 0);
    for (let distance = 0; distance < this.counts.length; distance += 1) {
      let [low, high] = [this.#starts[distance], this.#starts[distance + 1]];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.codes[middle] < code) low = middle + 1;
        else high = middle;
      }
      if (low < this.#starts[distance + 1] && this.codes[low] === code) return low;
    }
    return -1;
  }

  /** The places of the boards one move away. @param {number} place */
  neighbours(place) {
    const board = this.board(place);
    return board.moves().map((move) => this.place(board.play(move)));
  }
}

/** The cells of a picture of a space: a column for each distance, as wide as suits the window, filled row by row. */
export class SpaceLayout {
  /** @param {Space} space @param {number} ratio of the width to the height of the window */
  constructor(space, ratio) {
    const columns = space.counts.length;
    const most = Math.max(...space.counts);
    /** Boards side by side in a column. */
    this.breadth = Math.max(1, Math.round(Math.sqrt((most * ratio) / columns)));
    this.space = space;
    /** The same for each distance: small columns are narrow, so that they are seen. */
    this.breadths = space.counts.map((count) => Math.max(1, Math.min(this.breadth, Math.round(1.5 * Math.sqrt(count)))));
    this.width = columns * (this.breadth + GAP) - GAP;
    this.height = Math.ceil(most / this.breadth);
  }

  /** The left edge of the boards of a distance. @param {number} distance */
  left(distance) {
    return distance * (this.breadth + GAP) + Math.floor((this.breadth - this.breadths[distance]) / 2);
  }

  /** The first row of a column: columns are centred. @param {number} distance */
  top(distance) {
    return Math.floor((this.height - Math.ceil(this.space.counts[distance] / this.breadths[distance])) / 2);
  }

  /** The cell of the board at a place. @param {number} place @returns {[number, number]} */
  cell(place, distance = this.space.distance(place)) {
    const index = place - this.space.start(distance);
    const breadth = this.breadths[distance];
    return [this.left(distance) + (index % breadth), this.top(distance) + Math.floor(index / breadth)];
  }

  /** The place whose board is drawn at this cell, or -1. @param {number} x @param {number} y */
  placeAt(x, y) {
    const distance = Math.floor(x / (this.breadth + GAP));
    if (!(distance in this.space.counts)) return -1;
    const breadth = this.breadths[distance];
    const [across, down] = [Math.floor(x) - this.left(distance), Math.floor(y) - this.top(distance)];
    if (across < 0 || across >= breadth || down < 0) return -1;
    const index = down * breadth + across;
    return index < this.space.counts[distance] ? this.space.start(distance) + index : -1;
  }
}
