/** The goal: one of those with a name, or one of somebody's own. */

import { BoardView } from "../modules/board_view.js";
import { make, button, field, select } from "./dom.js";
import { Notice } from "./notice.js";

/** Chooses the goal of the session, and shows it. */
export class GoalPanel {
  /**
   * @param {{session: import("./session.js").Session, registry: object}} app
   * @param {?() => void} onEdit where a goal of one's own can be made
   */
  constructor({ session, registry }, onEdit) {
    this.session = session;
    const names = registry.goals.map(({ name, summary }) => [name, `${name}: ${summary.split(":")[0]}`]);
    this.names = select([...names, ["", "one of my own"]], session.goalName, (name) => this.#choose(name));
    this.notice = new Notice();
    this.board = make("div.goal-board");
    this.edit = button("Edit the goal", onEdit);
    this.element = make(
      "div.stack", {},
      field("Goal", this.names),
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
    this.names.options[this.names.options.length - 1].disabled = !this.onEdit && this.session.goalName !== "";
  }

  async #choose(name) {
    this.notice.clear();
    if (!name) return void this.onEdit?.();
    try {
      await this.session.takeGoal(name);
    } catch (error) {
      this.notice.error(error);
      this.#follow();
    }
  }
}
