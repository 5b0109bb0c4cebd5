"""Named goals, for any shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from taquin.errors import BoardError, FormatError
from taquin.puzzle import arrangement
from taquin.puzzle.board import Board, BoardLike, as_board
from taquin.puzzle.conversion import ShapeLike, as_shape
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import shown

GoalLike: TypeAlias = BoardLike | Callable[[Shape], BoardLike]
"""A goal as callers give it: a board in any form, the name of a goal, or a function from a shape to a board."""


def standard(shape: Shape) -> Board:
    """1, 2, 3, … with the blank last (default)."""
    return Board.from_state(*arrangement.standard(shape))


def blank_first(shape: Shape) -> Board:
    """0, 1, 2, …: the goal of Korf's instance sets."""
    return Board.from_state(*arrangement.blank_first(shape))


def snail(shape: Shape) -> Board:
    """1, 2, 3, … in a spiral from the top left inwards, the blank at its end: the goal in the subject of the school 42.

    >>> print(snail(Shape(3, 3)))
    1 2 3
    8 0 4
    7 6 5
    """
    return Board.from_state(*arrangement.snail(shape))


def center(shape: Shape) -> Board:
    """1, 2, 3, … with the blank in the middle; with two middle rows or columns, in the second one."""
    return Board.from_state(*arrangement.center(shape))


def blank_at(shape: Shape, place: int) -> Board:
    """1, 2, 3, … with the blank in this cell, counted from 0 in reading order; -1 is the last.

    >>> print(blank_at(Shape(2, 3), 1))
    1 0 2
    3 4 5
    """
    return Board.from_state(*arrangement.blank_at(shape, place))


GOALS: dict[str, Callable[[Shape], Board]] = {
    "standard": standard,
    "blank-first": blank_first,
    "snail": snail,
    "center": center,
}


def named_goal(name: str, shape: Shape) -> Board:
    """The goal with this name. Raises ``SpecError`` for an unknown name and suggests a similar one."""
    return Board.from_state(*arrangement.named(name, shape))


_SIZE = re.compile(r"\s*[0-9]{1,3}\s*([x×]\s*[0-9]{1,3}\s*)?", re.IGNORECASE)


def _names_size(goal: object) -> bool:
    """Whether users meant a size, such as 3 or 3x3; more digits are a board."""
    return 0 <= goal < 1000 if isinstance(goal, int) else isinstance(goal, str) and bool(_SIZE.fullmatch(goal))


def _read_goal(goal: BoardLike, shape: Shape | None) -> Board:
    try:
        return as_board(goal, shape)
    except (BoardError, FormatError) as error:
        raise error.within("the goal") from error


def make_goal(goal: GoalLike | None, shape: ShapeLike | None = None) -> Board:
    """The goal from a board in any form, a name, or a function such as ``snail``; None gives the standard goal.

    Without a shape, a goal that is a board has its own, and other goals are 3×3.

    >>> make_goal("blank-first", "2x2") == make_goal([[0, 1], [2, 3]]) == make_goal(blank_first, (2, 2))
    True
    """
    if shape is not None:
        shape = as_shape(shape)
    elif _names_size(goal):
        raise BoardError(f"the goal: {shown(goal)} is a size", hint=f"use shape={goal!r}, or --size {goal}")
    if goal is None or callable(goal) or (isinstance(goal, str) and arrangement.is_name(goal)):
        shape = shape or Shape(3, 3)
        if isinstance(goal, str):
            return named_goal(goal, shape)
        goal = (goal or standard)(shape)
    board = goal if isinstance(goal, Board) else _read_goal(goal, shape)
    if shape is not None and board.shape != shape:
        raise BoardError(f"the goal is a {board.shape} board and the start {shape}: expected the same shape")
    return board
