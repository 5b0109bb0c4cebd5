/** What Watch saves: the tree at this step, and the recorded trace; of two searches, those of each. */

import { isStatic, postForFile } from "./api.js";
import { button, make } from "./dom.js";
import { download } from "./files.js";
import { themeNow } from "./theme.js";

const PNG = "image/png";

/** @typedef {{request: Api.TraceRequest, time: number}} Saved a search, and the step that is shown */

/**
 * The buttons of the menu for the searches that are shown.
 * @param {import("./watch_view.js").WatchView} view
 * @param {string[]} names of the searches
 */
export function saveItems(view, names) {
  const isPair = names.length > 1;
  const formats = view.app.registry.pictures.filter((format) => !isStatic || isReady(format) || format.media_type === PNG);
  const groups = names.map((name, place) => {
    const pictures = formats.map((format) =>
      button(`Tree at this step (${format.title})`, () => save(view, () => saveTree(view.saved[place], format, isPair))),
    );
    const trace = button("Trace (JSON Lines)", () => save(view, () => saveTrace(view.saved[place], isPair)));
    const items = [...pictures, trace];
    return isPair ? [make("div.menu-group", { role: "group", "aria-label": name }, make("h3", name), ...items)] : items;
  });
  return [...groups.flat(), button("Print", () => save(view, () => printTrees(view)))];
}

/** @param {import("./watch_view.js").WatchView} view @param {() => Promise<void>} action */
async function save(view, action) {
  view.bar.saves.close();
  view.notice.plain("Creating the file …");
  try {
    await action();
    view.tellLimits();
  } catch (error) {
    view.notice.error(error);
  }
}

/** Python records the same search again: two runs with the same request give the same trace. @param {Saved} saved @param {boolean} isPair */
async function saveTrace({ request }, isPair) {
  const lines = await postForFile("trace/lines", request);
  download(lines, `taquin-trace${suffix(request, isPair)}.jsonl`, "application/x-ndjson");
}

/** Whether Python in the browser can write it: it has no extras. */
const isReady = (/** @type {Api.PictureRecord} */ { extra }) => extra === null;

/**
 * The tree after the step that is shown. Without a server the browser makes PNG files.
 * @param {Saved} saved @param {Api.PictureRecord} format @param {boolean} isPair
 */
async function saveTree({ request, time }, format, isPair) {
  const isDrawnHere = isStatic && !isReady(format);
  const ending = /** @type {Api.TreeRequest["format"]} */ (isDrawnHere ? "svg" : format.ending);
  const drawn = { ...request, step: time, format: ending, theme: themeNow() };
  const picture = await postForFile("tree", drawn);
  const file = isDrawnHere ? await asPng(picture) : picture;
  download(file, `taquin-tree${suffix(request, isPair)}-step-${time}.${format.ending}`, format.media_type);
}

/** @param {Blob} svg @returns {Promise<Blob>} twice as wide, for sharp text */
async function asPng(svg) {
  const image = make("img", { src: URL.createObjectURL(svg) });
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob()), PNG));
}

/** Print the trees as Python draws them: sharp at any size, and on white. @param {import("./watch_view.js").WatchView} view */
async function printTrees(view) {
  const pictures = await Promise.all(
    view.saved.map(async ({ request, time }) => {
      const file = await postForFile("tree", { ...request, step: time, format: "svg", theme: "light" });
      const image = make("img", { src: URL.createObjectURL(file), alt: "The search tree" });
      await image.decode();
      return image;
    }),
  );
  const place = make("div.print-picture.print-only", ...pictures);
  view.stage.prepend(place);
  view.element.classList.add("has-print-picture");
  view.tellLimits();
  const clear = () => {
    view.element.classList.remove("has-print-picture");
    place.remove();
    for (const { src } of pictures) URL.revokeObjectURL(src);
  };
  addEventListener("afterprint", clear, { once: true });
  print();
}

/** The method in the name of a file, where there are two. @param {Api.TraceRequest} request @param {boolean} isPair */
function suffix({ algorithm }, isPair) {
  return isPair ? `-${(algorithm ?? "").replace(/[^A-Za-z0-9_]+/g, "-").replace(/-$/, "")}` : "";
}
