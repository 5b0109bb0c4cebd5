/** A web worker that runs Python: its requests wait for each other, and can be cancelled. */

import { loadingWords } from "./loading_bar.js";

const MEGABYTE = 1e6;

const GRACE = 3000; // milliseconds that a cancelled request has to end before its worker is ended
const OUT_OF_MEMORY = /out of memory|allocat|MemoryError|OOM/i; // in the errors of browsers, of Emscripten and of Python

/**
 * @typedef {object} Asked a request
 * @property {string} path
 * @property {object|undefined} body
 * @property {(event: string, data: string) => void} listen
 * @property {AbortSignal|undefined} signal
 * @property {((words: string) => void)|undefined} waits called with what it waits for, and "" at its begin
 */
/** @typedef {Asked & {resolve: (response: Response) => void, reject: (error: unknown) => void}} Waiting */
/** @typedef {(waiting: Waiting[], isBlocked: boolean) => void} OnEnd */
/** @typedef {{onLoad: (loaded: number, total: number) => void, onReady: () => void, onEnd: OnEnd}} Listeners */
/** @typedef {{kind: string, event: string, text: string, status: number, type: string, content: BodyInit}} Message */

export class PythonWorker {
  isReady = false;
  #worker;
  #onEnd;
  /** @type {?Waiting} */ #current = null; // the request that runs
  /** @type {Waiting[]} */ #waiting = [];
  #awaited = "Python is loading"; // what the requests wait for
  #overdue = 0; // the timer of a cancelled request that runs
  // 1 cancels the request that runs. Page and worker share memory only where the host sends the headers for it.
  #flag = canShare() ? new Int32Array(new SharedArrayBuffer(4)) : undefined;

  /**
   * @param {string} name for the worker itself
   * @param {Listeners} listeners `onLoad(loaded, total)` is called with bytes while Python is being loaded, `onReady()` when
   *   it is loaded, `onEnd(waiting, isBlocked)` when the worker has ended, with the requests that it has not begun
   */
  constructor(name, { onLoad, onReady, onEnd }) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module", name });
    this.#worker.onerror = (event) => this.#end(event.message);
    this.#worker.onmessage = ({ data }) => {
      if (data.kind === "loading") {
        this.#wait(loadingWords(data.loaded, data.total));
        onLoad(data.loaded, data.total);
      } else if (data.kind === "ready") {
        this.isReady = true;
        onReady();
        this.#next();
        this.#wait("Another request runs");
      } else if (data.kind === "fetching") {
        this.#current?.waits?.(`${data.name} is loading (${(data.size / MEGABYTE).toFixed(1)} MB)`);
      } else if (data.kind === "failed") this.#end(data.message, data.isBlocked);
      else this.#receive(data);
    };
  }

  /** The response to a request, after those before it. @param {Asked} request @returns {Promise<Response>} */
  request(request) {
    return new Promise((resolve, reject) => this.adopt([{ ...request, resolve, reject }]));
  }

  /** Perform requests that may have waited for another worker. @param {Waiting[]} requests */
  adopt(requests) {
    this.#waiting.push(...requests);
    if (this.isReady) this.#next();
    this.#wait(this.#awaited);
  }

  #wait(/** @type {string} */ words) {
    this.#awaited = words;
    for (const { waits } of this.#waiting) waits?.(words);
  }

  /** Drop the requests with this signal. One that runs is stopped, by ending the worker if there is no other way. */
  cancel(/** @type {AbortSignal} */ signal) {
    for (const request of this.#waiting.filter((one) => one.signal === signal)) request.reject(signal.reason);
    this.#waiting = this.#waiting.filter((one) => one.signal !== signal);
    if (this.#current?.signal !== signal || this.#overdue) return;
    this.#current.reject(signal.reason);
    if (!this.#flag) return void this.#end();
    Atomics.store(this.#flag, 0, 1);
    this.#overdue = setTimeout(() => this.#end(), GRACE);
  }

  #next() {
    const next = this.#current ? undefined : this.#waiting.shift();
    if (!next) return;
    this.#current = next;
    if (this.#flag) Atomics.store(this.#flag, 0, 0);
    const { path, body, waits } = next;
    waits?.("");
    this.#worker.postMessage({ path, body: JSON.stringify(body), flag: this.#flag });
  }

  /** @param {Message} message */
  #receive({ kind, event, text, status, type, content }) {
    if (!this.#current) return;
    const { listen, signal, resolve, reject } = this.#current;
    try {
      if (kind === "event") return void (signal?.aborted || listen(event, text));
      resolve(new Response(content, { status, headers: { "Content-Type": type } }));
    } catch (error) {
      reject(error);
    }
    if (kind !== "event") {
      clearTimeout(this.#overdue);
      this.#overdue = 0;
      this.#current = null;
      this.#next();
    }
  }

  /** End the worker. The request that runs gets an error response, unless it was cancelled. */
  #end(text = "unknown error", isBlocked = false) {
    this.#worker.terminate();
    clearTimeout(this.#overdue);
    this.#current?.resolve(Response.json({ error: describe(text) }, { status: 500 }));
    this.#onEnd(this.#waiting.splice(0), isBlocked);
  }
}

/** Whether page and worker can share memory: some builds of WebKit isolate the page, and have no shared memory. */
function canShare() {
  return globalThis.crossOriginIsolated && "SharedArrayBuffer" in globalThis;
}

/** Why a worker has ended, in the form of the API's errors. @param {string} text */
function describe(text) {
  if (!OUT_OF_MEMORY.test(text)) return { kind: "internal", message: `Python failed and was restarted: ${text}` };
  const hint = "Set a lower memory limit, or use IDA*, which stores few nodes.";
  return { kind: "memory", message: "This tab ran out of memory, and Python was restarted.", hint };
}
