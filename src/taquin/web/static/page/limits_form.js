/** The limits of a run: time, nodes, memory and depth. */

import { details, field, make, numberEntry } from "./dom.js";

/** A form for limits. `request` is what the API takes. */
export class LimitsForm {
  /** @param {Record<string, number>} limits the most that the server allows */
  constructor(limits) {
    const entry = (/** @type {number} */ most, /** @type {string} */ usual, step = 1) =>
      numberEntry({ min: step, max: most, step: "any", placeholder: usual, inputmode: "decimal" });
    this.time = entry(limits.time, `${limits.usual_time}`);
    this.nodes = entry(limits.nodes, "any");
    this.memory = entry(limits.memory / 1e6, `${limits.memory / 1e6}`);
    this.depth = entry(1e6, "any");
    this.element = details(
      "Limits",
      make(
        "div.options",
        field("Seconds", this.time, `at most ${limits.time}`),
        field("Nodes", this.nodes, "generated"),
        field("Megabytes", this.memory, `at most ${limits.memory / 1e6}`),
        field("Moves", this.depth, "the longest solution"),
      ),
    );
  }

  /** The limits that were named, as the API takes them. */
  get request() {
    /** @type {Record<string, [HTMLInputElement, number]>} */
    const given = { time: [this.time, 1], nodes: [this.nodes, 1], memory: [this.memory, 1e6], depth: [this.depth, 1] };
    /** @type {Record<string, number>} */ const limits = {};
    for (const [name, [input, factor]] of Object.entries(given)) {
      if (input.value === "") continue;
      const value = Number(input.value) * factor;
      limits[name] = name === "time" ? value : Math.round(value);
    }
    return limits;
  }
}
