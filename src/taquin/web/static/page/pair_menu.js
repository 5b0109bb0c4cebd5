/** The menu that puts a second method beside the first. */

import { button, make } from "./dom.js";
import { Menu } from "./menu.js";
import { MethodForm } from "./method_form.js";

const PAIRS = [
  ["Misplaced against Manhattan", "astar(misplaced)", "astar(manhattan)"],
  ["A* against IDA*", "astar(manhattan)", "ida_star(manhattan)"],
  ["Greedy against A*", "greedy(manhattan)", "astar(manhattan)"],
];

/** Chooses the second method. Event `change`; `value` is its spec, or "" for one search alone. */
export class PairMenu extends EventTarget {
  #value = "";

  /** @param {object} registry @param {(first: string) => void} useFirst sets the first method */
  constructor(registry, useFirst) {
    super();
    this.form = new MethodForm(registry, { hasAutomatic: false });
    this.form.value = "astar(misplaced)";
    const presets = PAIRS.map(([name, first, second]) => button(name, () => {
      useFirst(first);
      this.#choose(second);
    }));
    this.alone = button("One search only", () => this.#choose(""));
    this.menu = new Menu(
      "Side by side", { title: "A second method on the same board" },
      ...presets,
      make("p.help", { text: "Or any other method beside the one in the bar:" }), this.form.element,
      make("div.row", {}, button("Show both", () => this.#choose(this.form.value), { kind: "is-main" }), this.alone),
    );
  }

  /** The spec of the second method, or "". */
  get value() {
    return this.#value;
  }

  set value(spec) {
    this.#value = spec;
    if (spec) this.form.value = spec;
    this.menu.button.setAttribute("aria-pressed", String(Boolean(spec)));
  }

  #choose(spec) {
    this.value = spec;
    this.menu.close();
    this.dispatchEvent(new Event("change"));
  }
}
