/**
 * Light or dark: as in the system, until the user presses the button; the browser stores that choice.
 * It runs before anything is painted (`blocking` in index.html), so that the page does not flash in the wrong theme.
 */

import { KeptText } from "../modules/kept_text.js";

const kept = new KeptText("taquin-theme");
const system = matchMedia("(prefers-color-scheme: dark)");

/** What is shown now. @returns {"light"|"dark"} */
export function themeNow() {
  const chosen = /** @type {Theme|undefined} */ (document.documentElement.dataset.theme);
  return chosen ?? (system.matches ? "dark" : "light");
}

/** Connect the button that changes the theme. Event `themechange` of the document, whenever another one is shown. */
export function connectThemeButton(/** @type {HTMLElement} */ button) {
  const tell = () => {
    button.setAttribute("aria-pressed", String(themeNow() === "dark"));
    document.dispatchEvent(new Event("themechange"));
  };
  button.addEventListener("click", () => {
    choose(themeNow() === "dark" ? "light" : "dark");
    tell();
  });
  system.addEventListener("change", tell);
  printLight();
  tell();
}

/** Paper is light, whatever the screen is. */
function printLight() {
  const root = document.documentElement;
  /** @type {?{theme: string|undefined}} */ let before = null;
  addEventListener("beforeprint", () => {
    before ??= { theme: root.dataset.theme };
    root.dataset.theme = "light";
  });
  addEventListener("afterprint", () => {
    if (!before) return;
    if (before.theme) root.dataset.theme = before.theme;
    else delete root.dataset.theme;
    /** @type {?{theme: string|undefined}} */ before = null;
  });
}

/** A choice that equals the system's is deleted: the page follows the system again. @param {Theme} theme */
function choose(theme) {
  const isSystem = theme === (system.matches ? "dark" : "light");
  if (isSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  kept.text = isSystem ? "" : theme;
}

if (["light", "dark"].includes(kept.text)) document.documentElement.dataset.theme = kept.text;
