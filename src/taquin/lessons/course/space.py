"""The state space of a sliding-tile puzzle, and parity."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial

from taquin.lessons.course.unit import Unit, boards_block, distances
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem

_START, _SWAPPED = Board("1 2 3 / 4 0 5 / 7 8 6"), Board("1 2 3 / 4 5 6 / 8 7 0")


def _values() -> Mapping[str, object]:
    table = distances("1 2 3 / 4 0 5 / 7 8 6")
    found, wrong = Problem(_START).solvability, Problem(_SWAPPED).solvability
    return {
        "boards": boards_block(("start", _START), ("after Up", _START.play("U")), ("after Right", _START.play("R"))),
        "legal": len(_START.moves()),
        "inversions": found.start.inversions,
        "swapped": boards_block(("two tiles swapped", _SWAPPED), ("goal", table.goal)),
        "swapped_inversions": wrong.start.inversions,
        "all": f"{factorial(9):,}",
        "reachable": f"{len(table):,}",
        "radius": table.radius,
        "mean": f"{table.mean:.1f}",
        "hardest": table.count_at(table.radius),
    }


UNIT = Unit(
    key="space",
    title="State space and parity",
    summary="boards, moves, and which boards can be reached",
    text="""
        A search needs three things: a start, a goal test, and the successors of a state. In a sliding-tile puzzle a
        state is a board, and a successor is the board after one slide. Moves are named by where the blank goes: after
        Up the blank is one row higher, and the tile that was there has slid down.

        {boards}

        This start has {legal} legal moves, because the blank is in the middle; at an edge it has three and in a corner
        two. Every slide can be undone by the opposite move, so the graph of boards has no one-way streets.

        Not every board can reach the goal. An inversion is a pair of tiles of which the larger comes first in reading
        order. A horizontal slide changes no pair. A vertical slide moves a tile past columns - 1 others: on boards with
        an odd number of columns that is an even number, so the parity of the inversions never changes. The start above
        has {inversions} inversions, an even number like the goal's 0, and can be solved.

        {swapped}

        Here two tiles of the goal are swapped: {swapped_inversions} inversion, and no sequence of slides solves it. The
        famous 14-15 puzzle is the same swap on 4×4. With an even number of columns a vertical slide passes an odd
        number of tiles and also changes the row of the blank, so the parity of inversions + row of the blank stays the
        same.

        Half of the 9! = {all} arrangements of the 3×3 can reach the goal: {reachable}. The {hardest} farthest boards
        are {radius} moves away; the mean is {mean}. A program that tests parity first never searches for a solution
        that does not exist.
    """,
    values=_values,
)
