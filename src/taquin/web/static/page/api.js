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
  constructor(message, { hint = "", kind = "" } = {}) {
    super(message);
    this.hint = hint ?? "";
    this.kind = kind;
  }
}

/** Whether an error means that the request was aborted. */
export function isAborted(error) {
  return error?.name === "AbortError";
}

/** Whether searches run in this browser, without a server. */
export const isStatic = document.documentElement.dataset.engine === "browser";

const engine = isStatic ? new BrowserEngine() : new ServerEngine();

/** Get an object. @param {string} path below /api */
export async function get(path, { signal, waits } = {}) {
  return (await send(path, { signal, waits })).json();
}

/** Post an object; the response is an object. */
export async function post(path, body, { signal, waits } = {}) {
  return (await send(path, { body, signal, waits })).json();
}

/** Post an object; the response is a file. */
export async function postForText(path, body, { signal, waits } = {}) {
  return (await send(path, { body, signal, waits })).text();
}

/** Post an object; the response is a file of any kind. @returns {Promise<Blob>} */
export async function postForFile(path, body, { signal, waits } = {}) {
  return (await send(path, { body, signal, waits })).blob();
}

/**
 * Post an object; the response is a stream of events. Resolved when it ends; an `error` event is thrown.
 * @param {(event: string, data: object) => void} listen
 */
export async function stream(path, body, listen, { signal, waits } = {}) {
  const response = await answered(() =>
    engine.stream(
      path,
      body,
      (event, text) => {
        const data = JSON.parse(text);
        if (event === "error") throw asError(data);
        listen(event, data);
      },
      { signal, waits },
    ),
  );
  await checked(response);
}

/** Whether a request that is not prepared begins at once. */
export function isReady() {
  return engine.isReady;
}

async function send(path, options) {
  return checked(await answered(() => engine.send(path, options)));
}

/** What the request resolves to. Throws an ApiError if the engine does not respond. */
async function answered(ask) {
  try {
    return await ask();
  } catch (error) {
    if (isAborted(error) || error instanceof ApiError) throw error;
    throw new ApiError(engine.silence, { hint: engine.silenceHint, kind: "network" });
  }
}

async function checked(response) {
  if (response.ok) return response;
  throw asError(await response.json().catch(() => ({})), response.status);
}

function asError({ error }, status = "") {
  if (!error) return new ApiError(`The response is not valid${status && `: it has the status ${status}`}.`);
  return new ApiError(error.message, { hint: error.hint, kind: error.kind });
}
