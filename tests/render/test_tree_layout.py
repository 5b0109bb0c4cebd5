"""The tidy layout has its properties on random trees of every shape, and its time is linear."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin.render.tree.layout import Layout, tidy

TOLERANCE = 1e-6


def family_lists(parents: Sequence[int]) -> list[list[int]]:
    """The children of each node, of the parents of nodes 1, 2, …"""
    children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for child, parent in enumerate(parents, start=1):
        children[parent].append(child)
    return children


@st.composite
def trees(draw: st.DrawFn) -> list[list[int]]:
    """Any tree of up to 60 nodes; node numbers are in no order."""
    choices = draw(st.lists(st.integers(0, 2**16), max_size=59))
    children = family_lists([choice % (number + 1) for number, choice in enumerate(choices)])
    for family in children:
        if len(family) > 1 and draw(st.booleans()):
            family.reverse()
    return children


def recent(rng: Random, number: int) -> int:
    return max(0, number - 1 - rng.randrange(30))


SHAPES: dict[str, Callable[[Random, int], int]] = {
    "any parent": lambda rng, number: rng.randrange(number),
    "a recent parent": recent,
    "a comb": lambda rng, number: number - 1 if number % 2 else max(0, number - 2),
    "a chain": lambda rng, number: number - 1,
    "a broom": lambda rng, number: min(number - 1, 10_000),
}


def check_properties(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float, layout: Layout) -> None:
    centres, levels = layout.centres, layout.levels
    rows: dict[int, list[int]] = defaultdict(list)
    waiting = [(0, 0)]
    while waiting:
        node, level = waiting.pop()
        assert levels[node] == level
        rows[level].append(node)
        family = children[node]
        waiting.extend((child, level + 1) for child in reversed(family))
        if family:
            assert centres[node] == pytest.approx((centres[family[0]] + centres[family[-1]]) / 2, abs=TOLERANCE)
    for row in rows.values():  # in reading order: no overlap from left to right is also the order of children
        for left, right in pairwise(row):
            needed = (widths[left] + widths[right]) / 2 + gap
            assert centres[right] - centres[left] >= needed - TOLERANCE
    assert min(centre - width / 2 for centre, width in zip(centres, widths, strict=True)) == pytest.approx(0)
    assert max(centre + width / 2 for centre, width in zip(centres, widths, strict=True)) == pytest.approx(layout.width)
    assert layout.steps <= len(children)


def check_equal_subtrees(children: Sequence[Sequence[int]], widths: Sequence[float], layout: Layout) -> None:
    """Subtrees of equal shape and widths are drawn alike: so are their roots' children, and theirs by induction."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(children[node])
    kinds: dict[tuple[object, ...], int] = {}
    kind = [0] * len(children)
    offsets: dict[int, list[float]] = {}
    for node in reversed(order):
        family = children[node]
        kind[node] = kinds.setdefault((widths[node], *(kind[child] for child in family)), len(kinds))
        here = [layout.centres[child] - layout.centres[node] for child in family]
        assert offsets.setdefault(kind[node], here) == pytest.approx(here, abs=TOLERANCE)


@given(trees(), st.sampled_from([0, 1, 7.5]), st.data())
def test_any_tree(children: list[list[int]], gap: float, data: st.DataObject) -> None:
    width = st.sampled_from([1, 2.5, 10, 40])
    widths = data.draw(st.lists(width, min_size=len(children), max_size=len(children)))
    layout = tidy(children, widths, gap=gap)
    check_properties(children, widths, gap, layout)
    check_equal_subtrees(children, widths, layout)


@pytest.mark.parametrize("shape", SHAPES)
def test_large_trees(shape: str) -> None:
    """``check_properties`` also asserts that there are no more steps than nodes: the time is linear."""
    count = 4_000
    rng = Random(count)
    children = family_lists([SHAPES[shape](rng, number) for number in range(1, count)])
    widths = [rng.choice([20.0, 30.0, 55.0]) for _ in children]
    layout = tidy(children, widths, gap=4)
    check_properties(children, widths, 4, layout)
    check_equal_subtrees(children, widths, layout)


def test_a_small_subtree_between_two_large_ones_is_centred() -> None:
    """Walker's algorithm would place it at the left; Buchheim's corrects that."""
    children = [[1, 2, 6], [3, 4, 5], [], [], [], [], [7, 8, 9], [], [], []]
    layout = tidy(children, [10.0] * 10)
    left, middle, right = (layout.centres[node] for node in children[0])
    assert middle == pytest.approx((left + right) / 2)
    assert right - left == 30
