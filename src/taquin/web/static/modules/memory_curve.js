/** How many states a search stores at each step: a curve below its tree, with a mark at the current step. */

import { formatCount, makeElement } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [1000, 40];
const MOST_POINTS = 500;

/** Draws the curve of one search. */
export class MemoryCurve {
  /**
   * @param {HTMLElement} host
   * @param {import("./trace.js").TraceReader} reader
   * @param {{most?: number, last?: number}} [scale] the largest number and the last step; two curves side by side share them
   */
  constructor(host, reader, { most = Math.max(...reader.storedAt), last = reader.stepCount } = {}) {
    this.reader = reader;
    this.most = most;
    this.last = last;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute("preserveAspectRatio", "none");
    this.svg.setAttribute("aria-hidden", "true"); // the counters say the same
    this.area = this.#path("taquin-curve-area");
    this.mark = this.#path("taquin-curve-mark");
    this.words = makeElement("span", "taquin-curve-words");
    this.element = makeElement("div", "taquin-curve");
    this.element.append(this.svg, this.words);
    host.append(this.element);
    this.#draw();
    this.show();
  }

  /** Mark the current step. */
  show() {
    const { reader } = this;
    const x = this.#x(reader.time);
    this.mark.setAttribute("d", `M${x} 0V${HEIGHT}`);
    this.words.style.left = `calc(${x < WIDTH / 2 ? (100 * x) / WIDTH : 0}% + 8px)`; // the mark does not cross them
    this.words.textContent = `stored: ${formatCount(reader.storedAt[reader.time])}, at most ${formatCount(Math.max(...reader.storedAt))}`;
  }

  #x(/** @type {number} */ time) {
    return (WIDTH * time) / Math.max(this.last, 1);
  }

  #draw() {
    const { storedAt, stepCount } = this.reader;
    const stride = Math.max(1, Math.ceil(stepCount / MOST_POINTS));
    let path = `M0 ${HEIGHT}`;
    for (let time = 0; time <= stepCount; time += stride) {
      const most = Math.max(...storedAt.slice(time, time + stride));
      path += `L${this.#x(time).toFixed(1)} ${(HEIGHT * (1 - most / Math.max(this.most, 1))).toFixed(1)}`;
    }
    this.area.setAttribute("d", `${path}L${this.#x(stepCount).toFixed(1)} ${HEIGHT}Z`);
  }

  #path(/** @type {string} */ kind) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", kind);
    this.svg.append(path);
    return path;
  }
}
