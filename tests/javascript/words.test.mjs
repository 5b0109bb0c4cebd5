/** Numbers and sentences of the page. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, load } from "./support.mjs";

const words = await load("page/words.js");
const { loadingWords } = await load("page/loading_bar.js");
const { newsWords } = await load("page/records_panel.js");

for (const { hundredths, text } of CASES.clocks) test(`clock ${text}`, () => assert.equal(words.clock(hundredths), text));

const TABLES = {
  number: [
    [1234567, "1,234,567"],
    [0.6, "1"],
  ],
  duration: [
    [0.00042, "0.42 ms"],
    [0.0123, "12.3 ms"],
    [0.5, "500 ms"],
    [1.5, "1.50 s"],
    [125, "2 min 5 s"],
  ],
  bytes: [
    [1200, "1.2 kB"],
    [840_000, "840 kB"],
    [1_500_000, "1.5 MB"],
    [12_500_000, "13 MB"],
    [2_000_000_000, "2.00 GB"],
  ],
  sentence: [
    ["bfs is slow", "Bfs is slow"],
    ["f = g + h", "f = g + h"],
    ["", ""],
  ],
  ended: [
    ["done", "Done."],
    ["done!", "Done!"],
    ["and so on …", "And so on …"],
  ],
  nounOf: [
    ["slides", "slide"],
    ["moves", "move"],
    [null, "move"],
  ],
  engineName: [
    ["native", "C++ core"],
    ["python", "Python"],
    [null, "–"],
  ],
};
for (const [name, cases] of Object.entries(TABLES)) {
  for (const [value, text] of cases) test(`${name} of ${value}`, () => assert.equal(words[name](value), text));
}

const COUNTS = [
  [1, "1 move"],
  [0, "0 moves"],
  [1400, "1,400 moves"],
];
for (const [value, text] of COUNTS) test(text, () => assert.equal(words.count(value, "move"), text));

test("the gap to the bound is rounded up", () => {
  assert.equal(words.gapWords(102, 99), "at most 3 moves (4 %) longer than optimal");
});

test("without a bound there is no percentage", () => {
  assert.equal(words.gapWords(5, 0, "slide"), "at most 5 slides longer than optimal");
});

const QUALITIES = [
  [{ quality: "optimal" }, "proven shortest"],
  [{ quality: "optimal", caveat: "if h is admissible" }, "shortest (if h is admissible)"],
  [{ quality: "bounded", length: 12, lower_bound: 10 }, "at most 2 moves (20 %) longer than optimal"],
  [{ quality: "unproven", length: 10, lower_bound: 10 }, "as short as the proven bound"],
  [{ quality: "unproven", length: 12, lower_bound: 1 }, "not proven shortest; every solution has at least 1 move"],
];
for (const [result, text] of QUALITIES) test(text, () => assert.equal(words.qualityWords(result), text));

const ALGORITHM = { complete: "yes", optimal: "if h is admissible", memory: "linear", options: [] };
const WEIGHTED = {
  ...ALGORITHM,
  optimal: "within the factor weight, if h is admissible",
  options: [{ name: "weight", default: 1.5 }],
};

test("guarantees name the heuristic that never overestimates", () => {
  const [, length] = words.guarantees(ALGORITHM, { name: "Pattern databases", admissible: "yes" });
  assert.equal(length, "Its solution is proven to be the shortest, because Pattern databases never overestimate.");
});

test("guarantees of a weighted search have its weight", () => {
  const [, length] = words.guarantees(WEIGHTED, { name: "Manhattan distance", admissible: "yes" }, () => "3");
  assert.match(length, /at most 3 times as long as the shortest, because Manhattan distance never overestimates\.$/);
});

test("without a proof the guarantee is conditional", () => {
  const [, length] = words.guarantees(WEIGHTED, { name: "mine", admissible: "no" });
  assert.equal(length, "Its solution is at most 1.5 times as long as the shortest if the heuristic never overestimates.");
});

test("what is shown until a response comes", () => {
  assert.equal(words.waitingWords("2 runs", "it is solved"), "2 runs, then it is solved.");
  assert.equal(words.waitingWords("", "it is solved", "Searching"), "Searching");
});

test("how far Python is loaded", () => {
  assert.equal(loadingWords(1_500_000, 12_000_000), "Python is loading (1.5 of 12.0 MB)");
  assert.equal(loadingWords(12_000_000, 12_000_000), "Python is starting");
});

const BEFORE = { size: "3x3", metric: "moves", games: 2, time: 730, moves: 20 };

test("the first record of a size", () => assert.equal(newsWords(undefined, BEFORE), "Your first 3×3 on record."));

test("a better time and fewer moves are news", () => {
  const after = { ...BEFORE, games: 3, time: 700, moves: 18 };
  assert.equal(newsWords(BEFORE, after), "New best time on 3×3, before: 0:07.30. Fewest moves so far on 3×3, before: 20.");
});

test("a game that does not count is no news", () => assert.equal(newsWords(BEFORE, { ...BEFORE, time: 1 }), ""));
