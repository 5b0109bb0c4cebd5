"""Pattern databases."""

from __future__ import annotations

from collections.abc import Mapping
from math import perm

from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.lessons.course.unit import Unit, boards_block, distances, run_of
from taquin.puzzle.board import Board
from taquin.puzzle.words import size_text

_TEXT = "1 3 6 / 4 5 8 / 0 2 7"
_GROUPS = (5, 5, 5)


def _values() -> Mapping[str, object]:
    table = distances(_TEXT)
    board, goal = Board(_TEXT), table.goal
    sizes = [perm(16, size) for size in _GROUPS]
    return {
        "boards": boards_block(("board", board), ("goal", goal)),
        "manhattan": f"{Manhattan(goal)(board.state):g}",
        "pdb": f"{PatternDatabases(goal)(board.state):g}",
        "distance": table.distance(board),
        "expanded_manhattan": run_of(_TEXT, "astar(manhattan)").stats.expanded,
        "expanded_pdb": run_of(_TEXT, "astar(pdb)").stats.expanded,
        "entries": f"{sizes[0]:,}",
        "size": size_text(sum(sizes)),
        "large": size_text(perm(16, 7) + perm(16, 8)),
    }


UNIT = Unit(
    key="databases",
    title="Pattern databases",
    summary="exact costs of parts of the puzzle, computed once",
    text="""
        A pattern database takes the idea of relaxed puzzles to its end: it solves a part of the puzzle exactly, for all
        places of a group of tiles, once, and stores the results. A search then looks them up.

        The other tiles of the board are made indistinguishable, and a breadth-first search runs backwards from the goal
        over all places of the group. If only slides of the group's own tiles count, databases of disjoint groups may be
        added, because no slide is counted twice. If every slide counts, only the maximum is admissible.

        {boards}

        On this board Manhattan distance is {manhattan}, the sum of the databases {pdb}, and a shortest solution has
        {distance} moves. A* expands {expanded_manhattan} nodes with the one and {expanded_pdb} with the other.
        Manhattan distance is the special case in which every group has one tile: alone, a tile has no other in its way.

        Size is the limit. A group of k tiles on n cells has n · (n - 1) · … entries, k factors. For the 15-puzzle a
        group of 5 has {entries} entries; three groups of 5 take {size}, and the famous 7-8 partition {large}. Larger
        groups know more conflicts and save more nodes, until they no longer fit into memory.

        Symmetry gives more at no cost: mirror the board at the diagonal, rename the tiles, and look up again. Both
        values are admissible, so the larger one is used. On boards of up to 12 cells the whole space fits into a table:
        then h is exact, and no search is needed at all.
    """,
    values=_values,
)
