/** A race: the track, and when its replay has ended the answer, the bet and a table. */

import { make, table } from "./dom.js";
import { RaceTrack } from "./race_track.js";
import { methodTitle } from "./spec.js";
import { count, duration, engineName, number } from "./words.js";

const HEADS = ["Method", "Result", "Length", "Expanded", "Generated", "Most stored", "Time", "Run by"];
/** @type {Record<string, string>} */ const QUALITIES = { optimal: "proven shortest", bounded: "bounded", unproven: "solved" };
/** @type {Record<string, string>} */
const ENDINGS = { stuck: "got stuck", limit: "limit reached", exhausted: "no solution", unsolvable: "unsolvable" };
/** @type {Record<string, string>} */
const METRIC_OF = { work: "expanded", memory: "memory", time: "time", length: "length", success: "expanded" };

/** @typedef {{sentence: string, summary: string[], winner: ?string, question: string}} Standing conclusions */
/** @typedef {Standing & Api.ResultRecord & {place: number, error: Api.ErrorBody}} RaceData of an event: the fields of its kind */

/** Shows the events of one race. */
export class RaceResults {
  /** @type {Lane[]} */ #lanes = [];
  /** @type {?Standing} */ #standing = null; // the conclusions from the methods that have finished
  /** @type {?Standing} */ #result = null; // the result, shown when the replay has ended

  /** @param {Api.RegistryRecord} registry */
  constructor(registry) {
    this.registry = registry;
    this.status = make("p.taquin-hidden", { role: "status" });
    this.body = make("tbody");
    this.words = make("div.findings");
    this.track = new RaceTrack();
    this.track.addEventListener("end", () => this.#result && this.#tell(this.#result));
    this.summary = make("div.findings");
    this.outcome = make(
      "div.results",
      { hidden: true },
      this.words,
      make(
        "section.panel",
        { "aria-label": "Table" },
        make("div.scroller", { tabindex: "0", role: "region", "aria-label": "Counters" }, this.#makeTable()),
      ),
      this.summary,
    );
    this.live = make("section.panel", { "aria-label": "Race" }, this.track.element);
    this.element = make("div.bare", this.status, this.live, this.outcome);
  }

  #makeTable() {
    const made = table(HEADS, this.body, make("caption.taquin-hidden", "The race"));
    made.classList.add("race-table");
    return made;
  }

  /** Show the methods that can start. @param {string[]} methods @param {string} question */
  prepare(methods, question) {
    this.#standing = null;
    this.#result = null;
    this.outcome.hidden = true;
    this.status.textContent = "";
    const titles = methods.map((spec) => methodTitle(this.registry, spec));
    this.#lanes = methods.map((spec, place) => new Lane(spec, titles[place]));
    this.body.replaceChildren(...this.#lanes.map((lane) => lane.element));
    this.track.begin(titles, METRIC_OF[question]);
  }

  /** The race begins. @param {string[]} methods @param {string} question */
  begin(methods, question) {
    const { bet } = this.track;
    this.prepare(methods, question);
    this.track.bet = bet;
    this.track.isOpen = false;
    this.track.mark(-1); // the bet, before there is a winner
    this.status.textContent = "The race has started.";
  }

  /** An event of the stream. @param {string} event @param {RaceData} data */
  update(event, data) {
    if (event === "finish") {
      this.#result = data;
      this.track.finish();
      return;
    }
    if (event === "start") return;
    if (event === "standing") {
      this.#standing = data;
      return;
    }
    const lane = this.#lanes[data.place];
    if (event === "failed") lane.fail(data.error);
    if (event === "progress") this.track.progress(data.place, data.expanded);
    if (event === "row") {
      lane.end(data);
      this.track.end(data.place, data, lane.ending);
    }
  }

  /** The race was stopped: what has finished is kept, with its sentences. @returns {number} how many had finished */
  stop() {
    for (const lane of this.#lanes) lane.stop();
    this.status.textContent = "";
    this.#result = this.#standing;
    this.track.stop();
    return this.#lanes.filter(({ result }) => result).length;
  }

  /** Show what the server says about the methods that have finished. @param {Standing} values */
  #tell({ sentence, summary, winner }) {
    const bet = this.#betWords(winner);
    this.words.replaceChildren(make("p.sentence", sentence), ...(bet ? [make("p.bet", bet)] : []));
    this.summary.replaceChildren(...summary.map((text) => make("p", text)));
    this.status.textContent = `${sentence} ${bet}`;
    this.outcome.hidden = false;
    const first = this.#lanes.findIndex(({ result }) => winner !== null && result?.spec === winner);
    this.track.mark(first);
    for (const [place, { element }] of this.#lanes.entries()) element.classList.toggle("is-winner", place === first);
  }

  #betWords(/** @type {?string} */ winner) {
    const lane = this.#lanes[this.track.bet];
    if (!lane) return "";
    if (!winner) return `You bet on ${lane.title}; there is no single winner.`;
    return lane.result?.spec === winner ? `You bet on ${lane.title}, and won.` : `You bet on ${lane.title}, and lost.`;
  }
}

/** One method in the table. */
class Lane {
  /** @param {string} spec @param {string} title */
  constructor(spec, title) {
    /** @type {?Api.ResultRecord} */ this.result = null;
    this.isFailed = false;
    this.title = title;
    this.ending = "";
    const name = make("th", { scope: "row", text: title, title: spec });
    this.cells = Object.fromEntries(HEADS.slice(1).map((head) => [head, make("td", "–")]));
    this.element = make("tr", name, ...Object.values(this.cells));
  }

  setState(/** @type {string} */ state) {
    this.cells.Result.textContent = state;
    this.element.dataset.state = state;
  }

  end(/** @type {Api.ResultRecord} */ result) {
    this.result = result;
    const isSolved = result.status === "solved";
    const quality = result.caveat ? "shortest, by the bound" : QUALITIES[result.quality ?? ""];
    this.setState(isSolved ? quality : (ENDINGS[result.status] ?? result.status));
    this.ending = isSolved ? count(result.length ?? 0, "move") : this.cells.Result.textContent;
    this.element.title = result.caveat ?? result.reason ?? "";
    this.#show({
      Length: isSolved ? number(result.length ?? 0) : "–",
      Expanded: number(result.expanded),
      Generated: number(result.generated),
      "Most stored": result.max_stored ? number(result.max_stored) : "–", // of the user's code it is not known
      Time: duration(result.seconds),
      "Run by": engineName(result.backend),
    });
  }

  /** @param {{message: string}} values */
  fail({ message }) {
    this.isFailed = true;
    this.setState("failed");
    this.element.title = message;
    this.cells.Result.append(make("small.help", message));
  }

  stop() {
    if (!this.result && !this.isFailed) this.setState("stopped");
  }

  #show(/** @type {Record<string, string>} */ values) {
    for (const [name, text] of Object.entries(values)) this.cells[name].textContent = text;
  }
}
