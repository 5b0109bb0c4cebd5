/** Two searches on one board side by side: two trees or two boards that advance together. */

import { BoardView } from "../modules/board_view.js";
import { formatCount } from "../modules/elements.js";
import { COUNTERS } from "../modules/search.js";
import { MemoryCurve } from "../modules/memory_curve.js";
import { Transport } from "../modules/transport.js";
import { TreeLegend } from "../modules/tree_legend.js";
import { TreeView } from "../modules/tree_view.js";
import { CodePanel, runLines } from "./code_panel.js";
import { copyOf, field, make, part, select, terms } from "./dom.js";
import { Explanation } from "./explanation.js";
import { parseSpec } from "./spec.js";

const PACES = ["expansions", "time"];
const PICTURES = { trees: "two trees", boards: "two boards" };

/** One of the two searches: heading, tree or board, pseudocode, counters. */
class Half {
  /** @type {?CodePanel} */ code = null;

  /** @param {TraceReader} reader @param {number} place which also decides its colour */
  constructor(reader, place) {
    this.reader = reader;
    this.element = copyOf("pair-half");
    this.element.dataset.method = String(place);
    this.element.setAttribute("aria-label", reader.name);
    part("h2", this.element).textContent = reader.name;
    this.step = part(".pair-step", this.element);
    this.row = part(".pair-row", this.element);
    this.trees = part(".pair-tree", this.element);
    this.boards = part(".pair-board", this.element);
    this.place = part(".pair-place", this.element);
    this.curves = part(".curves", this.element);
    this.legends = part(".pair-legend", this.element);
    this.counters = part(".taquin-counters", this.element);
    const [heuristic] = parseSpec(reader.record.spec).parts;
    this.explanation = new Explanation(heuristic?.text);
    this.boards.append(this.explanation.total);
  }

  /** The step that is shown, from 0. */
  get time() {
    return this.reader.time;
  }

  /** The board of the current step: the searches of the page all have boards. */
  get #board() {
    const { reader } = this;
    return /** @type {Board} */ (reader.board(reader.step?.current ?? reader.roots[0]));
  }

  /** Build what needs the page. @param {{most: number, last: number}} scale of both curves */
  build(scale) {
    this.tree = new TreeView(this.trees, { reader: this.reader, isStage: true });
    this.curve = new MemoryCurve(this.curves, this.reader, scale);
    this.legend = new TreeLegend(this.legends, this.tree);
    this.view = new BoardView(this.place, {
      board: this.#board,
      goal: this.reader.goal,
      isPlayable: false,
      label: this.reader.name,
    });
  }

  /** Show the pseudocode beside the tree, or nothing. @param {{hasCode: boolean, isByLine: boolean}} wanted */
  showCode({ hasCode, isByLine }) {
    this.code?.remove();
    this.code = hasCode ? new CodePanel(/** @type {import("./code_panel.js").Shown} */ (this), { isByLine }) : null;
    if (this.code) this.row.append(this.code.element);
  }

  /** Show a step. @param {number} time */
  show(time) {
    const { reader } = this;
    const isFar = Math.abs(time - reader.time) > 1;
    if (time !== reader.time) {
      reader.goTo(time);
      this.tree?.update({ isSudden: isFar });
    }
    this.curve?.show();
    this.code?.show();
    this.view?.show(this.#board);
    this.explanation.follow();
    this.step.textContent = reader.isOver ? `${reader.heading}.` : reader.heading;
    this.element.classList.toggle("is-over", reader.isOver);
    const counts = Object.entries(reader.counters).map(([name, count]) => [COUNTERS[name], formatCount(count)]);
    this.counters.replaceChildren(...terms(counts));
  }
}

/** Shows two recorded searches. Event `change`, when another step is shown. */
export class PairStage extends EventTarget {
  #control = new AbortController();

  /**
   * @param {HTMLElement} host
   * @param {object} options
   * @param {TraceReader[]} options.readers
   * @param {string} options.sentence what differs
   * @param {number[]} options.seconds how long each search took
   * @param {string} [options.pace] `expansions` or `time`
   * @param {string} [options.show] `trees` or `boards`
   */
  constructor(host, { readers, sentence, seconds, pace, show }) {
    super();
    this.seconds = seconds;
    this.halves = readers.map((reader, place) => new Half(reader, place));
    this.pace = select(PACES, pace === "time" ? pace : "expansions", () => this.#reset());
    this.picture = select(PICTURES, show === "boards" ? show : "trees", () => this.#showPictures());
    this.sentence = make("p.pair-sentence", { role: "status", text: sentence, hidden: true });
    this.foot = make("div.taquin-search-foot");
    this.element = make(
      "div.pair.taquin-search.is-stage",
      make("div.pair-halves", ...this.halves.map(({ element }) => element)),
      this.sentence,
      this.foot,
    );
    host.append(this.element);
    const most = Math.max(...readers.map(({ storedAt }) => Math.max(...storedAt)));
    for (const half of this.halves) half.build({ most, last: this.#last });
    this.transport = new Transport(this.foot, {
      pace: 700,
      label: "Step",
      hasStride: true,
      describe: () => this.halves.map(({ reader }) => `${reader.name}: ${reader.heading}`).join(". "),
      count: (position, last) => `step ${formatCount(position)} / ${formatCount(last)}`,
    });
    this.transport.addEventListener("change", () => this.#show());
    this.transport.listenOnStage(this.element, this.#control.signal);
    /** Controls for the menu of the owner. */
    this.tools = [field("Show", this.picture), field("In step by", this.pace), this.transport.strideField];
    this.#showPictures();
    this.#reset();
  }

  /** What the address carries: the step, what is shown, and the pace. */
  get values() {
    return {
      step: this.time ? String(this.time) : "",
      show: this.picture.value === "boards" ? "boards" : "",
      pace: this.pace.value === "time" ? "time" : "",
    };
  }

  /** The step that is shown, from 0. */
  get time() {
    return this.transport.position;
  }

  /** Go to a step. @param {number} time */
  go(time) {
    this.transport.go(time);
  }

  /** Show the pseudocode of both, or nothing. @param {{hasCode: boolean, isByLine: boolean}} wanted */
  showCode(wanted) {
    for (const half of this.halves) half.showCode(wanted);
    this.transport.detour = null;
    const panels = this.halves.flatMap(({ code }) => code ?? []);
    if (wanted.isByLine) runLines(this.transport, panels);
  }

  /** Both searches have ended. @param {string} sentence what differs */
  finish(sentence) {
    this.sentence.textContent = sentence;
    this.#show();
  }

  /** Remove it from the page. */
  destroy() {
    this.#control.abort();
    this.transport.destroy();
    for (const { tree } of this.halves) tree?.destroy();
    this.element.remove();
  }

  /** How many positions there are: those of the longer search. */
  get #last() {
    return Math.max(...this.halves.map(({ reader }) => reader.stepCount));
  }

  #reset() {
    this.transport.reset(this.#last, Math.min(this.transport.position, this.#last));
  }

  /**
   * The step of a half at a position: the same for both, or the step that it had reached at the same time.
   * @param {number} place @param {number} position
   */
  #stepOf(place, position) {
    const { reader } = this.halves[place];
    if (this.pace.value === "expansions") return Math.min(position, reader.stepCount);
    const now = (position / Math.max(this.#last, 1)) * Math.max(...this.seconds);
    const share = this.seconds[place] ? Math.min(now / this.seconds[place], 1) : 1;
    return Math.floor(share * reader.stepCount + 1e-9);
  }

  #show() {
    const { position, last } = this.transport;
    for (const [place, half] of this.halves.entries()) half.show(this.#stepOf(place, position));
    this.sentence.hidden = position < last;
    this.dispatchEvent(new Event("change"));
  }

  #showPictures() {
    const isTrees = this.picture.value === "trees";
    for (const half of this.halves) {
      for (const part of [half.trees, half.legends, half.curve?.element]) if (part) part.hidden = !isTrees;
      half.boards.hidden = isTrees;
      half.explanation.attach(isTrees || !half.view ? null : half.view); // each method explains its own estimate
    }
    this.dispatchEvent(new Event("change"));
  }
}
