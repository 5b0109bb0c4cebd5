/**
 * Questions before each step: which node is next, the value of a child, whether a child is a duplicate. The answers and
 * the explanations come from the server, in `predictions` of the record.
 */

import { MOVES } from "../modules/board.js";
import { button, copyOf, make, part } from "./dom.js";

export const QUESTIONS = [
  ["", "No questions"],
  ["next", "Ask: which is next?"],
  ["value", "Ask: value of a child"],
  ["duplicate", "Ask: is it a duplicate?"],
];
const MOST_MARKED = 80; // nodes

/** Asks about one search, and keeps the score. */
export class Prediction {
  right = 0;
  asked = 0;
  #control = new AbortController();
  /** @type {?{node: number, time: number, colour: "moved"|"pruned"}} */ #judged = null; // the node that was answered last
  #builtAt = -1; // the step whose question has its controls
  #judgedAt = -1; // the step that the last answer led to

  /** @param {Search} search @param {string} kind one of QUESTIONS */
  constructor(search, kind) {
    this.search = search;
    this.kind = kind;
    this.predictions = /** @type {Api.PredictionsRecord} */ (search.reader.record.predictions);
    this.element = copyOf("prediction");
    this.verdict = part(".verdict", this.element);
    this.question = part(".question", this.element);
    this.controls = part(".row", this.element);
    this.score = part(".score", this.element);
    search.hidesOrder = this.#asksForNode;
    search.tree.picksByEnter = this.#asksForNode;
    const { signal } = this.#control;
    search.addEventListener("pick", ({ detail }) => this.#asksForNode && this.#answerNode(detail.node), { signal });
    search.addEventListener("change", () => this.show(), { signal });
    search.show();
  }

  get #asksForNode() {
    return this.kind === "next" && this.predictions.asks === "node";
  }

  /** Which question is open now. */
  get #at() {
    return this.search.time;
  }

  /** The texts of the open question; nothing where there is none. */
  get #open() {
    const { predictions } = this;
    const at = this.#at;
    if (this.kind === "next") {
      if (predictions.answer[at] === undefined) return null;
      return { question: predictions.question, answer: predictions.answer[at], why: predictions.why[at] };
    }
    const { question, answer, why } = predictions[/** @type {"value"|"duplicate"} */ (this.kind)];
    return question[at] ? { question: question[at], answer: answer[at], why: why[at] } : null;
  }

  /** Show the open question. */
  show() {
    const open = this.#open;
    const { search } = this;
    const isOver = search.reader.isOver;
    this.question.textContent =
      open?.question ?? (isOver ? "The search is over." : "No question at this step: go one step forward.");
    this.score.textContent = this.asked ? `${this.right} of ${this.asked} right` : "";
    if (this.#judgedAt !== search.time) this.verdict.textContent = ""; // it is about another step
    if (this.#builtAt !== search.time) this.#build(open);
    const waiting = this.#asksForNode && open ? [...search.reader.waiting].slice(0, MOST_MARKED) : [];
    search.tree.marks = new Map(waiting.map((node) => [node, "home"]));
    if (this.#judged && this.#judged.time === search.time) search.tree.marks.set(this.#judged.node, this.#judged.colour);
    search.tree.draw();
  }

  /** The controls for another question: a value that is typed stays until then. @param {?object} open */
  #build(open) {
    this.#builtAt = this.search.time;
    const hadFocus = this.controls.contains(document.activeElement);
    this.controls.replaceChildren(...(open ? this.#controls() : []));
    if (hadFocus) part("input, button", this.controls)?.focus({ preventScroll: true });
  }

  /** No more questions. */
  end() {
    this.search.hidesOrder = false;
    this.search.tree.picksByEnter = false;
    this.search.tree.marks = new Map();
    this.#control.abort();
    this.element.remove();
    this.search.show();
  }

  #controls() {
    if (this.#asksForNode) return [make("span.help", "Click a node in the tree or in the list, or press Enter on it.")];
    if (this.kind === "duplicate") return ["yes", "no"].map((word) => button(word, () => this.#answer(word, word)));
    if (this.kind === "next") return this.#moveButtons();
    const entry = make("input.entry.is-short", { type: "number", step: "any", "aria-label": "Answer" });
    const answer = () => entry.value !== "" && this.#answer(Number(entry.value), entry.value);
    entry.addEventListener("keydown", (event) => event.key === "Enter" && answer());
    return [entry, button("Answer", answer, { kind: "is-main" })];
  }

  /** The moves of a local search: those that the board allows, and none. */
  #moveButtons() {
    const { reader } = this.search;
    const board = reader.board(reader.step?.current ?? reader.roots[0]);
    const moves = (board?.moves() ?? Object.keys(MOVES)).map((letter) => [letter, MOVES[letter].word]);
    return [...moves, ["", "None: it stops"]].map(([letter, words]) => button(words, () => this.#answer(letter, words)));
  }

  #answerNode(/** @type {number} */ node) {
    const open = this.#open;
    if (!open) return;
    if (node !== open.answer && !this.search.reader.waiting.has(node)) {
      this.verdict.className = "verdict";
      this.verdict.textContent = `Node ${node} cannot be next: it is not waiting. This is not counted as an answer.`;
      this.#judgedAt = this.search.time;
      return;
    }
    const facts = this.search.reader.facts(node).join(", ");
    this.#judge(node === open.answer, `Not node ${node} (${facts}).`, open.why, node);
  }

  /** @param {string|number} value @param {string} words */
  #answer(value, words) {
    const open = this.#open;
    if (!open) return;
    const isRight =
      typeof value === "number"
        ? Math.abs(value - Number(String(open.answer).replaceAll(",", ""))) < 0.006
        : value === open.answer;
    this.#judge(isRight, `Not ${words}.`, open.why, -1);
  }

  /**
   * Say whether it is right, count it, and make the step.
   * @param {boolean} isRight @param {string} refusal @param {string} why @param {number} node
   */
  #judge(isRight, refusal, why, node) {
    this.asked += 1;
    if (isRight) this.right += 1;
    this.verdict.className = `verdict ${isRight ? "is-right" : "is-wrong"}`;
    const { search } = this;
    this.verdict.textContent = `Step ${search.time + 1}: ${isRight ? "Right." : refusal} ${why}`;
    this.#judgedAt = search.time + 1;
    this.#judged = node < 0 ? null : { node, time: search.time + 1, colour: isRight ? "moved" : "pruned" };
    search.transport.step(1);
    search.show();
    search.side.scrollTop = 0;
  }
}
