"""A*, ties, greedy and weighted search."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.lessons.course.unit import Unit, boards_block, run_of
from taquin.puzzle.board import Board

_TEXT = "1 4 3 / 7 0 2 / 8 5 6"


def _values() -> Mapping[str, object]:
    methods = {
        "ucs": "ucs",
        "astar": "astar(manhattan)",
        "low_h": "astar(manhattan, tie_break=low_h)",
        "greedy": "greedy(manhattan)",
        "weighted": "wastar(manhattan, weight=3)",
    }
    runs = {name: run_of(_TEXT, method) for name, method in methods.items()}
    return {
        "boards": boards_block(("board", Board(_TEXT))),
        **{name: f"{run.stats.expanded:,}" for name, run in runs.items()},
        "length": runs["astar"].length,
        "greedy_length": runs["greedy"].length,
        "weighted_length": runs["weighted"].length,
    }


UNIT = Unit(
    key="astar",
    title="A* and ties",
    summary="f = g + h, which of equal nodes is next, and what weights do",
    text="""
        A* expands the node with the least f = g + h: g is the cost of the path so far, h the estimate of what is left,
        so f estimates the whole solution through this node. With an admissible h no solution through a node is shorter
        than its f. When the goal is taken out of the frontier, every other node has an f that is not less: the solution
        is proven to be a shortest one. As in uniform-cost search, the goal must be taken out, not only seen.

        {boards}

        On this board uniform-cost search expands {ucs} nodes and A* with Manhattan distance {astar}; both find {length}
        moves. A* must expand every node with f less than the length of a shortest solution, whatever the rule for ties.
        It never expands a node with a larger f. The rule for ties decides which nodes with f equal to that length it
        expands.

        Ties are common: with Manhattan distance f stays the same or rises by 2. Taquin takes the oldest node unless
        told otherwise (fifo). Taking the one with the least h is usually better, because it is nearest to the goal:
        {low_h} expansions here.

        Greedy search looks at h alone. It is often fast and its solutions are often longer: here {greedy} expansions
        and {greedy_length} moves. Weighted A* lies between: it compares g + w · h. With an admissible h its solution is
        at most w times as long as a shortest one. With w = 3 it expands {weighted} nodes and finds {weighted_length}
        moves.

        If a cheaper path to a known board is found, the node gets the new parent and g, and if it was expanded before,
        it is opened again. With a consistent h that never happens to expanded nodes.
    """,
    values=_values,
)
