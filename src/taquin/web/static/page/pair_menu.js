/** The part of the menu Teach that puts a second method beside the first. */

import { button, make } from "./dom.js";
import { MethodForm } from "./method_form.js";

/** Chooses the second method. Event `change`; `value` is its spec, or "" for one search alone. */
export class PairMenu extends EventTarget {
  #value = "";

  /** @param {Api.RegistryRecord} registry */
  constructor(registry) {
    super();
    this.form = new MethodForm(registry, { hasAutomatic: false });
    this.form.value = "astar(misplaced)";
    this.alone = button("One search only", () => this.#choose(""), { kind: "is-main", hidden: true });
    this.element = make(
      "div.menu-group",
      { role: "group", "aria-label": "Side by side" },
      make("h3", "Side by side"),
      this.alone,
      this.form.element,
      button("Show both", () => this.#choose(this.form.value), { kind: "is-main" }),
    );
  }

  /** The spec of the second method, or "". */
  get value() {
    return this.#value;
  }

  set value(spec) {
    this.#value = spec;
    if (spec) this.form.value = spec;
    this.alone.hidden = !spec;
  }

  #choose(/** @type {string} */ spec) {
    this.value = spec;
    this.dispatchEvent(new Event("change"));
  }
}
