/** The editor of the view Code: Ace, or a plain text area until it has loaded or where the page does not have it. */

import { make } from "./dom.js";

const ACE = new URL("../ace/", import.meta.url);
const LOADS_MORE = ["find", "replace", "gotoline", "showSettingsMenu", "openCommandPalette", "openCommandPallete"];
/** @typedef {{line: number, message?: string}} Mark a line, counted from 1, and an error in it */

/** Event `change`, when the user changes the code. */
export class CodeEditor extends EventTarget {
  /** @type {any} */ #ace = null;
  #marker = 0;

  constructor() {
    super();
    this.area = make("textarea.code-area", { "aria-label": "Code", spellcheck: "false", autocapitalize: "off", wrap: "off" });
    this.area.addEventListener("input", () => this.dispatchEvent(new Event("change")));
    this.element = make("div.code-editor", this.area);
  }

  /** Replace the text area by Ace, if the page has it. */
  async load() {
    const files = ["ace.js", "mode-python.js"].map((name) => new URL(name, ACE).href);
    try {
      for (const src of files) {
        await new Promise((resolve, reject) => {
          document.head.append(make("script", { src, on: { load: resolve, error: reject } }));
        });
      }
    } catch {
      return; // the text area stays
    }
    document.head.append(make("link", { rel: "stylesheet", href: new URL("ace.css", ACE).href }));
    const { ace } = /** @type {any} */ (globalThis);
    ace.config.set("useStrictCSP", true);
    const place = make("div.code-ace");
    const { code } = this;
    this.area.replaceWith(place);
    const options = { mode: "ace/mode/python", showPrintMargin: false, enableKeyboardAccessibility: true, useWorker: false };
    this.#ace = ace.edit(place, { ...options, fontSize: "inherit", textInputAriaLabel: "Code", useSoftTabs: true, wrap: true });
    for (const name of LOADS_MORE) this.#ace.commands.removeCommand(name);
    this.code = code;
    this.#ace.on("change", () => this.dispatchEvent(new Event("change")));
    new ResizeObserver(() => this.#ace.resize()).observe(place);
  }

  get code() {
    return this.#ace ? this.#ace.getValue() : this.area.value;
  }

  set code(/** @type {string} */ text) {
    if (this.#ace) this.#ace.session.setValue(text);
    else this.area.value = text;
  }

  focus() {
    (this.#ace ?? this.area).focus();
  }

  /** Show the line that runs, without moving the cursor; 0 for none. @param {number} line */
  showLine(line) {
    if (!this.#ace) return;
    const { session } = this.#ace;
    session.removeMarker(this.#marker);
    if (!line) return;
    const { Range } = /** @type {any} */ (globalThis).ace.require("ace/range");
    this.#marker = session.addMarker(new Range(line - 1, 0, line - 1, Infinity), "code-line", "fullLine");
    if (!this.#ace.isRowFullyVisible(line - 1)) this.#ace.scrollToLine(line - 1, true, false);
  }

  /** Show an error at its line, or none. @param {number} line @param {string} [text] */
  showError(line, text = "") {
    if (this.#ace) this.#ace.session.setAnnotations(line ? [{ row: line - 1, column: 0, text, type: "error" }] : []);
    if (!line) return;
    if (this.#ace) return void this.#ace.gotoLine(line, 0, false);
    const before = this.area.value
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length;
    this.area.setSelectionRange(before && before + 1, before + 1);
  }
}
