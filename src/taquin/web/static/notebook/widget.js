/** What the widgets have in common. */

import { Board } from "../modules/board.js";

/** A trait as a board. @param {Widget["model"]} model @param {"board"|"goal"|"start"} name */
export function boardOf(model, name) {
  const { cells, rows, columns } = model.get(name);
  return new Board(cells, rows, columns);
}

/**
 * A widget: `show` adds it to its element, and returns what to do when a trait changes, and how to remove it.
 * @param {(model: Widget["model"], host: HTMLElement) => {changes: Record<string, () => void>, destroy: () => void}} show
 */
export function widget(show) {
  const render = (/** @type {Widget} */ { model, el }) => {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // the notebook must not take them as commands
    });
    const { changes, destroy } = show(model, el);
    for (const [name, change] of Object.entries(changes)) model.on(`change:${name}`, change);
    return () => {
      for (const [name, change] of Object.entries(changes)) model.off(`change:${name}`, change);
      destroy();
    };
  };
  return { render };
}
