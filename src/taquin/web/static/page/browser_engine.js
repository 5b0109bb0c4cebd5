/**
 * The engine of a page that is served as plain files: Python in web workers of this browser.
 *
 * Two workers are kept: one searches, and the other responds to quick requests meanwhile. Where memory cannot be shared,
 * a search is cancelled by ending its worker; the other one takes over, and a new one is started. What the page needs
 * first was computed when it was built, and works before Python has loaded.
 */

import { Board } from "../modules/board.js";
import { LoadingBar } from "./loading_bar.js";
import { PythonWorker } from "./python_client.js";

const LONG = new Set([
  "solve/stream",
  "trace/stream",
  "trace/pair/stream",
  "race",
  "trace",
  "trace/lines",
  "trace/pair",
  "tree",
  "expansions",
  "expansions/stream",
  "space",
  "depths",
  "solve",
]);

const MOST_PREPARED = 2000; // nodes: prepared searches have no more, and are the same with any higher limit

export class BrowserEngine {
  silence = "Python could not be loaded.";
  silenceHint = "Check the network, then try again.";
  #bar = new LoadingBar();
  #searcher = null; // performs long requests
  #assistant = null; // performs the others while a search runs
  #prepared = fetch("prepared/index.json")
    .then((response) => response.json())
    .catch(() => ({})); // without it, Python responds

  constructor() {
    // Python loads after what the page shows first.
    if (document.readyState === "complete") setTimeout(() => this.#start());
    else addEventListener("load", () => setTimeout(() => this.#start()));
  }

  /** The response to a request. @returns {Promise<Response>} */
  async send(path, { body, signal }) {
    const file = (await this.#prepared)[keyOf(path, body)];
    if (file) return fetch(`prepared/${file}`, { signal });
    return this.#ask(path, body, () => {}, signal);
  }

  /** The same for a stream of events. @param {(event: string, data: string) => void} listen */
  async stream(path, body, listen, { signal }) {
    const file = (await this.#prepared)[keyOf(path.replace(/\/stream$/, ""), body)];
    if (!file) return this.#ask(path, body, listen, signal);
    const response = await fetch(`prepared/${file}`, { signal });
    if (response.ok) listen("result", await response.text());
    return response;
  }

  #start() {
    this.#searcher ??= this.#newWorker("searcher");
  }

  #newWorker(name) {
    const worker = new PythonWorker(name, {
      onLoad: (loaded, total) => worker === this.#searcher && this.#bar.show(loaded, total),
      onReady: () => {
        if (worker !== this.#searcher) return;
        this.#bar.hide();
        navigator.serviceWorker?.register("service_worker.js"); // keeps the files for the next visit
        this.#assistant ??= this.#newWorker("assistant");
      },
      onEnd: (waiting) => this.#replace(worker, waiting),
    });
    return worker;
  }

  /** A worker has ended. Another one takes over the requests that wait; if Python could not be loaded, they fail. */
  #replace(worker, waiting) {
    if (worker === this.#searcher) {
      this.#bar.hide();
      this.#searcher = this.#assistant ?? (worker.isReady ? this.#newWorker("searcher") : null);
    }
    this.#assistant = worker.isReady && this.#searcher?.isReady ? this.#newWorker("assistant") : null;
    if (this.#searcher) this.#searcher.adopt(waiting);
    else for (const request of waiting) request.reject(new Error("Python could not be loaded"));
  }

  async #ask(path, body, listen, signal) {
    signal?.throwIfAborted();
    this.#start();
    this.#bar.isWanted = true;
    const isLong = LONG.has(path);
    const worker = isLong || !this.#assistant?.isReady ? this.#searcher : this.#assistant;
    const cancel = () => {
      for (const client of [this.#searcher, this.#assistant]) client?.cancel(signal);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await worker.request(path, body, listen, signal);
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

/** The name of a response that may have been computed when the page was built. */
function keyOf(path, body) {
  if (body === undefined) return path;
  const { board, goal, size, nodes, ...rest } = body;
  let parsed = null;
  try {
    if (board !== undefined) parsed = Board.parse(board);
  } catch {
    return ""; // a form that only Python reads
  }
  const isUsual = !goal || goal === "standard" || (parsed && goal === Board.standard(parsed.rows, parsed.columns).text);
  if (!isUsual || (nodes && nodes < MOST_PREPARED)) return "";
  const named = board === undefined ? rest : { board: parsed.text, ...rest };
  return `${path} ${JSON.stringify(Object.fromEntries(Object.entries(named).sort()))}`;
}
