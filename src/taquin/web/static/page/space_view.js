/** Space: all boards of a small puzzle by their distance from the goal, coloured by a search in the order of expansion. */

import { Board } from "../modules/board.js";
import { ARROWS, BoardView } from "../modules/board_view.js";
import { isCalm, isTouched } from "../modules/elements.js";
import { isAborted, streamResult } from "./api.js";
import { Transport } from "../modules/transport.js";
import { button, copyOf, make, part, section, workspace } from "./dom.js";
import { MethodForm } from "./method_form.js";
import { Notice } from "./notice.js";
import { PuzzleCard } from "./puzzle_card.js";
import { repairNotice } from "./repair.js";
import { SpaceCanvas } from "./space_canvas.js";
import { breadthFirst, listSpace } from "./space_search.js";
import { count, duration, ended, number, waitingWords } from "./words.js";

const MOST_CELLS = 9;
const DURATION = 10_000; // milliseconds in which a search is replayed at speed 1
const DELAY = 300; // milliseconds: a number that is typed runs the search once
const USUAL_METHOD = "astar(manhattan)";
const BREADTH_FIRST = "bfs"; // it is computed here, without waiting
const FARTHEST = "8 6 7 / 2 5 4 / 3 0 1"; // 31 moves from the goal: a search of it colours much
const RIVALS = [
  ["Breadth-first", BREADTH_FIRST],
  ["A* · Manhattan", USUAL_METHOD],
];
const HIDDEN = 100; // milliseconds to wait for a frame at most
const ZOOM = 1.5; // of a click or a key

/** The view of the whole space. */
export class SpaceView {
  title = "Space";
  topic = "";
  /** @type {string[]} */ static names = [];
  isStage = true;
  /** @type {?import("./space_map.js").Space} */ #space = null;
  #loaded = ""; // the goal of the space that is drawn
  #searched = "";
  /** @type {?AbortController} */ #control = null;
  /** @type {number[]} */ #places = [];
  #selected = -1;
  #timer = 0;

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.form = new MethodForm(app.registry, { hasAutomatic: false });
    this.canvas = new SpaceCanvas();
    this.notice = new Notice();
    this.facts = make("p.space-facts", { role: "status" });
    this.cancel = button("Cancel", () => this.#cancel(), { hidden: true });
    this.rivals = RIVALS.map(([name, method]) => button(name, () => this.#choose(method), { "data-method": method }));
    this.stage = copyOf("space");
    this.stage.prepend(this.notice.element);
    this.controls = part(".space-transport", this.stage);
    const rivals = make("div.row.space-rivals", { role: "group", "aria-label": "Colour the boards by" }, ...this.rivals);
    this.silhouette = part(".space-silhouette", this.stage);
    this.controls.before(make("div.space-head", this.facts, rivals, this.cancel), this.silhouette, this.canvas.element);
    const count = (/** @type {number} */ shown, /** @type {number} */ all) => `${number(shown)} of ${number(all)} expanded`;
    this.transport = new Transport(this.controls, { duration: DURATION, label: "Expansions", count, describe: count });
    this.transport.addEventListener("change", () => {
      this.canvas.shown = this.transport.position;
    });
    this.preview = make("div.small-board");
    this.board = new BoardView(this.preview, {
      board: this.session.board,
      goal: this.session.goal,
      isPlayable: false,
      label: "Selected board",
    });
    this.details = make("p", { role: "status" });
    this.canvas.element.setAttribute("role", "application");
    this.canvas.element.setAttribute("aria-label", "All boards by distance. Arrow keys slide a tile of the selected board.");
    this.controls.append(
      button("−", () => this.canvas.zoom(1 / ZOOM), { "aria-label": "Zoom out" }),
      button("+", () => this.canvas.zoom(ZOOM), { "aria-label": "Zoom in" }),
      button("Whole space", () => this.canvas.fit()),
    );
    this.element = this.#layOut(app);
    this.form.addEventListener("change", () => this.session.update({ method: this.form.value }, this));
    this.session.addEventListener("change", ({ detail }) => this.#change(detail));
    this.canvas.addEventListener("point", ({ detail }) => this.#select(detail.place));
    this.canvas.element.addEventListener("keydown", (event) => this.#key(event));
  }

  #layOut(/** @type {Page} */ app) {
    const help = isTouched()
      ? "Touch a board to see it. Drag to move the picture."
      : "Point at a board, or press the arrow keys in the picture. Wheel: zoom. Drag: move.";
    const rail = [
      section("Search", this.form.element),
      section("Board", this.preview, this.details, make("p.help", help)),
      new PuzzleCard(app).element,
    ];
    return workspace(this.title, rail, this.stage);
  }

  /** What the address carries. */
  get values() {
    return this.session.values;
  }

  /** The view is shown: a visitor who has not chosen a board yet sees one that is far from the goal. */
  enter(/** @type {Address} */ { values }) {
    if (this.session.isUntouched && !values.has("board"))
      this.session.update({ board: Board.parse(FARTHEST), method: BREADTH_FIRST }, this);
    this.form.value = this.session.method || USUAL_METHOD;
    this.#follow();
  }

  /** Another view is shown. */
  leave() {
    this.#cancel();
    this.transport.pause();
  }

  /** Colour the boards by another search. @param {string} method */
  #choose(method) {
    this.form.value = method;
    this.session.update({ method }, this);
    this.#showRivals();
  }

  #showRivals() {
    const { value } = this.form;
    for (const one of this.rivals) one.setAttribute("aria-pressed", String(one.dataset.method === value));
  }

  /** End the search, and one that is about to begin. */
  #cancel() {
    clearTimeout(this.#timer);
    this.#control?.abort();
  }

  /** @param {SessionChange} change */
  #change({ source }) {
    if (this.element.hidden) return;
    if (source !== this && this.session.method) this.form.value = this.session.method;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow(), DELAY);
  }

  /** Load the space of the goal, then run the search, as far as they have changed. */
  async #follow() {
    const { session } = this;
    const { board } = session;
    const control = new AbortController();
    this.#control?.abort();
    this.#control = control;
    this.transport.pause();
    this.#showRivals();
    if (board.cells.length > MOST_CELLS) {
      this.notice.bad(`A ${board.rows}×${board.columns} puzzle has too many boards to draw.`, "The space of 3×3 has 181,440.", {
        label: "Use a 3×3 board",
        run: () => session.take(Board.parse(FARTHEST)),
      });
      this.facts.textContent = "";
      return;
    }
    this.cancel.hidden = false;
    try {
      this.notice.clear();
      const space = await this.#load(control.signal);
      if (session.isSolvable) return void (await this.#search(space, control.signal));
      this.#take("", [], []);
      this.facts.textContent = "";
      repairNotice(this.notice, session);
    } catch (error) {
      if (this.#control !== control) return;
      if (isAborted(error)) this.facts.textContent = "Cancelled.";
      else this.notice.error(error);
    } finally {
      if (this.#control === control) this.cancel.hidden = true;
    }
  }

  async #load(/** @type {AbortSignal} */ signal) {
    const { goal } = this.session;
    if (this.#space && this.#loaded === goal.text) return this.#space;
    this.#take("", [], []);
    this.facts.textContent = "Every board of this puzzle, one dot each: listing them all …";
    this.silhouette.hidden = false;
    await painted();
    signal.throwIfAborted();
    const space = listSpace(goal);
    this.silhouette.hidden = true;
    this.#space = space;
    this.canvas.load(space);
    this.#loaded = goal.text;
    this.#searched = "";
    return space;
  }

  /** @param {import("./space_map.js").Space} space @param {AbortSignal} signal */
  async #search(space, signal) {
    const { session } = this;
    const request = { ...session.request, algorithm: this.form.value };
    const key = JSON.stringify(request);
    if (this.#searched === key) return;
    this.#take("", [], []);
    const waits = (/** @type {string} */ awaited) => {
      if (!signal.aborted) this.facts.textContent = waitingWords(awaited, "the search starts", "Searching …");
    };
    const report = (/** @type {string} */ event, /** @type {Progress} */ { expanded, seconds }) => {
      if (event !== "progress") return;
      this.facts.textContent = `Searching: ${count(expanded, "expansion")} in ${duration(seconds)} …`;
    };
    const isOwn = this.form.value === BREADTH_FIRST;
    const answer = isOwn
      ? blindAnswer(space, session.board)
      : await streamResult("expansions", request, report, { signal, waits });
    const { result, places, is_truncated: isTruncated } = answer;
    const boards = result.moves === null ? [] : session.board.along(result.moves);
    const path = boards.map((board) => space.place(board));
    this.#take(key, places, path);
    const distinct = new Set(places).size;
    const percent = (100 * distinct) / space.size;
    const share = percent < 0.1 ? "less than 0.1" : percent.toFixed(percent < 2 ? 1 : 0);
    const solution =
      result.moves === null ? ended(result.reason ?? result.status) : `The solution has ${count(result.length ?? 0, "move")}.`;
    this.facts.textContent =
      `${count(result.expanded, "expansion")} of ${count(distinct, "different board")}: ${share} % of all `
      + `${number(space.size)}. ${solution}${isTruncated ? " Only the first expansions are shown." : ""}`;
    this.#select(space.place(session.board));
    if (isCalm()) this.transport.go(places.length);
    else this.transport.play();
  }

  /** Show the expansions of a search, or none. @param {string} key @param {number[]} places @param {number[]} path */
  #take(key, places, path) {
    this.#searched = key;
    this.#places = places;
    this.canvas.search = { places, path };
    this.transport.reset(places.length);
  }

  /** Show the board at a place, or that of the session. @param {number} place */
  #select(place) {
    if (!this.#space || place < 0) return;
    this.#selected = place;
    this.canvas.selected = place;
    const board = this.#space.board(place);
    this.board.show(board, { goal: this.#space.goal });
    const expanded = this.#places.indexOf(place);
    const when = expanded < 0 ? "The search does not expand it." : `Expansion ${number(expanded + 1)} of the search.`;
    const neighbours = count(board.moves().length, "neighbour");
    this.details.textContent = `${count(this.#space.distance(place), "move")} from the goal, ${neighbours}. ${when}`;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const move = ARROWS[event.key];
    const zoom = event.key === "+" ? ZOOM : event.key === "-" ? 1 / ZOOM : 0;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " ") this.transport.toggle();
    else if (zoom) this.canvas.zoom(zoom);
    else if (event.key === "0") this.canvas.fit();
    else if (move && this.#selected >= 0) this.#slide(move);
    else return;
    event.preventDefault();
  }

  #slide(/** @type {string} */ move) {
    const space = this.#space;
    const board = space?.board(this.#selected);
    if (!space || !board?.moves().includes(move)) return;
    this.#select(space.place(board.play(move)));
  }
}

/** Breadth-first search as a response to its request. @param {import("./space_map.js").Space} space @param {Board} start */
function blindAnswer(space, start) {
  const { places, moves, expanded } = breadthFirst(space, start);
  const reason = "the search did not find the goal";
  const result = { moves, length: moves?.length ?? null, expanded, reason: moves === null ? reason : null, status: "" };
  return { result, places, is_truncated: false };
}

/** Resolved after the next frame was painted. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, HIDDEN); // a hidden page has no frames
  });
}
