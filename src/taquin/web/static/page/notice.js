/** A line that tells of something, to eyes and to screen readers alike. */

import { make, button } from "./dom.js";

/** Says one thing at a time, with a hint below it and a button that mends it. */
export class Notice {
  /** @param {object} [options] `isQuiet` for what is no news to a screen reader */
  constructor({ isQuiet = false } = {}) {
    this.element = make("div.notice", { role: isQuiet ? null : "status", hidden: true });
  }

  /** Something went wrong. */
  bad(text, hint = "", action = null) {
    this.#say("is-bad", text, hint, action);
  }

  /** Something is as it should be. */
  good(text, hint = "", action = null) {
    this.#say("is-good", text, hint, action);
  }

  /** Something worth knowing. */
  plain(text, hint = "", action = null) {
    this.#say("is-plain", text, hint, action);
  }

  /** An error that was caught. A mistake of ours is told to the browser's console as well. */
  error(error) {
    if (error instanceof TypeError || error instanceof ReferenceError) reportError(error);
    this.bad(error.message, error.hint ?? "");
  }

  /** Say nothing. */
  clear() {
    this.element.replaceChildren();
    this.element.hidden = true;
  }

  #say(kind, text, hint, action) {
    this.element.className = `notice ${kind}`;
    this.element.hidden = false;
    this.element.replaceChildren(make("p", { text }));
    if (hint) this.element.append(make("p.help", { text: hint }));
    if (action) this.element.append(button(action.label, action.run));
  }
}
