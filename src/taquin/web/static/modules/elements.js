/** Makes HTML elements, and knows what the user prefers. */

/** Whether the user prefers reduced motion. */
export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [classes]
 * @param {Record<string, string>} [attributes]
 * @param {string} [text]
 */
export function makeElement(tag, classes = "", attributes = {}, text = "") {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/**
 * A button; its label is for screen readers where the text is a sign.
 * @param {string} text
 * @param {() => void} action
 * @param {string} [label]
 */
export function makeButton(text, action, label = "") {
  const button = makeElement("button", "taquin-button", { type: "button" }, text);
  if (label) nameElement(button, label);
  button.addEventListener("click", action);
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

/** A whole number with thousands separators. @param {number} value */
export function formatCount(value) {
  return value.toLocaleString("en-US");
}
