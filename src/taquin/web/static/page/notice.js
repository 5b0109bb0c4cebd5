/** Messages, also for screen readers. */

import { make, button } from "./dom.js";

const EMPTY = "taquin-hidden"; // not `hidden`: screen readers announce only what changes in an element that is there

/** @typedef {{label: string, run: () => unknown}} Action */

/** Shows one message at a time, with a hint below it and a button that corrects the problem. */
export class Notice {
  /** @param {{isQuiet?: boolean}} [options] `isQuiet`: screen readers do not announce it */
  constructor({ isQuiet = false } = {}) {
    this.element = make(`div.${EMPTY}`, { role: isQuiet ? null : "status" });
  }

  /** Something went wrong. @param {string} text */
  bad(text, hint = "", /** @type {?Action} */ action = null) {
    this.#show("is-bad", text, hint, action);
  }

  /** Something succeeded. @param {string} text */
  good(text, hint = "", /** @type {?Action} */ action = null) {
    this.#show("is-good", text, hint, action);
  }

  /** Information. @param {string} text */
  plain(text, hint = "", /** @type {?Action} */ action = null) {
    this.#show("is-plain", text, hint, action);
  }

  /**
   * An error that was caught. An internal error is also logged to the console.
   * @param {unknown} error @param {(error: {message: string, hint?: string}) => ?Action} [mend] the button that corrects it
   */
  error(error, mend = () => null) {
    if (error instanceof TypeError || error instanceof ReferenceError) reportError(error);
    const { message, hint = "" } = /** @type {Error & {hint?: string}} */ (error);
    this.bad(message, hint, mend({ message, hint }));
  }

  /** Show no message. */
  clear() {
    this.element.replaceChildren();
    this.element.className = EMPTY;
  }

  /** @param {string} kind @param {string} text @param {string} hint @param {?Action} action */
  #show(kind, text, hint, action) {
    this.element.className = `notice ${kind}`;
    this.element.replaceChildren(make("p", text));
    if (hint) this.element.append(make("p.help", hint));
    if (action) this.element.append(button(action.label, action.run));
  }
}
