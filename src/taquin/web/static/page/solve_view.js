/** Solve: choose a method, see its progress, and play its solution. */

import { isAborted, streamResult } from "./api.js";
import { AnswerPanel } from "./answer_panel.js";
import { allow, button, isAllowed, make, reveal, section, workspace } from "./dom.js";
import { LimitsForm } from "./limits_form.js";
import { metricField } from "./metric_field.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { ProgressPanel } from "./progress_panel.js";
import { PuzzleCard } from "./puzzle_card.js";
import { repairNotice } from "./repair.js";
import { duration } from "./words.js";

const RUN_DELAY = 350; // milliseconds after a change: not a search for every key in a field

/** The view where searches run. */
export class SolveView {
  title = "Solve";
  topic = "";
  /** @type {string[]} */ static names = [];
  isStage = true;
  /** @type {?AbortController} */ #control = null;
  #asked = ""; // what the last run was for
  #timer = 0;

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.form = new MethodForm(app.registry);
    this.limits = new LimitsForm(app.registry.limits);
    this.notice = new Notice();
    this.solve = button("Solve", () => isAllowed(this.solve) && this.#run(), { kind: "is-main" });
    this.solve.addEventListener("click", () => reveal(this.results));
    this.progress = new ProgressPanel(() => this.#control?.abort());
    this.card = new PuzzleCard(app);
    this.answer = new AnswerPanel(app, (result, time) => this.#run({ time }, result));
    this.results = make("div.results.theatre", this.notice.element, this.progress.element, this.answer.element);
    const { form, limits } = this;
    const method = section("Method", form.element, metricField(app.session), make("div.row", this.solve), limits.element);
    const rail = [method, this.card.element, section("Guarantees", form.promises)];
    this.element = workspace(this.title, rail, this.results);
    for (const name of ["change", "retry"]) this.card.text.addEventListener(name, () => this.#followText());
    this.limits.element.addEventListener("input", () => this.#runSoon());
    this.form.addEventListener("change", () => this.session.update({ method: this.form.value }, this));
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
    this.#follow({ puzzle: true, method: true, metric: false, source: null });
  }

  /** What the address carries. */
  get values() {
    return this.session.values;
  }

  /** The view is shown: solve the puzzle, unless the answer is there. */
  enter() {
    this.#runIfNew();
  }

  /** Another view is shown: end the search. Its best solution is kept; without one, the next visit searches again. */
  leave() {
    clearTimeout(this.#timer);
    if (!isAllowed(this.solve) && !this.progress.best) this.#asked = "";
    this.#control?.abort();
    this.answer.pause();
  }

  /** @param {SessionChange} change */
  #follow({ puzzle, method, metric, source }) {
    const { registry } = this.app;
    const methods = this.session.metric === "slides" ? registry.slide_methods : registry.default_methods;
    this.form.metric = this.session.metric;
    this.form.automatic = methods[this.session.size];
    if (method && source !== this) this.form.value = this.session.method;
    if (!puzzle && !method && !metric) return;
    this.#clear();
    this.#runSoon();
  }

  /** A board was typed. If the text is not one, no answer is shown: the reason is beside the text. */
  async #followText() {
    if (await this.card.typed) return void this.#runSoon();
    this.#clear();
    this.card.notice.element.scrollIntoView({ block: "nearest" });
  }

  #clear() {
    this.#control?.abort();
    this.#control = null; // another search follows: no message about this one
    this.#end();
    this.#asked = "";
    this.notice.clear();
    this.answer.clear();
  }

  #runIfNew() {
    if (!this.element.hidden && this.#key !== this.#asked) this.#run();
  }

  /** What a run is for: the puzzle, the method and the limits. */
  get #key() {
    return JSON.stringify([this.session.request, this.session.method, this.session.metric, this.limits.request]);
  }

  /** Run the search of the current values a moment later. */
  #runSoon() {
    clearTimeout(this.#timer);
    if (!this.element.hidden) this.#timer = setTimeout(() => this.#runIfNew(), RUN_DELAY);
  }

  /**
   * @param {Api.LimitsRequest} longer limits that replace those of the form
   * @param {?SolveAnswer} before a method that improves its solution continues from it
   */
  async #run(longer = {}, before = null) {
    if (!(await this.card.typed)) return;
    const control = new AbortController();
    clearTimeout(this.#timer);
    this.#control?.abort();
    this.#control = control;
    this.#asked = this.#key;
    this.answer.clear();
    this.notice.clear();
    const { session } = this;
    this.progress.begin(session.board, session.goal, before, session.metric);
    if (!session.isSolvable) {
      this.progress.rest();
      return void repairNotice(this.notice, session);
    }
    allow(this.solve, false);
    const method = session.method ? { algorithm: session.method } : {};
    /** @type {Api.SolveRequest} */
    const request = { ...session.request, ...method, metric: session.metric, limits: { ...this.limits.request, ...longer } };
    if (before?.moves) request.initial = before.moves;
    const waits = (/** @type {string} */ awaited) => this.#control === control && this.progress.wait(awaited);
    try {
      const report = this.progress.show.bind(this.progress);
      const result = await streamResult("solve", request, report, { signal: control.signal, waits });
      if (this.#control !== control) return;
      this.#end();
      this.answer.show(result, request, this.progress.curve);
      if (!session.method && result.spec) this.form.automatic = result.spec; // the tables for this goal may be missing
    } catch (error) {
      if (this.#control === control) this.#explain(error, request, before);
    }
  }

  /** @param {unknown} error @param {Api.SolveRequest} request @param {?SolveAnswer} before */
  #explain(error, request, before) {
    const { best } = this.progress;
    this.#end({ keepsBoard: !best && !before });
    const spec = this.session.method || this.form.automatic;
    if (best) this.answer.show(keptResult(best, this.session, spec), request, this.progress.curve);
    else if (before) this.answer.show(before, before.request); // the puzzle is the same: nothing is lost
    if (isAborted(error) && best) return;
    if (isAborted(error)) this.notice.plain("Cancelled: the search has stopped.");
    else this.notice.error(error);
  }

  /** No search runs. */
  #end({ keepsBoard = false } = {}) {
    allow(this.solve, true);
    if (document.activeElement === this.progress.cancel) this.solve.focus();
    if (keepsBoard) this.progress.rest();
    else this.progress.end();
  }
}

/**
 * The best solution of a search that was stopped, as a result.
 * @param {Progress} best the last report, with the moves @param {Session} session @param {string} spec
 * @returns {SolveResult}
 */
function keptResult({ moves, length, lower_bound: bound, seconds, expanded, generated }, { board, goal, metric }, spec) {
  return {
    status: "solved",
    quality: "bounded",
    caveat: null,
    reason: `You stopped the search after ${duration(seconds)}`,
    iterations: [],
    start: board.text,
    goal: goal.text,
    spec,
    metric,
    moves: moves ?? "",
    length: length ?? 0,
    lower_bound: Math.ceil(bound),
    seconds,
    expanded,
    generated,
  };
}
