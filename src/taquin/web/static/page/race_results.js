/** The progress of a race, one row for each method, and at the end a chart and a summary. */

import { make } from "./dom.js";
import { METRICS, RaceChart } from "./race_chart.js";
import { RaceTrack } from "./race_track.js";
import { methodTitle } from "./spec.js";
import { count, duration, number } from "./words.js";

const HEADS = ["Method", "Result", "Length", "Expanded", "Generated", "Peak states", "Time", "Backend"];
const QUALITIES = { optimal: "proven shortest", bounded: "bounded", unproven: "solved" };
const ENDINGS = { stuck: "got stuck", limit: "limit reached", exhausted: "no solution", unsolvable: "unsolvable" };
const METRIC_OF = { work: "expanded", memory: "memory", length: "length", success: "length" };

/** Shows the events of one race. */
export class RaceResults {
  #lanes = [];
  #standing = null; // what the methods that have finished have shown

  /** @param {object} registry */
  constructor(registry) {
    this.registry = registry;
    this.status = make("p.taquin-hidden", { role: "status" });
    this.body = make("tbody");
    this.words = make("div.findings");
    this.chart = new RaceChart();
    this.track = new RaceTrack();
    this.ending = make(
      "section.panel", { hidden: true, "aria-label": "Chart" }, this.#makeChoice(), this.chart.element,
    );
    this.live = make(
      "section.panel", { "aria-label": "Race" },
      this.track.element,
      make("div.scroller", { tabindex: "0", role: "region", "aria-label": "Counters" }, this.#makeTable()),
    );
    this.summary = make("div.findings");
    this.element = make("div.bare", {}, this.status, this.words, this.live, this.summary, this.ending);
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

  /** Show the methods that can start. @param {string[]} methods */
  prepare(methods) {
    this.#standing = null;
    this.ending.hidden = true;
    this.words.replaceChildren();
    this.summary.replaceChildren();
    this.status.textContent = "";
    const titles = methods.map((spec) => methodTitle(this.registry, spec));
    this.#lanes = methods.map((spec, place) => new Lane(spec, titles[place]));
    this.body.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.track.begin(titles);
  }

  /** A race begins. @param {string[]} methods */
  begin(methods) {
    this.prepare(methods);
    for (const lane of this.#lanes) lane.setState("waiting");
    this.status.textContent = "The race has started.";
  }

  /** An event of the stream. */
  update(event, data) {
    if (event === "finish") return void this.#finish(data);
    if (event === "start") return;
    if (event === "standing") {
      this.#standing = data;
      return;
    }
    const lane = this.#lanes[data.place];
    if (event === "begin") lane.setState("running");
    if (event === "queued") lane.setState("waiting");
    if (event === "failed") lane.fail(data.error);
    if (event === "progress") {
      lane.progress(data);
      this.track.progress(data.place, data.expanded);
    }
    if (event === "row") {
      lane.end(data);
      this.track.end(data.place, data.expanded, lane.ending);
    }
  }

  /** The race was stopped: what has finished is kept, with its sentences. @returns {number} how many had finished */
  stop() {
    for (const lane of this.#lanes) lane.stop();
    this.status.textContent = "";
    const rows = this.#rows;
    if (this.#standing) this.#tell(this.#standing);
    else this.#showChart(rows, null, "expanded");
    this.track.finish();
    return rows.length;
  }

  get #rows() {
    return this.#lanes.filter((lane) => lane.result).map((lane) => ({ ...lane.result, title: lane.title }));
  }

  #showChart(rows, winner, metric) {
    this.ending.hidden = !rows.length;
    this.ending.querySelector(`input[value="${metric}"]`).checked = true;
    this.chart.choose(metric);
    this.chart.show(rows, winner);
  }

  #finish(found) {
    this.#tell(found);
    this.track.finish();
    this.track.play();
  }

  /** Show what the server says about the methods that have finished. */
  #tell({ sentence, summary, winner, question }) {
    this.words.replaceChildren(make("p.sentence", { text: sentence }));
    this.summary.replaceChildren(...summary.map((text) => make("p", { text })));
    this.status.textContent = sentence;
    this.#showChart(this.#rows, winner, METRIC_OF[question]);
    for (const lane of this.#lanes) lane.element.classList.toggle("is-winner", lane.result?.spec === winner);
  }
}

/** One method in the table. */
class Lane {
  constructor(spec, title) {
    this.result = null;
    this.isFailed = false;
    this.title = title;
    this.ending = "";
    const name = make("th", { scope: "row", text: title, title: spec });
    this.cells = Object.fromEntries(HEADS.slice(1).map((head) => [head, make("td", { text: "–" })]));
    this.element = make("tr", {}, name, ...Object.values(this.cells));
    this.setState("ready");
  }

  setState(state) {
    this.cells.Result.textContent = state;
    this.element.dataset.state = state;
  }

  progress({ expanded, generated, seconds }) {
    this.setState("running");
    this.#show({ Expanded: number(expanded), Generated: number(generated), Time: duration(seconds) });
  }

  end(result) {
    this.result = result;
    const isSolved = result.status === "solved";
    this.setState(isSolved ? QUALITIES[result.quality] : ENDINGS[result.status] ?? result.status);
    this.ending = isSolved ? count(result.length, "move") : this.cells.Result.textContent;
    this.element.title = result.reason ?? "";
    this.#show({
      Length: isSolved ? number(result.length) : "–",
      Expanded: number(result.expanded), Generated: number(result.generated),
      "Peak states": number(result.max_stored), Time: duration(result.seconds), Backend: result.backend ?? "–",
    });
  }

  fail({ message }) {
    this.isFailed = true;
    this.setState("failed");
    this.element.title = message;
    this.cells.Result.append(make("small.help", { text: message }));
  }

  stop() {
    if (!this.result && !this.isFailed) this.setState("stopped");
  }

  #show(values) {
    for (const [name, text] of Object.entries(values)) this.cells[name].textContent = text;
  }
}
