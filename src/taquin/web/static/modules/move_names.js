/** How moves are named: by where the blank goes, or by where the tile goes. The browser stores the reader's choice. */

import { MOVES } from "./board.js";
import { KeptText } from "./kept_text.js";

const kept = new KeptText("taquin.moves");
let isByTile = kept.text === "tile";

/** Whether moves are named by where the tile goes. */
export function isNamedByTile() {
  return isByTile;
}

/** Name moves by the tile, or by the blank. Event `movenames` of the document. @param {boolean} byTile */
export function nameByTile(byTile) {
  isByTile = byTile;
  kept.text = byTile ? "tile" : "blank";
  document.dispatchEvent(new Event("movenames"));
}

/** The letter of a move. @param {string} move where the blank goes */
export function moveLetter(move) {
  return isByTile ? MOVES[move].opposite : move;
}

/** A move in words. @param {string} move where the blank goes @param {number} tile */
export function moveWords(move, tile) {
  const word = (/** @type {string} */ letter) => MOVES[letter].word.toLowerCase();
  return `blank ${word(move)}, tile ${tile} ${word(MOVES[move].opposite)}`;
}

/** A text that names a move by where the blank goes, as the reader wants it. @param {string} text */
export function moveText(text) {
  const opposite = (/** @type {string} */ word) => MOVES[MOVES[word[0]].opposite].word;
  return isByTile ? text.replace(/\b(?:Up|Down|Left|Right)\b/g, opposite) : text;
}
