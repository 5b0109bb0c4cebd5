/** Links into the page: what is written is read, and what means nothing is named. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, randomNumbers } from "./support.mjs";

const { boardInAddress, readAddress, writeAddress } = await load("page/address.js");
const { readShared } = await load("page/shared_link.js");
const { Board } = await load("modules/board.js");

const VALUES = ["8,1,3/4,0,2", "wastar(manhattan, weight=2)", "a&b=c#d?e", "50 %", "+", "é 漢 😀", "%41", '"<>', "\n"];
for (const value of VALUES) {
  test(`a value is read as it was written: ${JSON.stringify(value)}`, () => {
    const { view, topic, values, problems } = readAddress(writeAddress("solve", { method: value }, value));
    assert.deepEqual([view, topic, [...values], problems], ["solve", value, [["method", value]], []]);
  });
}

test("random texts are read as they were written", () => {
  const random = randomNumbers(7);
  for (let count = 0; count < 500; count += 1) {
    const text = String.fromCodePoint(...Array.from({ length: 1 + random(20) }, () => 1 + random(0xd7ff)));
    const url = new URL(writeAddress("solve", { board: text }), "http://localhost/");
    assert.equal(readAddress(url.hash).values.get("board"), text);
  }
});

test("values that are empty are left out", () =>
  assert.equal(writeAddress("solve", { board: "", goal: "snail" }), "#solve?goal=snail"));

test("a board is short in a link", () => {
  assert.equal(boardInAddress(Board.parse("8 1 3 / 4 0 2 / 7 6 5")), "8,1,3/4,0,2/7,6,5");
});

const PROBLEMS = {
  "#nowhere": /^there is no view 'nowhere': the views are home, play, solve,/,
  "#solve?board": /^expected name=value, found 'board'$/,
  "#solve?board=1&board=2": /^'board' stands twice$/,
  "#solve?board=%zz": /^expected escapes such as %20, found '%zz'$/,
};
for (const [hash, problem] of Object.entries(PROBLEMS)) {
  test(`the problem of ${hash}`, () => assert.match(readAddress(hash).problems.join(), problem));
}

const SHARED = [
  ["daily", "2026-11-17", { rows: 4, columns: 4, seed: 20261117, count: 1 }],
  ["set", "3x4:7:5", { rows: 3, columns: 4, seed: 7, count: 5 }],
  ...["2026-02-30", "today"].map((text) => ["daily", text, null]),
  ...["4x4:7", "1x4:7:5", "4x11:7:5", "4x4:7:0", "4x4:7:51", "4x4:-1:5"].map((text) => ["set", text, null]),
];
for (const [name, text, expected] of SHARED) {
  test(`${name}=${text}`, () => assert.deepEqual(readShared(name, text, 10), expected));
}
