/** Exercises: the units of the course, each with a text and questions that are graded immediately. */

import { Board, quoted } from "../modules/board.js";
import { boardInAddress, writeAddress } from "./address.js";
import { get, isAborted, post } from "./api.js";
import { askingButton, button, make } from "./dom.js";
import { ExerciseResults } from "./exercise_results.js";
import { Notice } from "./notice.js";
import { QuestionCard } from "./question_card.js";
import { boardFigure } from "./question_figures.js";
import { firstQuestion, nextQuestion } from "./question_order.js";
import { copyLink } from "./share_dialog.js";
import { methodTitle } from "./spec.js";
import { LARGEST_VERSION, MOST_QUESTIONS, USUAL_COUNT } from "./versions.js";
import { WorksheetForm } from "./worksheet_form.js";
import { count, ended, sentence, waitingWords } from "./words.js";

const NARROW = matchMedia("(width <= 820px)"); // there the text would hide the question
const IN_COLUMNS = matchMedia("(width > 1320px) and (height > 640px)"); // as in learn.css: the text is beside the questions

/** The view with the course. */
export class ExerciseView {
  title = "Exercises";
  topic = "";
  /** @type {Api.UnitEntry[]} */ #units = [];
  /** @type {Api.ProgramRecord[]} */ #programs = [];
  /** @type {?Api.QuestionRequest} */ #question = null; // { form, seed } of the question that is shown
  /** @type {string[]} */ #waiting = []; // forms of a shuffled round that were not asked yet
  /** @type {?{number: number, questions: Api.QuestionRequest[], at: number}} */
  #version = null; // { number, questions, at } if the questions are those of a version
  #control = new AbortController();
  #isAsking = false; // whether a question is being made

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.results = new ExerciseResults();
    this.heading = make("h1", { text: "Exercises", tabindex: "-1" });
    this.lead = make("p.lead", {
      text:
        "Read a unit, then answer questions about it. Answers are graded immediately: "
        + "a wrong one gets a hint and a second try, then the explanation. Results stay in this browser.",
    });
    this.notice = new Notice();
    this.contents = make("nav.contents", { "aria-label": "Units" });
    this.page = make("article.lesson.unit");
    this.place = make("section.question-place", { "aria-label": "Question" });
    this.score = make("p.score", { role: "status" });
    this.element = make(
      "div.view.learn.exercises",
      make("div.lesson-head", this.heading, this.lead),
      make("div.lesson-columns", this.contents, make("div.results", this.notice.element, this.page)),
    );
  }

  /** What the address carries: the question, so that a link opens the same one. @returns {AddressValues} */
  get values() {
    if (!this.#version) return this.#question ? { form: this.#question.form, seed: String(this.#question.seed) } : {};
    const { number, questions, at } = this.#version;
    const length = questions.length === USUAL_COUNT ? "" : String(questions.length);
    return { version: String(number), count: length, question: String(at + 1) };
  }

  /** The view is shown, at the unit and the question that the address names. */
  async enter(/** @type {Address} */ { topic, values }) {
    this.#control.abort();
    this.#control = new AbortController();
    const { signal } = this.#control;
    this.notice.clear();
    try {
      if (!this.#units.length) ({ units: this.#units, programs: this.#programs } = await get("course"));
      if (signal.aborted) return;
      const unit = this.#units.find(({ key }) => key === topic);
      if (topic && !unit) this.notice.bad(`There is no unit ${quoted(topic)}.`, "All units are listed below.");
      this.#name(unit);
      if (!unit) return void this.#showOverview();
      const wanted = Object.entries(this.values).every(([name, value]) => (values.get(name) ?? "") === value);
      if (this.topic === unit.key && this.#question && wanted) return;
      if (this.topic !== unit.key) this.#question = null;
      this.topic = unit.key;
      this.#waiting = [];
      this.#version = null;
      if (values.has("version")) await this.#openVersion(unit, values, signal);
      else await this.#openQuestion(unit, values, signal);
    } catch (error) {
      if (!isAborted(error)) this.notice.error(error);
    }
  }

  /** @param {Api.UnitEntry} unit @param {Map<string, string>} values @param {AbortSignal} signal */
  async #openQuestion(unit, values, signal) {
    const form = values.get("form") ?? "";
    const seed = Number(values.get("seed"));
    const isKnown = unit.forms.some(({ key }) => key === form);
    if (form && !isKnown) this.notice.bad(`This unit has no question ${quoted(form)}.`, "Here is another one.");
    await this.#showUnit(unit, isKnown && values.has("seed") ? { form, seed } : null, signal);
  }

  /**
   * The questions of a version, one after the other.
   * @param {Api.UnitEntry} unit @param {Map<string, string>} values @param {AbortSignal} signal
   */
  async #openVersion(unit, values, signal) {
    const number = Number(values.get("version"));
    const length = Number(values.get("count") || USUAL_COUNT);
    if (!isWhole(number, 0, LARGEST_VERSION) || !isWhole(length, 1, MOST_QUESTIONS)) {
      this.notice.bad(
        "This link is not valid: a version is a whole number, and has 1 to 40 questions.",
        "Here is another question.",
      );
      return void (await this.#showUnit(unit, null, signal));
    }
    const { questions } = await post("course/version", { unit: unit.key, version: number, count: length }, { signal });
    if (signal.aborted) return;
    const at = Math.min(Math.max(Math.trunc(Number(values.get("question")) || 1), 1), questions.length) - 1;
    this.#version = { number, questions, at };
    await this.#showUnit(unit, questions[at], signal);
  }

  /** Another view is shown: a unit or a question that is still being made is not waited for. */
  leave() {
    if (this.#question && !this.#isAsking) return; // the question stays
    this.#control.abort();
    this.#question = null; // the next visit asks
    this.#isAsking = false;
  }

  #name(/** @type {Api.UnitEntry|undefined} */ unit) {
    this.title = unit ? unit.title : "Exercises";
    document.title = `${this.title} · Taquin`;
    this.heading.textContent = this.title;
    this.lead.hidden = Boolean(unit);
    this.element.classList.toggle("has-lesson", Boolean(unit));
    const link = (/** @type {Api.UnitEntry} */ { key, title }) =>
      make("li", make("a", { href: `#exercises/${key}`, text: title, "aria-current": key === unit?.key ? "page" : null }));
    this.contents.replaceChildren(make("h2", { text: "Units" }), make("ol.unit-list", ...this.#units.map(link)));
  }

  #showOverview() {
    this.topic = "";
    this.#question = this.#version = null;
    const next = this.#units.find((unit) => !this.#scoreWords(unit.key));
    const card = (/** @type {Api.UnitEntry} */ { key, title, summary, forms }, /** @type {number} */ place) =>
      make(
        "li",
        make("a", { href: `#exercises/${key}`, text: `${place + 1}. ${title}` }),
        " ",
        key === next?.key && make("strong.card-mark", { text: place ? "Next" : "Begin here" }),
        make("p", { text: ended(summary) }),
        make("p", { text: `${count(forms.length, "question type")}. ${this.#scoreWords(key)}` }),
      );
    this.page.replaceChildren(make("ul.cards", ...this.#units.map(card)), this.#tools());
    this.app.updateAddress();
  }

  /** @param {Api.UnitEntry} unit @param {?Api.QuestionRequest} named @param {AbortSignal} signal */
  async #showUnit(unit, named, signal) {
    const text = make(
      "details.unit-text",
      { open: IN_COLUMNS.matches || (!named && !NARROW.matches) },
      make("summary", { text: "The unit in brief" }),
    );
    this.place.replaceChildren();
    const sheets = new WorksheetForm(unit.key, { version: this.#version?.number ?? 1, run: (action) => this.#run(action) });
    const heading = this.#version ? `Questions of version ${this.#version.number}` : "Questions";
    const questions = make(
      "div.unit-questions",
      make("h2", { text: heading }),
      this.score,
      this.place,
      sheets.element,
      this.#tools(),
    );
    this.page.replaceChildren(text, questions);
    this.#showScore();
    const { paragraphs, lessons, watch } = await post("course/unit", { unit: unit.key }, { signal });
    if (signal.aborted) return;
    text.append(...paragraphs.map(paragraphElement), this.#links(lessons, watch, unit.key));
    await this.#ask(unit, named ?? this.#draw(unit), signal);
  }

  /**
   * Links to the lessons of a unit, to searches of its board, and to its exercises in the view Code.
   * @param {string[]} lessons @param {Api.UnitSearch[]} watch @param {string} unit
   */
  #links(lessons, watch, unit) {
    const { registry } = this.app;
    const entries = [...registry.algorithms, ...registry.heuristics];
    const lesson = (/** @type {string} */ key) =>
      make("a", { href: `#learn/${key}`, text: sentence(entries.find((entry) => entry.key === key)?.name ?? key) });
    const search = (/** @type {Api.UnitSearch} */ { board, method }) => {
      const values = { board: board && boardInAddress(Board.parse(board)), method };
      return make("a", { href: this.app.link("watch", values), text: methodTitle(registry, method) });
    };
    const programs = this.#programs.filter((one) => one.unit === unit);
    const program = (/** @type {Api.ProgramRecord} */ one) =>
      make("a", { href: `#code/${one.key}`, text: `${this.results.isSolved(one) ? "✓ " : ""}${one.title}` });
    return make(
      "div.unit-links",
      make("p.links", "Learn: ", ...lessons.map(lesson)),
      make("p.links", "Watch: ", ...watch.map(search)),
      programs.length > 0 && make("p.links", "Write code: ", ...programs.map(program)),
    );
  }

  /** The next question of the unit. @param {Api.UnitEntry} unit */
  #draw(unit) {
    const forms = unit.forms.map(({ key }) => key);
    const answered = this.results.answeredForms(unit.key);
    const before = this.#question && forms.includes(this.#question.form) ? this.#question : null;
    return before ? nextQuestion(forms, before, answered, this.#waiting) : firstQuestion(forms, answered);
  }

  /** @param {Api.UnitEntry} unit @param {Api.QuestionRequest} named @param {AbortSignal} signal */
  async #ask(unit, { form, seed }, signal, isNext = false) {
    const waits = (/** @type {string} */ awaited) => {
      const words = waitingWords(awaited, "the question is made", "");
      if (words && !this.#question && !signal.aborted) this.place.replaceChildren(make("p.help", { text: words }));
    };
    this.#isAsking = true;
    const question = await post("exercise", { form, seed }, { signal, waits });
    if (signal.aborted) return;
    this.#isAsking = false;
    this.#question = { form, seed };
    const isLast = this.#version && this.#version.at === this.#version.questions.length - 1;
    const card = new QuestionCard(question, {
      check: (answer, attempt) => this.#run(() => this.#check(card, answer, attempt, signal)),
      show: () => this.#run(() => this.#check(card, null, 1, signal)),
      next: () => this.#run(() => this.#next(unit, signal)),
      nextWords: isLast ? "Finish" : "Next question",
    });
    const title = unit.forms.find(({ key }) => key === form)?.title ?? form;
    const place = this.#version ? `${this.#version.at + 1} of ${this.#version.questions.length}: ` : "";
    this.place.replaceChildren(make("h3", { text: place + title }), card.element);
    this.app.updateAddress();
    if (isNext) {
      card.focus();
      this.place.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {Api.UnitEntry} unit @param {AbortSignal} signal */
  async #next(unit, signal) {
    if (!this.#version) return void (await this.#ask(unit, this.#draw(unit), signal, true));
    const { questions, at } = this.#version;
    if (at + 1 === questions.length) return void this.#finish();
    this.#version.at += 1;
    await this.#ask(unit, questions[at + 1], signal, true);
  }

  /** All questions of a version were asked. */
  #finish() {
    if (!this.#version) return;
    const { number, questions } = this.#version;
    const words = make("p.question-text", {
      text: `Version ${number}: ${scoreWords(this.results.scoreOf(questions))}`,
      tabindex: "-1",
    });
    this.place.replaceChildren(words);
    words.focus();
  }

  /** Grade an answer; null skips the question, and shows its answer. @param {QuestionCard} card @param {?string} answer @param {1|2} attempt @param {AbortSignal} signal */
  async #check(card, answer, attempt, signal) {
    const { form, seed, text } = card.question;
    const grade = await post("exercise/grade", { form, seed, answer, attempt }, { signal });
    if (signal.aborted) return;
    if (answer === null) Object.assign(grade, { verdict: "skipped", message: `The answer is ${grade.answer}.` });
    if (grade.verdict !== "unreadable" && grade.verdict !== "again") {
      this.results.add({ form, seed, text, typed: answer ?? "", verdict: grade.verdict, answer: grade.answer });
    }
    card.showGrade(grade);
    if (["right", "second"].includes(grade.verdict)) card.offer(button("Challenge a friend", () => this.#send(card)));
    this.#showScore();
  }

  /** Copy a link to a question. @param {QuestionCard} card */
  async #send({ question: { form, seed } }) {
    const hash = writeAddress("exercises", { form, seed: String(seed) }, this.topic);
    await copyLink(this.app, new URL(hash, location.href).href, "the question: send it to a friend", this.notice);
  }

  async #run(/** @type {() => unknown} */ action) {
    this.notice.clear();
    try {
      await action();
    } catch (error) {
      if (!isAborted(error)) this.notice.error(error);
    }
  }

  #showScore() {
    this.score.textContent = this.#scoreWords(this.topic) || "No answers yet";
  }

  #scoreWords(/** @type {string} */ unit) {
    const score = this.results.score(unit);
    return score.answered ? scoreWords(score) : "";
  }

  #tools() {
    const clear = () => {
      this.results.clear();
      if (this.topic) this.#showScore();
      else this.#showOverview();
    };
    return make(
      "div.row.exercise-tools",
      button("Export results", () => this.results.export()),
      askingButton("Clear my results", "Clear all results?", clear),
    );
  }
}

/** "3 of 4 answers right, 1 at the second try." @param {{answered: number, right: number, second: number}} values */
function scoreWords({ answered, right, second }) {
  return `${right} of ${count(answered, "answer")} right${second ? `, ${second} at the second try` : ""}.`;
}

/** @param {number} value @param {number} least @param {number} most */
function isWhole(value, least, most) {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** A paragraph of a unit; boards are drawn. @param {Api.ParagraphRecord} values */
function paragraphElement({ text, boards }) {
  if (boards.length) return make("div.question-boards", ...boards.map((board) => boardFigure(board)));
  return text.startsWith("    ") ? make("pre.unit-block", { text: text.replace(/^ {4}/gm, "") }) : make("p", { text });
}
