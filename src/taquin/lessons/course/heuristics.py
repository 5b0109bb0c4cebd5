"""Heuristics: relaxed puzzles, admissible and consistent estimates."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.tile_sum import Misplaced
from taquin.lessons.course.unit import Unit, boards_block, distances, run_of
from taquin.puzzle.board import Board

_TEXT = "1 8 2 / 4 6 3 / 7 5 0"


def _values() -> Mapping[str, object]:
    board, table = Board(_TEXT), distances(_TEXT)
    goal = table.goal
    after = board.play("U")
    return {
        "boards": boards_block(("board", board), ("goal", goal)),
        "misplaced": f"{Misplaced(goal)(board.state):g}",
        "manhattan": f"{Manhattan(goal)(board.state):g}",
        "gaschnig": f"{Gaschnig(goal)(board.state):g}",
        "conflict": f"{LinearConflict(goal)(board.state):g}",
        "distance": table.distance(board),
        "after": f"{Manhattan(goal)(after.state):g}",
        "expanded_misplaced": run_of(_TEXT, "astar(misplaced)").stats.expanded,
        "expanded_manhattan": run_of(_TEXT, "astar(manhattan)").stats.expanded,
        "expanded_conflict": run_of(_TEXT, "astar(linear_conflict)").stats.expanded,
    }


UNIT = Unit(
    key="heuristics",
    title="Heuristics, admissible and consistent",
    summary="estimates of the distance, and what they guarantee",
    text="""
        A heuristic h estimates how many moves are left. Good ones come from relaxed puzzles: drop a rule, solve the
        easier puzzle exactly, and use its distance as the estimate. Every solution of the real puzzle is also one of
        the relaxed puzzle, so the relaxed distance is never longer.

        {boards}

        If a tile may be lifted to its goal cell in one move, the distance is the number of misplaced tiles: here
        {misplaced}. If a tile may slide onto an occupied cell, it is the Manhattan distance, rows plus columns of each
        tile: {manhattan}. If any tile may jump into the blank, it is Gaschnig's number: {gaschnig}. Linear conflict
        adds 2 to Manhattan distance for every tile that must leave its goal line to let another pass: {conflict}. A
        shortest solution has {distance} moves.

        An estimate that is never larger than the true distance is admissible. A* with an admissible h finds shortest
        solutions. The blank is not counted among the misplaced tiles: one move from the goal that would give 2.

        A heuristic is consistent if it never falls by more than the move costs: h(n) ≤ cost + h(child). Manhattan
        distance changes by exactly 1 with every slide; after Up on this board it is {after}. Every consistent heuristic
        with h(goal) = 0 is admissible, and with it A* never has to expand a board twice.

        A larger admissible estimate is a better one. On this board A* expands {expanded_misplaced} nodes with misplaced
        tiles, {expanded_manhattan} with Manhattan distance and {expanded_conflict} with linear conflict. The maximum of
        two admissible heuristics is admissible; their sum in general is not.
    """,
    values=_values,
)
