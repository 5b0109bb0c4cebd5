/** The records of games: the values that the terminal computes too. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, load } from "./support.mjs";

// Node.js has this function since version 21, browsers have it.
Map.groupBy ??= (values, key) => {
  const groups = new Map();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
};

const records = await load("page/records.js");

CASES.records.forEach(({ text, today, kept, bests, streak }, place) => {
  const read = records.readRecords(text);
  test(`file ${place}: lines that are kept`, () => assert.equal(read.map(records.writeRecord).join(""), kept));
  test(`file ${place}: best results`, () => assert.deepEqual(records.bests(read), bests));
  test(`file ${place}: days in a row`, () => assert.equal(records.streak(read, today), streak));
});

const TIMES = [
  [[100, 200, 300, 400, 500], 5, 300],
  [[1, 2, 3, 4], 5, null],
  [[9, 100, 200, 300, 400, 500], 5, 300],
];
for (const [times, count, mean] of TIMES) {
  test(`average of ${times.join(" ")}`, () => assert.equal(records.average(times, count), mean));
}

const DAYS = {
  "2026-11-17": true,
  "2024-02-29": true,
  "2026-02-29": false,
  "2026-02-30": false,
  "2026-13-01": false,
  "26-1-1": false,
};
for (const [text, isDay] of Object.entries(DAYS)) test(`day ${text}`, () => assert.equal(records.isDay(text), isDay));

test("the time now has its offset", () => {
  assert.match(records.localTime(), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
});

test("records last as long as the page where nothing can be stored", () => {
  const kept = new records.Records();
  const game = { size: "2x2", goal: "1 2 / 3 0", start: "1 2 / 0 3", moves: 1, seconds: 2, hints: false, kind: "uniform" };
  kept.add({ ...game, rated: false, metric: "moves" });
  assert.equal(kept.best({ size: "2x2", metric: "moves" }).time, 200);
  kept.clear();
  assert.deepEqual(kept.all, []);
});
