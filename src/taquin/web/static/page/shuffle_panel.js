/** New boards of any size: uniform, by random moves, or of a chosen difficulty. */

import { Board } from "../modules/board.js";
import { asShown, isAborted, isStatic, post } from "./api.js";
import { make, button, field, numberEntry, part, select } from "./dom.js";
import { Notice } from "./notice.js";
import { count, nounOf } from "./words.js";

const KINDS = [
  ["uniform", "Uniform: every board equally likely"],
  ["moves", "By a number of random moves"],
  ["depth", "At an exact distance from the goal"],
  ["harder_than", "Farther than a distance from the goal"],
];
const GRADED = ["depth", "harder_than"];
const SMALLEST = 2;
const SEARCHED = { moves: 60, slides: 36 }; // the farthest boards that are found quickly where no table has them

/** Makes new boards for the session. */
export class ShufflePanel {
  /** @type {?{radius: number, counts: ?number[]}} */ #depths = null;
  #asked = "";
  #control = new AbortController();
  /** How its last board was chosen, as records say it. */
  kind = "uniform";

  /** @param {{session: Session, registry: Api.RegistryRecord}} app */
  constructor({ session, registry }) {
    this.session = session;
    this.registry = registry;
    const sides = Array.from({ length: registry.limits.side - SMALLEST + 1 }, (_, index) => index + SMALLEST);
    this.rows = select(sides, session.board.rows, () => this.shuffle());
    this.columns = select(sides, session.board.columns, () => this.shuffle());
    this.kinds = select(KINDS, "uniform", () => this.#showKind());
    this.moves = numberEntry({ min: 0, max: 100000, step: 1, value: 30 });
    const on = { input: () => this.#sayDepth() };
    this.depth = make("input.taquin-slider", { type: "range", min: 0, max: 31, value: 20, on });
    this.movesField = field("Random moves from the goal", this.moves);
    this.depthField = field("Length of the shortest solution", this.depth, " ");
    this.notice = new Notice();
    this.element = make(
      "div.stack",
      make("div.row", field("Rows", this.rows), field("Columns", this.columns)),
      this.notice.element,
      field("Kind", this.kinds),
      this.movesField,
      this.depthField,
      make(
        "div.row",
        button("Shuffle", () => this.shuffle(), { kind: "is-main" }),
      ),
    );
    session.addEventListener("change", ({ detail }) => (detail.puzzle || detail.metric) && this.#follow());
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
      const isGraded = GRADED.includes(kind);
      const amount = Number((isGraded ? this.depth : this.moves).value);
      const metric = isGraded ? { metric: session.metric } : {};
      const wanted = kind === "uniform" ? { count: 2 } : { [kind]: amount, ...metric };
      this.#control.abort();
      this.#control = new AbortController();
      const { signal } = this.#control;
      const response = await post("random", { size: `${rows}x${columns}`, goal, ...wanted }, { signal });
      this.notice.clear();
      this.kind = isGraded ? "depth" : kind;
      const others = response.boards.filter((text) => text !== response.goal); // one of 12 boards of 2×2 is the goal
      const board = others.find((text) => text !== session.board.text) ?? others[0] ?? response.boards[0];
      await session.take(Board.parse(board, [rows, columns]), this, true);
    } catch (error) {
      if (isAborted(error)) return; // another board was asked for
      this.#refuse(error); // the size stays: 4×3 may be refused on the way from 3×3 to 4×4
    }
  }

  /** Set the controls to the current board. */
  #follow() {
    const { board } = this.session;
    this.notice.clear();
    this.rows.value = String(board.rows);
    this.columns.value = String(board.columns);
    const { depth_sizes: tables, searched_sizes: searched } = this.registry;
    const isKnown = [...tables, ...searched].includes(this.session.size);
    KINDS.forEach(([kind, words], place) => {
      if (!GRADED.includes(kind)) return;
      this.kinds.options[place].disabled = !isKnown;
      this.kinds.options[place].textContent = isKnown ? words : `${words} (small boards only)`;
    });
    if (!isKnown && GRADED.includes(this.kinds.value)) this.kinds.value = "uniform";
    this.#showKind();
  }

  #showKind() {
    this.movesField.hidden = this.kinds.value !== "moves";
    const isGraded = GRADED.includes(this.kinds.value);
    this.depthField.hidden = !isGraded;
    if (isGraded) this.#askDepths().then(() => this.#sayDepth());
  }

  async #askDepths() {
    const { size, goal, metric } = this.session;
    const query = { size, goal: goal.text, metric };
    const key = JSON.stringify(query);
    if (this.#asked === key) return;
    this.#asked = key;
    try {
      const isSearched = this.registry.searched_sizes.includes(size);
      this.#depths = isSearched ? { radius: SEARCHED[metric], counts: null } : await post("depths", query);
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Show why there are no boards. What a terminal could build does not reach the page without a server. */
  #refuse(/** @type {unknown} */ error) {
    if (isStatic) this.notice.bad(asShown(error).message, "Choose another size or kind.");
    else this.notice.error(error);
  }

  #sayDepth() {
    const { radius, counts } = this.#depths ?? { radius: Number(this.depth.max), counts: null };
    const isHarder = this.kinds.value === "harder_than";
    this.depth.max = String(counts && isHarder ? radius - 1 : radius); // no board is farther than the maximum
    const depth = Number(this.depth.value);
    const boards = (isHarder ? counts?.slice(depth + 1) : counts?.slice(depth, depth + 1)) ?? [];
    const total = boards.reduce((sum, boardCount) => sum + boardCount, 0);
    const number = counts ? `: ${count(total, "board")}` : "";
    const hardest = counts ? `; the maximum is ${radius}` : "";
    const words = `${isHarder ? "more than " : ""}${count(depth, nounOf(this.session.metric))}${number}${hardest}.`;
    this.depth.setAttribute("aria-valuetext", words);
    const help = part(".help", this.depthField);
    help.hidden = false;
    help.textContent = words;
  }
}
