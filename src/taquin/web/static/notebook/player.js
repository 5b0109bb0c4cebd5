/** Joins a player to a notebook: its position is also Python's. */

const read = ({ cells, rows, columns }) => new Board(cells, rows, columns);

export default {
  render({ model, el }) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // keys here are no commands of the notebook
    });
    const player = new Player(el, {
      start: read(model.get("start")),
      goal: read(model.get("goal")),
      moves: model.get("moves"),
      pace: model.get("pace"),
      parts: { BoardView, Transport },
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
