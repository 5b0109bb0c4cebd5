/**
 * Requests of the page. Every function takes an AbortSignal: aborting a request stops its search. `waits(words)` is called
 * with what the request waits for, such as "Python is loading (3.1 of 9.5 MB)", and with "" when it begins.
 *
 * An engine responds to them: the server, or Python in this browser where the page is served as plain files. It has
 * `send(path, options)`, which resolves to a Response, and `stream(path, body, listen, options)`.
 */

import { BrowserEngine } from "./browser_engine.js";
import { ServerEngine } from "./server_engine.js";

/** An error response, or a failure to get a response. `hint` says how to correct it. */
export class ApiError extends Error {
  /** @param {string} message @param {{hint?: ?string, kind?: string}} [more] */
  constructor(message, { hint = "", kind = "" } = {}) {
    super(message);
    this.hint = hint ?? "";
    this.kind = kind;
  }
}

/** The error that was caught, to show its message. @param {unknown} error @returns {Error & {hint?: string}} */
export function asShown(error) {
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether an error means that the request was aborted. @param {unknown} error */
export function isAborted(error) {
  return error instanceof Error && error.name === "AbortError";
}

/** Whether searches run in this browser, without a server. */
export const isStatic = document.documentElement.dataset.engine === "browser";

const engine = isStatic ? new BrowserEngine() : new ServerEngine();

/** @typedef {{signal?: AbortSignal, waits?: (words: string) => void}} Options `waits` is called with what the request waits for */
/** @typedef {keyof Api.Requests & keyof Api.Responses} Path */
/** @typedef {Exclude<keyof Api.Responses, keyof Api.Requests>} PathWithoutBody */

/** Get an object. @template {PathWithoutBody} P @param {P} path below /api @param {Options} [options] @returns {Promise<Api.Responses[P]>} */
export async function get(path, { signal, waits } = {}) {
  return (await send(path, { signal, waits })).json();
}

/**
 * Post an object; the response is an object.
 * @template {Path} P
 * @param {P} path @param {Api.Requests[P]} body @param {Options} [options]
 * @returns {Promise<Api.Responses[P]>}
 */
export async function post(path, body, { signal, waits } = {}) {
  return (await send(path, { body: asBody(body), signal, waits })).json();
}

/** Post an object; the response is a file. @template {keyof Api.Requests} P @param {P} path @param {Api.Requests[P]} body @param {Options} [options] */
export async function postForFile(path, body, { signal, waits } = {}) {
  return (await send(path, { body: asBody(body), signal, waits })).blob();
}

/**
 * Post an object; the response is a stream of events. Resolved when it ends; an `error` event is thrown.
 * @template {keyof Api.Requests} P
 * @template D
 * @param {P} path @param {Api.Requests[P]} body
 * @param {(event: string, data: D) => void} listen
 * @param {Options} [options]
 */
export async function stream(path, body, listen, { signal, waits } = {}) {
  /** @type {Listen} */ const receive = (event, text) => {
    const data = JSON.parse(text);
    if (event === "error") throw asError(data);
    listen(event, data);
  };
  await checked(await answered(() => engine.stream(path, asBody(body), receive, { signal, waits })));
}

/**
 * Post a search whose progress is reported by events; resolves to its result.
 * @template {"solve"|"expansions"|"trace"|"trace/pair"} P
 * @param {P} path @param {Api.Requests[P]} body
 * @param {(event: string, data: Progress) => void} report
 * @param {Options} [options]
 * @returns {Promise<Api.Responses[P]>}
 */
export async function streamResult(path, body, report, options) {
  /** @type {Api.Responses[P][]} */ const results = [];
  const receive = (/** @type {string} */ event, /** @type {unknown} */ data) => {
    if (event === "result") results.push(/** @type {Api.Responses[P]} */ (data));
    else report(event, /** @type {Progress} */ (data));
  };
  await stream(/** @type {keyof Api.Requests} */ (`${path}/stream`), body, receive, options);
  if (!results.length) throw new ApiError("The search ended without a result.");
  return results[0];
}

/** A request, whatever its fields are. @param {object} body */
function asBody(body) {
  return /** @type {RequestBody} */ (body);
}

async function send(/** @type {string} */ path, /** @type {EngineOptions} */ options) {
  return checked(await answered(() => engine.send(path, options)));
}

/** What the request resolves to. Throws an ApiError if the engine does not respond. @param {() => Promise<Response>} ask */
async function answered(ask) {
  try {
    return await ask();
  } catch (error) {
    if (isAborted(error) || error instanceof ApiError) throw error;
    throw new ApiError(engine.silence, { hint: engine.silenceHint, kind: "network" });
  }
}

async function checked(/** @type {Response} */ response) {
  if (response.ok) return response;
  throw asError(await response.json().catch(() => ({})), response.status);
}

function asError(/** @type {Partial<Api.ErrorResponse>} */ { error }, /** @type {number|string} */ status = "") {
  if (!error) return new ApiError(`The response is not valid${status && `: it has the status ${status}`}.`);
  return new ApiError(error.message, { hint: error.hint, kind: error.kind });
}
