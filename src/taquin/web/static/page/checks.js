/** Checks of untrusted values: each is a function from a value to whether it has the expected form. */

/** @typedef {(value: unknown) => boolean} Check */

/** A text of at most so many characters. @param {number} most @returns {Check} */
export const isText = (most) => (value) => typeof value === "string" && value.length <= most;

/** A whole number between two others. @param {number} least @param {number} most @returns {Check} */
export const isWhole = (least, most) => (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** One of these values. @param {...unknown} values @returns {Check} */
export const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value);

/** None, or a value of this form. @param {Check} check @returns {Check} */
export const isNullOr = (check) => (value) => value === null || check(value);

/** A list of values of one form. @param {Check} check @param {number} most @param {number} [least] @returns {Check} */
export const isList =
  (check, most, least = 0) =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every((one) => check(one));

/** An object with values of these forms, and maybe others. @param {Record<string, Check>} checks @returns {Check} */
export const isObject = (checks) => (value) =>
  typeof value === "object"
  && value !== null
  && Object.entries(checks).every(([name, check]) => Object.hasOwn(value, name) && check(Reflect.get(value, name)));

/** An object with values of these forms, and no others. @param {Record<string, Check>} checks @returns {Check} */
export const isRecord = (checks) => (value) =>
  isObject(checks)(value) && Object.keys(Object(value)).length === Object.keys(checks).length;
