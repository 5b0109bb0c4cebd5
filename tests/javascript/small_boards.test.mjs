/** What the page responds itself for small boards; tests/web/test_small_boards.py compares its responses with Python's. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./support.mjs";

const { respondToSmall } = await load("page/small_boards.js");
const { readSmall } = await load("page/small_forms.js");

const BOARD = "8 1 3 / 4 0 2 / 7 6 5";
const respond = (path, body) => respondToSmall(path, body, async () => "the rule");

test("a hint is the best move", async () => {
  const { left, moves, tiles } = await respond("hint", { board: BOARD });
  assert.deepEqual([left, moves, tiles], [14, "R", [1]]);
});

test("the number of moves alone names no move", async () => {
  const { left, moves } = await respond("hint", { board: BOARD, count: true });
  assert.deepEqual([left, moves], [14, null]);
});

const VERDICTS = [
  ["R", "best", 13],
  ["U", "worse", 15],
];
for (const [moves, verdict, after] of VERDICTS) {
  test(`the move ${moves} is ${verdict}`, async () => {
    const found = await respond("judge", { board: BOARD, moves });
    assert.deepEqual([found.before, found.after, found.verdict, found.best], [14, after, verdict, "R"]);
  });
}

test("slides are counted where the request asks for them", async () => {
  assert.equal((await respond("hint", { board: "8 6 7 / 2 5 4 / 3 0 1", metric: "slides" })).left, 20);
});

test("an unsolvable board has two tiles to swap", async () => {
  const found = await respond("check", { board: "1 2 3 / 4 5 6 / 8 7 0" });
  assert.deepEqual([found.solvable, found.exchange, found.repaired], [false, [7, 8], "1 2 3 / 4 5 6 / 7 8 0"]);
});

const LEFT_TO_PYTHON = [
  ["solve", { board: BOARD }],
  ["hint", { board: "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15" }],
  ["hint", { board: BOARD, goal: "snail" }],
  ["hint", { board: BOARD, algorithm: "bfs" }],
  ["hint", { board: "1 2 3 / 4 5 6 / 8 7 0" }],
  ["hint", { board: "nonsense" }],
  ["judge", { board: BOARD }],
  ["judge", { board: BOARD, moves: "X" }],
];
for (const [path, body] of LEFT_TO_PYTHON) {
  test(`${path} ${JSON.stringify(body)} is left to Python`, async () => assert.equal(await respond(path, body), null));
}

const FORMS = [
  ...["813402765", "8 1 3\n4 0 2\n7 6 5", "8,1,3;4,_,2;7,6,5", "[[8, 1, 3], [4, 0, 2], [7, 6, 5]]", "[8,1,3,4,0,2,7,6,5]"],
  ...["start = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]", "813 402 765", "8 1 3 | 4 . 2 | 7 6 5", '"8 1 3 / 4 0 2 / 7 6 5"'],
];
for (const text of FORMS) test(`form ${JSON.stringify(text)}`, () => assert.equal(readSmall(text).text, BOARD));

for (const text of ["[[8, 1, 3), [4, 0, 2], [7, 6, 5]]", "8 1 3 | 4 . 2 | 7 . 5", "813 40 765"]) {
  test(`form ${JSON.stringify(text)} is left to Python`, () => assert.throws(() => readSmall(text)));
}
