/** Joins a player to a notebook: its position is also Python's. */

const read = ({ cells, rows, columns }) => new Board(cells, rows, columns);

export default {
  render({ model, el }) {
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
