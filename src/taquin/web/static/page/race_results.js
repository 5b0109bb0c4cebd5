/** The progress of a race, one row for each method, and at the end a chart and a summary. */

import { make } from "./dom.js";
import { METRICS, RaceChart } from "./race_chart.js";
import { duration, number } from "./words.js";

const HEADS = ["Method", "State", "Length", "Expanded", "Generated", "Stored", "Time"];
const QUALITIES = { optimal: "solved, shortest", bounded: "solved, bounded", unproven: "solved" };
const ENDINGS = { stuck: "got stuck", limit: "limit reached", exhausted: "no solution" };

/** Shows the events of one race. */
export class RaceResults {
  #lanes = [];
  #most = 1;

  constructor() {
    this.status = make("p.taquin-hidden", { role: "status" });
    this.body = make("tbody");
    this.words = make("div.findings");
    this.chart = new RaceChart();
    this.ending = make(
      "section.panel", { hidden: true, "aria-label": "Results" },
      make("h2", { text: "Results" }), this.words, this.#makeChoice(), this.chart.element,
    );
    this.live = make(
      "section.panel", { hidden: true, "aria-label": "Race" },
      make("h2", { text: "The race" }),
      make("div.scroller", { tabindex: "0", role: "region", "aria-label": "Counters" }, this.#makeTable()),
    );
    this.element = make("div.bare", {}, this.status, this.ending, this.live);
  }

  #makeTable() {
    const heads = HEADS.map((text) => make("th", { text, scope: "col" }));
    const caption = make("caption.taquin-hidden", { text: "The race" });
    return make("table.numbers.race-table", {}, caption, make("thead", {}, make("tr", {}, ...heads)), this.body);
  }

  #makeChoice() {
    const choice = make("fieldset.metrics", {}, make("legend", { text: "Compare" }));
    for (const [key, { name }] of Object.entries(METRICS)) {
      const on = { change: () => this.chart.choose(key) };
      const radio = make("input", { type: "radio", name: "metric", value: key, checked: key === "expanded", on });
      choice.append(make("label.check", {}, radio, name));
    }
    return choice;
  }

  /** Show nothing. */
  clear() {
    this.live.hidden = this.ending.hidden = true;
    this.status.textContent = "";
    this.#lanes = [];
  }

  /** A race begins. @param {string[]} methods */
  begin(methods) {
    this.clear();
    this.#most = 1;
    this.#lanes = methods.map((spec) => new Lane(spec));
    this.body.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.live.hidden = false;
    this.status.textContent = "The race has started.";
  }

  /** An event of the stream. */
  update(event, data) {
    if (event === "finish") return void this.#finish(data);
    if (event === "start") return;
    const lane = this.#lanes[data.place];
    if (event === "begin") lane.setState("running");
    if (event === "queued") lane.setState("waiting");
    if (event === "failed") lane.fail(data.error);
    if (event === "progress") lane.progress(data);
    if (event === "row") lane.end(data);
    this.#most = Math.max(this.#most, data.expanded ?? 0);
    for (const one of this.#lanes) one.measure(this.#most);
  }

  /** The race was stopped. */
  stop() {
    for (const lane of this.#lanes) lane.stop();
    this.status.textContent = "";
  }

  #finish({ sentence, summary, winner }) {
    this.words.replaceChildren(make("p.sentence", { text: sentence }), ...summary.map((text) => make("p", { text })));
    this.status.textContent = sentence;
    this.ending.hidden = false;
    const rows = this.#lanes.filter((lane) => lane.result).map((lane) => lane.result);
    this.chart.show(rows, winner);
    for (const lane of this.#lanes) lane.element.classList.toggle("is-winner", lane.result?.spec === winner);
  }
}

/** One method in the race. */
class Lane {
  constructor(spec) {
    this.result = null;
    this.name = make("th", { scope: "row" }, make("code", { text: spec }), make("span.lane-bar"));
    this.cells = Object.fromEntries(HEADS.slice(1).map((head) => [head, make("td", { text: "–" })]));
    this.element = make("tr", {}, this.name, ...Object.values(this.cells));
    this.expanded = 0;
    this.setState("waiting");
  }

  setState(state) {
    this.cells.State.textContent = state;
    this.element.dataset.state = state;
  }

  /** Show the work so far, relative to the method that has done most. */
  measure(most) {
    this.name.style.setProperty("--share", this.expanded / most);
  }

  progress({ expanded, generated, seconds }) {
    this.setState("running");
    this.expanded = expanded;
    this.#show({ Expanded: number(expanded), Generated: number(generated), Time: duration(seconds) });
  }

  end(result) {
    this.result = result;
    this.expanded = result.expanded;
    const isSolved = result.status === "solved";
    this.setState(isSolved ? QUALITIES[result.quality] : ENDINGS[result.status] ?? result.status);
    this.element.title = result.reason ?? "";
    this.#show({
      Length: isSolved ? number(result.length) : "–",
      Expanded: number(result.expanded), Generated: number(result.generated),
      Stored: number(result.max_stored), Time: duration(result.seconds),
    });
  }

  fail({ message }) {
    this.setState("failed");
    this.element.title = message;
    this.cells.State.append(make("small.help", { text: message }));
  }

  stop() {
    if (!this.result) this.setState("stopped");
  }

  #show(values) {
    for (const [name, text] of Object.entries(values)) this.cells[name].textContent = text;
  }
}
