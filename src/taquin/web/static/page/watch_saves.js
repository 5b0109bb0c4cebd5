/** What Watch saves: the tree of this moment, and the recorded trace. */

import { postForFile, postForText } from "./api.js";
import { button } from "./dom.js";
import { download } from "./files.js";

const FORMATS = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf" };

/** The buttons of the menu. @param {import("./watch_view.js").WatchView} view */
export function saveItems(view) {
  const pictures = Object.keys(FORMATS).map((format) => (
    button(`Tree of this moment (${format.toUpperCase()})`, () => saveTree(view, format))
  ));
  return [
    ...pictures,
    button("Trace (JSON Lines)", () => saveTrace(view)),
    button("Print", () => print()),
  ];
}

/** The server records the same search again: two runs with the same request give the same trace. */
async function saveTrace(view) {
  try {
    const lines = await postForText("trace/lines", view.request);
    download(lines, "taquin-trace.jsonl", "application/x-ndjson");
  } catch (error) {
    view.notice.error(error);
  }
}

/** The server draws the tree after the step that is shown. */
async function saveTree(view, format) {
  const { time } = view.search ?? view.pair;
  const theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
  try {
    const file = await postForFile("tree", { ...view.request, step: time, format, theme });
    download(file, `taquin-tree-step-${time}.${format}`, FORMATS[format]);
  } catch (error) {
    view.notice.error(error);
  }
}
