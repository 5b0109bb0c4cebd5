/** What all views share: the board, its goal, and the method. */

import { Board } from "../modules/board.js";
import { post } from "./api.js";
import { boardInAddress } from "./address.js";

const SMALLEST = 2;
const FIRST_BOARD = "8 1 3 / 4 0 2 / 7 6 5";

/**
 * The puzzle that all views work on. Event `change`, with `detail` { puzzle, method, source }: whether the puzzle and
 * whether the method changed, and who changed them.
 */
export class Session extends EventTarget {
  #goals = new Map();

  /** @param {number} side the most rows, and the most columns, that the server takes */
  constructor(side) {
    super();
    this.side = side;
    this.board = Board.parse(FIRST_BOARD);
    this.goal = Board.standard(3, 3);
    /** The name of the goal, or "" for one of somebody's own. */
    this.goalName = "standard";
    /** A spec, or "" for whatever suits the board. */
    this.method = "";
    /** Whether what somebody has typed is a board: a run waits for it. @type {Promise<boolean>} */
    this.typed = Promise.resolve(true);
  }

  /** Rows x columns, as the registry writes it. */
  get size() {
    return `${this.board.rows}x${this.board.columns}`;
  }

  /** Whether slides lead from the board to the goal. */
  get isSolvable() {
    return this.board.isSolvable(this.goal);
  }

  /** The puzzle in the words of the API. */
  get message() {
    return { board: this.board.text, goal: this.goal.text, size: this.size };
  }

  /** The goal as links name it: nothing for the usual one. */
  get goalInAddress() {
    if (this.goalName === "standard") return "";
    return this.goalName || boardInAddress(this.goal);
  }

  /** What a link to here says. */
  get values() {
    return { board: boardInAddress(this.board), goal: this.goalInAddress, method: this.method };
  }

  /**
   * Change something and tell.
   * @param {{board?: Board, goal?: Board, goalName?: string, method?: string}} changes
   * @param {?object} [source] who did it
   */
  update(changes, source = null) {
    const method = "method" in changes && changes.method !== this.method;
    const puzzle = ["board", "goal"].some((name) => changes[name] && !this[name].equals(changes[name]))
      || ("goalName" in changes && changes.goalName !== this.goalName);
    Object.assign(this, changes);
    if (puzzle || method) this.dispatchEvent(new CustomEvent("change", { detail: { puzzle, method, source } }));
  }

  /**
   * Take a board of any size. The goal keeps its name; one of somebody's own is kept as long as it has the size.
   * @param {Board} board
   */
  async take(board, source = null) {
    const isSame = board.rows === this.goal.rows && board.columns === this.goal.columns;
    if (isSame) return void this.update({ board }, source);
    const goalName = this.goalName || "standard";
    this.update({ board, goal: await this.namedGoal(goalName, board.rows, board.columns), goalName }, source);
  }

  /** Take a goal by its name. */
  async takeGoal(goalName, source = null) {
    this.update({ goal: await this.namedGoal(goalName, this.board.rows, this.board.columns), goalName }, source);
  }

  /** The goal of this name on this size: the server knows them all. @returns {Promise<Board>} */
  async namedGoal(name, rows, columns) {
    if (name === "standard") return Board.standard(rows, columns);
    const key = `${name} ${rows}x${columns}`;
    if (!this.#goals.has(key)) {
      const { goal } = await post("check", { board: Board.standard(rows, columns).text, goal: name });
      this.#goals.set(key, Board.parse(goal));
    }
    return this.#goals.get(key);
  }

  /**
   * Take what a link says: all of it, or nothing if a part of it is wrong.
   * @param {Map<string, string>} values
   * @throws {Error} that says what is wrong
   */
  async read(values) {
    const board = values.has("board") ? Board.parse(values.get("board")) : this.board;
    const { rows, columns } = board;
    if (Math.min(rows, columns) < SMALLEST || Math.max(rows, columns) > this.side) {
      throw new Error(`expected a board of ${SMALLEST} to ${this.side} rows and columns, found ${rows}×${columns}`);
    }
    const wanted = values.get("goal") ?? (values.has("board") ? "standard" : this.goalName);
    const isBoard = /[0-9]/.test(wanted);
    const goalName = isBoard ? "" : wanted;
    const own = isBoard ? Board.parse(wanted, [rows, columns]) : this.goal;
    const goal = goalName ? await this.namedGoal(goalName, rows, columns) : own;
    const method = values.get("method") ?? (values.has("board") ? "" : this.method);
    this.update({ board, goal, goalName, method });
  }
}
