/** The track of a race: a lane for each method, to bet on, for the replay of the race, and to compare the results. */

import { isCalm } from "../modules/elements.js";
import { button, make, part } from "./dom.js";
import { duration, number } from "./words.js";

/** @typedef {{name: string, words: string, value: (row: Api.ResultRecord) => ?number, text: (value: number) => string}} Compared */

/** The values that can be compared. @type {Record<string, Compared>} */
const METRICS = {
  expanded: { name: "Expanded", words: "Nodes expanded", value: (row) => row.expanded, text: number },
  generated: { name: "Generated", words: "Nodes generated", value: (row) => row.generated, text: number },
  memory: { name: "Memory", words: "Most states stored at once", value: (row) => row.max_stored, text: number },
  time: { name: "Time", words: "Time", value: (row) => row.seconds, text: duration },
  length: { name: "Length", words: "Length of the solution", value: (row) => row.length, text: number },
};
const COLOURS = 8; // of methods, as many as may race
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
    this.choice = this.#makeChoice();
    this.element = make("div.track", this.list, this.choice, make("div.row", this.replay, this.rate));
  }

  #makeChoice() {
    const choice = make("fieldset.metrics", make("legend", "Compare"));
    for (const [key, { name }] of Object.entries(METRICS)) {
      const on = { change: () => this.#compare(key) };
      choice.append(make("label.check", make("input", { type: "radio", name: "metric", value: key, on }), name));
    }
    return choice;
  }

  /** Other methods stand at the start. @param {string[]} titles @param {string} metric a key of METRICS */
  begin(titles, metric) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#measureBy(metric);
    this.#lanes = titles.map((title, place) => new TrackLane(title, place, () => this.dispatchEvent(new Event("bet"))));
    this.list.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.replay.hidden = this.choice.hidden = true;
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
    this.#lanes[place].end(result, ending);
  }

  /** Every method has ended, or was stopped: replay the race. */
  finish() {
    const hasReplay = this.#most > 0 && !isCalm(); // nothing moves for those who prefer less motion
    this.replay.hidden = !hasReplay;
    this.#describe();
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
      this.#show(shown);
      if (shown >= most) this.stop();
      else this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** End the replay: everything is shown, and can be compared. */
  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.replay.textContent = "Replay";
    this.choice.hidden = !this.#lanes.some((lane) => lane.result);
    this.#show(Infinity);
    this.dispatchEvent(new Event("end"));
  }

  /** Mark the lane of the winner, if there is one. @param {number} winner its place, or -1 */
  mark(winner) {
    const { bet } = this;
    for (const [place, lane] of this.#lanes.entries()) lane.mark({ isWinner: place === winner, isBet: place === bet });
  }

  /** Compare something else. @param {string} metric a key of METRICS */
  #compare(metric) {
    this.#measureBy(metric);
    this.#describe();
    this.stop();
  }

  #measureBy(/** @type {string} */ metric) {
    this.#metric = METRICS[metric];
    /** @type {HTMLInputElement} */ const radio = part(`[value="${metric}"]`, this.choice);
    radio.checked = true;
  }

  #describe() {
    const { words, text } = this.#metric;
    const rate = this.replay.hidden ? "less is better" : `${text(this.#rate)} per second for each method`;
    this.rate.textContent = `${words}: ${rate}. Dashed: no solution was found.`;
  }

  /** Show a moment of the race: all values up to this one. @param {number} shown */
  #show(shown) {
    const most = this.#most;
    for (const lane of this.#lanes) lane.show(shown, most, this.#metric);
  }

  get #most() {
    return Math.max(0, ...this.#lanes.map(({ result }) => (result && this.#metric.value(result)) ?? 0));
  }

  get #rate() {
    const rate = this.#most / SECONDS;
    return this.#metric.text === number ? Math.max(1, Math.ceil(rate)) : rate;
  }
}

/** The lane of one method. */
class TrackLane {
  /** @type {?Api.ResultRecord} */ result = null;
  #ending = "";

  /** @param {string} title @param {number} place @param {() => void} onBet */
  constructor(title, place, onBet) {
    this.radio = make("input", { type: "radio", name: "bet", value: place, on: { change: onBet } });
    this.marks = make("span.lane-marks");
    this.bar = make("span.lane-bar");
    this.words = make("span.lane-words");
    this.element = make(
      "li",
      { "data-method": String(place % COLOURS) },
      make("div.lane-head", make("label.lane-name", this.radio, make("span", title)), this.marks),
      make("span.lane-run", this.bar),
      this.words,
    );
  }

  /** Say on the track which lane has the bet, and which has won. @param {{isWinner: boolean, isBet: boolean}} values */
  mark({ isWinner, isBet }) {
    this.element.classList.toggle("is-winner", isWinner);
    const words = [...(isWinner ? ["Winner"] : []), ...(isBet ? ["Your bet"] : [])];
    this.marks.replaceChildren(...words.map((word) => make("span.card-mark", word)));
  }

  /** @param {Api.ResultRecord} result @param {string} ending */
  end(result, ending) {
    this.result = result;
    this.#ending = ending;
    this.words.textContent = "finished";
    this.element.classList.toggle("is-unsolved", result.status !== "solved");
  }

  /** Show a moment of the race: all values up to this one. @param {number} shown @param {number} most @param {Compared} metric */
  show(shown, most, metric) {
    if (!this.result) {
      this.words.textContent = "";
      return;
    }
    const all = metric.value(this.result);
    const value = Math.min(shown, all ?? 0);
    const isDone = shown >= (all ?? 0);
    this.bar.style.setProperty("--share", most ? value / most : 0);
    this.element.classList.toggle("is-done", isDone);
    const text = all === null ? "–" : metric.text(value);
    this.words.textContent = isDone ? `${text} · ${this.#ending}` : text;
  }
}
