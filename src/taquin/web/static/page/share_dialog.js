/** The link to what is shown: to copy, as a QR code, and what to do if only this machine can open it. */

import { asShown, isStatic, postForFile } from "./api.js";
import { button, dialog, make } from "./dom.js";
import { copy, copyFor } from "./files.js";
import { Notice } from "./notice.js";
import { count } from "./words.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const COMMAND = "taquin serve --host 0.0.0.0";
const HOW_TO_PUBLISH =
  "Only this machine can open this link. To let a class open it, copy the folder of this page to a web host.";

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

/** Shows the link of the current view. */
export class ShareDialog {
  #picture = "";

  /** @param {Page} app */
  constructor(app) {
    this.app = app;
    this.link = make("input.entry", { type: "text", readonly: true, "aria-label": "Link" });
    this.notice = new Notice();
    this.code = make("img.qr-code", { alt: "QR code of the link", hidden: true });
    this.class = isStatic
      ? make("p", HOW_TO_PUBLISH)
      : make(
          "div.stack",
          make(
            "p",
            "Only this machine can open this link. To let a class open it, stop the server with Ctrl-C and start it with",
          ),
          make("pre.command", make("code", COMMAND)),
          make("p.help", {
            text:
              "Anyone who can reach this machine can then open the page and use its processor and memory, as far as the settings "
              + "of the server allow. The connection is not encrypted. This dialog then shows the address for the class and a QR code.",
          }),
        );
    this.sentence = make("input.entry", {
      type: "text",
      placeholder: "What to look at",
      "aria-label": "Sentence for the lesson plan",
    });
    const add = make(
      "form.row",
      { on: { submit: (event) => this.#add(event) } },
      this.sentence,
      make("button.taquin-button.page-button", { type: "submit", text: "Add to lesson plan" }),
    );
    this.plan = button("", () => {
      this.app.plan.close(false);
      this.element.close();
    });
    this.element = dialog(
      "share",
      make("h2", { id: "share-title", text: "Link to this view" }),
      make(
        "div.row",
        this.link,
        button("Copy", () => this.#copy(), { kind: "is-main" }),
      ),
      this.notice.element,
      this.class,
      this.code,
      add,
      make(
        "div.row",
        button("Close", () => this.element.close()),
        this.plan,
      ),
    );
    this.element.addEventListener("close", () => this.#forget());
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
