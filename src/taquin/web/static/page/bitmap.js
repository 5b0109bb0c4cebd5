/** A picture with a number for each pixel; a few of them can be drawn at once. */
export class Bitmap {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.style = "";
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Draw one pixel at once. @param {number} cell @param {string} style */
  dot(cell, style) {
    if (style !== this.style) this.context.fillStyle = this.style = style;
    this.context.fillRect(cell % this.canvas.width, Math.floor(cell / this.canvas.width), 1, 1);
  }

  /** Draw what the pixels are now. */
  refresh() {
    this.context.putImageData(this.image, 0, 0);
  }
}
