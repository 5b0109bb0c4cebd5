/** Exercises: the units of the course, each with a text and questions that are graded at once. */

import { get, isAborted, post } from "./api.js";
import { askingButton, button, make } from "./dom.js";
import { ExerciseResults } from "./exercise_results.js";
import { Notice } from "./notice.js";
import { QuestionCard } from "./question_card.js";
import { count, ended } from "./words.js";

const VARIANTS = 1_000_000; // seeds are below this, short enough for a link

/** The view with the course. */
export class ExerciseView {
  title = "Exercises";
  topic = "";
  #units = null;
  #question = null; // { form, seed } of the question that is shown
  #waiting = []; // forms of the unit that were not asked yet
  #control = new AbortController();

  /** @param {object} app */
  constructor(app) {
    this.app = app;
    this.results = new ExerciseResults();
    this.heading = make("h1", { text: "Exercises", tabindex: "-1" });
    this.lead = make("p.lead", {
      text: "Read a unit, then answer questions about it. Every answer is graded and explained at once. "
        + "Results stay in this browser.",
    });
    this.notice = new Notice();
    this.contents = make("nav.contents", { "aria-label": "Units" });
    this.page = make("article.lesson.unit");
    this.element = make(
      "div.view.learn.exercises", {},
      make("div.lesson-head", {}, this.heading, this.lead),
      make("div.lesson-columns", {}, this.contents, make("div.results", {}, this.notice.element, this.page)),
    );
  }

  /** What the address carries: the question, so that a link opens the same one. */
  get values() {
    return this.#question ? { form: this.#question.form, seed: String(this.#question.seed) } : {};
  }

  /** The view is shown, at the unit and the question that the address names. */
  async enter({ topic, values }) {
    this.#control.abort();
    this.#control = new AbortController();
    const { signal } = this.#control;
    this.notice.clear();
    try {
      this.#units ??= (await get("course")).units;
      if (signal.aborted) return;
      const unit = this.#units.find(({ key }) => key === topic);
      if (topic && !unit) this.notice.bad(`There is no unit "${topic.slice(0, 40)}".`, "All units are listed below.");
      this.#name(unit);
      if (!unit) return void this.#showOverview();
      const form = values.get("form");
      const seed = Number(values.get("seed"));
      const isSame = this.topic === unit.key && this.#question?.form === form && this.#question?.seed === seed;
      if (isSame) return;
      this.topic = unit.key;
      this.#waiting = [];
      const named = unit.forms.some(({ key }) => key === form) && Number.isInteger(seed) ? { form, seed } : null;
      if (form && !named) this.notice.bad(`This unit has no question "${form.slice(0, 40)}".`, "Here is another one.");
      await this.#showUnit(unit, named, signal);
    } catch (error) {
      if (!isAborted(error)) this.notice.error(error);
    }
  }

  /** Another view is shown. */
  leave() {
    if (!this.#units) this.#control.abort(); // or the course would name the page of another view
  }

  #name(unit) {
    this.title = unit ? unit.title : "Exercises";
    document.title = `${this.title} · Taquin`;
    this.heading.textContent = this.title;
    this.lead.hidden = Boolean(unit);
    this.element.classList.toggle("has-lesson", Boolean(unit));
    const link = ({ key, title }) => make(
      "li", {}, make("a", { href: `#exercises/${key}`, text: title, "aria-current": key === unit?.key ? "page" : null }),
    );
    this.contents.replaceChildren(make("h2", { text: "Units" }), make("ol.unit-list", {}, ...this.#units.map(link)));
  }

  #showOverview() {
    this.topic = "";
    this.#question = null;
    const card = ({ key, title, summary, forms }, place) => make(
      "li", {},
      make("a", { href: `#exercises/${key}`, text: `${place + 1}. ${title}` }),
      make("p", { text: ended(summary) }),
      make("p", { text: `${count(forms.length, "question type")}. ${this.#scoreWords(key)}` }),
    );
    this.page.replaceChildren(make("ul.cards", {}, ...this.#units.map(card)), this.#tools());
    this.app.updateAddress();
  }

  async #showUnit(unit, named, signal) {
    const text = make("details.unit-text", { open: !named }, make("summary", { text: "The unit in brief" }));
    this.place = make("section.question-place", { "aria-label": "Question" });
    this.score = make("p.score", { role: "status" });
    const questions = make("div.unit-questions", {}, make("h2", { text: "Questions" }), this.score, this.place, this.#tools());
    this.page.replaceChildren(text, questions);
    this.#showScore();
    const { paragraphs } = await post("course/unit", { unit: unit.key }, { signal });
    if (signal.aborted) return;
    text.append(...paragraphs.map((paragraph) => (
      paragraph.startsWith("    ") ? make("pre.unit-block", { text: paragraph.replace(/^ {4}/gm, "") }) : make("p", { text: paragraph })
    )));
    await this.#ask(unit, named ?? this.#draw(unit), signal);
  }

  /** The next form of the unit, each once before one comes again, with a new seed. */
  #draw(unit) {
    if (!this.#waiting.length) this.#waiting = unit.forms.map(({ key }) => key).sort(() => Math.random() - 0.5);
    return { form: this.#waiting.pop(), seed: Math.floor(Math.random() * VARIANTS) };
  }

  async #ask(unit, { form, seed }, signal, isNext = false) {
    const question = await post("exercise", { form, seed }, { signal });
    if (signal.aborted) return;
    this.#question = { form, seed };
    const card = new QuestionCard(question, {
      check: (answer) => this.#run(() => this.#check(card, answer, signal)),
      show: () => this.#run(() => this.#reveal(card, signal)),
      next: () => this.#run(() => this.#ask(unit, this.#draw(unit), signal, true)),
    });
    const { title } = unit.forms.find(({ key }) => key === form);
    this.place.replaceChildren(make("h3", { text: title }), card.element);
    this.app.updateAddress();
    if (isNext) {
      card.focus();
      this.place.scrollIntoView({ block: "nearest" });
    }
  }

  async #check(card, answer, signal) {
    const { form, seed, text } = card.question;
    const grade = await post("exercise/grade", { form, seed, answer }, { signal });
    if (signal.aborted) return;
    if (grade.verdict !== "unreadable") {
      this.results.add({ form, seed, text, typed: answer, verdict: grade.verdict, answer: grade.answer });
    }
    card.showGrade(grade);
    this.#showScore();
  }

  /** Show the answer of a question that is skipped. */
  async #reveal(card, signal) {
    const { form, seed, text } = card.question;
    const { answer, explanation } = await post("exercise/grade", { form, seed, answer: null }, { signal });
    if (signal.aborted) return;
    this.results.add({ form, seed, text, typed: "", verdict: "skipped", answer });
    card.showGrade({ verdict: "skipped", message: `The answer is ${answer}.`, explanation });
    this.#showScore();
  }

  async #run(action) {
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

  #scoreWords(unit) {
    const { answered, right } = this.results.score(unit);
    return answered ? `${right} of ${count(answered, "answer")} right.` : "";
  }

  #tools() {
    const clear = () => {
      this.results.clear();
      if (this.topic) this.#showScore();
      else this.#showOverview();
    };
    return make(
      "div.row.exercise-tools", {},
      button("Export results", () => this.results.export()),
      askingButton("Clear my results", "Clear all results?", clear),
      make("p.help", {}, "For printing, with an answer key: ", make("code", {
        text: `taquin worksheet ${this.topic ? `${this.topic} ` : ""}-o sheet.pdf`,
      })),
    );
  }
}
