/** Texts that the page stores, packs or receives: JSON, packed texts, and messages of a sandbox. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support.mjs";

const { readJson } = await load("modules/json_text.js");
const { KeptText } = await load("modules/kept_text.js");
const { pack, unpack } = await load("page/packed_text.js");
const checks = await load("page/checks.js");
const { InvalidMessage, readEvent, readMessage, readResponse } = await load("page/sandbox_messages.js");

for (const text of ['{"a": 1, "b": {"a": 2}}', "[]", '"a: \\" b"', '{"a": [{"b": null}]}', "3"]) {
  test(`JSON ${text}`, () => assert.deepEqual(readJson(text), JSON.parse(text)));
}
for (const text of ['{"a": 1, "a": 2}', '[{"a": 1}, {"b": 1, "b": 1}]', "{", ""]) {
  test(`JSON ${text} is refused`, () => assert.throws(() => readJson(text)));
}

for (const text of ["", "a", "é 漢 😀", "def h(board):\n".repeat(500)]) {
  test(`${text.length} characters are packed and unpacked`, async () =>
    assert.equal(await unpack(await pack(text), 10_000), text));
}

test("a packed text is safe in a link", async () => assert.match(await pack("é 漢 😀 ".repeat(99)), /^[A-Za-z0-9_-]+$/));

test("a packed text that is too large is refused", async () => {
  const packed = await pack("x".repeat(100_000));
  await assert.rejects(unpack(packed, 1000));
});

for (const packed of ["", "!", "AAAA"]) {
  test(`the packed text '${packed}' is refused`, async () => await assert.rejects(unpack(packed, 1000)));
}

test("a damaged packed text is refused", async () => {
  const packed = await pack("def h(board): return 0");
  await assert.rejects(unpack(packed.slice(0, -4), 1000));
});

test("without storage a text lasts as long as the page", () => {
  const kept = new KeptText("a key");
  kept.text = "kept";
  assert.equal(kept.text, "kept");
});

const FORMS = [
  [checks.isText(3), ["", "abc"], ["abcd", 3, null]],
  [checks.isWhole(0, 5), [0, 5], [-1, 6, 1.5, "3", NaN, null]],
  [checks.isOneOf("a", "b"), ["a"], ["c", null]],
  [checks.isNullOr(checks.isWhole(1, 1)), [null, 1], [2, undefined]],
  [checks.isList(checks.isWhole(0, 9), 2, 1), [[1], [1, 2]], [[], [1, 2, 3], ["a"], "12", { length: 1 }]],
  [
    checks.isObject({ a: checks.isWhole(0, 9) }),
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, { a: "1" }, null, "a", Object.create({ a: 1 })],
  ],
  [checks.isRecord({ a: checks.isWhole(0, 9) }), [{ a: 1 }], [{ a: 1, b: 2 }, {}]],
];
FORMS.forEach(([check, right, wrong], place) => {
  for (const value of right) test(`check ${place} accepts ${JSON.stringify(value)}`, () => assert.ok(check(value)));
  for (const value of wrong) test(`check ${place} refuses ${JSON.stringify(value)}`, () => assert.ok(!check(value)));
});

test("a message of a sandbox is read", () => {
  assert.deepEqual(readMessage('{"kind": "loading", "loaded": 1, "total": 2}'), { kind: "loading", loaded: 1, total: 2 });
});

const HOSTILE = [
  ...["", "{", "null", "5", "[]", "{}"],
  ...['{"kind": "other"}', '{"kind": "constructor"}', '{"kind": "loading", "loaded": "1", "total": 2}', '{"kind": "failed"}'],
];
for (const text of [...HOSTILE, null, 5, { kind: "ready" }]) {
  test(`the message ${JSON.stringify(text)} is refused`, () => assert.throws(() => readMessage(text), InvalidMessage));
}

test("an event names one of the methods of its race", () => {
  const read = (place) => readEvent("race", "begin", JSON.stringify({ place }), { methods: ["bfs", "astar"] });
  assert.deepEqual(read(1), { place: 1 });
  for (const place of [2, -1, "0", null]) assert.throws(() => read(place), InvalidMessage);
});

test("an event of another path is refused", () => {
  assert.throws(() => readEvent("run", "row", "{}", {}), InvalidMessage);
});

test("of an error only its words are read", () => {
  const error = { message: "line 3: no", hint: null };
  assert.deepEqual(readResponse("run", JSON.stringify({ error, other: 1 }), {}), { error });
});

test("a response that is not of its path is refused", () => {
  assert.throws(() => readResponse("check", '{"words": "right"}', {}), InvalidMessage);
});
