/** Talks to the server. Every function takes an AbortSignal: leaving stops the search on the other side. */

/** What the server refused, or why it did not answer. `hint` says how to mend it. */
export class ApiError extends Error {
  constructor(message, { hint = "", kind = "" } = {}) {
    super(message);
    this.hint = hint ?? "";
    this.kind = kind;
  }
}

/** Whether an error only says that we left ourselves. */
export function isAborted(error) {
  return error?.name === "AbortError";
}

/** Ask for an object. @param {string} path below /api @param {object} [query] */
export async function get(path, query = {}, { signal } = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const text = new URLSearchParams(given).toString();
  return (await send(`api/${path}${text && `?${text}`}`, { signal })).json();
}

/** Send an object, get one. */
export async function post(path, message, { signal } = {}) {
  return (await send(`api/${path}`, request(message, signal))).json();
}

/** Send an object, get the text of a file. */
export async function postForText(path, message, { signal } = {}) {
  return (await send(`api/${path}`, request(message, signal))).text();
}

/**
 * Send an object and hear of events. Resolved when the stream ends; an `error` event is thrown.
 * @param {(event: string, data: object) => void} listen
 */
export async function stream(path, message, listen, { signal } = {}) {
  const response = await send(`api/${path}`, request(message, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) tell(block, listen);
  }
}

function tell(block, listen) {
  const lines = block.split("\n");
  const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
  const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
  if (!event) return; // a comment that keeps the connection open
  const value = JSON.parse(data);
  if (event === "error") throw asError(value);
  listen(event, value);
}

function request(message, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message), signal };
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError("The server does not answer.", { hint: "Is `taquin serve` still running?", kind: "network" });
  }
  if (response.ok) return response;
  throw asError(await response.json().catch(() => ({})), response.status);
}

function asError({ error }, status = "") {
  if (!error) return new ApiError(`The server answered with ${status || "something that is no answer"}.`);
  return new ApiError(error.message, { hint: error.hint, kind: error.kind });
}
