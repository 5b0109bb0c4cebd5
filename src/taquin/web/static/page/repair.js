/** The message for a puzzle that cannot be solved, and the swap that makes it solvable. */

import { Board } from "../modules/board.js";
import { post } from "./api.js";
import { count, ended } from "./words.js";

/** Why the goal cannot be reached. @param {Api.CheckRecord} found the response of `/api/check` */
export function whyUnsolvable({ rule, columns, start_counts: start, goal_counts: goal }) {
  if (start.parity === null) return ended(rule); // a single line
  const sum = (/** @type {Api.CountRecord} */ { inversions, blank_row: row }) =>
    columns % 2 ? count(inversions, "inversion") : `${count(inversions, "inversion")} + row ${row}`;
  return `${ended(rule)} The board has ${sum(start)}, which is ${start.parity}; the goal ${sum(goal)}, which is ${goal.parity}.`;
}

/**
 * If the puzzle of the session cannot be solved, show why, and offer the swap that makes it solvable.
 * @param {import("./notice.js").Notice} notice
 * @param {Session} session
 */
export async function repairNotice(notice, session) {
  notice.clear();
  if (session.isSolvable) return;
  const { board, goal } = session;
  notice.bad("The goal cannot be reached from this board.");
  const check = await post("check", session.request).catch(() => null);
  if (!check || check.solvable || !check.exchange || session.board !== board || session.goal !== goal) return;
  const [one, other] = check.exchange;
  notice.bad("The goal cannot be reached from this board.", whyUnsolvable(check), {
    label: `Swap ${one} and ${other}`,
    run: () => session.update({ board: Board.parse(check.repaired ?? board.text, [board.rows, board.columns]) }),
  });
}
