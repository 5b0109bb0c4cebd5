"""The distribution of a heuristic's estimates over all boards, for every cell of the blank."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import factorial
from random import Random

from taquin.analysis.examine import TOLERANCE
from taquin.errors import BoardError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.tile_sum import TileSum
from taquin.puzzle.board import Board, State, pack
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import blank_at
from taquin.run.limits import check_limits, checking_limits
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.tables.distances import PYTHON_CELLS, distance_table

COUNTED_CELLS = 16
"""Sums over tiles are counted exactly up to this size: 4×4 takes about 5 s."""

DEFAULT_SAMPLE = 100_000


@dataclass(frozen=True)
class Distribution:
    """How often a heuristic has each value, separately for each cell of the blank."""

    heuristic: str
    goal: Board
    counts: tuple[Mapping[float, int], ...]
    """For every cell of the blank: the number of boards with each estimate."""
    sample: int | None
    """The number of random boards that were evaluated; None if all boards that can reach the goal are counted."""

    @cached_property
    def _sums(self) -> list[tuple[list[float], list[int]]]:
        """For every cell of the blank: the estimates in order, and how many boards have at most each of them."""
        orders = [sorted(counts) for counts in self.counts]
        pairs = zip(orders, self.counts, strict=True)
        return [(values, list(accumulate(counts[value] for value in values))) for values, counts in pairs]

    @property
    def boards(self) -> int:
        """The number of boards that are counted."""
        return sum(sums[-1] for _, sums in self._sums)

    @property
    def mean(self) -> float:
        return sum(value * count for counts in self.counts for value, count in counts.items()) / self.boards

    def share(self, cell: int, most: float) -> float:
        """The share of the boards with the blank in this cell whose estimate is at most ``most``."""
        values, sums = self._sums[cell]
        index = bisect_right(values, most + TOLERANCE)
        return sums[index - 1] / sums[-1] if index else 0.0


def distribution(
    heuristic: HeuristicChoice, goal: Board, *, sample: int | None = None, seed: int | str = 1
) -> Distribution:
    """The distribution of a heuristic for a goal.

    Without ``sample`` it is exact where that takes seconds: all boards are evaluated up to 9 cells, and up to 16 cells
    the boards are counted for sums over tiles (``manhattan``, ``misplaced``). Otherwise ``sample`` random boards
    are evaluated (100,000 by default), the same number for every cell of the blank; ``seed`` selects them.
    Raises ``BoardError`` for a single line, where moves leave no choice.
    """
    shape = goal.shape
    if shape.is_line:
        raise BoardError(f"{shape} is a single line, where moves leave no choice", hint="use two rows or more")
    made = heuristic.build(goal)
    counts: Sequence[Mapping[float, int]]
    if sample is None and shape.cells <= PYTHON_CELLS:
        counts = _evaluate_all(made)
    elif sample is None and isinstance(made, TileSum) and shape.cells <= COUNTED_CELLS:
        counts = [count_tile_sums(made, cell) for cell in range(shape.cells)]
    else:
        sample = max(1, (sample or DEFAULT_SAMPLE) // shape.cells) * shape.cells
        counts = _evaluate_sample(made, sample // shape.cells, Random(seed))
        return Distribution(heuristic.text, goal, tuple(counts), sample)
    return Distribution(heuristic.text, goal, tuple(counts), None)


def _evaluate_all(heuristic: Heuristic) -> list[Counter[float]]:
    table = distance_table(heuristic.goal)
    counts: list[Counter[float]] = [Counter() for _ in range(heuristic.goal.shape.cells)]
    for depth in range(table.radius + 1):
        for state in checking_limits(table.states_at(depth)):
            counts[state.index(0)][heuristic(state)] += 1
    return counts


def _evaluate_sample(heuristic: Heuristic, number: int, rng: Random) -> list[Counter[float]]:
    goal = heuristic.goal
    return [Counter(map(heuristic, _random_states(goal, cell, number, rng))) for cell in range(goal.shape.cells)]


def _random_states(goal: Board, blank: int, number: int, rng: Random) -> Iterator[State]:
    """Random boards that can reach the goal, with the blank in this cell, all with the same probability."""
    tiles = list(range(1, goal.shape.cells))
    for _ in range(number):
        check_limits()  # for every board: one of 256×256 takes a tenth of a second
        rng.shuffle(tiles)
        cells = [*tiles[:blank], 0, *tiles[blank:]]
        if not is_connected(goal.shape, cells, goal.state):
            one, other = cells.index(1), cells.index(2)
            cells[one], cells[other] = 2, 1
        yield pack(cells)


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
