/**
 * Paints why an estimate has its value onto a board: paths of tiles, conflicts, cycles, rows and columns, groups of tiles.
 * The explanation comes from the server (`/api/explain`): parts whose values add up to the estimate.
 */

import { make, makeSvg } from "./elements.js";

const COLOURS = 6; // of groups and cycles: the classes is-colour-0 to is-colour-5
const HEAD = 0.13; // the length of the head of an arrow, in cells
let overlayCount = 0;

/** @typedef {Api.Part} Part one summand */

/** A layer above the tiles of a board. */
export class HeuristicOverlay {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    overlayCount += 1;
    this.head = `taquin-head-${overlayCount}`;
    this.element = makeSvg("svg.taquin-overlay", { "aria-hidden": "true" });
    view.tray.append(this.element);
  }

  /**
   * Show an explanation of the board that the view shows, or nothing.
   * @param {?{parts: Part[]}} explanation
   * @param {?Board} [goal] where the rows and columns of the tiles are
   */
  show(explanation, goal = this.view.goal) {
    const { rows, columns } = this.view.board;
    if (this.element.parentNode !== this.view.tray) this.view.tray.append(this.element); // another shape was shown
    this.element.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    this.element.replaceChildren();
    if (!explanation) return;
    const size = { viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: HEAD, markerHeight: HEAD, markerUnits: "userSpaceOnUse" };
    const arrow = makeSvg("path.taquin-arrow-head", { d: "M0 0 10 5 0 10z" });
    this.element.append(makeSvg("marker", { id: this.head, ...size, orient: "auto-start-reverse" }, arrow));
    for (const [place, part] of explanation.parts.entries()) this.#paint(part, place, goal);
  }

  /** @param {Part} part @param {number} place @param {?Board} goal */
  #paint(part, place, goal) {
    /** @type {Partial<Record<Part["kind"], () => void>>} */ const painters = {
      path: () => this.#way(part, part.cells),
      line: () => this.#way(part, part.cells),
      conflict: () => this.#conflict(part),
      cycle: () => this.#cycle(part, place),
      rows: () => this.#lines(part, goal, true),
      columns: () => this.#lines(part, goal, false),
      pattern: () => this.#group(part, place),
    };
    painters[part.kind]?.();
  }

  /** A point of a cell below and beside its number; that of a tile is moved, so that paths do not cover one another. */
  #point(/** @type {number} */ cell, tile = 0) {
    const { columns } = this.view.board;
    const place = 0.76 + ((tile % 5) - 2) * 0.055;
    return [(cell % columns) + place, Math.floor(cell / columns) + place];
  }

  /** @param {Part} values @param {number[]} cells */
  #way({ value, tiles: [tile] }, cells) {
    const points = cells.map((cell) => this.#point(cell, tile));
    this.element.append(this.#arrow(points), ...this.#badge(cells[0], `${round(value)}`));
  }

  /** @param {Part} values */
  #conflict({ value, cells: [first, ...others] }) {
    for (const other of others) {
      const [[x1, y1], [x2, y2]] = [this.#point(first), this.#point(other)];
      const [bendX, bendY] = [(x1 + x2) / 2 + (y2 - y1) * 0.2, (y1 + y2) / 2 - (x2 - x1) * 0.2];
      const d = `M${x1} ${y1}Q${bendX} ${bendY} ${x2} ${y2}`;
      const head = `url(#${this.head})`;
      this.element.append(makeSvg("path.taquin-conflict", { d, "marker-start": head, "marker-end": head }));
    }
    this.element.append(...this.#badge(first, `+${round(value)}`, "is-conflict", true));
  }

  /** @param {Part} values @param {number} place */
  #cycle({ cells, value }, place) {
    const colour = `is-colour-${place % COLOURS}`;
    cells.forEach((cell, index) => {
      const next = cells[(index + 1) % cells.length];
      this.element.append(this.#arrow([this.#point(cell), this.#point(next)], colour));
    });
    this.element.append(...this.#badge(cells[0], `${round(value)}`, colour));
  }

  /**
   * An arrow for each tile that is not in its row, or not in its column.
   * @param {Part} values @param {?Board} goal @param {boolean} isVertical
   */
  #lines({ tiles, cells }, goal, isVertical) {
    const { columns } = this.view.board;
    cells.forEach((cell, index) => {
      const home = goal?.cells.indexOf(tiles[index]) ?? cell;
      const target = isVertical
        ? Math.floor(home / columns) * columns + (cell % columns)
        : Math.floor(cell / columns) * columns + (home % columns);
      const shift = isVertical ? -0.08 : 0.08;
      const points = [cell, target].map((one) => this.#point(one).map((value) => value + shift));
      this.element.append(this.#arrow(points, isVertical ? "is-colour-0" : "is-colour-1"));
    });
  }

  /** @param {Part} values @param {number} place */
  #group({ cells, value }, place) {
    const { columns } = this.view.board;
    const colour = `is-colour-${place % COLOURS}`;
    for (const cell of cells) {
      const [x, y] = [(cell % columns) + 0.07, Math.floor(cell / columns) + 0.07];
      this.element.append(makeSvg(`rect.taquin-group.${colour}`, { x, y, width: 0.86, height: 0.86, rx: 0.09 }));
    }
    if (cells.length) this.element.append(...this.#badge(Math.min(...cells), `${round(value)}`, colour));
  }

  #arrow(/** @type {number[][]} */ points, colour = "") {
    const way = points.map((point) => point.join(",")).join(" ");
    return makeSvg("polyline", { points: way, class: `taquin-way ${colour}`, "marker-end": `url(#${this.head})` });
  }

  /** A number at a corner of a cell. @param {number} cell @param {string} text */
  #badge(cell, text, colour = "", isLow = false) {
    const { columns } = this.view.board;
    const [x, y] = [(cell % columns) + 0.2, Math.floor(cell / columns) + (isLow ? 0.8 : 0.2)];
    const width = 0.14 + 0.11 * text.length;
    return [
      makeSvg("rect", { x: x - width / 2, y: y - 0.12, width, height: 0.24, rx: 0.08, class: `taquin-badge ${colour}` }),
      makeSvg("text.taquin-badge-text", { x, y: y + 0.065, text }),
    ];
  }
}

/** The parts of an explanation as a list. @param {{parts: Part[]}} explanation */
export function explanationList({ parts }) {
  const items = parts.map(({ kind, value, words }, place) => {
    const hasColour = ["pattern", "cycle", "rows", "columns"].includes(kind);
    const number = `${value < 0 ? "−" : ""}${round(Math.abs(value))}`;
    return make("li", make("strong", { class: hasColour && `is-colour-${place % COLOURS}` }, number), ` ${words}`);
  });
  return make("ul.taquin-parts", ...items);
}

/** A number with at most two decimals. @param {number} value */
export function round(value) {
  return String(Math.round(value * 100) / 100);
}
