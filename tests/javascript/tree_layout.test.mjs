/** The tidy layout of trees: the positions that Python computes, and what a tidy layout promises. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, load, randomNumbers } from "./support.mjs";

const { tidy } = await load("modules/tree_layout.js");

const isNear = (one, other) => Math.abs(one - other) < 1e-6;

for (const { name, children, widths, gap, centres, levels, width, steps } of CASES.trees) {
  test(name, () => {
    const found = tidy(children, widths, { gap });
    assert.ok(found.centres.every((centre, node) => isNear(centre, centres[node])));
    assert.deepEqual([...found.levels], levels);
    assert.ok(isNear(found.width, width));
    assert.equal(found.steps, steps);
  });
}

/** A random tree: each node's parent is an earlier node. @param {number} count @param {number} seed */
function randomTree(count, seed) {
  const random = randomNumbers(seed);
  const children = Array.from({ length: count }, () => []);
  for (let node = 1; node < count; node += 1) children[random(node)].push(node);
  return { children, widths: Array.from({ length: count }, () => 5 + random(40)) };
}

for (const seed of [1, 2, 3, 4, 5]) {
  const { children, widths } = randomTree(300, seed);
  const { centres, levels, steps } = tidy(children, widths, { gap: 3 });

  test(`random tree ${seed}: no two nodes of a level overlap`, () => {
    const byLevel = Map.groupBy?.([...levels.keys()], (node) => levels[node]) ?? new Map();
    for (const nodes of byLevel.values()) {
      nodes.sort((one, other) => centres[one] - centres[other]);
      for (let place = 1; place < nodes.length; place += 1) {
        const [left, right] = [nodes[place - 1], nodes[place]];
        assert.ok(centres[right] - centres[left] >= (widths[left] + widths[right]) / 2 + 3 - 1e-6);
      }
    }
  });

  test(`random tree ${seed}: a parent is above the middle of its children`, () => {
    children.forEach((family, node) => {
      if (family.length) assert.ok(isNear(centres[node], (centres[family[0]] + centres[family.at(-1)]) / 2));
    });
  });

  test(`random tree ${seed}: at most one step along contours for each node`, () => assert.ok(steps <= children.length));
}

test("a chain of 20,000 nodes is laid out without recursion", () => {
  const children = Array.from({ length: 20_000 }, (_, node) => (node < 19_999 ? [node + 1] : []));
  assert.equal(tidy(children, new Float64Array(20_000).fill(10)).levels[19_999], 19_999);
});
