/**
 * The tidy layout of a tree in linear time, as in taquin/render/tree/layout.py.
 *
 * After C. Buchheim, M. Jünger and S. Leipert, "Improving Walker's algorithm to run in linear time", Graph Drawing
 * 2002. Nodes of one level keep their distance, a parent is above the middle of its children, children keep their
 * order, and equal subtrees look alike. Nothing recurses: a chain of 20,000 nodes is laid out like any tree.
 */

/**
 * Lay out the tree whose root is node 0; neighbours on a level are at least `gap` apart. Linear in time and memory.
 * @param {number[][]} children
 * @param {ArrayLike<number>} widths
 * @param {{gap?: number}} [options]
 * @returns {{centres: Float64Array, levels: Int32Array, width: number, steps: number}} the leftmost edge is at 0;
 *   `steps` counts steps along contours, which take most of the time: at most one for each node
 */
export function tidy(children, widths, { gap = 0 } = {}) {
  const walk = new FirstWalk(children, widths, gap);
  const order = preorder(children);
  for (let place = order.length - 1; place >= 0; place -= 1) walk.place(order[place]); // children before their parent
  return secondWalk(children, widths, order, walk);
}

/** Every node after its parent, children from right to left. @param {number[][]} children */
function preorder(children) {
  const order = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    for (const child of children[node]) waiting.push(child);
  }
  return order;
}

/**
 * The first walk: the position of each node among its siblings, and how far its subtree moves with it. Names are those of
 * the paper: `prelim` is a preliminary centre, `mod` moves all that is below a node, `thread` leads on along a contour
 * where a subtree ends, `change` and `shift` spread a gap over the siblings between.
 */
class FirstWalk {
  /** @param {number[][]} children @param {ArrayLike<number>} widths @param {number} gap */
  constructor(children, widths, gap) {
    const count = children.length;
    this.children = children;
    this.widths = widths;
    this.gap = gap;
    this.steps = 0;
    this.parent = new Int32Array(count).fill(-1);
    this.rank = new Int32Array(count);
    children.forEach((family, node) => {
      family.forEach((child, place) => {
        this.parent[child] = node;
        this.rank[child] = place;
      });
    });
    this.prelim = new Float64Array(count);
    this.mod = new Float64Array(count);
    this.change = new Float64Array(count);
    this.shift = new Float64Array(count);
    this.thread = new Int32Array(count).fill(-1);
    this.ancestor = Int32Array.from({ length: count }, (_, node) => node);
    this.defaultAncestor = Int32Array.from(children, (family) => family[0] ?? -1);
  }

  /** Place a node whose children and left siblings are placed, then move it right until its subtree does not overlap those to its left. */
  place(/** @type {number} */ node) {
    const family = this.children[node];
    let middle = 0;
    if (family.length) {
      this.#executeShifts(family);
      middle = (this.prelim[family[0]] + this.prelim[family[family.length - 1]]) / 2;
    }
    if (this.rank[node] === 0) {
      this.prelim[node] = middle;
      return;
    }
    const left = this.children[this.parent[node]][this.rank[node] - 1];
    this.prelim[node] = this.prelim[left] + this.#distance(left, node);
    this.mod[node] = this.prelim[node] - middle;
    this.#apportion(node, left);
  }

  /** @param {number} left @param {number} right */
  #distance(left, right) {
    return (this.widths[left] + this.widths[right]) / 2 + this.gap;
  }

  #nextLeft(/** @type {number} */ node) {
    return this.children[node].length ? this.children[node][0] : this.thread[node];
  }

  #nextRight(/** @type {number} */ node) {
    const family = this.children[node];
    return family.length ? family[family.length - 1] : this.thread[node];
  }

  /**
   * Walk down the right contour of all that is to the left and the left contour of this subtree, level by level.
   * @param {number} node @param {number} left
   */
  #apportion(node, left) {
    const { mod, prelim, thread } = this;
    const parent = this.parent[node];
    let [innerLeft, innerRight, outerLeft, outerRight] = [left, node, this.children[parent][0], node];
    let [sumInnerLeft, sumInnerRight] = [mod[innerLeft], mod[innerRight]];
    let [sumOuterLeft, sumOuterRight] = [mod[outerLeft], mod[outerRight]];
    let [belowLeft, belowRight] = [this.#nextRight(innerLeft), this.#nextLeft(innerRight)];
    while (belowLeft >= 0 && belowRight >= 0) {
      this.steps += 1;
      [innerLeft, innerRight] = [belowLeft, belowRight];
      [outerLeft, outerRight] = [this.#nextLeft(outerLeft), this.#nextRight(outerRight)];
      this.ancestor[outerRight] = node;
      const overlap =
        prelim[innerLeft] + sumInnerLeft - prelim[innerRight] - sumInnerRight + this.#distance(innerLeft, innerRight);
      if (overlap > 0) {
        const ancestor = this.ancestor[innerLeft];
        this.#moveSubtree(this.parent[ancestor] === parent ? ancestor : this.defaultAncestor[parent], node, overlap);
        sumInnerRight += overlap;
        sumOuterRight += overlap;
      }
      sumInnerLeft += mod[innerLeft];
      sumInnerRight += mod[innerRight];
      sumOuterLeft += mod[outerLeft];
      sumOuterRight += mod[outerRight];
      [belowLeft, belowRight] = [this.#nextRight(innerLeft), this.#nextLeft(innerRight)];
    }
    if (belowLeft >= 0 && this.#nextRight(outerRight) < 0) {
      thread[outerRight] = belowLeft;
      mod[outerRight] += sumInnerLeft - sumOuterRight;
    }
    if (belowRight >= 0 && this.#nextLeft(outerLeft) < 0) {
      thread[outerLeft] = belowRight;
      mod[outerLeft] += sumInnerRight - sumOuterLeft;
      this.defaultAncestor[parent] = node;
    }
  }

  /**
   * Move a subtree to the right; the siblings between it and the one that pushes share the gap later.
   * @param {number} left @param {number} right @param {number} distance
   */
  #moveSubtree(left, right, distance) {
    const between = this.rank[right] - this.rank[left];
    this.change[right] -= distance / between;
    this.shift[right] += distance;
    this.change[left] += distance / between;
    this.prelim[right] += distance;
    this.mod[right] += distance;
  }

  #executeShifts(/** @type {number[]} */ family) {
    let [shift, change] = [0, 0];
    for (let place = family.length - 1; place >= 0; place -= 1) {
      const child = family[place];
      this.prelim[child] += shift;
      this.mod[child] += shift;
      change += this.change[child];
      shift += this.shift[child] + change;
    }
  }
}

/**
 * Add up the movements of each node, and set the leftmost edge to 0.
 * @param {number[][]} children @param {ArrayLike<number>} widths @param {number[]} order @param {FirstWalk} walk
 */
function secondWalk(children, widths, order, walk) {
  const count = children.length;
  const [moved, centres, levels] = [new Float64Array(count), new Float64Array(count), new Int32Array(count)];
  let [left, right] = [Infinity, -Infinity];
  for (const node of order) {
    centres[node] = walk.prelim[node] + moved[node];
    left = Math.min(left, centres[node] - widths[node] / 2);
    right = Math.max(right, centres[node] + widths[node] / 2);
    for (const child of children[node]) {
      moved[child] = moved[node] + walk.mod[node];
      levels[child] = levels[node] + 1;
    }
  }
  for (let node = 0; node < count; node += 1) centres[node] -= left;
  return { centres, levels, width: right - left, steps: walk.steps };
}
