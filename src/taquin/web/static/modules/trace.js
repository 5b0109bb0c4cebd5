/**
 * Reads a recorded search and goes to any moment of it, forwards and backwards.
 *
 * A trace is a list of events. Each one is applied to the tree of nodes, and leaves behind what it overwrote, so that
 * it can be taken back: going from one moment to another costs the events between them, in either direction. What each
 * event means is said in taquin/trace/, and tests compare every moment with the fold of the events in Python.
 */

const LETTERS = "UDLR";
const OFFSETS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const COLUMNS = [
  "parent", "move", "g", "h", "iteration", "root", "born", "children", "expansions", "fate", "improvements",
];

/**
 * A recorded search. The arrays `parent`, `move`, `g`, `h`, `iteration`, `root`, `born` (the step that made it),
 * `children`, `expansions`, `fate` and `improvements` have one entry for each node that exists at the present moment,
 * and change with it; so do `roots`, `bounds`, `begins`, `waiting` and `expanded`. Everything else stays.
 */
export class TraceReader {
  #events;
  #undo = [];
  #opening;
  #boards = [];

  /**
   * @param {string|object[]} source the text of a trace file (JSON Lines), or its lines as objects
   * @param {object} parts
   * @param {typeof import("./trace_steps.js").readSteps} parts.readSteps
   */
  constructor(source, { readSteps }) {
    const [header, ...records] = typeof source === "string" ? parseLines(source) : source;
    const finish = records.pop();
    if (header?.taquin_trace !== 2) throw new Error("expected a trace of version 2");
    if (finish?.event !== "finish") throw new Error("the trace has no finish: it is cut off");
    /** The spec, and for boards the start and the goal, as texts. */
    this.header = header;
    /** How it ended: status, moves, reason, counters, iterations. */
    this.outcome = finish;
    this.isTruncated = finish.truncated;
    this.#events = records;
    /** Rows and columns, or null in spaces without boards. @type {?[number, number]} */
    this.shape = "start" in header && "goal" in header ? shapeOf(header.start) : null;
    for (const name of COLUMNS) this[name] = [];
    this.roots = [];
    this.bounds = [];
    /** How many expansions came before each round. */
    this.begins = [];
    /** Nodes that were made, and neither expanded nor pruned since. @type {Set<number>} */
    this.waiting = new Set();
    this.expanded = 0;
    const { steps, opening } = readSteps(this, records);
    /** @type {import("./trace_steps.js").Step[]} */
    this.steps = steps;
    this.#opening = opening;
    /** The tree as it is in the end: the columns above, whatever the present moment is. */
    this.last = Object.fromEntries(COLUMNS.map((name) => [name, this[name].map(copyOf)]));
    this.last.roots = [...this.roots];
    this.last.bounds = [...this.bounds];
    /** The node of the goal, or two where two searches met. @type {number[]} */
    this.goalNodes = records.filter((record) => record.event === "goal").map((record) => record.node);
    /** The nodes on the solution, from the start to the goal. @type {number[]} */
    this.nodePath = this.#findPath();
  }

  /** How many nodes exist at the present moment. */
  get count() {
    return this.parent.length;
  }

  /** How many nodes there are in the end. */
  get total() {
    return this.last.parent.length;
  }

  /** How many events have been applied. */
  get position() {
    return this.#undo.length;
  }

  /** How many events there are. */
  get length() {
    return this.#events.length;
  }

  /** The time: 0 at the start, n when step n is over. */
  get time() {
    return this.expanded;
  }

  /** The step that was made last, or null at the start. @returns {?import("./trace_steps.js").Step} */
  get step() {
    return this.steps[this.expanded - 1] ?? null;
  }

  /** Whether the search is over at the present moment. */
  get isOver() {
    return this.position === this.length;
  }

  /** Go to the moment when this step is over. @param {number} time from 0 to the number of steps */
  goTo(time) {
    this.goToEvent(this.steps[Math.min(time, this.steps.length) - 1]?.end ?? this.#opening);
  }

  /** Go to the moment after so many events. @param {number} position */
  goToEvent(position) {
    const target = Math.min(Math.max(position, 0), this.length);
    while (this.position < target) this.#apply(this.#events[this.position]);
    while (this.position > target) this.#takeBack(this.#events[this.position - 1]);
  }

  /** The nodes from the root to this one, at the present moment. @param {number} node @returns {number[]} */
  path(node) {
    return pathIn(this.parent, node);
  }

  /**
   * The cells of a node's board, in reading order; null in spaces without boards.
   * @param {number} node any node, made already or not
   * @returns {?number[]}
   */
  board(node) {
    if (!this.shape) return null;
    const { parent, move, roots } = this.last;
    const way = [];
    let at = node;
    for (; !this.#boards[at] && parent[at] >= 0; at = parent[at]) way.push(at);
    this.#boards[at] ??= cellsOf(at === roots[0] ? this.header.start : this.header.goal);
    for (const next of way.reverse()) this.#boards[next] = slid(this.#boards[parent[next]], move[next], this.shape[1]);
    return this.#boards[node];
  }

  /**
   * The children that wait beside the path to a step's node: those of the last expansion of each node on it.
   * @param {import("./trace_steps.js").Step} step
   * @returns {number[]}
   */
  siblings(step) {
    const path = new Set(pathIn(this.last.parent, step.node));
    const waits = (child) => child < step.made && !path.has(child);
    return [...path].flatMap((node) => {
      const when = this.last.expansions[node].findLast((number) => number <= step.number);
      return when ? this.steps[when - 1].family.filter(waits) : [];
    });
  }

  #apply(event) {
    const { node } = event;
    const wasWaiting = this.waiting.has(node);
    let before = wasWaiting;
    switch (event.event) {
      case "generate":
        this.#generate(event);
        break;
      case "expand":
        this.expanded += 1;
        this.expansions[node].push(this.expanded);
        this.waiting.delete(node);
        break;
      case "duplicate":
        break;
      case "prune":
        before = [this.fate[node], wasWaiting];
        this.fate[node] = event.reason;
        this.waiting.delete(node);
        break;
      case "goal":
        before = this.fate[node];
        this.fate[node] = "goal";
        break;
      case "improve":
        before = this.#improve(event, wasWaiting);
        break;
      case "iteration":
        this.bounds.push(event.bound);
        this.begins.push(this.expanded);
        break;
      default:
        throw new Error(`expected an event of a trace, found ${JSON.stringify(event).slice(0, 80)}`);
    }
    this.#undo.push(before);
  }

  #generate({ node, parent, move, g, h }) {
    const { count } = this;
    if (node !== count || parent >= node) throw new Error(`expected node ${count} as the next, found ${node}`);
    const step = LETTERS.indexOf(move || "?");
    const root = this.root[parent] ?? node;
    const values = [parent, step, g, h, this.bounds.length, root, this.expanded, [], [], "", 0];
    COLUMNS.forEach((name, place) => this[name].push(values[place]));
    (this.children[parent] ?? this.roots).push(node);
    this.waiting.add(node);
  }

  #improve({ node, parent, move, g }, wasWaiting) {
    const family = this.children[this.parent[node]];
    const place = family.indexOf(node);
    const before = [this.parent[node], this.move[node], this.g[node], this.fate[node], place, wasWaiting];
    family.splice(place, 1);
    this.children[parent].push(node);
    [this.parent[node], this.move[node], this.g[node], this.fate[node]] = [parent, LETTERS.indexOf(move), g, ""];
    this.improvements[node] += 1;
    this.waiting.add(node);
    return before;
  }

  #takeBack(event) {
    const { node } = event;
    const before = this.#undo.pop();
    switch (event.event) {
      case "generate":
        COLUMNS.forEach((name) => this[name].pop());
        (this.children[event.parent] ?? this.roots).pop();
        this.waiting.delete(node);
        break;
      case "expand":
        this.expanded -= 1;
        this.expansions[node].pop();
        if (before) this.waiting.add(node);
        break;
      case "duplicate":
        break;
      case "prune":
        this.fate[node] = before[0];
        if (before[1]) this.waiting.add(node);
        break;
      case "goal":
        this.fate[node] = before;
        break;
      case "improve":
        this.children[event.parent].pop();
        this.children[before[0]].splice(before[4], 0, node);
        [this.parent[node], this.move[node], this.g[node], this.fate[node]] = before;
        this.improvements[node] -= 1;
        if (!before[5]) this.waiting.delete(node);
        break;
      default:
        this.bounds.pop();
        this.begins.pop();
    }
  }

  #findPath() {
    const [forward, backward] = this.goalNodes.map((node) => pathIn(this.last.parent, node));
    return backward ? [...forward, ...backward.slice(0, -1).reverse()] : forward ?? [];
  }
}

function parseLines(text) {
  return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
}

function cellsOf(text) {
  return text.split(/[\s/]+/).filter(Boolean).map(Number);
}

function shapeOf(text) {
  const rows = text.split("/").length;
  return [rows, cellsOf(text).length / rows];
}

function slid(cells, move, columns) {
  const next = [...cells];
  const blank = cells.indexOf(0);
  const target = blank + OFFSETS[move][0] * columns + OFFSETS[move][1];
  [next[blank], next[target]] = [cells[target], 0];
  return next;
}

function pathIn(parent, node) {
  const nodes = [];
  for (let at = node; at >= 0; at = parent[at]) nodes.push(at);
  return nodes.reverse();
}

function copyOf(value) {
  return Array.isArray(value) ? [...value] : value;
}
