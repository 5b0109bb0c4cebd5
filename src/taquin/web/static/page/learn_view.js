/** Learn: a page for each algorithm and heuristic, with pseudocode and an example that plays. */

import { Board, quoted } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { KeptText } from "../modules/kept_text.js";
import { Search } from "../modules/search.js";
import { TraceReader } from "../modules/trace.js";
import { get, isAborted, post } from "./api.js";
import { CodePanel } from "./code_panel.js";
import { copyOf, make, part, terms } from "./dom.js";
import { Explanation } from "./explanation.js";
import { Notice } from "./notice.js";
import { boardInAddress } from "./address.js";
import { count, ended, guarantees, sentence } from "./words.js";

const PACE = 900; // milliseconds for one step: slow enough to be read
const FIRST = ["bfs", "dfs", "greedy", "manhattan", "astar", "ida_star", "hill_climbing"]; // each builds on those before it
const IN_COLUMNS = matchMedia("(width > 1320px) and (height > 640px)"); // as in learn.css

/** @typedef {Api.DescribedAlgorithm|Api.DescribedHeuristic} Entry of the registry */

/** The view with the lessons. */
export class LearnView {
  title = "Learn";
  topic = "";
  /** @type {string[]} */ static names = [];
  /** @type {?Map<string, Api.LessonText>} */ #lessons = null;
  /** @type {?Search} */ #search = null;
  #control = new AbortController();
  #read = new KeptText("taquin.lessons"); // the keys of lessons that were opened

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    const { algorithms, heuristics } = app.registry;
    /** @type {Map<string, Entry>} */ this.entries = new Map([...algorithms, ...heuristics].map((entry) => [entry.key, entry]));
    this.element = copyOf("learn");
    this.heading = part("h1", this.element);
    this.lead = part(".lead", this.element);
    this.contents = part(".contents", this.element);
    this.contents.append(...this.#list("Algorithms", algorithms), ...this.#list("Heuristics", heuristics));
    this.notice = new Notice();
    this.page = part(".lesson", this.element);
    this.page.before(this.notice.element);
    this.stage = make("div.lesson-stage");
    this.code = make("div.lesson-code");
  }

  /** What the address carries: the topic alone. */
  get values() {
    return {};
  }

  /** The view is shown, at the lesson that the address names. @param {{topic: string}} values */
  enter({ topic }) {
    const entry = this.entries.get(topic);
    const key = entry ? topic : "";
    const isNew = key !== this.topic || !this.page.childElementCount || Boolean(entry && !this.#search);
    this.topic = key;
    this.title = entry ? sentence(entry.name) : "Learn";
    if (isNew) this.#open(entry);
    if (topic && !key) this.notice.bad(`There is no lesson ${quoted(topic)}.`, "These are the lessons:");
  }

  /** Another view is shown: a search that is still being recorded ends. */
  leave() {
    if (!this.#search) this.#control.abort();
    this.#search?.transport.pause();
  }

  /** @param {string} title @param {Entry[]} entries */
  #list(title, entries) {
    const link = (/** @type {Entry} */ { key, name }) =>
      make("a", { href: `#learn/${key}`, text: sentence(name), "data-key": key });
    const items = entries.map((entry) => make("li", link(entry)));
    return [make("h2", { text: title }), make("ul", ...items)];
  }

  async #open(/** @type {Entry|undefined} */ entry) {
    this.#control.abort();
    this.#control = new AbortController();
    const { signal } = this.#control;
    this.#search?.destroy();
    this.#search = null;
    this.notice.clear();
    for (const link of this.contents.querySelectorAll("a")) {
      if (link.dataset.key === entry?.key) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.element.classList.toggle("has-lesson", Boolean(entry));
    this.heading.textContent = this.title;
    this.lead.hidden = Boolean(entry);
    if (!entry) return void this.#showOverview();
    try {
      this.#lessons ??= new Map((await get("lessons")).lessons.map((lesson) => [lesson.key, lesson]));
      if (signal.aborted) return;
      const lesson = /** @type {Api.LessonText} */ (this.#lessons.get(entry.key)); // every entry has one
      this.#read.text = [...new Set([...this.#read.text.split(" "), entry.key])].join(" ").trim();
      this.#show(entry, lesson);
      await this.#play(entry, lesson, signal);
    } catch (error) {
      if (isAborted(error)) return;
      if (!this.#lessons) this.page.replaceChildren(); // nothing was loaded: the next visit tries again
      this.notice.error(error);
    }
  }

  /** All lessons: first those to begin with, and which were opened. */
  #showOverview() {
    const read = this.#read.text.split(" ");
    const next = FIRST.find((key) => !read.includes(key));
    const card = (/** @type {Entry} */ { key, name, summary }) =>
      make(
        "li",
        make("a", { href: `#learn/${key}`, text: sentence(name) }),
        " ",
        key === next && make("strong.card-mark", { text: read.includes(FIRST[0]) ? "Next" : "Begin here" }),
        read.includes(key) && make("span.card-mark", { text: "✓ opened" }),
        make("p", { text: ended(summary) }),
      );
    const others = (/** @type {Entry[]} */ entries) => entries.filter(({ key }) => !FIRST.includes(key)).map(card);
    const { algorithms, heuristics } = this.app.registry;
    this.page.replaceChildren(
      make("h2", { text: "First lessons" }),
      make("ol.cards.is-path", ...FIRST.map((key) => card(/** @type {Entry} */ (this.entries.get(key))))),
      make("h2", { text: "More algorithms: which node comes next" }),
      make("ul.cards", ...others(algorithms)),
      make("h2", { text: "More heuristics: how far the goal is" }),
      make("ul.cards", ...others(heuristics)),
    );
  }

  /** @param {Entry} entry @param {Api.LessonText} lesson */
  #show(entry, lesson) {
    const isHeuristic = "admissible" in entry;
    const what = isHeuristic ? "Formula" : "Pseudocode";
    const code = make("pre.pseudocode", { tabindex: "0", role: "region", "aria-label": `${what} of ${entry.name}` });
    code.append(make("code", ...lesson.pseudocode.split("\n").map(lineOfCode)));
    this.stage.replaceChildren();
    this.code.replaceChildren(make("h2", { text: what }), code);
    this.page.replaceChildren(
      make(
        "div.lesson-text",
        make("p.lesson-summary", { text: ended(entry.summary) }),
        ...lesson.idea.map((text) => make("p", { text })),
        this.code,
        make("h2", { text: "Guarantees" }),
        this.#guarantees(entry),
      ),
      make(
        "section.lesson-live",
        { "aria-label": "Example" },
        make("h2", { text: "Example" }),
        this.#example(lesson, entry, isHeuristic),
        this.stage,
      ),
      make("div.lesson-text", ...this.#sources(lesson, entry), this.#following(entry.key)),
    );
  }

  /** The board, what to look for, and links. @param {Api.LessonText} lesson @param {Entry} entry @param {boolean} isHeuristic */
  #example({ example, look }, { unit }, isHeuristic) {
    const board = Board.parse(example.board);
    const figure = make("div.small-board");
    new BoardView(figure, { board, goal: null, isPlayable: false, label: "The board of the example" });
    const values = { board: boardInAddress(board), method: example.method };
    const link = (/** @type {string} */ view, /** @type {string} */ text) =>
      make("a", { href: this.app.link(view, values), text });
    return make(
      "div.lesson-example",
      figure,
      make(
        "div.stack",
        make("p", { text: `${look} ${exampleWords(example, isHeuristic)}` }),
        make(
          "p.links",
          link("watch", "Watch it in full size"),
          link("solve", "Solve with it"),
          link("play", "Play the board"),
          unit && make("a", { href: `#exercises/${unit.key}`, text: `Exercises: ${unit.title}` }),
        ),
      ),
    );
  }

  /** A link to the next of the first lessons. @param {string} key */
  #following(key) {
    const next = this.entries.get(FIRST[FIRST.indexOf(key) + 1]);
    const isFirst = FIRST.includes(key) && next;
    const link = isFirst
      ? { href: `#learn/${next.key}`, text: `Next lesson: ${next.name}` }
      : { href: "#learn", text: "All lessons" };
    return make("p.links", make("a", link));
  }

  #guarantees(/** @type {Entry} */ entry) {
    const pairs =
      "admissible" in entry
        ? [
            ["Never overestimates (admissible)", entry.admissible],
            ["Never drops by more than the cost of a move (consistent)", entry.consistent],
            ["Boards", entry.sizes],
          ]
        : [
            ["Finds a solution (complete)", entry.complete],
            ["Finds a shortest one (optimal)", entry.optimal],
            ["Memory", entry.memory],
          ];
    const list = make("dl.facts.is-plain", ...terms(pairs.map(([name, value]) => [name, sentence(value)])));
    if ("admissible" in entry) return list;
    return make("div.stack", make("p", { text: guarantees(entry, null).slice(0, 2).join(" ") }), list);
  }

  /** @param {Api.LessonText} lesson @param {Entry} entry */
  #sources({ sources: cited }, { options }) {
    const sources = cited.map((text) => make("p.help", ...withoutStars(text)));
    const words = (/** @type {Api.OptionRecord} */ { choices, choice_words: named, default: usual }) =>
      named[choices.indexOf(String(usual))] ?? usual;
    const rows = terms(
      options.map((option) => [make("code", option.name), `${ended(option.summary)} The default is ${words(option)}.`]),
    );
    return [
      ...(rows.length ? [make("h2", { text: "Options" }), make("dl.options-list", ...rows)] : []),
      ...(sources.length ? [make("h2", { text: sources.length > 1 ? "Sources" : "Source" }), ...sources] : []),
    ];
  }

  /** @param {Entry} entry @param {Api.LessonText} lesson @param {AbortSignal} signal */
  async #play(entry, lesson, signal) {
    const { board, method } = lesson.example;
    const reader = new TraceReader(await post("trace", { board, algorithm: method }, { signal }));
    if (signal.aborted) return;
    this.#search = new Search(this.stage, { reader, pace: PACE });
    if ("admissible" in entry) this.#explain(this.#search, entry);
    else this.#showCode(this.#search, signal);
  }

  /**
   * The lesson of an algorithm: its pseudocode runs, in the text where that is beside the tree, else in the example.
   * @param {Search} search @param {AbortSignal} signal
   */
  #showCode(search, signal) {
    const code = new CodePanel(search);
    search.addEventListener("change", () => code.show());
    const place = () => {
      this.code.replaceChildren(...(IN_COLUMNS.matches ? [make("h2", { text: "Pseudocode" }), code.element] : []));
      if (!IN_COLUMNS.matches) search.side.prepend(code.element);
      search.element.classList.toggle("has-code", !IN_COLUMNS.matches);
    };
    IN_COLUMNS.addEventListener("change", place, { signal });
    place();
  }

  /** The lesson of a heuristic: it is drawn on the board of each step. @param {Search} search @param {Api.DescribedHeuristic} entry */
  #explain(search, { key, takes_parts: takesParts }) {
    const explanation = new Explanation(key === "blind" || takesParts ? "" : key);
    search.element.classList.toggle("is-explained", Boolean(explanation.heuristic));
    search.nodePanel.remarks.append(explanation.total, explanation.parts);
    explanation.attach(search.nodePanel.boardView);
    search.addEventListener("change", () => explanation.follow());
  }
}

/** The numbers of the example. @param {Api.Example} values @param {boolean} isHeuristic */
function exampleWords({ shortest, length, estimate }, isHeuristic) {
  if (estimate !== null && isHeuristic) {
    const value = Number.isInteger(estimate) ? String(estimate) : estimate.toFixed(2);
    return `At the start h = ${value}; a shortest solution has ${count(shortest, "move")}.`;
  }
  if (length === null) return `It gets stuck. A shortest solution has ${count(shortest, "move")}.`;
  if (length === shortest) return `It finds a shortest solution: ${count(length, "move")}.`;
  return `It finds a solution of ${count(length, "move")}; the shortest has ${shortest}.`;
}

/** Titles of papers are between asterisks; that of A* is not one of them. @param {string} text */
function withoutStars(text) {
  return text.split(/(?<![A-Za-z])\*([^*]+)\*/).map((part, place) => (place % 2 ? make("cite", { text: part }) : part));
}

/** A line of pseudocode: where it is too long, the rest is indented more than its beginning. @param {string} text */
function lineOfCode(text) {
  const line = make("span.line", { text: `${text}\n` });
  line.style.setProperty("--indent", `${text.search(/\S|$/) + 2}ch`);
  return line;
}
