"""The boards that a program is judged on: few, easy ones first, and some on which frequent mistakes show."""

from __future__ import annotations

from functools import cache
from random import Random

from taquin.analysis.programs.variants import Duplicates, Space, Ties, Variant, search
from taquin.analysis.random_boards import scrambled_board
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality
from taquin.solving.solver import solve
from taquin.tables.distances import distance_table

TABLE_CELLS = 9
"""The exact distances of all boards of up to this many cells are computed in a moment."""
_DEPTHS = (0, 1, 2, 3, 4, 6, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 28)
_TRIED = 60  # boards among which those are looked for where marking at generation fails
_FAILING = 3
_SCRAMBLES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24)


@cache
def default_boards(goal: Board) -> tuple[Board, ...]:
    """From the solved board to the farthest, some on which marking at generation fails, and an unsolvable one last."""
    rng = Random("taquin judge")
    if goal.shape.cells > TABLE_CELLS:
        boards = [scrambled_board(goal, moves, rng=rng) for moves in _SCRAMBLES]
        return (*dict.fromkeys(boards), *unsolvable_boards(boards[3]))
    table = distance_table(goal)
    depths = [depth for depth in _DEPTHS if depth < table.radius] + [table.radius]
    boards = [Board.from_state(rng.choice(table.states_at(depth)), goal.shape) for depth in depths]
    boards += _boards_where_marking_fails(goal, rng)
    ordered = sorted(dict.fromkeys(boards), key=table.distance)
    return (*ordered, *unsolvable_boards(ordered[min(5, len(ordered) - 1)]))


def _boards_where_marking_fails(goal: Board, rng: Random) -> list[Board]:
    """Boards on which A* finds a longer solution if it ignores a cheaper path to a board that it knows.

    Which boards these are depends on the ties. Those are taken on which most of four rules fail.
    """
    table, space = distance_table(goal), Space(goal.state, goal.shape)
    variants = [
        Variant(ties=ties, duplicates=Duplicates.GENERATED, order=order)
        for ties in (Ties.OLDEST, Ties.HEAPQ)
        for order in (Variant.order, Variant.order[::-1])
    ]
    failures: dict[Board, int] = {}
    for _ in range(_TRIED if table.radius > 20 else 0):
        depth = rng.randrange(16, 22)
        state = rng.choice(table.states_at(depth))
        outcomes = (search(space, state, variant).moves for variant in variants)
        count = sum(moves is not None and len(moves) > depth for moves in outcomes)
        if count:
            failures[Board.from_state(state, goal.shape)] = count
    return sorted(failures, key=lambda board: -failures[board])[:_FAILING]


def unsolvable_boards(board: Board) -> list[Board]:
    """The board with two tiles swapped, which changes the parity; none if it has a single tile."""
    tiles = [tile for tile in board if tile][:2]
    return [board.swapped(*tiles)] if len(tiles) == 2 else []


def shortest_length(problem: Problem) -> int | None:
    """The length of a shortest solution; None if it cannot be proven in a few seconds, or there is none."""
    if not problem.is_solvable:
        return None
    if problem.shape.cells <= TABLE_CELLS:
        return distance_table(problem.goal).distance(problem.start)
    result = solve(problem, time=10)
    return result.length if result.quality is Quality.OPTIMAL else None
