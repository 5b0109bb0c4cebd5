/** Methods as text: `wastar(manhattan, weight=2)`, as taquin/solving/method.py reads and writes them. */

/** The user's code, among the methods of a race (OWN_METHOD of user_code.py). */
export const OWN_METHOD = "code";
const LONGEST = 2000; // characters: a longer text, such as 10,000 brackets in a link, is not a method

/**
 * Read a spec. Parts that it cannot read are left out: the server reports the error. A text that is too long is one name.
 * @param {string} text
 * @returns {Call}
 */
export function parseSpec(text) {
  if (text.length > LONGEST) return { name: text, text, parts: [], options: new Map() };
  const [, name, inside = ""] = /^([^()]*)(?:\((.*)\))?$/s.exec(text.trim()) ?? ["", text];
  /** @type {Call} */ const call = { name: name.trim(), text: text.trim(), parts: [], options: new Map() };
  for (const argument of splitArguments(inside)) {
    const option = /^([A-Za-z_-]+)\s*=([^(]*)$/s.exec(argument.trim());
    if (option) call.options.set(option[1].replaceAll("-", "_"), option[2].trim());
    else call.parts.push(parseSpec(argument));
  }
  return call;
}

/**
 * Write a spec.
 * @param {string} name
 * @param {string[]} parts
 * @param {[string, unknown][]} options those that are not at their defaults
 */
export function writeSpec(name, parts, options) {
  const inside = [...parts, ...options.map(([option, value]) => `${option}=${value}`)];
  return inside.length ? `${name}(${inside.join(", ")})` : name;
}

/**
 * The entry of the registry with this name or alias, or undefined.
 * @template {{key: string, aliases: string[]}} E
 * @param {E[]} entries @param {string} name
 */
export function findEntry(entries, name) {
  const wanted = name.toLowerCase().replace(/[- ]/g, "_");
  return entries.find((entry) => entry.key === wanted || entry.aliases.includes(wanted));
}

/**
 * A method as people write it: "A* · Manhattan", as taquin/solving/titles.py does. The names are those of the registry.
 * @param {Api.RegistryRecord} registry
 * @param {string} spec
 */
export function methodTitle({ algorithms, heuristics }, spec) {
  if (spec === OWN_METHOD) return "Your code";
  const call = parseSpec(spec);
  /** @type {(one: Call) => string} */ const part = (one) => {
    const entry = findEntry(heuristics, one.name);
    if (entry?.takes_parts) return `${entry.key}(${one.parts.map(part).join(", ")})`;
    const argument = entry?.argument && one.parts.length ? [[entry.argument, one.parts[0].text]] : [];
    return (entry?.title ?? one.name) + optionWords({ options: [...argument, ...one.options] });
  };
  const name = (findEntry(algorithms, call.name)?.title ?? call.name) + optionWords(call);
  return [name, ...call.parts.map(part)].join(" · ");
}

function optionWords(/** @type {{options: Iterable<string[]>}} */ { options }) {
  const words = [...options].map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
  return words.length ? ` (${words.join(", ")})` : "";
}

function splitArguments(/** @type {string} */ text) {
  /** @type {string[]} */ const parts = [];
  let [depth, begin] = [0, 0];
  [...`${text},`].forEach((letter, place) => {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter !== "," || depth) return;
    parts.push(text.slice(begin, place));
    begin = place + 1;
  });
  return parts.filter((argument) => argument.trim());
}
