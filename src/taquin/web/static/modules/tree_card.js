/**
 * The card of a node on a canvas: a small board, the number, when it was expanded, its values, and a tag for what is
 * special. A wide card has the values beside the board, a tall one below it. It is drawn in its own units from its upper
 * left corner; one unit is a pixel at scale 1.
 */

import { formatCount } from "./elements.js";
import { paintBox, paintText } from "./painting.js";

/** The font of cards and of what is painted beside them. */
export const FONT = '"Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
const SMALL = `bold 11px ${FONT}`;
const PADDING = 5;
const HEAD = 20;
const LINE = 14.5;
const FOOT = 17; // below the board of a tall card
const VALUE = 31; // the width of a value there
const CHARACTER = 6.6; // the width of a character there
const LARGEST_BOARD = 132;
const LEAST_DIGITS = 7; // pixels: boards are drawn if their numbers are at least this high
const LEAST_VALUES = 6; // and the values beside them
const LEAST_WITH_H = 36; // pixels: smaller cards have one value
/** @type {Record<string, number[]>} */ const DASHES = { frontier: [5, 3], pruned: [2, 3], duplicate: [1, 3] };
/** @type {Record<string, number>} */
const WEIGHTS = { expanded: 1.5, frontier: 1.5, pruned: 1, duplicate: 1, goal: 3, stuck: 2.5 };

/** @typedef {Api.StatesRecord["kind"][number]|"duplicate"} Kind */

/** Draws the nodes of one search, at the current step of its reader. */
export class TreeCard {
  /** @param {TraceReader} reader @param {{isTall?: boolean}} [shape] */
  constructor(reader, { isTall = false } = {}) {
    this.reader = reader;
    this.isTall = isTall;
    const { rows, columns } = reader.goal ?? { rows: 0, columns: 0 };
    const digits = String(Math.max(rows * columns - 1, 0)).length;
    this.cell = Math.min(14 + 7 * digits, LARGEST_BOARD / Math.max(rows, columns, 1));
    this.fontSize = this.cell * Math.min(0.72, 1.25 / digits);
    const numbers = 8.6 * String(reader.total).length + 6.2 * String(reader.stepCount).length + 18;
    if (isTall) {
      const values = Math.max(VALUE * reader.valueCount, CHARACTER * reader.valueLength);
      this.width = Math.max(columns * this.cell, numbers, values) + 2 * PADDING;
      this.height = rows * this.cell + HEAD + FOOT + 2 * PADDING;
      return;
    }
    const beside = columns ? columns * this.cell + PADDING : 0;
    this.width = beside + Math.max(44, numbers) + 2 * PADDING;
    this.height = Math.max(rows * this.cell, HEAD + reader.valueCount * LINE) + 2 * PADDING;
  }

  /** Whether the numbers on a card can be read at a scale. @param {number} scale */
  isReadable(scale) {
    return Math.min(this.fontSize / LEAST_DIGITS, 11.5 / LEAST_VALUES) * scale >= 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Colours} colours
   * @param {object} what
   * @param {number} what.node
   * @param {Kind} what.kind of a node, or `duplicate`
   * @param {number} what.hidden how many nodes below it are hidden
   * @param {boolean} what.isOnPath
   * @param {boolean} what.isReadable whether it is large enough for a board
   */
  draw(context, colours, { node, kind, hidden, isOnPath, isReadable }) {
    const surface = colours[kind === "stuck" ? "moved" : kind];
    this.#box(context, kind, surface, isOnPath ? colours.path : null);
    context.textBaseline = "middle";
    if (!isReadable) {
      this.#number(context, node, kind, surface);
      return;
    }
    this.#face(context, colours, node, kind, surface);
    this.label(context, colours, { node, kind, hidden });
  }

  /**
   * The tag alone: a ring around the card would strike it through.
   * @param {CanvasRenderingContext2D} context @param {Colours} colours @param {{node: number, kind: Kind, hidden: number}} options
   */
  label(context, colours, { node, kind, hidden }) {
    const surface = colours[kind === "stuck" ? "moved" : kind];
    context.textBaseline = "middle";
    const tag = hidden ? `+ ${formatCount(hidden)} below` : this.#tag(node, kind);
    if (tag) this.#label(context, tag, hidden ? colours.tile : surface);
  }

  /** @param {CanvasRenderingContext2D} context @param {Kind} kind @param {Surface} surface @param {?string} ring */
  #box(context, kind, surface, ring) {
    const { width, height } = this;
    const { face: fill, edge: stroke } = surface;
    paintBox(context, [0, 0, width, height, 6], { fill, stroke, weight: WEIGHTS[kind] ?? 2.5, dashes: DASHES[kind] });
    paintBox(context, [-4, -4, width + 8, height + 8, 10], { stroke: ring, weight: 2 });
  }

  /**
   * A card that is too small for a board: its number, the value that the search compares, and h if there is room.
   * @param {CanvasRenderingContext2D} context @param {number} node @param {Kind} kind @param {Surface} surface
   */
  #number(context, node, kind, surface) {
    const { width, height } = this;
    const title = kind === "duplicate" ? `= ${node}` : String(node);
    const values = kind === "duplicate" ? [] : this.#compared(node, context.getTransform().a);
    const line = height / (values.length + 1.3);
    const large = Math.min(line * 1.05, (width * 1.6) / Math.max(title.length, 3));
    paintText(context, title, [width / 2, line * 0.7], { font: `bold ${large}px ${FONT}`, colour: surface.ink });
    context.font = `${Math.min(large, line * 0.9)}px ${FONT}`;
    for (const [place, value] of values.entries()) context.fillText(value, width / 2, line * (place + 1.7), width - 6);
  }

  /** The values of a small card. @param {number} zoom pixels for one unit of the card @param {number} node */
  #compared(node, zoom) {
    const values = this.reader.values(node);
    const h = values.slice(0, -1).filter((value) => value.startsWith("h "));
    return [values[values.length - 1], ...(this.height * zoom >= LEAST_WITH_H * devicePixelRatio ? h : [])];
  }

  /** @param {CanvasRenderingContext2D} context @param {Colours} colours @param {number} node @param {Kind} kind @param {Surface} surface */
  #face(context, colours, node, kind, surface) {
    const isDuplicate = kind === "duplicate";
    const board = this.reader.board(node);
    const left = board && !this.isTall ? 2 * PADDING + board.columns * this.cell : PADDING;
    if (board) this.#board(context, colours, board, isDuplicate || kind === "pruned" ? surface : null);
    const style = { font: `bold 15px ${FONT}`, colour: surface.ink, align: /** @type {const} */ ("left") };
    paintText(context, isDuplicate ? `= ${node}` : String(node), [left, PADDING + HEAD / 2 - 1], style);
    if (!isDuplicate) this.#values(context, node, left);
    const when = isDuplicate ? 0 : this.reader.expandedIn(node);
    if (when) this.#badge(context, String(when), surface);
  }

  /**
   * The values of a node, one below the other, or in one line below the board with equal gaps.
   * @param {CanvasRenderingContext2D} context @param {number} node @param {number} left
   */
  #values(context, node, left) {
    const values = this.reader.values(node);
    const fonts = values.map((_, place) => `${place === values.length - 1 ? "bold 13.5" : "11.5"}px ${FONT}`);
    const widths = values.map((value, place) => {
      context.font = fonts[place];
      return context.measureText(value).width;
    });
    const free = this.width - 2 * PADDING - widths.reduce((sum, width) => sum + width, 0);
    const gap = values.length > 1 ? free / (values.length - 1) : 0;
    let x = PADDING + (values.length > 1 ? 0 : free / 2);
    for (const [place, value] of values.entries()) {
      context.font = fonts[place];
      if (this.isTall) context.fillText(value, x, this.height - PADDING - FOOT / 2 + 1);
      else context.fillText(value, left, PADDING + HEAD + (place + 0.5) * LINE, this.width - left - PADDING);
      x += widths[place] + gap;
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Colours} colours @param {Board} options @param {?Surface} muted */
  #board(context, colours, { cells, rows, columns }, muted) {
    const { cell, isTall } = this;
    const goal = this.reader.goal?.cells ?? [];
    const left = isTall ? (this.width - columns * cell) / 2 : PADDING;
    const top = isTall ? PADDING + HEAD : PADDING;
    context.fillStyle = colours.frame;
    context.fillRect(left - 1, top - 1, columns * cell + 2, rows * cell + 2);
    context.textAlign = "center";
    context.font = `bold ${this.fontSize}px ${FONT}`;
    cells.forEach((tile, place) => {
      const [x, y] = [left + (place % columns) * cell, top + Math.floor(place / columns) * cell];
      const surface = muted ?? (tile && goal[place] === tile ? colours.home : colours.tile);
      context.fillStyle = tile ? surface.face : colours.blank;
      context.fillRect(x + 0.6, y + 0.6, cell - 1.2, cell - 1.2);
      if (!tile) return;
      context.fillStyle = surface.ink;
      context.fillText(String(tile), x + cell / 2, y + cell / 2 + cell * 0.03);
    });
  }

  /**
   * When the node was expanded, light on dark, in the upper right corner.
   * @param {CanvasRenderingContext2D} context @param {string} when @param {Surface} surface
   */
  #badge(context, when, surface) {
    const wide = Math.max(17, when.length * 6 + 8);
    const right = this.width - PADDING;
    paintBox(context, [right - wide, PADDING, wide, 17, 8.5], { fill: surface.ink });
    paintText(context, when, [right - wide / 2, PADDING + 9], { font: SMALL, colour: surface.face });
  }

  /** The label of a node that is special, else nothing. @param {number} node @param {Kind} kind */
  #tag(node, kind) {
    return kind === "duplicate" ? "duplicate" : this.reader.tag(node);
  }

  /**
   * A tag on the lower border, below the board.
   * @param {CanvasRenderingContext2D} context @param {string} text @param {Surface} surface
   */
  #label(context, text, surface) {
    const wide = Math.min(this.width - 4, text.length * 6 + 12);
    const { face: fill, edge: stroke, ink: colour } = surface;
    paintBox(context, [(this.width - wide) / 2, this.height - 3, wide, 16, 8], { fill, stroke });
    paintText(context, text, [this.width / 2, this.height + 5.5, wide - 6], { font: SMALL, colour });
  }
}
