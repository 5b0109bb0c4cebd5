"""All-pairs selection: few combinations of values in which every two values of different factors meet.

Faults seldom need three particular values at once. The whole product of the factors runs under ``make slow``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

Row: TypeAlias = tuple[Any, ...]
Pair: TypeAlias = tuple[int, int, int, int]
"""A factor and the place of a value in it, and another factor and the place of a value in that."""


def all_pairs(*factors: Sequence[Any]) -> list[Row]:
    """Rows with one value of each factor, so that every pair of values of two factors is in some row.

    Greedy and deterministic: each row starts with the first pair that is missing; the other values are those that
    bring the most missing pairs. There are at least as many rows as the two largest factors have combinations.
    """
    missing = dict.fromkeys(
        (one, place, other, second)
        for one, other in combinations(range(len(factors)), 2)
        for place in range(len(factors[one]))
        for second in range(len(factors[other]))
    )
    rows = []
    while missing:
        row = _next_row(factors, missing)
        for pair in _pairs(row):
            missing.pop(pair, None)
        rows.append(tuple(factor[row[number]] for number, factor in enumerate(factors)))
    return rows


def _next_row(factors: Sequence[Sequence[Any]], missing: dict[Pair, None]) -> dict[int, int]:
    """The places of the values of one more row, by factor."""
    one, place, other, second = next(iter(missing))
    row = {one: place, other: second}
    for number, factor in enumerate(factors):
        if number not in row:
            row[number] = max(range(len(factor)), key=partial(_gain, row, missing, number))
    return row


def _gain(row: dict[int, int], missing: dict[Pair, None], number: int, value: int) -> int:
    """How many missing pairs a value of another factor makes with those that are chosen."""
    return sum(pair in missing for pair in _pairs({**row, number: value}) if number in (pair[0], pair[2]))


def _pairs(row: dict[int, int]) -> list[Pair]:
    return [(one, row[one], other, row[other]) for one, other in combinations(sorted(row), 2)]
