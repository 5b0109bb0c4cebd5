/** Race: bet on one of several methods, let them solve the same board, and replay the race. */

import { quoted } from "../modules/board.js";
import { KeptText } from "../modules/kept_text.js";
import { ApiError, isAborted, isStatic, stream } from "./api.js";
import { allow, button, details, field, isAllowed, make, reveal, select, workspace } from "./dom.js";
import { LimitsForm } from "./limits_form.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { PuzzleCard } from "./puzzle_card.js";
import { RaceResults } from "./race_results.js";
import { repairNotice } from "./repair.js";
import { runInSandbox } from "./sandbox.js";
import { copyLink } from "./share_dialog.js";
import { methodTitle, OWN_METHOD } from "./spec.js";
import { waitingWords } from "./words.js";

const FEWEST = 2;
const USUAL_SECONDS = 30; // of a method in the sandbox
const MORE_SECONDS = 30; // of a race in the sandbox, beside the time limits of its methods
const PRESETS = [
  ["Blind and informed search", "work", "bfs; ucs; greedy(manhattan); astar(manhattan)"],
  ["Heuristics for A*", "work", "astar(misplaced); astar(manhattan); astar(linear_conflict); astar(walking_distance)"],
  ["Memory", "memory", "astar(manhattan); ida_star(manhattan); rbfs(manhattan); bidirectional_astar(manhattan)"],
  [
    "Length of the solution",
    "length",
    "astar(manhattan); wastar(manhattan, weight=2); wastar(manhattan, weight=5); beam(manhattan, width=10)",
  ],
  [
    "Local search",
    "success",
    "hill_climbing(manhattan); hill_climbing(manhattan, restarts=100); annealing(manhattan); astar(manhattan)",
  ],
].map(([name, question, methods]) => ({ name, question, methods: methods.split("; ") }));
const QUESTIONS = [
  ["work", "Which expands the fewest nodes?"],
  ["memory", "Which stores the fewest states?"],
  ["time", "Which is the fastest?"],
  ["length", "Which finds the shortest solution?"],
  ["success", "Which finds a solution?"],
];

/** The view where methods race. */
export class RaceView {
  title = "Race";
  topic = "";
  static names = ["methods", "question", "bet"];
  isStage = true;
  /** @type {?AbortController} */ #control = null;
  #methods = [...PRESETS[0].methods];

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.most = app.registry.limits.entrants;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    this.limits = new LimitsForm(app.registry.limits);
    this.notice = new Notice();
    this.entrants = make("ol.entrants", { "aria-label": "Methods in the race" });
    const presets = PRESETS.map(({ name }, place) => [place, name]);
    this.presets = select([["", "Custom"], ...presets], 0, (place) => this.#take(place));
    this.question = select(QUESTIONS, PRESETS[0].question, () => this.#changed());
    this.add = button("Add to the race", () => isAllowed(this.add) && this.#add(this.form.value));
    this.addCode = button("Add your code", () => isAllowed(this.addCode) && this.#add(OWN_METHOD), {
      title: "What you wrote in the view Code",
      hidden: !(isStatic || app.registry.has_python),
    });
    this.start = button("Start the race", () => isAllowed(this.start) && this.#run(), { kind: "is-main" });
    this.start.addEventListener("click", () => reveal(this.place));
    this.cancel = button("Stop", () => this.#control?.abort(), { hidden: true });
    this.send = button("Challenge a friend", () => this.#send(), { hidden: true, title: "Copy a link to this race, for a bet" });
    this.results = new RaceResults(app.registry);
    this.results.track.addEventListener("bet", () => this.app.updateAddress());
    this.card = new PuzzleCard(app);
    this.heading = make("h2.headline");
    this.advice = make("p", "Bet on a method, then start the race.");
    const line = make("div.race-line", this.heading, this.advice);
    this.place = make(
      "div.results.theatre",
      line,
      make("div.row", this.start, this.cancel, this.send),
      this.notice.element,
      this.results.element,
    );
    this.element = workspace(this.title, [this.#makeMethods(), this.card.element], this.place);
    this.session.addEventListener("change", ({ detail }) => detail.puzzle && this.#clear());
    this.limits.element.addEventListener("input", () => this.#clear());
    this.#list();
    this.element.hidden = true; // until it is shown
    this.#clear();
  }

  /** What the address carries. */
  get values() {
    const question = this.question.value === this.#usualQuestion ? "" : this.question.value;
    const bet = this.#methods[this.results.track.bet] ?? "";
    const [methods, chosen] = [this.#methods.join(";"), bet].map((text) => text.replaceAll(", ", ","));
    return { ...this.session.values, methods, question, bet: chosen };
  }

  /** The view is shown; a link may name the methods, the question and the bet. @param {Address} address */
  enter({ values }) {
    this.#takeLink(values);
    const bet = values.get("bet")?.replace(/,\s*/g, ", ");
    if (bet) this.results.track.bet = this.#methods.indexOf(bet);
    if (!this.session.isSolvable) repairNotice(this.notice, this.session);
  }

  #takeLink(/** @type {Map<string, string>} */ values) {
    const named = (values.get("methods") ?? "")
      .split(";")
      .map((text) => text.trim())
      .filter(Boolean);
    const wanted = [...new Set(named.map((text) => text.replace(/,\s*/g, ", ")))].slice(0, this.most);
    if (wanted.length < FEWEST) return;
    const before = [this.#methods.join(), this.question.value].join();
    this.#methods = wanted;
    const asked = values.get("question") ?? "";
    const isKnown = QUESTIONS.some(([key]) => key === asked);
    this.question.value = isKnown ? asked : this.#usualQuestion;
    if (asked && !isKnown) this.app.notice.bad(`This link is not valid: ${quoted(asked)} is not a question.`);
    if ([this.#methods.join(), this.question.value].join() === before) return;
    this.#list();
    this.#clear();
  }

  /** The place of the preset with these methods, or -1. */
  get #preset() {
    return PRESETS.findIndex(({ methods }) => methods.join() === this.#methods.join());
  }

  /** The question that these methods are compared by, unless another one is chosen. */
  get #usualQuestion() {
    return (PRESETS[this.#preset] ?? PRESETS[0]).question;
  }

  /** Another view is shown: stop the race. */
  leave() {
    this.#control?.abort();
  }

  #makeMethods() {
    return make(
      "section",
      field("Preset", this.presets),
      field("Question", this.question),
      this.entrants,
      details("Add a method", make("div.stack", this.form.element, make("div.row", this.add, this.addCode))),
      this.limits.element,
      make(
        "p.help",
        isStatic ? "For many boards, install Taquin and run " : "For many boards: ",
        make("code", "taquin experiment"),
      ),
    );
  }

  #take(/** @type {string} */ place) {
    if (place === "") return;
    const { methods, question } = PRESETS[Number(place)];
    this.#methods = [...methods];
    this.question.value = question;
    this.#changed();
  }

  #add(/** @type {string} */ spec) {
    if (this.#methods.includes(spec)) return void this.notice.bad(`${this.#title(spec)} is already in the race.`);
    this.notice.clear();
    this.#methods.push(spec);
    this.#changed();
  }

  #remove(/** @type {string} */ spec) {
    const place = this.#methods.indexOf(spec);
    this.#methods.splice(place, 1);
    this.#changed();
    const rest = this.entrants.querySelectorAll("button");
    (rest[Math.min(place, rest.length - 1)] ?? this.add).focus();
  }

  #changed() {
    this.#list();
    this.#clear();
    this.app.updateAddress();
  }

  #title(/** @type {string} */ spec) {
    return methodTitle(this.app.registry, spec);
  }

  #list() {
    const remove = (/** @type {string} */ spec) => ({
      "aria-label": `Remove ${this.#title(spec)} from the race`,
      kind: "is-small",
    });
    this.entrants.replaceChildren(
      ...this.#methods.map((spec) =>
        make(
          "li",
          { title: spec },
          make("span", this.#title(spec)),
          button("×", () => this.#remove(spec), remove(spec)),
        ),
      ),
    );
    this.presets.value = this.#preset < 0 ? "" : String(this.#preset);
    allow(this.start, this.#methods.length >= FEWEST);
    for (const one of [this.add, this.addCode]) allow(one, this.#methods.length < this.most);
  }

  #clear() {
    this.#control?.abort();
    this.#control = null;
    this.#setRunning(false);
    this.send.hidden = true;
    this.start.textContent = "Start the race";
    this.advice.hidden = false;
    this.heading.textContent = QUESTIONS.find(([key]) => key === this.question.value)?.[1] ?? "";
    this.results.prepare(this.#methods, this.question.value);
    this.notice.clear();
    if (!this.element.hidden) repairNotice(this.notice, this.session);
  }

  async #run() {
    if (!(await this.card.typed)) return;
    const control = new AbortController();
    this.#control?.abort();
    this.#control = control;
    this.#setRunning(true);
    this.notice.clear();
    this.results.begin(this.#methods, this.question.value);
    this.advice.hidden = true;
    const request = {
      ...this.session.request,
      methods: this.#methods,
      question: /** @type {Api.RaceRequest["question"]} */ (this.question.value),
      limits: this.limits.request,
    };
    let isFinished = false;
    const update = (/** @type {string} */ event, /** @type {import("./race_results.js").RaceData} */ data) => {
      isFinished ||= event === "finish";
      this.results.update(event, data);
    };
    const waits = (/** @type {string} */ awaited) => {
      if (this.#control !== control) return;
      if (awaited) this.notice.plain(waitingWords(awaited, "the race starts"));
      else this.notice.clear();
    };
    try {
      await this.#race(request, update, { signal: control.signal, waits });
      if (!isFinished) throw new ApiError("The race ended without a result.");
      this.send.hidden = this.#methods.includes(OWN_METHOD); // a friend does not have the code
    } catch (error) {
      if (this.#control !== control) return;
      const finished = this.results.stop();
      const all = this.#methods.length;
      if (isAborted(error)) this.notice.plain(`Stopped: ${finished} of ${all} methods had finished.`);
      else this.notice.error(error);
    } finally {
      if (this.#control === control) {
        this.#setRunning(false);
        this.start.textContent = "Race again";
      }
    }
  }

  /**
   * Run all methods; with the user's code among them all run in the sandbox, so that their times can be compared.
   * @param {Api.RaceRequest} request @param {(event: string, data: import("./race_results.js").RaceData) => void} update
   * @param {{signal: AbortSignal, waits: (words: string) => void}} options
   */
  async #race(request, update, options) {
    if (!request.methods.includes(OWN_METHOD)) return void (await stream("race", request, update, options));
    const code = new KeptText("taquin.code").text;
    if (this.addCode.hidden || !code) {
      throw new ApiError("There is no code of yours.", { hint: "Write a search in the view Code, or remove it from the race." });
    }
    const longest = Number(request.limits?.time ?? USUAL_SECONDS);
    const seconds = request.methods.length * longest + MORE_SECONDS;
    const { error } = await runInSandbox("race", { ...request, code }, update, { ...options, seconds });
    if (error) throw new ApiError(`Your code: ${error.message}.`, { hint: error.hint });
  }

  /** Copy a link to the race without the bet. */
  async #send() {
    const { href } = new URL(this.app.link("race", { ...this.values, bet: "" }), location.href);
    await copyLink(this.app, href, "the race: let a friend bet", this.notice);
  }

  #setRunning(/** @type {boolean} */ isRunning) {
    allow(this.start, !isRunning && this.#methods.length >= FEWEST);
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !isRunning;
    if (!isRunning && hadFocus) this.start.focus();
  }
}
