/** A web worker: starts Python and responds to requests with `taquin.web.browser.engine`. */

import { BlockedError, startPython, synchronise } from "./python_start.js";

const ASSISTANT = "assistant"; // the name of the worker that has time to build tables

/** @type {Int32Array | undefined} */ let flag; // in memory that the page shares, if the host allows that: 1 cancels the request
const isCancelled = () => flag !== undefined && Atomics.load(flag, 0) === 1;

/** @type {import("./python_start.js").Source} */
const SOURCE = {
  python: new URL("../python/", import.meta.url),
  script: ({ href }) => href,
  engine: "taquin.web.browser.engine",
  isSandboxed: false,
};
const begun = startPython(SOURCE, isCancelled, (message) => postMessage(message));
begun
  .then(async (started) => {
    postMessage({ kind: "ready", isRestored: started.isRestored });
    await started.fetchRest();
    if (self.name === ASSISTANT) await keepTables(started);
  }, fail)
  .catch(() => {}); // it is fetched again when it is needed

/** Build the databases of the 15-puzzle for the next visit, unless they are in the cache. */
async function keepTables(/** @type {{engine: PyEngine, python: Pyodide}} */ { engine, python }) {
  engine.keep_tables();
  await synchronise(python, false);
}

self.onmessage = ({ data }) => respond(data).catch(fail);

/** @param {{path: string, body: string, flag?: Int32Array}} request */
async function respond({ path, body, flag: given }) {
  const emit = (/** @type {string} */ event, /** @type {PyBytes} */ data) => {
    postMessage({ kind: "event", event, text: new TextDecoder().decode(data.toJs()) });
    data.destroy();
  };
  flag = given;
  const { engine } = await begun;
  const response = await engine.respond(path, body, emit);
  const [status, type, content] = response.toJs();
  response.destroy();
  postMessage({ kind: "response", status, type, content }, { transfer: [content.buffer] });
}

/** The page must replace this worker. An error of Python has a line for each call before its message. @param {unknown} error */
function fail(error) {
  postMessage({ kind: "failed", message: String(error).trim().split("\n").at(-1), isBlocked: error instanceof BlockedError });
}
