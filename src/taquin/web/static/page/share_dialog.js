/** The link to what is shown: to copy, as a QR code, and what to do if only this machine can open it. */

import { asShown, postForFile } from "./api.js";
import { closeByClick, part, pressed } from "./dom.js";
import { copy, copyFor } from "./files.js";
import { Notice } from "./notice.js";
import { count } from "./words.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether only this machine can open a link to this page. @param {string} elsewhere */
export function isOnlyHere(elsewhere) {
  return LOOPBACK.test(location.hostname) && !elsewhere;
}

/**
 * An address of this page as other machines open it, where the server can be reached from them.
 * @param {string} here the full address of a view
 * @param {string} elsewhere the address of the server for other machines, or ""
 */
export function sharedLink(here, elsewhere) {
  if (!elsewhere || !LOOPBACK.test(location.hostname)) return here;
  return new URL(new URL(here).hash, elsewhere).href;
}

/** Copy the link to an address, and say so. A link to 127.0.0.1 opens nothing elsewhere. @param {Page} app @param {string} here @param {string} what @param {Notice} notice */
export async function copyLink({ registry: { elsewhere } }, here, what, notice) {
  const hint = isOnlyHere(elsewhere) ? "Only this machine can open the link. See Share to serve a class." : "";
  await copyFor(notice, sharedLink(here, elsewhere), what, hint);
}

/** Shows the link of the current view, in the dialog of index.html. */
export class ShareDialog {
  #picture = "";

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    /** @type {HTMLDialogElement} */ this.element = part("dialog.share");
    const [link, sentence] = this.element.querySelectorAll("input");
    this.link = link;
    this.sentence = sentence;
    /** @type {HTMLImageElement} */ this.code = part(".qr-code", this.element);
    this.class = part(".class", this.element);
    this.plan = pressed(".open-plan", this.element, () => this.app.plan.close(false));
    this.notice = new Notice();
    part(".notice-place", this.element).append(this.notice.element);
    pressed(".copy", this.element, () => this.#copy());
    part(".add", this.element).addEventListener("submit", (event) => this.#add(event));
    this.element.addEventListener("close", () => this.#forget());
    closeByClick(this.element);
  }

  /** Show the dialog. */
  async open() {
    const { elsewhere } = this.app.registry;
    const link = sharedLink(this.app.here, elsewhere);
    this.link.value = link;
    this.notice.clear();
    const { steps, isClosed } = this.app.plan;
    this.plan.hidden = !steps.length || !isClosed;
    this.plan.textContent = `Open the lesson plan (${count(steps.length, "step")})`;
    this.class.hidden = !isOnlyHere(elsewhere);
    this.code.hidden = true;
    this.element.showModal();
    this.link.select();
    if (isOnlyHere(elsewhere)) return;
    try {
      const svg = await postForFile("qr", { text: link });
      this.#forget();
      this.#picture = URL.createObjectURL(svg);
      this.code.src = this.#picture;
      this.code.hidden = false;
    } catch (error) {
      this.notice.error(error);
    }
  }

  #add(/** @type {Event} */ event) {
    event.preventDefault();
    try {
      this.app.plan.add(new URL(this.app.here).hash, this.sentence.value.trim());
      this.sentence.value = "";
      this.element.close();
    } catch (error) {
      this.notice.bad(`This view cannot be added: ${asShown(error).message}.`);
    }
  }

  async #copy() {
    if (await copy(this.link.value)) this.notice.good("Copied the link.");
    else this.notice.plain("The browser does not allow copying: select the link and press Ctrl+C.");
  }

  #forget() {
    if (this.#picture) URL.revokeObjectURL(this.#picture);
    this.#picture = "";
  }
}
