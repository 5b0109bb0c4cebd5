/** The bar of Watch: puzzle, method, what to record, what to save, and the full screen. */

import { allow, button, field, make, makeSvg, select } from "./dom.js";
import { HeuristicPanel } from "./heuristic_panel.js";
import { Menu } from "./menu.js";
import { MethodForm } from "./method_form.js";
import { PairMenu } from "./pair_menu.js";
import { QUESTIONS } from "./prediction.js";
import { PuzzleCard } from "./puzzle_card.js";
import { saveItems } from "./watch_saves.js";
import { number } from "./words.js";

const CORNERS = "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z";
const USUAL_NODES = 2000;
const SHORTEST = 40; // characters of a board that the button shows

/** One line above the stage. */
export class WatchBar {
  /** @param {object} app @param {import("./watch_view.js").WatchView} view */
  constructor(app, view) {
    this.session = app.session;
    this.view = view;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    const most = app.registry.limits.trace_nodes;
    this.count = make("input.entry", {
      type: "number", min: 1, max: most, step: 1, value: Math.min(USUAL_NODES, most),
      on: { input: () => view.recordAgain() },
    });
    this.card = new PuzzleCard(app);
    this.puzzle = new Menu("", { kind: "is-puzzle", title: "Change the board or the goal" }, this.card.element);
    this.options = new Menu(
      "Options", {},
      this.form.more,
      field("Nodes to record", this.count, `at most ${number(most)}; the search itself is not limited`),
      this.form.promises,
    );
    this.pair = new PairMenu(app.registry, (first) => view.useMethod(first));
    this.pair.addEventListener("change", () => view.recordAgain());
    this.questions = select(QUESTIONS, "", () => view.showPanels());
    this.questions.setAttribute("aria-label", "Questions");
    this.heuristic = new HeuristicPanel(app, { none: "Draw h: off", prefix: "Draw h: " });
    this.heuristic.choice.setAttribute("aria-label", "Draw a heuristic on the board");
    this.heuristic.choice.title = "Show on the board what a heuristic counts";
    this.code = button("Code", () => {
      this.code.setAttribute("aria-pressed", String(!this.hasCode));
      view.showPanels();
    }, { "aria-pressed": "false", title: "Pseudocode: the lines that each step runs" });
    this.saves = new Menu("Save", { title: "The tree at this step, or the trace" }, ...saveItems(view, [""]));
    allow(this.saves.button, false); // until there is a search
    this.screen = button("", () => view.toggleFullScreen(), {
      title: "Full screen (f)", "aria-label": "Full screen (f)", kind: "is-screen",
    });
    this.screen.append(makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: CORNERS })));
    this.element = make(
      "div.watch-bar", { role: "group", "aria-label": "Puzzle and method" },
      this.puzzle.element, this.form.element.firstElementChild, this.options.element,
      make("span.watch-space"), this.pair.menu.element, this.questions, this.heuristic.choice, this.code, this.saves.element, this.screen,
    );
    this.element.addEventListener("change", ({ target }) => {
      if (target.matches("select") && target.matches(":hover")) target.blur(); // chosen by pointer: keys go to the search
    });
    this.session.addEventListener("change", () => this.#showPuzzle());
    this.#showPuzzle();
  }

  /** Whether the pseudocode is shown. */
  get hasCode() {
    return this.code.getAttribute("aria-pressed") === "true";
  }

  /** How many nodes to record. @returns {?number} */
  get nodes() {
    return Number(this.count.value) || null;
  }

  /** Other searches are shown. @param {import("../modules/trace.js").TraceReader[]} readers one or two */
  showSearches(readers) {
    this.saves.fill(...saveItems(this.view, readers.map(({ name }) => name)));
    allow(this.saves.button, readers[0].total > 0);
    for (const element of [this.questions, this.heuristic.choice, this.code]) element.hidden = Boolean(this.pair.value);
  }

  #showPuzzle() {
    const { board, size } = this.session;
    const text = board.text.length <= SHORTEST ? board.text : size.replace("x", "×");
    this.puzzle.words.textContent = text;
  }
}
