/**
 * All boards of a small space, and breadth-first search in it: both are computed here, so that the picture waits for nothing.
 * They are those of Python (taquin/web/api/space.py); a test compares them.
 */

import { MOVES } from "../modules/board.js";
import { Space } from "./space_map.js";

/** @typedef {{places: number[], moves: ?string, expanded: number}} Found the expanded boards in order, and the solution */

/** The cells that the blank can go to from each cell, in the order of successors, and the values of the digits of a code. */
class Grid {
  /** @param {Board} goal */
  constructor(goal) {
    const cells = goal.cells.length;
    this.base = cells;
    this.values = goal.cells.map((_, cell) => cells ** (cells - 1 - cell));
    this.targets = goal.cells.map((_, cell) => Object.keys(MOVES).map((move) => goal.neighbour(cell, move)));
  }

  /** A board as a number. @param {readonly number[]} cells */
  code(cells) {
    return cells.reduce((code, tile) => code * this.base + tile, 0);
  }

  /** The board after a move of the blank. @param {number} code @param {number} blank @param {number} target */
  moved(code, blank, target) {
    const value = this.values[target];
    return code + (Math.floor(code / value) % this.base) * (this.values[blank] - value);
  }
}

/** Every board that can reach the goal, by distance and then by code. @param {Board} goal */
export function listSpace(goal) {
  const grid = new Grid(goal);
  const known = new Set([grid.code(goal.cells)]);
  /** @type {number[][]} */ const layers = [];
  let [codes, blanks] = [[...known], [goal.blank]];
  while (codes.length) {
    layers.push(codes);
    /** @type {number[]} */ const next = [];
    /** @type {number[]} */ const places = []; // of the blanks
    for (const [index, code] of codes.entries()) {
      for (const target of grid.targets[blanks[index]]) {
        if (target < 0) continue;
        const child = grid.moved(code, blanks[index], target);
        if (known.has(child)) continue;
        known.add(child);
        next.push(child);
        places.push(target);
      }
    }
    [codes, blanks] = [next, places];
  }
  const sorted = layers.map((layer) => Uint32Array.from(layer).sort());
  const all = new Uint32Array(known.size);
  let place = 0;
  for (const layer of sorted) {
    all.set(layer, place);
    place += layer.length;
  }
  return new Space(
    all,
    layers.map(({ length }) => length),
    goal,
  );
}

/** Breadth-first search from a board of the space, the oldest node first. @param {Space} space @param {Board} start @returns {Found} */
export function breadthFirst(space, start) {
  const grid = new Grid(space.goal);
  const [first, goal] = [start, space.goal].map(({ cells }) => grid.code(cells));
  const places = new Map(Array.from(space.codes, (code, place) => [code, place]));
  const known = new Set([first]);
  const [codes, blanks, parents, letters] = [[first], [start.blank], [-1], [""]];
  const names = Object.keys(MOVES);
  /** @type {number[]} */ const expanded = [];
  for (let node = 0; node < codes.length; node += 1) {
    const code = codes[node];
    if (code === goal) return { places: expanded, moves: pathTo(node, parents, letters), expanded: expanded.length };
    expanded.push(places.get(code) ?? -1);
    for (const [move, target] of grid.targets[blanks[node]].entries()) {
      if (target < 0) continue;
      const child = grid.moved(code, blanks[node], target);
      if (known.has(child)) continue;
      known.add(child);
      codes.push(child);
      blanks.push(target);
      parents.push(node);
      letters.push(names[move]);
    }
  }
  return { places: expanded, moves: null, expanded: expanded.length };
}

/** The moves to a node. @param {number} node @param {number[]} parents @param {string[]} letters */
function pathTo(node, parents, letters) {
  let moves = "";
  for (let at = node; at > 0; at = parents[at]) moves = letters[at] + moves;
  return moves;
}
