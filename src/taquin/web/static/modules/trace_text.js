/**
 * A recorded search in words: which node was chosen, every child, and what became of it. The words and the readings of
 * each algorithm are those of taquin/render/text/trace.py and reading.py; a test compares them on every algorithm.
 */

const WORDS = ["Up", "Down", "Left", "Right"];
const SIDES = ["forward", "backward"];
const MOST_NAMED = 12;
const DEFAULT_WEIGHT = 1.5;

const COST = { weightG: 1, weightH: 0, showsG: true };
const ESTIMATE = { weightG: 0, weightH: 1, showsG: true };
const VALUE = { weightG: 0, weightH: 1, showsG: false };
const SUM = { weightG: 1, weightH: 1, showsG: true };
const READINGS = {
  bfs: { formula: COST },
  bidirectional: { formula: COST },
  dfs: { formula: COST, held: "path" },
  depth_limited: { formula: COST, held: "path" },
  iddfs: { formula: COST, held: "path", bound: "depth up to {}" },
  ucs: { formula: COST },
  greedy: { formula: ESTIMATE },
  astar: {},
  wastar: {},
  ida_star: { held: "path", bound: "f up to {}" },
  rbfs: { held: "siblings" },
  bidirectional_astar: {},
  beam: { formula: ESTIMATE },
  hill_climbing: { formula: VALUE, held: "place", bound: "restart {}" },
  annealing: { formula: VALUE, held: "place" },
};

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A value of g, h or f: whole if it is whole, else two decimals, halves to the even one. @param {number} value */
export function numberText(value) {
  if (Number.isInteger(value)) return whole.format(value);
  const isHalf = Number.isInteger(value * 8) && !Number.isInteger(value * 4);
  const digits = (isHalf ? (2 * Math.round(value * 50)) / 100 : value).toFixed(2);
  return digits.replace(/\B(?=(\d{3})+\.)/g, ",");
}

/** How the numbers of a run are to be read: what its search compares, and what it holds. */
function readingOf(reader) {
  const [, key, rest] = /^([^(]*)\(?(.*)$/s.exec(reader.header.spec ?? "");
  const usual = { formula: SUM, held: "frontier", bound: "bound {}" };
  if (!Object.hasOwn(READINGS, key)) return reader.last.h.some(Boolean) ? usual : { ...usual, formula: COST };
  if (key === "dfs" && rest.includes("frontier=stack")) return { ...usual, formula: COST };
  if (key !== "wastar") return { ...usual, ...READINGS[key] };
  const weight = /\bweight=([0-9]{1,9}(?:\.[0-9]{1,9})?)(?:[,)]|$)/.exec(rest);
  return { ...usual, formula: { ...SUM, weightH: weight ? Number(weight[1]) : DEFAULT_WEIGHT } };
}

/** Finds the words for one recorded search. */
export class TraceText {
  /** @param {import("./trace.js").TraceReader} reader */
  constructor(reader) {
    this.reader = reader;
    this.reading = readingOf(reader);
    /** Whether the search walks from place to place and forgets the rest. */
    this.isLocal = this.reading.held === "place";
  }

  /** What the search compares. @param {number} g @param {number} h */
  value(g, h) {
    const { weightG, weightH } = this.reading.formula;
    return weightG * g + weightH * h;
  }

  /** The value with its parts: "g 3 + h 4 = f 7". */
  sum({ g, h }) {
    const { weightG, weightH, showsG } = this.reading.formula;
    if (!weightH) return `g ${numberText(g)}`;
    if (!weightG) return showsG ? `g ${numberText(g)}, h ${numberText(h)}` : `h ${numberText(h)}`;
    const factor = weightH === 1 ? "" : `${numberText(weightH)}·`;
    return `g ${numberText(g)} + ${factor}h ${numberText(h)} = f ${numberText(this.value(g, h))}`;
  }

  /** The values that count, one by one; the last is the one that the search compares. */
  parts({ g, h }) {
    const { weightG, weightH, showsG } = this.reading.formula;
    const named = showsG ? [`g ${numberText(g)}`] : [];
    if (weightH) named.push(`h ${numberText(h)}`);
    return weightG && weightH ? [...named, `f ${numberText(this.value(g, h))}`] : named;
  }

  /** The name of a round, the first of which has place 1. */
  round(place, bound) {
    const name = this.reading.bound.replace("{}", numberText(bound));
    if (this.isLocal) return bound ? name : "first climb";
    return `iteration ${place}: ${name}`;
  }

  /** Where the search begins: one line for each root. */
  start() {
    const { roots, g, h } = this.reader.last;
    return roots.map((root, place) => {
      return `node ${root} is the ${place ? "goal" : "start"}: ${this.sum({ g: g[root], h: h[root] })}`;
    });
  }

  /** The rounds that began just before a step. @param {import("./trace_steps.js").Step} step @returns {string[]} */
  rounds(step) {
    const first = step.iteration - step.begun.length + 1;
    if (this.reader.last.bounds.length <= 1 && this.isLocal) return [];
    return step.begun.map((bound, place) => this.round(first + place, bound));
  }

  /** The step in one line. @param {import("./trace_steps.js").Step} step */
  title(step) {
    const { roots } = this.reader.last;
    const side = roots.indexOf(step.root);
    const sided = roots.length > 1 ? `, ${SIDES[side]}` : "";
    const after = this.isLocal && step.parent >= 0 ? `, after ${count(step.g, "move")}` : "";
    const verb = this.isLocal ? "at" : "expand";
    const again = step.times > 1 && !this.isLocal ? `, for the ${ordinal(step.times)} time` : "";
    const origin = this.#origin(step.parent, step.move, side) + after;
    const number = whole.format(step.number);
    return `step ${number}${sided}: ${verb} node ${step.node} (${origin}): ${this.sum(step)}${again}`;
  }

  #origin(parent, move, side) {
    return parent >= 0 ? `by ${WORDS[move]} from node ${parent}` : ["the start", "the goal"][side];
  }

  /** The children of a step: move, node, value and fate. @param {import("./trace_steps.js").Step} step */
  rows(step) {
    const bound = step.iteration ? this.reader.last.bounds[step.iteration - 1] : 0;
    return step.children.map((child) => {
      const move = WORDS[child.move] ?? "?";
      return {
        node: child.node,
        kind: child.fate,
        move: child.parent === step.node ? move : `back at ${child.parent}: ${move}`,
        value: this.sum(child),
        fate: this.fate(child, bound),
      };
    });
  }

  /** What became of a child. @param {import("./trace_steps.js").Child} child @param {number} bound of its round */
  fate(child, bound) {
    const first = this.isLocal ? "taken" : "new";
    switch (child.fate) {
      case "duplicate":
        return `duplicate: known with g ${numberText(child.knownG)}`;
      case "improved":
        return `improved: g was ${numberText(child.knownG)}${child.isReopened ? ", open again" : ""}`;
      case "pruned":
        return this.#whyPruned(child, bound);
      case "goal":
        return `${first}: ${this.reader.goalNodes.length > 1 ? "the two searches meet" : "the goal"}`;
      default:
        return first;
    }
  }

  #whyPruned({ reason, g, h }, bound) {
    switch (reason) {
      case "bound":
        return `pruned: f ${numberText(this.value(g, h))} is beyond the bound ${numberText(bound)}`;
      case "depth":
        return `pruned: depth ${numberText(g)} is the limit`;
      case "beam":
        return "pruned: outside the beam";
      default:
        return this.isLocal ? reason : `pruned: ${reason}`;
    }
  }

  /** Nodes of earlier steps that were pruned in this one, by reason. @param {import("./trace_steps.js").Step} step */
  dropped(step) {
    const reasons = new Map();
    for (const [node, reason] of step.dropped) reasons.set(reason, [...(reasons.get(reason) ?? []), node]);
    return [...reasons].map(([reason, nodes]) => {
      const named = nodes.slice(0, MOST_NAMED).join(", ") + (nodes.length > MOST_NAMED ? ", …" : "");
      const where = { beam: "outside the beam", depth: "at the depth limit" }[reason] ?? reason;
      return `pruned (${where}): ${whole.format(nodes.length)} older node${nodes.length === 1 ? "" : "s"}: ${named}`;
    });
  }

  /** What the search holds when a step is over. @param {import("./trace_steps.js").Step} step */
  held(step) {
    switch (this.reading.held) {
      case "frontier":
        return `frontier: ${count(step.waiting, "node")}`;
      case "path":
        return `path: ${count(Math.floor(step.g) + 1, "node")}`;
      case "siblings": {
        const beside = this.reader.siblings(step).length;
        return `path: ${numberText(step.g + 1)}, waiting beside it: ${count(beside, "node")}`;
      }
      default: {
        const taken = step.children.find((child) => child.fate === "new" || child.fate === "goal");
        if (!taken) return whyStopped(step);
        const rise = taken.h - step.h;
        const change = rise ? `${rise > 0 ? "rises" : "falls"} to` : "stays";
        return `${WORDS[taken.move]} is taken: h ${change} ${numberText(taken.h)}`;
      }
    }
  }

  /** How the search ended: a line, and pairs of a name and a value. */
  end() {
    const { outcome, nodePath, length, isTruncated } = this.reader;
    const pairs = [];
    if (outcome.moves !== null) {
      pairs.push(["moves", moveText(outcome.moves) || "none"], ["length", whole.format(outcome.moves.length)]);
    }
    if (nodePath.length) pairs.push(["path", pathText(nodePath)]);
    const rounds = outcome.iterations.length;
    if (rounds > 1) {
      const final = this.round(rounds, outcome.iterations.at(-1)[0]);
      pairs.push(["rounds", `${whole.format(rounds)}, the last: ${final}`]);
    }
    if (outcome.best_h !== null && outcome.moves === null) pairs.push(["best h", numberText(outcome.best_h)]);
    for (const name of ["expanded", "generated", "duplicates", "reopened", "pruned"]) {
      if (outcome[name] || name === "expanded" || name === "generated") pairs.push([name, whole.format(outcome[name])]);
    }
    if (isTruncated) pairs.push(["recorded", `only the first ${whole.format(length)} events (--cap)`]);
    return { title: this.#ending(), pairs };
  }

  #ending() {
    const { outcome, goalNodes } = this.reader;
    const { status, reason } = outcome;
    if (status !== "solved") return reason && reason !== status ? `${status}: ${reason}` : status;
    if (!goalNodes.length) return "solved, after the last event that was recorded";
    if (goalNodes.length === 1) return `solved: node ${goalNodes[0]} is the goal`;
    return `solved: node ${goalNodes[0]} from the start and node ${goalNodes[1]} from the goal are the same board`;
  }

  // A node at the present moment

  /** What a node is now. @returns {"goal"|"stuck"|"expanded"|"pruned"|"frontier"} */
  kind(node) {
    const { reader } = this;
    if (reader.fate[node] === "goal") return "goal";
    if (node === this.place && reader.isOver && !reader.goalNodes.length) return "stuck";
    if (reader.expansions[node].length) return "expanded";
    return reader.fate[node] ? "pruned" : "frontier";
  }

  /** Where a local search stands: the node it went to from the last one, or that one; else -1. */
  get place() {
    const { reader } = this;
    if (!this.isLocal || !reader.step) return -1;
    const taken = reader.step.children.filter((child) => child.fate === "new");
    return taken.length === 1 ? taken[0].node : reader.step.node;
  }

  /** A node in a few words: where it came from, what it is worth, what became of it so far. @returns {string[]} */
  node(node) {
    const { reader } = this;
    const [parent, g, h] = [reader.parent[node], reader.g[node], reader.h[node]];
    const origin = this.#origin(parent, reader.move[node], reader.roots.indexOf(node));
    const improved = reader.improvements[node] ? [`improved ${count(reader.improvements[node], "time")}`] : [];
    return [origin, this.sum({ g, h }), this.state(node), ...improved];
  }

  /** What became of a node so far. */
  state(node) {
    const { reader } = this;
    const times = reader.expansions[node];
    switch (this.kind(node)) {
      case "goal":
        return reader.goalNodes.length > 1 ? "the two searches meet here" : "the goal";
      case "stuck":
        return reader.outcome.status === "stuck" ? `stuck: ${reader.outcome.reason}` : "it stood here in the end";
      case "expanded":
        return `expanded in step ${times.slice(-3).map((when) => whole.format(when)).join(", ")}`
          + (times.length > 3 ? ` and ${count(times.length - 3, "step")} before` : "");
      case "pruned": {
        const { [node]: reason } = reader.fate;
        const bound = reader.bounds[reader.iteration[node] - 1];
        return this.#whyPruned({ reason, g: reader.g[node], h: reader.h[node] }, bound);
      }
      default:
        return this.reading.held === "frontier" ? "waits in the frontier" : "waits";
    }
  }

  /**
   * The nodes that the search holds now: the path, or what waits, the best first and of equals the oldest.
   * @returns {number[]}
   */
  waiting() {
    const { reader } = this;
    const { step } = reader;
    if (this.reading.held === "path" || this.isLocal) return step ? reader.path(step.node) : [...reader.roots];
    const nodes = this.reading.held === "siblings" && step ? this.reader.siblings(step) : [...reader.waiting];
    const worth = (node) => this.value(reader.g[node], reader.h[node]);
    if (/^dfs/.test(reader.header.spec)) return nodes.sort((one, other) => other - one);
    return nodes.sort((one, other) => worth(one) - worth(other) || one - other);
  }
}

function whyStopped(step) {
  if (!step.children.length || step.children.some((child) => child.reason !== "not better")) return "no move is taken";
  const best = Math.min(...step.children.map((child) => child.h));
  return `no move is taken: h is ${numberText(step.h)} here and ${numberText(best)} at the best neighbour`;
}

function count(number, noun) {
  return `${numberText(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function ordinal(number) {
  const isTeen = [11, 12, 13].includes(number % 100);
  return `${number}${isTeen ? "th" : { 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th"}`;
}

function pathText(nodes) {
  const shown = nodes.map(String);
  if (shown.length > 24) shown.splice(12, shown.length - 24, `… ${whole.format(nodes.length - 24)} more …`);
  return shown.join(" → ");
}

function moveText(moves) {
  if (moves.length <= 80) return moves;
  return `${moves.slice(0, 40)} … ${whole.format(moves.length - 80)} more … ${moves.slice(-40)}`;
}
