/** The word on a puzzle that cannot be solved, and the exchange that repairs it. */

import { Board } from "../modules/board.js";
import { post } from "./api.js";
import { count, sentence } from "./words.js";

/**
 * Say that the puzzle of the session cannot be solved, why, and offer the repair; say nothing if it can.
 * @param {import("./notice.js").Notice} notice
 * @param {import("./session.js").Session} session
 */
export async function repairNotice(notice, session) {
  notice.clear();
  if (session.isSolvable) return;
  const { board, goal } = session;
  notice.bad("No slides lead from this board to its goal.");
  const found = await post("check", session.message).catch(() => null);
  if (!found || found.solvable || session.board !== board || session.goal !== goal) return;
  const [one, other] = found.exchange;
  const { start_counts: start, goal_counts: end } = found;
  notice.bad(
    "No slides lead from this board to its goal.",
    `${sentence(found.rule)}. The board has ${count(start.inversions, "inversion")}, the goal ${end.inversions}.`,
    {
      label: `Exchange ${one} and ${other}`,
      run: () => session.update({ board: Board.parse(found.repaired, [board.rows, board.columns]) }),
    },
  );
}
