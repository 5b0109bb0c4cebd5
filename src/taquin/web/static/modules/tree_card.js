/**
 * The card of a node on a canvas: a small board, the number, when it was expanded, its values, and a tag for what is
 * special. It is drawn in its own units from its upper left corner; one unit is a pixel at scale 1.
 */

const FONT = '"Helvetica Neue", Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
const PADDING = 6;
const HEAD = 17;
const LINE = 13.5;
const LARGEST_BOARD = 132;
const DASHES = { frontier: [5, 3], pruned: [2, 3], duplicate: [1, 3] };
const WEIGHTS = { expanded: 1.5, frontier: 1.5, pruned: 1, duplicate: 1, goal: 3, stuck: 2.5 };

/** Draws the nodes of one search, at the moment where its reader is. */
export class TreeCard {
  /**
   * @param {import("./trace.js").TraceReader} reader
   * @param {import("./trace_text.js").TraceText} text
   */
  constructor(reader, text) {
    Object.assign(this, { reader, text });
    const [rows, columns] = reader.shape ?? [0, 0];
    const digits = String(Math.max(rows * columns - 1, 0)).length;
    this.cell = Math.min(11 + 7 * digits, LARGEST_BOARD / Math.max(rows, columns, 1));
    this.fontSize = this.cell * Math.min(0.46, 1.2 / digits);
    this.goal = reader.shape ? reader.header.goal.split(/[\s/]+/).map(Number) : [];
    const numbers = 7 * String(reader.total).length + 6.2 * String(reader.steps.length).length + 16;
    const beside = reader.shape ? columns * this.cell + PADDING : 0;
    const lines = text.parts({ g: 0, h: 0 }).length;
    this.width = beside + Math.max(44, numbers) + 2 * PADDING;
    this.height = Math.max(rows * this.cell, HEAD + lines * LINE) + 2 * PADDING;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {object} colours
   * @param {object} what
   * @param {number} what.node
   * @param {string} what.kind of a node, or `duplicate`
   * @param {number} what.hidden how many nodes below it are left out
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
    const tag = hidden ? `+ ${hidden.toLocaleString("en-US")} below` : this.#tag(node, kind);
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

  /** A card that is too small to read: its number, and what it is worth. */
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
    context.fillText(this.#values(node).at(-1), width / 2, height * 0.74);
  }

  #values(node) {
    return this.text.parts({ g: this.reader.g[node], h: this.reader.h[node] });
  }

  #face(context, colours, node, kind, surface) {
    const isDuplicate = kind === "duplicate";
    let left = PADDING;
    if (this.reader.shape) {
      this.#board(context, colours, this.reader.board(node), isDuplicate || kind === "pruned" ? surface : null);
      left += this.reader.shape[1] * this.cell + PADDING;
    }
    context.fillStyle = surface.ink;
    context.textAlign = "left";
    context.font = `bold 12px ${FONT}`;
    context.fillText(isDuplicate ? `= ${node}` : String(node), left, PADDING + HEAD / 2 - 1);
    const values = isDuplicate ? [] : this.#values(node);
    values.forEach((value, place) => {
      context.font = `${place === values.length - 1 ? "bold " : ""}10px ${FONT}`;
      context.fillText(value, left, PADDING + HEAD + (place + 0.5) * LINE);
    });
    const when = isDuplicate ? undefined : this.reader.expansions[node].at(-1);
    if (when) this.#badge(context, String(when), surface);
  }

  #board(context, colours, cells, muted) {
    const [rows, columns] = this.reader.shape;
    const { cell } = this;
    context.fillStyle = colours.frame;
    context.fillRect(PADDING - 1, PADDING - 1, columns * cell + 2, rows * cell + 2);
    context.textAlign = "center";
    context.font = `bold ${this.fontSize}px ${FONT}`;
    cells.forEach((tile, place) => {
      const [x, y] = [PADDING + (place % columns) * cell, PADDING + Math.floor(place / columns) * cell];
      const surface = muted ?? (tile && this.goal[place] === tile ? colours.home : colours.tile);
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

  /** What is special about a node, in a word or two. */
  #tag(node, kind) {
    const { reader } = this;
    if (kind === "duplicate") return "duplicate";
    if (kind === "goal") return reader.goalNodes.length > 1 ? "meeting" : "goal";
    if (kind === "stuck") return reader.outcome.status === "stuck" ? "stuck" : "the end";
    if (kind !== "pruned") return reader.improvements[node] ? "improved" : "";
    const bound = reader.bounds[reader.iteration[node] - 1];
    const reasons = { bound: `beyond ${bound}`, depth: "depth limit", beam: "outside beam" };
    return reasons[reader.fate[node]] ?? reader.fate[node];
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
