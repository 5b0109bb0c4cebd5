/** The track of a race: a bar for each method. Live it grows with the work; the replay gives all the same speed. */

import { isCalm } from "../modules/elements.js";
import { button, make } from "./dom.js";
import { count, number } from "./words.js";

const SECONDS = 8; // a replay of the method with the most expansions takes so long

/** Shows how much each method expands. A replay makes equally many expansions a second for all. */
export class RaceTrack {
  #lanes = [];
  #frame = 0;
  #shown = 0; // expansions that the replay has reached

  constructor() {
    this.list = make("ol.lanes", { "aria-label": "Expansions of each method" });
    this.replay = button("Replay", () => (this.#frame ? this.stop() : this.play()), { hidden: true });
    this.rate = make("p.help");
    this.element = make("div.track", {}, this.list, make("div.row", {}, this.replay, this.rate));
  }

  /** A race begins. @param {string[]} titles */
  begin(titles) {
    this.stop();
    this.#lanes = titles.map((title) => new TrackLane(title));
    this.list.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.replay.hidden = true;
    this.rate.textContent = "";
  }

  /** The work of a method so far. */
  progress(place, expanded) {
    this.#lanes[place].expanded = expanded;
    this.#measure();
  }

  /** A method has ended. @param {number} place @param {number} expanded @param {string} ending */
  end(place, expanded, ending) {
    Object.assign(this.#lanes[place], { expanded, ending });
    this.#measure();
  }

  /** The race is over, or was stopped: offer the replay. */
  finish() {
    this.replay.hidden = !this.#most || isCalm(); // nothing moves for those who prefer less motion
    this.rate.textContent = this.replay.hidden ? "" : `${count(this.#rate, "expansion")} per second for each method.`;
  }

  /** Play the race again, with equally many expansions a second for all methods. */
  play() {
    if (isCalm()) return void this.#measure();
    const began = performance.now();
    this.replay.textContent = "Stop the replay";
    const step = () => {
      this.#shown = ((performance.now() - began) / 1000) * this.#rate;
      for (const lane of this.#lanes) lane.show(Math.min(this.#shown, lane.expanded), this.#most);
      if (this.#shown >= this.#most) this.stop();
      else this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** End the replay: everything is shown. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.replay.textContent = "Replay";
    this.#measure();
  }

  get #most() {
    return Math.max(0, ...this.#lanes.map((lane) => lane.expanded));
  }

  get #rate() {
    return Math.max(1, Math.ceil(this.#most / SECONDS));
  }

  #measure() {
    if (this.#frame) return;
    for (const lane of this.#lanes) lane.show(lane.expanded, this.#most);
  }
}

/** The lane of one method. */
class TrackLane {
  expanded = 0;
  ending = "";

  constructor(title) {
    this.bar = make("span.lane-bar");
    this.words = make("span.lane-words");
    this.element = make("li", {}, make("span.lane-name", { text: title }), make("span.lane-run", {}, this.bar), this.words);
  }

  /** Show a moment of the race, as a number of expansions. */
  show(expanded, most) {
    this.bar.style.setProperty("--share", most ? expanded / most : 0);
    const isDone = expanded >= this.expanded;
    this.element.classList.toggle("is-done", isDone && Boolean(this.ending));
    this.words.textContent = `${number(expanded)}${isDone && this.ending ? ` · ${this.ending}` : ""}`;
  }
}
