/** Choose an algorithm, a heuristic and their options, and read the guarantees. */

import { make, field, select, checkbox } from "./dom.js";
import { OptionFields } from "./option_fields.js";
import { findEntry, parseSpec, writeSpec } from "./spec.js";
import { ended, guarantees, sentence } from "./words.js";

const USUAL_HEURISTIC = "manhattan";
const USUAL_PARTS = ["manhattan", "gaschnig"];
const PDB_FOR_SLIDES = {
  name: "pattern databases",
  summary:
    "for slides the largest entry of several databases, because one slide moves tiles of several sets; where there "
    + "are none, the sum for single moves, divided by the length of the longest slide",
};

/** A form for a method. Its `value` is a spec, or "" for the default of the board. Event `change`. */
export class MethodForm extends EventTarget {
  /** @type {?Api.DescribedAlgorithm} */ #algorithm = null;
  /** @type {Api.DescribedHeuristic} */ #heuristic;
  #parts = new Set(USUAL_PARTS);
  #automatic = "";
  /** What the method counts: moves, or slides. */
  metric = "moves";

  /**
   * @param {Api.RegistryRecord} registry
   * @param {object} [options]
   * @param {boolean} [options.hasAutomatic] whether the method may be left to Taquin
   */
  constructor(registry, { hasAutomatic = true } = {}) {
    super();
    this.registry = registry;
    this.#heuristic = this.#find(USUAL_HEURISTIC);
    this.options = this.heuristicOptions = new OptionFields([], new Map(), () => {});
    this.hasAutomatic = hasAutomatic;
    const named = (/** @type {{key: string, name: string}[]} */ entries) =>
      entries.map((entry) => [entry.key, sentence(entry.name)]);
    const algorithms = [...(hasAutomatic ? [["", "Automatic"]] : []), ...named(registry.algorithms)];
    this.algorithms = select(algorithms, algorithms[0][0], (key) => this.#chooseAlgorithm(key));
    this.heuristics = select(named(registry.heuristics), USUAL_HEURISTIC, (key) => this.#chooseHeuristic(key));
    this.heuristicField = field("Heuristic", this.heuristics);
    this.more = make("div.options");
    /** The guarantees of the choice. */
    this.promises = make("div.promises");
    this.element = make(
      "div.method-form",
      make("div.pair-of-fields", field("Algorithm", this.algorithms), this.heuristicField),
      this.more,
    );
    this.value = hasAutomatic ? "" : "astar(manhattan)";
  }

  /** The spec. */
  get value() {
    if (!this.#algorithm) return "";
    const heuristic = this.#algorithm.uses_heuristic ? [this.#heuristicSpec()] : [];
    return writeSpec(this.#algorithm.key, heuristic, this.options.changed);
  }

  set value(spec) {
    const call = parseSpec(spec);
    this.#algorithm = spec ? (findEntry(this.registry.algorithms, call.name) ?? null) : null;
    if (!this.#algorithm && !this.hasAutomatic) this.#algorithm = this.#findAlgorithm("astar");
    const [part] = call.parts;
    this.#heuristic = this.#find(part?.name ?? USUAL_HEURISTIC);
    const options = new Map(part?.options ?? []);
    const { argument, takes_parts: takesParts } = this.#heuristic;
    if (takesParts && part?.parts.length) {
      this.#parts = new Set(part.parts.flatMap((one) => findEntry(this.registry.heuristics, one.name)?.key ?? []));
    } else if (argument && part?.parts.length) options.set(argument, part.parts[0].name);
    this.#build(call.options, options);
  }

  /** What "automatic, by board size" means now: a spec. */
  get automatic() {
    return this.#automatic;
  }

  set automatic(spec) {
    this.#automatic = spec;
    this.#promise();
  }

  /** The algorithm of the registry that is chosen, or the default of the board. */
  get algorithm() {
    return this.#algorithm ?? this.#findAlgorithm(parseSpec(this.#automatic || "astar").name);
  }

  /** The heuristic of the registry, or null where none is used. */
  get heuristic() {
    if (!this.algorithm.uses_heuristic) return null;
    return this.#algorithm ? this.#heuristic : this.#find(parseSpec(this.#automatic).parts[0]?.name ?? USUAL_HEURISTIC);
  }

  /** The heuristic of this name, or the usual one. */
  #find(/** @type {string} */ name) {
    const { heuristics } = this.registry;
    return /** @type {Api.DescribedHeuristic} */ (findEntry(heuristics, name) ?? findEntry(heuristics, USUAL_HEURISTIC));
  }

  /** An algorithm that the registry has. */
  #findAlgorithm(/** @type {string} */ name) {
    return /** @type {Api.DescribedAlgorithm} */ (findEntry(this.registry.algorithms, name));
  }

  #heuristicSpec() {
    const { key, takes_parts: takesParts, argument } = this.#heuristic;
    if (takesParts) return writeSpec(key, [...this.#parts], []);
    const options = this.heuristicOptions.changed;
    const parts = options.filter(([name]) => name === argument).map(([, value]) => value);
    const named = options.filter(([name]) => name !== argument);
    return writeSpec(key, parts, named);
  }

  #chooseAlgorithm(/** @type {string} */ key) {
    this.#algorithm = key ? this.#findAlgorithm(key) : null;
    this.#build(new Map(), new Map(this.heuristicOptions.changed));
    this.#tell();
  }

  #chooseHeuristic(/** @type {string} */ key) {
    this.#heuristic = this.#find(key);
    this.#build(new Map(this.options.changed), new Map());
    this.#tell();
  }

  /** @param {Map<string, string>} options @param {Map<string, string>} heuristicOptions */
  #build(options, heuristicOptions) {
    this.algorithms.value = this.#algorithm?.key ?? "";
    this.heuristics.value = this.#heuristic.key;
    const usesHeuristic = Boolean(this.#algorithm?.uses_heuristic);
    this.heuristicField.hidden = !usesHeuristic;
    const tell = () => this.#tell();
    this.options = new OptionFields(this.#algorithm?.options ?? [], options, tell);
    this.heuristicOptions = new OptionFields(usesHeuristic ? this.#heuristic.options : [], heuristicOptions, tell);
    const parts = usesHeuristic && this.#heuristic.takes_parts ? this.#partBoxes() : "";
    this.more.replaceChildren(parts, this.heuristicOptions.element, this.options.element);
    this.#promise();
  }

  #partBoxes() {
    const group = make("fieldset.parts", make("legend", "Maximum of"));
    for (const { key, name, takes_parts: takesParts } of this.registry.heuristics) {
      if (takesParts || key === "blind") continue;
      group.append(
        checkbox(sentence(name), this.#parts.has(key), (isChecked) => {
          if (isChecked) this.#parts.add(key);
          else this.#parts.delete(key);
          this.#tell();
        }),
      );
    }
    return group;
  }

  #tell() {
    this.#promise();
    this.dispatchEvent(new Event("change"));
  }

  #promise() {
    const { algorithm, heuristic } = this;
    const estimate = heuristic?.key === "pdb" && this.metric === "slides" ? { ...heuristic, ...PDB_FOR_SLIDES } : heuristic;
    const lines = [algorithm, estimate]
      .filter((entry) => entry !== null)
      .map((entry) => ended(`${entry.name}: ${entry.summary}`));
    const sentences = guarantees(algorithm, estimate, (option) => this.options.value(option));
    const list = make("ul", ...sentences.map((text) => make("li", text)));
    const links = [algorithm, heuristic]
      .filter((entry) => entry !== null)
      .map((entry) => {
        return make("a", { href: `#learn/${entry.key}`, text: `About ${entry.name}` });
      });
    const units = new Map([algorithm, heuristic].flatMap((entry) => (entry?.unit ? [[entry.unit.key, entry.unit.title]] : [])));
    links.push(...[...units].map(([key, title]) => make("a", { href: `#exercises/${key}`, text: `Exercises: ${title}` })));
    this.promises.replaceChildren(
      this.#algorithm ? "" : make("p", "For this board: ", make("code", this.#automatic), "."),
      ...lines.map((text) => make("p", text)),
      list,
      make("p.links", ...links),
    );
  }
}
