/** Pointers and the wheel on a picture that can be moved and zoomed: on a canvas. */

const CLICK_REACH = 5; // in pixels: a pointer that moved less is a click
const WHEEL = 0.0018; // of a zoom for each pixel of the wheel
const PINCH = 0.008; // the same for a pinch on a touch pad, which browsers report as the wheel with Ctrl

/** @typedef {{x: number, y: number}} Point in pixels of the canvas */
/**
 * @typedef {object} Actions
 * @property {(right: number, down: number) => void} drag
 * @property {(factor: number, point: Point) => void} zoom by the wheel, or by two fingers
 * @property {(point: Point) => void} click
 * @property {(point: ?Point) => void} point where the pointer is while nothing is pressed; null when it leaves
 * @property {(event: WheelEvent) => boolean} [takesWheel] whether the wheel is for the canvas, and not for the page
 */

/** Let a picture be moved, zoomed and clicked. @param {HTMLCanvasElement} canvas @param {Actions} actions @param {AbortSignal} [signal] that ends it */
export function listenToPointers(canvas, { drag, zoom, click, point, takesWheel = () => true }, signal) {
  /** @type {Map<number, Point>} */ const pointers = new Map();
  let wasMoved = false;
  let start = { x: 0, y: 0 };
  const pointOf = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  /** @template {keyof HTMLElementEventMap} K @param {K} name @param {(event: HTMLElementEventMap[K]) => void} action */
  const on = (name, action) => canvas.addEventListener(name, action, { signal, passive: false });
  on("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    start = pointOf(event);
    pointers.set(event.pointerId, start);
    if (pointers.size === 1) wasMoved = false;
  });
  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    const now = pointOf(event);
    if (!before) return point(now);
    if (!wasMoved && Math.hypot(now.x - start.x, now.y - start.y) < CLICK_REACH) return;
    wasMoved = true;
    const other = [...pointers].find(([number]) => number !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      const far = (/** @type {Point} */ { x, y }) => Math.max(Math.hypot(x - other.x, y - other.y), 1);
      zoom(far(now) / far(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    }
    const share = other ? 0.5 : 1; // each of two fingers moves their midpoint by half of its own movement
    drag((now.x - before.x) * share, (now.y - before.y) * share);
  });
  on("pointerup", (event) => {
    const wasDown = pointers.delete(event.pointerId);
    if (wasDown && !wasMoved && event.button <= 0) click(pointOf(event));
  });
  on("pointercancel", (event) => void pointers.delete(event.pointerId));
  on("pointerleave", () => point(null));
  on("wheel", (event) => {
    if (!takesWheel(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 30 : 1;
    zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? PINCH : WHEEL)), pointOf(event));
  });
}
