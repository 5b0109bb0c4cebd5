/** JSON as every program reads it: a key that stands twice in an object is an error, as in taquin/system/json_text.py. */

const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/** The value of a JSON text. @param {string} text @returns {any} @throws {Error} if it is not JSON, or if a key stands twice */
export function readJson(text) {
  const value = JSON.parse(text);
  const written = [...text.matchAll(STRINGS)].filter(([, colon]) => colon).length;
  if (written !== countKeys(value)) throw new Error("a key stands twice");
  return value;
}

/** @param {unknown} value @returns {number} */
function countKeys(value) {
  if (value === null || typeof value !== "object") return 0;
  const parts = Object.values(value);
  return (Array.isArray(value) ? 0 : parts.length) + parts.reduce((sum, part) => sum + countKeys(part), 0);
}
