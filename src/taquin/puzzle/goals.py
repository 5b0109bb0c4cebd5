"""Named goals, for any shape."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from taquin.errors import BoardError, SpecError
from taquin.puzzle.board import Board, pack
from taquin.puzzle.geometry import Shape


def standard(shape: Shape) -> Board:
    """1, 2, 3, … with the blank last: the goal when none is named."""
    return Board.from_state(pack([*range(1, shape.cells), 0]), shape)


def blank_first(shape: Shape) -> Board:
    """0, 1, 2, …: the goal of Korf's instance sets."""
    return Board.from_state(pack(range(shape.cells)), shape)


def snail(shape: Shape) -> Board:
    """1, 2, 3, … in a spiral from the top left inwards, the blank at its end: the goal of the 42 subject.

    >>> print(snail(Shape(3, 3)))
    1 2 3
    8 0 4
    7 6 5
    """
    cells = [0] * shape.cells
    top, left, bottom, right = 0, 0, shape.rows - 1, shape.columns - 1
    path: list[int] = []
    while top <= bottom and left <= right:
        path += [shape.cell(top, column) for column in range(left, right + 1)]
        path += [shape.cell(row, right) for row in range(top + 1, bottom + 1)]
        if top < bottom:
            path += [shape.cell(bottom, column) for column in range(right - 1, left - 1, -1)]
        if left < right:
            path += [shape.cell(row, left) for row in range(bottom - 1, top, -1)]
        top, left, bottom, right = top + 1, left + 1, bottom - 1, right - 1
    for tile, cell in enumerate(path[:-1], start=1):
        cells[cell] = tile
    return Board.from_state(pack(cells), shape)


GOALS: dict[str, Callable[[Shape], Board]] = {
    "standard": standard,
    "blank-first": blank_first,
    "snail": snail,
}


def named_goal(name: str, shape: Shape) -> Board:
    """The goal with this name. Raises ``SpecError`` for an unknown name and suggests a similar one."""
    key = name.strip().lower().replace("_", "-")
    if key not in GOALS:
        near = get_close_matches(key, GOALS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "a goal can also be a board"
        raise SpecError(f"expected a goal ({', '.join(GOALS)}), found {name!r}", hint=hint)
    return GOALS[key](shape)


def make_goal(goal: Board | str | None, shape: Shape) -> Board:
    """The goal from a board, its text or a name; None gives the standard goal."""
    if goal is None:
        return standard(shape)
    if isinstance(goal, str):
        has_numbers = any(character.isdigit() for character in goal)
        goal = Board(goal, shape) if has_numbers else named_goal(goal, shape)
    if goal.shape != shape:
        raise BoardError(f"the goal is a {goal.shape} board and the start {shape}: expected the same shape")
    return goal
