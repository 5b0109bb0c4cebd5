/** One question: its text, boards, tree and table, the field for the answer, and the verdict. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { button, make } from "./dom.js";
import { sentence } from "./words.js";

const VERDICTS = { right: "is-right", wrong: "is-wrong", unreadable: "is-wrong", skipped: "is-plain" };
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Shows a question. Calls `check(answer)` with what was answered, and `next()` for the next question. */
export class QuestionCard {
  #input = null;
  #isBusy = false;

  /**
   * @param {object} question a response of /api/exercise
   * @param {{check: (answer: string) => Promise<void>, show: () => Promise<void>, next: () => Promise<void>}} actions
   */
  constructor(question, { check, show, next }) {
    this.question = question;
    this.nextButton = button("Next question", () => this.#act(next), { hidden: true, kind: "is-main" });
    this.checkButton = make("button.taquin-button.page-button.is-main", { type: "submit", text: "Check" });
    this.showButton = button("Show the answer", () => this.#act(show));
    this.verdict = make("div.verdict", { role: "status" });
    this.form = make(
      "form.answer-form", { on: { submit: (event) => this.#submit(event, check) } },
      this.#field(),
      make("div.row", {}, this.checkButton, this.showButton, this.nextButton),
    );
    this.text = make("p.question-text", { text: question.text, id: "question-text", tabindex: "-1" });
    this.element = make("div.question", {}, this.text, ...this.#figures(), this.form, this.verdict);
  }

  /** Move the focus to the answer. */
  focus() {
    this.#input?.focus({ preventScroll: true });
  }

  /** Show a grade; an answer that cannot be read can be corrected. @param {object} grade of /api/exercise/grade */
  showGrade({ verdict, message, explanation }) {
    const isOver = verdict !== "unreadable";
    this.verdict.className = `verdict ${VERDICTS[verdict]}`;
    this.verdict.replaceChildren(make("p.verdict-head", { text: isOver ? message : `${sentence(message)}.` }));
    if (explanation) this.verdict.append(make("p", { text: explanation }));
    if (!isOver) return void this.#input.focus();
    for (const control of this.form.querySelectorAll("input")) control.disabled = true;
    this.checkButton.hidden = true;
    this.showButton.hidden = true;
    this.nextButton.hidden = false;
    this.nextButton.focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  #submit(event, check) {
    event.preventDefault();
    if (this.checkButton.hidden) return;
    const chosen = this.form.querySelector("input:checked");
    const answer = chosen ? chosen.value : this.question.kind === "choice" ? "" : this.#input.value;
    this.#act(() => check(answer));
  }

  /** One action at a time: a second Enter while the server grades must not count as a second answer. */
  async #act(action) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    await action();
    this.#isBusy = false;
  }

  #field() {
    const { kind, choices, expects } = this.question;
    if (kind === "choice") {
      const option = (text, place) => {
        const radio = make("input", { type: "radio", name: "choice", value: LETTERS[place] });
        this.#input ??= radio;
        return make("label.choice", {}, radio, make("span.choice-letter", { text: `${LETTERS[place]})` }), text);
      };
      return make("fieldset.choices", { "aria-describedby": "question-text" }, make("legend", { text: "Your answer" }), ...choices.map(option));
    }
    const mode = kind === "number" ? "decimal" : "text";
    this.#input = make("input.entry", {
      id: "answer", type: "text", inputmode: mode, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-describedby": "question-text answer-help",
    });
    return make(
      "div.field", {}, make("label", { for: "answer", text: "Your answer" }), this.#input,
      make("small.help", { id: "answer-help", text: `${sentence(expects)}.` }),
    );
  }

  #figures() {
    const { boards, picture, table } = this.question;
    return [
      boards.length > 0 && make("div.question-boards", {}, ...boards.map(boardFigure)),
      picture && treeFigure(picture),
      table && make("div.scroller", {}, tableOf(table)),
    ];
  }
}

function boardFigure({ label, rows }) {
  const figure = make("figure.question-board", {}, make("figcaption", { text: label }));
  const board = Board.parse(rows.map((row) => row.join(" ")).join(" / "), [rows.length, rows[0].length]);
  new BoardView(figure, { board, goal: null, isPlayable: false, label });
  return figure;
}

/** The tree in the colours of both themes; the style sheet shows one of them. */
function treeFigure({ light, dark, description }) {
  const image = (svg, kind) => make(`img.question-tree.${kind}`, {
    src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`, alt: description,
  });
  return make("div.scroller.tree-scroller", { tabindex: "0", role: "region", "aria-label": "Search tree" },
    image(light, "for-light"), image(dark, "for-dark"));
}

function tableOf({ headers, rows }) {
  const cells = (tag, texts) => texts.map((text) => make(tag, { text, scope: tag === "th" ? "col" : null }));
  return make(
    "table.question-table", {},
    make("thead", {}, make("tr", {}, ...cells("th", headers))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row)))),
  );
}
