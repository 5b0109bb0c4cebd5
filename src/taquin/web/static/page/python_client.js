/** A web worker that runs Python: its requests wait for each other, and can be cancelled by ending it. */

export class PythonWorker {
  isReady = false;
  isEnded = false;
  #worker;
  #current = null; // the request that runs
  #waiting = [];

  /**
   * @param {string} name for the worker itself
   * @param {(loaded: number, total: number) => void} [onLoad] called with bytes while Python is being loaded
   */
  constructor(name, onLoad = () => {}) {
    this.#worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module", name });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.kind === "loading") onLoad(data.loaded, data.total);
        else if (data.kind === "ready") {
          this.isReady = true;
          resolve();
          this.#next();
        } else if (data.kind === "failed") this.#fail(new Error(data.message), reject);
        else this.#receive(data);
      };
      this.#worker.onerror = (event) => this.#fail(new Error(event.message || "the worker could not start"), reject);
    });
    this.ready.catch(() => {}); // those who wait for a response get the error
  }

  /** The response to a request, after those before it. */
  request(path, body, listen, signal) {
    return new Promise((resolve, reject) => {
      if (this.isEnded) return void reject(new Error("the worker has ended"));
      this.#waiting.push({ path, body, listen, signal, resolve, reject });
      if (this.isReady) this.#next();
    });
  }

  /**
   * Drop a request that waits. One that runs can only be stopped by ending the worker.
   * @returns {?object[]} the requests that still waited, if the worker was ended
   */
  cancel(signal) {
    if (this.#current?.signal === signal) {
      this.#worker.terminate();
      this.isEnded = true;
      this.#current.reject(signal.reason);
      return this.#waiting.splice(0);
    }
    const place = this.#waiting.findIndex((each) => each.signal === signal);
    if (place >= 0) this.#waiting.splice(place, 1)[0].reject(signal.reason);
    return null;
  }

  /** Perform the requests that waited for another worker. */
  adopt(requests) {
    this.#waiting.push(...requests);
    if (this.isReady) this.#next();
  }

  #next() {
    if (this.#current || !this.#waiting.length) return;
    this.#current = this.#waiting.shift();
    const { path, body } = this.#current;
    this.#worker.postMessage({ path, body: body === undefined ? null : JSON.stringify(body) });
  }

  #receive({ kind, event, text, status, type, content }) {
    const { listen, resolve, reject } = this.#current;
    try {
      if (kind === "event") return void listen(event, text);
      resolve(new Response(content, { status, headers: { "Content-Type": type } }));
    } catch (error) {
      reject(error);
    }
    if (kind !== "event") {
      this.#current = null;
      this.#next();
    }
  }

  #fail(error, reject) {
    this.isEnded = true;
    reject(error);
    for (const each of [this.#current, ...this.#waiting.splice(0)]) each?.reject(error);
    this.#worker.terminate();
  }
}
