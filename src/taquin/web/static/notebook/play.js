/** Connects a board view to a notebook: moves by hand go to Python, and a board that Python sets is shown. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";

const read = (/** @type {Cells} */ { cells, rows, columns }) => new Board(cells, rows, columns);
const write = (/** @type {Cells} */ { cells, rows, columns }) => ({ cells: [...cells], rows, columns });

export default {
  render(/** @type {Widget} */ { model, el }) {
    el.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // the notebook must not take them as commands
    });
    const view = new BoardView(el, { board: read(model.get("board")), goal: read(model.get("goal")) });
    const show = () => view.show(read(model.get("board")), { goal: read(model.get("goal")) });
    view.addEventListener("move", (/** @type {CustomEvent<{moves: string, board: Board}>} */ { detail }) => {
      model.set("moves", model.get("moves") + detail.moves);
      model.set("board", write(detail.board));
      model.save_changes();
    });
    model.on("change:board", show);
    model.on("change:goal", show);
    return () => {
      model.off("change:board", show);
      model.off("change:goal", show);
      view.destroy();
    };
  },
};
