/**
 * A trace in steps: one step for each expansion, with every child that was made and what became of it. It does what
 * taquin/trace/steps.py does, and tests compare both.
 *
 * A duplicate names the known node and nothing else. Which move led there follows from the order in which successors
 * are made: every successor of an expanded node has one event, in the order Up, Down, Left, Right, except the one that
 * undoes the last move in tree searches, which has none.
 */

const OFFSETS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const DUPLICATE = "duplicate";

/**
 * @typedef {object} Child a successor that was made in a step
 * @property {number} parent
 * @property {number} move 0 to 3 for Up, Down, Left, Right; -1 where nothing tells it
 * @property {number} node the new node, or the known node that has this state
 * @property {number} g
 * @property {number} h
 * @property {"new"|"pruned"|"duplicate"|"improved"|"goal"} fate
 * @property {string} reason why it was pruned
 * @property {number} knownG for a duplicate and an improved node: the g that it had
 * @property {boolean} isReopened for an improved node: whether it had been expanded
 */

/**
 * @typedef {object} Step one expansion
 * @property {number} number counted from 1
 * @property {number} node
 * @property {number} parent its parent at that moment, -1 for a root
 * @property {number} move
 * @property {number} g
 * @property {number} h
 * @property {number} iteration the round, counted from 1; 0 in searches without rounds
 * @property {number[]} begun the bounds of the rounds that began just before it
 * @property {number} times 1 if the node is expanded for the first time in its round
 * @property {number} root the root that it hangs under
 * @property {Child[]} children
 * @property {[number, string][]} dropped nodes of earlier steps that were pruned now, and why
 * @property {number} waiting how many nodes wait when the step is over
 * @property {number} made how many nodes there are when the step is over
 * @property {number} end how many events there are when the step is over
 * @property {number[]} family the nodes made as children of this node, until it is expanded again
 */

/**
 * Let a reader go through all its events, and tell the steps that they make.
 * @param {import("./trace.js").TraceReader} reader at the start; afterwards at the end
 * @param {object[]} events
 * @returns {{steps: Step[], opening: number}} `opening` is the number of events before the first step
 */
export function readSteps(reader, events) {
  const maker = new StepMaker(reader);
  events.forEach((event, position) => {
    if (event.event === "expand") {
      let end = position;
      while (events[end - 1]?.event === "iteration") end -= 1; // a new round belongs to the new step
      maker.end(end);
      maker.begin(event.node);
    }
    const known = { g: reader.g[event.node], isClosed: maker.isClosed(event.node) };
    reader.goToEvent(position + 1);
    maker.add(event, known);
  });
  maker.end(events.length);
  return { steps: maker.steps, opening: maker.opening };
}

/** The step that is being made, and those that are done. */
class StepMaker {
  steps = [];
  opening = -1;
  #begun = [];
  #places = new Map(); // node: its place among the children of this step
  #children = [];
  #dropped = [];

  constructor(reader) {
    this.reader = reader;
    this.moves = new Successors(reader);
  }

  isClosed(node) {
    return !this.reader.waiting.has(node) && this.reader.expansions[node]?.length > 0;
  }

  begin(node) {
    const { reader } = this;
    const before = reader.begins.at(-1) ?? 0;
    [this.#children, this.#dropped, this.#places] = [[], [], new Map()];
    this.steps.push({
      number: reader.expanded + 1,
      node,
      parent: reader.parent[node],
      move: reader.move[node],
      g: reader.g[node],
      h: reader.h[node],
      iteration: reader.bounds.length,
      begun: this.#begun,
      times: reader.expansions[node].filter((when) => when > before).length + 1,
      root: reader.root[node],
      children: this.#children,
      dropped: this.#dropped,
      family: [],
    });
    this.#begun = [];
    this.moves.expand(node);
  }

  end(position) {
    if (this.steps.length) {
      Object.assign(this.steps.at(-1), { waiting: this.reader.waiting.size, made: this.reader.count, end: position });
    } else {
      this.opening = position;
    }
  }

  add(event, known) {
    const { node, parent } = event;
    const move = this.reader.move[node];
    switch (event.event) {
      case "iteration":
        this.#begun.push(event.bound);
        break;
      case "generate":
        this.moves.generate(node, parent, move);
        if (parent < 0) break;
        this.#places.set(node, this.#children.length);
        this.#child(parent, move, node, event.g, "new", {});
        this.steps[this.reader.expansions[parent].at(-1) - 1]?.family.push(node);
        break;
      case "improve":
        this.moves.take(parent, move);
        this.#child(parent, move, node, event.g, "improved", { knownG: known.g, isReopened: known.isClosed });
        break;
      case "prune":
        this.#prune(node, event.reason, known);
        break;
      case "goal":
        this.#mend(node, "goal", "");
        break;
      default:
    }
  }

  #prune(node, reason, known) {
    if (reason === DUPLICATE) {
      const [parent, move] = this.moves.nextDuplicate();
      const g = parent >= 0 ? this.reader.g[parent] + 1 : known.g;
      this.#child(parent, move, node, g, DUPLICATE, { knownG: known.g });
    } else if (!this.#mend(node, "pruned", reason)) {
      this.#dropped.push([node, reason]);
    }
  }

  #child(parent, move, node, g, fate, { knownG = 0, isReopened = false }) {
    this.#children.push({ parent, move, node, g, h: this.reader.h[node], fate, reason: "", knownG, isReopened });
  }

  #mend(node, fate, reason) {
    const isHere = this.#places.has(node);
    if (isHere) Object.assign(this.#children[this.#places.get(node)], { fate, reason });
    return isHere;
  }
}

/** Which successors of which expanded node have not been told of yet: it gives duplicates their moves. */
class Successors {
  #blank = [];
  #untold = new Map();
  #here = -1;

  constructor(reader) {
    this.reader = reader;
    const { start, goal } = reader.header;
    this.roots = reader.shape ? [start, goal].map((text) => text.split(/[\s/]+/).indexOf("0")) : [];
  }

  generate(node, parent, move) {
    if (parent < 0) {
      this.#blank[node] = this.roots.shift() ?? -1;
      return;
    }
    this.#blank[node] = this.#target(parent, move);
    this.take(parent, move);
  }

  expand(node) {
    this.#here = node;
    this.#untold.set(node, [0, 1, 2, 3].filter((move) => this.#target(node, move) >= 0));
  }

  take(parent, move) {
    this.#here = parent;
    const untold = this.#untold.get(parent) ?? [];
    untold.splice(0, untold.indexOf(move) + 1);
  }

  /** The parent and the move of the next child that is dropped: the deepest node that still has one to tell. */
  nextDuplicate() {
    for (let node = this.#here; node >= 0; node = this.reader.parent[node]) {
      if (this.#untold.get(node)?.length) {
        this.#here = node;
        return [node, this.#untold.get(node).shift()];
      }
    }
    return [this.#here, -1];
  }

  #target(node, move) {
    const blank = this.#blank[node] ?? -1;
    if (!this.reader.shape || blank < 0) return -1;
    const [rows, columns] = this.reader.shape;
    const row = Math.floor(blank / columns) + OFFSETS[move][0];
    const column = (blank % columns) + OFFSETS[move][1];
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }
}
