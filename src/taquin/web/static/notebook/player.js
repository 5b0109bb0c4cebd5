/** Connects a player to a notebook: its position is a trait of the widget. */

import { Player } from "../modules/player.js";
import { boardOf, widget } from "./widget.js";

export default widget((model, host) => {
  const [moves, pace] = [model.get("moves"), model.get("pace")];
  const player = new Player(host, { start: boardOf(model, "start"), goal: boardOf(model, "goal"), moves, pace });
  const go = () => player.transport.go(model.get("position"));
  go();
  player.addEventListener("change", () => {
    model.set("position", player.position);
    model.save_changes();
  });
  return { changes: { position: go }, destroy: () => player.destroy() };
});
