/** Watch: a stage for a recorded search. The puzzle and the method are in one bar; a change runs the search again. */

import { isCalm, isTouched, isTyping, targetOf } from "../modules/elements.js";
import { KeptText } from "../modules/kept_text.js";
import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";
import { isAborted, streamResult } from "./api.js";
import { CodePanel, runLines } from "./code_panel.js";
import { copyOf, make, part, pressed } from "./dom.js";
import { Notice } from "./notice.js";
import { PairStage } from "./pair_stage.js";
import { Prediction } from "./prediction.js";
import { repairNotice } from "./repair.js";
import { WatchBar } from "./watch_bar.js";
import { count, duration, ended, number, waitingWords } from "./words.js";

const USUAL_METHOD = "astar(manhattan)";
const PATIENCE = 400; // milliseconds: shorter waits show no message, to avoid layout jumps
const DELAY = 300; // milliseconds: a number that is typed runs the search once
const FIRST_STEPS = 6; // steps that play by themselves on the first visit
const KEY_HELP = "Press → for one step, Space to play. Predict asks which node is next.";
const TOUCH_HELP = "Touch › for one step, ▶ to play. Predict asks which node is next.";
const hasWatched = new KeptText("taquin.watched");
const NARROW = matchMedia("(width <= 820px)"); // there the panels are far below the tree

/** The view where recorded searches are watched. */
export class WatchView {
  title = "Watch";
  topic = "";
  static names = ["with", "step", "node", "ask", "code", "nodes", "show", "pace"];
  isStage = true;
  /** @type {?AbortController} */ #control = null;
  /** @type {?Search} */ #search = null;
  /** @type {?Api.TraceRequest} */ #request = null; // of the search that is shown
  #shown = "";
  /** @type {TraceReader[]} */ #limited = []; // the searches that are shown, as far as they did not finish
  /** @type {?PairStage} */ #pair = null; // or two searches
  /** @type {Progress["record"]|null} */ #partial = null; // what is recorded of a search that is still running
  /** @type {?Prediction} */ #prediction = null;
  /** @type {?CodePanel} */ #code = null;
  /** @type {?{step: number, node: number, show?: string, pace?: string}} */ #wanted = null; // the step and the node of the link
  #timer = 0;
  #patience = 0; // the timer after which progress is shown
  #starting = ""; // what is shown until there is progress

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.bar = new WatchBar(app, this);
    this.form = this.bar.form;
    this.notice = new Notice();
    this.element = copyOf("watch");
    this.cancel = pressed(".cancel", this.element, () => this.#control?.abort());
    this.cancel.before(this.notice.element);
    part(".watch-messages", this.element).before(this.bar.element);
    this.stage = part(".watch-stage", this.element);
    this.form.addEventListener("change", () => {
      this.session.update({ method: this.form.value }, this);
      this.recordSoon();
    });
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
    this.session.addEventListener("heuristic", () => this.#showHeuristic());
    document.addEventListener("keydown", (event) => this.#press(event));
    NARROW.addEventListener("change", () => this.#placeQuestion());
  }

  /** The search that is shown, or null. @returns {?Search} */
  get search() {
    return this.#search;
  }

  /** The two searches that are shown, or null. @returns {?PairStage} */
  get pair() {
    return this.#pair;
  }

  /** The searches that are shown, as they are saved: the request of each, and its step. */
  get saved() {
    const readers = this.#pair?.halves.map(({ reader }) => reader) ?? (this.#search ? [this.#search.reader] : []);
    const request = /** @type {Api.TraceRequest} */ (this.#request);
    return readers.map(({ record, time }) => ({ request: { ...request, algorithm: record.spec }, time }));
  }

  /** What the address carries: also the step, and the node if another one than that of the step is chosen. */
  get values() {
    const values = { ...this.session.values, ...this.bar.values };
    if (this.#shown !== this.#key) return values; // the step is that of another search
    if (this.#pair) return { ...values, ...this.#pair.values };
    const search = this.#search;
    if (!search) return values;
    const own = search.reader.step?.node ?? search.reader.roots[0];
    return {
      ...values,
      step: search.time ? String(search.time) : "",
      node: search.chosen !== own && search.chosen >= 0 ? String(search.chosen) : "",
    };
  }

  /** The view is shown: record the search of the current puzzle, unless it is shown already. */
  enter(/** @type {Address} */ { values }) {
    this.#useMethod();
    const [step, node] = ["step", "node"].map((name) => Number(values.get(name) ?? -1));
    this.#wanted = { step, node, show: values.get("show"), pace: values.get("pace") };
    if (values.size) this.bar.read(values);
    this.showPanels();
    if (this.#shown !== this.#key || !(this.#search ?? this.#pair)) return void this.#record();
    this.#abandon();
    this.#goWhereWanted();
  }

  /** Another view is shown: end the recording. */
  leave() {
    clearTimeout(this.#timer);
    this.#abandon();
    (this.#search ?? this.#pair)?.transport.pause();
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /** Enter or leave full-screen mode. */
  async toggleFullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen(); // with the bar of a lesson plan
    } catch {
      this.notice.bad("This browser does not allow full-screen mode here.");
    }
  }

  /** Show the panels beside the search that the bar asks for: questions and pseudocode. */
  showPanels() {
    this.app.updateAddress();
    const { questions, hasCode, isByLine } = this.bar;
    this.#pair?.showCode({ hasCode, isByLine });
    if (!this.#search) return;
    this.#code?.remove();
    this.#search.transport.detour = null;
    if (this.#prediction?.kind !== questions.value || this.#prediction.search !== this.#search) {
      this.#prediction?.end();
      this.#prediction = questions.value ? new Prediction(this.#search, questions.value) : null;
    }
    this.#code = hasCode ? new CodePanel(this.#search, { isByLine }) : null;
    if (this.#code && isByLine) runLines(this.#search.transport, [this.#code]);
    if (this.#code) this.#search.side.prepend(this.#code.element);
    this.#placeQuestion();
  }

  #placeQuestion() {
    if (!this.#prediction) return;
    const { search, element } = this.#prediction;
    if (NARROW.matches) search.heading.after(element);
    else search.side.prepend(element);
  }

  /** Say which of the searches that are shown did not finish, and nothing else. */
  tellLimits() {
    this.notice.clear();
    if (!this.#limited.length) return;
    const words = this.#limited.map(({ name, record }) => `${name} did not finish: ${record.reason}.`);
    this.notice.plain(`${words.join(" ")} You can watch what was recorded.`);
  }

  get #key() {
    return JSON.stringify([this.session.request, this.form.value, this.bar.pair.value, this.bar.nodes]);
  }

  #useMethod() {
    const { method, board } = this.session;
    if (method) this.form.value = method;
    else if (board.cells.length <= 10) this.form.value = USUAL_METHOD;
    else this.form.value = this.app.registry.default_methods[this.session.size];
  }

  /** @param {SessionChange} change */
  #follow({ puzzle, method, source }) {
    if (source === this) return;
    if (method || (puzzle && !this.session.method)) this.#useMethod();
    if ((puzzle || method) && !this.element.hidden) this.recordSoon();
  }

  #press(/** @type {KeyboardEvent} */ event) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const shown = this.#search ?? this.#pair;
    if (step && shown && targetOf(event).matches?.("select") && this.element.contains(targetOf(event))) {
      event.preventDefault(); // a list that was just used would change its choice, as up and down do
      shown.transport.step(step);
      return;
    }
    const isModified = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
    if (event.key.toLowerCase() !== "f" || isModified || this.element.hidden || isTyping(event)) return;
    event.preventDefault();
    this.toggleFullScreen();
  }

  /** Record the search of the current choices, a moment after the last change. */
  recordSoon() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#timer = setTimeout(() => {
      if (this.element.hidden) return;
      if (this.#shown !== this.#key) this.#record();
      else this.#abandon();
    }, DELAY);
  }

  /** Stop the recording in progress: the chosen search is already shown. */
  #abandon() {
    if (!this.#control) return;
    this.#control.abort();
    this.#control = null;
    if (this.#partial) this.#shown = ""; // how its search ends is not known
    this.#setRunning(false);
    this.tellLimits();
  }

  async #record() {
    clearTimeout(this.#timer);
    if (!(await this.bar.card.typed)) return;
    const control = new AbortController();
    this.#control?.abort();
    this.#control = control;
    let hasFailed = false;
    this.#partial = null;
    this.#setRunning(true);
    const request = { ...this.session.request, algorithm: this.form.value, nodes: this.bar.nodes };
    const other = this.bar.pair.value;
    const key = this.#key;
    const take = (/** @type {Api.TraceRecord|Api.PairRecord} */ record) => {
      this.#shown = key;
      this.#request = request;
      if ("searches" in record) this.#showPair(record);
      else this.#show(new TraceReader(record));
    };
    try {
      const { algorithm, ...rest } = request;
      const record = other
        ? await this.#receive("trace/pair", { ...rest, methods: [algorithm, other] }, control, take)
        : await this.#receive("trace", request, control, take);
      if (this.#control !== control) return;
      this.notice.clear();
      if (this.#partial) this.#complete(record);
      else take(record);
    } catch (error) {
      if (this.#control !== control) return;
      hasFailed = !this.#partial;
      if (!isAborted(error)) this.notice.error(error);
      else if (this.#partial) this.notice.plain("You stopped the search. You can watch what was recorded.");
      else this.notice.plain("Cancelled: nothing was recorded.");
    } finally {
      if (this.#control === control) {
        this.#control = null;
        this.#setRunning(false);
        this.stage.classList.toggle("is-stale", hasFailed); // another search is shown than the one that was chosen
      }
    }
  }

  #showProgress(/** @type {string} */ words) {
    this.cancel.hidden = false;
    this.notice.plain(words);
  }

  /**
   * The response of the server, after its progress. What is recorded of a search that is still running is shown at once.
   * @template {"trace"|"trace/pair"} P
   * @param {P} path @param {Api.Requests[P]} request @param {AbortController} control
   * @param {(record: Api.TraceRecord|Api.PairRecord) => void} take shows a record
   */
  #receive(path, request, control, take) {
    const report = (/** @type {string} */ event, /** @type {Progress} */ data) => {
      if (this.#control !== control) return;
      if (data.record) {
        this.#partial = data.record;
        this.stage.classList.remove("is-stale");
        take(data.record);
        this.cancel.hidden = false;
      }
      if (!this.cancel.hidden) this.#showProgress(progressWords(event, data, Boolean(this.#partial)));
    };
    const waits = (/** @type {string} */ awaited) => {
      if (this.#control !== control) return;
      this.#starting = waitingWords(awaited, "the search is recorded", "Recording …");
      if (!this.cancel.hidden) this.#showProgress(this.#starting);
    };
    return streamResult(path, request, report, { signal: control.signal, waits });
  }

  /** The search that was shown while it was running has ended. @param {Api.TraceRecord|Api.PairRecord} record */
  #complete(record) {
    const records = "searches" in record ? record.searches : [record];
    const readers = this.#pair?.halves.map(({ reader }) => reader) ?? (this.#search ? [this.#search.reader] : []);
    for (const [place, reader] of readers.entries()) reader.finish(records[place]);
    if ("sentence" in record) this.#pair?.finish(record.sentence);
    this.#search?.show();
    this.#takeLimits(readers);
  }

  #takeLimits(/** @type {TraceReader[]} */ readers) {
    this.#limited = readers.filter(({ record }) => record.status === "limit");
    this.tellLimits();
  }

  /** Remove what is shown; whether there is a search to show instead. @param {TraceReader[]} readers */
  #clear(readers) {
    const [reader] = readers;
    this.#search?.destroy();
    this.#pair?.destroy();
    this.bar.heuristic.attach(null);
    [this.#search, this.#pair, this.#prediction, this.#code] = [null, null, null, null];
    this.bar.showSearches(readers);
    this.#takeLimits(readers);
    if (reader.total) return true;
    if (this.session.isSolvable) this.notice.bad("There is no search to watch.", ended(reader.record.reason ?? ""));
    else repairNotice(this.notice, this.session);
    return false;
  }

  /** @param {Api.PairRecord} values */
  #showPair({ searches, sentence }) {
    const readers = searches.map((record) => new TraceReader(record));
    if (!this.#clear(readers)) return;
    for (const reader of readers) reader.goTo(0);
    const { show, pace } = this.#wanted ?? {};
    const seconds = searches.map((search) => search.seconds);
    this.#pair = new PairStage(this.stage, { readers, sentence, seconds, pace, show });
    this.bar.look.fill(...this.#pair.tools);
    this.#pair.addEventListener("change", () => this.app.updateAddress());
    this.showPanels();
    this.#goWhereWanted();
    this.app.updateAddress();
  }

  /** On the first visit, play the first steps: so one sees at once what can be watched. */
  #playFirst(/** @type {Search} */ { transport, element }) {
    if (hasWatched.text || isCalm() || transport.position || this.bar.questions.value) return;
    transport.play();
    const stop = () => {
      if (transport.position < FIRST_STEPS && transport.isPlaying && element.isConnected) return;
      transport.removeEventListener("change", stop);
      transport.pause();
      hasWatched.text = "yes";
    };
    transport.addEventListener("change", stop);
  }

  #show(/** @type {TraceReader} */ reader) {
    if (!this.#clear([reader])) return;
    this.#search = new Search(this.stage, { reader, isStage: true });
    const helped = hasWatched.text ? 0 : FIRST_STEPS; // the last step that says what to press
    this.bar.look.fill(this.#search.tools.element, this.#search.transport.strideField);
    this.#search.addEventListener("change", () => {
      this.#code?.show();
      this.bar.heuristic.follow();
      if (this.#search && reader.time <= helped && !reader.isOver) {
        const help = isTouched() ? TOUCH_HELP : KEY_HELP;
        this.#search.heading.append(make("span.help.watch-help", help));
        this.#search.remark.textContent ||= help;
      }
      this.app.updateAddress();
    });
    const { total, parts } = this.bar.heuristic;
    this.#search.nodePanel.remarks.append(total, parts);
    this.bar.heuristic.attach(this.#search.nodePanel.boardView);
    this.#showHeuristic();
    this.showPanels();
    this.#goWhereWanted();
    this.#playFirst(this.#search);
  }

  /** A board with a heuristic on it is larger. */
  #showHeuristic() {
    this.#search?.element.classList.toggle("is-explained", Boolean(this.session.heuristic));
  }

  /** Go to the step and the node that the link names. */
  #goWhereWanted() {
    const { step, node } = this.#wanted ?? { step: -1, node: -1 };
    this.#wanted = null;
    const shown = this.#search ?? this.#pair;
    if (shown && step >= 0) shown.go(step);
    if (this.#search && node >= 0 && node < this.#search.reader.total) this.#search.choose(node);
    const last = shown?.transport.last ?? 0;
    if (step > last) this.notice.plain(`The link names step ${number(step)}; the last step is ${number(last)}.`);
    const nodes = this.#search?.reader.total ?? Infinity;
    if (node >= nodes) this.notice.plain(`The link names node ${number(node)}; the last node is ${number(nodes - 1)}.`);
  }

  #setRunning(/** @type {boolean} */ isRunning) {
    clearTimeout(this.#patience);
    const hadFocus = document.activeElement === this.cancel;
    if (isRunning) this.#patience = setTimeout(() => this.#showProgress(this.#starting), PATIENCE);
    else this.cancel.hidden = true;
    if (!isRunning && hadFocus) this.bar.puzzle.button.focus();
    this.stage.classList.toggle("is-stale", isRunning);
  }
}

/** How far a recording is. @param {string} event @param {Progress} progress @param {boolean} isShown whether its first steps are shown */
function progressWords(event, { ahead, expanded, seconds, is_writing: isWriting }, isShown) {
  if (event === "queued") return `Recording: waiting for ${count(ahead + 1, "other run")} to finish.`;
  const done = `${count(expanded, "expansion")} in ${duration(seconds)}`;
  if (isShown) return `You can watch the first steps. The search is still running: ${done}.`;
  return isWriting ? `The search has ended: ${done}. Preparing its steps …` : `Recording: ${done} …`;
}
