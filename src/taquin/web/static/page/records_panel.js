/** Shows the player's records: results by size, the streak, and the last games. */

import { askingButton, button, details, make, table, tableRow } from "./dom.js";
import { bests, hundredths, streak } from "./records.js";
import { clock, count, nounOf, number } from "./words.js";

const SHOWN = 20; // games in the history

/** The records, with their export. */
export class RecordsPanel {
  /** @param {import("./records.js").Records} records */
  constructor(records) {
    this.records = records;
    this.bests = make("tbody");
    this.games = make("tbody");
    this.words = make("p");
    this.results = make(
      "div.stack",
      scrolled("Results by size", ["Size", "Best", "Fewest", "Avg 5", "Avg 12"], this.bests),
      this.words,
      details("History", scrolled("Last games", ["Date", "Size", "Time", "Length", ""], this.games)),
      make(
        "div.row",
        button("Export all", () => records.export()),
        askingButton("Clear my records", "Clear all records?", () => {
          records.clear();
          this.show();
        }),
      ),
    );
    this.element = make(
      "div.stack.records",
      this.results,
      make("p.help", {
        text:
          "Only random boards that you solve for the first time, without hints and without starting again, count. Averages "
          + "leave out the best and the worst time. Records stay in this browser.",
      }),
    );
    this.show();
  }

  /** Show the records as they are now. */
  show() {
    const all = this.records.all;
    this.results.hidden = !all.length;
    this.words.textContent = `${count(all.length, "game")}. Streak: ${count(streak(all), "day")}.`;
    const results = bests(all);
    this.bests.parentElement?.toggleAttribute("hidden", !results.length);
    this.bests.replaceChildren(
      ...results.map(({ size, metric, time, moves, averages }) =>
        tableRow([
          sizeText(size),
          clock(time),
          count(moves, nounOf(metric)),
          ...averages.map((average) => (average === null ? "–" : clock(average))),
        ]),
      ),
    );
    this.games.replaceChildren(
      ...all
        .slice(-SHOWN)
        .reverse()
        .map((game) =>
          tableRow([
            game.date.slice(0, 10),
            sizeText(game.size),
            clock(hundredths(game)),
            count(game.moves, nounOf(game.metric)),
            remark(game),
          ]),
        ),
    );
  }
}

/**
 * How a result compares with those before: sentences for the end of a game.
 * @param {Best|undefined} before @param {Best|undefined} after
 */
export function newsWords(before, after) {
  if (!after || after.games === before?.games) return "";
  const size = sizeText(after.size);
  if (!before) return `Your first ${size} on record.`;
  /** @type {string[]} */ const news = [];
  if (after.time < before.time) news.push(`New best time on ${size}, before: ${clock(before.time)}.`);
  if (after.moves < before.moves) news.push(`Fewest ${after.metric} so far on ${size}, before: ${number(before.moves)}.`);
  return news.join(" ");
}

function sizeText(/** @type {string} */ size) {
  return size.replace("x", "×");
}

/** @param {GameResult} values */
function remark({ kind, hints }) {
  return [kind !== "uniform" && kind, hints && "hints"].filter(Boolean).join(", ");
}

/** @param {string} label @param {string[]} heads @param {HTMLElement} body */
function scrolled(label, heads, body) {
  return make("div.scroller", table(heads, body, { "aria-label": label }));
}
