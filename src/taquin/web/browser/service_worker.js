/** Keeps the files of the page, so that it works without a network. `export.py` puts VERSION and FILES before this text. */

const PREFIX = `taquin ${self.registration.scope} `; // another page of this origin has caches of its own
const CACHE = PREFIX + VERSION;
const GONE = [404, 410];
const PATIENCE = 1000; // milliseconds: on a slow network the kept page is shown

self.addEventListener("install", (event) => {
  const keep = async () => {
    // The browser's own cache may still have files of an earlier version: ask the host whether they are current.
    const requests = FILES.map((name) => new Request(name, { cache: "no-cache" }));
    await (await caches.open(CACHE)).addAll(requests);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget((name) => name !== CACHE).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const leaving = event.request.mode === "navigate" ? leaveIfGone() : null;
  event.waitUntil(leaving);
  const respond = async () => {
    if (leaving) await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    const kept = await caches.match(event.request, { cacheName: CACHE, ignoreSearch: true }).catch(() => undefined);
    return kept ?? fetch(event.request);
  };
  event.respondWith(respond());
});

/** Forget the page if this address has another site now, such as localhost with another project. */
async function leaveIfGone() {
  const response = await fetch("service_worker.js", { cache: "no-store" }).catch(() => null); // null without a network
  if (!GONE.includes(response?.status)) return;
  await forget(() => true);
  await self.registration.unregister();
}

/** Delete the caches of this page for which `isOld` holds. */
async function forget(isOld) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && isOld(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}
