/** Chooses a heuristic and explains its estimate of a board: on the board, and as a list of summands. */

import { field, make, select } from "./dom.js";
import { Explanation } from "./explanation.js";
import { sentence } from "./words.js";

/** Explains the estimate of the board of a view. The choice is that of the session: Play, Solve and Watch share it. */
export class HeuristicPanel extends Explanation {
  /** @param {Page} app */
  constructor({ session, registry }) {
    super(session.heuristic);
    this.session = session;
    const named = registry.heuristics
      .filter(({ takes_parts: takesParts, key }) => !takesParts && key !== "blind")
      .map(({ key, name }) => [key, sentence(name)]);
    this.choice = select([["", "None"], ...named], session.heuristic, (key) => session.chooseHeuristic(key));
    this.element = make("div.stack.heuristic-panel", field("Draw an estimate on the board", this.choice), this.total, this.parts);
    session.addEventListener("heuristic", () => {
      this.choice.value = this.heuristic = session.heuristic;
      this.follow();
    });
  }

  get usualGoal() {
    return this.session.goal;
  }
}
