/** The engine of a page that `taquin serve` serves: requests by HTTP. */

export class ServerEngine {
  silence = "The server does not respond.";
  silenceHint = "Is `taquin serve` still running?";

  /** The response to a request. Without a body it is a GET. @param {string} path @param {EngineOptions} options @returns {Promise<Response>} */
  send(path, { body, signal, waits }) {
    waits?.("");
    if (body === undefined) return fetch(`api/${path}`, { signal });
    return fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  }

  /** The same for server-sent events. Resolved at their end. @param {string} path @param {RequestBody} body @param {Listen} listen @param {EngineOptions} options */
  async stream(path, body, listen, { signal, waits }) {
    const response = await this.send(path, { body, signal, waits });
    if (!response.ok || !response.body) return response;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    /** @type {string[]} */ let parts = []; // of an event that is not complete: that of a recorded search has megabytes
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return response;
      const isEnd = value.includes("\n\n") || (value.startsWith("\n") && parts.at(-1)?.endsWith("\n"));
      parts.push(value);
      if (!isEnd) continue;
      const blocks = parts.join("").split("\n\n");
      parts = [blocks.pop() ?? ""];
      for (const block of blocks) emit(block, listen);
    }
  }
}

/** @param {string} block @param {Listen} listen */
function emit(block, listen) {
  const lines = block.split("\n");
  const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
  const data = lines
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6))
    .join("\n");
  if (event) listen(event, data); // otherwise a comment that keeps the connection open
}
