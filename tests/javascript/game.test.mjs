/** A game: undo and redo, the clock, and games that are kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, randomNumbers } from "./support.mjs";

const { Board } = await load("modules/board.js");
const { Game } = await load("page/game.js");

const START = Board.parse("8 1 3 / 4 0 2 / 7 6 5");
const GOAL = Board.standard(3, 3);

/** A game with a clock that is set by hand. */
function timedGame(start = "1 2 3 / 4 5 6 / 0 7 8") {
  const clock = { now: 1000 };
  return { clock, game: new Game(Board.parse(start), GOAL, () => clock.now) };
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`random actions ${seed}: the board is that of a list of boards`, () => {
    const random = randomNumbers(seed);
    const game = new Game(START, GOAL);
    const [done, undone] = [[START], []];
    for (let step = 0; step < 60; step += 1) {
      const action = random(5);
      if (action < 3) {
        const moves = game.board.moves();
        const move = moves[random(moves.length)];
        game.play(move);
        done.push(done.at(-1).play(move));
        undone.length = 0;
      } else if (action === 3) {
        game.undo();
        if (done.length > 1) undone.push(done.pop());
      } else {
        game.redo();
        if (undone.length) done.push(undone.pop());
      }
      assert.equal(game.board.text, done.at(-1).text);
      assert.deepEqual([game.count, game.canUndo, game.canRedo], [done.length - 1, done.length > 1, undone.length > 0]);
    }
  });
}

test("the clock stands until the first move", () => {
  const { clock, game } = timedGame();
  clock.now = 9000;
  assert.deepEqual([game.seconds, game.isRunning], [0, false]);
});

test("the clock runs from the first move to the solution", () => {
  const { clock, game } = timedGame();
  clock.now = 5000;
  game.play("R");
  clock.now = 7000;
  assert.deepEqual([game.seconds, game.isRunning], [2, true]);
  game.play("R");
  clock.now = 60_000;
  assert.deepEqual([game.seconds, game.isRunning, game.isFinished], [2, false, true]);
});

test("the time after the solution does not count", () => {
  const { clock, game } = timedGame();
  game.play("R");
  clock.now = 3000;
  game.play("R");
  clock.now = 60_000;
  game.undo();
  assert.deepEqual([game.seconds, game.isRunning], [2, true]);
});

test("a run of moves in one direction is one slide", () => {
  const game = new Game(START, GOAL);
  for (const moves of ["U", "L", "DD", "R"]) game.play(moves);
  assert.equal(game.count, 5);
  game.measureBy("slides");
  assert.equal(game.count, 4);
});

const KEPT = { seconds: 65, shortest: 14, hasPeeked: true, kind: "own", isRecorded: false };
const SIDES = { done: { done: ["R"], undone: [] }, undone: { done: [], undone: ["R"] } };
for (const [side, moves] of Object.entries(SIDES)) {
  test(`a game that is kept with moves that are ${side} may be older than the page`, () => {
    let now = 500;
    const game = Game.resumed({ ...KEPT, ...moves }, START, GOAL, () => now);
    now = 900;
    assert.deepEqual([game.isRunning, game.seconds, game.canUndo, game.canRedo], [false, 65, side === "done", side === "undone"]);
    game.resume();
    now = 1900;
    assert.deepEqual([game.isRunning, game.seconds], [true, 66]);
  });
}

test("a kept game with moves that cannot be made is an error", () => {
  assert.throws(() => Game.resumed({ ...KEPT, done: ["Q"], undone: [] }, START, GOAL));
});

test("a record makes the same game again", () => {
  const game = new Game(START, GOAL);
  game.play("R");
  game.play("U");
  game.undo();
  const again = Game.resumed(JSON.parse(JSON.stringify(game.record)), START, GOAL);
  assert.equal(again.board.text, game.board.text);
  assert.equal(again.redo(), "U");
});
