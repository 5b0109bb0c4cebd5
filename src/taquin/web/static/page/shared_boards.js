/** Boards to share with friends: the board of the day, and sets of boards made from a seed. */

import { Board } from "../modules/board.js";
import { writeAddress } from "./address.js";
import { isAborted, post } from "./api.js";
import { button, copyOf, make, pressed } from "./dom.js";
import { copy } from "./files.js";
import { keptGame } from "./kept_game.js";
import { Notice } from "./notice.js";
import { average, hundredths, localTime } from "./records.js";
import { sharedLink } from "./share_dialog.js";
import { readShared } from "./shared_link.js";
import { clock } from "./words.js";

const SET_COUNT = 5; // boards in a new set
const SPARE = 10; // further boards, in place of those that are the goal
const SEEDS = 1_000_000;

/** Gives the boards of a day or of a set to the session, one after the other. */
export class SharedBoards {
  /** @type {?AddressValues} */ #values = null;
  /** @type {Board[]} */ #boards = [];
  #index = 0;
  #control = new AbortController();

  /** @param {Page} app @param {import("./records.js").Records} records */
  constructor({ session, registry }, records) {
    this.session = session;
    this.registry = registry;
    this.records = records;
    this.notice = new Notice();
    this.words = make("p");
    this.copy = button("", () => this.#copy());
    this.status = make("div.stack.shared-boards", { hidden: true }, this.words, make("div.row", this.copy));
    this.element = copyOf("shared-boards");
    pressed(".daily", this.element, () => this.open(new Map([["daily", localTime().slice(0, 10)]])));
    pressed(".set", this.element, () => this.open(new Map([["set", this.#newSet()]]))).textContent = `Set of ${SET_COUNT}`;
    this.element.append(this.notice.element);
  }

  /** What the address carries; null while another board is played. */
  get values() {
    return this.#values;
  }

  /** How its boards are chosen, as records say it. */
  get kind() {
    return Object.keys(this.#values ?? {})[0];
  }

  /** Play what a link names. @param {Map<string, string>} values of the link */
  async open(values) {
    const name = ["set", "daily"].find((key) => values.has(key));
    const text = values.get(name ?? "");
    const shared = name && text ? readShared(name, text, this.registry.limits.side) : null;
    if (!name || !text || !shared || this.#values?.[name] === text) return;
    const { rows, columns, seed, count } = shared;
    this.close();
    this.notice.clear();
    this.#values = { [name]: text }; // the address keeps them while the boards are made
    const { signal } = this.#control;
    try {
      const response = await post("random", { size: `${rows}x${columns}`, seed, count: count + SPARE }, { signal });
      const goal = Board.standard(rows, columns);
      const boards = response.boards.map((one) => Board.parse(one, [rows, columns])).filter((board) => !board.equals(goal));
      this.#boards = boards.slice(0, count);
      this.#give(this.#first(goal));
    } catch (error) {
      if (isAborted(error)) return; // another board was chosen
      this.close();
      this.notice.error(error);
    }
  }

  /** Play the next board of the set. @returns {boolean} whether there is one */
  next() {
    if (this.#index + 1 >= this.#boards.length) return false;
    this.#give(this.#index + 1);
    return true;
  }

  /** Another board is played. */
  close() {
    this.#control.abort();
    this.#control = new AbortController();
    this.#values = null;
    this.#boards = [];
    this.show();
  }

  /** Show which board is played, and the times of those that are solved. */
  show() {
    this.status.hidden = !this.#boards.length;
    if (this.status.hidden) return;
    const { daily } = this.#values ?? {};
    const all = this.records.all;
    const games = this.#boards.flatMap((board) => all.find((game) => this.#isOf(game, board)) ?? []);
    const times = games.map((game) => `${clock(hundredths(game))}${game.hints ? " with hints" : ""}`);
    const mean =
      times.length === this.#boards.length && times.length > 2
        ? ` Average without the best and the worst: ${clock(average(games.map(hundredths), times.length) ?? 0)}.`
        : "";
    const solved = times.length ? ` Solved in ${times.join(", ")}.${mean}` : "";
    const day = daily && new Date(daily).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    const title = daily ? `Board of the day, ${day}.` : `Set: board ${this.#index + 1} of ${this.#boards.length}.`;
    this.words.textContent = `${title}${solved}`;
    this.copy.textContent = `Copy a link to this ${daily ? "board" : "set"} for friends`;
  }

  /** Where to begin: with the game that this tab has kept, or with the first board that is not solved. @param {Board} goal */
  #first(goal) {
    const all = this.records.all;
    const kept = this.#boards.findIndex((board) => keptGame(board, goal, this.kind));
    const unsolved = this.#boards.findIndex((board) => !all.some((game) => this.#isOf(game, board)));
    return Math.max(kept >= 0 ? kept : unsolved, 0);
  }

  /** @param {{start: string, goal: string}} values @param {Board} board */
  #isOf({ start, goal }, board) {
    return start === board.text && goal === Board.standard(board.rows, board.columns).text;
  }

  #give(/** @type {number} */ index) {
    this.#index = index;
    const board = this.#boards[index];
    const goal = Board.standard(board.rows, board.columns);
    this.session.update({ board, goal, goalName: "standard" }, this, true);
    this.show();
  }

  #newSet() {
    return `${this.session.size}:${Math.floor(SEEDS * Math.random())}:${SET_COUNT}`;
  }

  async #copy() {
    const here = new URL(writeAddress("play", this.#values ?? {}), location.href).href;
    const link = sharedLink(here, this.registry.elsewhere);
    if (await copy(link)) this.copy.textContent = "Copied";
    else this.notice.plain(`The browser does not allow copying: ${link}`);
  }
}
