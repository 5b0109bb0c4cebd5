/**
 * Exact responses for boards of up to 9 cells, before Python is there: hints, judgements of moves, and checks. They have
 * the fields of Python's responses that the page reads; a test compares them.
 */

import { Board, MOVES } from "../modules/board.js";
import { readSmall } from "./small_forms.js";

const MOST_CELLS = 9;
const FIELDS = ["board", "goal", "size", "moves", "before", "metric", "count", "limits"];

/** @typedef {{move: string, tiles: number, code: number}} Slide a move of one or more tiles, and the board after it */

/**
 * The response to a request, or null if only Python has it.
 * @param {string} path
 * @param {{board?: string, goal?: string, size?: string, metric?: Metric, moves?: string, count?: boolean}} body
 * @param {(board: Board) => Promise<string>} ruleOf the parity rule for boards of this shape
 * @returns {Promise<object | null>}
 */
export async function respondToSmall(path, body, ruleOf) {
  if (!["hint", "judge", "check"].includes(path) || !Object.keys(body).every((name) => FIELDS.includes(name))) return null;
  try {
    const board = readSmall(body.board ?? "");
    const goal = !body.goal || body.goal === "standard" ? Board.standard(board.rows, board.columns) : readSmall(body.goal);
    const { rows, columns } = board;
    const isKnown = rows > 1 && board.cells.length <= MOST_CELLS && (body.size ?? `${rows}x${columns}`) === `${rows}x${columns}`;
    if (!isKnown || goal.rows !== rows || goal.columns !== columns) return null;
    if (path !== "check" && !board.isSolvable(goal)) return null;
    if (path === "check") return await check(board, goal, ruleOf);
    return path === "hint" ? hint(board, goal, body) : judge(board, goal, body);
  } catch {
    return null; // a form or an error that Python knows
  }
}

/** @param {Board} board @param {Board} goal @param {{metric?: Metric, count?: boolean}} body */
function hint(board, goal, { metric = "moves", count = false }) {
  const table = new Distances(goal, metric);
  const left = table.of(board);
  const best = count ? null : table.best(board);
  return {
    ...{ status: "solved", quality: "optimal", start: board.text, goal: goal.text, left, lower_bound: left, metric },
    ...{ moves: best?.map(({ move }) => move).join("") ?? null, tiles: best?.map(({ tiles }) => tiles) ?? null },
    reason: null,
  };
}

/** @param {Board} board @param {Board} goal @param {{metric?: Metric, moves?: string}} body */
function judge(board, goal, { metric = "moves", moves }) {
  if (moves === undefined) throw new Error("expected moves");
  const table = new Distances(goal, metric);
  const [before, after] = [table.of(board), table.of(board.play(moves))];
  const best = table.best(board);
  const cost = metric === "moves" ? moves.length : moves.replace(/(.)\1*/g, "$1").length;
  const verdict = after !== before - cost ? "worse" : best.length > 1 ? "equal" : "best";
  const [letters, tiles] = [best.map(({ move }) => move).join(""), best.map((slide) => slide.tiles)];
  return { moves, before, after, verdict, best: letters || null, best_tiles: letters ? tiles : null, plan: null };
}

/** @param {Board} board @param {Board} goal @param {(board: Board) => Promise<string>} ruleOf */
async function check(board, goal, ruleOf) {
  const solvable = board.isSolvable(goal);
  const exchange = solvable ? null : swapFor(board, goal);
  return {
    ...{ solvable, start: board.text, goal: goal.text, rows: board.rows, columns: board.columns },
    ...{ rule: await ruleOf(board), start_counts: counts(board), goal_counts: counts(goal), exchange },
    repaired: exchange && new Board(board.cells.map(exchanging(exchange)), board.rows, board.columns).text,
  };
}

/** The numbers of the parity rule. On a single line the parity does not decide. @param {Board} board */
function counts({ cells, rows, columns, blank }) {
  const tiles = cells.filter(Boolean);
  const inversions = tiles.flatMap((tile, place) => tiles.slice(place).filter((later) => later < tile)).length;
  const row = Math.floor(blank / columns) + 1;
  const isOdd = (inversions + (columns % 2 ? 0 : row)) % 2;
  const parity = rows === 1 || columns === 1 ? null : ["even", "odd"][isOdd];
  return { inversions, blank_row: row, parity };
}

const exchanging =
  (/** @type {number[]} */ [one, other]) =>
  (/** @type {number} */ tile) =>
    tile === one ? other : tile === other ? one : tile;

/** Two tiles to swap: neighbours that add the least Manhattan distance; in a line, the two in the wrong order. @param {Board} board @param {Board} goal */
function swapFor(board, goal) {
  const { cells, columns } = board;
  const sorted = (/** @type {number} */ one, /** @type {number} */ other) => [Math.min(one, other), Math.max(one, other)];
  if (board.rows === 1 || columns === 1) {
    const [here, there] = [cells, goal.cells].map((all) => all.filter(Boolean));
    const wrong = here.flatMap((tile, place) => (tile === there[place] ? [] : [[tile, there[place]]]));
    return wrong.length === 2 ? sorted(wrong[0][0], wrong[0][1]) : null;
  }
  const way = (/** @type {number} */ tile, /** @type {number} */ cell) => {
    const home = goal.cells.indexOf(tile);
    return Math.abs(Math.floor(home / columns) - Math.floor(cell / columns)) + Math.abs((home % columns) - (cell % columns));
  };
  /** @type {{change: number, tiles: ?number[]}} */ let least = { change: Number.POSITIVE_INFINITY, tiles: null };
  for (const cell of cells.keys()) {
    for (const other of ["R", "D"].map((move) => board.neighbour(cell, move))) {
      const [one, two] = [cells[cell], cells[other]];
      if (other < 0 || !one || !two) continue;
      const change = way(one, other) + way(two, cell) - way(one, cell) - way(two, other);
      if (change < least.change) least = { change, tiles: sorted(one, two) };
    }
  }
  return least.tiles;
}

/** @type {Map<string, Map<number, number>>} */ const known = new Map(); // tables by goal and metric

/** The distances of all boards to a goal, by breadth-first search. A board is a number in base 9. */
class Distances {
  /** @param {Board} goal @param {Metric} metric */
  constructor(goal, metric) {
    this.goal = goal;
    this.counts = metric === "slides" ? goal.cells.length : 1; // the most tiles of a step
    const key = `${goal.rows} ${metric} ${goal.text}`;
    this.table = known.get(key) ?? this.#fill();
    known.set(key, this.table);
  }

  of(/** @type {Board} */ board) {
    return this.table.get(this.#code(board.cells)) ?? -1;
  }

  /** Every first step of a shortest solution. @param {Board} board @returns {Slide[]} */
  best(board) {
    const left = this.of(board);
    return this.#steps(this.#code(board.cells), board.blank).filter(({ code }) => this.table.get(code) === left - 1);
  }

  #code(/** @type {readonly number[]} */ cells) {
    return cells.reduce((code, tile, cell) => code + tile * MOST_CELLS ** cell, 0);
  }

  /** The steps from a board, in the order of successors. @param {number} start @param {number} blank @returns {(Slide & {blank: number})[]} */
  #steps(start, blank) {
    /** @type {(Slide & {blank: number})[]} */ const steps = [];
    for (const move of Object.keys(MOVES)) {
      let [cell, code] = [blank, start];
      for (let tiles = 1; tiles <= this.counts; tiles += 1) {
        const next = this.goal.neighbour(cell, move);
        if (next < 0) break;
        const tile = Math.floor(start / MOST_CELLS ** next) % MOST_CELLS;
        code += tile * (MOST_CELLS ** cell - MOST_CELLS ** next);
        steps.push({ move, tiles, code, blank: next });
        cell = next;
      }
    }
    return steps;
  }

  #fill() {
    const table = new Map([[this.#code(this.goal.cells), 0]]);
    let layer = [{ code: this.#code(this.goal.cells), blank: this.goal.blank }];
    for (let distance = 1; layer.length; distance += 1) {
      /** @type {{code: number, blank: number}[]} */ const next = [];
      for (const { code, blank } of layer) {
        for (const step of this.#steps(code, blank)) {
          if (table.has(step.code)) continue;
          table.set(step.code, distance);
          next.push(step);
        }
      }
      layer = next;
    }
    return table;
  }
}
