"""Hypothesis strategies for shapes, boards and moves, and the number of examples that Hypothesis tries."""

from __future__ import annotations

from math import ceil
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, steps


def examples(count: int, **others: Any) -> settings:
    """Settings for a test: ``count`` examples with the profile ``thorough``, a fifth with ``quick``."""
    return settings(max_examples=ceil(count * settings().max_examples / 100), **others)


def shapes(*, maximum_side: int = 6, maximum_cells: int = 30, lines: bool = True) -> st.SearchStrategy[Shape]:
    """Every shape within these bounds; without single rows and columns if ``lines`` is false."""
    smallest = 1 if lines else 2
    sides = range(smallest, maximum_side + 1)
    return st.sampled_from(
        [Shape(rows, columns) for rows in sides for columns in sides if 2 <= rows * columns <= maximum_cells]
    )


@st.composite
def boards(draw: st.DrawFn, shape: Shape | st.SearchStrategy[Shape] | None = None) -> Board:
    """Any legal board, solvable or not, of this shape or of one that the strategy draws."""
    if not isinstance(shape, Shape):
        shape = draw(shape if shape is not None else shapes())
    return Board(draw(st.permutations(range(shape.cells))), shape)


@st.composite
def walks(draw: st.DrawFn, start: Board, *, maximum_moves: int = 30) -> tuple[Move, ...]:
    """Moves that can be played one after another from this board, with and without turning back."""
    moves: list[Move] = []
    blank = start.blank
    for choice in draw(st.lists(st.integers(0, 3), max_size=maximum_moves)):
        legal = steps(start.shape)[blank]
        move, blank = legal[choice % len(legal)]
        moves.append(move)
    return tuple(moves)


@st.composite
def boards_with_walks(
    draw: st.DrawFn, shape: Shape | st.SearchStrategy[Shape] | None = None, *, maximum_moves: int = 30
) -> tuple[Board, tuple[Move, ...]]:
    """A board and moves that can be played from it."""
    board = draw(boards(shape))
    return board, draw(walks(board, maximum_moves=maximum_moves))
