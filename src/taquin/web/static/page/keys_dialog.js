/** The keys of the page, by view: `?` opens their list, which is in index.html. */

import { targetOf } from "../modules/elements.js";
import { closeByClick, part } from "./dom.js";

const FIELDS = "input:not([type=range]), textarea, [contenteditable]";

/** Let the list be opened, with the keys of the current view first. @param {() => string} view the name of that view */
export function connectKeys(view) {
  /** @type {HTMLDialogElement} */ const dialog = part("dialog.keys");
  closeByClick(dialog);
  const groups = [...dialog.querySelectorAll("tbody")]; // the first is for all views
  const open = () => {
    const here = groups.filter((group) => group.dataset.view === view());
    part("table", dialog).replaceChildren(...new Set([...here, ...groups]));
    dialog.showModal();
  };
  part("#keys").addEventListener("click", open);
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || targetOf(event).closest?.(FIELDS) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    open();
  });
}
