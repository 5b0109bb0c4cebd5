/** A game: the board, the moves that were made by hand, those that were undone, and the time. It has no user interface. */

import { MOVES } from "../modules/board.js";

const MOST_TIMED = 1000; // moves of a game whose times are kept

/** @typedef {Omit<Game["record"], "times"> & {times?: number[]}} GameRecord games of earlier versions have no times */

/** One game, from the board it began with. */
export class Game {
  /** @type {string[]} */ #done = [];
  /** @type {string[]} */ #undone = [];
  /** @type {number[]} */ #times = []; // of the moves, in hundredths of a second
  /** @type {?number} */ #began = null; // may be before the page was loaded, so below 0
  #ended = 0;
  #paused = 0;

  /**
   * @param {Board} board
   * @param {Board} goal
   * @param {() => number} [now] milliseconds
   */
  constructor(board, goal, now = () => performance.now()) {
    this.start = board;
    this.board = board;
    this.goal = goal;
    this.now = now;
    /** The length of a shortest solution of the start, once known, in the metric. @type {?number} */
    this.shortest = null;
    /** What counts: moves, or slides. */
    this.metric = /** @type {Metric} */ ("moves");
    /** Whether a hint has shown a move. */
    this.hasPeeked = false;
    /** Whether the rating of a move was shown. */
    this.isRated = false;
    /** How the board was chosen: uniform, daily, set, moves, depth or own. */
    this.kind = "own";
    /** Whether the records have this game. */
    this.isRecorded = false;
  }

  /** The game as plain values, from which `resumed` makes it again. */
  get record() {
    const { start, goal, seconds, shortest, metric, hasPeeked, isRated, kind, isRecorded } = this;
    const played = { start: start.text, goal: goal.text, done: this.#done, undone: this.#undone, times: this.#times };
    return { ...played, seconds, shortest, metric, hasPeeked, isRated, kind, isRecorded };
  }

  /** The game of a record. Its clock stands until `resume`. @param {GameRecord} record @param {Board} start @param {Board} goal @throws {Error} if the moves cannot be made */
  static resumed(record, start, goal, now = () => performance.now()) {
    const game = new Game(start, goal, now);
    for (const moves of record.done) game.play(moves);
    game.#undone = [...record.undone];
    game.#times = [...(record.times ?? [])];
    const { seconds, shortest, metric = "moves", hasPeeked, isRated = false, kind, isRecorded } = record;
    if (seconds) game.#began = (game.#ended || now()) - seconds * 1000;
    game.pause();
    return Object.assign(game, { shortest, metric, hasPeeked, isRated, kind, isRecorded });
  }

  /** What the records keep of a solved game. */
  get result() {
    const { start, goal, count: moves, hasPeeked: hints, isRated: rated, kind, metric } = this;
    const size = `${start.rows}x${start.columns}`;
    const { timed } = this;
    const boards = { size, goal: goal.text, start: start.text };
    return { ...boards, moves, seconds: this.hundredths / 100, hints, kind, rated, metric, ...(timed && { timed }) };
  }

  /** The moves with the hundredths of a second since the one before: "R0 DD35 L20"; "" if they are unknown or too many. */
  get timed() {
    if (this.#times.length !== this.#done.length || this.#done.length > MOST_TIMED) return "";
    return this.#done.map((moves, place) => moves + Math.max(this.#times[place] - (this.#times[place - 1] ?? 0), 0)).join(" ");
  }

  /** The number of moves or slides; undone ones do not count. A slide is a run of moves in one direction. */
  get count() {
    return this.metric === "slides" ? this.moves.replace(/(.)\1*/g, "-").length : this.moves.length;
  }

  /** Count moves, or slides. @param {Metric} metric */
  measureBy(metric) {
    if (metric !== this.metric) Object.assign(this, { metric, shortest: null });
  }

  /** All moves, as letters. */
  get moves() {
    return this.#done.join("");
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  get isSolved() {
    return this.board.equals(this.goal);
  }

  /** Whether moves have solved it. */
  get isFinished() {
    return this.isSolved && this.canUndo;
  }

  /** Seconds since the first move, until it was solved. */
  get seconds() {
    return this.#began !== null ? ((this.#ended || this.#paused || this.now()) - this.#began) / 1000 : 0;
  }

  /** The same in whole hundredths of a second. */
  get hundredths() {
    return Math.floor(100 * this.seconds + 1e-6); // a game that was kept has its time as a fraction
  }

  /** Whether the clock runs. */
  get isRunning() {
    return this.#began !== null && !this.#ended && !this.#paused;
  }

  /** Stop the clock, until `resume`. */
  pause() {
    if (this.isRunning) this.#paused = this.now();
  }

  /** Resume the clock. */
  resume() {
    if (this.#paused) this.#began = (this.#began ?? 0) + this.now() - this.#paused;
    this.#paused = 0;
  }

  /** A move by hand: one letter, or several where a run of tiles slid. @param {string} moves */
  play(moves) {
    this.#began ??= this.now();
    this.#undone = [];
    this.#done.push(moves);
    this.#times.push(this.hundredths);
    this.#show(this.board.play(moves));
  }

  /** Take the last move back. @returns {string} the moves that were played for it, or "" */
  undo() {
    const moves = this.#done.pop();
    if (!moves) return "";
    this.#undone.push(moves);
    this.#times.length = Math.min(this.#times.length, this.#done.length);
    const back = [...moves]
      .reverse()
      .map((move) => MOVES[move].opposite)
      .join("");
    this.#show(this.board.play(back));
    return back;
  }

  /** Play again what was taken back. @returns {string} the moves, or "" */
  redo() {
    const moves = this.#undone.pop();
    if (!moves) return "";
    this.#done.push(moves);
    this.#times.push(this.hundredths);
    this.#show(this.board.play(moves));
    return moves;
  }

  #show(/** @type {Board} */ board) {
    this.board = board;
    if (this.isSolved) this.#ended ||= this.now();
    else if (this.#ended) {
      // it was solved, and continues: the time in between does not count
      this.#began = (this.#began ?? 0) + this.now() - this.#ended;
      this.#ended = 0;
    }
  }
}
