/** Connects a board view to a notebook: moves by hand go to Python, and a board that Python sets is shown. */

import { BoardView } from "../modules/board_view.js";
import { boardOf, widget } from "./widget.js";

export default widget((model, host) => {
  const view = new BoardView(host, { board: boardOf(model, "board"), goal: boardOf(model, "goal") });
  const show = () => view.show(boardOf(model, "board"), { goal: boardOf(model, "goal") });
  view.addEventListener("move", (/** @type {CustomEvent<{moves: string, board: Board}>} */ { detail }) => {
    const { cells, rows, columns } = detail.board;
    model.set("moves", model.get("moves") + detail.moves);
    model.set("board", { cells: [...cells], rows, columns });
    model.save_changes();
  });
  return { changes: { board: show, goal: show }, destroy: () => view.destroy() };
});
