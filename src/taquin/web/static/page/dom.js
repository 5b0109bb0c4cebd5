/** Makes the elements of the page: those of the modules, controls, and what several views are made of. */

import { isCalm, make as makeElement, makeSvg as makeSvgElement } from "../modules/elements.js";

export const make = makeElement;
export const makeSvg = makeSvgElement;

/** @typedef {import("../modules/elements.js").Properties} Properties */
/** @typedef {import("../modules/elements.js").Child} Child */

/** A button with a text. @param {string} text @param {() => unknown} action @param {Properties & {kind?: string}} [properties] */
export function button(text, action, { kind = "", ...attributes } = {}) {
  const tag = /** @type {"button"} */ (`button.taquin-button.page-button${kind && `.${kind}`}`);
  return make(tag, { type: "button", text, on: { click: action }, ...attributes });
}

/** A button for what cannot be undone: the first press asks, the second one acts. @param {string} text @param {string} question @param {() => void} action */
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

/** Disable or enable a button. A disabled button can keep the focus. @param {Element} element @param {boolean} isAllowed */
export function allow(element, isAllowed) {
  element.setAttribute("aria-disabled", String(!isAllowed));
}

/** Whether a button is enabled: listeners must check it. @param {Element} element */
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
  return make("div.field", make("label", { for: control.id, text: label }), control, words);
}

/**
 * A select with options: values, or pairs of a value and its text.
 * @param {(string|number|(string|number)[])[]} options
 * @param {string|number} value
 * @param {(value: string) => unknown} onChange
 */
export function select(options, value, onChange) {
  const element = make("select.taquin-select.page-select", { on: { change: () => onChange(element.value) } });
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    element.append(make("option", { value: key, text }));
  }
  element.value = String(value);
  return element;
}

/** A check box with its label behind it. @param {string} label @param {boolean} isChecked @param {(isOn: boolean) => void} onChange */
export function checkbox(label, isChecked, onChange) {
  const box = make("input", { type: "checkbox", on: { change: () => onChange(box.checked) } });
  box.checked = isChecked;
  return make("label.check", box, label);
}

/**
 * The element that a selector names, which must be there.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export function part(selector, within = document) {
  return /** @type {E} */ (within.querySelector(selector));
}

/** Scroll to an element outside the window: on narrow screens results are far below their buttons. @param {Element} element */
export function reveal(element) {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.7) return;
  element.scrollIntoView({ block: "start", behavior: isCalm() ? "auto" : "smooth" });
}

/**
 * Scroll the strip around an element sideways, until the element is visible. scrollIntoView would also make the next Tab
 * start there.
 * @param {Element} element
 */
export function revealInStrip(element) {
  const strip = element.parentElement ?? element;
  const [inner, outer] = [element.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right);
}
