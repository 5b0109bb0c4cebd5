/**
 * A recorded search at any step of it, forwards and backwards.
 *
 * The record comes from Python (taquin/render/search_record.py) with every sentence ready-made. Each step is a list of
 * changes of nodes; applying one keeps what it overwrites, so that it can be reverted. Going from one step to another
 * costs the changes between them, in either direction.
 */

import { Board } from "./board.js";
import { moveText } from "./move_names.js";

/** @typedef {[parent: number, move: string, value: number, state: number, rank: number, place: number]} Before */
/** @typedef {Omit<Api.TraceRecord, Own> & Partial<Pick<Api.TraceRecord, Own>>} SearchRecord the widget has less than the server */
/** @typedef {"predictions" | "pseudocode"} Own */

/**
 * A recorded search. `parent`, `move` and `children` have one entry for each node that exists at the current step, and
 * change with it; so does `waiting`. Everything else is fixed.
 */
export class TraceReader {
  /** @type {Api.HistoryRecord} */ #history;
  #time = 0;
  #applied = 0;
  /** Parent, move, value, state, rank and place among its siblings of changed nodes. @type {(Before|[])[]} */
  #undo = [];
  /** @type {number[]} */ #value = [];
  /** @type {number[]} */ #state = [];
  /** @type {number[]} */ #rank = [];
  /** @type {Board[]} */ #boards = [];

  /** @param {SearchRecord} record the response of /api/trace */
  constructor(record) {
    this.#history = record.history;
    this.record = record;
    /** The name of the method, for a heading. */
    this.name = record.name;
    /** What the search holds between two steps. @type {"frontier"|"path"|"siblings"|"place"} */
    this.held = record.reading.held;
    /** The order of `heldNodes`, in words. */
    this.heldOrder = record.history.held_order;
    /** Whether the search moves from node to node and keeps no others. */
    this.isLocal = this.held === "place";
    /** A sentence if the record is truncated, else nothing. */
    this.notice = record.history.notice;
    /** The node of the goal, or two where two searches met. @type {number[]} */
    this.goalNodes = record.history.goal_nodes;
    /** The nodes on the solution, from the start to the goal. @type {number[]} */
    this.nodePath = record.node_path;
    /** The iterations of an iterated search. @type {{name: string, step: number, expanded: number}[]} */
    this.iterations = record.history.iterations;
    /** The states that the search stores, after each step from 0. @type {number[]} */
    this.storedAt = record.history.counters.stored;
    /** All values that the search compares. @type {number[]} */
    this.comparedValues = record.history.values.compared;
    /** How many nodes there are at the end. */
    this.total = record.nodes.born.length;
    const { goal } = record;
    const rows = goal?.split("/").length ?? 0;
    /** The goal, or null in spaces without boards. @type {?Board} */
    this.goal = goal ? Board.parse(goal, [rows, goal.split(/[\s/]+/).length / rows]) : null;
    /** @type {number[]} */ this.parent = [];
    /** @type {string[]} */ this.move = [];
    /** @type {number[][]} */ this.children = [];
    /** @type {number[]} */ this.roots = [];
    /** The root of the tree that each node is in. @type {number[]} */
    this.root = [];
    /** Nodes that wait to be expanded. @type {Set<number>} */
    this.waiting = new Set();
    /** How many steps there are. */
    this.stepCount = record.history.steps.node.length;
    this.goTo(this.stepCount);
    /** The tree as it is at the end, whatever the current step is. */
    this.last = { ...record.nodes, ...structuredClone(this.#columns) };
    this.goTo(0);
  }

  /** Use the record of the whole search in place of one that was made while it was running: it has the same steps. @param {SearchRecord} record */
  finish(record) {
    this.record = record;
    this.#history = record.history;
    this.notice = record.history.notice;
  }

  get #columns() {
    const { parent, move, children, roots } = this;
    return { parent, move, children, roots };
  }

  /** How many nodes have been expanded. */
  get expanded() {
    return Math.min(this.#time, this.record.steps);
  }

  /** The counters now; only a search that holds a frontier counts it. @returns {Record<string, number>} */
  get counters() {
    const columns = Object.entries(this.#history.counters).filter(([name]) => name !== "frontier" || this.held === "frontier");
    return Object.fromEntries(columns.map(([name, column]) => [name, column[this.#time]]));
  }

  /** How many nodes exist at the current step. */
  get count() {
    return this.parent.length;
  }

  /** The current step: 0 before the first. */
  get time() {
    return this.#time;
  }

  /** The step that was made last, or null at the start. @returns {?Step} */
  get step() {
    return this.#time ? this.stepAt(this.#time) : null;
  }

  /** Whether the search is over at the current step. */
  get isOver() {
    return this.#time === this.stepCount;
  }

  /** Go to a step. @param {number} time from 0 to the number of steps */
  goTo(time) {
    this.#time = Math.min(Math.max(time, 0), this.stepCount);
    const target = this.#history.changes.end[this.#time];
    while (this.#applied < target) this.#apply();
    while (this.#applied > target) this.#revert();
  }

  #apply() {
    const { changes, states } = this.#history;
    const at = this.#applied;
    const node = changes.node[at];
    const isNew = node === this.count;
    const parent = changes.parent[at];
    if (isNew) {
      this.#undo.push([]);
      this.children.push([]);
      (this.children[parent] ?? this.roots).push(node);
      this.root[node] = this.root[parent] ?? node;
    } else {
      const old = this.parent[node];
      const place = this.children[old]?.indexOf(node) ?? -1;
      this.#undo.push([old, this.move[node], this.#value[node], this.#state[node], this.#rank[node], place]);
      if (parent !== old) {
        this.children[old].splice(place, 1);
        this.children[parent].push(node);
      }
    }
    this.#write(node, parent, changes.move[at], changes.value[at], changes.state[at], changes.rank[at]);
    if (states.waits[this.#state[node]]) this.waiting.add(node);
    else this.waiting.delete(node);
    this.#applied += 1;
  }

  #revert() {
    this.#applied -= 1;
    const { changes, states } = this.#history;
    const node = changes.node[this.#applied];
    const before = this.#undo.pop();
    if (!before?.length) {
      (this.children[this.parent[node]] ?? this.roots).pop();
      const columns = [this.parent, this.move, this.children, this.#value, this.#state, this.#rank];
      for (const column of columns) column.pop();
      this.waiting.delete(node);
      return;
    }
    const [parent, move, value, state, rank, place] = before;
    if (parent !== this.parent[node]) {
      this.children[this.parent[node]].pop();
      this.children[parent].splice(place, 0, node);
    }
    this.#write(node, parent, move, value, state, rank);
    if (states.waits[state]) this.waiting.add(node);
    else this.waiting.delete(node);
  }

  /** @param {number} node @param {number} parent @param {string} move @param {number} value @param {number} state @param {number} rank */
  #write(node, parent, move, value, state, rank) {
    this.parent[node] = parent;
    this.move[node] = move;
    this.#value[node] = value;
    this.#state[node] = state;
    this.#rank[node] = rank;
  }

  // Steps

  /** A step. @param {number} number from 1 @returns {Step} */
  stepAt(number) {
    const { node, current, iteration, notes } = this.#history.steps;
    const at = number - 1;
    return {
      number,
      node: node[at],
      current: current[at],
      iteration: iteration[at],
      title: this.title(number),
      notes: notes[at],
    };
  }

  /** The children that a step made. @param {number} number from 1 @returns {StepChild[]} */
  childrenOf(number) {
    const { children, texts, values } = this.#history;
    /** @type {StepChild[]} */ const made = [];
    for (let at = children.end[number - 2] ?? 0; at < children.end[number - 1]; at += 1) {
      made.push({
        parent: children.parent[at],
        move: children.move[at],
        node: children.node[at],
        fate: children.fate[at],
        label: moveText(texts[children.label[at]]),
        sum: values.sum[children.value[at]],
        text: texts[children.text[at]],
      });
    }
    return made;
  }

  /** A step in one line; before the first one, the values of the roots. @param {number} time */
  title(time) {
    return time ? moveText(this.#history.steps.title[time - 1]) : this.#history.start;
  }

  /** Whether the goal is chosen in the current step. */
  get isClosing() {
    return this.#time > this.record.steps;
  }

  /** How a search ended that found no goal, at its end; before, nothing. */
  get ending() {
    return this.isOver && !this.isClosing ? this.#history.end : "";
  }

  /** The current step in one line; at the end of a search that found no goal, also how it ended. */
  get heading() {
    return [this.title(this.#time), this.ending].filter(Boolean).join(". ");
  }

  /** The longest title of all steps, with the name of the method and room for bold letters. */
  get longestTitle() {
    const titles = [this.#history.start, ...this.#history.steps.title];
    const room = "\u2007".repeat(1 + Math.ceil(this.name.length / 8)); // spaces as wide as digits, without a break
    return `${this.name} ${titles.reduce((one, other) => (other.length > one.length ? other : one))}${room}`;
  }

  /** The heading after the last step, with the reason why the search ends there. */
  get lastHeading() {
    const { steps, end } = this.#history;
    const isClosing = this.stepCount > this.record.steps;
    const reason = isClosing ? steps.notes[this.stepCount - 1].join(" ") : end;
    return `${this.name} ${this.title(this.stepCount)}. ${reason}`;
  }

  // Nodes at the current step

  /** What a node is painted as. @param {number} node @returns {"goal"|"stuck"|"expanded"|"pruned"|"frontier"} */
  kind(node) {
    return this.#history.states.kind[this.#state[node]];
  }

  /** The label on the card of a node that is special, else nothing. @param {number} node */
  tag(node) {
    return this.#history.states.tag[this.#state[node]];
  }

  /** The values of a node, one by one; the last is the one that the search compares. @param {number} node @returns {string[]} */
  values(node) {
    return this.#history.values.parts[this.#value[node]];
  }

  /** The value of a node that the search compares. @param {number} node */
  compared(node) {
    return this.#history.values.compared[this.#value[node]];
  }

  /** How many values a card shows. */
  get valueCount() {
    return this.#history.values.parts[0]?.length ?? 0;
  }

  /** How many characters the longest values of a card have, with spaces between them. */
  get valueLength() {
    return this.#history.values.parts.reduce((longest, parts) => Math.max(longest, parts.join(" ").length), 0);
  }

  /** How a node was reached, without the name of its parent. @param {number} node */
  origin(node) {
    if (this.parent[node] >= 0) return moveText(this.#history.origins[this.move[node]]);
    return this.#history.roots[this.roots.indexOf(node)];
  }

  /** The values of a node in one line, and what has happened to it so far. @param {number} node @returns {string[]} */
  facts(node) {
    const { values, states } = this.#history;
    return [values.sum[this.#value[node]], ...states.lines[this.#state[node]]];
  }

  /** A node in one line. @param {number} node */
  describe(node) {
    const parent = this.parent[node] >= 0 ? ` node ${this.parent[node]}` : "";
    return [`${this.origin(node)}${parent}`, ...this.facts(node)].join("; ");
  }

  /** The step in which a node was last expanded, or 0. @param {number} node */
  expandedIn(node) {
    return this.last.expansions[node].findLast((step) => step <= this.#time) ?? 0;
  }

  /** The nodes from the root to this one. @param {number} node @returns {number[]} */
  path(node) {
    const nodes = [];
    for (let at = node; at >= 0; at = this.parent[at]) nodes.push(at);
    return nodes.reverse();
  }

  /** The nodes that the search holds: the path, or what waits, in the order of expansion that Python says. @returns {number[]} */
  heldNodes() {
    const { step } = this;
    if (this.held === "path" || this.isLocal) return step ? this.path(step.node) : [...this.roots];
    return [...this.waiting].sort((one, other) => this.#rank[one] - this.#rank[other]);
  }

  /** The board of a node, made already or not; null in spaces without boards. @param {number} node @returns {?Board} */
  board(node) {
    if (!this.goal) return null;
    const { parent, move, roots } = this.last;
    /** @type {number[]} */ const way = [];
    let at = node;
    for (; !this.#boards[at] && parent[at] >= 0; at = parent[at]) way.push(at);
    const { rows, columns } = this.goal;
    this.#boards[at] ??= at === roots[0] ? Board.parse(this.record.start, [rows, columns]) : this.goal;
    for (const next of way.reverse()) this.#boards[next] = this.#boards[parent[next]].play(move[next]);
    return this.#boards[node];
  }
}
