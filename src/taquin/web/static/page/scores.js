/** The figures of a game: moves and time; tiles at home while it is played, and the speed when it is solved. */

import { make } from "./dom.js";
import { clock, nounOf, number, sentence } from "./words.js";

const NAMES = { moves: "Moves", time: "Time", home: "At home", speed: "Moves/s" }; // or slides
const TICK = 20; // milliseconds between two times that are shown

export class Scores {
  #timer = 0;
  /** @type {?Game} */ #game = null;

  constructor() {
    this.values = Object.fromEntries(Object.keys(NAMES).map((name) => [name, make("dd")]));
    this.element = make(
      "dl.scores",
      ...Object.entries(NAMES).map(([name, text]) => make("div", make("dt", text), this.values[name])),
    );
  }

  /** Show a game. The time runs until the clock of the game stops, or until `stop`. @param {Game} game */
  show(game) {
    const { moves, home, speed } = this.values;
    this.#game = game;
    moves.textContent = number(game.count);
    const noun = sentence(nounOf(game.metric));
    moves.previousElementSibling?.replaceChildren(`${noun}s`);
    speed.previousElementSibling?.replaceChildren(`${noun}s/s`);
    home.textContent = `${game.board.atHome(game.goal)} of ${game.board.cells.length - 1}`;
    speed.textContent = game.hundredths ? ((100 * game.count) / game.hundredths).toFixed(2) : "–";
    home.parentElement?.toggleAttribute("hidden", game.isFinished);
    speed.parentElement?.toggleAttribute("hidden", !game.isFinished);
    this.#showTime();
    if (game.isRunning && !this.#timer) this.#timer = setInterval(() => this.#showTime(), TICK);
  }

  /** Stop showing the time. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #showTime() {
    if (!this.#game) return;
    this.values.time.textContent = clock(this.#game.hundredths);
    if (!this.#game.isRunning) this.stop();
  }
}
