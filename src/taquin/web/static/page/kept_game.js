/** The game of this tab, kept by the browser: a reloaded page continues it. */

import { Board } from "../modules/board.js";
import { KeptText } from "../modules/kept_text.js";
import { Game } from "./game.js";

const kept = new KeptText("taquin.game", "sessionStorage");
const SHARED = ["daily", "set"]; // kinds of boards that a link names again

/** Keep a game, in place of the one before. @param {Game} game */
export function keepGame(game) {
  kept.text = JSON.stringify(game.record);
}

/** Forget the game that is kept. */
export function forgetGame() {
  kept.text = "";
}

/**
 * The game that is kept, if it has this goal and continues with this board: at its first board for the board of a day or of
 * a set, at its last one for a board of one's own. A board that was made at random begins a game.
 * @param {Board} board @param {Board} goal @param {string} kind of the board @returns {?Game}
 */
export function keptGame(board, goal, kind) {
  try {
    const record = JSON.parse(kept.text || "null");
    if (record?.goal !== goal.text) return null;
    const game = Game.resumed(record, Board.parse(record.start), goal);
    const isSame = SHARED.includes(kind) ? game.kind === kind && game.start.equals(board) : game.board.equals(board);
    return isSame && [...SHARED, "own"].includes(kind) ? game : null;
  } catch {
    return null; // it is something else
  }
}
