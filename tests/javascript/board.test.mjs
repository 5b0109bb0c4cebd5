/** Boards of the page: the values that Python has too, and errors that say what was expected and found. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, load, messageOf } from "./support.mjs";

const { Board, BoardError } = await load("modules/board.js");

for (const { cells, goal, rows, columns, ...expected } of CASES.boards) {
  test(`board ${expected.text} to ${goal.join(" ")}`, () => {
    const [board, target] = [cells, goal].map((each) => new Board(each, rows, columns));
    assert.equal(Board.parse(board.text, [rows, columns]).text, expected.text);
    assert.deepEqual(Object.fromEntries(board.moves().map((move) => [move, board.play(move).text])), expected.moves);
    assert.equal(board.isSolvable(target), expected.solvable);
    assert.equal(board.describe(target), expected.description);
    assert.equal(board.describe(), expected.description_without_goal);
  });
}

for (const { cells, rows, columns, message } of CASES.bad_boards) {
  test(`cells ${cells.join(" ")} are not a board`, () => {
    assert.throws(() => new Board(cells, rows, columns), { message });
  });
}

for (const { input, read } of CASES.texts) {
  test(`text ${JSON.stringify(input)}`, () => {
    const text = () => Board.parse(input).text;
    if (read === null) assert.throws(text, BoardError);
    else assert.equal(text(), read);
  });
}

const WRONG = {
  "1 2 3 / 4 5": "rows of different lengths: row 1 has 3 cells, row 2 has 2",
  "1 2 3 4 0": "5 cells do not fill a square: expected 4 for 2×2",
  "1 2 three 0": "expected a number, found 'three'",
};
for (const [text, message] of Object.entries(WRONG)) {
  test(`the error of ${text}`, () =>
    assert.equal(
      messageOf(() => Board.parse(text)),
      message,
    ));
}

test("a move off the board is named", () => {
  assert.equal(
    messageOf(() => Board.parse("0 1 2 3").play("U")),
    "cannot play Up: the blank would leave the board",
  );
});

test("play leaves the board as it is", () => {
  const board = Board.parse("1 2 3 / 4 0 5 / 6 7 8");
  assert.equal(board.play("URD").text, "1 3 5 / 4 2 0 / 6 7 8");
  assert.equal(board.text, "1 2 3 / 4 0 5 / 6 7 8");
});

test("a board is frozen", () => {
  const board = Board.standard(3, 3);
  assert.throws(() => {
    board.blank = 0;
  }, TypeError);
});

test("boards on the way begin with the board itself", () => {
  const boards = Board.parse("1 2 / 0 3").along("RL");
  assert.deepEqual(
    boards.map(({ text }) => text),
    ["1 2 / 0 3", "1 2 / 3 0", "1 2 / 0 3"],
  );
});
