/** After a game: where moves were lost. A curve of the distance to the goal with its detours, and a player of the moves. */

import { Board } from "../modules/board.js";
import { Player } from "../modules/player.js";
import { isAborted, post } from "./api.js";
import { button, copyOf, make, makeSvg, part } from "./dom.js";
import { Notice } from "./notice.js";
import { clock, count, nounOf, waitingWords } from "./words.js";

const MOST_CELLS = 16; // on larger boards distances are rarely proven
const MOST_MOVES = 400;
const [WIDTH, HEIGHT, LEFT, FOOT] = [320, 110, 26, 18];

/** Reviews one game at a time. */
export class GameReview {
  #control = new AbortController();
  /** @type {?Player} */ #player = null;

  constructor() {
    this.notice = new Notice();
    this.element = copyOf("review");
    this.sentence = part(".review-sentence", this.element);
    this.curve = part(".chart", this.element);
    this.detours = part(".row", this.element);
    this.place = part(".player", this.element);
    this.element.prepend(this.notice.element);
  }

  /** Whether a game can be reviewed. @param {Game} game */
  static takes({ start, moves, isFinished }) {
    return isFinished && start.cells.length <= MOST_CELLS && moves.length <= MOST_MOVES;
  }

  /** Replay a recorded game, every move at its time. @param {GameResult} game */
  replay({ start, goal, size, timed = "", seconds, moves, metric }) {
    this.close();
    const [rows, columns] = size.split("x").map(Number);
    const steps = [...timed.matchAll(/([UDLR]+)(\d+)/g)].map(([, letters, wait]) => ({ letters, wait: Number(wait) }));
    const [from, to] = [start, goal].map((text) => Board.parse(text, [rows, columns]));
    this.curve.replaceChildren();
    this.notice.clear();
    this.sentence.textContent = `Replay: ${count(moves, nounOf(metric))} in ${clock(Math.round(100 * seconds))}.`;
    const player = new Player(this.place, { start: from, goal: to, moves: steps.map(({ letters }) => letters).join("") });
    this.#player = player;
    this.element.hidden = false;
    this.detours.replaceChildren(button("In real time", () => this.#playInTime(player, steps), { kind: "is-main" }));
    this.#playInTime(player, steps);
  }

  /** @param {Player} player @param {{letters: string, wait: number}[]} steps */
  async #playInTime(player, steps) {
    const { transport } = player;
    transport.pause();
    transport.go(0);
    let position = 0;
    for (const { letters, wait } of steps) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10 * wait);
      });
      if (player !== this.#player || transport.position !== position || transport.isPlaying) return; // the user took over
      position += letters.length;
      transport.go(position);
    }
  }

  /** End a review that is still being made. */
  stop() {
    if (!this.#player) this.close();
  }

  /** Show nothing. */
  close() {
    this.#control.abort();
    this.#player?.destroy();
    this.#player = null;
    this.element.hidden = true;
  }

  /** Show where a game lost moves. @param {Game} game */
  async open({ start, goal, moves, metric }) {
    this.close();
    const control = new AbortController();
    const { signal } = control;
    this.#control = control;
    this.curve.replaceChildren();
    this.detours.replaceChildren();
    this.sentence.textContent = "Measuring the distance after every move …";
    this.element.hidden = false;
    this.notice.clear();
    const waits = (/** @type {string} */ awaited) => {
      if (awaited && !signal.aborted) this.sentence.textContent = waitingWords(awaited, "the game is reviewed");
    };
    try {
      const review = await post("review", { board: start.text, goal: goal.text, moves, metric }, { signal, waits });
      if (signal.aborted) return;
      const steps = metric === "slides" ? (moves.match(/(.)\1*/g) ?? []) : [...moves];
      this.#player = new Player(this.place, { start, goal, moves });
      this.#player.transport.buttons.play.focus({ preventScroll: true }); // arrow keys step through the game
      this.#show(review, steps, nounOf(metric));
    } catch (error) {
      this.sentence.textContent = "";
      if (!isAborted(error)) this.notice.error(error);
    }
  }

  /** @param {Api.ReviewRecord} review @param {string[]} steps the moves, one string for each that counts @param {string} noun */
  #show({ distances, detours, sentence }, steps, noun) {
    this.sentence.textContent = sentence;
    if (!distances.length) return;
    const replay = (/** @type {number} */ place) => {
      this.#player?.transport.go(steps.slice(0, place).join("").length);
      this.#player?.transport.play();
    };
    const x = (/** @type {number} */ place) => LEFT + ((WIDTH - LEFT - 8) * place) / steps.length;
    const y = (/** @type {number} */ distance) => 8 + (HEIGHT - FOOT - 16) * (1 - distance / Math.max(...distances));
    const line = (/** @type {number} */ begin, /** @type {number} */ end, /** @type {string} */ kind) => {
      const points = distances.slice(begin, end + 1).map((distance, at) => `${x(begin + at)} ${y(distance)}`);
      return makeSvg(`path.${kind}`, { d: `M${points.join("L")}` });
    };
    const text = (/** @type {number|string} */ words, /** @type {number} */ left, /** @type {number} */ top) =>
      makeSvg("text.chart-tick", { x: left, y: top, "text-anchor": "end" }, String(words));
    const svg = makeSvg(
      "svg.review-curve",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `The distance to the goal after every ${noun}` },
      makeSvg("path.chart-line", { d: `M${LEFT} ${y(0)}H${WIDTH - 8}` }),
      line(0, steps.length, "review-way"),
      ...detours.map(([begin, end]) => line(begin, end, "review-detour")),
      text(Math.max(...distances), LEFT - 5, 12),
      text(0, LEFT - 5, y(0) + 4),
      text(count(steps.length, noun), WIDTH - 8, HEIGHT - 4),
    );
    svg.addEventListener("click", (event) => {
      const { clientX } = /** @type {MouseEvent} */ (event);
      const { left, width } = svg.getBoundingClientRect();
      const share = (((clientX - left) / width) * WIDTH - LEFT) / (WIDTH - LEFT - 8);
      replay(Math.round(Math.max(0, Math.min(share, 1)) * steps.length));
    });
    this.curve.replaceChildren(svg, make("figcaption.help", "Distance to the goal. Click the curve to replay from there."));
    this.detours.replaceChildren(
      ...detours.map(([begin, end]) => button(`From ${noun} ${begin + 1}: ${end - begin} lost`, () => replay(begin))),
    );
  }
}
