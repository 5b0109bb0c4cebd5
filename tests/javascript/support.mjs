/** What the tests of the page's modules share. They run in Node, without a browser: `node --test tests/javascript/*.test.mjs`. */

import { readFileSync } from "node:fs";

export const STATIC = new URL("../../src/taquin/web/static/", import.meta.url);

/** A module of the page. @param {string} path such as "page/words.js" */
export function load(path) {
  return import(new URL(path, STATIC));
}

/** Cases that Python and JavaScript share; tests/web/test_shared_cases.py runs them in Python. */
export const CASES = JSON.parse(readFileSync(new URL("../data/shared_cases.json", import.meta.url), "utf-8"));

/** The message of the error that a function throws. @param {() => unknown} call */
export function messageOf(call) {
  try {
    call();
  } catch (error) {
    return error.message;
  }
  return "no error";
}

/** Random whole numbers below a limit, the same in every run. @param {number} seed */
export function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (1103515245 * state + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}
