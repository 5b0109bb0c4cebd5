/** Shows the player's records: results by size, the streak, and the last games. */

import { askingButton, button, copyOf, part, tableRow } from "./dom.js";
import { bests, hundredths, streak } from "./records.js";
import { clock, count, nounOf, number } from "./words.js";

const SHOWN = 20; // games in the history

/** The records, with their export. */
export class RecordsPanel {
  /** @param {import("./records.js").Records} records @param {(game: GameResult) => void} replay */
  constructor(records, replay) {
    this.records = records;
    this.replay = replay;
    this.element = copyOf("records");
    this.results = part(".kept", this.element);
    this.bests = part(".bests tbody", this.element);
    this.games = part(".games tbody", this.element);
    this.words = part("p", this.results);
    const clear = askingButton("Clear my records", "Clear all records?", () => {
      records.clear();
      this.show();
    });
    part(".row", this.results).append(
      button("Export all", () => records.export()),
      clear,
    );
    this.show();
  }

  /** Show the records as they are now. */
  show() {
    const all = this.records.all;
    this.results.hidden = !all.length;
    const results = bests(all);
    const isMarked = results.some(({ earlier }) => earlier);
    const mark = isMarked ? " * from an earlier version, which did not record whether moves were rated." : "";
    this.words.textContent = `${count(all.length, "game")}. Streak: ${count(streak(all), "day")}.${mark}`;
    this.bests.parentElement?.toggleAttribute("hidden", !results.length);
    this.bests.replaceChildren(
      ...results.map(({ size, metric, time, moves, averages, earlier }) =>
        tableRow([
          sizeText(size) + (earlier ? "*" : ""),
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
            game.timed ? button("Replay", () => this.replay(game), { kind: "is-small" }) : "",
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
function remark({ kind, hints, rated }) {
  return [kind !== "uniform" && kind, hints && "hints", rated && "rated"].filter(Boolean).join(", ");
}
