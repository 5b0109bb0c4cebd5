/**
 * Whether an untrusted value is the record of a search that can be shown: `TraceReader` applies its changes without looking,
 * so every number must be in its range, every list as long as the others, and every move possible.
 */

import { Board, MOVES } from "../modules/board.js";
import { isList, isNullOr, isObject, isOneOf, isRecord, isText, isWhole } from "./checks.js";

/** @typedef {import("./checks.js").Check} Check */

const MOST_NODES = 20_010; // the server's trace_nodes, and the successors of the last expansion
const MOST_STEPS = 20_010;
const MOST_CHANGES = 400_000;
const MOST_CHILDREN = 4; // of one step: a board has no more
const MOST_COUNTED = 1e12;
const MOST_WALKED = 5e6; // steps from nodes to the root, while loops are looked for

const isName = isText(1000);
const isSentence = isText(2000);
const isCount = isWhole(0, MOST_COUNTED);
const isMove = isOneOf("", ...Object.keys(MOVES));

/** @param {Check} check */
const perNode = (check) => isList(check, MOST_NODES, 1);
/** @param {Check} check */
const perStep = (check) => isList(check, MOST_STEPS);
/** @param {Check} check */
const perChild = (check) => isList(check, MOST_CHILDREN * MOST_STEPS);
/** @param {Check} check */
const perChange = (check) => isList(check, MOST_CHANGES, 1);

const hasForm = isObject({
  spec: isName,
  name: isName,
  start: isName,
  goal: isName,
  status: isOneOf("solved", "unsolvable", "exhausted", "stuck", "limit", "cancelled"),
  reason: isNullOr(isSentence),
  duplicates: isCount,
  pruned: isCount,
  node_path: isList(isCount, MOST_NODES),
  reading: isObject({ name: isName, held: isOneOf("frontier", "path", "siblings", "place") }),
  steps: isWhole(0, MOST_STEPS),
  nodes: isRecord({ iteration: perNode(isCount), born: perNode(isCount), expansions: perNode(isList(isCount, MOST_STEPS)) }),
  history: isObject({
    steps: isRecord({
      node: perStep(isCount),
      current: perStep(isCount),
      iteration: perStep(isCount),
      title: perStep(isSentence),
      notes: perStep(isList(isSentence, 10)),
    }),
    children: isRecord({
      end: perStep(isCount),
      parent: perChild(isCount),
      move: perChild(isMove),
      node: perChild(isWhole(-1, MOST_NODES)),
      value: perChild(isCount),
      fate: perChild(isOneOf("new", "pruned", "duplicate", "improved", "goal")),
      label: perChild(isCount),
      text: perChild(isCount),
    }),
    changes: isRecord({
      end: isList(isCount, MOST_STEPS + 1, 1),
      node: perChange(isCount),
      parent: perChange(isWhole(-1, MOST_NODES)),
      move: perChange(isMove),
      value: perChange(isCount),
      state: perChange(isCount),
      rank: perChange(isCount),
    }),
    counters: isRecord(
      Object.fromEntries(
        ["expanded", "generated", "frontier", "stored"].map((name) => [name, isList(isCount, MOST_STEPS + 1, 1)]),
      ),
    ),
    texts: perChild(isSentence),
    values: isRecord({
      compared: perChange((value) => Number.isFinite(value)),
      sum: perChange(isName),
      parts: perChange(isList(isName, 4, 1)),
    }),
    states: isRecord({
      kind: perChange(isOneOf("goal", "stuck", "expanded", "pruned", "frontier")),
      waits: perChange((value) => typeof value === "boolean"),
      tag: perChange(isName),
      lines: perChange(isList(isSentence, 20)),
    }),
    iterations: isList(isObject({ name: isName, step: isCount, expanded: isCount }), MOST_STEPS),
    roots: isList(isSentence, 1, 1),
    origins: isObject(Object.fromEntries(Object.keys(MOVES).map((move) => [move, isName]))),
    start: isSentence,
    end: isSentence,
    goal_nodes: isList(isCount, 1),
    held_order: isName,
    notice: isSentence,
  }),
});

/** Whether a value is a record of a search from this board to this goal. @param {any} value @param {unknown} start @param {unknown} goal */
export function isTrace(value, start, goal) {
  if (!hasForm(value) || value.start !== start || value.goal !== goal) return false;
  /** @type {Api.TraceRecord} */ const record = value;
  return hasEqualLists(record) && hasPlaces(record) && hasTree(record);
}

/** @param {Api.TraceRecord} record */
function hasEqualLists({ nodes, history, steps, node_path: path }) {
  const { children, changes, counters, values, states, goal_nodes: goals } = history;
  const count = history.steps.node.length;
  const isClosing = count === steps + 1 && goals.length === 1;
  const lengths = (/** @type {object} */ columns, /** @type {number} */ length) =>
    Object.values(columns).every((column) => column.length === length);
  const { end: childEnd, ...childColumns } = children;
  const { end: changeEnd, ...changeColumns } = changes;
  return (
    (count === steps || isClosing)
    && path.length <= nodes.born.length
    && lengths(nodes, nodes.born.length)
    && lengths(history.steps, count)
    && lengths({ childEnd }, count)
    && lengths(childColumns, childEnd.at(-1) ?? 0)
    && lengths({ changeEnd, ...counters }, count + 1)
    && lengths(changeColumns, changeEnd[count])
    && lengths(values, values.sum.length)
    && values.parts.every((parts) => parts.length === values.parts[0].length)
    && lengths(states, states.kind.length)
    && isRising(childEnd, MOST_CHILDREN)
    && isRising(changeEnd, MOST_CHANGES)
  );
}

/** Whether numbers never fall, and never rise by more than this. @param {number[]} numbers @param {number} most */
function isRising(numbers, most) {
  return numbers.every((value, place) => {
    const rise = value - (numbers[place - 1] ?? 0);
    return rise >= 0 && rise <= most;
  });
}

/** Whether all numbers that name nodes, steps, values, states and texts name existing ones. @param {Api.TraceRecord} record */
function hasPlaces({ nodes, history, node_path: path }) {
  const { steps, children, changes, iterations } = history;
  const below = (/** @type {number[]} */ numbers, /** @type {number} */ end) => numbers.every((value) => value < end);
  const total = nodes.born.length;
  const count = steps.node.length;
  const texts = history.texts.length;
  const existed = (/** @type {number[]} */ column) => column.every((node, step) => node < total && nodes.born[node] <= step + 1);
  return (
    existed(steps.node)
    && existed(steps.current)
    && below(steps.iteration, iterations.length + 1)
    && below(path, total)
    && below(history.goal_nodes, total)
    && below(nodes.born, count + 1)
    && below(nodes.iteration, iterations.length + 1)
    && nodes.expansions.every((when) => below(when, count + 1) && when.every((step) => step > 0))
    && below(children.parent, total)
    && below(children.node, total)
    && [children.label, children.text].every((column) => below(column, texts))
    && [children, changes].every(({ value }) => below(value, history.values.sum.length))
    && below(changes.state, history.states.kind.length)
    && iterations.every(({ step }) => step <= count)
  );
}

/** Whether the changes make a tree of boards. @param {Api.TraceRecord} record */
function hasTree({ start, goal, nodes, history }) {
  const tree = growTree(history.changes, nodes.born);
  if (!tree) return false;
  const text = /** @type {string} */ (goal);
  const { rows, columns } = Board.parse(text, shapeOf(text));
  const { blank } = Board.parse(/** @type {string} */ (start), [rows, columns]);
  return hasMoves(tree.above, tree.moves, { rows, columns, blank });
}

/**
 * The tree at the end: for each node its parent and its move.
 * @param {Api.ChangesRecord} changes @param {number[]} born
 * @returns {?{above: number[], moves: string[]}} null unless every node begins below an earlier one, in its step, and moves only
 *   below nodes that are not below it
 */
function growTree({ node, parent, move, end }, born) {
  /** @type {number[]} */ const above = [];
  /** @type {string[]} */ const moves = [];
  let walked = 0;
  let step = 0;
  const isAbove = (/** @type {number} */ one, /** @type {number} */ other) => {
    let up = other;
    for (; up >= 0 && up !== one && walked < MOST_WALKED; up = above[up]) walked += 1;
    return up >= 0;
  };
  for (const [at, one] of node.entries()) {
    while (at >= end[step]) step += 1;
    const isRoot = parent[at] < 0;
    const isNew = one === above.length;
    if (one > above.length || parent[at] >= above.length || isRoot !== (one === 0) || isRoot !== !move[at]) return null;
    if (isNew ? born[one] !== step : parent[at] !== above[one] && isAbove(one, parent[at])) return null;
    above[one] = parent[at];
    moves[one] = move[at];
  }
  return above.length === born.length ? { above, moves } : null;
}

/** Whether the blank stays on the board. @param {number[]} above @param {string[]} moves @param {{rows: number, columns: number, blank: number}} board */
function hasMoves(above, moves, { rows, columns, blank }) {
  const places = Array(above.length).fill(-1);
  places[0] = blank;
  for (let first = 1; first < above.length; first += 1) {
    const way = [];
    for (let node = first; places[node] < 0; node = above[node]) way.push(node);
    for (const node of way.reverse()) {
      const { down, right } = MOVES[moves[node]];
      const row = Math.floor(places[above[node]] / columns) + down;
      const column = (places[above[node]] % columns) + right;
      if (row < 0 || row >= rows || column < 0 || column >= columns) return false;
      places[node] = row * columns + column;
    }
  }
  return true;
}

/** @param {string} text of a board, rows separated by slashes @returns {[number, number]} */
function shapeOf(text) {
  const rows = text.split("/").length;
  return [rows, text.split(/[\s/]+/).length / rows];
}
