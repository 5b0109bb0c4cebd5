/**
 * The solved games of the player, one line of JSON each: best results, averages, and the streak of days. The terminal keeps
 * the same lines (taquin/tui/records.py); one table of cases tests both (tests/data/shared_cases.json).
 *
 * A record has `date` (local time with its offset), `size`, `goal`, `start`, `moves`, `seconds` (in hundredths), `hints`
 * (whether one has shown a move), `kind` (how the board was chosen: uniform, daily, set, moves, depth or own), `rated`
 * (whether a move was rated; not in games of earlier versions) and, if `moves` are slides, `metric`; `timed` has the moves
 * with the hundredths of a second since the one before.
 */

import { download } from "./files.js";
import { readJson } from "../modules/json_text.js";
import { KeptText } from "../modules/kept_text.js";

const RANDOM_KINDS = ["uniform", "daily", "set"]; // an easy board of your choice would not be a fair best result
const KINDS = [...RANDOM_KINDS, "moves", "depth", "own"];
const METRICS = ["moves", "slides"];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const TIMED = /^[UDLR]{1,255}\d{1,9}(?: [UDLR]{1,255}\d{1,9})*$/;
const OPTIONAL = /^(?:rated|metric|timed)/;
const AVERAGES = [5, 12, 50, 100]; // games
const TRIMMED = 20; // one time of so many is left out at each end, at least one
const DAY = 24 * 60 * 60 * 1000; // milliseconds

/** The records of this browser. */
export class Records {
  #kept = new KeptText("taquin.games");

  /** All records, in the order in which the games were solved. */
  get all() {
    return readRecords(this.#kept.text);
  }

  /** The best results of a size in a metric, or undefined. @param {{size: string, metric: string}} game */
  best({ size, metric }) {
    return bests(this.all).find((best) => best.size === size && best.metric === metric);
  }

  /** Add a solved game, solved now. @param {Omit<GameResult, "date">} result */
  add(result) {
    this.#kept.text += writeRecord({ date: localTime(), ...result });
  }

  /** Delete all records. */
  clear() {
    this.#kept.text = "";
  }

  /** Save all records as a file. */
  export() {
    download(this.#kept.text, "taquin-games.jsonl", "application/x-ndjson");
  }
}

/** The records of a text. Damaged lines are left out. @param {string} text */
export function readRecords(text) {
  return text.split("\n").flatMap((line) => {
    try {
      const record = { metric: "moves", ...readJson(line) };
      return isValid(record) && !line.includes("\ufffd") ? [record] : []; // a character that was not UTF-8
    } catch {
      return [];
    }
  });
}

/** @param {GameResult} values */
function isValid({ date, size, goal, start, moves, seconds, hints, kind, rated, metric, timed, ...others }) {
  return (
    [date, size, goal, start, kind].every((value) => typeof value === "string")
    && TIME.test(date)
    && isDay(date.slice(0, 10))
    && /^\d{1,3}x\d{1,3}$/.test(size)
    && METRICS.includes(metric)
    && !Object.entries(others).some(isDamaged)
    && Number.isInteger(moves)
    && moves > 0
    && Number.isFinite(seconds)
    && seconds >= 0
    && typeof hints === "boolean"
    && (rated === undefined || typeof rated === "boolean")
    && KINDS.includes(kind)
    && (timed === undefined || (typeof timed === "string" && TIMED.test(timed)))
  );
}

/** Whether a field that no record has seems to be a damaged one. @param {[string, unknown]} field */
function isDamaged([name, value]) {
  return typeof value === "boolean" || METRICS.includes(/** @type {string} */ (value)) || OPTIONAL.test(name);
}

/** A record as it is stored; moves are not named. @param {GameResult} values */
export function writeRecord({ metric, timed, ...record }) {
  return `${JSON.stringify({ ...record, ...(metric !== "moves" && { metric }), ...(timed && { timed }) })}\n`;
}

/** The time of a record in whole hundredths of a second. @param {{seconds: number}} values */
export function hundredths({ seconds }) {
  return Math.round(100 * seconds);
}

/** The games that count: random boards, each when it is solved for the first time, without hints or rated moves. */
export function counted(/** @type {GameResult[]} */ records) {
  /** @type {Set<string>} */ const seen = new Set();
  return records.filter(({ start, goal, kind, hints, rated }) => {
    const board = `${start}|${goal}`;
    const isFirst = !seen.has(board);
    seen.add(board);
    return isFirst && !hints && !rated && RANDOM_KINDS.includes(kind);
  });
}

/**
 * The mean of the last times without the best and the worst 5 %, at least one of each, rounded half up; null if there are
 * fewer times.
 * @param {number[]} times @param {number} count
 */
export function average(times, count) {
  if (times.length < count) return null;
  const cut = Math.ceil(count / TRIMMED);
  const middle = times
    .slice(-count)
    .sort((one, other) => one - other)
    .slice(cut, -cut);
  return Math.round(middle.reduce((sum, time) => sum + time, 0) / middle.length);
}

/**
 * The results of every size and metric in which a game counts, small boards first. Times are in hundredths of a second.
 * @param {GameResult[]} records
 * @returns {Best[]} averages of the last 5, 12, 50 and 100 games
 */
export function bests(records) {
  const groups = Map.groupBy(counted(records), ({ size, metric }) => `${size} ${metric}`);
  const results = [...groups.values()].map((games) => {
    const [{ size, metric }] = games;
    const times = games.map(hundredths);
    const [time, fewest] = [Math.min(...times), Math.min(...games.map(({ moves }) => moves))];
    const earlier = games.some((game) => game.rated === undefined && (hundredths(game) === time || game.moves === fewest));
    const averages = AVERAGES.map((number) => average(times, number));
    return { size, metric, games: games.length, time, moves: fewest, averages, earlier };
  });
  const order = (/** @type {{size: string, metric: Metric}} */ { size, metric }) => {
    const [rows, columns] = size.split("x").map(Number);
    return 1000 * rows * columns + rows + (metric === "slides" ? 0.5 : 0);
  };
  return results.sort((one, other) => order(one) - order(other));
}

/** The number of days in a row with a solved board, up to today, or up to yesterday if there is none today yet. */
export function streak(/** @type {GameResult[]} */ records, today = localTime().slice(0, 10)) {
  const days = new Set(records.map(({ date }) => Date.parse(date.slice(0, 10))));
  const last = Date.parse(today);
  let day = days.has(last) ? last : last - DAY;
  let count = 0;
  for (; days.has(day); day -= DAY) count += 1;
  return count;
}

/** Whether a text is a day, such as 2026-11-17. @param {string} text */
export function isDay(text) {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : new Date(NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The time now as local time with its offset: 2026-11-17T17:21:34+01:00. */
export function localTime() {
  const now = new Date();
  const offset = -now.getTimezoneOffset(); // minutes
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  const local = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
}
