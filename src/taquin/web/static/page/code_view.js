/**
 * Code: write a search or a heuristic in Python, and watch it. Code runs in a sandbox (sandbox.js), and only after a click.
 */

import { quoted } from "../modules/board.js";
import { isCalm } from "../modules/elements.js";
import { KeptText } from "../modules/kept_text.js";
import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";
import { get, isAborted, isStatic } from "./api.js";
import { CodeEditor } from "./code_editor.js";
import { codeReport } from "./code_report.js";
import { allow, button, isAllowed, make, reveal, select } from "./dom.js";
import { Menu } from "./menu.js";
import { Notice } from "./notice.js";
import { pack, unpack } from "./packed_text.js";
import { PuzzleCard } from "./puzzle_card.js";
import { ExerciseResults } from "./exercise_results.js";
import { runInSandbox } from "./sandbox.js";
import { OWN_METHOD } from "./spec.js";
import { ended, sentence, waitingWords } from "./words.js";

const LONGEST = 100_000; // bytes of the code in a link
const MOST_PRINTED = 20_000; // characters that are shown
const SECONDS = { run: 40, check: 120 }; // Python stops a search after 10 s, a check of a heuristic after 60 s
const EMPTY = "Run shows your search here, step by step. Check says whether it is right.";
const READING = "Read the programs here, change them, and share them by a link.";
const ENDLESS = "A loop may never end, or the board is too hard. The search is shown as far as it came.";
const STEPPING = "Step through it with the buttons below the tree, or with → (Esc leaves the editor).";
const NO_PYTHON = "Code cannot run here: this server was started without Python for the browser.";
const CLONE_COMMANDS = "make runtime\nmake web";
const INSTALLED_COMMANDS = "taquin export-page PAGE --runtime RUNTIME\ntaquin serve --page PAGE";
const RIVALS = [OWN_METHOD, "astar(manhattan)", "greedy(manhattan)"];

/** @typedef {{message: string, hint: string}} CodeError its message begins with the file and the line, if it has one */
/** @typedef {{right: boolean, report: string, boards: [caption: string, board: string][], tables: string[][][]}} Checked */
/** @typedef {{trace?: Api.TraceRecord, lines: number[], words?: string, error?: CodeError} & Partial<Checked>} CodeRecord */

/** The view where users write code. */
export class CodeView {
  title = "Code";
  topic = "";
  static names = ["python"];
  isStage = true;
  /** @type {?AbortController} */ #control = null;
  /** @type {?Search} */ #search = null;
  #isStale = false; // whether the stage shows the code before
  #kept = new KeptText("taquin.code"); // what is in the editor, also for Race
  #chosen = new KeptText("taquin.program"); // the key of the program that it began with
  #linked = ""; // the code of a link, which replaces the user's version only after a change
  #packed = ""; // the code as links have it
  /** @type {Api.ProgramRecord[]} */ #programs = [];

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.results = new ExerciseResults();
    this.editor = new CodeEditor();
    this.editor.addEventListener("change", () => this.#keep());
    this.notice = new Notice();
    this.about = make("p.code-about");
    this.starters = select([], "", (key) => {
      const program = this.#find(key);
      if (program) this.#choose(program);
      this.#keep();
    });
    this.starters.setAttribute("aria-label", "Program to begin with");
    this.run = button("Run", () => isAllowed(this.run) && this.#run("run"), { kind: "is-main", title: "Run (Ctrl+Enter)" });
    this.check = button("Check", () => isAllowed(this.run) && this.#run("check"), {
      title: "Is the search right, and the heuristic admissible?",
    });
    this.stop = button("Stop", () => this.#control?.abort(), { hidden: true });
    this.share = button("Share", () => document.getElementById("share")?.click());
    this.printed = make("pre.code-printed", { "aria-label": "Printed", tabindex: "0", hidden: true });
    this.card = new PuzzleCard(app);
    this.puzzle = new Menu("Board", { title: "Change the board or the goal" }, this.card.element);
    this.stage = make("div.watch-stage");
    const hasPython = isStatic || app.registry.has_python;
    this.help = hasPython ? EMPTY : READING;
    const buttons = hasPython ? [this.run, this.check, this.stop] : [];
    this.element = make(
      "div.view.coding.workspace",
      make("h1.taquin-hidden", { text: "Code", tabindex: "-1" }),
      make(
        "div.rail",
        make(
          "section",
          hasPython ? "" : missingPython(),
          make("div.row", this.starters, this.puzzle.element),
          this.about,
          this.editor.element,
          make("div.row", ...buttons, this.share),
          this.notice.element,
          this.printed,
        ),
      ),
      make("div.code-stage", this.stage),
    );
    this.element.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !isAllowed(this.run)) return;
        event.preventDefault();
        event.stopPropagation();
        this.#run("run");
      },
      true,
    );
    this.session.addEventListener("change", ({ detail }) => detail.puzzle && !this.element.hidden && this.#showPuzzle());
    this.#showPuzzle();
    allow(this.run, hasPython);
    if (hasPython) this.editor.load();
  }

  /** What the address carries. */
  get values() {
    return { ...this.session.values, python: this.#packed };
  }

  /** The view is shown. The code of a link is shown, and does not run. @param {Address} address */
  async enter({ topic, values }) {
    if (!this.#programs.length) await this.#list();
    const known = [topic, this.topic, this.#chosen.text].find((key) => this.#find(key));
    const packed = values.get("python") ?? "";
    const program = this.#find(known ?? "") ?? this.#programs[0];
    if (program.key !== this.topic) this.#choose(program, !packed);
    if (packed && packed !== this.#packed) await this.#open(packed);
    if (topic && !this.#find(topic)) this.notice.bad(`There is no program ${quoted(topic)}.`, "The menu above the code has all.");
    this.#keep();
    this.#runStarter();
  }

  /** Run a starter that nobody has changed, so that the view opens with a search. Code of users and of links waits for a click. */
  #runStarter() {
    const program = this.#find(this.topic);
    const isOriginal = program && !program.unit && program.code === this.editor.code;
    if (isOriginal && !this.#search && !this.#control && isAllowed(this.run)) this.#run("run", true);
  }

  async #list() {
    ({ programs: this.#programs } = await get("course"));
    for (const [label, isExercise] of /** @type {[string, boolean][]} */ ([
      ["Begin with", false],
      ["Exercises", true],
    ])) {
      const group = this.#programs.filter(({ unit }) => Boolean(unit) === isExercise);
      const options = group.map(({ key, title }) => make("option", { value: key, text: title }));
      this.starters.append(make("optgroup", { label }, ...options));
    }
  }

  #find(/** @type {string} */ key) {
    return this.#programs.find((one) => one.key === key);
  }

  /** Another view is shown: stop the program. */
  leave() {
    this.#control?.abort();
    this.#search?.transport.pause();
  }

  /** The code of a link, which replaces what the user has written. @param {string} packed */
  async #open(packed) {
    try {
      const code = await unpack(packed, LONGEST);
      const own = this.editor.code;
      if (own === code) return;
      this.#linked = code;
      this.editor.code = code;
      const back = () => {
        this.editor.code = own;
        this.notice.clear();
        this.#keep();
      };
      const words = "This code came with the link. Read it before you run it.";
      const label = ownVersion(this.topic).text ? "Back to my code" : "Show the starter instead";
      this.notice.plain(words, "", { label, run: back });
    } catch {
      this.notice.bad("The code in this link is damaged.");
    }
  }

  /** Show a starter or an exercise, as the user has left it. @param {Api.ProgramRecord} program */
  #choose({ key, unit, text, code }, isTold = true) {
    const own = ownVersion(key).text;
    this.topic = key; // before the editor tells of a change, which is kept under it
    this.editor.code = own || code;
    this.#chosen.text = key;
    this.starters.value = key;
    const link = unit && make("a", { href: `#exercises/${unit}`, text: "To the unit of this exercise" });
    this.about.replaceChildren(text, " ", link);
    const again = () => {
      this.editor.code = code;
      this.notice.clear();
      this.#keep();
    };
    this.notice.clear();
    this.#clearStage(make("p.help", this.help));
    if (own && isTold) this.notice.plain("This is your version.", "", { label: "Begin again", run: again });
  }

  async #keep() {
    const { code } = this.editor;
    const isOriginal = this.#find(this.topic)?.code === code;
    this.#kept.text = code;
    if (code !== this.#linked) ownVersion(this.topic).text = isOriginal ? "" : code;
    this.editor.showLine(0);
    const packed = isOriginal ? "" : await pack(code);
    if (code !== this.editor.code) return; // it has changed meanwhile
    this.#packed = packed;
    this.app.updateAddress();
  }

  #showPuzzle() {
    this.puzzle.words.textContent = this.session.board.text;
  }

  /** @param {"run"|"check"} path @param {boolean} [isFirst] whether the view runs it by itself, when it opens */
  async #run(path, isFirst = false) {
    if (!(await this.card.typed)) return;
    const control = new AbortController();
    this.#control?.abort(); // a first run does not hold the others up
    this.#control = control;
    if (!isFirst) this.#begin();
    try {
      const record = await this.#send(path, control.signal, isFirst);
      if (control === this.#control) this.#show(record, isFirst);
    } catch (error) {
      if (control !== this.#control) return;
      const isStopped = control.signal.aborted || isAborted(error);
      if (isFirst) this.#clearStage(make("p.help", this.help));
      else if (isStopped) this.notice.plain("Stopped. Your code is still here.");
      if (!isStopped) this.notice.error(error);
    } finally {
      if (control === this.#control) {
        this.#control = null;
        this.#setRunning(false);
      }
    }
  }

  #begin() {
    this.#setRunning(true);
    this.notice.plain("Starting …");
    this.editor.showError(0);
    this.printed.hidden = true;
    this.printed.textContent = "";
  }

  /** @param {"run"|"check"} path @param {AbortSignal} signal @param {boolean} isFirst @returns {Promise<CodeRecord>} */
  async #send(path, signal, isFirst) {
    const { board, goal } = this.session.request;
    const { code } = this.editor;
    const receive = (/** @type {string} */ event, /** @type {string} */ text) => {
      if (event === "print") return void this.#print(text);
      if (!isFirst) this.notice.plain(`${sentence(text)} …`);
    };
    const waits = (/** @type {string} */ awaited) => {
      if (isFirst) this.#tellFirst(awaited);
      else this.notice.plain(awaited ? waitingWords(awaited, "your code runs") : "Running …");
    };
    const request = { code, board, goal, exercise: this.topic };
    const record = await runInSandbox(path, request, receive, { signal, waits, seconds: SECONDS[path] });
    const program = this.#find(this.topic);
    if (program?.unit && record.right) this.results.addCode(program, code);
    return record;
  }

  /** What the first run waits for, in the empty stage. @param {string} awaited */
  #tellFirst(awaited) {
    const words = awaited ? waitingWords(awaited, "this program runs") : "Running this program …";
    if (!this.#search) this.stage.replaceChildren(make("p.help", words));
  }

  #print(/** @type {string} */ text) {
    this.printed.hidden = false;
    if (this.printed.textContent.length < MOST_PRINTED)
      this.printed.textContent = `${this.printed.textContent}${text}`.slice(0, MOST_PRINTED);
  }

  /** @param {CodeRecord} record what the sandbox has sent @param {boolean} isFirst */
  #show(record, isFirst) {
    const { trace, lines, report, boards = [], tables = [] } = record;
    this.#tell(record);
    if (!trace && !report) return;
    this.#clearStage();
    if (report) this.stage.append(codeReport({ report, boards, tables }, this.session.goal));
    if (!trace) return void reveal(this.stage);
    const search = new Search(this.stage, { reader: new TraceReader(trace), isStage: true });
    search.addEventListener("change", () => this.editor.showLine(lines[search.time - 1] ?? 0));
    this.#search = search;
    if (isFirst) return void search.go(search.reader.stepCount);
    reveal(this.stage);
    if (!isCalm()) search.transport.play();
  }

  /** Say how a run ended. @param {CodeRecord} record */
  #tell({ trace, words = "", error, right, report }) {
    const race = trace?.status === "solved" ? { label: "Race it", run: () => this.#race() } : null;
    if (error) this.#showError(error, !trace);
    else if (report) this.notice[right ? "good" : "bad"](ended(words));
    else if (trace?.status === "limit") this.notice.bad(ended(words), ENDLESS);
    else this.notice.plain(ended(words), STEPPING, race);
  }

  /** @param {CodeError} error @param {boolean} isStale whether the stage shows the search of the code before */
  #showError(error, isStale) {
    const message = error.message.replace("code.py, ", "");
    this.notice.bad(ended(message), error.hint && ended(error.hint));
    this.editor.showError(Number(/^line (\d+)/.exec(message)?.[1] ?? 0), message);
    this.#isStale = isStale;
  }

  #clearStage(/** @type {Node[]} */ ...content) {
    this.editor.showLine(0);
    this.#search?.destroy();
    this.#search = null;
    this.#isStale = false;
    this.stage.replaceChildren(...content);
  }

  /** Race the code against methods of Taquin. */
  #race() {
    location.hash = this.app.link("race", { ...this.session.values, methods: RIVALS.join(";") });
  }

  #setRunning(/** @type {boolean} */ isRunning) {
    const hadFocus = document.activeElement === this.stop;
    allow(this.run, !isRunning);
    this.stop.hidden = !isRunning;
    this.stage.classList.toggle("is-stale", isRunning ? Boolean(this.#search) : this.#isStale);
    if (!isRunning && hadFocus) this.run.focus();
  }
}

/** What to do where no code can run. */
function missingPython() {
  const commands = (/** @type {string} */ text) => make("pre", make("code", text));
  return make(
    "div.notice.is-bad.code-missing",
    make("p", NO_PYTHON),
    make("p", "Stop the server. In a clone of Taquin, run:"),
    commands(CLONE_COMMANDS),
    make("p", "With an installed Taquin (taquin export-page --help says how to fill RUNTIME):"),
    commands(INSTALLED_COMMANDS),
  );
}

/** What the user has made of a starter or an exercise. @param {string} key */
function ownVersion(key) {
  return new KeptText(`taquin.code.${key}`);
}
