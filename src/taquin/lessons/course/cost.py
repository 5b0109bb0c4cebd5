"""Uniform-cost search."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.lessons.course.unit import Unit, boards_block, run_of
from taquin.puzzle.board import Board
from taquin.solving.spaces import search

_TEXT = "0 2 3 / 1 4 6 / 7 5 8"
_EDGES = {"S": {"A": 2, "B": 7}, "A": {"B": 3, "C": 8}, "B": {"C": 1, "G": 9}, "C": {"G": 4}, "G": {}}


class _Map:
    """The small graph of the text as a state space with costs."""

    start = "S"

    def is_goal(self, state: str) -> bool:
        return state == "G"

    def successors(self, state: str) -> list[tuple[int, str]]:
        return list(enumerate(_EDGES[state]))

    def cost(self, state: str, move: int, child: str) -> float:
        return _EDGES[state][child]


def _values() -> Mapping[str, object]:
    found = search(_Map(), "ucs")
    bfs, ucs = run_of(_TEXT, "bfs"), run_of(_TEXT, "ucs")
    edges = "\n".join(f"    {start} → {end}  {cost}" for start, ends in _EDGES.items() for end, cost in ends.items())
    assert found.states is not None
    return {
        "edges": edges,
        "path": " → ".join(found.states),
        "cost": f"{found.cost:g}",
        "short_cost": _EDGES["S"]["B"] + _EDGES["B"]["G"],
        "boards": boards_block(("board", Board(_TEXT))),
        "bfs": bfs.stats.expanded,
        "ucs": ucs.stats.expanded,
    }


UNIT = Unit(
    key="cost",
    title="Uniform-cost search",
    summary="paths with costs, and when a search may stop",
    text="""
        If moves have different costs, the path with the fewest edges need not be the cheapest. Uniform-cost search
        expands the node with the least g, the cost of its path. It is Dijkstra's algorithm, stopped at the goal.

        {edges}

        In this graph S → B → G has the fewest edges and costs {short_cost}. Uniform-cost search finds {path}, which
        costs {cost}.

        Two rules make it right. First, a node that waits in the frontier may still get a cheaper path: here B is first
        reached for 7, then for 5 by way of A. The node keeps its number and gets the new parent and the new g. Second,
        the search stops when the goal is taken out of the frontier, not when it is put in: only then is it certain that
        no other path is cheaper, because no other node that waits has a smaller g.

        So the least g in the frontier is a proven bound: every solution that is not found yet costs at least as much.

        {boards}

        In a sliding-tile puzzle every move costs 1, g is the depth, and uniform-cost search works level by level, as
        breadth-first search does: they expand {ucs} and {bfs} nodes on this board. It is A* with h = 0, and the measure
        that every heuristic has to beat.
    """,
    values=_values,
)
