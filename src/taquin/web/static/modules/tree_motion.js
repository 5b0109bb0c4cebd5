/**
 * The positions of a tree while it is laid out again: nodes move from their old to their new places, and new ones
 * come out of their parents.
 */

import { isCalm } from "./elements.js";
import { easing } from "./tree_camera.js";

const MOST_MOVING = 700; // items: a larger tree is arranged at once

/** Moves the items of a plan to their places. */
export class TreeMotion {
  /** @type {?TreePlan} */ #plan = null;
  /** @type {?{x: Float64Array, y: Float64Array}} */ #from = null;
  #start = 0;

  /** The centres of the items, now. @type {Float64Array} */
  x = new Float64Array(0);
  /** @type {Float64Array} */ y = new Float64Array(0);

  /** Whether items are still moving. */
  get isMoving() {
    return this.#from !== null;
  }

  /**
   * Go to the places of a plan, from those that the nodes have now.
   * @param {TreePlan} plan
   * @param {{dx?: number, dy?: number, isSudden?: boolean}} [how] `dx` and `dy`: how far the plan was moved meanwhile
   */
  go(plan, { dx = 0, dy = 0, isSudden = false } = {}) {
    const [before, x, y] = [this.#plan, this.x, this.y];
    this.#plan = plan;
    [this.x, this.y] = [plan.x, plan.y];
    this.#from = null;
    if (isSudden || !before || plan.node.length > MOST_MOVING || before.node.length > MOST_MOVING || isCalm()) return;
    const from = { x: Float64Array.from(plan.x), y: Float64Array.from(plan.y) };
    plan.node.forEach((node, item) => {
      const known = plan.isDuplicate[item] ? -1 : (before.itemOf[node] ?? -1);
      const parent = plan.parent[item];
      if (known >= 0) [from.x[item], from.y[item]] = [x[known] + dx, y[known] + dy];
      else if (parent >= 0) [from.x[item], from.y[item]] = [from.x[parent], from.y[parent]]; // parents come first
    });
    this.#from = from;
    this.#start = performance.now();
    [this.x, this.y] = [Float64Array.from(from.x), Float64Array.from(from.y)];
  }

  /** Continue up to this time. @param {number} now in milliseconds */
  advance(now) {
    if (!this.#from || !this.#plan) return;
    const [done, eased] = easing(now - this.#start);
    const { x, y } = this.#plan;
    for (let item = 0; item < x.length; item += 1) {
      this.x[item] = this.#from.x[item] + (x[item] - this.#from.x[item]) * eased;
      this.y[item] = this.#from.y[item] + (y[item] - this.#from.y[item]) * eased;
    }
    if (done < 1) return;
    this.#from = null;
    [this.x, this.y] = [x, y];
  }
}
