/**
 * A trace in steps: one step for each expansion, with every child that was made and what became of it. It does what
 * taquin/trace/steps.py does, and tests compare both.
 */

const LETTERS = "UDLR";

/**
 * @typedef {object} Child a successor that was made in a step
 * @property {number} parent
 * @property {number} move 0 to 3 for Up, Down, Left, Right
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
        if (parent < 0) break;
        this.#places.set(node, this.#children.length);
        this.#child(parent, move, node, event.g, "new", {});
        this.steps[this.reader.expansions[parent].at(-1) - 1]?.family.push(node);
        break;
      case "improve":
        this.#child(parent, move, node, event.g, "improved", { knownG: known.g, isReopened: known.isClosed });
        break;
      case "duplicate":
        this.#child(parent, LETTERS.indexOf(event.move), node, event.g, "duplicate", { knownG: known.g });
        break;
      case "prune":
        if (!this.#mend(node, "pruned", event.reason)) this.#dropped.push([node, event.reason]);
        break;
      case "goal":
        this.#mend(node, "goal", "");
        break;
      default:
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
