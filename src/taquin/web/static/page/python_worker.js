/** A web worker: loads Python (Pyodide) and the package, and responds to requests with `taquin.web.browser.engine`. */

const PYTHON = new URL("../python/", import.meta.url);
const PACKAGES = "/packages";
const CACHE = "/cache"; // of tables that were built: kept in the browser's database
const ASSISTANT = "assistant"; // the name of the worker that has time for this
const CORE = "taquin_core.js"; // the compiled core, if the page has it
const WASM = "application/wasm";

let flag; // in memory that the page shares, if the host allows that: 1 cancels the request
const isCancelled = () => flag !== undefined && Atomics.load(flag, 0) === 1;

async function begin() {
  const files = await (await fetch(new URL("files.json", PYTHON))).json();
  report(files);
  const archive = fetch(new URL("packages.zip", PYTHON)).then((response) => response.arrayBuffer());
  const core = CORE in files ? import(new URL(CORE, PYTHON)).then((module) => module.default()) : null;
  const modules = ["pyodide.js", "pyodide.asm.js"].map((name) => import(new URL(name, PYTHON)));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(modules);
  const python = await loadPyodide({ indexURL: PYTHON.href, createPyodideModule });
  python.FS.mkdirTree(PACKAGES);
  python.unpackArchive(await archive, "zip", { extractDir: PACKAGES });
  python.runPython(`import os, sys; sys.path.insert(0, "${PACKAGES}"); os.environ["TAQUIN_CACHE"] = "${CACHE}"`);
  await openCache(python);
  if (core) python.pyimport("taquin.web.browser.core").install(await core);
  return { engine: python.pyimport("taquin.web.browser.engine").Engine(isCancelled), python };
}

/** Tables of an earlier visit. Where the browser keeps nothing, as in a private window, they are built again. */
async function openCache(python) {
  python.FS.mkdirTree(CACHE);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, CACHE);
  await synchronise(python, true);
}

/** Build the databases of the 15-puzzle for the next visit, unless they are in the cache. */
async function keepTables({ engine, python }) {
  engine.keep_tables();
  await synchronise(python, false);
}

let synchronised = Promise.resolve();

/** Read the cache from the browser's database, or write it there: once at a time. */
function synchronise(python, isReading) {
  const work = () =>
    new Promise((resolve) => {
      python.FS.syncfs(isReading, resolve); // with an error where it is not allowed
    });
  synchronised = synchronised.then(work);
  return synchronised;
}

/** Read all files beside Python itself, which then gets them from the browser's cache, and report how far it is. */
function report(files) {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  postMessage({ kind: "loading", loaded, total });
  for (const name of Object.keys(files)) read(name).catch(() => {});

  async function read(name) {
    const reader = (await fetch(new URL(name, PYTHON))).body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      loaded += part.value.length;
      postMessage({ kind: "loading", loaded, total });
    }
  }
}

/**
 * From now on, a failed request fails the start: Pyodide would wait for its WebAssembly for ever. Gives WebAssembly the
 * type that Pyodide needs, which some web hosts do not send.
 * @returns {Promise<never>} rejected when a request fails
 */
function watchRequests() {
  const fetchPlainly = self.fetch;
  return new Promise((_, reject) => {
    self.fetch = async (...request) => {
      try {
        const response = await fetchPlainly(...request);
        if (!response.ok) throw new Error(`${response.url} has the status ${response.status}`);
        const isTyped = !response.url.endsWith(".wasm") || response.headers.get("Content-Type") === WASM;
        return isTyped ? response : new Response(response.body, { headers: { "Content-Type": WASM } });
      } catch (error) {
        reject(error);
        throw error;
      }
    };
  });
}

const failure = watchRequests();
const begun = Promise.race([begin(), failure]);
if (self.name === ASSISTANT) begun.then(keepTables).catch(() => {}); // they are built again when they are needed
begun.then(() => postMessage({ kind: "ready" }), fail);

self.onmessage = ({ data }) => respond(data).catch(fail);

async function respond({ path, body, flag: given }) {
  const emit = (event, data) => {
    postMessage({ kind: "event", event, text: new TextDecoder().decode(data.toJs()) });
    data.destroy();
  };
  flag = given;
  const { engine } = await begun;
  const response = await engine.respond(path, body, emit);
  const [status, type, content] = response.toJs();
  response.destroy();
  postMessage({ kind: "response", status, type, content }, [content.buffer]);
}

/** The page must replace this worker. An error of Python has a line for each call before its message. */
function fail(error) {
  postMessage({ kind: "failed", message: String(error).trim().split("\n").at(-1) });
}
