/** New boards of any size: uniform, by random moves, or at an exact distance. */

import { Board } from "../modules/board.js";
import { isAborted, post } from "./api.js";
import { make, button, field, select } from "./dom.js";
import { Notice } from "./notice.js";
import { count } from "./words.js";

const KINDS = [
  ["uniform", "Uniform: every board equally likely"],
  ["moves", "By a number of random moves"],
  ["depth", "At an exact distance from the goal"],
];
const SMALLEST = 2;

/** Makes new boards for the session. */
export class ShufflePanel {
  #depths = null;
  #asked = "";
  #control = new AbortController();
  /** How its last board was chosen, as records say it. */
  kind = "uniform";

  /** @param {{session: import("./session.js").Session, registry: object}} app */
  constructor({ session, registry }) {
    this.session = session;
    this.registry = registry;
    const sides = Array.from({ length: registry.limits.side - SMALLEST + 1 }, (_, index) => index + SMALLEST);
    this.rows = select(sides, session.board.rows, () => this.shuffle());
    this.columns = select(sides, session.board.columns, () => this.shuffle());
    this.kinds = select(KINDS, "uniform", () => this.#showKind());
    this.moves = make("input.entry", { type: "number", min: 0, max: 100000, step: 1, value: 30 });
    const on = { input: () => this.#sayDepth() };
    this.depth = make("input.taquin-slider", { type: "range", min: 0, max: 31, value: 20, on });
    this.movesField = field("Random moves from the goal", this.moves);
    this.depthField = field("Moves in the shortest solution", this.depth, " ");
    this.notice = new Notice();
    this.element = make(
      "div.stack", {},
      make("div.row", {}, field("Rows", this.rows), field("Columns", this.columns)),
      field("Kind", this.kinds),
      this.movesField, this.depthField,
      make("div.row", {}, button("Shuffle", () => this.shuffle(), { kind: "is-main" })),
      this.notice.element,
    );
    session.addEventListener("change", ({ detail }) => detail.puzzle && this.#follow());
    this.#follow();
  }

  /** Make a new board with the values of the controls. */
  async shuffle() {
    const { session } = this;
    const [rows, columns] = [Number(this.rows.value), Number(this.columns.value)];
    const kind = this.kinds.value;
    try {
      const isSame = rows === session.board.rows && columns === session.board.columns;
      const goal = isSame ? session.goal.text : session.goalName || "standard";
      const wanted = kind === "uniform" ? { count: 2 } : { [kind]: Number(this[kind].value) };
      this.#control.abort();
      this.#control = new AbortController();
      const { signal } = this.#control;
      const found = await post("random", { size: `${rows}x${columns}`, goal, ...wanted }, { signal });
      this.notice.clear();
      this.kind = kind;
      const board = found.boards.find((text) => text !== found.goal) ?? found.boards[0]; // one of 12 is the goal on 2×2
      await session.take(Board.parse(board, [rows, columns]), this);
    } catch (error) {
      if (isAborted(error)) return; // another board was asked for
      this.notice.error(error);
      this.#follow();
    }
  }

  /** Set the controls to the present board. */
  #follow() {
    const { board } = this.session;
    this.rows.value = String(board.rows);
    this.columns.value = String(board.columns);
    const isKnown = this.registry.depth_sizes.includes(this.session.size);
    const option = this.kinds.options[2];
    option.disabled = !isKnown;
    option.textContent = isKnown ? KINDS[2][1] : `${KINDS[2][1]} (small boards only)`;
    if (!isKnown && this.kinds.value === "depth") this.kinds.value = "uniform";
    this.#showKind();
  }

  #showKind() {
    this.movesField.hidden = this.kinds.value !== "moves";
    this.depthField.hidden = this.kinds.value !== "depth";
    if (this.kinds.value === "depth") this.#askDepths();
  }

  async #askDepths() {
    const query = { size: this.session.size, goal: this.session.goal.text };
    const key = JSON.stringify(query);
    if (this.#asked === key) return;
    this.#asked = key;
    try {
      this.#depths = await post("depths", query);
      this.depth.max = String(this.#depths.radius);
      this.#sayDepth();
    } catch (error) {
      this.notice.error(error);
    }
  }

  #sayDepth() {
    const depth = Number(this.depth.value);
    const boards = this.#depths?.counts[depth] ?? 0;
    const hardest = this.#depths ? `; the maximum is ${this.#depths.radius}` : "";
    const words = `${count(depth, "move")}: ${count(boards, "board")}${hardest}.`;
    this.depth.setAttribute("aria-valuetext", words);
    const help = this.depthField.querySelector(".help");
    help.hidden = false;
    help.textContent = words;
  }
}
