/** Questions of a unit for a class: a worksheet and its key on paper, and a link to a version on the page. */

import { postForFile } from "./api.js";
import { copyOf, field, numberEntry, part, pressed } from "./dom.js";
import { download } from "./files.js";
import { LARGEST_VERSION, MOST_QUESTIONS, USUAL_COUNT } from "./versions.js";

/** Makes worksheets of a unit. */
export class WorksheetForm {
  /**
   * @param {string} unit its key
   * @param {object} options
   * @param {number} options.version the version to begin with
   * @param {(action: () => Promise<void>) => void} options.run runs an action, and shows its error
   */
  constructor(unit, { version, run }) {
    this.unit = unit;
    const entry = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
      numberEntry({ min: least, max: most, value, on: { input: () => this.#showLink() } });
    this.count = entry(USUAL_COUNT, 1, MOST_QUESTIONS);
    this.version = entry(version, 0, LARGEST_VERSION);
    this.element = copyOf("worksheet");
    part(".fields", this.element).append(field("Questions", this.count), field("Version", this.version));
    pressed(".sheet", this.element, () => run(() => this.#save("sheet")));
    pressed(".key", this.element, () => run(() => this.#save("key")));
    /** @type {HTMLAnchorElement} */ this.link = part("a", this.element);
    this.quiz = part("code", this.element);
    this.#showLink();
  }

  get #request() {
    return { unit: this.unit, version: Number(this.version.value), count: Number(this.count.value) };
  }

  #showLink() {
    const { version, count } = this.#request;
    this.link.href = `#exercises/${this.unit}?version=${version}${count === USUAL_COUNT ? "" : `&count=${count}`}`;
    this.link.textContent = `Open version ${version} on the page`;
    this.quiz.textContent = `taquin quiz ${this.unit} --seed ${version} --count ${count}`;
  }

  async #save(/** @type {"sheet"|"key"} */ wanted) {
    const { unit, version } = this.#request;
    const file = await postForFile("course/worksheet", { ...this.#request, part: wanted });
    download(file, `taquin-${unit}-${version}${wanted === "key" ? "-key" : ""}.pdf`, "application/pdf");
  }
}
