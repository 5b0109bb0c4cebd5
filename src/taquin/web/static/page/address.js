/**
 * The address of a view: `#solve?board=8,1,3/4,0,2/7,6,5&goal=snail&method=wastar(manhattan,weight=2)`. A link
 * opens the same board, goal and method elsewhere. Values that it does not name stay as they are, or are the defaults.
 */

import { quoted } from "../modules/board.js";

/** A link to a lesson plan has no view of its own. */
export const PLAN = "plan";
const VIEWS = ["home", "play", "solve", "watch", "race", "space", "learn", "exercises", "code"];
/** @type {Record<string, string>} */
const PLAIN = { "%2C": ",", "%2F": "/", "%3D": "=", "%3B": ";", "%7C": "|", "%3A": ":" }; // these need no escape in a fragment

/**
 * Read an address.
 * @param {string} hash
 * @returns {{view: string, topic: string, values: Map<string, string>, problems: string[]}} `topic` is what follows a slash:
 *   `learn/astar`; `problems` are the parts that mean nothing
 */
export function readAddress(hash) {
  const [path, query = ""] = split(hash.replace(/^#/, ""), "?");
  const [view, topic = ""] = split(path, "/");
  const isView = VIEWS.includes(view) || view === PLAN;
  const problems = view && !isView ? [`there is no view ${quoted(decodeValue(view))}: the views are ${VIEWS.join(", ")}`] : [];
  /** @type {Map<string, string>} */ const values = new Map();
  for (const pair of query.split("&").filter(Boolean)) {
    const [name, value] = split(pair, "=");
    if (value === undefined) problems.push(`expected name=value, found ${quoted(decodeValue(name))}`);
    else if (values.has(name)) problems.push(`${quoted(decodeValue(name))} stands twice`);
    else if (decoded(value) === null) problems.push(`expected escapes such as %20, found ${quoted(value)}`);
    else values.set(name, decodeValue(value));
  }
  return { view: isView ? view : "", topic: decodeValue(topic), values, problems };
}

/** Write an address; values that are empty are left out. @param {string} view @param {Record<string, string>} [values] */
export function writeAddress(view, values = {}, topic = "") {
  const pairs = Object.entries(values)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeValue(value)}`);
  return `#${view}${topic && `/${encodeValue(topic)}`}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/** A board as short as it can be read: "8,1,3/4,0,2/7,6,5". @param {import("../modules/board.js").Board} board */
export function boardInAddress(board) {
  return board.text.replaceAll(" / ", "/").replaceAll(" ", ",");
}

function split(/** @type {string} */ text, /** @type {string} */ mark) {
  const place = text.indexOf(mark);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function encodeValue(/** @type {string} */ text) {
  return encodeURIComponent(text).replace(/%2C|%2F|%3D|%3B|%7C|%3A/g, (code) => PLAIN[code]);
}

/** @param {string} text @returns {string} with an invalid escape as it is */
function decodeValue(text) {
  return decoded(text) ?? text;
}

/** @param {string} text @returns {?string} null if an escape is invalid */
function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
