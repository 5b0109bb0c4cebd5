/** What Watch saves: the tree of this moment, and the recorded trace; of two searches, those of each. */

import { postForFile, postForText } from "./api.js";
import { button, make } from "./dom.js";
import { download } from "./files.js";
import { themeNow } from "./theme.js";

const FORMATS = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf" };

/**
 * The buttons of the menu for the searches that are shown.
 * @param {import("./watch_view.js").WatchView} view
 * @param {string[]} names of the searches
 */
export function saveItems(view, names) {
  const isPair = names.length > 1;
  const groups = names.map((name, place) => {
    const pictures = Object.keys(FORMATS).map((format) => (
      button(`Tree of this moment (${format.toUpperCase()})`, () => save(view, () => saveTree(view.saved[place], format, isPair)))
    ));
    const trace = button("Trace (JSON Lines)", () => save(view, () => saveTrace(view.saved[place], isPair)));
    const items = [...pictures, trace];
    return isPair ? [make("div.menu-group", { role: "group", "aria-label": name }, make("h3", { text: name }), ...items)] : items;
  });
  return [...groups.flat(), button("Print", () => print())];
}

async function save(view, action) {
  view.bar.saves.close();
  view.notice.plain("The server makes the file …");
  try {
    await action();
    view.notice.clear();
  } catch (error) {
    view.notice.error(error);
  }
}

/** The server records the same search again: two runs with the same request give the same trace. */
async function saveTrace({ request }, isPair) {
  const lines = await postForText("trace/lines", request);
  download(lines, `taquin-trace${suffix(request, isPair)}.jsonl`, "application/x-ndjson");
}

/** The server draws the tree after the step that is shown. */
async function saveTree({ request, time }, format, isPair) {
  const file = await postForFile("tree", { ...request, step: time, format, theme: themeNow() });
  download(file, `taquin-tree${suffix(request, isPair)}-step-${time}.${format}`, FORMATS[format]);
}

/** The method in the name of a file, where there are two. */
function suffix({ algorithm }, isPair) {
  return isPair ? `-${algorithm.replace(/[^A-Za-z0-9_]+/g, "-").replace(/-$/, "")}` : "";
}
