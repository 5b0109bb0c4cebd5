/**
 * Forms of small boards that only Python read: lists, groups of digits, other signs for the blank, a name before the board.
 * Whatever does not match one of them exactly is left to Python (taquin/puzzle/formats); one table of cases tests both.
 */

import { Board } from "../modules/board.js";

const CELL = "(?:[0-9]|_|x|X|None)";
const LIST = String.raw`[\[({]\s*${CELL}(?:\s*,\s*${CELL})*\s*[\])}]`;
const NAME = /^[A-Za-z]+\s*=\s*(?=[[({"'0-9])/; // as in start = [[8, 1, 3], …]
const QUOTED = /^(["'])([^"']*)\1$/;
const FLAT = new RegExp(`^${LIST}$`);
const NESTED = new RegExp(String.raw`^[\[({]\s*${LIST}(?:\s*,\s*${LIST})*\s*[\])}]$`);
const PAIRS = ["[]", "()", "{}"];
const GROUPS = /^[0-9]{3}(\s+|\s*[,/|]\s*)[0-9]{3}\1[0-9]{3}$/; // a group for each row of a 3×3 board
const BARS = /^[^|/;,\n]+(?:\|[^|/;,\n]+)+$/; // rows separated by bars, cells by spaces
const BLANKS = /(?<=^|[\s/;|])(?:[.*□B-])(?=$|[\s/;|])/g;

/** A board in any form that the page reads itself. @param {string} text @throws {Error} if it leaves the text to Python */
export function readSmall(text) {
  try {
    return Board.parse(text);
  } catch (error) {
    const plain = plainText(text.trim());
    if (!plain) throw error;
    return Board.parse(plain);
  }
}

/** The same board as rows of numbers, or "" for a text that has none of the forms. @param {string} text */
function plainText(text) {
  const body = text.replace(NAME, "").replace(QUOTED, "$2").trim();
  if (NESTED.test(body)) return isPaired(body) ? (body.match(new RegExp(LIST, "g")) ?? []).map(cellsOf).join(" / ") : "";
  if (FLAT.test(body)) return isPaired(body) ? cellsOf(body) : "";
  if (GROUPS.test(body)) return (body.match(/[0-9]{3}/g) ?? []).map((row) => [...row].join(" ")).join(" / ");
  if ((body.match(BLANKS) ?? []).length > 1) return "";
  const signed = body.replace(BLANKS, "0");
  if (BARS.test(signed)) return signed.replaceAll("|", " / ");
  return signed === text ? "" : signed;
}

/** Whether every bracket is closed by its own kind. @param {string} text */
function isPaired(text) {
  let rest = text.replace(/[^[\](){}]/g, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    for (const pair of PAIRS) rest = rest.replaceAll(pair, "");
  }
  return !rest;
}

/** The cells of a flat list. @param {string} list */
function cellsOf(list) {
  return list
    .slice(1, -1)
    .split(",")
    .map((cell) => (/[0-9]/.test(cell) ? cell.trim() : "0"))
    .join(" ");
}
