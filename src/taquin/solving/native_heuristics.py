"""The core's form of each heuristic.

Python owns geometry, goals and heuristic tables; the core knows "a sum of per-tile entries", "a look-up for every row
and column", "a walk", "the largest of these", and not the names of heuristics.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import product

from taquin import _native
from taquin.heuristics.base import Blind, Heuristic
from taquin.heuristics.linear_conflict import LinearConflict, longest_increase
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.heuristics.tile_sum import TileSum
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, blank_targets
from taquin.puzzle.problem import Problem
from taquin.run.limits import checking_limits


def make_grid(shape: Shape, order: tuple[Move, ...] = tuple(Move)) -> _native.core.Grid:
    return _native.core.Grid(blank_targets(shape), order)


def convert_heuristic(
    grid: _native.core.Grid,
    problem: Problem,
    heuristic: Heuristic | None,
    order: tuple[Move, ...] = tuple(Move),
) -> _native.core.Heuristic:
    core = _native.core
    match heuristic:
        case None | Blind():
            return core.TileSum(grid, bytes(problem.shape.cells**2))
        case Manhattan():
            return core.UnitTileSum(grid, _costs(heuristic))
        case TileSum():
            return core.TileSum(grid, _costs(heuristic))
        case LinearConflict():
            return _make_line_sum(grid, heuristic)
        case PatternDatabases():
            return make_pattern_sum(heuristic, order)
        case WalkingDistance():
            (vertical, vertical_start), (horizontal, horizontal_start) = heuristic.tables(problem.start.state)
            tables = core.WalkTable(*vertical), core.WalkTable(*horizontal)
            return core.WalkSum(*tables, vertical_start, horizontal_start)
        case Maximum():
            parts = tuple(convert_heuristic(grid, problem, part, order) for part in _parts(heuristic))
            return parts[0] if len(parts) == 1 else core.Maximum(grid, parts)
        case _:
            raise TypeError(heuristic)


def _parts(maximum: Maximum) -> list[Heuristic]:
    """The heuristics of a maximum and of those inside it, the walking distance once: the core takes one."""
    parts: dict[Heuristic, None] = {}
    for part in maximum.parts:
        parts.update(dict.fromkeys(_parts(part) if isinstance(part, Maximum) else [part]))
    walks = [part for part in parts if isinstance(part, WalkingDistance)]
    return [part for part in parts if part not in walks[1:]]


@lru_cache(maxsize=4)
def make_pattern_sum(heuristic: PatternDatabases, order: tuple[Move, ...] = tuple(Move)) -> _native.core.PatternSum:
    """Cached for the next board: checking and arranging the tables takes longer than solving an easy board."""
    return _native.core.PatternSum(make_grid(heuristic.goal.shape, order), *heuristic.tables())


@lru_cache(maxsize=8)
def _costs(heuristic: TileSum) -> bytes:
    return bytes(entry for entries in heuristic.tables() for entry in entries)


def _make_line_sum(grid: _native.core.Grid, heuristic: LinearConflict) -> _native.core.LineSum:
    shape = heuristic.goal.shape
    tables = _line_tables(heuristic.goal)
    conflicts = _conflicts(shape.columns), _conflicts(shape.rows)
    return _native.core.LineSum(grid, shape.rows, shape.columns, *tables, *conflicts)


@lru_cache(maxsize=8)
def _line_tables(goal: Board) -> tuple[bytes, array[int], array[int]]:
    """Linear conflict: in each line a tile that belongs there is a digit, its place in the goal counted from 1.

    The costs of Manhattan distance, and the values of the digits in rows and in columns. Cached for the next board:
    making them takes longer than solving an 8-puzzle.
    """
    shape = goal.shape
    row_weights, column_weights = array("H", [0] * shape.cells**2), array("H", [0] * shape.cells**2)
    for home, tile in enumerate(goal):
        home_row, home_column = shape.position(home)
        for cell in range(shape.cells) if tile else ():
            row, column = shape.position(cell)
            if row == home_row:
                row_weights[tile * shape.cells + cell] = (home_column + 1) * (shape.columns + 1) ** column
            if column == home_column:
                column_weights[tile * shape.cells + cell] = (home_row + 1) * (shape.rows + 1) ** row
    return _costs(Manhattan(goal)), row_weights, column_weights


@lru_cache(maxsize=8)
def _conflicts(length: int) -> bytes:
    """What the conflicts of a line add, for every content of the line.

    The index is a number with one digit for each cell, the first cell the lowest digit.
    """
    extras = bytearray()
    for digits in checking_limits(product(range(length + 1), repeat=length)):
        places = [digit for digit in reversed(digits) if digit]
        extras.append(2 * (len(places) - longest_increase(places)))
    return bytes(extras)
