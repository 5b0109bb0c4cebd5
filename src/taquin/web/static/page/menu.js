/** A button with a panel below it that closes by a click elsewhere or by Escape. */

import { targetOf } from "../modules/elements.js";
import { isAllowed, make } from "./dom.js";

/** @type {?Menu} */ let open = null; // one at a time

addEventListener("pointerdown", (event) => {
  if (open && !open.element.contains(targetOf(event))) open.close();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !open) return;
  open.close();
});

/** A menu. */
export class Menu {
  /**
   * @param {string} text of the button
   * @param {{kind?: string, title?: ?string}} [options] `kind`: a class; `title`: a tool tip
   * @param {...Child} content
   */
  constructor(text, { kind = "", title = null } = {}, ...content) {
    this.words = make("span.menu-words", text);
    this.button = make(
      "button.taquin-button.page-button.menu-button",
      { type: "button", "aria-expanded": "false", title, on: { click: () => this.toggle() } },
      this.words,
      make("span.menu-arrow", { "aria-hidden": "true", text: "▾" }),
    );
    this.panel = make("div.menu-panel", { hidden: true }, ...content);
    this.element = make(/** @type {"div"} */ (`div.menu${kind && `.${kind}`}`), this.button, this.panel);
  }

  /** Show other content in the panel. @param {...?Node} content */
  fill(...content) {
    this.panel.replaceChildren(...content.filter((one) => one !== null));
  }

  /** Whether its panel is shown. */
  get isOpen() {
    return open === this;
  }

  /** Show or hide the panel. */
  toggle() {
    if (!isAllowed(this.button)) return;
    const wasOpen = this.isOpen;
    open?.close();
    if (wasOpen) return;
    open = this;
    this.panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    const { right } = this.panel.getBoundingClientRect();
    this.panel.classList.toggle("is-right", right > innerWidth - 8);
  }

  /** Hide the panel. */
  close() {
    if (!this.isOpen) return;
    open = null;
    if (this.panel.contains(document.activeElement)) this.button.focus(); // else the keyboard starts again at the top
    this.panel.hidden = true;
    this.panel.classList.remove("is-right");
    this.button.setAttribute("aria-expanded", "false");
  }
}
