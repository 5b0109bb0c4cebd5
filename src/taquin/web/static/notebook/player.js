/** Connects a player to a notebook: its position is a trait of the widget. */

import { Board } from "../modules/board.js";
import { Player } from "../modules/player.js";

const read = (/** @type {Cells} */ { cells, rows, columns }) => new Board(cells, rows, columns);

export default {
  render(/** @type {Widget} */ { model, el }) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // the notebook must not take them as commands
    });
    const player = new Player(el, {
      start: read(model.get("start")),
      goal: read(model.get("goal")),
      moves: model.get("moves"),
      pace: model.get("pace"),
    });
    const go = () => player.transport.go(model.get("position"));
    go();
    player.addEventListener("change", () => {
      model.set("position", player.position);
      model.save_changes();
    });
    model.on("change:position", go);
    return () => {
      model.off("change:position", go);
      player.destroy();
    };
  },
};
