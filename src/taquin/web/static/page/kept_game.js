/** The game of this tab, kept by the browser: a reloaded page continues it. */

import { Board } from "../modules/board.js";
import { KeptText } from "../modules/kept_text.js";
import { Game } from "./game.js";

const kept = new KeptText("taquin.game", "sessionStorage");

/** Keep a game, in place of the one before. @param {Game} game */
export function keepGame(game) {
  kept.text = JSON.stringify(game.record);
}

/** Forget the game that is kept. */
export function forgetGame() {
  kept.text = "";
}

/**
 * The game that is kept, if it has this goal and is at this board. The board of a day or of a set is its first board.
 * @param {Board} board @param {Board} goal @param {string} kind of the board @returns {?Game}
 */
export function keptGame(board, goal, kind) {
  try {
    const record = JSON.parse(kept.text || "null");
    if (record?.goal !== goal.text) return null;
    const game = Game.resumed(record, Board.parse(record.start), goal);
    const place = ["daily", "set"].includes(kind) && game.kind === kind ? game.start : game.board;
    return place.equals(board) ? game : null;
  } catch {
    return null; // it is something else
  }
}
