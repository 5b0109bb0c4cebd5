/** Where an answer is written: choices, or a text that can also be made by touching the figures of the question. */

import { make } from "./dom.js";
import { sentence } from "./words.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** @type {Record<string, string[]>} */ const HELP = {
  nodes: ["Click the node in the tree", "Click the nodes in the tree"],
  rows: ["Click the row of the table", "Click the rows of the table"],
  names: ["Click the name", "Click the names"],
  tiles: ["Click the tile on the board", "Click the tiles on the board"],
  cells: ["Click the cell on the board", "Click the cells on the board"],
  swaps: ["Click two cells of your board to swap them", ""],
  blanks: ["Fill in the blanks of the tree", "Fill in the blanks of the tree"],
  moves: ["Play on the board", "Play on the board"],
}; // for one item, and for several
/** @type {Record<string, number>} */ const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The answer to a question. Event `change`. */
export class AnswerField extends EventTarget {
  /** @param {Api.DrawnQuestion} question a response of /api/exercise */
  constructor(question) {
    super();
    this.question = question;
    const isChoice = question.kind === "choice";
    this.isList = question.kind === "list" && ["nodes", "rows", "names", "tiles", "cells"].includes(question.touch);
    this.order = make("ol.order", { "aria-label": "Items of the answer", hidden: true });
    this.input = isChoice ? make("input", { type: "radio", name: "choice", value: LETTERS[0] }) : this.#entry();
    this.element = isChoice ? this.#choices() : this.#text();
  }

  /** What was answered, as text. */
  get value() {
    if (this.question.kind !== "choice") return this.input.value;
    /** @type {?HTMLInputElement} */ const chosen = this.element.querySelector("input:checked");
    return chosen?.value ?? "";
  }

  set value(text) {
    this.input.value = text;
    this.#changed();
  }

  /** The parts of the text. @returns {string[]} */
  get items() {
    return this.input.value.split(/[\s,;]+/).filter(Boolean);
  }

  set items(items) {
    this.value = items.join(" ");
  }

  /** A node, a row, a name, a tile or a cell was touched: it is the answer, or it is added to the list. @param {string} item */
  touch(item) {
    const { items } = this;
    if (!this.isList) this.value = this.value === item ? "" : item;
    else if (!this.question.is_ordered && items.includes(item)) this.items = items.filter((other) => other !== item);
    else this.items = [...items, item];
  }

  /** Move the focus here. */
  focus() {
    this.input.focus({ preventScroll: true });
  }

  #choices() {
    const option = (/** @type {string} */ text, /** @type {number} */ place) => {
      const radio = place ? make("input", { type: "radio", name: "choice", value: LETTERS[place] }) : this.input;
      return make("label.choice", radio, make("span.choice-letter", `${LETTERS[place]})`), text);
    };
    return make(
      "fieldset.choices",
      { "aria-describedby": "question-text" },
      make("legend", "Your answer"),
      ...this.question.choices.map(option),
    );
  }

  #entry() {
    return make("input.entry", {
      id: "answer",
      type: "text",
      inputmode: this.question.kind === "number" ? "decimal" : "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": "question-text answer-help",
      on: { input: () => this.#changed() },
    });
  }

  #text() {
    const { touch, expects, is_ordered: ordered } = this.question;
    const touched = HELP[touch]
      ? `${HELP[touch][Number(this.isList)]}${this.isList && ordered ? " in order" : ""}, or type `
      : "";
    const moved = this.isList && ordered ? " Drag an item to move it, click it to remove it." : "";
    return make(
      "div.field",
      make("label", { for: "answer", text: "Your answer" }),
      this.order,
      this.input,
      make("small.help", { id: "answer-help", text: `${sentence(touched + expects)}.${moved}` }),
    );
  }

  #changed() {
    if (this.isList) this.#list(this.items);
    this.dispatchEvent(new Event("change"));
  }

  /** The items as buttons: a click or Delete removes one, dragging and the arrow keys move it. @param {string[]} items */
  #list(items) {
    this.order.hidden = !items.length;
    this.order.replaceChildren(
      ...items.map((item, place) =>
        make(
          "li",
          make("button.order-item", {
            type: "button",
            text: item,
            "aria-label": `${item}, item ${place + 1} of ${items.length}`,
            title: "Drag or use the arrow keys to move it; click it or press Delete to remove it",
            on: {
              click: () => this.#remove(place),
              keydown: (event) => this.#key(event, place),
              pointerdown: (event) => event.button === 0 && this.#drag(event),
            },
          }),
        ),
      ),
    );
  }

  #remove(/** @type {number} */ place) {
    this.items = this.items.filter((_, other) => other !== place);
    const left = this.order.querySelectorAll("button");
    (left[Math.min(place, left.length - 1)] ?? this.input).focus();
  }

  /** @param {KeyboardEvent} event @param {number} place */
  #key(event, place) {
    if (event.key === "Delete" || event.key === "Backspace") this.#remove(place);
    const target = place + (KEYS[event.key] ?? 0);
    if (target === place || target < 0 || target >= this.items.length) return;
    event.preventDefault();
    const { items } = this;
    items.splice(target, 0, ...items.splice(place, 1));
    this.items = items;
    this.order.querySelectorAll("button")[target].focus();
  }

  /** Follow the pointer. The others move around the item, which stays where it is in the document and keeps the pointer. */
  #drag(/** @type {PointerEvent} */ event) {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const item = /** @type {HTMLElement} */ (button.parentElement);
    let isMoved = false;
    button.setPointerCapture(event.pointerId);
    const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const over = [...this.order.children].find((other) => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
      });
      if (!over || over === item) return;
      isMoved = true;
      button.classList.add("is-dragged");
      const isAhead = isBefore(item, over);
      while (isBefore(item, over) === isAhead) {
        if (isAhead) item.before(/** @type {Element} */ (item.nextElementSibling));
        else item.after(/** @type {Element} */ (item.previousElementSibling));
      }
    };
    const end = () => {
      button.removeEventListener("pointermove", follow);
      button.classList.remove("is-dragged");
      if (!isMoved) return; // the click that follows removes it
      button.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      const places = [...this.order.children].map((item) => item.textContent);
      setTimeout(() => {
        this.items = places;
      }); // after that click
    };
    button.addEventListener("pointermove", follow);
    button.addEventListener("pointerup", end, { once: true });
    button.addEventListener("pointercancel", end, { once: true });
  }
}

/** Whether an element is before another one in the document. @param {Element} one @param {Element} other */
function isBefore(one, other) {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}
