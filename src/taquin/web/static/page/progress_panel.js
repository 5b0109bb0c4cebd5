/** A search that runs: the board, the best solution so far, its length over time, and how to stop. */

import { Player } from "../modules/player.js";
import { copyOf, part, pressed } from "./dom.js";
import { LengthCurve } from "./length_curve.js";
import { bytes, count, duration, ended, gapWords, nounOf, number, waitingWords } from "./words.js";

/** Shows the progress of one search, laid out as its result will be. */
export class ProgressPanel {
  /** @type {?Player} */ #player = null;
  #isOffered = false; // whether a solution is shown

  /** @param {() => void} stop called when the user stops the search */
  constructor(stop) {
    /** The last report with a shorter solution, with the counters of the last report. @type {?Progress} */
    this.best = null;
    this.noun = "move";
    this.element = copyOf("progress");
    this.panel = part(".running", this.element);
    this.headline = part(".headline", this.panel);
    this.summary = part(".answer-head p", this.panel);
    this.stage = part(".player-place", this.panel);
    this.side = part(".answer-side", this.panel);
    this.words = part(".progress-words", this.panel);
    this.cancel = pressed(".cancel", this.panel, stop);
    this.curve = new LengthCurve();
    this.state = part("[role=status]", this.element);
  }

  /**
   * A search begins.
   * @param {Board} start
   * @param {Board} goal
   * @param {?Pick<Api.ResultRecord, "moves"|"length">} before the result that it continues
   * @param {string} [metric] what its length counts
   */
  begin(start, goal, before, metric = "moves") {
    this.end();
    this.noun = nounOf(metric);
    this.#isOffered = false;
    this.headline.textContent = this.summary.textContent = this.words.textContent = "";
    this.cancel.textContent = "Cancel";
    this.curve.clear();
    this.side.append(this.curve.element); // the result of the search before had it
    this.#player = new Player(this.stage, { start, goal, moves: "" });
    if (before?.moves) this.#offer(before.length ?? 0, before.moves);
    this.best = null;
    this.side.hidden = false;
    this.panel.hidden = false;
  }

  /** The search waits, or starts. @param {string} awaited what it waits for; empty when it starts */
  wait(awaited) {
    if (!this.#player) return; // it was cancelled
    if (!this.#isOffered) this.headline.textContent = awaited ? "Waiting …" : "Searching …";
    this.words.textContent = waitingWords(awaited, "the search starts", "Started.");
    this.state.textContent = awaited ? "Waiting for Python." : "Searching.";
  }

  /** Show an event of the search. @param {string} event @param {Progress} data */
  show(event, data) {
    if (event === "queued") {
      this.words.textContent = `Waiting for ${count(data.ahead + 1, "other run")} to finish.`;
      return;
    }
    const parts = [`${number(data.expanded)} expanded`, `${number(data.generated)} generated`, duration(data.seconds)];
    const bound = Math.ceil(data.lower_bound);
    if (data.length) this.summary.textContent = ended(gapWords(data.length, bound, this.noun));
    else if (bound) parts.push(`at least ${count(bound, this.noun)}`);
    if (data.memory) parts.push(bytes(data.memory));
    this.words.textContent = parts.join(" · ");
    if (data.length) this.curve.add(data.seconds, data.length, bound, this.noun);
    if (data.moves) this.#offer(data.length ?? 0, data.moves);
    if (data.moves || this.best) this.best = { ...this.best, ...data };
  }

  /** Nothing runs: show the board alone. */
  rest() {
    this.headline.textContent = this.summary.textContent = this.state.textContent = "";
    this.side.hidden = true;
  }

  /** The search has ended. */
  end() {
    this.#player?.destroy();
    this.#player = null;
    this.panel.hidden = true;
    this.state.textContent = "";
  }

  /** Show the best solution so far. It can be played immediately, unless the previous one is being played. @param {number} length @param {string} moves */
  #offer(length, moves) {
    const words = count(length, this.noun);
    this.#isOffered = true;
    this.headline.textContent = `${words} so far`;
    this.cancel.textContent = `Stop and keep ${words}`;
    const player = this.#player;
    if (player && !player.position && !player.transport.isPlaying) player.load(player.board, moves);
  }
}
