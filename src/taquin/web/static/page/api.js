/** Requests to the server. Every function takes an AbortSignal: aborting a request stops its search. */

/** An error response, or that there was none. `hint` says how to correct it. */
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

/** Get an object. @param {string} path below /api */
export async function get(path, { signal } = {}) {
  return (await send(`api/${path}`, { signal })).json();
}

/** Post an object; the response is an object. */
export async function post(path, body, { signal } = {}) {
  return (await send(`api/${path}`, request(body, signal))).json();
}

/** Post an object; the response is a file. */
export async function postForText(path, body, { signal } = {}) {
  return (await send(`api/${path}`, request(body, signal))).text();
}

/** Post an object; the response is a file of any kind. @returns {Promise<Blob>} */
export async function postForFile(path, body, { signal } = {}) {
  return (await send(`api/${path}`, request(body, signal))).blob();
}

/**
 * Post an object; the response is a stream of events. Resolved when it ends; an `error` event is thrown.
 * @param {(event: string, data: object) => void} listen
 */
export async function stream(path, body, listen, { signal } = {}) {
  const response = await send(`api/${path}`, request(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let parts = []; // of an event that is not complete: that of a recorded search has megabytes
  for (;;) {
    const { value, done } = await answered(() => reader.read());
    if (done) return;
    const isEnd = value.includes("\n\n") || (value.startsWith("\n") && parts.at(-1)?.endsWith("\n"));
    parts.push(value);
    if (!isEnd) continue;
    const blocks = parts.join("").split("\n\n");
    parts = [blocks.pop()];
    for (const block of blocks) emit(block, listen);
  }
}

function emit(block, listen) {
  const lines = block.split("\n");
  const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
  const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  if (!event) return; // a comment that keeps the connection open
  const value = JSON.parse(data);
  if (event === "error") throw asError(value);
  listen(event, value);
}

function request(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
}

/** What the request resolves to. Throws an ApiError if the server does not respond. */
async function answered(ask) {
  try {
    return await ask();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError("The server does not respond.", { hint: "Is `taquin serve` still running?", kind: "network" });
  }
}

async function send(path, options) {
  const response = await answered(() => fetch(path, options));
  if (response.ok) return response;
  throw asError(await response.json().catch(() => ({})), response.status);
}

function asError({ error }, status = "") {
  if (!error) return new ApiError(`The server sent an invalid response${status && ` with the status ${status}`}.`);
  return new ApiError(error.message, { hint: error.hint, kind: error.kind });
}
