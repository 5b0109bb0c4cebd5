/** Keyboard, pointer and wheel of a tree view: the keys are described in tree_view.js. */

/** @type {Record<string, string>} */ const STEPS = { ArrowUp: "up", ArrowDown: "down", ",": "left", ".": "right" };
const CLICK_REACH = 5; // in pixels: a pointer that moved less is a click

/** Let a tree view be operated. @param {TreeView} view @param {AbortSignal} signal that ends it */
export function listenToInput(view, signal) {
  new TreeInput(view).listen(signal);
}

/** The pointers that are down, and what they do. */
class TreeInput {
  /** @type {Map<number, {x: number, y: number}>} */ #pointers = new Map();
  #wasMoved = false;
  #start = { x: 0, y: 0 };

  constructor(/** @type {TreeView} */ view) {
    this.view = view;
  }

  /** @param {AbortSignal} signal that ends it */
  listen(signal) {
    /**
     * @template {keyof HTMLElementEventMap} K
     * @param {K} name @param {(event: HTMLElementEventMap[K]) => void} action @param {AddEventListenerOptions} [options]
     */
    const on = (name, action, options = {}) => this.view.canvas.addEventListener(name, action, { signal, ...options });
    on("keydown", (event) => this.#key(event));
    on("pointerdown", (event) => this.#press(event));
    on("pointermove", (event) => this.#drag(event));
    on("pointerup", (event) => this.#release(event));
    on("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    on("dblclick", (event) => {
      const node = this.view.nodeAt(this.#point(event));
      if (node >= 0) this.view.toggle(node);
    });
    on(
      "wheel",
      (event) => {
        const isWanted = this.view.isStage || event.ctrlKey || event.metaKey || document.activeElement === this.view.canvas;
        if (!isWanted) return;
        event.preventDefault();
        const unit = event.deltaMode === 1 ? 30 : 1;
        this.view.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.008 : 0.0018)), this.#point(event));
      },
      { passive: false },
    );
  }

  #point(/** @type {MouseEvent} */ event) {
    const { left, top } = this.view.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #press(/** @type {PointerEvent} */ event) {
    this.view.canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, this.#point(event));
    if (this.#pointers.size === 1) this.#wasMoved = false;
    this.#start = this.#point(event);
  }

  #drag(/** @type {PointerEvent} */ event) {
    const before = this.#pointers.get(event.pointerId);
    const now = this.#point(event);
    if (!before) {
      this.view.pointed = this.view.nodeAt(now);
      return this.view.draw();
    }
    if (!this.#wasMoved && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) < CLICK_REACH) return;
    this.#wasMoved = true;
    const other = [...this.#pointers].find(([number]) => number !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) {
      const far = (/** @type {{x: number, y: number}} */ point) => Math.max(Math.hypot(point.x - other.x, point.y - other.y), 1);
      this.view.zoom(far(now) / far(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    const share = other ? 0.5 : 1; // each of two fingers moves their midpoint by half of its own movement
    this.view.drag((now.x - before.x) * share, (now.y - before.y) * share);
  }

  #release(/** @type {PointerEvent} */ event) {
    const wasDown = this.#pointers.delete(event.pointerId);
    if (!wasDown || this.#wasMoved || event.button > 0) return;
    const node = this.view.nodeAt(this.#point(event));
    if (node >= 0) this.view.select(node, { isPointed: true });
  }

  #key(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */ const zooms = { "+": 1.25, "=": 1.25, "-": 0.8, _: 0.8 };
    const at = this.view.selected >= 0 ? this.view.selected : (this.view.reader.step?.node ?? this.view.reader.roots[0]);
    if (event.key in zooms) this.view.zoom(zooms[event.key]);
    else if (event.key === "0") this.view.fit();
    else if (event.key === "Enter" && this.view.picksByEnter) this.view.select(at, { isPointed: true });
    else if (event.key === "Enter") this.view.toggle(at);
    else if (event.key in STEPS) this.#step(at, STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go to a neighbour of a node, by its position on the screen. @param {number} node @param {string} way */
  #step(node, way) {
    const { plan, reader } = this.view;
    const item = plan.itemOf[node];
    if (item < 0) return this.view.select(reader.root[node]);
    const isTurned = reader.root[node] !== reader.roots[0];
    if (way === "left" || way === "right") {
      const level = plan.rows.find(({ items }) => items.includes(item))?.items ?? [];
      const row = level.filter((other) => !plan.isDuplicate[other]);
      const next = row[row.indexOf(item) + (way === "left" ? -1 : 1)];
      return next === undefined ? undefined : this.view.select(plan.node[next]);
    }
    if ((way === "up") !== isTurned) {
      const parent = reader.parent[node];
      return parent < 0 ? undefined : this.view.select(parent);
    }
    const child = reader.children[node].find((number) => plan.itemOf[number] >= 0);
    return child === undefined ? undefined : this.view.select(child);
  }
}
