/**
 * Chooses which part of a search tree is shown, and computes positions.
 *
 * Positions are those of the tree as it is at the current step, so a small tree is large. The trees of a
 * bidirectional search face each other, and the nodes where they met are in one column.
 */

import { MOVES } from "./board.js";
import { tidy } from "./tree_layout.js";

const LETTERS = Object.keys(MOVES);
export const GAP = 14; // between two cards
const RISE = 30;
const HIGHEST = 110;
const STEEPNESS = 0.04;

/** A plan without items. @returns {TreePlan} */
export function emptyPlan() {
  const [x, y, itemOf] = [new Float64Array(0), new Float64Array(0), new Int32Array(0)];
  const columns = { node: [], parent: [], move: [], isDuplicate: [], hidden: [] };
  return { ...columns, x, y, itemOf, rows: [], width: 0, height: 0, turned: Infinity };
}

/**
 * Choose what to show, and compute positions.
 * @param {TraceReader} reader
 * @param {TreeChoice} choice
 * @param {{card: {width: number, height: number}, path: number[]}} parts `path` leads to the goal, or to
 *   the node where a local search ended
 * @returns {TreePlan}
 */
export function planTree(reader, choice, { card, path }) {
  const collector = new ItemCollector(reader, choice, new Set(path));
  const trees = reader.roots.map((root) => new TreeLayout(collector.collect(root), card));
  const [x, y] = [new Float64Array(collector.count), new Float64Array(collector.count)];
  /** @type {TreePlan} */
  const plan = { ...collector.columns, x, y, itemOf: collector.itemOf, rows: [], width: 0, height: 0, turned: Infinity };
  if (!trees.length) return plan;
  const met = reader.goalNodes.length > 1 ? reader.goalNodes.map((node) => collector.itemOf[node] ?? -1) : [];
  const middles = trees.map((tree, place) => (met[place] >= 0 ? tree.centre(met[place]) : tree.width / 2));
  const left = Math.max(...middles);
  const [first, second] = trees;
  plan.height = first.height + (second ? second.height + 2 * RISE : 0);
  for (const [place, tree] of trees.entries()) tree.addTo(plan, left - middles[place], place > 0);
  plan.width = Math.max(...trees.map((tree, place) => left - middles[place] + tree.width));
  if (second) plan.turned = first.tops.length;
  return plan;
}

/** @typedef {{node: number, move: string, isDuplicate: boolean}} Item */
/** @typedef {{numbers: number[], moves: string[], duplicates: boolean[]}} Stack three numbers for each item: node, place, level */

/** Collects the items that are shown. */
class ItemCollector {
  /** @type {Pick<TreePlan, "node"|"parent"|"move"|"isDuplicate"|"hidden">} */
  columns = { node: [], parent: [], move: [], isDuplicate: [], hidden: [] };

  /** @param {TraceReader} reader @param {TreeChoice} choice @param {Set<number>} path */
  constructor(reader, choice, path) {
    const { iteration = null, levels = Infinity, isAroundPath = false } = choice;
    const { hasDuplicates = false, hasPruned = true, collapsed = new Set() } = choice;
    this.reader = reader;
    this.path = path;
    this.iteration = iteration;
    this.levels = levels;
    this.hasPruned = hasPruned;
    this.collapsed = collapsed;
    this.isAroundPath = isAroundPath && path.size > 0;
    this.itemOf = new Int32Array(reader.count).fill(-1);
    /** @type {Map<number, Item[]>} */ this.known = hasDuplicates ? this.#findDuplicates() : new Map();
  }

  get count() {
    return this.columns.node.length;
  }

  /** The items of one tree, parents before children; `families` holds places in `items`. @param {number} root */
  collect(root) {
    /** @type {number[]} */ const items = [];
    /** @type {number[][]} */ const families = [];
    /** @type {Stack} */
    const stack = { numbers: [root, -1, 0], moves: [""], duplicates: [false] }; // objects would take most of the time
    for (let move = stack.moves.pop(); move !== undefined; move = stack.moves.pop()) {
      const isDuplicate = stack.duplicates.pop() ?? false;
      const level = stack.numbers.pop() ?? 0;
      const place = stack.numbers.pop() ?? -1;
      const node = stack.numbers.pop() ?? root;
      const here = items.length;
      const item = this.#add(node, move, isDuplicate, place < 0 ? -1 : items[place]);
      items.push(item);
      families.push([]);
      if (place >= 0) families[place].push(here);
      if (isDuplicate) continue;
      this.itemOf[node] = item;
      this.#pushBelow(stack, node, { here, level, item });
    }
    return { items, families };
  }

  /** @param {number} node @param {string} move @param {boolean} isDuplicate @param {number} parent */
  #add(node, move, isDuplicate, parent) {
    const { columns } = this;
    columns.node.push(node);
    columns.parent.push(parent);
    columns.move.push(move);
    columns.isDuplicate.push(isDuplicate);
    columns.hidden.push(0);
    return this.count - 1;
  }

  /**
   * Push the items shown below a node: nodes, and duplicates between them in the order of their moves.
   * @param {Stack} stack @param {number} node @param {{here: number, level: number, item: number}} options
   */
  #pushBelow(stack, node, { here, level, item }) {
    const isClosed = this.collapsed.has(node) || level >= this.levels || (this.isAroundPath && !this.path.has(node));
    if (isClosed) {
      this.columns.hidden[item] = this.#sizeOf(node) - 1;
      if (this.columns.hidden[item]) return;
    }
    /** @param {number} child @param {string} letter @param {boolean} isDuplicate */
    const push = (child, letter, isDuplicate) => {
      stack.numbers.push(child, here, level + 1);
      stack.moves.push(letter);
      stack.duplicates.push(isDuplicate);
    };
    const { move } = this.reader;
    const children = isClosed ? [] : this.#children(node);
    const known = this.known.get(node);
    if (!known) {
      for (let at = children.length - 1; at >= 0; at -= 1) push(children[at], move[children[at]], false);
      return;
    }
    const below = children.map((child) => ({ node: child, move: move[child], isDuplicate: false }));
    for (const one of known) {
      const later = below.findIndex((other) => LETTERS.indexOf(other.move) > LETTERS.indexOf(one.move));
      below.splice(later < 0 ? below.length : later, 0, one);
    }
    for (const one of below.reverse()) push(one.node, one.move, one.isDuplicate);
  }

  /** The children of a node that this iteration has made so far. @param {number} node */
  #children(node) {
    const { reader } = this;
    if (this.iteration === null && this.hasPruned) return reader.children[node];
    return reader.children[node].filter((child) => {
      const isHere = this.iteration === null || reader.last.iteration[child] === this.iteration;
      const isPruned = reader.kind(child) === "pruned" && !reader.children[child].length;
      return isHere && (this.hasPruned || !isPruned);
    });
  }

  /** How many nodes there are below and including a node, in this iteration. @param {number} root */
  #sizeOf(root) {
    const order = [root];
    for (const node of order) order.push(...this.#children(node)); // the list grows during the loop
    return order.length;
  }

  /** The duplicates among the children of each node so far, except those that undo the last move. */
  #findDuplicates() {
    const { parent } = this.reader;
    /** @type {Map<number, Item[]>} */ const duplicates = new Map();
    for (let number = 1; number <= this.reader.expanded; number += 1) {
      if (this.iteration !== null && this.reader.stepAt(number).iteration !== this.iteration) continue;
      for (const child of this.reader.childrenOf(number)) {
        if (child.fate !== "duplicate" || child.node === parent[child.parent]) continue;
        const known = duplicates.get(child.parent) ?? [];
        const isListed = known.some((other) => other.move === child.move && other.node === child.node);
        if (!isListed) known.push({ node: child.node, move: child.move, isDuplicate: true });
        duplicates.set(child.parent, known);
      }
    }
    return duplicates;
  }
}

/** The positions of one tree. */
class TreeLayout {
  /** @param {{items: number[], families: number[][]}} values @param {{width: number, height: number}} card */
  constructor({ items, families }, card) {
    this.items = items;
    this.card = card;
    const { centres, levels, width } = tidy(families, new Float64Array(items.length).fill(card.width), { gap: GAP });
    this.centres = centres;
    this.levels = levels;
    this.width = width;
    /** @type {number[]} */ const rises = [];
    families.forEach((family, place) => {
      const span = family.length ? Math.abs(centres[place] - centres[family[0]]) : 0;
      const wanted = Math.min(HIGHEST, RISE + (span - 100) * STEEPNESS);
      rises[levels[place]] = Math.max(rises[levels[place]] ?? RISE, wanted);
    });
    let top = 0;
    this.tops = [top];
    for (const rise of rises.slice(0, -1)) {
      top += card.height + rise;
      this.tops.push(top);
    }
    this.height = top + card.height;
  }

  /** The centre of an item. @param {number} item */
  centre(item) {
    return this.centres[this.items.indexOf(item)];
  }

  /**
   * Add the positions to a plan; a turned tree grows upwards from the bottom.
   * @param {TreePlan} plan @param {number} left @param {boolean} isTurned
   */
  addTo(plan, left, isTurned) {
    const half = this.card.height / 2;
    const heights = this.tops.map((top) => (isTurned ? plan.height - top - half : top + half));
    /** @type {TreePlan["rows"]} */ const rows = heights.map((y) => ({ y, items: [] }));
    this.items.forEach((item, place) => {
      plan.x[item] = left + this.centres[place];
      plan.y[item] = heights[this.levels[place]];
      rows[this.levels[place]].items.push(item);
    });
    plan.rows.push(...(isTurned ? rows.reverse() : rows));
  }
}
