/** The values that a link names are those of the registry; what is not valid is removed and named. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support.mjs";

const { removeInvalid } = await load("page/link_check.js");

const NUMBER = { type: "number", minimum: 1, maximum: 10, choices: [] };
const REGISTRY = {
  algorithms: [
    { key: "astar", title: "A*", aliases: ["a*"], options: [] },
    {
      key: "dfs",
      title: "Depth-first search",
      aliases: [],
      options: [{ name: "frontier", type: "choice", choices: ["path", "stack"] }],
    },
    { key: "wastar", title: "Weighted A*", aliases: [], options: [{ name: "weight", ...NUMBER }] },
  ],
  heuristics: [
    { key: "manhattan", title: "Manhattan", aliases: ["md"], options: [] },
    { key: "max", title: "max", aliases: [], options: [], takes_parts: true },
  ],
  limits: { side: 10 },
};

const WRONG = [
  ["method", "bogus(x)", "'bogus' is not a method"],
  ["method", "astar(max(manhattan,guess))", "'guess' is not a heuristic"],
  ["method", "astar(weight=2)", "A* has no option 'weight'"],
  ["method", "wastar(manhattan,weight=abc)", "expected weight to be a number, found 'abc'"],
  ["method", "wastar(weight=0.5)", "expected weight to be 1 or more, found '0.5'"],
  ["method", "wastar(weight=11)", "expected weight to be 10 or less, found '11'"],
  ["with", "bogus(x)", "'bogus' is not a method"],
  ["methods", "astar", "a race needs at least two methods"],
  ["methods", "astar;dfs(frontier=queue)", "expected frontier to be one of path, stack, found 'queue'"],
  ["draw", "bogus", "'bogus' is not a heuristic"],
  ["ask", "bogus", "expected ask to be one of next, value, duplicate, found 'bogus'"],
  ["code", "all", "expected code to be one of steps, lines, found 'all'"],
  ["metric", "tiles", "expected metric to be one of moves, slides, found 'tiles'"],
  ["step", "-1", "expected step to be 0 or more, found '-1'"],
  ["step", "abc", "expected step to be a whole number, found 'abc'"],
  ["daily", "2026-02-30", "expected daily to be a day, such as 2026-11-17, found '2026-02-30'"],
  ["set", "4x4:7:51", "expected set to be size:seed:boards, such as 4x4:7:5, found '4x4:7:51'"],
];
for (const [name, text, problem] of WRONG) {
  test(`${name}=${text}`, () => {
    const values = new Map([[name, text]]);
    assert.deepEqual(removeInvalid(REGISTRY, values), [problem]);
    assert.equal(values.size, 0);
  });
}

const RIGHT = {
  method: "wastar(max(manhattan,md),weight=2)",
  methods: "a*;code",
  bet: "code",
  step: "0",
  ask: "next",
  metric: "slides",
};
test("valid values stay as they are", () => {
  const values = new Map(Object.entries(RIGHT));
  assert.deepEqual(removeInvalid(REGISTRY, values), []);
  assert.deepEqual(Object.fromEntries(values), RIGHT);
});

test("every problem of a link is named", () => {
  const values = new Map([
    ["draw", "bogus"],
    ["ask", "bogus"],
    ["board", "1 2 3"],
  ]);
  assert.equal(removeInvalid(REGISTRY, values).length, 2);
  assert.deepEqual([...values.keys()], ["board"]);
});

test("an alias becomes the name that the page writes", () => {
  const values = new Map([["draw", "md"]]);
  removeInvalid(REGISTRY, values);
  assert.equal(values.get("draw"), "manhattan");
});
