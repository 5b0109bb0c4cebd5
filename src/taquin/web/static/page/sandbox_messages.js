/**
 * What a sandbox sends is untrusted: the code of users shares its worker with Python, and can send whatever Python sends.
 * Every message is a text of limited length; it is read here, and refused unless it has the form of one of Taquin's.
 */

import { Board } from "../modules/board.js";
import { isList, isNullOr, isObject, isOneOf, isText, isWhole } from "./checks.js";
import { isTrace } from "./trace_check.js";

export const LONGEST = 12_000_000; // characters of a message: a record of 20,000 nodes has 4,000,000
const LONGEST_EVENT = 2_000_000; // a race tells all solutions, and those of depth-first search are long
const [MOST_COLUMNS, MOST_ROWS] = [30, 300]; // of a table of a check
const MOST_LINES = 100_000;
const MOST_COUNTED = 1e15;

/** @typedef {{kind: "loading", loaded: number, total: number} | {kind: "fetching"} | {kind: "ready"}
 *   | {kind: "failed", message: string} | {kind: "event", event: string, text: string} | {kind: "response", text: string}} SandboxMessage */
/** @typedef {{board: unknown, goal?: unknown, methods?: string[]}} Asked what the page has asked for */

/** A message that Taquin does not send. */
export class InvalidMessage extends Error {
  message = "The code sent the page a message that is not Taquin's, so its run was ended.";
  hint = "Only code that changes Taquin itself does that. Read it before you run it again.";
}

const isCount = isWhole(0, MOST_COUNTED);
const isWords = isText(10_000);
const isError = isObject({ message: isWords, hint: isNullOr(isWords) });
const isReport = isText(100_000);
const isStatus = isOneOf("solved", "unsolvable", "exhausted", "stuck", "limit", "cancelled");
const isPositive = (/** @type {unknown} */ value) => Number.isFinite(value) && Number(value) >= 0;

/** The messages by their kinds. @type {Record<string, import("./checks.js").Check>} */
const MESSAGES = {
  loading: isObject({ loaded: isCount, total: isCount }),
  fetching: () => true,
  ready: () => true,
  failed: isObject({ message: isWords }),
  event: isObject({ event: isText(20), text: isText(LONGEST_EVENT) }),
  response: isObject({ text: isText(LONGEST) }),
};

/** A message. @param {unknown} text @returns {SandboxMessage} */
export function readMessage(text) {
  const message = parse(text);
  const check = Object.hasOwn(MESSAGES, message?.kind) ? MESSAGES[message.kind] : null;
  if (!check?.(message)) throw new InvalidMessage();
  return message;
}

/** The data of an event. @param {string} path @param {string} event @param {string} text @param {Asked} asked @returns {any} */
export function readEvent(path, event, text, { methods = [] }) {
  const data = parse(text);
  const isPlace = isWhole(0, methods.length - 1);
  const conclusion = isObject({
    sentence: isWords,
    summary: isList(isWords, 20),
    winner: isNullOr(isWords),
    question: isOneOf("work", "memory", "time", "length", "success"),
  });
  /** @type {Record<string, import("./checks.js").Check>} */
  const race = {
    start: () => true,
    begin: isObject({ place: isPlace }),
    queued: isObject({ place: isPlace }),
    progress: isObject({ place: isPlace, expanded: isCount }),
    failed: isObject({ place: isPlace, error: isError }),
    row: isObject({
      place: isPlace,
      spec: isNullOr(isWords),
      status: isStatus,
      quality: isNullOr(isOneOf("optimal", "bounded", "unproven")),
      caveat: isNullOr(isWords),
      reason: isNullOr(isWords),
      length: isNullOr(isCount),
      expanded: isCount,
      generated: isCount,
      max_stored: isCount,
      seconds: isPositive,
      backend: isNullOr(isWords),
    }),
    standing: conclusion,
    finish: conclusion,
  };
  const known = path === "race" ? { ...race, print: isWords } : { progress: isWords, print: isReport };
  if (!Object.hasOwn(known, event) || !Reflect.get(known, event)(data)) throw new InvalidMessage();
  return data;
}

/** The response. @param {string} path @param {string} text @param {Asked} asked @returns {any} */
export function readResponse(path, text, asked) {
  const record = parse(text);
  const isTraceOf = (/** @type {unknown} */ value) => isTrace(value, asked.board, asked.goal);
  /** @type {Record<string, import("./checks.js").Check>} */
  const forms = {
    run: isObject({ trace: isTraceOf, lines: isList(isCount, MOST_LINES), words: isWords }),
    check: isObject({
      words: isWords,
      right: isOneOf(true, false),
      report: isReport,
      boards: isList(isCaptioned, 4),
      tables: isList(isList(isList(isWords, MOST_COLUMNS), MOST_ROWS), 2),
    }),
    race: isObject({}),
  };
  if (isObject({ error: isError })(record) && !Object.hasOwn(record, "trace")) return { error: record.error };
  const isFailed = isObject({ error: () => true })(record);
  if (!forms[path](record) || (isFailed && !isError(record.error))) throw new InvalidMessage();
  return record;
}

/** A caption and a board. */
function isCaptioned(/** @type {unknown} */ value) {
  if (!isList(isWords, 2, 2)(value)) return false;
  const [, board] = /** @type {string[]} */ (value);
  try {
    return Board.parse(board).cells.length <= 100;
  } catch {
    return false;
  }
}

/** @param {unknown} text @returns {any} */
function parse(text) {
  try {
    if (typeof text === "string") return JSON.parse(text);
  } catch {}
  throw new InvalidMessage();
}
