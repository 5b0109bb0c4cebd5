"""The distribution of a heuristic's estimates over all boards, for every cell of the blank."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import factorial

from taquin.analysis.examine import TOLERANCE
from taquin.errors import BoardError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.tile_sum import TileSum
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import blank_at
from taquin.run.limits import checking_limits
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.tables.distances import PYTHON_CELLS, distance_table

COUNTED_CELLS = 16
"""Sums over tiles are counted up to this size: 4×4 takes about 5 s."""


@dataclass(frozen=True)
class Distribution:
    """How often a heuristic has each value, separately for each cell of the blank."""

    goal: Board
    counts: tuple[Mapping[float, int], ...]
    """For every cell of the blank: the number of boards with each estimate, of all that can reach the goal."""

    @cached_property
    def _sums(self) -> list[tuple[list[float], list[int]]]:
        """For every cell of the blank: the estimates in order, and how many boards have at most each of them."""
        orders = [sorted(counts) for counts in self.counts]
        pairs = zip(orders, self.counts, strict=True)
        return [(values, list(accumulate(counts[value] for value in values))) for values, counts in pairs]

    def share(self, cell: int, most: float) -> float:
        """The share of the boards with the blank in this cell whose estimate is at most ``most``."""
        values, sums = self._sums[cell]
        index = bisect_right(values, most + TOLERANCE)
        return sums[index - 1] / sums[-1] if index else 0.0


def distribution(heuristic: HeuristicChoice, goal: Board) -> Distribution:
    """The distribution of a heuristic for a goal.

    All boards are evaluated up to 9 cells; up to 16 cells sums over tiles (``manhattan``, ``misplaced``) are counted.
    Raises ``BoardError`` for other boards, and for a single line, where moves leave no choice.
    """
    shape = goal.shape
    if shape.is_line:
        raise BoardError(f"{shape} is a single line, where moves leave no choice", hint="use two rows or more")
    made = heuristic.build(goal)
    counts: Sequence[Mapping[float, int]]
    if shape.cells <= PYTHON_CELLS:
        counts = _evaluate_all(made)
    elif isinstance(made, TileSum) and shape.cells <= COUNTED_CELLS:
        counts = [count_tile_sums(made, cell) for cell in range(shape.cells)]
    else:
        raise BoardError(
            f"expected a board of at most {PYTHON_CELLS} cells, or {COUNTED_CELLS} for a sum over tiles, found {shape}"
        )
    return Distribution(goal, tuple(counts))


def _evaluate_all(heuristic: Heuristic) -> list[Counter[float]]:
    table = distance_table(heuristic.goal)
    counts: list[Counter[float]] = [Counter() for _ in range(heuristic.goal.shape.cells)]
    for depth in range(table.radius + 1):
        for state in checking_limits(table.states_at(depth)):
            counts[state.index(0)][heuristic(state)] += 1
    return counts


def count_tile_sums(heuristic: TileSum, blank: int) -> dict[float, int]:
    """The exact number of boards with the blank in this cell that have each estimate, without evaluating any board.

    The cells are filled one after another. For every set of tiles that fill the first cells, the arrangements are
    counted by the sum of their entries and by the parity of their inversions, because one parity can reach the goal.
    That takes O(2^n · n · largest sum) for n tiles. The counts of all sums are the digits of one whole number, so that
    all of them are shifted and added at once.
    """
    goal, shape = heuristic.goal, heuristic.goal.shape
    tiles = range(1, shape.cells)
    entries = heuristic.tables()
    digit = factorial(shape.cells - 1).bit_length()  # no count is larger than the number of all arrangements
    layer = {0: (1, 0)}  # the counts with even and with odd inversions, for every set of placed tiles
    for cell in range(shape.cells):
        if cell == blank:
            continue
        filled: dict[int, tuple[int, int]] = {}
        for placed, (even, odd) in checking_limits(layer.items()):
            for tile in tiles:
                if placed >> (tile - 1) & 1:
                    continue
                shift = digit * entries[tile][cell]
                added = even << shift, odd << shift
                if (placed >> tile).bit_count() & 1:  # tiles with higher numbers that are already placed
                    added = added[1], added[0]
                after = placed | 1 << (tile - 1)
                before = filled.get(after, (0, 0))
                filled[after] = before[0] + added[0], before[1] + added[1]
        layer = filled
    (totals,) = layer.values()
    is_even = is_connected(shape, blank_at(shape, blank).state, goal.state)  # a board without inversions
    return dict(_digits(totals[0 if is_even else 1], digit))


def _digits(number: int, bits: int) -> Iterator[tuple[float, int]]:
    """The digits of ``bits`` bits of a whole number that are not 0, with their places."""
    place = 0
    while number:
        digit = number & ((1 << bits) - 1)
        if digit:
            yield place, digit
        number >>= bits
        place += 1
