/** The service worker keeps the files of the page for the next visit. If it has a new version, the page says so. */

import { button, make, part } from "./dom.js";

/** Keep the files. Called when the page needs no more of the network. */
export function keepFiles() {
  navigator.serviceWorker?.register("service_worker.js");
}

/** Say that the page works offline: with a server on this machine, and without one once its service worker has all files. */
async function tellOffline() {
  const { version } = document.documentElement.dataset;
  if (version) await navigator.serviceWorker?.ready;
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
  part(".offline").hidden = version ? !navigator.serviceWorker : !isHere;
}

/** Let the files of this version be kept while this tab is open, and listen for a new version. */
export function holdVersion() {
  const { version } = document.documentElement.dataset;
  tellOffline();
  if (!version || !navigator.serviceWorker) return;
  const scope = new URL("./", location.href).href;
  navigator.locks?.request(`taquin ${scope} ${version}`, { mode: "shared" }, () => new Promise(() => {}));
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.version && data.version !== version) offerReload();
  });
  navigator.serviceWorker.startMessages();
}

function offerReload() {
  if (document.querySelector(".new-version")) return;
  const reload = button("Reload", () => location.reload());
  document.body.append(make("div.loading-bar.new-version", { role: "status" }, "A new version is here: reload", reload));
}
