/** Solve: choose a method, see its progress, and play its solution. */

import { ApiError, isAborted, stream } from "./api.js";
import { AnswerPanel } from "./answer_panel.js";
import { allow, button, isAllowed, make, reveal } from "./dom.js";
import { LimitsForm } from "./limits_form.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { PuzzleCard } from "./puzzle_card.js";
import { bytes, count, duration, gapWords, number } from "./words.js";

const RUN_DELAY = 350; // milliseconds after a change: not a search for every key in a field

/** The view where searches run. */
export class SolveView {
  title = "Solve";
  topic = "";
  static names = [];
  isStage = true;
  #control = null;
  #asked = ""; // what the last run was for
  #timer = 0;

  /** @param {object} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.form = new MethodForm(app.registry);
    this.limits = new LimitsForm(app.registry.limits);
    this.notice = new Notice();
    this.solve = button("Solve", () => isAllowed(this.solve) && this.#run(), { kind: "is-main" });
    this.solve.addEventListener("click", () => reveal(this.results));
    this.cancel = button("Cancel", () => this.#control?.abort(), { hidden: true });
    this.progress = new ProgressPanel();
    this.card = new PuzzleCard(app);
    this.answer = new AnswerPanel(app, (result, time) => this.#run({ time }, result));
    this.results = make(
      "div.results.theatre", {}, this.notice.element, this.progress.element, this.answer.element,
    );
    this.element = make(
      "div.view.solve.workspace.is-stage-first", {},
      make("h1.taquin-hidden", { text: "Solve", tabindex: "-1" }),
      make(
        "div.rail", {},
        make(
          "section", {},
          make("h2", { text: "Method" }),
          this.form.element, make("div.row", {}, this.solve, this.cancel), this.limits.element,
        ),
        this.card.element,
        make("section", {}, make("h2", { text: "Guarantees" }), this.form.promises),
      ),
      this.results,
    );
    this.limits.element.addEventListener("input", () => this.#runSoon());
    this.form.addEventListener("change", () => this.session.update({ method: this.form.value }, this));
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
    this.#follow({ puzzle: true, method: true });
  }

  /** What the address carries. */
  get values() {
    return this.session.values;
  }

  /** The view is shown: solve the puzzle, unless the answer is there. */
  enter() {
    this.#runIfNew();
  }

  /** Another view is shown; the search continues. */
  leave() {
    clearTimeout(this.#timer);
    this.answer.pause();
  }

  #follow({ puzzle, method, source }) {
    this.form.automatic = this.app.registry.default_methods[this.session.size];
    if (method && source !== this) this.form.value = this.session.method;
    if (!puzzle && !method) return;
    this.#control?.abort();
    this.#control = null; // another search follows: nothing to say of this one
    this.#setRunning(false);
    this.#asked = "";
    this.notice.clear();
    this.answer.clear();
    this.#runSoon();
  }

  #runIfNew() {
    if (!this.element.hidden && this.#key !== this.#asked) this.#run();
  }

  /** What a run is for: the puzzle, the method and the limits. */
  get #key() {
    return JSON.stringify([this.session.request, this.session.method, this.limits.request]);
  }

  /** Run the search of the present values a moment later. */
  #runSoon() {
    clearTimeout(this.#timer);
    if (!this.element.hidden) this.#timer = setTimeout(() => this.#runIfNew(), RUN_DELAY);
  }

  /**
   * @param {object} longer limits that replace those of the form
   * @param {?object} before a result: a method that improves its solution continues from it
   */
  async #run(longer = {}, before = null) {
    if (!await this.card.typed) return;
    const control = new AbortController();
    clearTimeout(this.#timer);
    this.#control?.abort();
    this.#control = control;
    this.#asked = this.#key;
    this.#setRunning(true);
    this.answer.clear();
    this.notice.clear();
    this.progress.begin();
    const { session } = this;
    const method = session.method ? { algorithm: session.method } : {};
    const request = { ...session.request, ...method, limits: { ...this.limits.request, ...longer } };
    if (before?.moves) request.initial = before.moves;
    let result = null;
    try {
      await stream("solve/stream", request, (event, data) => {
        if (event === "result") result = data;
        else this.progress.show(event, data);
      }, { signal: control.signal });
      if (!result) throw new ApiError("The search ended without a result.");
      this.answer.show(result, request);
    } catch (error) {
      this.#explain(error, control, before);
    } finally {
      if (this.#control === control) this.#setRunning(false);
    }
  }

  #explain(error, control, before) {
    if (this.#control !== control) return; // another run has started
    if (before && this.#asked) this.answer.show(before, before.request); // the puzzle is the same: nothing is lost
    if (isAborted(error)) this.notice.plain("Cancelled: the search has stopped.");
    else this.notice.error(error);
  }

  #setRunning(isRunning) {
    allow(this.solve, !isRunning);
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !isRunning;
    if (!isRunning && hadFocus) this.solve.focus();
    if (!isRunning) this.progress.end();
  }
}

/** The progress of a search. */
class ProgressPanel {
  constructor() {
    this.bar = make("progress", { "aria-label": "The search is running" });
    this.words = make("p.progress-words", { "aria-live": "off" });
    this.state = make("p.taquin-hidden", { role: "status" });
    this.panel = make("section.panel", { hidden: true }, make("h2", { text: "Searching …" }), this.bar, this.words);
    this.element = make("div.bare", {}, this.panel, this.state);
  }

  begin() {
    this.panel.hidden = false;
    this.words.textContent = "Started.";
    this.state.textContent = "Searching.";
  }

  show(event, data) {
    if (event === "queued") {
      this.words.textContent = `Waiting for ${count(data.ahead + 1, "other run")} to finish.`;
      return;
    }
    const parts = [`${number(data.expanded)} expanded`, `${number(data.generated)} generated`, duration(data.seconds)];
    if (data.length) {
      parts.unshift(`${count(data.length, "move")} so far, ${gapWords(data.length, Math.ceil(data.lower_bound))}`);
    } else if (data.lower_bound) parts.push(`at least ${count(data.lower_bound, "move")}`);
    if (data.memory) parts.push(bytes(data.memory));
    this.words.textContent = parts.join(" · ");
  }

  end() {
    this.panel.hidden = true;
    this.state.textContent = "";
  }
}
