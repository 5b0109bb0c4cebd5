"""What the readers of texts and the named goals make: the cells of a legal board and its shape, without a ``Board``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import near_hint, shown

State: TypeAlias = bytes | tuple[int, ...]
"""The cells of a board in reading order, as searches store and hash them: ``bytes`` up to 256 cells, else a tuple."""


def pack(cells: Iterable[int]) -> State:
    """The state with these cells, which must be legal."""
    values = tuple(cells)
    return bytes(values) if len(values) <= 256 else values


class Arrangement(NamedTuple):
    """The cells of a legal board in reading order, and its shape: the arguments of ``Board.from_state``."""

    state: State
    shape: Shape


def standard(shape: Shape) -> Arrangement:
    """1, 2, 3, … with the blank last."""
    return Arrangement(pack([*range(1, shape.cells), 0]), shape)


def blank_first(shape: Shape) -> Arrangement:
    """0, 1, 2, …"""
    return Arrangement(pack(range(shape.cells)), shape)


def snail(shape: Shape) -> Arrangement:
    """1, 2, 3, … in a spiral from the top left inwards, the blank at its end."""
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
    return Arrangement(pack(cells), shape)


def center(shape: Shape) -> Arrangement:
    """1, 2, 3, … with the blank in the middle; with two middle rows or columns, in the second one."""
    return blank_at(shape, shape.cell(shape.rows // 2, shape.columns // 2))


def blank_at(shape: Shape, place: int) -> Arrangement:
    """1, 2, 3, … with the blank in this cell, counted from 0 in reading order; -1 is the last."""
    cells = list(range(1, shape.cells))
    cells.insert(place if place >= 0 else shape.cells - 1, 0)
    return Arrangement(pack(cells), shape)


NAMED: dict[str, Callable[[Shape], Arrangement]] = {
    "standard": standard,
    "blank-first": blank_first,
    "snail": snail,
    "center": center,
}


def named(name: str, shape: Shape) -> Arrangement:
    """The goal with this name. Raises ``SpecError`` for an unknown name and suggests a similar one."""
    key = name.strip().lower().replace("_", "-")
    if key not in NAMED:
        hint = near_hint(key, NAMED, "a goal can also be a board")
        raise SpecError(f"expected a goal ({', '.join(NAMED)}), found {shown(name)}", hint=hint)
    return NAMED[key](shape)


def is_name(goal: str) -> bool:
    """Whether a text names a goal, rightly or not; with a digit it is a board."""
    return not any(map(str.isdigit, goal))
