/** The goal: a named one, or one that the user edits. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { post } from "./api.js";
import { make, button, field, select, textEntry } from "./dom.js";
import { Notice } from "./notice.js";
import { ended, sentence, waitingWords } from "./words.js";

/** Chooses the goal of the session, and shows it. */
export class GoalPanel {
  /**
   * @param {{session: Session, registry: Api.RegistryRecord}} app
   * @param {(() => void)|null} onEdit opens the editor of the goal
   */
  constructor({ session, registry }, onEdit) {
    this.session = session;
    this.summaries = new Map(registry.goals.map(({ name, summary }) => [name, summary]));
    const names = registry.goals.map(({ name }) => [name, sentence(name)]);
    this.names = select([...names, ["", "Custom"]], session.goalName, (name) => this.#choose(name));
    this.field = field("Goal", this.names, " ");
    this.notice = new Notice();
    this.board = make("div.goal-board");
    this.text = textEntry({ on: { change: () => this.#read() } });
    this.element = make(
      "div.stack",
      this.field,
      onEdit ? make("div.row.is-apart", this.board, button("Edit the goal", onEdit)) : this.board,
      onEdit ? null : field("A goal of your own", this.text, "For example 1 2 3 / 8 0 4 / 7 6 5. Press Enter to use it."),
      this.notice.element,
    );
    this.onEdit = onEdit;
    this.view = new BoardView(this.board, { board: session.goal, goal: null, isPlayable: false, label: "The goal" });
    session.addEventListener("change", ({ detail }) => detail.puzzle && this.#follow());
    this.#follow();
  }

  #follow() {
    this.names.value = this.session.goalName;
    this.view.show(this.session.goal, { goal: null });
    const summary = this.summaries.get(this.session.goalName) ?? "a goal of your own";
    this.field.querySelector(".help")?.replaceChildren(ended(summary));
    this.text.value = this.session.goalName ? "" : this.session.goal.text;
    this.text.removeAttribute("aria-invalid");
  }

  /** Use a goal that was typed. */
  async #read() {
    this.notice.clear();
    if (!this.text.value.trim()) return void this.#follow();
    try {
      const { rows, columns } = this.session.board;
      const waits = (/** @type {string} */ awaited) => awaited && this.notice.plain(waitingWords(awaited, "the goal is read"));
      const { start } = await post("check", { board: this.text.value, size: `${rows}x${columns}` }, { waits });
      this.notice.clear();
      this.session.update({ goal: Board.parse(start, [rows, columns]), goalName: "" });
    } catch (error) {
      this.text.setAttribute("aria-invalid", "true");
      this.notice.error(error);
    }
  }

  async #choose(/** @type {string} */ name) {
    this.notice.clear();
    if (!name) {
      this.#follow(); // until the goal is edited, it is the one before
      if (this.onEdit) this.onEdit();
      else this.text.focus();
      return;
    }
    try {
      await this.session.takeGoal(name);
    } catch (error) {
      this.notice.error(error);
      this.#follow();
    }
  }
}
