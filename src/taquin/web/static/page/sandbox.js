/**
 * Runs the code of users, which may come from a stranger's link: Python in a web worker inside a frame without the origin of
 * the page. Its policy forbids all requests, and no storage, no other tab and no part of the page can be reached from it.
 *
 * A worker runs one request, and is ended after it, so that nothing goes on that the code has started. The time of a request
 * is measured by the page, and nothing that the worker sends changes it.
 *
 * The frame cannot fetch Python either, so the page passes it all files. Ending the worker removes the frame.
 */

import { ApiError } from "./api.js";
import { loadingWords } from "./loading_bar.js";
import { InvalidMessage, LONGEST, readEvent, readMessage, readResponse } from "./sandbox_messages.js";

const PYTHON = new URL("../python/", import.meta.url);
const WORKER = new URL("./sandbox_worker.js", import.meta.url);
const MOST_MESSAGES = 40_000; // of one worker, which stops itself before
/** The script of the frame, whose hash is in the policy of the server: it starts the worker, and passes its texts on. */
const SCRIPT =
  "onmessage=({data:{script,files},ports:[port]})=>{onmessage=null;const {createObjectURL}=URL;"
  + "const type='text/javascript',module=createObjectURL(new Blob([script],{type}));"
  + "const start='onmessage=({data})=>{onmessage=null;self.passed=data;import(\"'+module+'\")}';"
  + "const worker=new Worker(createObjectURL(new Blob([start],{type})));let count=0;"
  + "const end=(message)=>{worker.onmessage=worker.onerror=null;worker.terminate();"
  + "port.postMessage(JSON.stringify({kind:'failed',message}))};"
  + `worker.onmessage=({data})=>{count+=1;if(count<=${MOST_MESSAGES}&&typeof data==='string'&&data.length<=${LONGEST})`
  + "port.postMessage(data);else end('the code has sent too many messages')};"
  + "worker.onerror=({message})=>end(String(message).slice(0,500));"
  + "port.onmessage=({data})=>worker.postMessage(data);worker.postMessage(files)}";
const POLICY = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; worker-src blob:";
const TOO_LONG = "Stopped, because it took too long.";
const TOO_LONG_HINT = "Does a loop never end? Your code and what it printed are still here.";
const NO_MESSAGE = "undefined"; // the text of an error without a message
const NOT_LOADED = "Python could not be loaded.";

/** @typedef {{script: Blob, files: {python: string, files: Map<string, Blob>}}} Parts the code of the worker, and its files by address */
/** @typedef {import("./sandbox_messages.js").Asked & {code: string}} Body */
/** @typedef {{signal: AbortSignal, waits: (words: string) => void, seconds: number}} SandboxOptions */
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

/** Python in a web worker inside a frame, for one request. */
class SandboxedPython {
  isEnded = false;
  #isReady = false;
  #channel = new MessageChannel();
  #frame = document.createElement("iframe");
  #timer = 0;
  #awaited = "Python is loading";
  /** @type {?(SandboxOptions & {path: string, body: Body, receive: (event: string, data: any) => void})} */ #asked = null;
  /** @type {PromiseWithResolvers<any>} */ #response = Promise.withResolvers();

  constructor() {
    this.#response.promise.catch(() => {}); // it may end before it is asked
    this.#channel.port1.onmessage = ({ data }) => this.#hear(data);
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
    } catch {
      this.end(new ApiError(NOT_LOADED, { hint: "Check the network, then try again." }));
    }
  }

  /**
   * The response to the request. The worker is ended with it.
   * @param {string} path @param {Body} body @param {(event: string, data: any) => void} receive @param {SandboxOptions} options
   */
  async request(path, body, receive, options) {
    const cancel = () => this.end(options.signal.reason);
    if (options.signal.aborted) cancel();
    options.signal.addEventListener("abort", cancel, { once: true });
    this.#asked = { path, body, receive, ...options };
    if (this.#isReady) this.#begin();
    else options.waits(this.#awaited);
    try {
      return await this.#response.promise;
    } finally {
      options.signal.removeEventListener("abort", cancel);
    }
  }

  #begin() {
    if (!this.#asked || this.isEnded) return;
    const { path, body, waits, seconds } = this.#asked;
    waits("");
    this.#timer = setTimeout(() => this.end(new ApiError(TOO_LONG, { hint: TOO_LONG_HINT })), 1000 * seconds);
    this.#channel.port1.postMessage({ path, body: JSON.stringify(body) });
  }

  #hear(/** @type {unknown} */ text) {
    if (this.isEnded) return;
    try {
      this.#read(readMessage(text));
    } catch (error) {
      this.end(error instanceof InvalidMessage ? error : new InvalidMessage());
    }
  }

  /** @param {import("./sandbox_messages.js").SandboxMessage} message */
  #read(message) {
    if (message.kind === "failed") return void this.end(failure(message.message, this.#isReady));
    const isRunning = this.#isReady && this.#asked;
    if (isRunning) {
      const { path, body, receive } = isRunning;
      if (message.kind === "event") receive(message.event, readEvent(path, message.event, message.text, body));
      else if (message.kind === "response") this.end(null, readResponse(path, message.text, body));
      else if (message.kind !== "fetching") throw new InvalidMessage();
    } else if (message.kind === "ready") {
      this.#isReady = true;
      this.#begin();
    } else if (message.kind === "loading") {
      this.#awaited = loadingWords(message.loaded, message.total);
      this.#asked?.waits(this.#awaited);
    } else throw new InvalidMessage();
  }

  /** End the worker, with all that its code has started. The request has this error, or this response. @param {unknown} error */
  end(error, response = null) {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.#timer);
    this.#frame.remove();
    this.#channel.port1.close();
    if (error) this.#response.reject(error);
    else this.#response.resolve(response);
  }
}

/** Why Python has failed. @param {string} text @param {boolean} wasReady */
function failure(text, wasReady) {
  if (!wasReady) return new ApiError(NOT_LOADED, { hint: text === NO_MESSAGE ? refusal() : text });
  if (/out of memory|allocat|MemoryError|OOM/i.test(text)) return new ApiError("Your code ran out of memory.");
  return new ApiError(`The run failed: ${text}.`);
}

/** Why a worker ends before its first line. */
function refusal() {
  const words = "This browser does not start the worker in which your code runs";
  return crossOriginIsolated ? `${words}, because the web host isolates the page (Cross-Origin-Embedder-Policy).` : `${words}.`;
}

/** Python that loads for the next request while the user writes. @type {?SandboxedPython} */ let next = null;

/** Python that has not run any code. */
function takePython() {
  const python = next && !next.isEnded ? next : new SandboxedPython();
  next = null;
  return python;
}

/**
 * The response to a request.
 * @param {string} path `run`, `check` or `race` @param {Body} body
 * @param {(event: string, data: any) => void} receive gets `print` with what the code prints, `progress`, or the events of a race
 * @param {SandboxOptions} options `seconds`: the time for the request, once Python has loaded
 */
export async function runInSandbox(path, body, receive, options) {
  try {
    return await takePython().request(path, body, receive, options);
  } finally {
    next = takePython();
  }
}
