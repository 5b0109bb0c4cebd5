/** Hints in two steps, and a word about each move that was made by hand. */

import { MOVES } from "../modules/board.js";
import { isAborted, post } from "./api.js";
import { make, button, checkbox } from "./dom.js";
import { count, sentence } from "./words.js";

const MOST_CELLS = 16; // beyond, distances are hardly ever proven in time
const JUDGE_DELAY = 80; // milliseconds: who holds an arrow key down wants no word on each move
const MEASURE_TIME = 2; // seconds
const LABELS = ["Hint", "Show the move", "Make the move"];

/** Watches a game. Event `move`, with `detail` { move }: the player asks to have the hint played. */
export class Coach extends EventTarget {
  #step = 0;
  #hint = null;
  #control = new AbortController();

  /**
   * @param {{session: import("./session.js").Session}} app
   * @param {(tile: number) => void} mark shows a tile, or none for 0
   */
  constructor({ session }, mark) {
    super();
    this.session = session;
    this.mark = mark;
    this.button = button(LABELS[0], () => this.#advance());
    this.words = make("p.coach-words", { role: "status" });
    this.judges = true;
    this.box = checkbox("Judge each of my moves", true, (isChecked) => {
      this.judges = isChecked;
      this.#say("");
    });
  }

  /** Forget the hint: the board is another. */
  reset(words = "") {
    this.#begin();
    this.#step = 0;
    this.#hint = null;
    this.button.textContent = LABELS[0];
    this.mark(0);
    this.#say(words);
  }

  /**
   * Say what a move was worth.
   * @param {import("../modules/board.js").Board} board before the move
   * @param {string} moves
   * @param {import("./game.js").Game} game after it
   */
  async judge(board, moves, game) {
    this.reset();
    if (!this.judges || board.cells.length > MOST_CELLS || !this.session.isSolvable) return;
    const { signal } = this.#control;
    await new Promise((resolve) => { setTimeout(resolve, JUDGE_DELAY); });
    if (signal.aborted) return;
    try {
      const found = await post("judge", { board: board.text, goal: game.goal.text, moves }, { signal });
      if (signal.aborted) return;
      if (game.shortest === null && board.equals(game.start)) game.shortest = found.before;
      if (!game.isSolved) this.#say(verdictWords(found), found.verdict ?? "");
    } catch (error) {
      if (!isAborted(error)) this.#say(error.message);
    }
  }

  /**
   * Find out how many moves the start of a game was away, if that takes no time.
   * @param {import("./game.js").Game} game
   */
  async measure(game) {
    if (game.shortest !== null || game.start.cells.length > MOST_CELLS) return;
    const message = { board: game.start.text, goal: game.goal.text, count: true, limits: { time: MEASURE_TIME } };
    const found = await post("hint", message).catch(() => null);
    if (found?.quality === "optimal") game.shortest = found.left;
  }

  /** Leave what was asked before: only the last question is answered. */
  #begin() {
    this.#control.abort();
    this.#control = new AbortController();
    return this.#control;
  }

  /** Say something. @param {string} text @param {string} [kind] best, equal or worse */
  #say(text, kind = "") {
    this.words.textContent = text;
    this.words.dataset.verdict = kind;
  }

  async #advance() {
    const { session } = this;
    if (session.board.equals(session.goal)) return void this.#say("Every tile is at home.");
    if (!session.isSolvable) return void this.#say("This board cannot be solved.");
    if (this.#step === 2) {
      const [move] = this.#hint.moves;
      this.dispatchEvent(new CustomEvent("move", { detail: { move } }));
      return;
    }
    const wasCounted = this.#step === 1;
    const { signal } = this.#begin();
    this.#say("Looking …");
    try {
      const found = await post("hint", { ...session.message, count: !wasCounted }, { signal });
      if (!signal.aborted) this.#show(found, wasCounted);
    } catch (error) {
      if (!isAborted(error)) this.#say(error.message);
    }
  }

  #show(found, wasCounted) {
    const least = count(found.lower_bound, "move");
    if (found.left === null) return void this.#say(`No hint: ${found.reason}. At least ${least} are left.`);
    const isProven = found.quality === "optimal";
    const left = isProven
      ? `${count(found.left, "move")} ${found.left === 1 ? "is" : "are"} left.`
      : `I know a way of ${count(found.left, "move")}; none is shorter than ${found.lower_bound}.`;
    this.#step = wasCounted ? 2 : 1;
    this.#hint = found;
    this.button.textContent = LABELS[this.#step];
    if (!wasCounted) return void this.#say(left);
    const [words, ...others] = found.words;
    const also = others.length ? ` Or ${others.join(", or ")}: just as good.` : "";
    this.#say(`${sentence(words)}.${also}`);
    const { board } = this.session;
    this.mark(board.cells[board.neighbour(board.blank, found.moves[0])]);
  }
}

function verdictWords({ verdict, before, after, best, moves }) {
  const left = after === null ? "" : `${count(after, "move")} left`;
  switch (verdict) {
    case "best":
      return best ? `Best move: ${left}.` : `Good: ${left}, as few as can be.`;
    case "equal":
      return `As good as any: ${left}, and ${others(best, moves[0])} too.`;
    case "worse":
      return `Not the best: ${left} now, ${before - moves.length} were possible${best ? ` with ${names(best)}` : ""}.`;
    default:
      return "";
  }
}

function others(best, move) {
  const rest = [...best].filter((letter) => letter !== move).join("");
  return `${names(rest)} would have been best`;
}

function names(letters) {
  return [...letters].map((letter) => MOVES[letter].word).join(" or ");
}
