/** Makes elements, and knows what the user prefers. Inline styles are not used: the content security policy forbids them. */

const SVG = "http://www.w3.org/2000/svg";
const FIELDS = "input:not([type=range]), select, textarea, [contenteditable]";

/**
 * Make an element.
 * @template {string} S
 * @param {S} tag such as `p`, or `button.taquin-button.is-main`
 * @param {...(Properties|Child)} parts what it has: attributes, listeners, children
 * @returns {ElementOf<S>}
 */
export function make(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  return /** @type {ElementOf<S>} */ (fill(element, parts));
}

/** The same for SVG. @param {string} tag @param {...(Properties|Child)} parts */
export function makeSvg(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, parts);
}

/** @template {Element} E @param {E} element @param {(Properties|Child)[]} parts */
function fill(element, parts) {
  for (const part of parts) {
    if (part instanceof Node || typeof part === "string") element.append(part);
    else if (part) setProperties(element, part);
  }
  return element;
}

/** @param {Element} element @param {Properties} properties */
function setProperties(element, { text, on, ...attributes }) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  if (text !== undefined) element.textContent = text === null ? null : String(text);
  for (const [event, listener] of Object.entries(on ?? {}))
    element.addEventListener(event, /** @type {EventListener} */ (listener));
}

/** Whether the page is used by touch. */
export function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

/** Whether the user prefers reduced motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A button; its label is for screen readers where the text is a sign.
 * @param {string} text
 * @param {() => void} action
 * @param {string} [label]
 */
export function makeButton(text, action, label = "") {
  const button = make("button.taquin-button", { type: "button", on: { click: action } }, text);
  if (label) nameElement(button, label);
  return button;
}

/** Give an element a tool tip and the same name for screen readers. @param {HTMLElement} element @param {string} label */
export function nameElement(element, label) {
  element.setAttribute("aria-label", label);
  element.title = label;
}

/** The element of an event; that of a key may be the document, which has no `closest`. @param {Event} event */
export function targetOf(event) {
  return /** @type {HTMLElement} */ (event.target);
}

/** Whether a key is for a field or for an open dialog. @param {Event} event */
export function isTyping(event) {
  return Boolean(targetOf(event).closest?.(FIELDS) || document.querySelector("dialog[open]"));
}

/** A whole number with thousands separators. @param {number} value */
export function formatCount(value) {
  return value.toLocaleString("en-US");
}
