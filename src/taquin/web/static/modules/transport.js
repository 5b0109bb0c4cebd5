/**
 * The controls of a player: to the start, back, play or pause, forward, to the end; a slider; and the speed. It has a
 * position from 0 to a last one, and a timer, and does not depend on what is played.
 */

import { formatCount, isTyping, make, makeSvg, nameElement, targetOf } from "./elements.js";

const SHAPES = {
  start: "M6 5h2.5v14H6zM19 5v14l-9-7z",
  back: "M14.2 4.6 16 6.4 10.4 12l5.6 5.6-1.8 1.8L6.8 12z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 5H10v14H6.5zM14 5h3.5v14H14z",
  forward: "M9.8 4.6 8 6.4 13.6 12 8 17.6l1.8 1.8 7.4-7.4z",
  end: "M5 5v14l9-7zM15.5 5H18v14h-2.5z",
};
const MANY = 10; // steps with Shift
const WHOLE = Infinity; // a speed: all steps in a fixed time
const WHOLE_TIME = 2000; // milliseconds
const LEAST_INTERVAL = 15; // milliseconds between two changes
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, WHOLE];

/** Controls a position. Events: `change`, when it changes; `play`, when the timer starts or stops. */
export class Transport extends EventTarget {
  #position = 0;
  #last = 0;
  #speed = 1;
  /** How many steps a click goes. */
  stride = 1;
  /** Asked before one step back or forward; if it returns true, it has made a smaller one instead. @type {((by: number) => boolean)|null} */
  detour = null;
  #pace;
  #duration;
  #timer = 0;
  #describe;

  /**
   * @param {HTMLElement} host the element that the controls are added to
   * @param {object} [options]
   * @param {number} [options.pace] milliseconds from one position to the next, at speed 1
   * @param {number} [options.duration] milliseconds for all positions, at speed 1, if that is faster
   * @param {string} [options.label] the name of the slider for screen readers
   * @param {(position: number, last: number) => string} [options.describe] the position in words, for screen readers
   * @param {(position: number, last: number) => string} [options.count] the text beside the slider
   * @param {boolean} [options.hasStride] whether there is a field for the number of steps of a click
   */
  constructor(host, { pace = 600, duration = Infinity, label = "Position", describe, count, hasStride = false } = {}) {
    super();
    this.#pace = pace;
    this.#duration = duration;
    this.count = count ?? ((position, last) => `${formatCount(position)} / ${formatCount(last)}`);
    this.#describe = describe ?? ((position, last) => `${position} of ${last}`);
    this.buttons = {
      start: this.#button("start", "To the start (Home)", () => this.go(0)),
      back: this.#button("back", "One step back (Left)", () => this.step(-this.stride)),
      play: this.#button("play", "Play (Space)", () => this.toggle()),
      forward: this.#button("forward", "One step forward (Right)", () => this.step(this.stride)),
      end: this.#button("end", "To the end (End)", () => this.go(this.#last)),
    };
    this.buttons.play.classList.add("is-main");
    const slide = () => this.go(Number(this.slider.value));
    this.slider = make("input.taquin-slider", { type: "range", min: 0, "aria-label": label, on: { input: slide } });
    this.counter = make("span.taquin-counter", { "aria-hidden": "true" });
    /** The field for the number of steps of a click, or null; owners may put it elsewhere. */
    this.strideField = hasStride ? this.#strides() : null;
    this.speeds = make("select.taquin-select");
    this.element = make(
      "div.taquin.taquin-transport",
      { role: "group", "aria-label": `${label}: controls`, on: { keydown: (event) => this.key(event) } },
      make("div.taquin-buttons", ...Object.values(this.buttons), this.strideField),
      this.slider,
      this.counter,
      this.#speedField(),
    );
    host.append(this.element);
    this.#show();
  }

  /** The position, from 0 to `last`. */
  get position() {
    return this.#position;
  }

  /** The last position. */
  get last() {
    return this.#last;
  }

  /** Whether it plays. */
  get isPlaying() {
    return this.#timer !== 0;
  }

  /** The speed: 2 is twice as fast as usual. */
  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.#speed = speed;
    this.speeds.value = String(speed);
    if (this.isPlaying) this.#startTimer();
  }

  /** Positions per millisecond. */
  get #rate() {
    if (this.#speed === WHOLE) return this.#last / WHOLE_TIME;
    return this.#speed * Math.max(1 / this.#pace, this.#last / this.#duration);
  }

  /** Milliseconds from one change of the position to the next. */
  get interval() {
    return Math.max(1 / this.#rate, LEAST_INTERVAL);
  }

  /** Start again, with another last position. @param {number} last @param {number} [position] */
  reset(last, position = 0) {
    this.pause();
    this.#last = last;
    this.#position = Math.min(position, last);
    this.#show();
    this.dispatchEvent(new Event("change"));
  }

  /** Go to a position, or to the nearest one. @param {number} position */
  go(position) {
    const target = Math.min(Math.max(Math.round(position), 0), this.#last);
    if (target === this.#last) this.pause();
    if (target === this.#position) return;
    this.#position = target;
    this.#show();
    this.dispatchEvent(new Event("change"));
  }

  /** Pause, and go some positions back or forward. @param {number} by */
  step(by) {
    this.pause();
    if (Math.abs(by) === 1 && this.detour?.(by)) return;
    this.go(this.#position + by);
  }

  /** Play; at the end, from the start. */
  play() {
    if (this.isPlaying || !this.#last) return;
    if (this.#position === this.#last) this.go(0);
    this.#startTimer();
    this.#show();
    this.dispatchEvent(new Event("play"));
  }

  /** Pause. */
  pause() {
    if (!this.isPlaying) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#show();
    this.dispatchEvent(new Event("play"));
  }

  /** Play if paused, pause if playing. */
  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /**
   * Handle a key: Space, Left, Right (ten steps with Shift), Home, End, and Page Up and Down for larger steps. The owner
   * may forward keys.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const isButton = targetOf(event).closest?.("button, select, a, summary");
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (targetOf(event).closest?.("select") || (isButton && event.key === " ")) return;
    const page = Math.max(1, Math.round(this.#last / 10));
    const far = event.shiftKey ? MANY : 1;
    /** @type {Record<string, () => void>} */ const actions = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.step(-far),
      ArrowRight: () => this.step(far),
      PageUp: () => this.step(-page),
      PageDown: () => this.step(page),
      Home: () => this.step(-this.#last),
      End: () => this.step(this.#last),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /**
   * Take keys wherever the focus is, except in fields, while an element that fills the window is shown. Clicks on its buttons
   * leave the focus where it is.
   * @param {HTMLElement} element @param {AbortSignal} signal that ends it
   */
  listenOnStage(element, signal) {
    document.addEventListener("keydown", (event) => this.keyOf(element, event), { signal });
    element.addEventListener("mousedown", (event) => targetOf(event).closest("button") && event.preventDefault(), { signal });
  }

  /** Handle a key, unless it is for a field or a dialog, or the element is not shown. @param {HTMLElement} element @param {KeyboardEvent} event */
  keyOf(element, event) {
    if (!isTyping(event) && element.offsetParent) this.key(event);
  }

  /** Pause, and remove the controls from the page. */
  destroy() {
    this.pause();
    this.element.remove();
  }

  #startTimer() {
    clearInterval(this.#timer);
    let before = performance.now();
    const advance = () => {
      const elapsed = performance.now() - before;
      before += elapsed;
      const isFast = 1 / this.#rate < LEAST_INTERVAL;
      this.go(this.#position + (isFast ? Math.max(1, Math.round(this.#rate * elapsed)) : 1));
    };
    this.#timer = setInterval(advance, this.interval);
  }

  #show() {
    const isPlaying = this.isPlaying;
    this.slider.max = String(this.#last);
    this.slider.value = String(this.#position);
    this.slider.style.setProperty("--done", this.#last ? this.#position / this.#last : 0);
    this.slider.setAttribute("aria-valuetext", this.#describe(this.#position, this.#last));
    this.counter.textContent = this.count(this.#position, this.#last);
    const { start, back, forward, end } = this.buttons;
    for (const button of [start, back]) this.#allow(button, this.#position > 0);
    for (const button of [forward, end]) this.#allow(button, this.#position < this.#last);
    this.#allow(this.buttons.play, this.#last > 0);
    nameElement(this.buttons.play, isPlaying ? "Pause (Space)" : "Play (Space)");
    this.buttons.play.querySelector("path")?.setAttribute("d", isPlaying ? SHAPES.pause : SHAPES.play);
  }

  /** Disable or enable a button. A disabled button can keep the focus. @param {HTMLElement} button @param {boolean} isAllowed */
  #allow(button, isAllowed) {
    button.setAttribute("aria-disabled", String(!isAllowed));
  }

  /** @param {keyof typeof SHAPES} shape @param {string} label @param {() => void} action */
  #button(shape, label, action) {
    const icon = makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSvg("path", { d: SHAPES[shape] }));
    const click = () => button.getAttribute("aria-disabled") === "true" || action();
    /** @type {HTMLButtonElement} */ const button = make("button.taquin-button", { type: "button", on: { click } }, icon);
    nameElement(button, label);
    return button;
  }

  /** The field for the number of steps of a click. */
  #strides() {
    const field = make("input.taquin-select.taquin-stride", { type: "number", min: "1", step: "1", value: "1" });
    field.title = "Steps per click on forward and back";
    field.addEventListener("input", () => {
      this.stride = Math.max(1, Math.round(Number(field.value)) || 1);
      const isOne = this.stride === 1; // the keys always make one step
      const words = isOne ? "One step" : `${formatCount(this.stride)} steps`;
      nameElement(this.buttons.back, `${words} back${isOne ? " (Left)" : ""}`);
      nameElement(this.buttons.forward, `${words} forward${isOne ? " (Right)" : ""}`);
    });
    return make("label.taquin-field", "Steps per click ", field);
  }

  #speedField() {
    for (const speed of SPEEDS) this.speeds.append(make("option", { value: speed }, speedText(speed)));
    this.speeds.value = "1";
    this.speeds.addEventListener("change", () => {
      this.speed = Number(this.speeds.value);
    });
    return make("label.taquin-speed", make("span.taquin-hidden", "Speed"), this.speeds);
  }
}

/** How a speed is written. @param {number} speed */
function speedText(speed) {
  if (speed === WHOLE) return "all in 2 s";
  return `${{ 0.25: "¼", 0.5: "½" }[speed] ?? speed}×`;
}
