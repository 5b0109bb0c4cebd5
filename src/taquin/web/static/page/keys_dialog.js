/** The keys of the page, by view. `?` opens the list. */

import { targetOf } from "../modules/elements.js";
import { closableDialog, make } from "./dom.js";

/** @typedef {[title: string, texts: Record<string, string>]} Group what keys do, by the keys */

const PLAYER = {
  Space: "play or pause",
  "← →": "one step back or forward; with Shift, ten",
  "Home End": "to the first or the last step",
};
/** @type {Record<string, Group>} */ const KEYS = {
  play: [
    "Play",
    {
      "← ↑ → ↓": "slide a tile in that direction; with Shift, all tiles of the line",
      "W A S D": "the same",
      N: "next board, after the board is solved",
      "Ctrl+Z": "undo",
      "Ctrl+Y": "redo",
    },
  ],
  solve: ["Solve: the solution", PLAYER],
  watch: [
    "Watch",
    {
      ...PLAYER,
      F: "full screen",
      "↑ ↓": "in the tree: to the parent or a child",
      ", .": "in the tree: to a neighbour on the same level",
      Enter: "in the tree: hide or show the descendants of a node",
      "+ − 0": "in the tree: zoom; show the whole tree",
    },
  ],
  space: [
    "Space: the picture",
    { "← ↑ → ↓": "slide a tile of the selected board", Space: "play or pause", "+ − 0": "zoom; show everything" },
  ],
};
/** @type {Group} */ const EVERYWHERE = ["Everywhere", { "?": "this list", Esc: "close a menu or a dialog" }];
const FIELDS = "input:not([type=range]), textarea, [contenteditable]";

/** Shows the keys; those of the current view first. */
export class KeysDialog {
  /** @param {() => string} view the name of the current view */
  constructor(view) {
    this.view = view;
    this.table = make("table");
    this.element = closableDialog("keys", "Keys", this.table);
    addEventListener("keydown", (event) => {
      if (event.key !== "?" || targetOf(event).closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.open();
    });
  }

  /** Show the dialog. */
  open() {
    const here = KEYS[this.view()];
    const others = Object.values(KEYS).filter((group) => group !== here);
    const groups = [here, EVERYWHERE, ...others].filter(Boolean);
    this.table.replaceChildren(
      ...groups.map(([title, texts]) =>
        make("tbody", make("tr", make("th", { text: title, colspan: 2, scope: "rowgroup" })), ...Object.entries(texts).map(row)),
      ),
    );
    this.element.showModal();
  }
}

/** @param {[string, string]} values */
function row([keys, text]) {
  const marks = keys.split(" ").flatMap((key) => [make("kbd", key), " "]);
  return make("tr", make("td", ...marks), make("td", text));
}
