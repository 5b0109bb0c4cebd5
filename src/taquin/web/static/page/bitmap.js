/** A picture with a number for each pixel; a few of them can be drawn at once. */
export class Bitmap {
  constructor(width, height) {
    this.canvas = document.createElement("canvas");
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = this.canvas.getContext("2d").createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** Draw one pixel at once. */
  dot(cell, style) {
    const context = this.canvas.getContext("2d");
    if (style !== this.style) context.fillStyle = this.style = style;
    context.fillRect(cell % this.canvas.width, Math.floor(cell / this.canvas.width), 1, 1);
  }

  /** Draw what the pixels are now. */
  refresh() {
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
  }
}
