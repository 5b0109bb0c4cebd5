/** Boxes, lines, circles and texts on a canvas. */

/** @typedef {{fill?: string, stroke?: ?string, weight?: number, dashes?: number[]}} Style */

/** Paint the path that was begun. @param {CanvasRenderingContext2D} context @param {Style} style */
export function paintPath(context, { fill, stroke, weight = 1, dashes = [] }) {
  if (fill) {
    context.fillStyle = fill;
    context.fill();
  }
  if (!stroke) return;
  [context.strokeStyle, context.lineWidth] = [stroke, weight];
  context.setLineDash(dashes);
  context.stroke();
  context.setLineDash([]);
}

/** @param {CanvasRenderingContext2D} context @param {number[]} place left, top, width, height, and the radius of the corners @param {Style} style */
export function paintBox(context, [left, top, width, height, radius], style) {
  context.beginPath();
  context.roundRect(left, top, width, height, radius);
  paintPath(context, style);
}

/** @param {CanvasRenderingContext2D} context @param {{x: number, y: number}[]} points @param {Style} style */
export function paintLine(context, points, style) {
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  paintPath(context, style);
}

/**
 * A text at a place: x, y, and the greatest width.
 * @param {CanvasRenderingContext2D} context @param {string} text @param {[x: number, y: number, most?: number]} place
 * @param {{font: string, colour: string, align?: CanvasTextAlign}} style
 */
export function paintText(context, text, place, { font, colour, align = "center" }) {
  [context.font, context.fillStyle, context.textAlign] = [font, colour, align];
  context.fillText(text, ...place);
}
