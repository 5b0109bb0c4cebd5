/**
 * A picture on the tiles: one of the page's, which a link can name, or one of the user, from a file or the camera. That is cut
 * to a square, stays in the browser and is not sent to the server.
 */

import { isTouched } from "../modules/elements.js";
import { KeptText } from "../modules/kept_text.js";
import { checkbox, copyOf, fileInput, part, pressed, select } from "./dom.js";
import { Notice } from "./notice.js";
import { PICTURES } from "./pictures.js";

const OWN = "own";
const SIDE = 720; // pixels of a picture of the user
const QUALITY = 0.85; // of JPEG

/** Chooses a picture. `apply` is called whenever it changes. Event `change`, when another one is chosen. */
export class PicturePanel extends EventTarget {
  #kept = new KeptText("taquin.picture"); // the user's, as a data URL
  #chosen = new KeptText("taquin.picture.chosen"); // its name, and whether tiles have numbers
  #key = "";

  /** @param {(url: ?string, options: {hasNumbers: boolean}) => Promise<void>} apply */
  constructor(apply) {
    super();
    this.apply = apply;
    this.notice = new Notice();
    this.element = copyOf("picture");
    const take = (/** @type {File} */ file) => this.#take(file);
    const file = fileInput("image/*", take);
    const camera = fileInput("image/*", take);
    camera.setAttribute("capture", "environment");
    const listed = Object.entries(PICTURES).map(([key, { title }]) => [key, title]);
    this.list = select([["", "None"], ...listed, [OWN, "My picture"]], "", (key) => this.#choose(key));
    this.list.setAttribute("aria-label", "Picture on the tiles");
    this.choose = pressed(".choose", this.element, () => file.click());
    this.photo = pressed(".photo", this.element, () => camera.click());
    this.photo.hidden = !isTouched();
    this.remove = pressed(".remove", this.element, () => this.#forget());
    const [key, hasNumbers] = this.#chosen.text.split(" ");
    this.hasNumbers = hasNumbers !== "no";
    this.numbers = checkbox("Numbers on the tiles", this.hasNumbers, (isChecked) => {
      this.hasNumbers = isChecked;
      this.#keep();
      this.show();
    });
    this.element.prepend(this.list);
    part(".row", this.element).append(file, camera);
    part(".row", this.element).after(this.numbers);
    this.element.append(this.notice.element);
    if (key in PICTURES || (key === OWN && this.#kept.text)) this.#key = key;
    this.#showControls();
  }

  /** The name of the page's picture that is shown, for a link. */
  get value() {
    return this.#key === OWN ? "" : this.#key;
  }

  /** Use the picture that a link names. @param {Map<string, string>} values */
  read(values) {
    const key = values.get("picture") ?? "";
    if (key in PICTURES && key !== this.#key) this.#choose(key);
  }

  /** Show it again: the board or its goal has changed. */
  async show() {
    const url = this.#key === OWN ? this.#kept.text : (PICTURES[this.#key]?.url ?? null);
    await this.apply(url, { hasNumbers: this.hasNumbers }).catch(() => this.#forget());
  }

  #choose(/** @type {string} */ key) {
    if (key === OWN && !this.#kept.text) {
      this.list.value = this.#key;
      return void this.choose.click();
    }
    this.#key = key;
    this.notice.clear();
    this.#keep();
    this.#showControls();
    this.show();
    this.dispatchEvent(new Event("change"));
  }

  #keep() {
    this.#chosen.text = this.#key && `${this.#key} ${this.hasNumbers ? "yes" : "no"}`;
  }

  #showControls() {
    this.list.value = this.#key;
    this.numbers.hidden = !this.#key;
    this.remove.hidden = !this.#kept.text;
  }

  async #take(/** @type {File} */ file) {
    try {
      this.#kept.text = await squareOf(file);
      this.#choose(OWN);
    } catch {
      this.notice.bad("The browser cannot read this file as a picture.", "PNG, JPEG and WebP work everywhere.");
    }
  }

  #forget() {
    this.#kept.text = "";
    if (document.activeElement === this.remove) this.choose.focus();
    if (this.#key === OWN) this.#choose("");
    else this.#showControls();
  }
}

/** The middle of a picture, as a square in a data URL. @param {File} file @throws {Error} if it is none */
async function squareOf(file) {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const side = Math.min(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.min(side, SIDE);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/jpeg", QUALITY);
  } finally {
    URL.revokeObjectURL(url);
  }
}
