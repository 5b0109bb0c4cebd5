/** The answers that were given, kept in this browser only, and their export as a file. */

import { download } from "./files.js";
import { KeptText } from "./kept_text.js";

const MOST = 2000; // answers: older ones are dropped

/** The results of exercises. */
export class ExerciseResults {
  #kept = new KeptText("taquin.exercises");

  /** All answers, also those that were given in another tab. */
  get #answers() {
    try {
      const found = JSON.parse(this.#kept.text || "[]");
      return Array.isArray(found) ? found.filter(({ form }) => typeof form === "string") : [];
    } catch {
      return [];
    }
  }

  /** Add an answer. @param {{form: string, seed: number, text: string, typed: string, verdict: string, answer: string}} answer */
  add(answer) {
    this.#kept.text = JSON.stringify([...this.#answers, { ...answer, time: new Date().toISOString() }].slice(-MOST));
  }

  /** Forget all answers. */
  clear() {
    this.#kept.text = "";
  }

  /** How many answers to questions of a unit there are, and how many of them are right. @param {string} unit */
  score(unit = "") {
    const ours = this.#answers.filter(({ form }) => !unit || form.startsWith(`${unit}.`));
    return { answered: ours.length, right: ours.filter(({ verdict }) => verdict === "right").length };
  }

  /** Save all answers as a file for spreadsheets. */
  export() {
    const columns = ["time", "form", "seed", "verdict", "typed", "answer", "text"];
    const lines = [columns, ...this.#answers.map((answer) => columns.map((column) => answer[column] ?? ""))];
    download(`${lines.map((line) => line.map(cell).join(",")).join("\n")}\n`, "taquin-exercises.csv", "text/csv");
  }
}

/** A value as a cell of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(value) {
  const text = /^[=+@\t\r-]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
