/** The word on a puzzle that cannot be solved, and the exchange that repairs it. */

import { Board } from "../modules/board.js";
import { post } from "./api.js";
import { count, ended } from "./words.js";

/** Why no slides lead to the goal. @param {object} found what `/api/check` says */
export function whyUnsolvable({ rule, start_counts: start, goal_counts: goal }) {
  return `${ended(rule)} The board has ${count(start.inversions, "inversion")}, the goal ${goal.inversions}.`;
}

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
  notice.bad("No slides lead from this board to its goal.", whyUnsolvable(found), {
    label: `Exchange ${one} and ${other}`,
    run: () => session.update({ board: Board.parse(found.repaired, [board.rows, board.columns]) }),
  });
}
