/**
 * Starts Python (Pyodide) in a web worker: from a memory snapshot that was made when the page was built, or in the
 * ordinary way where there is none or it fails.
 *
 * After a start from the snapshot Python has no files: it has imported what most requests need. The others are fetched
 * in the background; if Python reads one before, it waits for it.
 */

const LIST = "files.json";
const PACKAGES = "/packages";
const CACHE = "/cache"; // of tables that were built: kept in the browser's database
const CORE = "taquin_core.js"; // the compiled core, if the page has it
const LIBRARY = "python_stdlib.zip";
const NO_LIBRARY = "https://taquin.invalid/no-library"; // Pyodide asks for a library in any case
const WASM = "application/wasm";
const EMPTY_MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const INPUT_OUTPUT_ERROR = 29; // Emscripten's EIO

/**
 * @typedef {object} Files the content of files.json
 * @property {string} pyodide the folder of Pyodide and the core, relative to the file
 * @property {object} lock Pyodide's list of packages
 * @property {number} library the size of the standard library
 * @property {Record<string, number>} packages the names and sizes of the files in packages.bin
 * @property {Record<string, [number, number]>} sizes of the files that are needed to start: as they are, and compressed
 * @property {{size: number, sum: number, constants: number, state: object}} [snapshot] the memory: its size in bytes, the size of
 *   its beginning that is stored as a difference, the sum of the words of that beginning, and Pyodide's state
 */

/**
 * @typedef {object} Source where the files come from
 * @property {URL} python the folder of files.json
 * @property {(url: URL) => string} script the address from which a module is imported
 * @property {string} engine the Python module with the function that starts the engine
 * @property {boolean} isSandboxed whether the page has passed all files to a worker that can fetch and keep nothing
 * @property {(imports: Record<string, WebAssembly.ImportValue>) => void} [gate] changes the functions that Python's WebAssembly gets
 */

/** WebAssembly is blocked: nothing that the reader can do helps. */
export class BlockedError extends Error {}

/**
 * Start Python.
 * @param {Source} source
 * @param {() => boolean} isCancelled whether the request that runs is cancelled
 * @param {(message: object) => void} tell gets { kind: "loading", loaded, total } with bytes, and { kind: "fetching", name,
 *   size } when Python needs a file that has not arrived
 * @returns {Promise<{engine: PyEngine, python: Pyodide, core: object | undefined, isRestored: boolean, fetchRest: () => Promise<void>}>}
 */
export async function startPython(source, isCancelled, tell) {
  ensureWebAssembly();
  /** @type {Files} */ const files = await (await fetch(new URL(LIST, source.python))).json();
  const folder = new URL(files.pyodide, source.python);
  const meter = new Meter(files.sizes, tell);
  const failure = watchRequests(meter);
  const start = async () => {
    const core = CORE in files.sizes ? loadCore(source, folder, meter) : undefined;
    const rest = new Rest(files, source, folder, tell);
    const { python, isRestored } = await loadPython(source, files, folder, meter, rest);
    if (source.isSandboxed) await rest.fetch();
    else await openCache(python);
    const module = await core;
    const engine = python.pyimport(source.engine).start(CACHE, module, isCancelled);
    return { engine, python, core: module, isRestored, fetchRest: () => rest.fetch() };
  };
  return Promise.race([start(), failure]);
}

/** Pyodide would wait for its WebAssembly for ever. */
function ensureWebAssembly() {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch (error) {
    throw new BlockedError(String(error));
  }
}

/** Counts the bytes of the files that are needed to start, as they are transferred. */
class Meter {
  /** @type {Map<string, number>} */ #loaded = new Map();

  /** @param {Files["sizes"]} sizes @param {(message: object) => void} tell */
  constructor(sizes, tell) {
    this.sizes = sizes;
    this.tell = tell;
    this.#report();
  }

  /** Count what is read of a response. WebAssembly gets the type that Pyodide needs, which some web hosts do not send. @param {Response} response */
  counted(response) {
    const { name, isWasm } = named(response.url);
    if (!(name in this.sizes) || !response.body) return response;
    const isCompressed = response.headers.has("Content-Encoding");
    const [plain, compressed] = this.sizes[name];
    let read = 0;
    /** @type {TransformStream<Uint8Array, Uint8Array>} */ const count = new TransformStream({
      transform: (part, controller) => {
        read += part.length;
        this.#add(name, isCompressed ? (read / plain) * compressed : read);
        controller.enqueue(part);
      },
    });
    if (isCompressed) this.sizes[name] = [compressed, compressed];
    return new Response(response.body.pipeThrough(count), isWasm ? { headers: { "Content-Type": WASM } } : {});
  }

  /** A module was loaded, without a response that can be counted. @param {string} name */
  finish(name) {
    this.#add(name, this.sizes[name][0]);
  }

  /** @param {string} name @param {number} bytes */
  #add(name, bytes) {
    this.#loaded.set(name, bytes);
    this.#report();
  }

  #report() {
    const sum = (/** @type {Iterable<number>} */ numbers) =>
      Math.round([...numbers].reduce((total, number) => total + number, 0));
    const total = sum(Object.values(this.sizes).map(([size]) => size));
    this.tell({ kind: "loading", loaded: Math.min(sum(this.#loaded.values()), total), total });
  }
}

/** @param {string} url */
function named(url) {
  const name = new URL(url).pathname.split("/").at(-1) ?? "";
  return { name, isWasm: name.endsWith(".wasm") };
}

/**
 * From now on, a failed request for a file of Pyodide fails the start, which would wait for it for ever.
 * @param {Meter} meter
 * @returns {Promise<never>} rejected when that happens
 */
function watchRequests(meter) {
  const fetchPlainly = self.fetch;
  const warn = console.warn;
  return new Promise((_, reject) => {
    console.warn = (...values) => {
      if (values[0] instanceof Error)
        reject(values[0]); // so Pyodide says that WebAssembly failed
      else warn(...values);
    };
    self.fetch = async (...request) => {
      const url = request[0] instanceof Request ? request[0].url : String(request[0]);
      if (url === NO_LIBRARY) return new Response();
      try {
        return meter.counted(await checked(fetchPlainly(...request)));
      } catch (error) {
        const { name, isWasm } = named(url);
        if (isWasm && !name.startsWith("taquin")) reject(error);
        throw error;
      }
    };
  });
}

/** @param {Promise<Response>} request */
async function checked(request) {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} has the status ${response.status}`);
  return response;
}

/** The compiled core; undefined if it cannot be loaded: then all searches run in Python. @param {Source} source @param {URL} folder @param {Meter} meter */
async function loadCore(source, folder, meter) {
  try {
    const { default: create } = await import(source.script(new URL(CORE, folder)));
    meter.finish(CORE);
    return await create({ locateFile: (/** @type {string} */ name) => new URL(name, folder).href });
  } catch {
    return undefined;
  }
}

/**
 * @param {Source} source @param {Files} files @param {URL} folder @param {Meter} meter @param {Rest} rest
 * @returns {Promise<{python: Pyodide, isRestored: boolean}>}
 */
async function loadPython(source, files, folder, meter, rest) {
  const snapshot = files.snapshot ? unpack(source, files.snapshot.size) : null;
  snapshot?.catch(() => {}); // handled below, and that may be later
  const load = async (/** @type {string} */ name) => {
    const module = await import(source.script(new URL(name, folder)));
    meter.finish(name);
    return module;
  };
  const [{ loadPyodide }, { default: create }] = await Promise.all(["pyodide.js", "pyodide.asm.js"].map(load));
  const createPyodideModule = source.gate ? gated(create, source.gate) : create;
  const options = { indexURL: folder.href, lockFileContents: JSON.stringify(files.lock), createPyodideModule };
  if (files.snapshot && snapshot) {
    try {
      const python = await loadPyodide({ ...options, ...restoring(files.snapshot, snapshot, createPyodideModule) });
      rest.addTo(python.FS, true);
      return { python, isRestored: true };
    } catch (error) {
      console.info(`Python starts without its snapshot: ${error}`);
    }
  }
  const [python] = await Promise.all([loadPyodide(options), rest.fetchPackages()]);
  rest.addTo(python.FS, false);
  python.runPython(`import sys; sys.path.insert(0, "${PACKAGES}")`);
  return { python, isRestored: false };
}

/** Change the functions that Python's WebAssembly gets. @param {CreateModule} createPyodideModule @param {NonNullable<Source["gate"]>} gate @returns {CreateModule} */
function gated(createPyodideModule, gate) {
  return (settings) => {
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, receive) => {
      gate(imports.env);
      return instantiateWasm(imports, receive);
    };
    return createPyodideModule(settings);
  };
}

/** What differs from the memory of a new WebAssembly instance. @param {Source} source @param {number} size */
async function unpack(source, size) {
  const response = await fetch(new URL("snapshot.bin", source.python));
  if (!response.body) throw new Error("the snapshot is empty");
  const reader = response.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  const memory = new Uint8Array(size);
  let offset = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    memory.set(part.value, offset);
    offset += part.value.length;
  }
  return memory;
}

/**
 * Pyodide's options to begin with this memory.
 * @param {NonNullable<Files["snapshot"]>} described @param {Promise<Uint8Array>} snapshot @param {CreateModule} createPyodideModule
 */
function restoring({ sum, constants, state }, snapshot, createPyodideModule) {
  const create = async (/** @type {ModuleSettings} */ settings) => {
    let original = new Uint32Array(0); // the constants of a new instance, before anything has run
    const { instantiateWasm } = settings;
    settings.instantiateWasm = (imports, receive) =>
      instantiateWasm(imports, (instance, compiled) => {
        const { buffer } = /** @type {WebAssembly.Memory} */ (instance.exports.memory ?? imports.env.memory);
        original = new Uint32Array(buffer.slice(0, constants));
        receive(instance, compiled);
      });
    const module = await createPyodideModule(settings);
    module.API.restoreSnapshot = (difference) => {
      const words = new Uint32Array(difference.buffer);
      if (combine(words, original) !== sum) throw new Error("the memory differs");
      new Uint32Array(module.HEAPU8.buffer).set(words);
      return state;
    };
    return module;
  };
  return { stdLibURL: NO_LIBRARY, _loadSnapshot: snapshot, createPyodideModule: create };
}

/**
 * Change the first words by exclusive or. Damage of the others is found when they are decompressed.
 * @param {Uint32Array} words @param {Uint32Array} original @returns {number} the sum of those words
 */
function combine(words, original) {
  let sum = 0;
  for (let place = 0; place < original.length; place += 1) {
    words[place] ^= original[place];
    sum = (sum + words[place]) | 0;
  }
  return sum;
}

/** The files of the packages and of the standard library. */
class Rest {
  /** @param {Files} files @param {Source} source @param {URL} folder of Pyodide @param {(message: object) => void} tell */
  constructor(files, source, folder, tell) {
    this.files = files;
    const size = Object.values(files.packages).reduce((total, one) => total + one, 0);
    this.packages = new LateFile(new URL("packages.bin", source.python), size, tell);
    this.library = new LateFile(new URL(LIBRARY, folder), files.library, tell);
  }

  /** Add the files to Python's file system. @param {Pyodide["FS"]} FS @param {boolean} hasLibrary */
  addTo(FS, hasLibrary) {
    let offset = 0;
    for (const [name, size] of Object.entries(this.files.packages)) {
      this.packages.addPart(FS, `${PACKAGES}/${name}`, offset, size);
      offset += size;
    }
    const [library] = FS.readdir("/lib").filter((name) => name.endsWith(".zip"));
    if (hasLibrary) this.library.addPart(FS, `/lib/${library}`, 0, this.files.library);
  }

  fetchPackages() {
    return this.packages.fetch();
  }

  async fetch() {
    await this.packages.fetch();
    await this.library.fetch();
  }
}

/** A file of the page that Python may read before it has been fetched, in parts that are files for Python. */
class LateFile {
  /** @type {?Uint8Array} */ #content = null;

  /** @param {URL} url @param {number} size @param {(message: object) => void} tell */
  constructor(url, size, tell) {
    this.url = url;
    this.size = size;
    this.tell = tell;
  }

  async fetch() {
    if (this.#content) return;
    const response = await fetch(this.url, { priority: "low" });
    this.#content = new Uint8Array(await response.arrayBuffer());
  }

  /** @param {Pyodide["FS"]} FS @param {string} path @param {number} offset @param {number} size */
  addPart(FS, path, offset, size) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(0));
    const { node } = FS.lookupPath(path);
    node.usedBytes = size;
    Object.defineProperty(node, "contents", { get: () => this.#read(FS).subarray(offset, offset + size) });
  }

  /** Imports of Python are synchronous, and so is this request. @param {Pyodide["FS"]} FS */
  #read(FS) {
    if (this.#content) return this.#content;
    this.tell({ kind: "fetching", name: named(this.url.href).name, size: this.size });
    const request = new XMLHttpRequest();
    request.open("GET", this.url, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      throw new FS.ErrnoError(INPUT_OUTPUT_ERROR);
    }
    if (request.status !== 200) throw new FS.ErrnoError(INPUT_OUTPUT_ERROR);
    this.#content = new Uint8Array(request.response);
    return this.#content;
  }
}

/** Tables of an earlier visit. Where the browser keeps nothing, as in a private window, they are built again. */
async function openCache(/** @type {Pyodide} */ python) {
  python.FS.mkdirTree(CACHE);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, CACHE);
  await synchronise(python, true);
}

/** @type {Promise<unknown>} */ let synchronised = Promise.resolve();

/** Read the cache from the browser's database, or write it there: once at a time. @param {Pyodide} python @param {boolean} isReading */
export function synchronise(python, isReading) {
  const work = () =>
    new Promise((resolve) => {
      python.FS.syncfs(isReading, resolve); // with an error where it is not allowed
    });
  synchronised = synchronised.then(work);
  return synchronised;
}
