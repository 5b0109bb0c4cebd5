"""The boards that a program is judged on: few, easy ones first, and some on which frequent mistakes show."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from random import Random
from tomllib import loads
from typing import TypedDict, cast

from taquin.analysis.random_boards import scrambled_board
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality
from taquin.solving.solver import solve
from taquin.tables.distances import distance_table

TABLE_CELLS = 9
"""The exact distances of all boards of up to this many cells are computed in a moment."""
_DEPTHS = (0, 1, 2, 3, 4, 6, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 28)
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
    boards += _boards_where_marking_fails(goal)
    ordered = sorted(dict.fromkeys(boards), key=table.distance)
    return (*ordered, *unsolvable_boards(ordered[min(5, len(ordered) - 1)]))


def _boards_where_marking_fails(goal: Board) -> list[Board]:
    """Boards on which A* finds a longer solution if it ignores a cheaper path to a board that it knows.

    The table has those on which most of four rules for ties fail, for goals with their tiles in order. The tiles of
    another goal are renamed.
    """
    names = [tile for tile in goal if tile]
    failing = load_tables()["failing"][goal.blank] if goal.shape == Shape(3, 3) else []
    boards = ([0 if cell == "0" else names[int(cell) - 1] for cell in digits] for digits in failing)
    return [Board.from_state(bytes(cells), goal.shape) for cells in boards]


class Tables(TypedDict):
    """The tables of ``judge.toml``, which describes them: boards, ways to pass a board, words to find and to say."""

    failing: list[list[str]]
    arguments: list[str]
    files: list[str]
    method_arguments: list[str]
    board_arguments: list[str]
    typed: list[str]
    blanks: list[str]
    unsolvable: str
    kinds: list[tuple[str, str]]
    preferred: list[str]
    dialogue: dict[str, str]
    moves: dict[str, list[str]]
    faults: dict[str, tuple[str, str]]
    students: dict[str, str]
    counters: dict[str, tuple[str, int]]
    counters_of_passes: dict[str, str]
    counters_of_estimate: dict[str, str]
    verdicts: dict[str, str]
    checks: dict[str, str]
    order: dict[str, str]


@cache
def load_tables() -> Tables:
    text = files("taquin.judging").joinpath("judge.toml").read_text(encoding="utf-8")
    return cast("Tables", loads(text))


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
