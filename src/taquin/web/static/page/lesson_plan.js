/** A lesson plan: an ordered list of links into the page, each with a sentence. One link or a small file holds it. */

import { quoted } from "../modules/board.js";
import { readJson } from "../modules/json_text.js";
import { KeptText } from "../modules/kept_text.js";
import { PLAN, readAddress } from "./address.js";
import { pack, unpack } from "./packed_text.js";

const VERSION = 1; // of the form of a file
const MOST_STEPS = 60;
const LONGEST = 4000; // characters of a link, and of a sentence
const MOST_BYTES = 8 * MOST_STEPS * LONGEST; // of a plan, 1.92 MB: a file has no more, and what a link unpacks to neither

/** @typedef {{link: string, text: string}} Step */

/** A plan that the browser keeps. Event `change`. */
export class LessonPlan extends EventTarget {
  /** @type {{link: string, text: string}[]} `link` is the fragment of an address: "#watch?board=…" */
  steps = [];
  /** The step that is shown, from 0; -1 before the first. */
  at = -1;
  /** Whether the reader has closed the plan. */
  isClosed = false;
  /** The steps of the plan that a link or a file has replaced. */
  /** @type {Step[]} */ before = [];
  #kept = new KeptText("taquin.plan");

  constructor() {
    super();
    try {
      const kept = JSON.parse(this.#kept.text || "{}");
      this.steps = checkedSteps(kept.steps ?? []);
      this.before = checkedSteps(kept.before ?? []);
      this.isClosed = kept.isClosed === true;
      this.at = Math.min(Math.max(Number(kept.at) || 0, 0), this.steps.length - 1);
    } catch {
      // what is kept is not a plan
    }
  }

  /** Use other steps. @param {object[]} steps @throws {Error} if they are not valid */
  replace(steps, at = -1) {
    this.steps = checkedSteps(steps);
    this.at = at;
    this.isClosed = false;
    this.#changed();
  }

  /** Use the steps of a link or a file, and keep those that they replace. @throws {Error} if they are not valid */
  #adopt(/** @type {Partial<Step>[]} */ steps) {
    const before = this.steps;
    this.replace(steps, 0);
    if (!before.length || JSON.stringify(before) === JSON.stringify(this.steps)) return;
    this.before = before;
    this.#changed();
  }

  /** Go back to the plan that was replaced; that of the link or the file is kept instead. */
  restore() {
    const { before } = this;
    this.before = this.steps;
    this.replace(before, 0);
  }

  /** Hide the plan, or show it again. */
  close(isClosed = true) {
    this.isClosed = isClosed;
    this.#changed();
  }

  /** Append a step. @throws {Error} if there are too many @param {string} link @param {string} text */
  add(link, text) {
    this.replace([...this.steps, { link, text }], this.steps.length);
  }

  /** Remove a step. @param {number} place */
  remove(place) {
    this.replace(this.steps.toSpliced(place, 1), Math.min(this.at, this.steps.length - 2));
  }

  /** Move a step up by one place. @param {number} place */
  raise(place) {
    const steps = [...this.steps];
    steps.splice(place - 1, 0, ...steps.splice(place, 1));
    this.replace(steps, this.at);
  }

  /** Change the sentence of a step. @param {number} place @param {string} text */
  describe(place, text) {
    this.replace(this.steps.with(place, { ...this.steps[place], text }), this.at);
  }

  /** Show a step. @param {number} place */
  go(place) {
    this.at = Math.min(Math.max(place, 0), this.steps.length - 1);
    this.#changed();
    location.hash = this.steps[this.at].link;
  }

  /** The steps as the text of a file. */
  get file() {
    return `${JSON.stringify({ taquin_plan: VERSION, steps: this.steps }, null, 2)}\n`;
  }

  /** Use the steps of a file. @param {Blob} file @throws {Error} if it is not a plan */
  async open(file) {
    if (file.size > MOST_BYTES) throw new Error("expected a lesson plan of at most 2 MB, found a larger file");
    let read = null;
    try {
      read = readJson(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      throw new Error("expected a lesson plan, found a file that is not JSON in UTF-8, or has a key twice");
    }
    const { taquin_plan: version = VERSION, steps, ...others } = read ?? {};
    if (version !== VERSION) throw new Error(`expected a lesson plan of version ${VERSION}, found another version`);
    const unknown = [others, ...(Array.isArray(steps) ? steps : [])].flatMap((part) => Object.keys(part ?? {}));
    const key = unknown.find((name) => name !== "link" && name !== "text");
    if (key !== undefined) throw new Error(`expected a lesson plan of links and texts, found the key ${quoted(key)}`);
    if (!Array.isArray(steps) || !steps.length) throw new Error("expected a lesson plan with a list 'steps'");
    this.#adopt(steps);
  }

  /** The fragment of a link to the whole plan. @returns {Promise<string>} */
  async link() {
    const steps = this.steps.map(({ link, text }) => [link, text]);
    return `#plan?steps=${await pack(JSON.stringify(steps))}`;
  }

  /** Use the steps of such a link. @param {string} text the value of `steps` @throws {Error} if it is not valid */
  async follow(text) {
    let steps = null;
    try {
      steps = JSON.parse(await unpack(text, MOST_BYTES)).map((/** @type {string[]} */ [link, words]) => ({ link, text: words }));
    } catch {
      throw new Error("the lesson plan in it is damaged");
    }
    if (!steps.length) throw new Error("the lesson plan in it has no steps");
    this.#adopt(steps);
  }

  #changed() {
    const { steps, at, before, isClosed } = this;
    this.#kept.text = JSON.stringify({ steps, at, before, isClosed });
    this.dispatchEvent(new Event("change"));
  }
}

/** Steps that are safe to follow: links into this page. @throws {Error} @param {Partial<Step>[]} steps */
function checkedSteps(steps) {
  if (steps.length > MOST_STEPS) throw new Error(`expected at most ${MOST_STEPS} steps, found ${steps.length}`);
  return steps.map((step, place) => {
    const { link, text = "" } = step ?? {};
    const isText = typeof link === "string" && typeof text === "string";
    const longest = isText ? Math.max(link.length, text.length) : 0;
    const expected = `expected a link and a sentence of at most ${LONGEST} characters each in step ${place + 1}`;
    if (longest > LONGEST) throw new Error(`${expected}, found ${longest}: shorten the code or the sentence`);
    if (!isText || !link.startsWith("#") || ["", PLAN].includes(readAddress(link).view))
      throw new Error(`step ${place + 1} has no link into this page`);
    return { link, text };
  });
}
