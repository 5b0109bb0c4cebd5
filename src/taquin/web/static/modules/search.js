/**
 * Watch a recorded search: its tree, a slider over its steps, the nodes that it holds, and the chosen node.
 *
 * Keys: Space plays and pauses, Left and Right go one step back and forward, with Shift ten, Home and End to the ends. In
 * the tree Up, Down, comma and period choose a node. Where the search fills the window the keys work wherever the focus
 * is, except in fields.
 */

import { BoardView } from "./board_view.js";
import { formatCount, make } from "./elements.js";
import { MemoryCurve } from "./memory_curve.js";
import { makeIterations, SearchTools } from "./search_tools.js";
import { HeldPanel, NodePanel } from "./search_panels.js";
import { Transport } from "./transport.js";
import { TreeLegend } from "./tree_legend.js";
import { TreeView } from "./tree_view.js";

/** The counters beside a search, with their names. @type {Record<string, string>} */
export const COUNTERS = { expanded: "Expanded", generated: "Generated", frontier: "Frontier", stored: "Stored" };
const WIDEST_GOAL = 5; // columns: larger goals are too small to read in a corner

/**
 * Shows a recorded search. Events: `change`, when another step is shown or another node is chosen; `pick`, with `detail`
 * { node }, when the user clicks a node in the tree or in the list of those that the search holds.
 */
export class Search extends EventTarget {
  #chosen = -1;
  #frame = 0;
  #control = new AbortController();

  /**
   * @param {HTMLElement} host the element that it is added to
   * @param {object} options
   * @param {TraceReader} options.reader
   * @param {number} [options.pace] milliseconds for one step
   * @param {number} [options.time] the step to begin with
   * @param {boolean} [options.isStage] whether it fills the window: keys work everywhere, and the wheel zooms
   */
  constructor(host, { reader, pace = 700, time = 0, isStage = false }) {
    super();
    this.reader = reader;
    this.isStage = isStage;
    /** Whether the order of the nodes that wait is hidden, because it is asked for. */
    this.hidesOrder = false;
    this.element = make("section.taquin.taquin-search", { "aria-label": "Search" });
    this.element.classList.toggle("is-stage", isStage);
    host.append(this.element);
    reader.goTo(time);
    const reserved = { "data-longest": reader.longestTitle, "data-last": reader.lastHeading };
    this.heading = make("p.taquin-search-head", reserved); // so high it is at every step
    this.iterations = makeIterations(this);
    this.main = make("div.taquin-search-main");
    /** Where the panels are; owners may add others. */
    this.side = make("div.taquin-search-side");
    const body = make("div.taquin-search-body");
    body.append(this.main, this.side);
    const foot = make("div.taquin-search-foot");
    this.live = make("p.taquin-hidden", { "aria-live": "polite" });
    this.element.append(this.heading, this.iterations, body, foot, this.live);
    this.tree = new TreeView(this.main, { reader: this.reader, isStage: this.isStage });
    /** On small screens, over the free margin of the tree: what the heading says beside the step. */
    this.remark = make("p.taquin-remark");
    this.main.append(this.remark);
    this.tools = new SearchTools(this.main, this);
    this.legend = new TreeLegend(this.main, this.tree);
    this.curve = this.isStage ? new MemoryCurve(this.main, this.reader) : null;
    if (this.isStage && this.reader.goal && this.reader.goal.columns <= WIDEST_GOAL) this.#showGoal(this.reader.goal);
    this.counters = make("dl.taquin-counters");
    this.transport = new Transport(foot, {
      pace,
      label: "Step",
      hasStride: true,
      describe: (position) => this.reader.title(position),
      count: (position, last) => `step ${formatCount(position)} / ${formatCount(last)}`,
    });
    foot.append(this.counters);
    this.nodePanel = new NodePanel(this.side, this);
    this.heldPanel = new HeldPanel(this.side, this);
    this.#listen();
    this.transport.reset(reader.stepCount, time);
  }

  /** The step that is shown, from 0. */
  get time() {
    return this.transport.position;
  }

  /** The node that the panel describes. */
  get chosen() {
    return this.#chosen;
  }

  /** Go to a step. @param {number} time */
  go(time) {
    this.transport.go(time);
  }

  /** Choose a node; if it does not exist yet, go to the step that makes it. @param {number} node */
  choose(node) {
    if (node >= this.reader.count) this.transport.go(this.reader.last.born[node]);
    this.tree.select(node);
  }

  /** Choose a node, as by a click on it in the tree. @param {number} node */
  pick(node) {
    this.choose(node);
    this.dispatchEvent(new CustomEvent("pick", { detail: { node } }));
  }

  /** Go to a step, and choose a node there. @param {number} time @param {number} node */
  goAndChoose(time, node) {
    this.transport.go(time);
    this.tree.select(node);
  }

  /** Hide the descendants of a node in the tree, or show them again. @param {number} node */
  toggle(node) {
    this.tree.toggle(node);
    this.#showSoon();
  }

  /** Remove it from the page. */
  destroy() {
    this.#control.abort();
    cancelAnimationFrame(this.#frame);
    this.transport.destroy();
    this.tree.destroy();
    this.element.remove();
  }

  // Building

  /** The goal in a corner of the tree: the estimates are measured against it. */
  #showGoal(/** @type {Board} */ goal) {
    const place = make("figure.taquin-goal");
    this.main.append(place);
    new BoardView(place, { board: goal, isPlayable: false, label: "The goal" });
    place.append(make("figcaption", "goal"));
  }

  #listen() {
    const { signal } = this.#control;
    if (this.isStage) this.transport.listenOnStage(this.element, signal);
    else this.element.addEventListener("keydown", (event) => this.transport.keyOf(this.element, event), { signal });
    const rename = () => {
      this.tools.showNaming();
      this.legend.show();
      this.tree.paint();
      this.#showSoon();
    };
    document.addEventListener("movenames", rename, { signal });
    this.transport.addEventListener("change", () => this.#go());
    this.transport.addEventListener("play", () => this.#announce());
    this.tree.addEventListener("select", (/** @type {CustomEvent<{node: number, isPointed: boolean}>} */ { detail }) => {
      this.#choose(detail.node);
      if (detail.isPointed) this.dispatchEvent(new CustomEvent("pick", { detail }));
    });
  }

  // Showing

  #go() {
    const isFar = Math.abs(this.transport.position - this.reader.time) > 1;
    this.reader.goTo(this.transport.position);
    this.#chosen = this.reader.step?.node ?? this.reader.roots[0] ?? -1;
    this.tree.select(this.#chosen, { isQuiet: true });
    this.tree.update({ isSudden: isFar });
    this.#announce();
    this.#showSoon();
  }

  #choose(/** @type {number} */ node) {
    this.#chosen = node;
    this.#showSoon();
  }

  /** Tell screen readers which step is shown, except while it plays. */
  #announce() {
    if (!this.transport.isPlaying) this.live.textContent = this.reader.title(this.transport.position);
  }

  #showSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.show();
    });
  }

  /** Update the heading and the panels at once. */
  show() {
    this.#showHeading();
    this.curve?.show();
    this.nodePanel.show();
    this.heldPanel.show();
    this.dispatchEvent(new Event("change"));
  }

  #showHeading() {
    const { reader } = this;
    const name = make("strong", reader.name);
    this.heading.replaceChildren(name, " ", make("span", reader.title(reader.time)));
    const reason = reader.isClosing ? (reader.step?.notes.join(" ") ?? "") : "";
    const notice = reader.isOver ? "" : reader.notice;
    if (reason) this.heading.append(". ", make("span.taquin-reason", reason));
    if (reader.ending) this.heading.append(make("span", `. ${reader.ending}`));
    if (notice) this.heading.append(make("em", ` ${notice}`));
    this.remark.textContent = reason || reader.ending || notice;
    const iteration = reader.step?.iteration ?? 1;
    [...this.iterations.children].forEach((item, place) => {
      if (place === iteration - 1) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
    this.#scrollToIteration(/** @type {HTMLElement} */ (this.iterations.children[iteration - 1]));
    const counts = Object.entries(reader.counters).map(([counter, count]) => {
      return make("div", make("dt", COUNTERS[counter]), make("dd", formatCount(count)));
    });
    this.counters.replaceChildren(...counts);
  }

  /** Show the current iteration where not all iterations have room. @param {HTMLElement|undefined} item */
  #scrollToIteration(item) {
    const { iterations } = this;
    if (!item || iterations.scrollHeight <= iterations.clientHeight) return;
    iterations.scrollTop = item.offsetTop - iterations.offsetTop - (iterations.clientHeight - item.offsetHeight) / 2;
  }
}
