/** Checks the values that a link names. */

import { quoted } from "../modules/board.js";
import { readChallenge } from "./challenge_link.js";
import { PICTURES } from "./pictures.js";
import { readShared } from "./shared_link.js";
import { findEntry, OWN_METHOD, parseSpec } from "./spec.js";
import { LARGEST_VERSION } from "./versions.js";

/** @type {Record<string, string[]>} */ const CHOICES = {
  metric: ["moves", "slides"],
  ask: ["next", "value", "duplicate"],
  code: ["steps", "lines"],
  show: ["boards"],
  pace: ["time"],
  picture: Object.keys(PICTURES),
};
const NUMBERS = ["step", "node", "nodes", "seed"];
const NUMBER = { type: "integer", minimum: 0, maximum: LARGEST_VERSION };
/** @type {Record<string, string>} */
const SHARED = {
  daily: "a day, such as 2026-11-17",
  set: "size:seed:boards, such as 4x4:7:5",
  challenge: "moves-hundredths or moves-hundredths-minimum, such as 42-3120-14",
};

/**
 * Remove the values that are not valid, and say why. What remains is as the page writes it.
 * @param {Api.RegistryRecord} registry
 * @param {Map<string, string>} values of a link
 * @returns {string[]}
 */
export function removeInvalid(registry, values) {
  /** @type {string[]} */ const problems = [];
  for (const name of [
    "method",
    "with",
    "bet",
    "methods",
    "draw",
    "daily",
    "set",
    "challenge",
    ...Object.keys(CHOICES),
    ...NUMBERS,
  ]) {
    const problem = problemOf(registry, name, values.get(name) ?? "");
    if (!problem) continue;
    problems.push(problem);
    values.delete(name);
  }
  const drawn = findEntry(registry.heuristics, values.get("draw") ?? "");
  if (drawn) values.set("draw", drawn.key); // the link may have an alias
  return problems;
}

/** @param {Api.RegistryRecord} registry @param {string} name @param {string} text */
function problemOf(registry, name, text) {
  if (!text) return "";
  if (CHOICES[name] || NUMBERS.includes(name)) {
    const wanted = CHOICES[name] ? choiceWanted({ choices: CHOICES[name] }, text) : numberWanted(NUMBER, text);
    return wanted && `expected ${name} to be ${wanted}, found ${quoted(text)}`;
  }
  if (name === "draw") return findEntry(registry.heuristics, text) ? "" : `${quoted(text)} is not a heuristic`;
  if (SHARED[name]) return isShared(registry, name, text) ? "" : `expected ${name} to be ${SHARED[name]}, found ${quoted(text)}`;
  if (name === "methods") return problemInRace(registry, text);
  return name === "bet" && text === OWN_METHOD ? "" : problemInSpec(registry, text);
}

/** @param {Api.RegistryRecord} registry @param {string} name @param {string} text */
function isShared(registry, name, text) {
  return Boolean(name === "challenge" ? readChallenge(text) : readShared(name, text, registry.limits.side));
}

/** @param {Api.RegistryRecord} registry @param {string} text */
function problemInRace(registry, text) {
  const specs = text
    .split(";")
    .map((spec) => spec.trim())
    .filter(Boolean);
  if (specs.length < 2) return "a race needs at least two methods";
  const named = specs.filter((spec) => spec !== OWN_METHOD);
  return named.map((spec) => problemInSpec(registry, spec)).find(Boolean) ?? "";
}

/**
 * What is wrong with a method: a name, an option or a value that the registry does not have; or "".
 * @param {Api.RegistryRecord} values @param {string} spec
 */
function problemInSpec({ algorithms, heuristics }, spec) {
  /** @type {(entries: (Api.DescribedAlgorithm|Api.DescribedHeuristic)[], call: Call) => string} */
  const check = (entries, call) => {
    const entry = findEntry(entries, call.name);
    if (!entry) return `${quoted(call.name)} is not ${entries === algorithms ? "a method" : "a heuristic"}`;
    const inner = entries === algorithms || ("takes_parts" in entry && entry.takes_parts) ? call.parts : []; // other parts are groups of tiles
    return (
      [
        ...[...call.options].map(([name, value]) => problemInOption(entry, name, value)),
        ...inner.map((part) => check(heuristics, part)),
      ].find(Boolean) ?? ""
    );
  };
  return check(algorithms, parseSpec(spec));
}

/** @param {Api.DescribedAlgorithm|Api.DescribedHeuristic} values @param {string} name @param {string} value */
function problemInOption({ title, options }, name, value) {
  const option = options.find((one) => one.name === name);
  if (!option) return `${title} has no option ${quoted(name)}`;
  const wanted =
    option.type === "choice" || option.type === "boolean" ? choiceWanted(option, value) : numberWanted(option, value);
  return wanted && `expected ${name} to be ${wanted}, found ${quoted(value)}`;
}

/**
 * What is expected instead of a value that is not one of the choices; or "".
 * @param {{choices: string[]}} values @param {string} value
 */
function choiceWanted({ choices }, value) {
  const all = choices.length ? choices : ["true", "false"];
  return all.includes(value) ? "" : `one of ${all.join(", ")}`;
}

/**
 * What is expected instead of a value that is not a number within the limits; or "". Any text is allowed for other types.
 * @param {{type: string, minimum: ?number, maximum: ?number}} values @param {string} value
 */
function numberWanted({ type, minimum, maximum }, value) {
  if (type !== "integer" && type !== "number") return "";
  const number = value === "" ? NaN : Number(value);
  if (type === "integer" && !Number.isInteger(number)) return "a whole number";
  if (!Number.isFinite(number)) return "a number";
  if (number < (minimum ?? -Infinity)) return `${minimum} or more`;
  return number > (maximum ?? Infinity) ? `${maximum} or less` : "";
}
