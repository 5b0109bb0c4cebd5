/** What a check of code found: boards that show what is wrong, tables, and the whole report on demand. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { details, make } from "./dom.js";

/** @typedef {{report: string, boards: [caption: string, board: string][], tables: string[][][]}} Found */

/** The report as an element. @param {Found} found @param {Board} goal */
export function codeReport({ report, boards, tables }, goal) {
  const figures = boards.map(([caption, text]) => {
    const place = make("div.small-board");
    new BoardView(place, { board: Board.parse(text), goal, isPlayable: false, label: caption });
    return make("figure", place, make("figcaption", { text: caption }));
  });
  const text = make("pre", { text: report, tabindex: "0", "aria-label": "Report" });
  const shown = tables.filter((rows) => rows.length).map(reportTable);
  const whole = details("The whole report as text", text);
  return make("div.code-report", make("div.start-and-goal", ...figures), ...shown, whole);
}

/** A table of a check: names and values, or a row of headings and one for each board. @param {string[][]} rows */
function reportTable(rows) {
  const isPairs = rows[0].length === 2;
  const [heads, ...others] = isPairs ? [[], ...rows] : rows;
  const head = heads.length > 0 && make("thead", make("tr", ...heads.map((text) => make("th", { scope: "col", text }))));
  const cell = (/** @type {string} */ text, /** @type {number} */ place) =>
    place ? make("td", text.replace(/^! /, "")) : make("th", { scope: "row", text });
  const row = (/** @type {string[]} */ texts) => {
    const isWrong = /^!|^no:/.test(texts.at(-1) ?? "");
    return make(isWrong ? "tr.is-wrong" : "tr", ...texts.map(cell));
  };
  return make("div.scroller", make(isPairs ? "table.facts-table" : "table.numbers", head, make("tbody", ...others.map(row))));
}
