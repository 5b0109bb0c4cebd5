/** The pseudocode of the algorithm beside its search: the lines that run in the present step, and what they do. */

import { make } from "./dom.js";

/** Half the indent, for a narrow panel. */
function narrow(text) {
  return text.replace(/^ +/, (indent) => " ".repeat(indent.length / 2));
}

/** Shows pseudocode; the lines of the present step are marked and have their values below them. */
export class CodePanel {
  /** @param {import("../modules/search.js").Search} search */
  constructor(search) {
    this.search = search;
    const { lines } = search.reader.record.pseudocode;
    this.lines = lines.map((text) => make("li", {}, make("code", { text: narrow(text) || " " })));
    this.element = make(
      "section.taquin-panel.code-panel", { "aria-label": "Pseudocode", hidden: !lines.length },
      make("h3.taquin-panel-head", { text: "Pseudocode" }), make("ol", {}, ...this.lines),
    );
    this.show();
  }

  /** Mark the lines of the present step. */
  show() {
    const { end, line, text } = this.search.reader.record.pseudocode;
    const { time } = this.search;
    for (const item of this.lines) {
      item.classList.remove("is-running");
      item.querySelector("ul")?.remove();
    }
    for (let at = time ? end[time - 1] : 0; at < (end[time] ?? 0); at += 1) {
      const item = this.lines[line[at] - 1];
      item.classList.add("is-running");
      if (!item.querySelector("ul")) item.append(make("ul"));
      item.querySelector("ul").append(make("li", { text: text[at] }));
    }
  }
}
