/**
 * Keeps the files of the page, so that it works without a network. `taquin export-page` puts VERSION and FILES before
 * this text; `taquin serve` does not use it.
 */

const CACHE = `taquin-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("taquin-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const respond = async () => {
    const kept = await caches.open(CACHE);
    return (await kept.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(respond());
});
