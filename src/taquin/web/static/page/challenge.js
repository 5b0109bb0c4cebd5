/** A challenge: a board in a link, with the moves and the time of a friend, and what was possible. */

import { boardInAddress } from "./address.js";
import { readChallenge, writeChallenge } from "./challenge_link.js";
import { button, make } from "./dom.js";
import { copyLink } from "./share_dialog.js";
import { clock, count, nounOf } from "./words.js";

const WATCHED = "astar(manhattan)";
const MOST_WATCHED = 16; // cells: the search for larger boards is too long

/** Shows the challenge of a link, how the game compares with it, and after a game how to challenge others. */
export class Challenge {
  #text = "";
  #start = ""; // the board of the challenge
  /** @type {?Game} */ #game = null;

  /** @param {Page} app @param {Notice} notice */
  constructor(app, notice) {
    this.app = app;
    this.notice = notice;
    this.words = make("p.challenge", { role: "status", hidden: true });
    this.send = button("Challenge a friend", () => this.#send(), {
      title: "Copy a link with this board, your moves and your time",
    });
    this.watch = make("a.taquin-button.page-button", { text: "Watch A* solve your board" });
    this.actions = make("div.row", { role: "group", "aria-label": "After the game", hidden: true }, this.send, this.watch);
  }

  /** What the address carries of a challenge whose board is played. @param {Game} game */
  valueFor(game) {
    return this.#text && game.start.text === this.#start ? this.#text : "";
  }

  /** Take the challenge of a link. @param {Map<string, string>} values @param {Game} game */
  open(values, game) {
    const text = values.get("challenge") ?? "";
    if (!readChallenge(text)) return;
    this.#text = text;
    this.#start = game.start.text;
  }

  /** Show how a game stands. @param {Game} game */
  show(game) {
    this.#game = game;
    const friend = readChallenge(this.valueFor(game));
    this.words.hidden = !friend;
    if (friend) this.words.textContent = game.isFinished ? comparison(game, friend) : invitation(game, friend);
    this.actions.hidden = !game.isFinished;
    this.send.hidden = game.hasPeeked; // a game with hints is no result
    this.watch.hidden = game.start.cells.length > MOST_WATCHED;
    const board = boardInAddress(game.start);
    this.watch.href = this.app.link("watch", { ...this.app.session.values, board, method: WATCHED });
  }

  async #send() {
    const game = this.#game;
    if (!game) return;
    const values = { ...this.app.session.values, board: boardInAddress(game.start), challenge: writeChallenge(game) };
    const { href } = new URL(this.app.link("play", values), location.href);
    await copyLink(this.app, href, "the challenge: send it to a friend", this.notice);
  }
}

/** @param {Game} game @param {import("./challenge_link.js").Result} friend */
function invitation({ metric }, { moves, hundredths, shortest }) {
  const best = shortest === null ? "" : ` The minimum is ${shortest}.`;
  return `A friend solved this board with ${count(moves, nounOf(metric))} in ${clock(hundredths)}.${best} Can you do better?`;
}

/** @param {Game} game @param {import("./challenge_link.js").Result} friend */
function comparison({ count: moves, hundredths, metric, hasPeeked }, friend) {
  const noun = nounOf(metric);
  const both =
    `You: ${count(moves, noun)} in ${clock(hundredths)}. `
    + `Your friend: ${count(friend.moves, noun)} in ${clock(friend.hundredths)}.`;
  if (hasPeeked) return `${both} With hints it does not count.`;
  if (moves < friend.moves && hundredths < friend.hundredths) return `${both} You win twice.`;
  if (moves < friend.moves) return `${both} You needed fewer ${noun}s.`;
  if (hundredths < friend.hundredths) return `${both} You were faster.`;
  const isDraw = moves === friend.moves && hundredths === friend.hundredths;
  return `${both} ${isDraw ? "A draw." : "Your friend is still ahead."}`;
}
