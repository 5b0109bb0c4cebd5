/** How many states a search stores at each step: a curve below its tree, with a mark at the current step. */

import { formatCount, make, makeSvg } from "./elements.js";

const [WIDTH, HEIGHT] = [1000, 40];
const MOST_POINTS = 500;

/** Draws the curve of one search. */
export class MemoryCurve {
  /**
   * @param {HTMLElement} host
   * @param {TraceReader} reader
   * @param {{most?: number, last?: number}} [scale] the largest number and the last step; two curves side by side share them
   */
  constructor(host, reader, { most = Math.max(...reader.storedAt), last = reader.stepCount } = {}) {
    this.reader = reader;
    this.most = most;
    this.last = last;
    this.area = makeSvg("path.taquin-curve-area");
    this.mark = makeSvg("path.taquin-curve-mark");
    const frame = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }; // the counters say the same
    this.words = make("span.taquin-curve-words");
    this.element = make("div.taquin-curve", makeSvg("svg", frame, this.area, this.mark), this.words);
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
}
