/** Makes the elements of the page: those of the modules, controls, and what several views are made of. */

import { isCalm, make as makeElement, makeSvg as makeSvgElement } from "../modules/elements.js";

export const make = makeElement;
export const makeSvg = makeSvgElement;

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

/** Content that opens below its summary. @param {string} summary @param {...Child} content */
export function details(summary, ...content) {
  return make("details", make("summary", summary), ...content);
}

/** Let a click beside a dialog close it. @param {HTMLDialogElement} dialog */
export function closeByClick(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** A table. @param {string[]} heads of the columns @param {HTMLElement} body @param {...(Properties|Child)} parts further ones */
export function table(heads, body, ...parts) {
  const cells = heads.map((text) => (text ? make("th", { scope: "col" }, text) : make("td")));
  return make("table.numbers", ...parts, make("thead", make("tr", ...cells)), body);
}

/** A row of a table. @param {Child[]} cells */
export function tableRow(cells) {
  return make("tr", ...cells.map((content) => make("td", content)));
}

/** Names and their values, for a `dl`. @param {Child[][]} pairs */
export function terms(pairs) {
  return pairs.map(([name, value]) => make("div", make("dt", name), make("dd", value)));
}

/** A part of a view with its title. @param {string} title @param {...Child} content */
export function section(title, ...content) {
  return make("section", make("h2", title), ...content);
}

/** A wide field for a text that is not prose. @param {Properties} properties */
export function textEntry(properties) {
  return make("input.entry.is-wide", { type: "text", spellcheck: "false", autocomplete: "off", ...properties });
}

/** A hidden field for a file, which a button opens. @param {string} accept @param {(file: File) => unknown} take */
export function fileInput(accept, take) {
  const change = () => {
    const [file] = input.files ?? [];
    if (file) take(file);
    input.value = ""; // so that the same file can be chosen again
  };
  /** @type {HTMLInputElement} */
  const input = make("input", { type: "file", accept, hidden: true, on: { change } });
  return input;
}

/** A field for a number. @param {Properties} properties */
export function numberEntry(properties) {
  return make("input.entry", { type: "number", ...properties });
}

/**
 * A view with a column of controls beside its stage.
 * @param {string} title @param {Child[]} rail @param {Element} stage
 */
export function workspace(title, rail, stage) {
  const tag = /** @type {"div"} */ (`div.view.${title.toLowerCase()}.workspace.is-stage-first`);
  return make(tag, make("h1.taquin-hidden", { tabindex: "-1" }, title), make("div.rail", ...rail), stage);
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
 * A select with options: values, pairs of a value and its text, or the texts by value.
 * @param {(string|number|(string|number)[])[]|Record<string, string>} options
 * @param {string|number} value
 * @param {(value: string) => unknown} onChange
 */
export function select(options, value, onChange) {
  const element = make("select.taquin-select.page-select", { on: { change: () => onChange(element.value) } });
  for (const option of Array.isArray(options) ? options : Object.entries(options)) {
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

/**
 * Let a button of index.html act, while it is allowed.
 * @param {string} selector @param {ParentNode} within @param {() => unknown} action @returns {HTMLButtonElement}
 */
export function pressed(selector, within, action) {
  /** @type {HTMLButtonElement} */ const element = part(selector, within);
  element.addEventListener("click", () => isAllowed(element) && action());
  return element;
}

/** A copy of the only element in a template of index.html. @param {string} name @returns {HTMLElement} */
export function copyOf(name) {
  /** @type {HTMLTemplateElement} */ const template = part(`template#${name}`);
  return /** @type {HTMLElement} */ (template.content.children[0].cloneNode(true));
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
