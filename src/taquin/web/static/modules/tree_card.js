/**
 * The card of a node on a canvas: a small board, the number, when it was expanded, its values, and a tag for what is
 * special. It is drawn in its own units from its upper left corner; one unit is a pixel at scale 1.
 */

import { formatCount } from "./elements.js";

const FONT = '"Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
const PADDING = 6;
const HEAD = 17;
const LINE = 13.5;
const LARGEST_BOARD = 132;
const DASHES = { frontier: [5, 3], pruned: [2, 3], duplicate: [1, 3] };
const WEIGHTS = { expanded: 1.5, frontier: 1.5, pruned: 1, duplicate: 1, goal: 3, stuck: 2.5 };

/** Draws the nodes of one search, at the present step of its reader. */
export class TreeCard {
  /** @param {import("./trace.js").TraceReader} reader */
  constructor(reader) {
    this.reader = reader;
    const { rows, columns } = reader.goal ?? { rows: 0, columns: 0 };
    const digits = String(Math.max(rows * columns - 1, 0)).length;
    this.cell = Math.min(11 + 7 * digits, LARGEST_BOARD / Math.max(rows, columns, 1));
    this.fontSize = this.cell * Math.min(0.46, 1.2 / digits);
    const numbers = 7 * String(reader.total).length + 6.2 * String(reader.stepCount).length + 16;
    const beside = columns ? columns * this.cell + PADDING : 0;
    this.width = beside + Math.max(44, numbers) + 2 * PADDING;
    this.height = Math.max(rows * this.cell, HEAD + reader.valueCount * LINE) + 2 * PADDING;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {object} colours
   * @param {object} what
   * @param {number} what.node
   * @param {string} what.kind of a node, or `duplicate`
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
    const tag = hidden ? `+ ${formatCount(hidden)} below` : this.#tag(node, kind);
    if (tag) this.#label(context, tag, hidden ? colours.tile : surface);
  }

  #box(context, kind, surface, ring) {
    const { width, height } = this;
    context.fillStyle = surface.face;
    context.strokeStyle = surface.edge;
    context.lineWidth = WEIGHTS[kind] ?? 2.5;
    context.setLineDash(DASHES[kind] ?? []);
    context.beginPath();
    context.roundRect(0, 0, width, height, 6);
    context.fill();
    context.stroke();
    context.setLineDash([]);
    if (!ring) return;
    context.strokeStyle = ring;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(-4, -4, width + 8, height + 8, 10);
    context.stroke();
  }

  /** A card that is too small for a board: its number, and the value that the search compares. */
  #number(context, node, kind, surface) {
    const { width, height } = this;
    const title = kind === "duplicate" ? `= ${node}` : String(node);
    const large = Math.min(height * 0.42, (width * 1.5) / Math.max(title.length, 3));
    context.fillStyle = surface.ink;
    context.textAlign = "center";
    context.font = `bold ${large}px ${FONT}`;
    context.fillText(title, width / 2, height * 0.34);
    if (kind === "duplicate") return;
    context.font = `${Math.min(large, height * 0.3)}px ${FONT}`;
    context.fillText(this.reader.values(node).at(-1), width / 2, height * 0.74);
  }

  #face(context, colours, node, kind, surface) {
    const isDuplicate = kind === "duplicate";
    let left = PADDING;
    const board = this.reader.board(node);
    if (board) {
      this.#board(context, colours, board, isDuplicate || kind === "pruned" ? surface : null);
      left += board.columns * this.cell + PADDING;
    }
    context.fillStyle = surface.ink;
    context.textAlign = "left";
    context.font = `bold 12px ${FONT}`;
    context.fillText(isDuplicate ? `= ${node}` : String(node), left, PADDING + HEAD / 2 - 1);
    const values = isDuplicate ? [] : this.reader.values(node);
    values.forEach((value, place) => {
      context.font = `${place === values.length - 1 ? "bold " : ""}10px ${FONT}`;
      context.fillText(value, left, PADDING + HEAD + (place + 0.5) * LINE);
    });
    const when = isDuplicate ? 0 : this.reader.expandedIn(node);
    if (when) this.#badge(context, String(when), surface);
  }

  #board(context, colours, { cells, rows, columns }, muted) {
    const { cell } = this;
    const goal = this.reader.goal.cells;
    context.fillStyle = colours.frame;
    context.fillRect(PADDING - 1, PADDING - 1, columns * cell + 2, rows * cell + 2);
    context.textAlign = "center";
    context.font = `bold ${this.fontSize}px ${FONT}`;
    cells.forEach((tile, place) => {
      const [x, y] = [PADDING + (place % columns) * cell, PADDING + Math.floor(place / columns) * cell];
      const surface = muted ?? (tile && goal[place] === tile ? colours.home : colours.tile);
      context.fillStyle = tile ? surface.face : colours.blank;
      context.fillRect(x + 0.6, y + 0.6, cell - 1.2, cell - 1.2);
      if (!tile) return;
      context.fillStyle = surface.ink;
      context.fillText(String(tile), x + cell / 2, y + cell / 2 + cell * 0.03);
    });
  }

  /** When the node was expanded, light on dark, in the upper right corner. */
  #badge(context, when, surface) {
    const wide = Math.max(15, when.length * 5.2 + 8);
    const right = this.width - PADDING;
    context.fillStyle = surface.ink;
    context.beginPath();
    context.roundRect(right - wide, PADDING, wide, 15, 7.5);
    context.fill();
    context.fillStyle = surface.face;
    context.textAlign = "center";
    context.font = `bold 9px ${FONT}`;
    context.fillText(when, right - wide / 2, PADDING + 8);
  }

  /** The label of a node that is special, else nothing. */
  #tag(node, kind) {
    return kind === "duplicate" ? "duplicate" : this.reader.tag(node);
  }

  /** A tag on the lower border. */
  #label(context, text, surface) {
    const wide = Math.min(this.width - 4, text.length * 5.1 + 12);
    const left = (this.width - wide) / 2;
    context.fillStyle = surface.face;
    context.strokeStyle = surface.edge;
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(left, this.height - 7, wide, 14, 7);
    context.fill();
    context.stroke();
    context.fillStyle = surface.ink;
    context.textAlign = "center";
    context.font = `9.5px ${FONT}`;
    context.fillText(text, this.width / 2, this.height + 0.5, wide - 6);
  }
}
