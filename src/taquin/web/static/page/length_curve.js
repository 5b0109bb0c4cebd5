/** A curve of the length of the best solution over time, above the proven bound. */

import { make, makeSvg } from "./dom.js";
import { count, duration } from "./words.js";

const [WIDTH, HEIGHT, LEFT, FOOT] = [320, 130, 44, 22];

/** Draws the curve of one search. */
export class LengthCurve {
  /** @type {{seconds: number, length: number, bound: number}[]} */ #points = [];
  noun = "move";

  constructor() {
    this.place = make("div.chart-place");
    this.element = make(
      "figure.chart.length-curve",
      { hidden: true },
      make("figcaption.help", "Length over time; dashed: no solution is shorter"),
      this.place,
    );
  }

  /** Forget the search before. */
  clear() {
    this.#points = [];
    this.element.hidden = true;
  }

  /** Add a moment of the search. @param {number} seconds @param {number} length @param {number} bound @param {string} noun */
  add(seconds, length, bound, noun) {
    this.noun = noun;
    const last = this.#points.at(-1);
    const before = this.#points.at(-2);
    const isSame = (/** @type {{length: number, bound: number}|undefined} */ one) =>
      one?.length === length && one?.bound === bound;
    if (isSame(last) && isSame(before)) this.#points.pop(); // a level part of the curve has two points
    this.#points.push({ seconds, length, bound });
    this.#draw();
  }

  #draw() {
    const points = this.#points;
    if (points.length < 2) return;
    const end = points[points.length - 1];
    const most = Math.max(...points.map(({ length }) => length));
    const least = Math.min(...points.map(({ bound }) => bound));
    const x = (/** @type {number} */ seconds) => LEFT + ((WIDTH - LEFT - 8) * seconds) / end.seconds;
    const y = (/** @type {number} */ value) => 10 + ((HEIGHT - FOOT - 20) * (most - value)) / Math.max(1, most - least);
    const line = (/** @type {"bound"|"length"} */ name) =>
      points.map((point, place) => `${place ? `H${x(point.seconds)}V` : `M${x(point.seconds)} `}${y(point[name])}`).join("");
    const text = (/** @type {string} */ words, /** @type {Properties} */ at) => makeSvg("text", at, words);
    const label = `${count(end.length, this.noun)} after ${duration(end.seconds)}, at first ${most}; at least ${end.bound}.`;
    this.place.replaceChildren(
      makeSvg(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
        makeSvg("path", { class: "curve-bound", d: line("bound") }),
        makeSvg("path", { class: "curve-length", d: line("length") }),
        text(String(most), { x: LEFT - 6, y: y(most) + 4, class: "is-end" }),
        text(String(least), { x: LEFT - 6, y: y(least) + 4, class: "is-end" }),
        text("0 s", { x: LEFT, y: HEIGHT - 4 }),
        text(duration(end.seconds), { x: WIDTH - 8, y: HEIGHT - 4, class: "is-end" }),
      ),
    );
    this.element.hidden = false;
  }
}
