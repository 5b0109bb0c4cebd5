/** Controls for the options that the registry lists. */

import { isStatic } from "./api.js";
import { make, field, select, checkbox } from "./dom.js";
import { sentence } from "./words.js";

/** Help for options of which this browser cannot offer every value. */
/** @type {Record<string, string>} */ const IN_THIS_BROWSER = {
  threads: "one in a browser; for more, use a terminal: taquin solve",
  partition: "sizes of the patterns such as 5-5-5; for 7-8, use a terminal: taquin pdb build",
};

/** Options that change only the speed: folded into one line. */
const TECHNICAL = ["lookback", "threads", "symmetry"];

/** Fields for the options of one algorithm or heuristic. */
export class OptionFields {
  #values;
  #fields;

  /**
   * @param {Api.OptionRecord[]} options of the registry
   * @param {Map<string, string>} given values that differ from the defaults
   * @param {() => void} onChange
   */
  constructor(options, given, onChange) {
    this.options = options;
    this.#values = new Map(options.map((option) => [option.name, given.get(option.name) ?? String(option.default)]));
    this.onChange = onChange;
    this.#fields = new Map(options.map((option) => [option, this.#field(option)]));
    this.#hideUnused();
    const fields = (/** @type {boolean} */ isTechnical) =>
      options.filter(({ name }) => TECHNICAL.includes(name) === isTechnical).map((option) => this.#fields.get(option));
    const technical = fields(true);
    const isChanged = TECHNICAL.some((name) => given.has(name));
    this.element = make(
      "div.options",
      ...fields(false),
      technical.length > 0
        && make("details", { open: isChanged }, make("summary", "Options for speed"), make("div.stack", ...technical)),
    );
  }

  /** The options to write into a spec: those with an effect that are not at their defaults; a weight is always written. @returns {[string, string][]} */
  get changed() {
    return this.options
      .filter((option) => this.#isUsed(option))
      .map((option) => ({ name: option.name, value: this.value(option.name) ?? "", usual: String(option.default) }))
      .filter(({ name, value, usual }) => value !== "" && (value !== usual || name === "weight"))
      .map(({ name, value }) => [name, value]);
  }

  /** The value of an option. @param {string} name */
  value(name) {
    return this.#values.get(name);
  }

  /** @param {string} name @param {string|boolean} value */
  #set(name, value) {
    this.#values.set(name, String(value));
    this.#hideUnused();
    this.onChange();
  }

  /** Whether an option has an effect with the current values of the others. @param {Api.OptionRecord} values */
  #isUsed({ used_if: conditions }) {
    return (
      conditions.length === 0
      || conditions.some(({ option, value, is_other: isOther }) => (this.value(option) === String(value)) !== isOther)
    );
  }

  #hideUnused() {
    for (const [option, element] of this.#fields) element.hidden = !this.#isUsed(option);
  }

  #field(/** @type {Api.OptionRecord} */ option) {
    const label = sentence(option.name.replaceAll("_", " "));
    const value = this.#values.get(option.name);
    const set = (/** @type {string|boolean} */ changed) => this.#set(option.name, changed);
    const help = (isStatic && IN_THIS_BROWSER[option.name]) || option.summary;
    if (option.type === "boolean") {
      const box = checkbox(label, value === "true", set);
      return make("div.field", box, make("small.help", option.summary));
    }
    if (option.type === "choice") {
      const named = option.choices.map((choice, place) => [choice, sentence(option.choice_words[place])]);
      return field(label, select(named, value ?? "", set), option.summary);
    }
    const isNumber = option.type !== "text";
    const input = make("input.entry", {
      type: isNumber ? "number" : "text",
      min: option.minimum,
      max: option.maximum,
      step: option.type === "integer" ? 1 : "any",
      value,
      spellcheck: "false",
      disabled: isStatic && option.name === "threads",
      on: { input: () => set(input.value.trim()) },
    });
    return field(label, input, help);
  }
}
