/** The bar of Watch: puzzle, method, what to record, what to save, and full-screen mode. */

import { targetOf } from "../modules/elements.js";
import { allow, button, copyOf, field, make, numberEntry, select } from "./dom.js";
import { HeuristicPanel } from "./heuristic_panel.js";
import { Menu } from "./menu.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { QUESTIONS } from "./prediction.js";
import { PuzzleCard } from "./puzzle_card.js";
import { saveItems } from "./watch_saves.js";
import { number } from "./words.js";

const USUAL_NODES = 2000;
const BOARD = "8,1,3/4,0,2/7,6,5";
const CODE = { "": "Hidden", steps: "All lines of a step", lines: "Line by line" };
/** @type {[name: string, values: AddressValues][]} */ const EXAMPLES = [
  ["A tie: which of two equals is next?", { board: BOARD, method: "astar(manhattan)", step: "2", ask: "next" }],
  ["Stuck: hill climbing", { board: "2,7,3/8,1,4/6,0,5", method: "hill_climbing(manhattan)" }],
  ["A better heuristic: misplaced against Manhattan", { board: BOARD, method: "astar(misplaced)", with: "astar(manhattan)" }],
  ["Little memory: A* against IDA*", { board: "6,1,8/4,0,2/7,3,5", method: "astar(manhattan)", with: "ida_star(manhattan)" }],
  ["Fast but longer: greedy against A*", { board: BOARD, method: "greedy(manhattan)", with: "astar(manhattan)" }],
];
const RIVALS = ["astar(manhattan)", "astar(misplaced)"]; // the second method that is proposed
const SHORTEST = 40; // characters of a board that the button shows

/** One line above the stage. */
export class WatchBar {
  /** @param {Page} app @param {import("./watch_view.js").WatchView} view */
  constructor(app, view) {
    this.session = app.session;
    this.view = view;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    const most = app.registry.limits.trace_nodes;
    const value = Math.min(USUAL_NODES, most);
    this.count = numberEntry({ min: 1, max: most, step: 1, value, on: { input: () => view.recordSoon() } });
    this.card = new PuzzleCard(app);
    this.puzzle = new Menu("", { kind: "is-puzzle", title: "Change the board or the goal" }, this.card.element);
    this.options = new Menu(
      "Options",
      {},
      this.form.more,
      field("Nodes to record", this.count, `at most ${number(most)}; the search itself is not limited`),
      this.form.promises,
    );
    this.pair = new PairMenu(
      app.registry,
      () => this.form.value,
      () => this.#changePair(),
    );
    this.questions = select(QUESTIONS, "", () => this.#changePanels(this.questions));
    this.code = select(CODE, "", () => this.#changePanels(this.code));
    this.heuristic = new HeuristicPanel(app);
    app.session.addEventListener("heuristic", () => this.#showTeaching());
    const fields = [field("Questions", this.questions), field("Draw an estimate on the board", this.heuristic.choice)];
    /** What needs one search. */
    this.single = make("div.stack", ...fields);
    this.teach = new Menu(
      "Teach",
      { title: "Questions, pseudocode, a heuristic on the board" },
      field("Pseudocode", this.code),
      this.single,
    );
    this.compare = new Menu("Compare", { title: "A second method beside the first" }, this.pair.element);
    this.compare.button.addEventListener("click", () => this.pair.suggest(this.form.value));
    this.examples = this.#makeExamples(app);
    this.predict = button("Predict", () => this.#togglePredictions(), { title: "Say which node is next before each step" });
    this.look = new Menu("View", { title: "How much of the tree is shown" });
    allow(this.look.button, false); // until there is a search
    this.saves = new Menu("Save", { title: "The tree at this step, or the trace" }, ...saveItems(view, [""]));
    allow(this.saves.button, false); // until there is a search
    this.screen = copyOf("full-screen");
    this.screen.addEventListener("click", () => view.toggleFullScreen());
    this.element = make(
      "div.watch-bar",
      { role: "group", "aria-label": "Puzzle and method" },
      this.puzzle.element,
      this.form.element.firstElementChild,
      this.options.element,
      this.examples.element,
      make("span.watch-space"),
      this.predict,
      this.compare.element,
      this.look.element,
      this.teach.element,
      this.saves.element,
      this.screen,
    );
    this.element.addEventListener("change", (event) => {
      const target = targetOf(event);
      if (target.matches("select") && target.matches(":hover")) target.blur(); // chosen by pointer: keys go to the search
    });
    this.session.addEventListener("change", () => this.#showPuzzle());
    this.#showPuzzle();
  }

  #makeExamples(/** @type {Page} */ app) {
    const open = (/** @type {AddressValues} */ values) => {
      this.examples.close();
      location.hash = app.link("watch", { ...app.session.values, ...values });
    };
    return new Menu("Examples", {}, ...EXAMPLES.map(([name, values]) => button(name, () => open(values))));
  }

  #togglePredictions() {
    this.questions.value = this.questions.value ? "" : QUESTIONS[1][0];
    this.#changePanels(this.questions);
  }

  /** Whether the pseudocode is shown. */
  get hasCode() {
    return Boolean(this.code.value);
  }

  /** Whether a step forward runs one line of the pseudocode. */
  get isByLine() {
    return this.code.value === "lines";
  }

  /** How many nodes to record. @returns {?number} */
  get nodes() {
    return Number(this.count.value) || null;
  }

  /** What the address carries of the bar. */
  get values() {
    return {
      with: this.pair.value,
      ask: this.questions.value,
      code: this.code.value,
      nodes: this.nodes === this.#usualNodes ? "" : this.count.value,
    };
  }

  /** Use the values of a link. @param {Map<string, string>} values */
  read(values) {
    this.pair.value = values.get("with") ?? "";
    this.questions.value = values.get("ask") ?? "";
    this.code.value = values.get("code") ?? "";
    this.#separate();
    const nodes = Number(values.get("nodes"));
    const count = Number.isInteger(nodes) && nodes > 0 ? Math.min(nodes, Number(this.count.max)) : this.#usualNodes;
    this.count.value = String(count);
    this.#showTeaching();
  }

  #changePair() {
    this.compare.close();
    this.#showTeaching();
    this.view.recordSoon();
  }

  #changePanels(/** @type {HTMLSelectElement} */ chosen) {
    this.#separate(chosen);
    this.#showTeaching();
    this.view.showPanels();
  }

  /** A question is about a whole step: what was chosen last decides whether steps are divided into lines. */
  #separate(chosen = this.questions) {
    if (!this.questions.value || !this.isByLine) return;
    if (chosen === this.questions) this.code.value = "steps";
    else this.questions.value = "";
  }

  get #usualNodes() {
    return Math.min(USUAL_NODES, Number(this.count.max));
  }

  /** Other searches are shown. @param {TraceReader[]} readers one or two */
  showSearches(readers) {
    const names = readers.map(({ name }) => name);
    this.saves.fill(...saveItems(this.view, names));
    allow(this.saves.button, readers[0].total > 0);
    allow(this.look.button, readers[0].total > 0);
    this.single.hidden = this.predict.hidden = Boolean(this.pair.value);
  }

  /** The button says how much of the menu is in use. */
  #showTeaching() {
    const isPair = Boolean(this.pair.value);
    const used = isPair ? [this.hasCode] : [this.questions.value, this.hasCode, this.session.heuristic];
    const number = used.filter(Boolean).length;
    this.teach.words.textContent = number ? `Teach · ${number}` : "Teach";
    this.teach.element.classList.toggle("is-used", number > 0);
    this.compare.element.classList.toggle("is-used", isPair);
    this.predict.setAttribute("aria-pressed", String(Boolean(this.questions.value)));
  }

  #showPuzzle() {
    const { board, size } = this.session;
    const shape = size.replace("x", "×");
    const text = board.text.length <= SHORTEST ? board.text : shape;
    this.puzzle.words.replaceChildren(
      make("span.is-long", text),
      make("span.is-short-form", { text: shape, "aria-hidden": "true" }), // on a phone
    );
  }
}

/** The menu that puts a second method beside the first: its spec is `value`, or "" for one search alone. */
class PairMenu {
  #value = "";

  /** @param {Api.RegistryRecord} registry @param {() => string} first the first method @param {() => void} onChange */
  constructor(registry, first, onChange) {
    this.form = new MethodForm(registry, { hasAutomatic: false });
    this.notice = new Notice();
    const choose = (/** @type {string} */ spec) => {
      this.value = spec;
      onChange();
    };
    this.alone = button("One search only", () => choose(""), { kind: "is-main", hidden: true });
    this.element = make(
      "div.menu-group",
      { role: "group", "aria-label": "Side by side" },
      make("h3", "Side by side with"),
      this.alone,
      this.form.element,
      this.notice.element,
      button("Show both", () => this.#differs(first()) && choose(this.form.value), { kind: "is-main" }),
    );
  }

  /** Propose a second method that differs from the first, unless two are shown. @param {string} first */
  suggest(first) {
    this.notice.clear();
    if (!this.#value) this.form.value = RIVALS.find((spec) => spec !== first) ?? "";
  }

  #differs(/** @type {string} */ first) {
    const isSame = this.form.value === first;
    if (isSame) this.notice.bad("This is the first method.", "Choose another one.");
    return !isSame;
  }

  get value() {
    return this.#value;
  }

  set value(spec) {
    this.#value = spec;
    if (spec) this.form.value = spec;
    this.alone.hidden = !spec;
  }
}
