/**
 * The engine of a page that is served as plain files: Python in web workers of this browser.
 *
 * Two workers are kept: one searches, and the other responds to quick requests meanwhile. Where memory cannot be shared,
 * a search is cancelled by ending its worker; the other one takes over, and a new one is started. What the page needs
 * first was computed when it was built, and works before Python has loaded.
 */

import { Board } from "../modules/board.js";
import { LoadingBar } from "./loading_bar.js";
import { keepFiles } from "./kept_files.js";
import { PythonWorker } from "./python_client.js";
import { respondToSmall } from "./small_boards.js";

const LONG = /^(solve|trace|race|tree|expansions|space|depths)\b/; // requests that may take seconds
const PREPARED = new URL("../prepared/", import.meta.url); // responses that were computed when the page was built
const BLOCKED = [
  "This web host does not let the page run WebAssembly, which Python needs.",
  "Whoever runs the host must add 'wasm-unsafe-eval' to script-src in its header Content-Security-Policy.",
];

/** @typedef {import("./python_client.js").Waiting} Waiting */

const MOST_PREPARED = 2000; // nodes: prepared searches have no more, and are the same with any higher limit

export class BrowserEngine {
  silence = "Python could not be loaded.";
  silenceHint = "Check the network, then try again.";
  #bar = new LoadingBar();
  /** @type {?PythonWorker} */ #searcher = null; // performs long requests
  /** @type {?PythonWorker} */ #assistant = null; // performs the others while a search runs
  /** @type {Promise<Record<string, string>>} the files of responses */
  #prepared = this.#load("index.json").then(
    (response) => response?.json() ?? {},
    () => ({}),
  );

  constructor() {
    // Python loads after what the page shows first.
    if (document.readyState === "complete") setTimeout(() => this.#start());
    else addEventListener("load", () => setTimeout(() => this.#start()));
  }

  /** Whether Python has been loaded. */
  get isReady() {
    return Boolean(this.#searcher?.isReady);
  }

  /** The response to a request. @param {string} path @param {EngineOptions} options @returns {Promise<Response>} */
  async send(path, { body, signal, waits }) {
    const prepared = await this.#find(path, body, signal);
    if (prepared) return prepared;
    const small = this.isReady || !body ? null : await respondToSmall(path, body, (board) => this.#ruleOf(board));
    return small ? Response.json(small) : this.#ask(path, body, () => {}, { signal, waits });
  }

  /** The same for a stream of events. @param {string} path @param {RequestBody|undefined} body @param {Listen} listen @param {EngineOptions} options */
  async stream(path, body, listen, { signal, waits }) {
    const response = await this.#find(path.replace(/\/stream$/, ""), body, signal);
    if (!response) return this.#ask(path, body, listen, { signal, waits });
    listen("result", await response.text());
    return response;
  }

  /**
   * The prepared response to a request.
   * @param {string} path @param {RequestBody|undefined} body @param {AbortSignal} [signal]
   * @returns {Promise<Response | null>} null if there is none: Python responds
   */
  async #find(path, body, signal) {
    const file = (await this.#prepared)[keyOf(path, body)];
    return file ? this.#load(file, signal) : null;
  }

  /**
   * A prepared file. If the host does not have it, the page says so.
   * @param {string} file @param {AbortSignal} [signal] @returns {Promise<Response | null>}
   */
  async #load(file, signal) {
    const response = await fetch(new URL(file, PREPARED), { signal });
    if (response.ok) return response;
    this.#bar.warn(`This copy of the page is incomplete: prepared/${file} is missing. Python computes what it has, later.`);
    return null;
  }

  /** The parity rule for boards of a shape. @param {{rows: number, columns: number}} shape @returns {Promise<string>} */
  async #ruleOf({ rows, columns }) {
    const response = await this.#find("check", { board: Board.standard(rows, columns).text });
    if (!response) throw new Error("no rule is prepared");
    return (await response.json()).rule;
  }

  #start() {
    this.#searcher ??= this.#newWorker("searcher");
    return this.#searcher;
  }

  #newWorker(/** @type {string} */ name) {
    const worker = new PythonWorker(name, {
      onLoad: (loaded, total) => worker === this.#searcher && this.#bar.show(loaded, total),
      onReady: () => {
        if (worker !== this.#searcher) return;
        this.#bar.hide();
        keepFiles();
        this.#assistant ??= this.#newWorker("assistant");
      },
      onEnd: (waiting, isBlocked) => {
        if (isBlocked) [this.silence, this.silenceHint] = BLOCKED;
        this.#replace(worker, waiting);
      },
    });
    return worker;
  }

  /**
   * A worker has ended. Another one takes over the requests that wait; if Python could not be loaded, they fail.
   * @param {PythonWorker} worker @param {Waiting[]} waiting
   */
  #replace(worker, waiting) {
    if (worker === this.#searcher) {
      this.#bar.hide();
      this.#searcher = this.#assistant ?? (worker.isReady ? this.#newWorker("searcher") : null);
    }
    this.#assistant = worker.isReady && this.#searcher?.isReady ? this.#newWorker("assistant") : null;
    if (this.#searcher) this.#searcher.adopt(waiting);
    else for (const request of waiting) request.reject(new Error("Python could not be loaded"));
  }

  /** @param {string} path @param {RequestBody|undefined} body @param {Listen} listen @param {EngineOptions} options */
  async #ask(path, body, listen, { signal, waits }) {
    signal?.throwIfAborted();
    const searcher = this.#start();
    this.#bar.isWanted = true;
    const isLong = LONG.test(path);
    const worker = isLong || !this.#assistant?.isReady ? searcher : this.#assistant;
    const cancel = () => {
      for (const client of [this.#searcher, this.#assistant]) if (signal) client?.cancel(signal);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await worker.request({ path, body, listen, signal, waits });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

/**
 * The name of a response that may have been computed when the page was built.
 * @param {string} path @param {RequestBody|undefined} body
 */
function keyOf(path, body) {
  if (body === undefined) return path;
  const { board, goal, size, nodes, ...rest } = body;
  /** @type {?Board} */ let parsed = null;
  try {
    if (board !== undefined) parsed = Board.parse(board);
  } catch {
    return ""; // a form that only Python reads
  }
  const isUsual = !goal || goal === "standard" || (parsed && goal === Board.standard(parsed.rows, parsed.columns).text);
  if (!isUsual || (nodes && nodes < MOST_PREPARED)) return "";
  const named = board === undefined ? rest : { board: parsed?.text, ...rest };
  return `${path} ${JSON.stringify(Object.fromEntries(Object.entries(named).sort()))}`;
}
