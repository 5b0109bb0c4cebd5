/** A bar chart of the results of a race. The table beside it has the same numbers for screen readers. */

import { make, makeSvg } from "./dom.js";
import { duration, number } from "./words.js";

/** @typedef {{name: string, words: string, value: (row: Api.ResultRecord) => ?number, text: (value: number) => string}} Compared */
/** @typedef {{ticks: number[], place: (value: number) => number, isLogarithmic: boolean}} Scale */

/** The values that can be compared. @type {Record<string, Compared>} */
export const METRICS = {
  expanded: { name: "Expanded", words: "Nodes expanded", value: (row) => row.expanded, text: number },
  generated: { name: "Generated", words: "Nodes generated", value: (row) => row.generated, text: number },
  memory: { name: "Memory", words: "Most states stored at once", value: (row) => row.max_stored, text: number },
  time: { name: "Time", words: "Time", value: (row) => row.seconds, text: duration },
  length: { name: "Length", words: "Length of the solution", value: (row) => row.length, text: number },
};

const ROW = 52;
const BAR = 18;
const NAME = 20;
const FOOT = 26;
const VALUE = 92; // pixels for the number after the longest bar
const STEEP = 40; // from this ratio on the scale is logarithmic

/** A bar chart that is drawn again when its width changes, so that its text keeps its size. */
export class RaceChart {
  /** @type {RaceRow[]} */ #rows = [];
  /** @type {?string} */ #winner = null;
  #metric = "expanded";

  constructor() {
    this.caption = make("figcaption.help");
    this.place = make("div.chart-place");
    this.element = make("figure.chart", this.place, this.caption);
    new ResizeObserver(() => this.#draw()).observe(this.place);
  }

  /** @param {RaceRow[]} rows @param {?string} winner the spec that is the best */
  show(rows, winner) {
    this.#rows = rows;
    this.#winner = winner;
    this.#draw();
  }

  /** Compare something else. @param {string} metric a key of METRICS */
  choose(metric) {
    this.#metric = metric;
    this.#draw();
  }

  #draw() {
    const width = this.place.clientWidth;
    if (!width || !this.#rows.length) return;
    const metric = METRICS[this.#metric];
    const rows = this.#rows.map((row) => {
      return { spec: row.spec, title: row.title, value: metric.value(row), isSolved: row.status === "solved" };
    });
    const values = rows.map((row) => row.value ?? 0).filter((value) => value > 0);
    const scale = makeScale(values, Math.max(60, width - VALUE), metric.text === number);
    const height = rows.length * ROW + FOOT;
    const text = (/** @type {?number} */ value) => (value === null ? "no solution" : metric.text(value));
    const label = `${metric.words}. ${rows.map(({ title, value }) => `${title}: ${text(value)}`).join("; ")}.`;
    const svg = makeSvg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    for (const tick of scale.ticks) svg.append(...this.#tick(tick, scale, height, metric));
    for (const [place, row] of rows.entries()) svg.append(...this.#bar(row, place, scale, metric));
    this.place.replaceChildren(svg);
    const kind = scale.isLogarithmic ? "Logarithmic scale: each line is ten times the previous one." : "";
    this.caption.textContent = `${metric.words}: less is better. Dashed: no solution was found. ${kind}`;
  }

  /** @param {number} tick @param {Scale} scale @param {number} height @param {Compared} metric */
  #tick(tick, scale, height, metric) {
    const x = scale.place(tick) + 0.5;
    const anchor = tick === scale.ticks[0] ? "start" : "middle";
    return [
      makeSvg("line.chart-line", { x1: x, x2: x, y1: 4, y2: height - FOOT }),
      makeSvg("text.chart-tick", { x, y: height - 8, "text-anchor": anchor, text: metric.text(tick) }),
    ];
  }

  /** @param {{spec: ?string, title: string, value: ?number, isSolved: boolean}} values @param {number} place @param {Scale} scale @param {Compared} metric */
  #bar({ spec, title, value, isSolved }, place, scale, metric) {
    const top = place * ROW + NAME;
    const long = value ? Math.max(2, scale.place(value)) : 0;
    const classes = [spec && spec === this.#winner ? ".is-winner" : "", isSolved ? "" : ".is-unsolved"].join("");
    const text = value === null ? "no solution" : metric.text(value);
    return [
      makeSvg("text.chart-name", { x: 0, y: top - 6, text: title }),
      makeSvg(`rect.chart-bar${classes}`, { x: 0, y: top, width: long, height: BAR, rx: 3 }),
      makeSvg("text.chart-value", { x: long + 8, y: top + BAR / 2, "dominant-baseline": "central", text }),
    ];
  }
}

/**
 * Maps values to lengths: linear, or logarithmic where the largest is many times the smallest.
 * @param {number[]} values @param {number} width @param {boolean} isWhole
 * @returns {Scale}
 */
function makeScale(values, width, isWhole) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!values.length) return { ticks: [], place: () => 0, isLogarithmic: false };
  const isLogarithmic = most / least > STEEP;
  if (!isLogarithmic) {
    const step = Math.max(niceStep(most / 4), isWhole ? 1 : 0);
    /** @type {number[]} */ const ticks = [];
    for (let tick = 0; tick <= most * 1.0001; tick += step) ticks.push(tick);
    return { ticks, place: (value) => (value / most) * width, isLogarithmic };
  }
  const low = Math.floor(Math.log10(least) - 0.3);
  const span = Math.log10(most) - low;
  const place = (/** @type {number} */ value) => Math.max(0, ((Math.log10(value) - low) / span) * width);
  /** @type {number[]} */ const ticks = [];
  for (let power = low; power <= Math.log10(most); power += 1) ticks.push(10 ** power);
  return { ticks: ticks.length > 7 ? ticks.filter((_, index) => index % 2 === 0) : ticks, place, isLogarithmic };
}

/** 1, 2 or 5 times a power of ten, at least this large. @param {number} least */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999) ?? least;
}
