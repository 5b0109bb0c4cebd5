"""Breadth-first and depth-first search."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.lessons.course.unit import Unit, boards_block, distances, run_of
from taquin.puzzle.board import Board

_TEXT, _SMALL = "1 3 5 / 4 2 0 / 7 8 6", "2 3 5 / 0 1 4"


def _values() -> Mapping[str, object]:
    bfs, iddfs, both = (run_of(_TEXT, method) for method in ("bfs", "iddfs", "bidirectional"))
    small, deep = run_of(_SMALL, "bfs"), run_of(_SMALL, "dfs")
    return {
        "boards": boards_block(("board", Board(_TEXT)), ("2×3", Board(_SMALL))),
        "distance": distances(_TEXT).distance(_TEXT),
        "bfs": bfs.stats.expanded,
        "bfs_stored": bfs.stats.max_stored,
        "iddfs": f"{iddfs.stats.expanded:,}",
        "iddfs_stored": iddfs.stats.max_stored,
        "iterations": len(iddfs.iterations),
        "both": both.stats.expanded,
        "small": small.length,
        "deep": deep.length,
    }


UNIT = Unit(
    key="blind",
    title="Breadth-first and depth-first search",
    summary="queue and stack, depth limits, deepening, both sides",
    text="""
        Searches differ in one decision: which node of the frontier is expanded next. Breadth-first search takes the
        oldest (the frontier is a queue), depth-first search the newest (a stack).

        Breadth-first search expands level by level. When it takes the goal out of the queue, every board nearer to the
        start has been taken out before, so the solution is a shortest one. The price is memory: it stores every board
        that it has met, and near the start each level is larger than the one before.

        {boards}

        The first board is {distance} moves from the goal. Breadth-first search expands {bfs} nodes and stores
        {bfs_stored}. On the 2×3 it finds {small} moves, while depth-first search, which prefers no short paths, finds a
        solution of {deep} moves.

        A depth limit makes depth-first search harmless: it never goes deeper than the limit, stores only its path, and
        if it fails, every solution is longer. Iterative deepening runs it with the limits 0, 1, 2, … and so finds a
        shortest solution with the memory of one path. On the first board it needs {iterations} iterations, expands
        {iddfs} nodes and stores {iddfs_stored}. The iterations repeat work, but most nodes are on the last level; what
        costs more on deeper boards is that it is a tree search, which meets the same boards again.

        Two searches, one from each end, meet in the middle: two trees of half the depth are much smaller than one of
        the whole depth. Bidirectional search expands {both} nodes here.
    """,
    values=_values,
)
