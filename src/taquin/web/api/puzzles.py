"""From the words of a request to a problem, a method and limits, checked as the command line checks them.

All that a search needs is known before a worker hears of it, so that bad input costs nobody any time. No file is opened
here or later: a board is its text, and a heuristic is one of the registry's.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from taquin.errors import BoardError, FormatError, HeuristicError, LimitError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.formats import Document, parse_board, read_document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.limits import Limits
from taquin.solving.method import Method, choose_method, names_file
from taquin.solving.solver import pick_method, quick_method
from taquin.tables.distances import MAXIMUM_CELLS, table_unsupported_reason
from taquin.tables.ranked_distances import can_rank, has_file, table_file
from taquin.tables.state_ranking import standard_form
from taquin.web.api.requests import (
    DrawMessage,
    JudgeMessage,
    LimitsMessage,
    PuzzleMessage,
    RandomQuery,
    SolveMessage,
)
from taquin.web.settings import Settings


def read_shape(text: str, settings: Settings) -> Shape:
    """A size. Raises ``BoardError`` if it is none, or larger than the server takes."""
    return _checked(Shape.parse(text), settings)


def read_puzzle(message: PuzzleMessage, settings: Settings) -> tuple[Problem, Document]:
    """The board and its goal, and how the text was understood. Raises ``BoardError`` or ``FormatError``."""
    size = None if message.size is None else read_shape(message.size, settings)
    document = read_document(message.board, size)
    if any(entry.columns for entry in document.entries):
        parse_board(message.board, size)  # other columns belong into files: this says which number is too many
    if len(document.entries) > 1:
        raise FormatError(f"expected one board, found {len(document.entries)}")
    start = document.entries[0].board
    _checked(start.shape, settings)
    return Problem(start, make_goal(message.goal, start.shape)), document


def _checked(shape: Shape, settings: Settings) -> Shape:
    if max(shape.rows, shape.columns) > settings.side:
        raise BoardError(
            f"expected a board of at most {settings.side} rows and columns, found {shape}",
            hint="the command line takes up to 256: taquin solve",
        )
    return shape


def read_method(message: SolveMessage, shape: Shape) -> Method:
    """The method, or the best one for the shape. Raises ``SpecError`` or ``HeuristicError``."""
    for text in (message.algorithm, message.heuristic):
        _refuse_files(text or "")
    return pick_method(quick_method(shape), message.algorithm, message.heuristic, message.options)


def read_spec(text: str) -> Method:
    """The method that a spec names."""
    _refuse_files(text)
    return choose_method(text)


def _refuse_files(text: str) -> None:
    """A heuristic may come from a Python file at the command line; the server runs none."""
    if names_file(text):
        raise HeuristicError(
            "expected a heuristic of the registry, found a file",
            hint="heuristics of one's own run at the command line: taquin solve -e FILE.py:NAME",
        )


def read_limits(message: LimitsMessage, settings: Settings, *, usual_time: float | None = None) -> Limits:
    """The limits of a run: what is not named is the server's. Raises ``LimitError`` for more than the server allows."""
    given = dict(message)
    limits = Limits.parse(**{name: value if isinstance(value, str) else None for name, value in given.items()})
    numbers: dict[str, Any] = {name: value for name, value in given.items() if isinstance(value, int | float)}
    limits = replace(limits, **numbers)
    for name in ("time", "nodes", "memory"):
        value, most = getattr(limits, name), getattr(settings, name)
        if value is not None and value > most:
            raise LimitError(
                f"expected a {name} limit of at most {_shown(most)}, found {_shown(value)}", hint="so it is here"
            )
    return replace(
        limits,
        time=(settings.usual_time if usual_time is None else usual_time) if limits.time is None else limits.time,
        memory=settings.memory if limits.memory is None else limits.memory,
    )


def read_seed(seed: int | None) -> int:
    """The seed, or a new one."""
    return secrets.randbelow(2**32) if seed is None else seed


def _shown(value: float) -> str:
    """An amount; whole numbers of any size."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def read_nodes(nodes: int | None, settings: Settings) -> int:
    """How many nodes to record. Raises ``LimitError`` for more than the server allows."""
    if nodes is not None and nodes > settings.trace_nodes:
        raise LimitError(f"expected at most {settings.trace_nodes:,} nodes to record, found {nodes:,}")
    return settings.trace_nodes if nodes is None else nodes


def read_moves(message: DrawMessage | JudgeMessage, start: Board, settings: Settings) -> str:
    """The moves, as letters. Raises ``MoveError`` for one that cannot be played, ``LimitError`` for a huge strip."""
    solution = Solution(start, message.moves)
    if isinstance(message, DrawMessage) and message.kind == "strip":
        cells = (solution.length + 1) * start.shape.cells
        if cells > settings.drawn_cells:
            raise LimitError(
                f"a strip of {solution.length + 1:,} boards has {cells:,} cells: the most is {settings.drawn_cells:,}",
                hint="an animation takes any number of moves",
            )
    return solution.text()


def check_depth(query: RandomQuery) -> None:
    """Raise ``SpecError`` if moves are named as well."""
    if query.moves is not None:
        raise SpecError("expected one of depth and moves, found both")


def check_table(goal: Board) -> None:
    """Raise ``SpecError`` unless the exact distances to this goal are there, or take a moment to make."""
    shape = goal.shape
    if reason := table_unsupported_reason(shape):
        hint = "" if shape.cells > MAXIMUM_CELLS else "with `moves` any size works"
        raise SpecError(f"exact distances cannot be had here: {reason}", hint=hint)
    if can_rank(shape) and has_file(shape) and not table_file(standard_form(shape, goal.blank)).exists():
        size = f"{shape.rows}x{shape.columns}"
        raise SpecError(
            f"the table of all {shape} boards is not built yet, and takes too long to build here",
            hint=f"once at the command line: taquin random {size} --depth 20",
        )
