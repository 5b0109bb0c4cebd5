/** What all views share: the board, its goal, and the method. */

import { Board } from "../modules/board.js";
import { post } from "./api.js";
import { boardInAddress } from "./address.js";

const SMALLEST = 2;
const FIRST_BOARD = "8 1 3 / 4 0 2 / 7 6 5";

/**
 * The puzzle that all views work on. Event `change`, with `detail` { puzzle, method, metric, source }: whether the puzzle,
 * the method and the metric changed, and the object that changed them. Event `heuristic`, when another one is shown on boards.
 */
export class Session extends EventTarget {
  /** @type {Map<string, Board>} */ #goals = new Map();
  #turn = 0; // of the last choice of a puzzle

  /** @param {number} side the largest number of rows and of columns that the server allows */
  constructor(side) {
    super();
    this.side = side;
    this.board = Board.parse(FIRST_BOARD);
    this.goal = Board.standard(3, 3);
    /** The name of the goal, or "" for a custom one. */
    this.goalName = "standard";
    /** A spec, or "" for the default of the board. */
    this.method = "";
    /** What Solve and Play count: moves, or slides. */
    this.metric = /** @type {Metric} */ ("moves");
    /** The key of the heuristic that is shown on boards, or "". */
    this.heuristic = "";
  }

  /** Rows x columns, as the registry writes it. */
  get size() {
    return `${this.board.rows}x${this.board.columns}`;
  }

  /** Whether the goal can be reached from the board. */
  get isSolvable() {
    return this.board.isSolvable(this.goal);
  }

  /** The puzzle as the API takes it. */
  get request() {
    return { board: this.board.text, goal: this.goal.text, size: this.size };
  }

  /** Whether no board, goal or method was chosen yet. */
  get isUntouched() {
    return this.board.text === FIRST_BOARD && this.goalName === "standard" && !this.method;
  }

  /** The values of a link to this session: empty for the default. */
  get values() {
    const goal = this.goalName === "standard" ? "" : this.goalName || boardInAddress(this.goal);
    const metric = this.metric === "moves" ? "" : this.metric;
    return { board: boardInAddress(this.board), goal, method: this.method, metric, draw: this.heuristic };
  }

  /**
   * Change values and emit `change`.
   * @param {{board?: Board, goal?: Board, goalName?: string, method?: string, metric?: Metric}} changes
   * @param {?object} [source] the object that changes them
   * @param {boolean} [isNew] whether the board counts as another puzzle even if it equals the one before: one of 12 boards of 2×2
   */
  update(changes, source = null, isNew = false) {
    const method = "method" in changes && changes.method !== this.method;
    const metric = "metric" in changes && changes.metric !== this.metric;
    const puzzle = Boolean(
      isNew
        || (changes.board && !this.board.equals(changes.board))
        || (changes.goal && !this.goal.equals(changes.goal))
        || ("goalName" in changes && changes.goalName !== this.goalName),
    );
    Object.assign(this, changes);
    if (puzzle || method || metric) this.dispatchEvent(new CustomEvent("change", { detail: { puzzle, method, metric, source } }));
  }

  /** Use a board of any size. The goal keeps its name; a custom goal is kept if it has the same size. @param {Board} board */
  async take(board, /** @type {?object} */ source = null, isNew = false) {
    const { rows, columns } = board;
    this.#check(rows, columns);
    const turn = this.#begin();
    const isSame = rows === this.goal.rows && columns === this.goal.columns;
    if (isSame) return void this.update({ board }, source, isNew);
    const goal = await this.goalFor(rows, columns);
    if (turn === this.#turn) this.update({ board, goal, goalName: this.goalName || "standard" }, source, isNew);
  }

  /**
   * The goal of a board of this size.
   * @returns {Promise<Board>} @throws {Error} if the page has no boards of this size @param {number} rows @param {number} columns
   */
  async goalFor(rows, columns) {
    this.#check(rows, columns);
    if (rows === this.goal.rows && columns === this.goal.columns) return this.goal;
    return this.namedGoal(this.goalName || "standard", rows, columns);
  }

  /** Show a heuristic on boards, or none. Event `heuristic`. @param {string} key */
  chooseHeuristic(key) {
    this.heuristic = key;
    this.dispatchEvent(new Event("heuristic"));
  }

  /** Use a named goal. @param {string} goalName */
  async takeGoal(goalName, /** @type {?object} */ source = null) {
    const turn = this.#begin();
    const goal = await this.namedGoal(goalName, this.board.rows, this.board.columns);
    if (turn === this.#turn) this.update({ goal, goalName }, source);
  }

  /** Another choice begins: one that still waits for the server is dropped. @returns {number} its turn */
  #begin() {
    this.#turn += 1;
    return this.#turn;
  }

  /** @throws {Error} if the page has no boards of this size @param {number} rows @param {number} columns */
  #check(rows, columns) {
    if (Math.min(rows, columns) >= SMALLEST && Math.max(rows, columns) <= this.side) return;
    throw new Error(`expected a board of ${SMALLEST} to ${this.side} rows and columns, found ${rows}×${columns}`);
  }

  /**
   * The goal of this name on this size: from the server.
   * @returns {Promise<Board>} @param {string} name @param {number} rows @param {number} columns
   */
  async namedGoal(name, rows, columns) {
    if (name === "standard") return Board.standard(rows, columns);
    const key = `${name} ${rows}x${columns}`;
    const known = this.#goals.get(key);
    if (known) return known;
    const { goal } = await post("check", { board: Board.standard(rows, columns).text, goal: name });
    const made = Board.parse(goal);
    this.#goals.set(key, made);
    return made;
  }

  /**
   * Use the values of a link: all of them, or none if one is not valid.
   * @param {Map<string, string>} values
   * @throws {Error} that names the value
   */
  async read(values) {
    const board = values.has("board") ? Board.parse(values.get("board") ?? "") : this.board;
    const { rows, columns } = board;
    this.#check(rows, columns);
    const turn = this.#begin();
    const wanted = values.get("goal") ?? (values.has("board") ? "standard" : this.goalName);
    const isBoard = /[0-9]/.test(wanted);
    const goalName = isBoard ? "" : wanted;
    const own = isBoard ? Board.parse(wanted, [rows, columns]) : this.goal;
    const goal = goalName ? await this.namedGoal(goalName, rows, columns) : own;
    const usual = values.has("board") ? { method: "", metric: "moves", heuristic: "" } : this; // what a link leaves out
    const method = values.get("method") ?? usual.method;
    const metric = /** @type {Metric} */ (values.get("metric") ?? usual.metric);
    const heuristic = values.get("draw") ?? usual.heuristic;
    if (heuristic !== this.heuristic) this.chooseHeuristic(heuristic);
    if (turn === this.#turn) this.update({ board, goal, goalName, method, metric });
  }
}
