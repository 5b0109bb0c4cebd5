/** The lesson plan on the page: a bar that goes from step to step, and a dialog that edits the plan. */

import { readAddress } from "./address.js";
import { asShown } from "./api.js";
import { allow, askingButton, button, closeByClick, fileInput, make, part, pressed } from "./dom.js";
import { download } from "./files.js";
import { Notice } from "./notice.js";
import { copyLink } from "./share_dialog.js";
import { count } from "./words.js";

/** The bar below the header; hidden without a plan. */
export class PlanBar {
  /** @param {Page} app with `plan` */
  constructor(app) {
    this.plan = app.plan;
    this.element = part(".plan-bar");
    this.count = part(".plan-count", this.element);
    this.words = part(".plan-words", this.element);
    const dialog = new PlanDialog(app);
    this.back = pressed(".back", this.element, () => this.plan.go(this.plan.at - 1));
    this.next = pressed(".next", this.element, () => this.plan.go(this.plan.at + 1));
    this.again = pressed(".again", this.element, () => this.plan.go(this.plan.at));
    const more = pressed(".plan-more", this.element, () => {
      const isShort = this.element.classList.toggle("is-short"); // on phones, where the bar is one line
      more.setAttribute("aria-expanded", String(!isShort));
    });
    pressed(".edit", this.element, () => dialog.open());
    pressed(".close", this.element, () => this.plan.close());
    this.plan.addEventListener("change", () => this.show());
    addEventListener("hashchange", () => this.show());
  }

  /** The sentence of the step belongs to its view; elsewhere the bar offers the way back. */
  show() {
    const { steps, at, isClosed } = this.plan;
    const [there, here] = [steps[at]?.link ?? "", location.hash].map(readAddress);
    const isHere = steps[at] && there.view === here.view && [here.topic, ""].includes(there.topic);
    this.element.hidden = !steps.length || isClosed;
    this.count.textContent = `${at + 1} / ${steps.length}`;
    this.words.textContent = isHere ? steps[at].text : "";
    this.again.hidden = isHere || at < 0;
    allow(this.back, at > 0);
    allow(this.next, at < steps.length - 1);
  }
}

/** Edits the plan, and shares it as a link or a file. */
class PlanDialog {
  constructor(/** @type {Page} */ app) {
    this.app = app;
    this.plan = app.plan;
    /** @type {HTMLDialogElement} */ this.element = part("dialog.plan");
    closeByClick(this.element);
    this.list = part(".plan-steps", this.element);
    this.notice = new Notice();
    const clear = askingButton("Delete the plan", "Delete all steps?", () => {
      this.plan.replace([]);
      this.element.close();
    });
    this.restore = pressed(".restore", this.element, () => this.plan.restore());
    const input = fileInput(".json,application/json", (file) => this.#open(file));
    pressed(".copy", this.element, () => this.#copy());
    pressed(".save", this.element, () => download(this.plan.file, "taquin-lesson.json", "application/json"));
    pressed(".open", this.element, () => input.click());
    this.list.after(this.notice.element);
    this.restore.after(clear, input);
    this.plan.addEventListener("change", () => this.element.open && this.#list());
  }

  /** Show the dialog. */
  open() {
    this.notice.clear();
    this.#list();
    this.element.showModal();
  }

  #list() {
    const focused = /** @type {?HTMLElement} */ (document.activeElement)?.dataset.place;
    this.list.replaceChildren(
      ...this.plan.steps.map(({ link, text }, place) => {
        const name = `step ${place + 1}`;
        const entry = make("input.entry", {
          type: "text",
          value: text,
          "aria-label": `Sentence of ${name}`,
          "data-place": place,
          on: { change: () => this.plan.describe(place, entry.value) },
        });
        const up = button("↑", () => place && this.plan.raise(place), { "aria-label": `Move ${name} up`, kind: "is-small" });
        const isLast = place === this.plan.steps.length - 1;
        const down = button("↓", () => isLast || this.plan.raise(place + 1), {
          "aria-label": `Move ${name} down`,
          kind: "is-small",
        });
        const remove = button("×", () => this.plan.remove(place), { "aria-label": `Remove ${name}`, kind: "is-small" });
        return make("li", entry, up, down, remove, make("a.help", { href: link, text: nameOf(link) }));
      }),
    );
    const { before } = this.plan;
    this.restore.hidden = !before.length;
    this.restore.textContent = `Bring back the other plan (${count(before.length, "step")})`;
    /** @type {?HTMLElement} */ (this.list.querySelector(`[data-place="${focused}"]`))?.focus();
  }

  async #copy() {
    const here = new URL(await this.plan.link(), location.href).href;
    await copyLink(this.app, here, "the link to the whole plan", this.notice);
  }

  async #open(/** @type {File} */ file) {
    try {
      await this.plan.open(file);
      this.notice.good(`Opened ${file.name.slice(0, 60)}.`);
    } catch (error) {
      this.notice.bad(`This file cannot be opened: ${asShown(error).message}.`);
    }
  }
}

/** What a step shows, in a few words: its view, its topic and its methods. @param {string} link */
function nameOf(link) {
  const { view, topic, values } = readAddress(link);
  return [view, topic, values.get("method"), values.get("with") ?? values.get("methods")].filter(Boolean).join(" · ");
}
