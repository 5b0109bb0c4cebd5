/**
 * The part of a tree that is in view: a point of its plan, and a scale. At a small scale a wide tree would be a thin
 * line, so its levels are stretched to fill the height of the view; at a large scale both directions have one scale.
 */

import { isCalm } from "./elements.js";

const MARGIN = 24;
const MARGIN_HIGH = { wide: 46, narrow: 64 }; // above and below, where tools and remarks are: on a narrow screen three lines
const MOST_MARGIN = 0.2; // of the height: a low view is for the tree
const NARROW = 480; // pixels
const LARGEST = 5;
const LARGEST_WHOLE = 2.2;
const LEAST_HEIGHT = 340; // pixels of a view in which a card may have LARGEST_WHOLE
const GLIDE = 260; // milliseconds

/** The share of an animation that is done after a time in milliseconds, and the same eased. @param {number} elapsed */
export function easing(elapsed) {
  const done = Math.min(Math.max(elapsed / GLIDE, 0), 1);
  return [done, 1 - (1 - done) ** 3];
}

/** @typedef {{x: number, y: number, scale: number}} Place the middle of the view in units of the plan, and pixels for one unit */

/** Maps the plan of a tree to the view. */
export class TreeCamera {
  /** The middle of the view, in units of the plan. */
  x = 0;
  y = 0;
  /** Pixels for one unit of the plan. */
  scale = 1;
  size = { width: 0, height: 0 };
  plan = { width: 1, height: 1 };
  /** @type {?{from: Place, to: Place, start: number}} */ #glide = null;

  /** How much more heights are scaled than widths. */
  get stretch() {
    const fit = this.#room / Math.max(this.plan.height, 1);
    return Math.max(this.scale, Math.min(fit, 1)) / this.scale;
  }

  /** The height between the margins. */
  get #room() {
    const margin = MARGIN_HIGH[this.size.width < NARROW ? "narrow" : "wide"];
    return this.size.height - 2 * Math.min(margin, MOST_MARGIN * this.size.height);
  }

  /** The scale at which the whole plan is seen. */
  get whole() {
    return this.wholeOf(this.plan);
  }

  /** The scale at which the whole of another plan would be seen. @param {{width: number, height: number}} plan */
  wholeOf({ width, height }) {
    const wide = (this.size.width - 2 * MARGIN) / Math.max(width, 1);
    const high = this.#room / Math.max(height, 1);
    const most = Math.max((LARGEST_WHOLE * this.size.height) / (2 * LEAST_HEIGHT), 1);
    return Math.max(Math.min(wide, high, most, LARGEST_WHOLE), 1e-5);
  }

  /** Whether it is moving to another place. */
  get isGliding() {
    return this.#glide !== null;
  }

  /** The place that it moves to, or its place. @returns {Place} */
  get target() {
    return this.#glide?.to ?? this;
  }

  /** A place of the plan in the view. @param {number} x @param {number} y */
  toView(x, y) {
    return {
      x: (x - this.x) * this.scale + this.size.width / 2,
      y: (y - this.y) * this.scale * this.stretch + this.size.height / 2,
    };
  }

  /** A point of the view in the plan. @param {{x: number, y: number}} values */
  toPlan({ x, y }) {
    return {
      x: this.x + (x - this.size.width / 2) / this.scale,
      y: this.y + (y - this.size.height / 2) / this.scale / this.stretch,
    };
  }

  /** Move at once, but not away from the tree. @param {Partial<Place>} place */
  jump({ x = this.x, y = this.y, scale = this.scale }) {
    this.#glide = null;
    this.x = Math.min(Math.max(x, 0), this.plan.width);
    this.y = Math.min(Math.max(y, 0), this.plan.height);
    this.scale = scale;
  }

  /** Move with an animation; at once if the user prefers reduced motion. @param {Place} place */
  glide({ x, y, scale }) {
    const to = { x, y, scale };
    if (isCalm()) this.jump(to);
    else this.#glide = { from: { x: this.x, y: this.y, scale: this.scale }, to, start: performance.now() };
  }

  /** Continue the animation up to this time. @param {number} now in milliseconds */
  advance(now) {
    if (!this.#glide) return;
    const { from, to, start } = this.#glide;
    const [done, eased] = easing(now - start);
    for (const name of /** @type {const} */ (["x", "y", "scale"])) this[name] = from[name] + (to[name] - from[name]) * eased;
    if (done === 1) this.#glide = null;
  }

  /** Zoom about a point of the view, which stays where it is. @param {number} factor @param {{x: number, y: number}} point */
  zoom(factor, point) {
    const before = this.toPlan(point);
    const least = Math.min(this.whole, 1) / 1.5;
    this.scale = Math.min(Math.max(this.scale * factor, least), LARGEST);
    const after = this.toPlan(point);
    this.jump({ x: this.x + before.x - after.x, y: this.y + before.y - after.y });
  }

  /** Move by a number of pixels of the view. @param {number} right @param {number} down */
  drag(right, down) {
    this.jump({ x: this.x - right / this.scale, y: this.y - down / this.scale / this.stretch });
  }
}
