/**
 * Paints a space: one pixel of a bitmap for each board, enlarged by the canvas. Moving and zooming draw one picture, so
 * that 181,440 boards move smoothly; a search changes only the pixels of the boards that it expands. While something
 * moves the picture is drawn without smoothing, which costs half; it is smoothed when it rests. A few expanded boards
 * are drawn once more, last and larger than they are: among 181,440 others they would not be seen.
 */

import { listenToPointers } from "../modules/canvas_input.js";
import { paintLine, paintPath, paintText } from "../modules/painting.js";
import { Bitmap } from "./bitmap.js";
import { RAMP, readColours } from "./space_colours.js";
import { SpaceLayout } from "./space_map.js";

const MARGIN = 34; // pixels around the picture, for the axis
const LARGEST_CELL = 90; // pixels
const LEGIBLE_CELL = 30; // pixels from which boards are drawn with their tiles
const MOST_DOTS = 3000; // expansions of a frame that are drawn one by one: for more the whole bitmap is drawn
const FINE = 2; // pixels: from this size on a board is drawn as a square
const REST = 150; // milliseconds without a change after which the picture is smoothed
const DOTS = { 300: 8, 1000: 6, 4000: 4 }; // pixels by expansions: up to this many expansions, each is at least this wide
const WIDE = 560; // pixels that both parts of the legend need
const HALO = 300; // expansions up to which each has a rim

/** Pixels of text, larger on a large screen, as the page has it. */
function textSize() {
  return Math.round(0.94 * parseFloat(getComputedStyle(document.documentElement).fontSize));
}

/** A canvas with all boards of a space. Events: `point`, with `detail` { place }: the board under the pointer or -1. */
export class SpaceCanvas extends EventTarget {
  /** @type {?SpaceScene} */ #scene = null;
  #order = new Uint32Array(0);
  #shown = 0;
  /** @type {number[]} */ #path = [];
  #selected = -1;
  #camera = { x: 0, y: 0, scale: 1 };
  #frame = 0;
  #rest = 0; // the timer that smooths the picture
  #isResting = true;

  constructor() {
    super();
    this.element = document.createElement("canvas");
    this.element.className = "space-canvas";
    this.element.tabIndex = 0;
    const point = this.#point.bind(this); // a finger cannot point without pressing: a tap does
    listenToPointers(this.element, { drag: this.pan.bind(this), zoom: this.zoom.bind(this), click: point, point });
    new ResizeObserver(() => this.#resize()).observe(this.element);
    document.addEventListener("themechange", () => this.#recolour());
    for (const name of ["beforeprint", "afterprint"]) {
      addEventListener(name, () => {
        this.#recolour();
        this.#draw(); // at once: the page is printed as it is now
      });
    }
  }

  /** Draw this space, with nothing expanded. @param {import("./space_map.js").Space} space */
  load(space) {
    this.space = space;
    this.#order = new Uint32Array(0);
    this.#path = [];
    this.#shown = 0;
    this.#selected = -1;
    this.#arrange();
  }

  /** The places that a search expands, in order, and those of its solution. @param {{places: number[], path: number[]}} values */
  set search({ places, path }) {
    this.#order = Uint32Array.from(places);
    this.#path = path;
    this.#shown = 0;
    this.#recolour();
  }

  /** How many expansions are coloured. */
  get shown() {
    return this.#shown;
  }

  set shown(count) {
    const next = Math.max(0, Math.min(count, this.#order.length));
    if (next < this.#shown) {
      this.#shown = next;
      this.#recolour();
      return;
    }
    if (!this.#scene) return;
    const { picture, colours } = this.#scene;
    const isShort = next - this.#shown <= MOST_DOTS;
    for (let index = this.#shown; index < next; index += 1) {
      const shade = this.#shade(index);
      const cell = this.#cells[this.#order[index]];
      picture.pixels[cell] = colours.ramp[shade];
      if (isShort) picture.dot(cell, colours.styles[shade]);
    }
    this.#shown = next;
    if (isShort) this.#request();
    else this.#refresh(picture);
  }

  /** Mark a board and its neighbours. @param {number} place */
  set selected(place) {
    this.#selected = place;
    this.#request();
  }

  /** Show the whole space. */
  fit() {
    if (!this.#scene) return;
    const { clientWidth: width, clientHeight: height } = this.element;
    const { width: across, height: down } = this.#scene.layout;
    const scale = Math.min((width - 2 * MARGIN) / across, (height - 2 * MARGIN) / down);
    this.#camera = { scale, x: (width - scale * across) / 2, y: (height - scale * down) / 2 };
    this.#request();
  }

  /** Enlarge, or make smaller, about a point or the middle. @param {number} by */
  zoom(by, { x, y } = { x: this.element.clientWidth / 2, y: this.element.clientHeight / 2 }) {
    const camera = this.#camera;
    const scale = Math.max(0.2, Math.min(LARGEST_CELL, camera.scale * by));
    const factor = scale / camera.scale;
    this.#camera = { scale, x: x - (x - camera.x) * factor, y: y - (y - camera.y) * factor };
    this.#request();
  }

  /** Move the picture by pixels. @param {number} x @param {number} y */
  pan(x, y) {
    this.#camera.x += x;
    this.#camera.y += y;
    this.#request();
  }

  #resize() {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    this.#arrange();
  }

  #arrange() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const { space } = this;
    if (!space || !width || !height) return;
    const layout = new SpaceLayout(space, width / height);
    const picture = new Bitmap(layout.width, layout.height);
    this.#scene = { space, layout, picture, colours: readColours(/** @type {Element} */ (this.element.parentElement)) };
    this.#cells = new Uint32Array(space.size);
    space.counts.forEach((count, distance) => {
      const first = space.start(distance);
      for (let place = first; place < first + count; place += 1) {
        const [x, y] = layout.cell(place, distance);
        this.#cells[place] = y * layout.width + x;
      }
    });
    this.#recolour();
    this.fit();
  }

  #cells = new Uint32Array(0); // the pixel of each place

  #recolour() {
    if (!this.#scene) return;
    const colours = readColours(/** @type {Element} */ (this.element.parentElement));
    this.#scene.colours = colours;
    const { picture } = this.#scene;
    const { pixels } = picture;
    pixels.fill(colours.ground);
    for (const cell of this.#cells) pixels[cell] = colours.unseen;
    for (let index = 0; index < this.#shown; index += 1) {
      pixels[this.#cells[this.#order[index]]] = colours.ramp[this.#shade(index)];
    }
    this.#refresh(picture);
  }

  /** The colour of an expansion: its place in the ramp. @param {number} index */
  #shade(index) {
    return Math.floor((index / Math.max(1, this.#order.length)) * RAMP);
  }

  #refresh(/** @type {Bitmap} */ picture) {
    picture.refresh();
    this.#request();
  }

  /** Draw soon, and smoothed when nothing has changed for a while. */
  #request() {
    this.#isResting = false;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#isResting = true;
      this.#requestFrame();
    }, REST);
    this.#requestFrame();
  }

  #requestFrame() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const scene = this.#scene;
    const context = scene && this.element.getContext("2d", { alpha: false });
    if (!context) return;
    const { layout, picture, colours } = scene;
    const ratio = devicePixelRatio || 1;
    const { x, y, scale } = this.#camera;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, this.element.clientWidth, this.element.clientHeight);
    context.imageSmoothingEnabled = this.#isResting && scale < FINE;
    context.drawImage(picture.canvas, x, y, layout.width * scale, layout.height * scale);
    if (scale >= LEGIBLE_CELL) this.#drawBoards(context, scene);
    else this.#drawDots(context, scene);
    this.#drawAxis(context, scene);
    this.#drawLegend(context, scene);
    if (this.#shown === this.#order.length) this.#drawPath(context, scene);
    this.#drawSelected(context, scene);
    this.element.dataset.frames = String(Number(this.element.dataset.frames ?? 0) + 1);
  }

  /** The expanded boards over all others, larger than they are, if they are few. @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawDots(context, { layout, colours }) {
    const size = Object.entries(DOTS).find(([most]) => this.#order.length <= Number(most))?.[1] ?? 0;
    const { x, y, scale } = this.#camera;
    if (size <= scale) return;
    const { clientWidth: width, clientHeight: height } = this.element;
    const across = layout.width;
    const paint = (/** @type {number} */ side, style = "") => {
      let last = "";
      for (let index = 0; index < this.#shown; index += 1) {
        const cell = this.#cells[this.#order[index]];
        const left = x + ((cell % across) + 0.5) * scale;
        const top = y + (Math.floor(cell / across) + 0.5) * scale;
        if (left < 0 || top < 0 || left > width || top > height) continue;
        const colour = style || colours.styles[this.#shade(index)];
        if (colour !== last) context.fillStyle = last = colour;
        context.fillRect(left - side / 2, top - side / 2, side, side);
      }
    };
    if (this.#order.length <= HALO) paint(size + 2, colours.paper);
    paint(size);
  }

  /** What the columns and the colours mean, below the picture. @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawLegend(context, { colours }) {
    const { styles, ink, font } = colours;
    const { clientWidth: width, clientHeight: height } = this.element;
    const top = height - 22;
    const style = { font: `${textSize()}px ${font}`, colour: ink, align: /** @type {const} */ ("left") };
    if (width >= WIDE) paintText(context, "columns: moves from the goal", [width - 14, top + 10], { ...style, align: "right" });
    if (!this.#order.length) return;
    paintText(context, "expanded first", [14, top + 10], style);
    const left = 22 + context.measureText("expanded first").width;
    for (const [shade, style] of styles.entries()) {
      context.fillStyle = style;
      context.fillRect(left + shade * 2, top, 2, 12);
    }
    paintText(context, "last", [left + 2 * RAMP + 8, top + 10], style);
  }

  /** The distances above the columns that are visible. @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawAxis(context, { space, layout, colours }) {
    const { x, y, scale } = this.#camera;
    const step = scale * layout.breadth < 22 ? 5 : 1;
    context.fillStyle = colours.muted;
    context.font = `${textSize()}px ${colours.font}`;
    context.textAlign = "center";
    const line = Math.max(16, y - 10);
    for (let distance = 0; distance < space.counts.length; distance += step) {
      const middle = x + (layout.left(distance) + layout.breadths[distance] / 2) * scale;
      context.fillText(String(distance), middle, line);
    }
  }

  /** Boards with their tiles, where they are large enough. @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawBoards(context, { space, layout, colours }) {
    const { x, y, scale } = this.#camera;
    const { clientWidth: width, clientHeight: height } = this.element;
    const { rows, columns } = space.goal;
    const side = (scale * 0.8) / Math.max(rows, columns);
    context.font = `bold ${side * 0.8}px ${colours.font}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let across = Math.max(0, Math.floor(-x / scale)); across < (width - x) / scale; across += 1) {
      for (let down = Math.max(0, Math.floor(-y / scale)); down < (height - y) / scale; down += 1) {
        const place = layout.placeAt(across, down);
        if (place < 0) continue;
        const [left, top] = [x + (across + 0.1) * scale, y + (down + 0.1) * scale];
        context.fillStyle = colours.paper;
        context.fillRect(left - scale * 0.02, top - scale * 0.02, scale * 0.84, scale * 0.84);
        context.fillStyle = colours.ink;
        space.board(place).cells.forEach((tile, cell) => {
          if (!tile) return;
          context.fillText(
            String(tile),
            left + ((cell % columns) + 0.5) * side,
            top + (Math.floor(cell / columns) + 0.55) * side,
          );
        });
      }
    }
    context.textBaseline = "alphabetic";
  }

  /** The pixel in the middle of a board. @param {SpaceScene} scene @param {number} place */
  #middle({ layout }, place) {
    const [across, down] = layout.cell(place);
    const { x, y, scale } = this.#camera;
    return { x: x + (across + 0.5) * scale, y: y + (down + 0.5) * scale };
  }

  /** @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawPath(context, scene) {
    if (!this.#path.length) return;
    const { path } = scene.colours;
    const points = this.#path.map((place) => this.#middle(scene, place));
    paintLine(context, points, { stroke: path, weight: 2.5 });
    for (const end of [points[0], points[points.length - 1]]) this.#ring(context, end, path);
  }

  /** @param {CanvasRenderingContext2D} context @param {SpaceScene} scene */
  #drawSelected(context, scene) {
    if (this.#selected < 0) return;
    const { ink } = scene.colours;
    const middle = this.#middle(scene, this.#selected);
    for (const place of scene.space.neighbours(this.#selected)) {
      const other = this.#middle(scene, place);
      paintLine(context, [middle, other], { stroke: ink });
      this.#ring(context, other, ink, 3);
    }
    this.#ring(context, middle, ink);
  }

  /** @param {CanvasRenderingContext2D} context @param {{x: number, y: number}} middle @param {string} stroke */
  #ring(context, { x, y }, stroke, radius = 6) {
    context.beginPath();
    context.arc(x, y, Math.max(radius, this.#camera.scale * 0.62), 0, 2 * Math.PI);
    paintPath(context, { stroke, weight: 2 });
  }

  #point(/** @type {?import("../modules/canvas_input.js").Point} */ point) {
    if (!this.#scene) return;
    const { x, y, scale } = this.#camera;
    this.#tell(point ? this.#scene.layout.placeAt((point.x - x) / scale, (point.y - y) / scale) : -1);
  }

  #tell(/** @type {number} */ place) {
    if (place !== this.#pointed) this.dispatchEvent(new CustomEvent("point", { detail: { place } }));
    this.#pointed = place;
  }

  #pointed = -1;
}
