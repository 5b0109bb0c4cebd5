import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SCRIPT = new URL("../../src/taquin/web/browser/service_worker.js", import.meta.url);
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const SAFARI = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** What a browser with this name keeps of the page's document: its Cross-Origin-Embedder-Policy. */
async function policyOf(userAgent) {
  const listeners = {};
  const kept = new Map();
  const self = {
    registration: { scope: "https://taquin.test/" },
    addEventListener: (name, listener) => Object.assign(listeners, { [name]: listener }),
    skipWaiting: async () => {},
  };
  const cache = { put: async (name, response) => void kept.set(name, response) };
  const caches = { open: async () => cache, keys: async () => [] };
  const values = { VERSION: "1", FILES: ["./"], self, caches, navigator: { userAgent } };
  runInNewContext(await readFile(SCRIPT, "utf8"), {
    ...values,
    fetch: async () => new Response("page"),
    Headers,
    Response,
    Request,
  });
  await new Promise((resolve) => listeners.install({ waitUntil: resolve }));
  return kept.get("./").headers.get("Cross-Origin-Embedder-Policy");
}

test("the page is isolated where the view Code then runs: not in WebKit", async () => {
  assert.equal(await policyOf(CHROME), "require-corp");
  assert.equal(await policyOf(FIREFOX), "require-corp");
  assert.equal(await policyOf(SAFARI), null);
});
