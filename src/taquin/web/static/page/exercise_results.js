/** The answers that were given, kept in this browser only, and their export as a file. */

import { download } from "./files.js";
import { KeptText } from "../modules/kept_text.js";

const MOST = 2000; // answers: older ones are dropped

/** @typedef {{form: string, seed: number, text: string, typed: string, verdict: string, answer: string, time: string}} Answer */

/** The results of exercises. */
export class ExerciseResults {
  #kept = new KeptText("taquin.exercises");

  /** All answers, also those that were given in another tab. */
  get #answers() {
    try {
      const kept = JSON.parse(this.#kept.text || "[]");
      return Array.isArray(kept) ? kept.filter(({ form }) => typeof form === "string") : [];
    } catch {
      return [];
    }
  }

  /** Add an answer. @param {{form: string, seed: number, text: string, typed: string, verdict: string, answer: string}} answer */
  add(answer) {
    this.#kept.text = JSON.stringify([...this.#answers, { ...answer, time: new Date().toISOString() }].slice(-MOST));
  }

  /** An exercise in the view Code was solved. @param {Api.ProgramRecord} program @param {string} code */
  addCode({ unit, key, title }, code) {
    const answer = { form: `${unit}.${key}`, seed: 0, text: title, typed: code, verdict: "right", answer: "" };
    if (!this.isSolved({ unit, key })) this.add(answer);
  }

  /** Whether an exercise in the view Code was solved. @param {{unit: string, key: string}} program */
  isSolved({ unit, key }) {
    return this.scoreOf([{ form: `${unit}.${key}`, seed: 0 }]).right > 0;
  }

  /** The question types of a unit that were answered. @param {string} unit */
  answeredForms(unit) {
    return new Set(this.#answers.map(({ form }) => form).filter((form) => form.startsWith(`${unit}.`)));
  }

  /** Forget all answers. */
  clear() {
    this.#kept.text = "";
  }

  /** The answers to questions of a unit: how many, how many are right, and of these at the second try. @param {string} unit */
  score(unit = "") {
    return scoreOf(this.#answers.filter(({ form }) => !unit || form.startsWith(`${unit}.`)));
  }

  /** The same for the last answer to each of these questions. @param {{form: string, seed: number}[]} questions */
  scoreOf(questions) {
    const answers = this.#answers;
    return scoreOf(
      questions
        .map(({ form, seed }) => answers.findLast((answer) => answer.form === form && answer.seed === seed))
        .filter(Boolean),
    );
  }

  /** Save all answers as a file for spreadsheets. */
  export() {
    const columns = ["time", "form", "seed", "verdict", "typed", "answer", "text"];
    const lines = [columns, ...this.#answers.map((answer) => columns.map((column) => answer[column] ?? ""))];
    download(`${lines.map((line) => line.map(cell).join(",")).join("\n")}\n`, "taquin-exercises.csv", "text/csv");
  }
}

function scoreOf(/** @type {Answer[]} */ answers) {
  const having = (/** @type {string} */ wanted) => answers.filter(({ verdict }) => verdict === wanted).length;
  const second = having("second");
  return { answered: answers.length, right: having("right") + second, second };
}

/** A value as a cell of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
function cell(/** @type {string|number} */ value) {
  const text = /^[=+@\t\r-]/.test(String(value)) && Number.isNaN(Number(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
