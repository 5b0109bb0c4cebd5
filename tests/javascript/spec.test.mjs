/** Methods as text. The titles of all methods are compared with Python in tests/web/test_page_forms.py. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support.mjs";

const { findEntry, methodTitle, parseSpec, writeSpec } = await load("page/spec.js");

test("a spec has a name, parts and options", () => {
  const call = parseSpec(" wastar ( max(manhattan, pdb(4-4)), weight = 2, tie-break=lifo) ");
  assert.equal(call.name, "wastar");
  assert.deepEqual(
    call.parts.map(({ text }) => text),
    ["max(manhattan, pdb(4-4))"],
  );
  assert.deepEqual(
    call.parts[0].parts.map(({ name }) => name),
    ["manhattan", "pdb"],
  );
  assert.deepEqual(Object.fromEntries(call.options), { weight: "2", tie_break: "lifo" });
});

test("a text that is too long is one name", () => {
  const text = "max(".repeat(10_000);
  assert.deepEqual(parseSpec(text).name, text);
});

for (const text of ["", "(", ")", "astar(", "astar)", "max(((", "=", "a=b", "(,,,)", "\0"]) {
  test(`${JSON.stringify(text)} is read without an error`, () => assert.ok(parseSpec(text)));
}

test("options at their defaults are not written", () => assert.equal(writeSpec("bfs", [], []), "bfs"));

test("parts come before options", () => {
  assert.equal(writeSpec("wastar", ["manhattan"], [["weight", 2]]), "wastar(manhattan, weight=2)");
});

const ENTRIES = [{ key: "ida_star", aliases: ["ida*"] }];
for (const name of ["ida_star", "IDA-Star", "ida star", "IDA*"]) {
  test(`${name} is found`, () => assert.equal(findEntry(ENTRIES, name), ENTRIES[0]));
}

test("an unknown name is not found", () => assert.equal(findEntry(ENTRIES, "idastar"), undefined));

test("the code of a user has a title of its own", () => {
  assert.equal(methodTitle({ algorithms: [], heuristics: [] }, "code"), "Your code");
});
