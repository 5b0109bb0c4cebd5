/** What the signs of a tree mean, for the kinds of nodes that its search has. */

import { makeElement } from "./elements.js";
import { isNamedByTile } from "./move_names.js";

/** The legend of a tree; where nodes are dots, the colours of the values. */
export class TreeLegend {
  /** @param {HTMLElement} host @param {import("./tree_view.js").TreeView} tree */
  constructor(host, tree) {
    this.tree = tree;
    this.element = makeElement("ul", "taquin-legend", { "aria-label": "Legend" });
    host.append(this.element);
    tree.addEventListener("paint", () => this.show());
    this.show();
  }

  /** Show the signs that are painted now. */
  show() {
    const { reader, detail } = this.tree;
    const isDots = detail === "dot";
    const signs = isDots ? this.#values() : [
      ["current", reader.isLocal ? "here" : "expanded now"],
      ["expanded", "expanded"],
      ["frontier", reader.held === "frontier" ? "frontier" : "not expanded"],
    ];
    if (reader.record.pruned) signs.push([isDots ? "grey" : "pruned", "pruned"]);
    if (reader.goalNodes.length) signs.push(["goal", reader.goalNodes.length > 1 ? "meeting" : "goal"], ["path", "solution"]);
    this.element.replaceChildren(...signs.map(([sign, words]) => {
      const item = makeElement("li");
      item.append(makeElement("span", `taquin-sign is-${sign}`, { "aria-hidden": "true" }), words);
      return item;
    }));
    if (detail === "board") {
      this.element.append(makeElement("li", "", {}, `U D L R: where the ${isNamedByTile() ? "tile" : "blank"} goes`));
    }
  }

  /** The colours of the classes of values. */
  #values() {
    const { classes } = this.tree.painter;
    const [name] = this.tree.reader.record.reading.name.split(" ");
    const last = Math.max(classes.names.length - 1, 1);
    return classes.names.map((value, place) => [`ramp-${classes.names.length > 1 ? Math.round((place * 5) / last) + 1 : 3}`, `${name} ${value}`]);
  }
}
