/** Messages, also for screen readers. */

import { make, button } from "./dom.js";

const EMPTY = "taquin-hidden"; // not `hidden`: screen readers announce only what changes in an element that is there

/** Shows one message at a time, with a hint below it and a button that corrects the problem. */
export class Notice {
  /** @param {object} [options] `isQuiet`: screen readers do not announce it */
  constructor({ isQuiet = false } = {}) {
    this.element = make(`div.${EMPTY}`, { role: isQuiet ? null : "status" });
  }

  /** Something went wrong. */
  bad(text, hint = "", action = null) {
    this.#show("is-bad", text, hint, action);
  }

  /** Something succeeded. */
  good(text, hint = "", action = null) {
    this.#show("is-good", text, hint, action);
  }

  /** Information. */
  plain(text, hint = "", action = null) {
    this.#show("is-plain", text, hint, action);
  }

  /** An error that was caught. An internal error is also logged to the console. */
  error(error) {
    if (error instanceof TypeError || error instanceof ReferenceError) reportError(error);
    this.bad(error.message, error.hint ?? "");
  }

  /** Show no message. */
  clear() {
    this.element.replaceChildren();
    this.element.className = EMPTY;
  }

  #show(kind, text, hint, action) {
    this.element.className = `notice ${kind}`;
    this.element.replaceChildren(make("p", { text }));
    if (hint) this.element.append(make("p.help", { text: hint }));
    if (action) this.element.append(button(action.label, action.run));
  }
}
