/** Play: a board with hints, and panels to make another board. */

import { BoardView } from "../modules/board_view.js";
import { BoardEditor } from "./board_editor.js";
import { Coach } from "./coach.js";
import { allow, button, isAllowed, make } from "./dom.js";
import { Game } from "./game.js";
import { GoalPanel } from "./goal_panel.js";
import { HeuristicPanel } from "./heuristic_panel.js";
import { forgetGame, keepGame, keptGame } from "./kept_game.js";
import { Notice } from "./notice.js";
import { PicturePanel } from "./picture_panel.js";
import { ShufflePanel } from "./shuffle_panel.js";
import { clock, count } from "./words.js";
import { repairNotice } from "./repair.js";

/** The view for playing. */
export class PlayView {
  title = "Play";
  topic = "";
  static names = [];
  isStage = true;
  #editor = null;
  #timer = 0;

  /** @param {object} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.game = new Game(this.session.board, this.session.goal);
    this.table = make("div.table");
    this.board = new BoardView(this.table, { board: this.session.board, goal: this.session.goal, label: "The puzzle" });
    this.coach = new Coach(app, (tile) => this.#mark(tile));
    this.notice = new Notice();
    this.#makeParts();
    this.board.addEventListener("move", ({ detail }) => this.#onMove(detail.moves));
    this.coach.addEventListener("move", ({ detail }) => {
      this.game.hasPeeked = true;
      this.board.play(detail.move);
    });
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
    addEventListener("pagehide", () => this.#keep()); // the time since the last move
    this.#newGame();
  }

  /** What the address carries. */
  get values() {
    return this.session.values;
  }

  /** The view is shown. */
  enter() {
    if (!this.#keys) {
      this.#keys = new AbortController();
      document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#keys.signal });
    }
    this.game.resume();
    this.#show();
  }

  /** Another view is shown. */
  leave() {
    this.game.pause();
    this.#keys?.abort();
    this.#keys = null;
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  #keys = null;

  #makeParts() {
    const undoes = { title: "Undo the last move (Ctrl+Z)" };
    const redoes = { title: "Redo the move (Ctrl+Y)" };
    this.undo = button("Undo", () => isAllowed(this.undo) && this.#step("undo"), undoes);
    this.redo = button("Redo", () => isAllowed(this.redo) && this.#step("redo"), redoes);
    this.restart = button("Start again", () => isAllowed(this.restart) && this.#restart());
    this.edit = button("Edit", () => this.#startEditing("board"));
    this.counts = {
      moves: make("dd"), time: make("dd"), home: make("dd"),
    };
    const facts = make(
      "dl.scores", {},
      ...[["Moves", this.counts.moves], ["Time", this.counts.time], ["At home", this.counts.home]]
        .map(([name, value]) => make("div", {}, make("dt", { text: name }), value)),
    );
    this.toolbar = make(
      "div.row", { role: "group", "aria-label": "The game" },
      this.coach.button, this.undo, this.redo, this.restart, this.edit,
    );
    const goal = new GoalPanel(this.app, () => this.#startEditing("goal"));
    this.picture = new PicturePanel(async (url, options) => {
      await this.board.setPicture(url, options);
      await goal.view.setPicture(url, options);
    });
    this.heuristic = new HeuristicPanel(this.app);
    this.heuristic.attach(this.board);
    this.place = make("section.theatre.board-place", { "aria-label": "Board" }, this.table);
    this.controls = make(
      "section", { "aria-label": "Game" },
      facts, this.coach.words, this.toolbar, this.notice.element, this.coach.box,
      make("p.help", { text: "Click, drag or touch a tile, or press an arrow key to slide one in that direction." }),
    );
    const section = (title, ...content) => make("section", {}, make("h2", { text: title }), ...content);
    this.element = make(
      "div.view.play.workspace.is-stage-first", {},
      make("h1.taquin-hidden", { text: "Play", tabindex: "-1" }),
      make(
        "div.rail", {},
        this.controls,
        make("section", { "aria-label": "Heuristic" }, this.heuristic.element),
        section("New board", new ShufflePanel(this.app).element),
        section("Goal", goal.element),
        section("Picture", this.picture.element),
      ),
      this.place,
    );
  }

  /** The puzzle has changed: start another game. */
  #follow({ puzzle, source }) {
    if (!puzzle || source === this) return;
    const isOnlyGoal = this.session.board.equals(this.game.board);
    if (this.#editor && !this.#editor.isGoal && isOnlyGoal) this.#editor.followGoal();
    else this.#stopEditing();
    this.#newGame();
    this.picture.show();
  }

  #newGame() {
    const { board, goal } = this.session;
    this.game = keptGame(board, goal) ?? new Game(board, goal);
    if (this.#keys) this.game.resume(); // the view is shown
    this.board.show(board, { goal });
    this.heuristic?.follow();
    this.coach.reset();
    this.#show();
    repairNotice(this.notice, this.session);
    if (this.game.isSolved && this.game.canUndo) this.#celebrate();
  }

  #keep() {
    if (this.game.canUndo || this.game.canRedo) keepGame(this.game);
  }

  #restart() {
    forgetGame();
    this.session.update({ board: this.game.start }, this);
    this.#newGame();
    this.board.focus();
  }

  #onMove(moves) {
    const before = this.game.board;
    this.game.play(moves);
    this.#moved();
    this.coach.judge(before, moves, this.game);
    if (this.game.isSolved) this.#celebrate();
  }

  #step(way) {
    if (!this.game[way]()) return;
    this.board.show(this.game.board);
    this.coach.reset();
    this.#moved();
  }

  #moved() {
    this.session.update({ board: this.game.board }, this);
    this.#keep();
    this.heuristic.follow();
    this.#show();
    if (!this.game.isSolved) repairNotice(this.notice, this.session);
  }

  async #celebrate() {
    const { game } = this;
    this.#praise(game);
    await this.coach.measure(game);
    if (game === this.game && game.isSolved) this.#praise(game);
  }

  #praise(game) {
    const best = game.shortest === null ? "" : game.shortest === game.count
      ? ", the minimum"
      : `; the minimum is ${game.shortest}`;
    this.notice.good(`Solved in ${count(game.count, "move")}${best}.`, game.hasPeeked ? "With hints." : "");
  }

  #show() {
    const { game } = this;
    allow(this.undo, game.canUndo);
    allow(this.redo, game.canRedo);
    allow(this.restart, !game.board.equals(game.start));
    this.counts.moves.textContent = String(game.count);
    this.counts.home.textContent = `${game.board.atHome(game.goal)} of ${game.board.cells.length - 1}`;
    this.#showTime();
    if (game.isRunning && !this.#timer) this.#timer = setInterval(() => this.#showTime(), 20);
  }

  #showTime() {
    this.counts.time.textContent = clock(this.game.hundredths);
    if (this.game.isRunning) return;
    clearInterval(this.#timer);
    this.#timer = 0;
  }

  /** Keys that work anywhere, unless the focused element uses them. */
  #key(event) {
    if (this.#editor || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isBusy = event.target.closest?.("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isBusy) {
      const way = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (way) {
        event.preventDefault();
        this.#step(way);
      }
    } else if (!isBusy && !event.altKey && event.key.startsWith("Arrow")) {
      event.preventDefault(); // the board has not handled it, or it would be prevented already
      this.board.focus();
      this.board.element.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
    }
  }

  #mark(tile) {
    for (const element of this.table.querySelectorAll(".taquin-tile")) {
      element.classList.toggle("is-hinted", tile > 0 && element.dataset.tile === String(tile));
    }
    if (tile) this.game.hasPeeked = true;
  }

  #startEditing(what) {
    this.#stopEditing();
    const { session } = this;
    const isGoal = what === "goal";
    const opener = document.activeElement;
    const editor = new BoardEditor(session[what], { session, isGoal, title: isGoal ? "Edit the goal" : "Edit the board" });
    this.#editor = editor;
    this.place.replaceChildren(editor.element);
    this.controls.hidden = true;
    editor.addEventListener("cancel", () => {
      this.#stopEditing();
      (this.element.contains(opener) ? opener : this.edit).focus();
    });
    editor.addEventListener("done", ({ detail }) => this.#finishEditing(isGoal, detail.board));
    editor.focus();
    this.place.scrollIntoView({ block: "nearest" });
  }

  async #finishEditing(isGoal, board) {
    const { session } = this;
    const isSameShape = board.rows === session.board.rows && board.columns === session.board.columns;
    this.#stopEditing();
    if (!isGoal) await session.take(board);
    else if (isSameShape) session.update({ goal: board, goalName: "" });
    else session.update({ board, goal: board, goalName: "" });
    this.board.focus();
  }

  #stopEditing() {
    if (!this.#editor) return;
    this.#editor = null;
    this.place.replaceChildren(this.table);
    this.controls.hidden = false;
  }
}
