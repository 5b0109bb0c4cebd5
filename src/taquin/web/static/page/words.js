/** Numbers and sentences that several views use. */

/** A whole number with separators. @param {number} value */
export function number(value) {
  return Math.round(value).toLocaleString("en-US");
}

/** "1 move", "14 moves". @param {number} value @param {string} noun */
export function count(value, noun) {
  return `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** What a metric counts: "move" or "slide". @param {?string} metric */
export function nounOf(metric) {
  return metric === "slides" ? "slide" : "move";
}

/** What ran a search. @param {?string} backend */
export function engineName(backend) {
  /** @type {Record<string, string>} */ const names = { python: "Python", native: "C++ core", cuda: "GPU" };
  return names[backend ?? ""] ?? "–";
}

/** "0.4 ms", "12 ms", "1.25 s", "2 min 5 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return `${(1000 * seconds).toFixed(2)} ms`;
  if (seconds < 0.1) return `${(1000 * seconds).toFixed(1)} ms`;
  if (seconds < 1) return `${Math.round(1000 * seconds)} ms`;
  if (seconds < 120) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** "840 kB", "12.5 MB". @param {number} value */
export function bytes(value) {
  if (value < 1e6) return `${(value / 1e3).toFixed(value < 1e4 ? 1 : 0)} kB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB` : `${(value / 1e9).toFixed(2)} GB`;
}

/** A time in hundredths of a second: "0:07.30", "12:30.05", "1:00:00.00". @param {number} hundredths */
export function clock(hundredths) {
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  const minutes = Math.floor(hundredths / 6000);
  const hours = Math.floor(minutes / 60);
  return `${hours ? `${hours}:${two(minutes % 60)}` : minutes}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/** With a capital first letter, unless it is the name of a value: "f = g + h". @param {string} text */
export function sentence(text) {
  if (/^[fgh]\b/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text as a sentence: with a capital first letter and a full stop. @param {string} text */
export function ended(text) {
  return /[.!?…]$/.test(text) ? sentence(text) : `${sentence(text)}.`;
}

/**
 * What is shown until a response comes. @param {string} awaited what the request waits for; empty when it runs
 * @param {string} next what happens then @param {string} [running] shown when it runs
 */
export function waitingWords(awaited, next, running = "") {
  return awaited ? `${awaited}, then ${next}.` : running;
}

/** @type {Record<string, string>} */ const COMPLETE = {
  yes: "It finds a solution whenever there is one.",
  no: "It may miss a solution that exists.",
  "on finite spaces": "It finds a solution whenever there is one, because a puzzle has finitely many boards.",
  "within the limit": "It finds a solution if there is one within its depth limit.",
};
/** @type {Record<string, string>} */ const SHORTEST = {
  yes: "Its solution is proven to be the shortest.",
  no: "Its solution may be longer than necessary.",
};

/**
 * The guarantees of a method in three sentences: completeness, length of the solution, memory.
 * @param {Api.DescribedAlgorithm} algorithm
 * @param {?Api.DescribedHeuristic} heuristic if the algorithm uses one
 * @param {(option: string) => string|undefined} [value] the value of an option; undefined for the default
 * @returns {string[]}
 */
export function guarantees(algorithm, heuristic, value = () => undefined) {
  return [
    COMPLETE[algorithm.complete] ?? `It finds a solution ${algorithm.complete}.`,
    lengthSentence(algorithm, heuristic, value),
    `Memory: ${algorithm.memory}.`,
  ];
}

/** @param {Api.DescribedAlgorithm} algorithm @param {?Api.DescribedHeuristic} heuristic @param {(option: string) => string|undefined} value */
function lengthSentence({ optimal, options }, heuristic, value) {
  if (SHORTEST[optimal]) return SHORTEST[optimal];
  const option = options.find(({ name }) => optimal.startsWith(`within the factor ${name},`));
  const claim = option
    ? `at most ${Number(value(option.name) ?? option.default)} times as long as the shortest`
    : "proven to be the shortest";
  if (heuristic?.admissible === "yes") {
    const { name } = heuristic;
    return `Its solution is ${claim}, because ${name} never ${name.endsWith("s") ? "overestimate" : "overestimates"}.`;
  }
  return `Its solution is ${claim} if the heuristic never overestimates.`;
}

/** What is proven about the length of a solution. @param {Pick<Api.ResultRecord, "quality"|"caveat"|"length"|"lower_bound"|"metric">} result */
export function qualityWords({ quality, caveat, length, lower_bound: bound, metric }) {
  const noun = nounOf(metric);
  if (quality === "optimal") return caveat ? `shortest (${caveat})` : "proven shortest";
  if (quality === "bounded") return gapWords(length ?? 0, bound, noun);
  if (length === bound) return "as short as the proven bound";
  return `not proven shortest; every solution has at least ${count(bound, noun)}`;
}

/**
 * How far a solution may be from a shortest one; the percentage is of the bound, rounded up.
 * @param {number} length @param {number} bound
 */
export function gapWords(length, bound, noun = "move") {
  const gap = length - bound;
  const percent = bound > 0 ? ` (${number(Math.ceil((100 * gap) / bound))} %)` : "";
  return `at most ${count(gap, noun)}${percent} longer than optimal`;
}
