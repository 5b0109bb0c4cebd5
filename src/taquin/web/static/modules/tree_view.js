/**
 * The tree of a search on a canvas that can be zoomed and moved, by pointer and by keyboard.
 *
 * Keys: Up and Down go to the parent or a child, comma and period to a neighbour on the same level, by its position on
 * the screen; Enter hides and shows descendants; + - 0 zoom. The wheel zooms where the tree fills the window, else while
 * the tree has the focus, or with Ctrl. The selected node is also described for screen readers.
 */

import { formatCount, make } from "./elements.js";
import { TreeCamera } from "./tree_camera.js";
import { TreeCard } from "./tree_card.js";
import { listenToInput } from "./tree_input.js";
import { readColours } from "./tree_colours.js";
import { TreeMotion } from "./tree_motion.js";
import { TreePainter } from "./tree_painter.js";
import { emptyPlan, planTree } from "./tree_plan.js";

const KEYS = "Up and Down go to the parent or a child, comma and period to a neighbour; Enter hides and shows descendants.";
const MOST_COMPARED = 250; // items: beyond, nodes have no boards in a fitted tree
const FOLLOWING = 1.75; // the scale at which the values on a card have 20 pixels
const FOLLOWED_HEIGHT = 900; // pixels of a view, of which a higher one is a larger projector
const CLEARLY = 1.12; // the factor by which a tree must be larger for another shape of its cards

/**
 * Shows a search tree at the current step of its reader. Events: `select`, with `detail` { node, isPointed }; `fit`, when the whole
 * tree is kept in view, or no longer; `paint`, when the way in which nodes are painted changes.
 */
export class TreeView extends EventTarget {
  #cards;
  #colours;
  #plan = emptyPlan();
  /** Whether the tree has been laid out once. */
  #isPlanned = false;
  #ratio = 1;
  #frame = 0;
  #detail = "";
  /** @type {Set<number>} */ #collapsed = new Set();
  #control = new AbortController();
  /** @type {(ResizeObserver|MutationObserver)[]} */ #watchers = [];

  /**
   * @param {HTMLElement} host the element that the tree is added to; the style sheet sets its height
   * @param {object} options
   * @param {TraceReader} options.reader
   * @param {boolean} [options.isStage] whether it fills the window, so that the wheel has nothing else to do
   */
  constructor(host, { reader, isStage = false }) {
    super();
    this.reader = reader;
    this.isStage = isStage;
    /** Whether the whole tree is kept in view; zooming and moving ends this. */
    this.isFitted = true;
    /** Whether the current node is kept in the middle, so large that its values can be read from afar. */
    this.isFollowing = false;
    /** Nodes with a ring of their own, and the name of its colour. @type {Map<number, SurfaceName>} */
    this.marks = new Map();
    /** Nodes that exist but are not shown yet. @type {Set<number>} */
    this.veiled = new Set();
    /** Whether Enter picks the selected node, as a click does; else it hides and shows descendants. */
    this.picksByEnter = false;
    /** The node that is selected, or -1. */
    this.selected = -1;
    /** The node under the pointer, or -1. */
    this.pointed = -1;
    this.choice = { levels: Infinity, isAroundPath: false, hasDuplicates: false, hasPruned: true };
    this.#cards = [false, true].map((isTall) => new TreeCard(reader, { isTall }));
    this.card = this.#cards[0];
    this.painter = new TreePainter(reader, this.card);
    this.camera = new TreeCamera();
    this.motion = new TreeMotion();
    const label = `Search tree of ${formatCount(reader.total)} nodes. ${KEYS}`;
    const role = { role: "application", "aria-roledescription": "search tree", "aria-label": label };
    this.canvas = make("canvas", { tabindex: 0, ...role });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.live = make("p.taquin-hidden", { "aria-live": "polite" });
    this.element = make("div.taquin.taquin-tree", this.canvas, this.live);
    host.append(this.element);
    this.#colours = readColours(this.element);
    listenToInput(this, this.#control.signal);
    this.#watch();
    this.#measure();
    this.#replan({ isSudden: true });
  }

  /** The part of the tree that is shown, and where it is. @returns {TreePlan} */
  get plan() {
    return this.#plan;
  }

  /** How nodes are painted now. @returns {"board"|"number"|"dot"} */
  get detail() {
    return this.painter.detail(this.camera.target.scale);
  }

  /** Show the current step of the reader. @param {{isSudden?: boolean}} [how] without an animation */
  update({ isSudden = false } = {}) {
    this.#replan({ isSudden });
    const { step } = this.reader;
    if (this.selected >= this.reader.count) this.selected = -1;
    if (step) this.reveal(step.node);
    if (this.isFollowing) this.#goToCurrent(isSudden);
    this.draw();
  }

  /** Change what is shown. @param {TreeChoice} choice the parts of it that change */
  choose(choice) {
    Object.assign(this.choice, choice);
    this.#replan({ anchor: this.selected });
  }

  /** Hide the descendants of a node, or show them again. @param {number} node */
  toggle(node) {
    if (!this.#collapsed.delete(node)) this.#collapsed.add(node);
    this.#replan({ anchor: node });
    this.#announce();
  }

  /** Whether the descendants of a node are hidden. @param {number} node */
  isCollapsed(node) {
    return this.#collapsed.has(node);
  }

  /**
   * Select a node, announce it, and bring it into view.
   * @param {number} node
   * @param {{isQuiet?: boolean, isPointed?: boolean}} [options] `isPointed`: by a click on it
   */
  select(node, { isQuiet = false, isPointed = false } = {}) {
    this.selected = node;
    this.#announce(isQuiet);
    if (!isQuiet) this.reveal(node);
    this.draw();
    if (!isQuiet) this.dispatchEvent(new CustomEvent("select", { detail: { node, isPointed } }));
  }

  /** Move the view so that a node is in it. @param {number} node */
  reveal(node) {
    const item = this.#plan.itemOf[node] ?? -1;
    if (item < 0) return;
    const { camera } = this;
    const { width, height } = camera.size;
    const target = camera.target;
    if (this.isFitted || target.scale <= camera.whole * 1.01) return; // the whole tree is in view
    const wide = Math.abs(this.#plan.x[item] - target.x) * target.scale;
    const high = Math.abs(this.#plan.y[item] - target.y) * target.scale * camera.stretch;
    const reach = Math.max(Math.min(width * 0.3, width / 2 - this.card.width * target.scale * 0.6), 20);
    if (wide > reach || high > height * 0.28) this.#glide(this.#plan.x[item], this.#plan.y[item], target.scale);
  }

  /** Keep the current node in the middle, large enough for a projector; or show the whole tree again. @param {boolean} isOn */
  follow(isOn) {
    if (!isOn) return void this.fit();
    this.#setFitted(false);
    this.isFollowing = true;
    this.dispatchEvent(new Event("fit"));
    this.#goToCurrent();
  }

  #goToCurrent(isSudden = false) {
    const { step, roots } = this.reader;
    const item = this.#plan.itemOf[step?.current ?? roots[0]] ?? -1;
    if (item < 0) return;
    const { target, size } = this.camera;
    const scale = Math.max(target.scale, FOLLOWING * Math.max(size.height / FOLLOWED_HEIGHT, 1));
    const place = { x: this.#plan.x[item], y: this.#plan.y[item], scale };
    if (isSudden) this.camera.jump(place);
    else this.camera.glide(place);
    this.draw();
  }

  /** Show the whole tree, and keep it in view until the user zooms or moves it. */
  fit() {
    this.isFollowing = false;
    this.isFitted = true;
    this.dispatchEvent(new Event("fit"));
    this.#glide(this.#plan.width / 2, this.#plan.height / 2, this.camera.whole);
  }

  /** Zoom about a point of the view, or its middle. @param {number} factor @param {{x: number, y: number}} [point] */
  zoom(factor, point = { x: this.camera.size.width / 2, y: this.camera.size.height / 2 }) {
    this.#setFitted(false);
    this.camera.zoom(factor, point);
    this.draw();
  }

  /** Move by a number of pixels of the view. @param {number} right @param {number} down */
  drag(right, down) {
    this.#setFitted(false);
    this.camera.drag(right, down);
    this.draw();
  }

  #setFitted(/** @type {boolean} */ isFitted) {
    const hasChanged = this.isFitted !== isFitted;
    this.isFitted = isFitted;
    if (hasChanged) this.dispatchEvent(new Event("fit"));
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
    this.motion.advance(now);
    this.painter.paint(this.context, this.#scene());
    if (this.camera.isGliding || this.motion.isMoving) this.draw();
    if (this.detail === this.#detail) return;
    this.#detail = this.detail;
    this.dispatchEvent(new Event("paint"));
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
      x: this.motion.x,
      y: this.motion.y,
      isMoving: this.motion.isMoving,
      marks: this.marks,
      veiled: this.veiled,
      colours: this.#colours,
      camera: this.camera,
      ratio: this.#ratio,
      selected: this.#plan.itemOf[this.selected] ?? -1,
      pointed: this.#plan.itemOf[this.pointed] ?? -1,
      current: step ? (this.#plan.itemOf[step.node] ?? -1) : -1,
      currentPath: new Set(step ? reader.path(step.current) : []),
      solutionPath: new Set(isFound || this.choice.isAroundPath ? [...reader.nodePath, ...reader.goalNodes] : []),
    };
  }

  /**
   * Lay the tree out again. In a tree that is not fitted a node stays where it is: `anchor`, or the one that was expanded
   * last.
   */
  #replan({ anchor = this.reader.step?.node ?? 0, isSudden = false } = {}) {
    const { reader, choice } = this;
    const iteration = reader.iterations.length ? Math.max(reader.step?.iteration ?? 1, 1) : null;
    const before = this.#plan;
    const isNewIteration = this.#isPlanned && iteration !== this.iteration;
    this.#isPlanned = true;
    this.iteration = iteration;
    const wanted = { ...choice, iteration, collapsed: this.#collapsed };
    this.#plan = this.#bestPlan(wanted, this.#pathShown(iteration));
    this.camera.plan = this.#plan;
    const [old, item] = [before.itemOf[anchor] ?? -1, this.#plan.itemOf[anchor] ?? -1];
    const isAnchored = old >= 0 && item >= 0;
    const [dx, dy] =
      isAnchored && !this.isFitted ? [this.#plan.x[item] - this.motion.x[old], this.#plan.y[item] - this.motion.y[old]] : [0, 0];
    this.motion.go(this.#plan, { dx, dy, isSudden: isSudden || isNewIteration });
    if (this.isFitted) this.#fitNow(isSudden || isNewIteration);
    else if (dx || dy)
      this.camera.jump({ x: this.camera.target.x + dx, y: this.camera.target.y + dy, scale: this.camera.target.scale });
    else this.camera.jump({});
    this.draw();
  }

  /**
   * The plan with the current card; with the other one, wide or tall, if that makes a fitted tree clearly larger.
   * @param {TreeChoice} wanted @param {number[]} path
   */
  #bestPlan(wanted, path) {
    const make = (/** @type {TreeCard} */ card) => planTree(this.reader, wanted, { card, path });
    const plan = make(this.card);
    if (!this.isFitted || plan.node.length > MOST_COMPARED) return plan;
    const other = this.#cards[Number(!this.card.isTall)];
    const otherPlan = make(other);
    if (this.camera.wholeOf(otherPlan) < this.camera.wholeOf(plan) * CLEARLY) return plan;
    this.card = other;
    this.painter.card = other;
    return otherPlan;
  }

  #fitNow(/** @type {boolean} */ isSudden) {
    const place = { x: this.#plan.width / 2, y: this.#plan.height / 2, scale: this.camera.whole };
    if (isSudden) this.camera.jump(place);
    else this.camera.glide(place);
  }

  /** The path to the goal, if this iteration found it; or to the node where a local search ended. @param {?number} iteration */
  #pathShown(iteration) {
    const { reader } = this;
    const { parent, last, goalNodes } = reader;
    const isHere = iteration === null || goalNodes.some((node) => last.iteration[node] === iteration || parent[node] < 0);
    if (goalNodes.length) return isHere ? [...reader.nodePath, ...goalNodes] : [];
    /** @type {number[]} */ const path = [];
    let number = reader.isLocal ? reader.expanded : 0;
    while (number && iteration !== null && reader.stepAt(number).iteration !== iteration) number -= 1;
    for (let node = number ? reader.stepAt(number).node : -1; node >= 0; node = parent[node]) path.push(node);
    return path;
  }

  /** @param {number} x @param {number} y @param {number} scale */
  #glide(x, y, scale) {
    this.camera.glide({ x, y, scale });
    this.draw();
  }

  /** Describe the selected node and its neighbours to screen readers. */
  #announce(isQuiet = false) {
    const node = this.selected;
    if (node < 0 || isQuiet) return;
    const { reader } = this;
    const list = (/** @type {number[]} */ nodes) => (nodes.length ? nodes.slice(0, 8).join(", ") : "none");
    const parent = reader.parent[node];
    const siblings = parent < 0 ? [] : reader.children[parent].filter((other) => other !== node);
    const hidden = this.isCollapsed(node) ? " Its descendants are hidden." : "";
    this.live.textContent =
      `Node ${node}: ${reader.describe(node)}. Siblings: ${list(siblings)}. `
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
    for (let at = /** @type {?HTMLElement} */ (this.element); at; at = at.parentElement)
      restyled.observe(at, { attributes: true });
    this.#watchers.push(resized, restyled);
    const { signal } = this.#control;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle, { signal });
    const print = () => {
      this.#colours = readColours(this.element);
      this.paint(); // at once: the page is printed as it is now
    };
    for (const name of ["beforeprint", "afterprint"]) addEventListener(name, print, { signal });
  }

  #measure() {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    this.#ratio = devicePixelRatio || 1;
    this.camera.size = { width, height };
    [this.canvas.width, this.canvas.height] = [Math.round(width * this.#ratio), Math.round(height * this.#ratio)];
    if (!this.#isPlanned) return;
    if (this.isFitted) this.#fitNow(true);
    this.paint(); // at once: resizing a canvas clears it
  }

  /** The node at a point of the view, or -1. @param {{x: number, y: number}} point */
  nodeAt({ x, y }) {
    const item = this.painter.find(x, y, this.#scene());
    return item < 0 ? -1 : this.#plan.node[item];
  }
}
