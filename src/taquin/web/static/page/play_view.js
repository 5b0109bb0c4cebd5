/** Play: a board with hints, and panels to make another board. */

import { BoardView } from "../modules/board_view.js";
import { targetOf } from "../modules/elements.js";
import { KeptText } from "../modules/kept_text.js";
import { BoardEditor } from "./board_editor.js";
import { Challenge } from "./challenge.js";
import { Coach } from "./coach.js";
import { allow, checkbox, copyOf, make, part, pressed, reveal, section, workspace } from "./dom.js";
import { Game } from "./game.js";
import { GoalPanel } from "./goal_panel.js";
import { HeuristicPanel } from "./heuristic_panel.js";
import { GameReview } from "./game_review.js";
import { forgetGame, keepGame, keptGame } from "./kept_game.js";
import { metricField } from "./metric_field.js";
import { Notice } from "./notice.js";
import { PicturePanel } from "./picture_panel.js";
import { ShufflePanel } from "./shuffle_panel.js";
import { Records } from "./records.js";
import { newsWords, RecordsPanel } from "./records_panel.js";
import { repairNotice } from "./repair.js";
import { Scores } from "./scores.js";
import { SharedBoards } from "./shared_boards.js";
import { count, nounOf } from "./words.js";

/** The view for playing. */
export class PlayView {
  title = "Play";
  topic = "";
  static names = ["daily", "set", "challenge", "picture"];
  isStage = true;
  /** @type {?BoardEditor} */ #editor = null;
  #news = ""; // how the result compares with those before

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.session = app.session;
    this.game = new Game(this.session.board, this.session.goal);
    this.table = make("div.table");
    this.board = new BoardView(this.table, { board: this.session.board, goal: this.session.goal, label: "The puzzle" });
    this.coach = new Coach(app, (tile) => this.#mark(tile));
    this.notice = new Notice();
    this.scores = new Scores();
    this.records = new Records();
    this.shared = new SharedBoards(app, this.records);
    this.controls = copyOf("game");
    this.undo = pressed(".undo", this.controls, () => this.#step("undo"));
    this.redo = pressed(".redo", this.controls, () => this.#step("redo"));
    this.restart = pressed(".restart", this.controls, () => this.#restart());
    this.edit = pressed(".edit", this.controls, () => this.#startEditing("board"));
    this.next = pressed(".next", this.controls, () => this.#goOn());
    this.review = new GameReview();
    this.lost = pressed(".lost", this.controls, () => this.review.open(this.game));
    this.challenge = new Challenge(app, this.notice);
    this.toolbar = part(".row", this.controls);
    this.toolbar.prepend(this.coach.button);
    this.toolbar.before(
      ...[this.shared.status, this.challenge.words, this.scores.element, this.coach.words, this.notice.element],
      this.challenge.actions,
    );
    this.toolbar.after(this.review.element, this.coach.box, hoverBox(this.board), metricField(this.session));
    this.shuffle = new ShufflePanel(this.app);
    this.recordsPanel = new RecordsPanel(this.records, (game) => this.#replay(game));
    const goal = new GoalPanel(this.app, () => this.#startEditing("goal"));
    this.picture = new PicturePanel(async (url, options) => {
      await this.board.setPicture(url, options);
      await goal.view.setPicture(url, options);
    });
    this.picture.addEventListener("change", () => this.app.updateAddress());
    this.picture.show();
    this.heuristic = new HeuristicPanel(this.app);
    this.heuristic.attach(this.board);
    this.place = make("section.theatre.board-place", { "aria-label": "Board" }, this.table);
    this.element = this.#layOut(goal);
    this.board.addEventListener("move", ({ detail }) => this.#onMove(detail.moves));
    this.coach.addEventListener("move", ({ detail }) => {
      this.game.hasPeeked = true;
      this.board.play(detail.move);
    });
    this.session.addEventListener("change", ({ detail }) => this.#follow(detail));
    addEventListener("pagehide", () => this.#keep()); // the time since the last move
    this.#newGame();
  }

  /** @param {GoalPanel} goal */
  #layOut(goal) {
    const rail = [
      this.controls,
      make("section", { "aria-label": "Heuristic" }, this.heuristic.element),
      section("New board", this.shuffle.element, this.shared.element),
      section("Records", this.recordsPanel.element),
      section("Goal", goal.element),
      section("Picture", this.picture.element),
    ];
    return workspace(this.title, rail, this.place);
  }

  /** What the address carries. */
  get values() {
    const { values } = this.session;
    const { method, metric, draw } = values;
    const own = { challenge: this.challenge.valueFor(this.game), picture: this.picture.value };
    return { ...(this.shared.values ? { ...this.shared.values, method, metric, draw } : values), ...own };
  }

  /** The view is shown. @param {Address} address */
  enter({ values }) {
    if (!this.#keys) {
      this.#keys = new AbortController();
      document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#keys.signal });
    }
    this.game.resume();
    this.recordsPanel.show();
    this.challenge.open(values, this.game);
    this.picture.read(values);
    this.#show();
    if (this.game.isFinished) this.#celebrate(); // the minimum may not be known yet
    this.shared.open(values);
  }

  /** Another view is shown: requests without a response end. */
  leave() {
    this.game.pause();
    this.#keys?.abort();
    this.#keys = null;
    this.scores.stop();
    this.coach.stop();
    this.review.stop();
  }

  /** @type {?AbortController} */ #keys = null;

  /** The puzzle has changed: start another game. @param {SessionChange} change */
  #follow({ puzzle, metric, source }) {
    if (metric) this.#measure();
    if (!puzzle || source === this) return;
    const isOnlyGoal = this.session.board.equals(this.game.board);
    if (this.#editor && !this.#editor.isGoal && isOnlyGoal) this.#editor.followGoal();
    else this.#stopEditing();
    if (source !== this.shared) this.shared.close();
    const { kind } = /** @type {{kind?: string}} */ (source ?? {}); // how a new board was chosen
    this.#newGame(kind);
    if (kind) reveal(this.place); // on a phone it is far above the buttons for new boards
    this.picture.show();
    this.app.updateAddress();
  }

  /** Count in the metric of the session. */
  #measure() {
    this.game.measureBy(this.session.metric);
    this.coach.reset();
    this.#show();
    if (this.game.isFinished) this.#celebrate();
    this.app.updateAddress();
  }

  /** @param {string} [kind] how the board was chosen */
  #newGame(kind = "own") {
    const { board, goal } = this.session;
    this.game = keptGame(board, goal, kind) ?? Object.assign(new Game(board, goal), { kind });
    this.game.measureBy(this.session.metric);
    this.session.update({ board: this.game.board }, this);
    if (this.#keys) this.game.resume(); // the view is shown
    this.#news = "";
    this.table.classList.remove("is-joyful");
    this.board.show(this.game.board, { goal });
    this.heuristic?.follow();
    this.coach.reset();
    this.#show();
    repairNotice(this.notice, this.session);
    if (this.game.isFinished) this.#celebrate();
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

  #onMove(/** @type {string} */ moves) {
    const before = this.game.board;
    this.game.play(moves);
    this.#moved();
    this.coach.judge(before, moves, this.game);
    if (this.game.isSolved) this.#finish();
  }

  /** The board is solved: record the game, once. */
  #finish() {
    const { game, records } = this;
    if (!game.isRecorded) {
      const { result } = game;
      const before = records.best(result);
      records.add(result);
      this.#news = newsWords(before, records.best(result));
      game.isRecorded = true;
      this.#keep();
      this.recordsPanel.show();
      this.shared.show();
    }
    this.table.classList.add("is-joyful");
    if (document.activeElement === this.coach.button) this.next.focus();
    this.#show();
    this.#celebrate();
  }

  /** Another board of the same kind and size. */
  #goOn() {
    if (!this.shared.next()) this.shuffle.shuffle();
    this.board.focus();
  }

  #step(/** @type {"undo"|"redo"} */ way) {
    if (!this.game[way]()) return;
    this.board.show(this.game.board);
    this.coach.reset();
    this.#moved();
    if (this.game.isSolved) this.#finish();
  }

  #moved() {
    this.table.classList.remove("is-joyful");
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
    if (game !== this.game || !game.isSolved) return;
    this.#praise(game);
    this.challenge.show(game);
  }

  #praise(/** @type {Game} */ game) {
    const best =
      game.shortest === null ? "" : game.shortest === game.count ? ", the minimum" : `; the minimum is ${game.shortest}`;
    const help = game.hasPeeked ? "hints" : game.isRated ? "rated moves" : "";
    const hints = help && `With ${help}: it does not count as a best result.`;
    this.notice.good(`Solved in ${count(game.count, nounOf(game.metric))}${best}.`, this.#news || hints);
  }

  #show() {
    const { game } = this;
    allow(this.undo, game.canUndo);
    allow(this.redo, game.canRedo);
    allow(this.restart, !game.board.equals(game.start));
    this.next.hidden = !game.isFinished;
    this.lost.hidden = !GameReview.takes(game);
    this.review.close();
    this.challenge.show(game);
    this.coach.button.hidden = this.coach.words.hidden = game.isFinished;
    this.scores.show(game);
  }

  /** Replay a recorded game at its pace. @param {GameResult} game */
  #replay(game) {
    this.review.replay(game);
    this.review.element.scrollIntoView({ block: "nearest" });
  }

  /** Keys that work anywhere, unless the focused element uses them. @param {KeyboardEvent} event */
  #key(event) {
    if (this.#editor || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isBusy = targetOf(event).closest?.("input:not([type=checkbox]), select, textarea");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isBusy) {
      const way = wayOf(event);
      if (way) {
        event.preventDefault();
        this.#step(way);
      }
    } else if (!isBusy && event.key === "n" && !event.altKey && !this.next.hidden) {
      this.#goOn();
    } else if (!isBusy && this.board.press(event)) {
      this.board.focus();
    }
  }

  #mark(/** @type {number} */ tile) {
    /** @type {NodeListOf<HTMLElement>} */ const tiles = this.table.querySelectorAll(".taquin-tile");
    for (const element of tiles) {
      element.classList.toggle("is-hinted", tile > 0 && element.dataset.tile === String(tile));
    }
    if (tile) this.game.hasPeeked = true;
  }

  #startEditing(/** @type {"board"|"goal"} */ what) {
    this.#stopEditing();
    const { session } = this;
    const isGoal = what === "goal";
    const opener = /** @type {?HTMLElement} */ (document.activeElement);
    const editor = new BoardEditor(session[what], { session, isGoal, title: isGoal ? "Edit the goal" : "Edit the board" });
    this.#editor = editor;
    this.place.replaceChildren(editor.element);
    this.controls.hidden = true;
    editor.addEventListener("cancel", () => {
      this.#stopEditing();
      (opener && this.element.contains(opener) ? opener : this.edit).focus();
    });
    editor.addEventListener("done", ({ detail }) => this.#finishEditing(isGoal, detail.board));
    editor.focus();
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} isGoal @param {Board} board */
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

const hovers = new KeptText("taquin.hover");

/** Whether tiles follow the mouse, as a checkbox. @param {BoardView} board */
function hoverBox(board) {
  board.followsPointer = Boolean(hovers.text);
  const box = checkbox("Slide tiles by pointing at them", board.followsPointer, (isChecked) => {
    board.followsPointer = isChecked;
    hovers.text = isChecked ? "yes" : "";
  });
  box.hidden = !matchMedia("(hover: hover)").matches;
  return box;
}

/** What a key with Ctrl does to the moves; empty for any other key. @param {KeyboardEvent} event */
function wayOf({ key, shiftKey }) {
  const letter = key.toLowerCase();
  if (letter === "y" || (letter === "z" && shiftKey)) return "redo";
  return letter === "z" ? "undo" : "";
}
