/** The pseudocode of the algorithm beside its search: the lines that run in the current step, and what they do. */

import { make } from "./dom.js";

/** @typedef {{reader: TraceReader, tree: TreeView, time: number}} Shown */

/** Half the indent, for a narrow panel. @param {string} text */
function narrow(text) {
  return text.replace(/^ +/, (indent) => " ".repeat(indent.length / 2));
}

/**
 * Shows pseudocode; the lines of the current step are marked and have their values below them. Line by line, a step forward
 * runs the next line, and the tree grows with it.
 */
export class CodePanel {
  #last = 0; // how many of the lines of the current step have run
  #time = -1;

  /** @param {Shown} search @param {{isByLine?: boolean}} [options] */
  constructor(search, { isByLine = false } = {}) {
    this.search = search;
    this.isByLine = isByLine;
    this.code = /** @type {Api.PseudocodeRecord} */ (search.reader.record.pseudocode);
    const { lines } = this.code;
    this.lines = lines.map((text) => make("li", make("code", narrow(text) || " ")));
    this.element = make(
      "section.taquin-panel.code-panel",
      { "aria-label": "Pseudocode", hidden: !lines.length },
      make("h3.taquin-panel-head", "Pseudocode"),
      make("ol", ...this.lines),
    );
    this.show();
  }

  /** Mark the lines of the current step. */
  show() {
    const [begin, end] = this.#range;
    if (this.search.time !== this.#time) this.#last = end - begin;
    this.#time = this.search.time;
    const { line, text } = this.code;
    for (const item of this.lines) {
      item.classList.remove("is-running");
      item.querySelector("ul")?.remove();
    }
    const first = this.isByLine ? begin + Math.max(this.#last - 1, 0) : begin; // one line at a time, or all of them
    for (let at = first; at < begin + this.#last; at += 1) {
      const item = this.lines[line[at] - 1];
      item.classList.add("is-running");
      if (!item.querySelector("ul")) item.append(make("ul"));
      item.querySelector("ul")?.append(make("li", text[at]));
    }
    if (this.isByLine) this.#veil(begin, end);
  }

  /** Show the search without pseudocode. */
  remove() {
    this.element.remove();
    this.search.tree.veiled = new Set();
    this.search.tree.draw();
  }

  /** Where the lines of the current step begin and end. */
  get #range() {
    const { end } = this.code;
    const { time } = this.search;
    return [time ? (end[time - 1] ?? 0) : 0, end[time] ?? end[time - 1] ?? 0];
  }

  /** Run the next line of the current step, or take the last one back. @returns {boolean} whether there is one */
  run(/** @type {number} */ by) {
    const [begin, end] = this.#range;
    const last = this.#last + by;
    if (last < 1 || last > end - begin) return false;
    this.#last = last;
    this.show();
    return true;
  }

  /** Run only the first line of the current step. */
  begin() {
    this.#time = this.search.time;
    this.#last = 1;
    this.show();
  }

  /** Hide the children of this step that its lines have not made yet. @param {number} begin @param {number} end */
  #veil(begin, end) {
    const { reader, tree } = this.search;
    const { node } = this.code;
    const born = (/** @type {number} */ one) => one >= 0 && reader.last.born[one] === this.#time;
    const made = new Set(node.slice(begin, begin + this.#last));
    tree.veiled = new Set(node.slice(begin + this.#last, end).filter((one) => born(one) && !made.has(one)));
    tree.draw();
  }
}

/**
 * Let a step forward or back run one line of each panel; after their last lines the next step begins.
 * @param {import("../modules/transport.js").Transport} transport @param {CodePanel[]} panels
 */
export function runLines(transport, panels) {
  transport.detour = (by) => {
    const ran = panels.map((panel) => panel.run(by));
    if (ran.some(Boolean)) return true;
    if (by < 0 || transport.position >= transport.last) return false;
    const before = panels.map(({ search }) => search.time);
    transport.go(transport.position + 1);
    for (const [place, panel] of panels.entries()) if (panel.search.time !== before[place]) panel.begin();
    return true;
  };
}
