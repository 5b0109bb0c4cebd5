/** Makes elements. Templates and inline styles are not used: the content security policy forbids them. */

import { isCalm } from "../modules/elements.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} tag such as `p`, or `button.taquin-button.is-main`
 * @param {object} [properties] `text`; `on` with listeners by event; anything else is an attribute: true sets it empty,
 *   false, null and undefined leave it out
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function make(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  return fill(element, properties, children);
}

/** The same for SVG. */
export function makeSvg(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return fill(element, properties, children);
}

function fill(element, { text, on, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  if (text !== undefined) element.textContent = text;
  for (const [event, listener] of Object.entries(on ?? {})) element.addEventListener(event, listener);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button with a text. */
export function button(text, action, { kind = "", ...attributes } = {}) {
  const tag = `button.taquin-button.page-button${kind && `.${kind}`}`;
  return make(tag, { type: "button", text, on: { click: action }, ...attributes });
}

/** A button for what cannot be undone: the first press asks, the second one acts. */
export function askingButton(text, question, action) {
  const element = button(text, () => {
    const isAsked = element.textContent === question;
    element.textContent = isAsked ? text : question;
    if (!isAsked) return;
    action();
  });
  element.addEventListener("blur", () => {
    element.textContent = text;
  });
  return element;
}

/** Disable or enable a button. A disabled button can keep the focus. */
export function allow(element, isAllowed) {
  element.setAttribute("aria-disabled", String(!isAllowed));
}

/** Whether a button is enabled: listeners must check it. */
export function isAllowed(element) {
  return element.getAttribute("aria-disabled") !== "true";
}

let fieldCount = 0;

/**
 * A label above a control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help] a line below, which screen readers read with it
 */
export function field(label, control, help = "") {
  fieldCount += 1;
  control.id ||= `field-${fieldCount}`;
  const words = make("small.help", { text: help, id: `${control.id}-help`, hidden: !help });
  if (help) control.setAttribute("aria-describedby", words.id);
  return make("div.field", {}, make("label", { for: control.id, text: label }), control, words);
}

/** A select with options: values, or pairs of a value and its text. */
export function select(options, value, onChange) {
  const element = make("select.taquin-select.page-select", { on: { change: () => onChange(element.value) } });
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    element.append(make("option", { value: key, text }));
  }
  element.value = String(value);
  return element;
}

/** A check box with its label behind it. */
export function checkbox(label, isChecked, onChange) {
  const box = make("input", { type: "checkbox", on: { change: () => onChange(box.checked) } });
  box.checked = isChecked;
  const element = make("label.check", {}, box, label);
  element.box = box;
  return element;
}

/** Scroll to an element outside the window: on narrow screens results are far below their buttons. */
export function reveal(element) {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.7) return;
  element.scrollIntoView({ block: "start", behavior: isCalm() ? "auto" : "smooth" });
}

/** Scroll the strip around an element sideways, until the element is visible. scrollIntoView would also make the next Tab
 * start there. */
export function revealInStrip(element) {
  const strip = element.parentElement;
  const [inner, outer] = [element.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}
