/** Keyboard, pointer and wheel of a tree view: the keys are described in tree_view.js. */

import { listenToPointers } from "./canvas_input.js";

/** @type {Record<string, string>} */ const STEPS = { ArrowUp: "up", ArrowDown: "down", ",": "left", ".": "right" };

/** @typedef {import("./canvas_input.js").Point} Point */

/** Let a tree view be operated. @param {TreeView} view @param {AbortSignal} signal that ends it */
export function listenToInput(view, signal) {
  const actions = {
    drag: view.drag.bind(view),
    zoom: view.zoom.bind(view),
    click: (/** @type {Point} */ point) => {
      const node = view.nodeAt(point);
      if (node >= 0) view.select(node, { isPointed: true });
    },
    point: (/** @type {?Point} */ point) => {
      view.pointed = point ? view.nodeAt(point) : -1;
      view.draw();
    },
    takesWheel: (/** @type {WheelEvent} */ event) =>
      view.isStage || event.ctrlKey || event.metaKey || document.activeElement === view.canvas,
  };
  listenToPointers(view.canvas, actions, signal);
  view.canvas.addEventListener("keydown", (event) => press(view, event), { signal });
  const toggle = (/** @type {MouseEvent} */ { offsetX: x, offsetY: y }) => {
    const node = view.nodeAt({ x, y });
    if (node >= 0) view.toggle(node);
  };
  view.canvas.addEventListener("dblclick", toggle, { signal });
}

/** @param {TreeView} view @param {KeyboardEvent} event */
function press(view, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, number>} */ const zooms = { "+": 1.25, "=": 1.25, "-": 0.8, _: 0.8 };
  const at = view.selected >= 0 ? view.selected : (view.reader.step?.node ?? view.reader.roots[0]);
  if (event.key in zooms) view.zoom(zooms[event.key]);
  else if (event.key === "0") view.fit();
  else if (event.key === "Enter" && view.picksByEnter) view.select(at, { isPointed: true });
  else if (event.key === "Enter") view.toggle(at);
  else if (event.key in STEPS) step(view, at, STEPS[event.key]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Go to a neighbour of a node, by its position on the screen. @param {TreeView} view @param {number} node @param {string} way */
function step(view, node, way) {
  const { plan, reader } = view;
  const item = plan.itemOf[node];
  if (item < 0) return view.select(reader.root[node]);
  const isTurned = reader.root[node] !== reader.roots[0];
  if (way === "left" || way === "right") {
    const level = plan.rows.find(({ items }) => items.includes(item))?.items ?? [];
    const row = level.filter((other) => !plan.isDuplicate[other]);
    const next = row[row.indexOf(item) + (way === "left" ? -1 : 1)];
    return next === undefined ? undefined : view.select(plan.node[next]);
  }
  if ((way === "up") !== isTurned) {
    const parent = reader.parent[node];
    return parent < 0 ? undefined : view.select(parent);
  }
  const child = reader.children[node].find((number) => plan.itemOf[number] >= 0);
  return child === undefined ? undefined : view.select(child);
}
