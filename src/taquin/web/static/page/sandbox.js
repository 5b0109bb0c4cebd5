/**
 * Runs the code of users, which may come from a stranger's link: Python in a web worker inside a frame without the origin of
 * the page. Its policy forbids all requests, and no storage, no other tab and no part of the page can be reached from it.
 *
 * The frame cannot fetch Python either, so the page passes it all files. Ending the worker removes the frame.
 */

import { PythonWorker } from "./python_client.js";

const PYTHON = new URL("../python/", import.meta.url);
const WORKER = new URL("./python_worker.js", import.meta.url);
/** The script of the frame, whose hash is in the policy of the server: it starts the worker, and passes messages on. */
const SCRIPT =
  "onmessage=({data:{script,files},ports:[port]})=>{onmessage=null;const {createObjectURL}=URL;"
  + "const type='text/javascript',module=createObjectURL(new Blob([script],{type}));"
  + "const start='onmessage=({data})=>{onmessage=null;self.passed=data;import(\"'+module+'\")}';"
  + "const worker=new Worker(createObjectURL(new Blob([start],{type})));"
  + "worker.onmessage=({data})=>port.postMessage(data);"
  + "worker.onerror=({message})=>port.postMessage({kind:'failed',message});"
  + "port.onmessage=({data})=>worker.postMessage(data);worker.postMessage(files)}";
const POLICY = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; worker-src blob:";

/** @typedef {{script: Blob, files: {python: string, files: Map<string, Blob>}}} Parts the code of the worker, and its files by address */
/** @type {?Promise<Parts>} */ let fetched = null;

/** Everything that the frame needs, fetched once. @throws {Error} if the page does not have it @returns {Promise<Parts>} */
function fetchParts() {
  const read = async (/** @type {URL} */ url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} has the status ${response.status}`);
    return response.blob();
  };
  const load = async () => {
    const list = new URL("files.json", PYTHON);
    const content = await read(list);
    const { pyodide, sizes } = JSON.parse(await content.text());
    const folder = new URL(pyodide, PYTHON);
    const names = new Set([...Object.keys(sizes), "packages.bin", "python_stdlib.zip"]);
    const urls = [...names].map((name) => new URL(name, name.endsWith(".bin") ? PYTHON : folder));
    const contents = await Promise.all(urls.map(read));
    const files = new Map(urls.map((url, place) => [url.href, contents[place]]));
    files.set(list.href, content);
    return { script: await read(WORKER), files: { python: PYTHON.href, files } };
  };
  fetched ??= load();
  fetched.catch(() => {
    fetched = null; // it is tried again
  });
  return fetched;
}

/** A web worker inside a sandboxed frame, with what `PythonWorker` uses of a worker. */
export class FramedWorker {
  /** @type {?((event: MessageEvent) => void)} */ onmessage = null;
  /** @type {?((event: ErrorEvent) => void)} */ onerror = null;
  #channel = new MessageChannel();
  #frame = document.createElement("iframe");

  constructor() {
    this.#channel.port1.onmessage = (event) => this.onmessage?.(event);
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.hidden = true;
    this.#frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${SCRIPT}</script>`;
    this.#frame.addEventListener("load", () => this.#start(), { once: true });
    document.body.append(this.#frame);
  }

  async #start() {
    try {
      const parts = await fetchParts();
      this.#frame.contentWindow?.postMessage(parts, "*", [this.#channel.port2]); // its origin has no name
    } catch (error) {
      this.onerror?.(new ErrorEvent("error", { message: String(error) }));
    }
  }

  postMessage(/** @type {unknown} */ data) {
    this.#channel.port1.postMessage(data);
  }

  terminate() {
    this.#frame.remove();
    this.#channel.port1.close();
  }
}

/** Python in a sandbox. A request that takes too long, or is aborted, ends it; the next one starts another. */
class Sandbox {
  /** @type {?PythonWorker} */ #worker = null;

  /** Start Python, if it is not running. */
  start() {
    const worker = new PythonWorker(
      "sandbox",
      {
        onLoad() {},
        onReady() {},
        onEnd: (waiting) => {
          if (this.#worker === worker) this.#worker = null;
          for (const request of waiting)
            request.reject(new Error("Python could not be loaded. Check the network, then try again."));
        },
      },
      new FramedWorker(),
    );
    return worker;
  }

  /**
   * The response to a request.
   * @param {string} path `run`, `check` or `race` @param {object} body
   * @param {(event: string, data: any) => void} receive gets `print` with what the code prints, `progress`, or the events of a race
   * @param {{signal: AbortSignal, waits: (words: string) => void}} options
   */
  async ask(path, body, receive, { signal, waits }) {
    this.#worker ??= this.start();
    const worker = this.#worker;
    const cancel = () => worker.cancel(signal);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const listen = (/** @type {string} */ event, /** @type {string} */ text) => receive(event, JSON.parse(text));
      const response = await worker.request({ path, body, listen, signal, waits });
      return await response.json();
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }
}

/** The sandbox of the page. */
export const sandbox = new Sandbox();
