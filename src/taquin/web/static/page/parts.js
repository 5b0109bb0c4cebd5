/** The modules that know nothing of each other, joined: what a player and a search are made of on this page. */

import { Board } from "../modules/board.js";
import { BoardView } from "../modules/board_view.js";
import { HeldPanel, NodePanel } from "../modules/search_panels.js";
import { TraceReader } from "../modules/trace.js";
import { readSteps } from "../modules/trace_steps.js";
import { TraceText } from "../modules/trace_text.js";
import { Transport } from "../modules/transport.js";
import { TreeCamera } from "../modules/tree_camera.js";
import { TreeCard } from "../modules/tree_card.js";
import { tidy } from "../modules/tree_layout.js";
import { TreePainter, readColours } from "../modules/tree_painter.js";
import { planTree } from "../modules/tree_plan.js";
import { TreeView } from "../modules/tree_view.js";

export const PARTS = {
  Board, BoardView, HeldPanel, NodePanel, TraceText, Transport,
  TreeCamera, TreeCard, TreePainter, TreeView, planTree, readColours, tidy,
};

/** Read the text of a trace file. @param {string} lines @returns {TraceReader} */
export function readTrace(lines) {
  return new TraceReader(lines, { readSteps });
}
