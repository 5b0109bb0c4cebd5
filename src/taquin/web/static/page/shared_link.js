/** What a link to shared boards asks for: the board of a day, or a set of boards made from a seed. */

import { isDay } from "./records.js";

const DAILY_SIDE = 4;
const MOST = 50; // boards in a set

/**
 * Read `daily` or `set` of a link: `daily=2026-11-17`, `set=4x4:7:5` (size, seed, number of boards).
 * @param {string} name
 * @param {string} text
 * @param {number} side the largest number of rows and of columns
 * @returns {?{rows: number, columns: number, seed: number, count: number}} null if it is not valid
 */
export function readShared(name, text, side) {
  if (name === "daily") {
    return isDay(text) ? { rows: DAILY_SIDE, columns: DAILY_SIDE, seed: Number(text.replaceAll("-", "")), count: 1 } : null;
  }
  const match = /^(\d+)x(\d+):(\d+):(\d+)$/.exec(text);
  if (!match) return null;
  const [rows, columns, seed, count] = match.slice(1).map(Number);
  const isValid =
    Math.min(rows, columns) > 1 && Math.max(rows, columns) <= side && Number.isSafeInteger(seed) && count > 0 && count <= MOST;
  return isValid ? { rows, columns, seed, count } : null;
}
