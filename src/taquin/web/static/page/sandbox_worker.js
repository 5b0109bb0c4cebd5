/**
 * The web worker of a sandbox: starts Python from the files that the page has passed, and runs one request with the code of
 * users. While it runs, Python can call a few functions of JavaScript and no other (`gate`, `close`). Behind that, everything
 * that Python does not need is removed (`lock`): other workers, requests, storage, channels. Messages have a limit (`send`).
 */

import { startPython } from "./python_start.js";

/** Of a run and of a check: 1,000 lines that are printed, and progress. A race has progress of eight methods for minutes. @type {Record<string, number>} */
const MOST_MESSAGES = { run: 3000, check: 3000, race: 30_000 };
const MOST_CHARACTERS = 20_000_000;
const LONGEST_ERROR = 500;
/** What code may use of JavaScript and of the web: the language, time, and what Python needs after it has started. */
const KEPT = new Set(
  `AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array
  Boolean DOMException DataView Date DisposableStack Error ErrorEvent EvalError Event EventTarget FinalizationRegistry
  Float16Array Float32Array Float64Array Function Headers Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math
  MessageChannel MessageEvent MessagePort NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Response Set
  SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TextDecoder TextEncoder TypeError URIError URL
  URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly addEventListener
  atob btoa clearInterval clearTimeout constructor decodeURI decodeURIComponent dispatchEvent encodeURI encodeURIComponent
  console escape globalThis isFinite isNaN parseFloat parseInt queueMicrotask removeEventListener self setInterval setTimeout
  structuredClone undefined unescape`.split(/\s+/),
);

const { postMessage, passed } =
  /** @type {{postMessage: (text: string) => void, passed: {python: string, files: Map<string, Blob>}}} */ (
    /** @type {unknown} */ (self)
  );
const post = postMessage.bind(self);
let most = Infinity; // messages, until the request is known
let messages = 0;
let characters = 0;
let isOver = false;
/** What goes to the console of a worker passes through the page, and has no limit. Python keeps the functions that it finds. */
const silent = Object.fromEntries(["debug", "error", "info", "log", "trace", "warn"].map((name) => [name, () => {}]));
Object.defineProperty(self, "console", { value: silent });

/** Send a text to the page, unless the limit is reached, which ends the run. It uses nothing that user code could replace. @param {string} text */
function send(text) {
  if (isOver || typeof text !== "string") return;
  messages += 1;
  characters += text.length;
  isOver = messages > most || characters > MOST_CHARACTERS;
  post(isOver ? '{"kind":"failed","message":"the code has sent too many messages"}' : text);
}

// Python calls JavaScript only by these imports of its WebAssembly. User code gets through none that calls a function, changes an
// object or walks through one: a built-in function with a huge argument could not be interrupted, not even by ending the worker.
const GATED = /^(Js|raw_call_js|handle_next|_agen|wrap_|emscripten_asm|_dlopen|_dlsym|_emscripten_dlopen|ffi_call|python2js__)/;
/** Those that only read an attribute or a type, or make and read values that Python passes to the page. */
const OPEN = new Set(
  `JsBuffer_get_info JsProxy_GetAttr_js JsProxy_compute_typeflags JsvArray_Check JsvArray_Get JsvArray_New JsvArray_Push
  JsvAsyncGenerator_Check JsvBigInt_fromDigits JsvBigInt_fromInt JsvBuffer_assignFromPtr JsvBuffer_assignToPtr JsvError_Check
  JsvError_Throw JsvFunction_Check JsvGenerator_Check JsvLiteralMap_New JsvMap_New JsvMap_Set
  JsvNoValue_Check JsvNum_fromDouble JsvNum_fromInt JsvNum_toInt JsvObject_New JsvObject_toString JsvPromise_Check
  JsvUTF8ToString Jsv_GetError_import Jsv_typeof Jsv_constructorName`.split(/\s+/),
);
const refuse = () => {
  throw new Error("code in the page cannot call JavaScript");
};
/** In place of an object that user code wants to use. */
const refused = new Proxy(class {}, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((name) => [name, refuse])));
/** @type {(call: unknown) => boolean} */ let isAllowed = () => true; // until user code runs

/** What Python may use of these imports; of the others that are gated nothing. @type {Record<string, (first: unknown) => boolean>} */
const USED = {
  JsvFunction_CallBound: (called) => isAllowed(called),
  JsvFunction_Call_OneArg: (called) => isAllowed(called) || (typeof called === "function" && called.name === ""), // resolves a promise
  JsProxy_SetAttr_js: (owner) => owner instanceof Error || isAllowed(owner), // Python adds where an error was raised
};

/** @param {Record<string, any>} imports */
function gate(imports) {
  for (const name of Object.keys(USED)) if (!(name in imports)) throw new Error(`this Pyodide has no ${name}`);
  for (const [name, call] of Object.entries(imports)) {
    if (typeof call !== "function" || !GATED.test(name) || OPEN.has(name)) continue;
    const canUse = USED[name] ?? (() => isAllowed(null));
    const gated = (/** @type {unknown} */ first, /** @type {unknown[]} */ ...rest) =>
      call(canUse(first) ? first : refused, ...rest);
    imports[name] = Object.assign(gated, { sig: call.sig });
  }
}

/** From now on, Python calls only these functions, those of the core, and views of its memory. @param {Set<unknown>} allowed @param {object} core */
function close(allowed, core) {
  allowed.add(Uint8Array.prototype.subarray);
  isAllowed = (call) => {
    if (allowed.has(call)) return true;
    for (const own of Object.values(core)) if (typeof own === "function") allowed.add(own); // it replaces them when they are called first
    return allowed.has(call);
  };
}

const tell = (/** @type {object} */ message) => send(JSON.stringify(message));

/** Nothing can be fetched: the page has passed all files. @returns {import("./python_start.js").Source} */
function findSource() {
  const { python, files } = passed;
  self.fetch = async (request) => {
    const url = String(request);
    const response = new Response(files.get(url), { status: files.has(url) ? 200 : 404 });
    return Object.defineProperty(response, "url", { value: url });
  };
  return {
    python: new URL(python),
    script: ({ href }) => URL.createObjectURL(new Blob([files.get(href) ?? ""], { type: "text/javascript" })),
    engine: "taquin.web.browser.user_code",
    isSandboxed: true,
    gate,
  };
}

/** Remove what user code must not have. Errors of its callbacks end the run, in place of going to the frame, however long they are. */
function lock() {
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  const { apply } = Reflect;
  for (const kind of ["error", "unhandledrejection"]) {
    self.addEventListener(kind, (event) => {
      apply(preventDefault, event, []);
      apply(stopImmediatePropagation, event, []);
      if (kind === "error") send('{"kind":"failed","message":"an error in a callback"}');
    });
  }
  const random = crypto.getRandomValues.bind(crypto);
  const now = performance.now.bind(performance);
  const { timeOrigin } = performance;
  for (let owner = self; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const name of Reflect.ownKeys(owner)) if (!KEPT.has(/** @type {string} */ (name))) Reflect.deleteProperty(owner, name);
  }
  Reflect.deleteProperty(URL, "createObjectURL");
  Object.assign(self, { crypto: { getRandomValues: random }, performance: { now, timeOrigin } });
}

/** @param {Awaited<ReturnType<typeof startPython>>} started @param {{path: string, body: string}} request */
async function respond({ engine, python, core = {} }, { path, body }) {
  const decode = (/** @type {Uint8Array} */ content) => new TextDecoder().decode(content);
  const emit = (/** @type {string} */ event, /** @type {PyBytes} */ data) => {
    tell({ kind: "event", event, text: decode(data.toJs()) });
    data.destroy();
  };
  close(new Set([emit, python._api.scheduleCallback]), core);
  const response = await engine.respond(path, body, emit);
  const [, , content] = response.toJs();
  tell({ kind: "response", text: decode(content) });
}

/** An error of Python has a line for each call before its message. @param {unknown} error */
function fail(error) {
  tell({ kind: "failed", message: String(error).trim().split("\n").at(-1)?.slice(0, LONGEST_ERROR) });
}

startPython(findSource(), () => false, tell).then((started) => {
  started.python._api.on_fatal = fail;
  lock();
  const begin = (/** @type {MessageEvent<{path: string, body: string}>} */ { data }) => {
    most = MOST_MESSAGES[data.path];
    messages = 0;
    respond(started, data).catch(fail);
  };
  self.addEventListener("message", begin, { once: true });
  tell({ kind: "ready" });
}, fail);
