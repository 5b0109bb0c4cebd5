/** The track of a race: a lane for each method, to bet on, and for the replay of the race. */

import { isCalm } from "../modules/elements.js";
import { button, make } from "./dom.js";
import { METRICS } from "./race_chart.js";
import { number } from "./words.js";

const SECONDS = 8; // how long the replay of the largest value takes

/**
 * Shows the lanes of a race. A replay lets the values of all methods grow equally fast. Events: `bet`, when a lane is
 * chosen; `end`, when a replay has ended.
 */
export class RaceTrack extends EventTarget {
  /** @type {TrackLane[]} */ #lanes = [];
  #frame = 0;
  #metric = METRICS.expanded;

  constructor() {
    super();
    this.list = make("ol.lanes", { "aria-label": "Methods" });
    this.replay = button("Replay", () => (this.#frame ? this.stop() : this.play()), { hidden: true });
    this.rate = make("p.help");
    this.element = make("div.track", this.list, make("div.row", this.replay, this.rate));
  }

  /** Other methods stand at the start. @param {string[]} titles @param {string} metric a key of METRICS */
  begin(titles, metric) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#metric = METRICS[metric];
    this.#lanes = titles.map((title, place) => new TrackLane(title, place, () => this.dispatchEvent(new Event("bet"))));
    this.list.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.replay.hidden = true;
    this.rate.textContent = "";
  }

  /** The place of the lane with the bet, or -1. */
  get bet() {
    return this.#lanes.findIndex((lane) => lane.radio.checked);
  }

  set bet(place) {
    for (const [other, lane] of this.#lanes.entries()) lane.radio.checked = other === place;
  }

  /** Whether bets are still accepted. @param {boolean} isOpen */
  set isOpen(isOpen) {
    for (const lane of this.#lanes) lane.radio.disabled = !isOpen;
  }

  /** The work of a method so far. @param {number} place @param {number} expanded */
  progress(place, expanded) {
    this.#lanes[place].words.textContent = `${number(expanded)} expanded …`;
  }

  /** A method has ended. @param {number} place @param {Api.ResultRecord} result @param {string} ending */
  end(place, result, ending) {
    this.#lanes[place].end(this.#metric.value(result), ending, this.#metric.text);
  }

  /** Every method has ended, or was stopped: replay the race. */
  finish() {
    const hasReplay = this.#most > 0 && !isCalm(); // nothing moves for those who prefer less motion
    this.replay.hidden = !hasReplay;
    this.rate.textContent = hasReplay
      ? `${this.#metric.words}: ${this.#metric.text(this.#rate)} per second for each method.`
      : "";
    if (hasReplay) this.play();
    else this.stop();
  }

  /** Let the value of every method grow from zero, equally fast. */
  play() {
    const began = performance.now();
    const [most, rate] = [this.#most, this.#rate];
    this.replay.textContent = "Skip to the result";
    const step = () => {
      const shown = ((performance.now() - began) / 1000) * rate;
      for (const lane of this.#lanes) lane.show(shown, most);
      if (shown >= most) this.stop();
      else this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** End the replay: everything is shown. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.replay.textContent = "Replay";
    for (const lane of this.#lanes) lane.show(Infinity, this.#most);
    this.dispatchEvent(new Event("end"));
  }

  get #most() {
    return Math.max(0, ...this.#lanes.map((lane) => lane.value));
  }

  get #rate() {
    const rate = this.#most / SECONDS;
    return this.#metric.text === number ? Math.max(1, Math.ceil(rate)) : rate;
  }
}

/** The lane of one method. */
class TrackLane {
  value = 0;
  #ending = "";
  #text = number;

  /** @param {string} title @param {number} place @param {() => void} onBet */
  constructor(title, place, onBet) {
    this.radio = make("input", { type: "radio", name: "bet", value: place, on: { change: onBet } });
    this.bar = make("span.lane-bar");
    this.words = make("span.lane-words");
    this.element = make(
      "li",
      make("label.lane-name", this.radio, make("span", title)),
      make("span.lane-run", this.bar),
      this.words,
    );
  }

  /** @param {?number} value @param {string} ending @param {(value: number) => string} text */
  end(value, ending, text) {
    this.value = value ?? 0;
    this.#ending = ending;
    this.#text = text;
    this.words.textContent = "finished";
  }

  /** Show a moment of the race: all values up to this one. @param {number} shown @param {number} most */
  show(shown, most) {
    const value = Math.min(shown, this.value);
    const isDone = shown >= this.value && Boolean(this.#ending);
    this.bar.style.setProperty("--share", most ? value / most : 0);
    this.element.classList.toggle("is-done", isDone);
    this.words.textContent = isDone ? `${this.#text(this.value)} · ${this.#ending}` : this.#ending && this.#text(value);
  }
}
