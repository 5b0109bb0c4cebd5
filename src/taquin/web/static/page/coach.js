/** Hints in two steps, and a judgement of each move. */

import { asShown, isAborted, post } from "./api.js";
import { make, button, checkbox } from "./dom.js";
import { count, nounOf, waitingWords } from "./words.js";

const MOST_CELLS = 16; // on larger boards shortest solutions are rarely proven in time
const JUDGE_DELAY = 80; // milliseconds: not every move is judged while an arrow key is held down
const MEASURE_TIME = 2; // seconds
const JUDGE_TIME = 10; // seconds on boards without a table of all distances: the next move ends the search
const TABLE_CELLS = 10;

/** @type {Record<string, string>} */
const SLIDES = { U: "down (↓)", D: "up (↑)", L: "right (→)", R: "left (←)" }; // the tile goes where the blank was
const EFFECTS = { keeps: "equal", leaves: "worse", shortens: "best" }; // colours of what is known but not proven
const LABELS = ["Hint", "Show the move", "Make the move"];

/** Gives hints for a game and judges its moves. Event `move`, with `detail` { move }: play the hint. */
export class Coach extends EventTarget {
  #step = 0;
  /** @type {?Api.HintRecord} */ #hint = null;
  /** @type {?{board: Board, distance: number, metric: Metric}} */
  #known = null; // the last board whose distance is known, and the distance
  #control = new AbortController();
  /** @type {?AbortController} */ #measuring = null;
  #isAsking = false; // whether a hint or a judgement has no response yet

  /** @param {{session: Session}} app @param {(tile: number) => void} mark shows a tile, or none for 0 */
  constructor({ session }, mark) {
    super();
    this.session = session;
    this.mark = mark;
    this.button = button(LABELS[0], () => this.#advance(), { kind: "is-main" });
    this.words = make("p.coach-words", { role: "status" });
    this.judges = false;
    this.box = checkbox("Rate my moves", false, (isChecked) => {
      this.judges = isChecked;
      if (!isChecked) this.reset();
    });
  }

  /** Discard the hint: the board has changed. */
  reset(words = "") {
    this.#begin();
    this.#step = 0;
    this.#hint = null;
    this.button.textContent = LABELS[0];
    this.mark(0);
    this.#write(words);
  }

  /** End a request that has no response yet. */
  stop() {
    this.#measuring?.abort();
    if (this.#isAsking) this.reset();
  }

  /**
   * Show how good a move was.
   * @param {Board} board before the move
   * @param {string} moves
   * @param {Game} game after it
   */
  async judge(board, moves, game) {
    this.reset();
    if (!this.judges || !this.session.isSolvable) return;
    const { signal } = this.#control;
    this.#isAsking = true;
    await new Promise((resolve) => {
      setTimeout(resolve, JUDGE_DELAY);
    });
    if (signal.aborted) return;
    const waits = (/** @type {string} */ awaited) =>
      signal.aborted || this.#write(waitingWords(awaited, "your move is rated", ""));
    try {
      const judgement = await post("judge", this.#judging(board, game, moves), { signal, waits });
      if (signal.aborted) return;
      const { metric } = this.session;
      this.#known = judgement.after === null ? null : { board: game.board, distance: judgement.after, metric };
      if (game.shortest === null && board.equals(game.start)) game.shortest = judgement.before;
      const kind = judgement.verdict ?? (judgement.plan ? EFFECTS[judgement.plan.effect] : null) ?? "";
      game.isRated = true;
      if (!game.isSolved) this.#write(verdictWords(judgement, board, nounOf(metric)), kind);
    } catch (error) {
      if (!isAborted(error)) this.#write(asShown(error).message);
    }
    if (!signal.aborted) this.#isAsking = false;
  }

  /**
   * The request: the distance before the move is known if the last move was judged.
   * @param {Board} board @param {Game} options @param {string} moves
   */
  #judging(board, { goal }, moves) {
    const isSmall = board.cells.length <= TABLE_CELLS;
    const isKnown = this.#known?.board.equals(board) && this.#known.metric === this.session.metric;
    const known = isKnown ? { before: this.#known?.distance } : {};
    const { metric } = this.session;
    return { board: board.text, goal: goal.text, moves, metric, ...known, ...(isSmall ? {} : { limits: { time: JUDGE_TIME } }) };
  }

  /** Find the number of moves in a shortest solution of the start, if that is quick. @param {Game} game */
  async measure(game) {
    if (game.shortest !== null || game.start.cells.length > MOST_CELLS) return;
    const { metric } = game;
    const request = { board: game.start.text, goal: game.goal.text, metric, count: true, limits: { time: MEASURE_TIME } };
    this.#measuring = new AbortController();
    const hint = await post("hint", request, { signal: this.#measuring.signal }).catch(() => null);
    if (hint?.quality === "optimal" && game.metric === metric) game.shortest = hint.left;
  }

  /** Abort the pending request: only the last one counts. */
  #begin() {
    this.#control.abort();
    this.#control = new AbortController();
    this.#isAsking = false;
    return this.#control;
  }

  /** Show a text. @param {string} text @param {string} [kind] best, equal or worse */
  #write(text, kind = "") {
    this.words.textContent = text;
    this.words.dataset.verdict = kind;
  }

  async #advance() {
    const { session } = this;
    if (session.board.equals(session.goal)) return void this.#write("Every tile is at home.");
    if (!session.isSolvable) return void this.#write("This board cannot be solved.");
    if (this.#step === 2 && this.#hint?.moves && this.#hint.tiles) {
      const move = this.#hint.moves[0].repeat(this.#hint.tiles[0]);
      this.dispatchEvent(new CustomEvent("move", { detail: { move } }));
      return;
    }
    const wasCounted = this.#step === 1;
    const { signal } = this.#begin();
    this.#isAsking = true;
    const waits = (/** @type {string} */ awaited) =>
      signal.aborted || this.#write(waitingWords(awaited, "the search starts", "Searching …"));
    try {
      const request = { ...session.request, metric: session.metric, count: !wasCounted };
      const hint = await post("hint", request, { signal, waits });
      if (!signal.aborted) this.#show(hint, wasCounted);
    } catch (error) {
      if (!isAborted(error)) this.#write(asShown(error).message);
    }
    if (!signal.aborted) this.#isAsking = false;
  }

  /** @param {Api.HintRecord} hint @param {boolean} wasCounted */
  #show(hint, wasCounted) {
    const noun = nounOf(hint.metric);
    const least = count(hint.lower_bound, noun);
    if (hint.left === null) return void this.#write(`No hint: ${hint.reason}. Every solution has at least ${least}.`);
    const isProven = hint.quality === "optimal";
    const left = isProven
      ? `${count(hint.left, noun)} ${hint.left === 1 ? "is" : "are"} left.`
      : `The best solution found has ${count(hint.left, noun)}; every solution has at least ${hint.lower_bound}.`;
    this.#step = wasCounted ? 2 : 1;
    this.#hint = hint;
    this.button.textContent = LABELS[this.#step];
    if (!wasCounted) return void this.#write(left);
    const { board } = this.session;
    const { moves, tiles } = hint;
    if (!moves || !tiles) return;
    const [first, ...others] = [...moves].map((move, place) => slideWords(board, move, tiles[place]));
    const also = others.length ? ` Equally good: ${others.join(", ")}.` : "";
    this.#write(`Slide ${first}.${also}`);
    this.mark(tilesOf(board, moves[0], tiles[0])[tiles[0] - 1]); // the one to click
  }
}

/**
 * The tiles that a move or slide takes along, from the blank on.
 * @param {Board} board @param {string} move @param {number} length
 */
function tilesOf(board, move, length) {
  /** @type {number[]} */ const tiles = [];
  for (let cell = board.blank; tiles.length < length; tiles.push(board.cells[cell])) cell = board.neighbour(cell, move);
  return tiles;
}

/**
 * What a move slides, as the player sees it: "tile 2 left (←)". The arrow is the key that does it.
 * @param {Board} board @param {string} move
 */
function slideWords(board, move, length = 1) {
  const tiles = tilesOf(board, move, length);
  const named = length === 1 ? `tile ${tiles[0]}` : `tiles ${tiles.slice(0, -1).join(", ")} and ${tiles.at(-1)}`;
  return `${named} ${SLIDES[move]}`;
}

/**
 * How good the moves were, in words about tiles, as the keys are.
 * @param {Api.JudgementRecord} judgement @param {Board} board before the moves @param {string} noun
 */
function verdictWords({ verdict, before, after, best, best_tiles: tiles, moves, plan }, board, noun) {
  if (!verdict && plan) return plan.sentence;
  if (!verdict) return "This move is not rated: no solution was proven shortest in time.";
  const left = `${count(after ?? 0, noun)} left`;
  const every = [...(best ?? "")].map((move, place) => ({ move, length: tiles?.[place] ?? 1 }));
  const listed = (/** @type {{move: string, length: number}[]} */ slides) =>
    slides.map(({ move, length }) => slideWords(board, move, length)).join(" or ");
  if (verdict === "best") return `Best ${noun}: ${left}.`;
  if (verdict === "equal") {
    const others = every.filter(({ move, length }) => move.repeat(length) !== moves);
    return `One of several best ${noun}s: ${left}. Equally good: ${listed(others)}.`;
  }
  if (!before) return `The board was solved; now ${left}.`;
  return `Not the best ${noun}: ${left}.${best ? ` Best was ${listed(every)}: ${before - 1} left.` : ""}`;
}
