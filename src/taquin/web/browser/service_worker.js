/**
 * Keeps the files of the page, so that it works without a network. `export.py` puts VERSION and FILES before this text.
 *
 * Most files are in folders whose names have a hash, and never change. A tab with an older version of the page continues
 * under this worker: the files of that version are kept as long as such a tab is open, which it shows by a lock.
 */

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const PREFIX = `taquin ${worker.registration.scope} `; // another page of this origin has caches of its own
const CACHE = PREFIX + VERSION; // also the name of the lock of its tabs
const IS_HASHED = /(^|\/)(app|pyodide)-[0-9a-f]+\//;
const NEEDS_ISOLATION = /(^\.\/|\.html|_worker\.js)$/; // documents and workers
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
/** In an isolated page, WebKit does not start the workers of sandboxed frames, in which the code of users runs. */
const IS_WEBKIT = /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent);
const GONE = [404, 410];
const PATIENCE = 1000; // milliseconds: on a slow network the kept page is shown

worker.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(FILES.map((name) => keepFile(cache, name)));
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

/** A hashed file of an earlier version is the same. Of others, the browser's own cache may have an old one. @param {Cache} cache @param {string} name */
async function keepFile(cache, name) {
  const isHashed = IS_HASHED.test(name);
  const kept = isHashed ? await matchAll(new Request(name)) : undefined;
  const response = kept ?? (await fetch(name, { cache: isHashed ? "default" : "no-cache" }));
  if (!response.ok) throw new Error(`${name} has the status ${response.status}`);
  await cache.put(name, NEEDS_ISOLATION.test(name) && !IS_WEBKIT ? isolated(response) : response);
}

/** With these headers the page can share memory with its workers, and so cancel a search without ending the worker. @param {Response} response */
function isolated(response) {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { headers });
}

worker.addEventListener("activate", (event) => {
  const begin = async () => {
    await worker.clients.claim();
    for (const client of await worker.clients.matchAll()) client.postMessage({ version: VERSION });
  };
  event.waitUntil(begin());
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const isNavigation = event.request.mode === "navigate";
  const leaving = isNavigation ? leaveIfGone() : null;
  if (leaving) event.waitUntil(leaving.then(forgetUnused));
  const respond = async () => {
    if (leaving) await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    const own = await match(event.request, CACHE);
    const kept = own ?? (IS_HASHED.test(event.request.url) ? await matchAll(event.request) : undefined);
    return kept ?? fetch(event.request);
  };
  event.respondWith(respond());
});

/** The kept response, if there is one. Where the browser allows no cache, there is none. @param {Request} request @param {string} cacheName */
function match(request, cacheName) {
  return caches.match(request, { cacheName, ignoreSearch: true }).catch(() => undefined);
}

/** The same, in the cache of any version. @param {Request} request */
async function matchAll(request) {
  for (const name of await versions()) {
    const kept = await match(request, name);
    if (kept) return kept;
  }
}

/** The names of the caches of this page. */
async function versions() {
  return (await caches.keys().catch(() => [])).filter((name) => name.startsWith(PREFIX));
}

/** Forget the page if this address has another site now, such as localhost with another project. */
async function leaveIfGone() {
  const response = await fetch("service_worker.js", { cache: "no-store" }).catch(() => null); // null without a network
  if (!response || !GONE.includes(response.status)) return;
  await forget(() => true);
  await worker.registration.unregister();
}

/** Delete the versions of which no tab is open. */
async function forgetUnused() {
  const { held = [] } = await navigator.locks.query();
  const used = new Set(held.map(({ name }) => name));
  await forget((name) => name !== CACHE && !used.has(name));
}

/** Delete the caches of this page for which `isOld` holds. @param {(name: string) => boolean} isOld */
async function forget(isOld) {
  await Promise.all((await versions()).filter(isOld).map((name) => caches.delete(name)));
}
