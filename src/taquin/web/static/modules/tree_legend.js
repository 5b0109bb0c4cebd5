/** What the signs of a tree mean, for the kinds of nodes that its search has. */

import { make } from "./elements.js";
import { isNamedByTile } from "./move_names.js";

/** The legend of a tree; where nodes are dots, the colours of the values. */
export class TreeLegend {
  /** @param {HTMLElement} host @param {TreeView} tree */
  constructor(host, tree) {
    this.tree = tree;
    this.element = make("ul.taquin-legend", { "aria-label": "Legend" });
    host.append(this.element);
    tree.addEventListener("paint", () => this.show());
    this.show();
  }

  /** Show the signs that are painted now. */
  show() {
    const { detail } = this.tree;
    const signs =
      detail === "dot" ? [...this.#values(), ...this.#endings("grey")] : [...this.#kinds(), ...this.#endings("pruned")];
    this.element.replaceChildren(
      ...signs.map(([sign, words]) => {
        return make("li", make(`span.taquin-sign.is-${sign}`, { "aria-hidden": "true" }), words);
      }),
    );
    if (detail === "board") {
      const naming = `U D L R: where the ${isNamedByTile() ? "tile" : "blank"} goes`;
      this.element.append(...[naming, "blue tile: at home"].map((words) => make("li", words)));
    }
  }

  /** The kinds of nodes that are waiting or expanded. */
  #kinds() {
    const { reader } = this.tree;
    const waiting = ["frontier", reader.held === "frontier" ? "frontier" : "not expanded"];
    return [
      ["current", reader.isLocal ? "here" : "expanded now"],
      ["expanded", "expanded"],
      ...(reader.isLocal ? [] : [waiting]),
      ...(reader.record.status === "stuck" ? [["stuck", "stuck"]] : []),
    ];
  }

  /** The nodes where a path ends. @param {string} pruned the sign of those that are left out */
  #endings(pruned) {
    const { reader } = this.tree;
    const goals = reader.goalNodes.length;
    return [
      ...(reader.record.pruned ? [[pruned, reader.isLocal ? "not taken" : "pruned"]] : []),
      ...(goals
        ? [
            ["goal", goals > 1 ? "meeting" : "goal"],
            ["path", "solution"],
          ]
        : []),
    ];
  }

  /** The colours of the classes of values. */
  #values() {
    const { classes } = this.tree.painter;
    const [name] = this.tree.reader.record.reading.name.split(" ");
    const last = Math.max(classes.names.length - 1, 1);
    return classes.names.map((value, place) => [
      `ramp-${classes.names.length > 1 ? Math.round((place * 5) / last) + 1 : 3}`,
      `${name} ${value}`,
    ]);
  }
}
