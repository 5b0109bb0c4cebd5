/** The result of a search: its length and quality, the counters, and a player. */

import { Board } from "../modules/board.js";
import { Player } from "../modules/player.js";
import { postForFile } from "./api.js";
import { button, copyOf, details, make, part, table, tableRow, terms } from "./dom.js";
import { copyFor, download } from "./files.js";
import { HeuristicPanel } from "./heuristic_panel.js";
import { Menu } from "./menu.js";
import { Notice } from "./notice.js";
import { copyLink } from "./share_dialog.js";
import { themeNow } from "./theme.js";
import { count, duration, ended, engineName, nounOf, number, qualityWords, sentence } from "./words.js";

const MOST_BOARDS = 200; // in a text that is copied
/** @type {Record<string, string>} */ const FAILURES = {
  stuck: "The search got stuck",
  exhausted: "The search ended without a solution",
  limit: "A limit was reached",
};
const LONGER = 60; // seconds more after a time limit

/** Shows one result. */
export class AnswerPanel {
  /** @type {?Player} */ #player = null;

  /**
   * @param {Page} app
   * @param {(result: SolveAnswer, seconds: number) => void} retry runs the same search, or continues it, for this time
   */
  constructor(app, retry) {
    this.app = app;
    this.retry = retry;
    this.notice = new Notice();
    this.element = copyOf("answer");
    this.status = part("[role=status]", this.element);
    this.panel = part(".answer", this.element);
    this.headline = part(".headline", this.panel);
    this.summary = part(".answer-head p", this.panel);
    this.stage = part(".player-place", this.panel);
    this.actions = part(".actions", this.panel);
    this.facts = part(".facts", this.panel);
    this.curves = part(".curves", this.panel);
    this.iterations = part(".iterations", this.panel);
    this.exports = new Menu("Export");
    this.exports.panel.addEventListener("click", () => this.exports.close());
    this.heuristic = new HeuristicPanel(app);
    this.actions.after(this.notice.element, this.heuristic.element);
  }

  /** Show nothing. */
  clear() {
    this.heuristic.attach(null);
    this.#player?.destroy();
    this.#player = null;
    this.panel.hidden = true;
    this.notice.clear();
    this.status.textContent = "";
  }

  /** Pause the player. */
  pause() {
    this.#player?.transport.pause();
  }

  /**
   * @param {SolveResult} result
   * @param {Api.SolveRequest} request that gave this result
   * @param {import("./length_curve.js").LengthCurve} [curve] of the search
   */
  show(result, request, curve) {
    this.clear();
    this.curves.replaceChildren(...(curve ? [curve.element] : []));
    const { title, text } = ending(result);
    this.headline.textContent = title;
    this.summary.textContent = text;
    this.status.textContent = `${title} ${text}`;
    this.stage.replaceChildren();
    const walked = result.partial_path?.moves ?? ""; // the path of a local search that found no solution
    if (result.moves) this.#play(result, result.moves);
    else if (walked && walked.length <= MOST_BOARDS) this.#play(result, walked);
    this.#list(result);
    this.heuristic.element.hidden = !this.#player;
    this.#showIterations(result);
    this.#offer({ ...result, request });
    this.panel.hidden = false;
  }

  /** @param {SolveResult} result @param {string} moves */
  #play({ start, goal }, moves) {
    const { rows, columns } = this.app.session.board;
    this.#player = new Player(this.stage, {
      start: Board.parse(start, [rows, columns]),
      goal: Board.parse(goal, [rows, columns]),
      moves,
    });
    this.heuristic.attach(this.#player.view);
    this.#player.addEventListener("change", () => this.heuristic.follow());
  }

  #list(/** @type {SolveResult} */ result) {
    /** @type {[string, string|Node, ...unknown[]][]} */ const pairs = [
      ["Method", make("code", result.spec ?? ""), result.spec !== null],
      ["Single moves", number(result.moves?.length ?? 0), result.metric === "slides" && result.moves !== null],
      ["Slides", number(result.slides ?? 0), result.metric === "moves" && result.slides],
      ["Time", duration(result.seconds)],
      ["Expanded", number(result.expanded)],
      ["Generated", number(result.generated)],
      ["Duplicates", number(result.duplicates ?? 0), result.duplicates],
      ["Reopened", number(result.reopened ?? 0), result.reopened],
      ["Pruned", number(result.pruned ?? 0), result.pruned],
      ["Largest frontier", number(result.max_frontier ?? 0), result.max_frontier !== undefined],
      ["Most states stored at once", number(result.max_stored ?? 0), result.max_stored !== undefined],
      ["Greatest depth", number(result.max_depth ?? 0), result.max_depth !== undefined],
      ["Run by", engineName(result.backend ?? null), result.backend],
    ];
    const told = pairs.filter(([, , ...isTold]) => isTold.every(Boolean));
    this.facts.replaceChildren(...terms(told.map(([name, value]) => [name, value])));
    this.facts.firstElementChild?.classList.add("is-wide");
  }

  /** One row for each iteration of an iterative search. @param {SolveResult} values */
  #showIterations({ iterations, algorithm }) {
    this.iterations.replaceChildren();
    if (iterations.length < 2) return;
    const heads = [algorithm === "ara_star" ? "Weight" : "Bound", "Expanded", "Generated"];
    const rows = iterations.map(({ bound, expanded, generated }) => tableRow([bound, expanded, generated].map(number)));
    this.iterations.append(details(`${iterations.length} iterations`, table(heads, make("tbody", ...rows))));
  }

  #offer(/** @type {SolveAnswer} */ result) {
    const searched = result.status !== "unsolvable" || result.expanded;
    const watched = this.app.link("watch", { ...this.app.session.values, method: result.spec ?? "" });
    const isRecordable = searched && result.metric !== "slides"; // a trace has single moves
    const watch = isRecordable ? [make("a.taquin-button.page-button.is-main", { href: watched, text: "Watch the search" })] : [];
    const { moves } = result;
    const solved =
      moves !== null
        ? [
            button("Copy moves", () => copyFor(this.notice, moves, "the moves")),
            button("Copy as text", () => copyFor(this.notice, asText(result, moves), "the solution")),
          ]
        : [];
    const files = moves ? [button("Animated SVG", () => this.#saveSvg(result, moves))] : [];
    const trace = isRecordable
      ? [button("Trace", () => this.#saveTrace(result), { title: "The recorded search, as a file" })]
      : [];
    const more = /time limit|You stopped/.test(result.reason ?? "") ? this.#offerTime(result) : [];
    const link = button("Copy link", () => copyLink(this.app, this.app.here, "the link", this.notice));
    this.exports.fill(...solved, link, ...files, ...trace);
    this.actions.replaceChildren(...watch, ...more, this.exports.element);
  }

  /** More time: a search with a solution continues from it, any other one starts again with a higher limit. */
  #offerTime(/** @type {SolveAnswer} */ result) {
    const { moves, request } = result;
    const { time: most, usual_time: usual } = this.app.registry.limits;
    const before = moves ? 0 : Number(request.limits?.time ?? usual);
    const seconds = Math.min(before + LONGER, most);
    if (seconds <= before) return [];
    const more = seconds - before;
    return [
      button(`Try ${more === 60 ? "1 minute" : `${more} s`} more`, () => this.retry(result, seconds), {
        title: moves ? "Continue the search from this solution" : `Repeat the search with a limit of ${seconds} s`,
      }),
    ];
  }

  /** @param {SolveAnswer} answer @param {string} moves */
  async #saveSvg({ request: { board, goal, size } }, moves) {
    /** @type {Api.DrawRequest} */ const picture = { board, goal, size, moves, kind: "animation", theme: themeNow() };
    await this.#save("draw", picture, "taquin.svg", "image/svg+xml");
  }

  async #saveTrace(/** @type {SolveAnswer} */ { spec, request: { board, goal, size } }) {
    const search = { board, goal, size, algorithm: spec };
    await this.#save("trace/lines", search, "taquin-trace.jsonl", "application/x-ndjson");
  }

  /** @template {keyof Api.Requests} P @param {P} path @param {Api.Requests[P]} request @param {string} name @param {string} type */
  async #save(path, request, name, type) {
    this.notice.plain("Creating the file …");
    try {
      download(await postForFile(path, request), name, type);
      this.notice.good(`Saved as ${name}.`);
    } catch (error) {
      this.notice.error(error);
    }
  }
}

/** How a run ended: a headline and a sentence. @param {SolveResult} result */
function ending(result) {
  const { status, length, reason, lower_bound: bound, metric } = result;
  const why = reason && reason !== status ? ended(reason) : "";
  if (status === "solved" && !length) return { title: "0 moves", text: "The board is already the goal." };
  if (status === "solved")
    return { title: count(length ?? 0, nounOf(metric)), text: `${ended(qualityWords(result))} ${why}`.trim() };
  /** @type {Record<string, string>} */ const more = {
    stuck: `${standing(result)}Another algorithm, or options such as restarts, may find a solution.`,
    limit: bound ? `Every solution has at least ${count(bound, nounOf(metric))}.` : "",
  };
  return { title: FAILURES[status] ?? sentence(status), text: `${why} ${more[status] ?? ""}`.trim() };
}

/** Where a local search stopped, in a sentence. @param {SolveResult} values */
function standing({ partial_path: path }) {
  return path?.length ? `It stopped at ${path.end} after ${count(path.length, "move")}. ` : "";
}

/** The solution as text: the moves, and the board after each. @param {SolveResult} result @param {string} moves */
function asText(result, moves) {
  const board = Board.parse(result.start);
  const head = [
    `start  ${result.start}`,
    `goal   ${result.goal}`,
    `method ${result.spec}`,
    `length ${count(result.length ?? 0, nounOf(result.metric))} (${qualityWords(result)})`,
    `moves  ${moves}`,
  ];
  const boards = board.along(moves.slice(0, MOST_BOARDS));
  const width = String(board.cells.length - 1).length;
  const steps = boards.map((one, place) => {
    const rows = one.text.replaceAll(/\d+/g, (tile) => tile.padStart(width)).replaceAll(" / ", "\n");
    return `${place ? `${place} ${moves[place - 1]}` : "start"}\n${rows}`;
  });
  return `${[...head, "", steps.join("\n\n")].join("\n")}\n`;
}
