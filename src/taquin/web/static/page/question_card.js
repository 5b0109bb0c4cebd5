/** One question: its text, boards, tree and table, the answer, and the verdict. */

import { isTouched } from "../modules/elements.js";
import { AnswerField } from "./answer_field.js";
import { button, make } from "./dom.js";
import { questionFigures } from "./question_figures.js";
import { sentence } from "./words.js";

const VERDICTS = {
  right: "is-right",
  second: "is-right",
  again: "is-again",
  wrong: "is-wrong",
  unreadable: "is-wrong",
  skipped: "is-plain",
};

/** @typedef {(answer: string, attempt: 1|2) => Promise<void>} Check */

/** Shows a question. Calls `check(answer, attempt)` with what was answered, and `next()` for the next question. */
export class QuestionCard {
  #isBusy = false;
  #attempt = /** @type {1|2} */ (1);

  /**
   * @param {Api.DrawnQuestion} question a response of /api/exercise
   * @param {object} actions
   * @param {Check} actions.check
   * @param {() => Promise<void>} actions.show
   * @param {() => Promise<void>} actions.next
   * @param {string} [actions.nextWords] the text of the button for the next question
   */
  constructor(question, { check, show, next, nextWords = "Next question" }) {
    this.question = question;
    this.answer = new AnswerField(question);
    this.nextButton = button(nextWords, () => this.#act(next), { hidden: true, kind: "is-main" });
    this.checkButton = make("button.taquin-button.page-button.is-main", { type: "submit", text: "Check" });
    this.showButton = button("Show the answer", () => this.#act(show));
    this.verdict = make("div.verdict", { role: "status" });
    this.form = make(
      "form.answer-form",
      { id: "answer-form", on: { submit: (event) => this.#submit(event, check) } },
      this.answer.element,
      make("div.row", this.checkButton, this.showButton, this.nextButton),
    );
    this.text = make("p.question-text", { text: question.text, id: "question-text", tabindex: "-1" });
    this.element = make("div.question", this.text, ...questionFigures(question, this.answer), this.form, this.verdict);
  }

  /** Move the focus to the answer. */
  focus() {
    this.answer.focus();
  }

  /** Show a grade. An answer that cannot be read, and a wrong first one, can be corrected. @param {Api.Grade} grade of /api/exercise/grade */
  showGrade({ verdict, message, explanation }) {
    const isOver = verdict !== "unreadable" && verdict !== "again";
    this.verdict.className = `verdict ${VERDICTS[verdict]}`;
    this.verdict.replaceChildren(make("p.verdict-head", verdict === "unreadable" ? `${sentence(message)}.` : message));
    if (explanation) this.verdict.append(make("p", explanation));
    this.verdict.scrollIntoView({ block: "nearest" });
    if (verdict === "again") this.#attempt = 2;
    if (!isOver) return void this.#tryAgain();
    /** @type {NodeListOf<HTMLInputElement|HTMLButtonElement>} */
    const controls = this.element.querySelectorAll("input, .touch, .order-item");
    for (const control of controls) control.disabled = true;
    this.answer.dispatchEvent(new Event("close"));
    this.checkButton.hidden = true;
    this.showButton.hidden = true;
    this.nextButton.hidden = false;
    this.nextButton.focus({ preventScroll: true });
  }

  /** Add a button for a question that was answered. @param {HTMLButtonElement} action */
  offer(action) {
    this.nextButton.after(action);
  }

  /** Go back to the answer. On a touch screen the focus would open a keyboard over the hint. */
  #tryAgain() {
    if (!isTouched()) (this.#emptyBlank() ?? this.answer).focus({ preventScroll: true });
  }

  /** The first blank of the tree that is empty, if there is one. */
  #emptyBlank() {
    /** @type {NodeListOf<HTMLInputElement>} */ const blanks = this.element.querySelectorAll(".blank");
    return [...blanks].find(({ value }) => !value);
  }

  /** @param {Event} event @param {Check} check */
  #submit(event, check) {
    event.preventDefault();
    if (!this.checkButton.hidden) this.#act(() => check(this.answer.value, this.#attempt));
  }

  /** One action at a time: a second Enter while the server grades must not count as a second answer. */
  async #act(/** @type {() => Promise<void>} */ action) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await action();
    this.#isBusy = false;
  }
}
