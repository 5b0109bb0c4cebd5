/** The goal: a named one, or one that the user edits. */

import { BoardView } from "../modules/board_view.js";
import { make, button, field, select } from "./dom.js";
import { Notice } from "./notice.js";
import { ended, sentence } from "./words.js";

/** Chooses the goal of the session, and shows it. */
export class GoalPanel {
  /**
   * @param {{session: import("./session.js").Session, registry: object}} app
   * @param {?() => void} onEdit opens the editor of the goal
   */
  constructor({ session, registry }, onEdit) {
    this.session = session;
    this.summaries = new Map(registry.goals.map(({ name, summary }) => [name, summary]));
    const names = registry.goals.map(({ name }) => [name, sentence(name)]);
    this.names = select([...names, ["", "Custom"]], session.goalName, (name) => this.#choose(name));
    this.field = field("Goal", this.names, " ");
    this.notice = new Notice();
    this.board = make("div.goal-board");
    this.edit = button("Edit the goal", onEdit);
    this.element = make(
      "div.stack", {},
      this.field,
      make("div.row.is-apart", {}, this.board, onEdit ? this.edit : null),
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
    this.field.querySelector(".help").textContent = ended(summary);
    this.names.options[this.names.options.length - 1].disabled = !this.onEdit && this.session.goalName !== "";
  }

  async #choose(name) {
    this.notice.clear();
    if (!name) {
      this.#follow(); // until the goal is edited, it is the one before
      this.onEdit?.();
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
