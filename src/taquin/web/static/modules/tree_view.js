/**
 * The tree of a search on a canvas that can be zoomed and moved, by pointer and by keyboard.
 *
 * Keys: the arrows go to the parent, a child or a neighbour on the same level, by its position on the screen; Home goes
 * to the root, End to the node that was expanded last; Enter hides and shows descendants; + - 0 zoom. The wheel zooms
 * while the tree has the focus, or with Ctrl. The selected node is also described for screen readers.
 */

import { formatCount } from "./elements.js";
import { TreeCamera } from "./tree_camera.js";
import { TreeCard } from "./tree_card.js";
import { listenToInput } from "./tree_input.js";
import { readColours, TreePainter } from "./tree_painter.js";
import { planTree } from "./tree_plan.js";

const READABLE_SCALE = 0.9;

/** Shows a search tree at the present step of its reader. Event `select`, with `detail` { node }. */
export class TreeView extends EventTarget {
  #plan;
  #planKey = "";
  #colours;
  #ratio = 1;
  #frame = 0;
  #collapsed = new Set();
  #control = new AbortController();
  #watchers = [];

  /**
   * @param {HTMLElement} host the element that the tree is added to; the style sheet sets its height
   * @param {object} options
   * @param {import("./trace.js").TraceReader} options.reader
   */
  constructor(host, { reader }) {
    super();
    this.reader = reader;
    /** Whether the node that is expanded is kept in view. */
    this.follows = true;
    /** The node that is selected, or -1. */
    this.selected = -1;
    this.choice = { levels: Infinity, isAroundPath: false, hasDuplicates: false, hasPruned: true };
    this.card = new TreeCard(reader);
    this.painter = new TreePainter(reader, this.card);
    this.camera = new TreeCamera();
    this.element = document.createElement("div");
    this.element.className = "taquin taquin-tree";
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-roledescription", "search tree");
    this.canvas.setAttribute("aria-label", `Search tree of ${formatCount(reader.total)} nodes. `
      + "Arrow keys go to the parent, a child or a neighbour; Enter hides and shows descendants.");
    this.live = document.createElement("p");
    this.live.className = "taquin-hidden";
    this.live.setAttribute("aria-live", "polite");
    this.element.append(this.canvas, this.live);
    host.append(this.element);
    this.#colours = readColours(this.element);
    listenToInput(this, this.#control.signal);
    this.#watch();
    this.#measure();
    this.#replan();
    this.home();
  }

  /** The part of the tree that is shown, and where it is. @returns {import("./tree_plan.js").Plan} */
  get plan() {
    return this.#plan;
  }

  /** Show the present step of the reader. */
  update() {
    this.#replan();
    const { step } = this.reader;
    if (this.selected >= this.reader.count) this.selected = -1;
    if (this.follows && step) this.reveal(step.node);
    this.draw();
  }

  /** Change what is shown. @param {import("./tree_plan.js").Choice} choice the parts of it that change */
  choose(choice) {
    Object.assign(this.choice, choice);
    this.#keepInPlace(this.selected, () => this.#replan());
  }

  /** Hide the descendants of a node, or show them again. @param {number} node */
  toggle(node) {
    if (!this.#collapsed.delete(node)) this.#collapsed.add(node);
    this.#keepInPlace(node, () => this.#replan());
    this.#announce();
  }

  /** Whether the descendants of a node are hidden. */
  isCollapsed(node) {
    return this.#collapsed.has(node);
  }

  /** Select a node, announce it, and bring it into view. @param {number} node @param {{isQuiet?: boolean}} [options] */
  select(node, { isQuiet = false } = {}) {
    this.selected = node;
    this.#announce(isQuiet);
    if (!isQuiet) this.reveal(node);
    this.draw();
    if (!isQuiet) this.dispatchEvent(new CustomEvent("select", { detail: { node } }));
  }

  /** Move the view so that a node is in it. @param {number} node */
  reveal(node) {
    const item = this.#plan.itemOf[node] ?? -1;
    if (item < 0) return;
    const { camera } = this;
    const { width, height } = camera.size;
    const target = camera.target;
    if (target.scale <= camera.whole * 1.01) return; // the whole tree is in view
    const wide = Math.abs(this.#plan.x[item] - target.x) * target.scale;
    const high = Math.abs(this.#plan.y[item] - target.y) * target.scale * camera.stretch;
    const reach = Math.max(Math.min(width * 0.3, width / 2 - this.card.width * target.scale * 0.6), 20);
    if (wide > reach || high > height * 0.28) this.#glide(this.#plan.x[item], this.#plan.y[item], target.scale);
  }

  /** Show the whole tree. */
  fit() {
    this.#glide(this.#plan.width / 2, this.#plan.height / 2, this.camera.whole);
  }

  /** Show the whole tree if it is readable then, else its root or the node that was expanded last. */
  home() {
    const { whole, size } = this.camera;
    if (whole >= READABLE_SCALE * 0.65) {
      this.camera.jump({ x: this.#plan.width / 2, y: this.#plan.height / 2, scale: whole });
    } else {
      const { step } = this.reader;
      const item = Math.max(this.#plan.itemOf[step?.node ?? 0], 0);
      const below = step ? 0 : (size.height * 0.3) / READABLE_SCALE; // the root is near the top of the view
      this.camera.jump({ x: this.#plan.x[item], y: this.#plan.y[item] + below, scale: READABLE_SCALE });
    }
    this.draw();
  }

  /** Zoom about a point of the view, or its middle. @param {number} factor @param {{x: number, y: number}} [point] */
  zoom(factor, point = { x: this.camera.size.width / 2, y: this.camera.size.height / 2 }) {
    this.camera.zoom(factor, point);
    this.draw();
  }

  /** Paint, at the next frame. */
  draw() {
    this.#frame ||= requestAnimationFrame((now) => {
      this.#frame = 0;
      this.paint(now);
    });
  }

  /** Paint now. @param {number} [now] in milliseconds */
  paint(now = performance.now()) {
    this.camera.advance(now);
    this.painter.paint(this.canvas.getContext("2d"), this.#scene());
    if (this.camera.isGliding) this.draw();
  }

  /** Remove the tree from the page. */
  destroy() {
    this.#control.abort();
    for (const watcher of this.#watchers) watcher.disconnect();
    cancelAnimationFrame(this.#frame);
    this.element.remove();
  }

  #scene() {
    const { reader } = this;
    const { step } = reader;
    const isFound = reader.goalNodes.some((node) => node < reader.count && reader.kind(node) === "goal");
    return {
      plan: this.#plan,
      colours: this.#colours,
      camera: this.camera,
      ratio: this.#ratio,
      selected: this.#plan.itemOf[this.selected] ?? -1,
      current: step ? this.#plan.itemOf[step.node] : -1,
      currentPath: new Set(step ? reader.path(step.current) : []),
      solutionPath: new Set(isFound || this.choice.isAroundPath ? [...reader.nodePath, ...reader.goalNodes] : []),
    };
  }

  /** Lay the tree out again, if what is shown has changed. */
  #replan() {
    const { reader, choice } = this;
    const round = reader.rounds.length ? Math.max(reader.step?.iteration ?? 1, 1) : null;
    const key = JSON.stringify([round, choice.levels, choice.isAroundPath, choice.hasDuplicates, choice.hasPruned,
      [...this.#collapsed]]);
    if (key === this.#planKey) return;
    const isNewRound = this.#plan && round !== this.round;
    this.#planKey = key;
    this.round = round;
    const wanted = { ...choice, round, collapsed: this.#collapsed };
    this.#plan = planTree(reader, wanted, { card: this.card, path: this.#pathShown(round) });
    this.camera.plan = this.#plan;
    if (isNewRound) this.home();
    this.draw();
  }

  /** The path to the goal, if this round found it; or to the node where a local search ended. */
  #pathShown(round) {
    const { reader } = this;
    const { iteration, parent } = reader.last;
    const isHere = round === null || reader.goalNodes.some((node) => iteration[node] === round || parent[node] < 0);
    if (reader.goalNodes.length) return isHere ? [...reader.nodePath, ...reader.goalNodes] : [];
    const path = [];
    let number = reader.isLocal ? reader.stepCount : 0;
    while (number && round !== null && reader.stepAt(number).iteration !== round) number -= 1;
    for (let node = number ? reader.stepAt(number).node : -1; node >= 0; node = parent[node]) path.push(node);
    return path;
  }

  /** Change the plan, and move the view so that a node stays where it is. */
  #keepInPlace(node, change) {
    const before = this.#plan.itemOf[node] ?? -1;
    const from = before < 0 ? null : { x: this.#plan.x[before], y: this.#plan.y[before] };
    change();
    const after = this.#plan.itemOf[node] ?? -1;
    const { x, y, scale } = this.camera.target;
    if (from && after >= 0) {
      this.camera.jump({ x: x + this.#plan.x[after] - from.x, y: y + this.#plan.y[after] - from.y, scale });
      this.draw();
    } else {
      this.home();
    }
  }

  #glide(x, y, scale) {
    this.camera.glide({ x, y, scale });
    this.draw();
  }

  /** Describe the selected node and its neighbours to screen readers. */
  #announce(isQuiet = false) {
    const node = this.selected;
    if (node < 0 || isQuiet) return;
    const { reader } = this;
    const list = (nodes) => (nodes.length ? nodes.slice(0, 8).join(", ") : "none");
    const parent = reader.parent[node];
    const siblings = parent < 0 ? [] : reader.children[parent].filter((other) => other !== node);
    const hidden = this.isCollapsed(node) ? " Its descendants are hidden." : "";
    this.live.textContent = `Node ${node}: ${reader.describe(node)}. Siblings: ${list(siblings)}. `
      + `Children: ${list(reader.children[node])}.${hidden}`;
  }

  /** Repaint when the size, the theme or the colours of the system change. */
  #watch() {
    const restyle = () => {
      this.#colours = readColours(this.element);
      this.draw();
    };
    const resized = new ResizeObserver(() => this.#measure());
    resized.observe(this.canvas);
    const restyled = new MutationObserver(restyle);
    for (let at = this.element; at; at = at.parentElement) restyled.observe(at, { attributes: true });
    this.#watchers.push(resized, restyled);
    const { signal } = this.#control;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle, { signal });
  }

  #measure() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const wasEmpty = !this.camera.size.width;
    this.#ratio = devicePixelRatio || 1;
    this.camera.size = { width, height };
    [this.canvas.width, this.canvas.height] = [Math.round(width * this.#ratio), Math.round(height * this.#ratio)];
    if (!this.#plan) return;
    if (wasEmpty && width) this.home();
    this.paint(); // at once: resizing a canvas clears it
  }

  /** The node at a point of the view, or -1. @param {{x: number, y: number}} point */
  nodeAt({ x, y }) {
    const item = this.painter.find(x, y, this.#scene());
    return item < 0 ? -1 : this.#plan.node[item];
  }
}
