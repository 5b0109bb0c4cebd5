"""Properties of the layout of layered graphs, on random graphs."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from taquin.render.shortest.layered_layout import count_crossings, order_layers, place_layers


@st.composite
def graphs(draw: st.DrawFn, *, widest: int = 6, deepest: int = 6) -> tuple[list[int], list[list[list[int]]]]:
    sizes = draw(st.lists(st.integers(1, widest), min_size=1, max_size=deepest))
    links = [
        [sorted(draw(st.sets(st.integers(0, below - 1), max_size=3))) for _ in range(above)]
        for above, below in pairwise(sizes)
    ]
    return sizes, links


def crossings(orders: list[list[int]], links: list[list[list[int]]]) -> int:
    """Every pair of links, one by one."""
    found = 0
    for layer, (upper, lower) in enumerate(pairwise(orders)):
        ends = [(upper.index(node), lower.index(to)) for node in upper for to in links[layer][node]]
        found += sum((a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(ends, 2))
    return found


@given(graphs())
def test_crossings_are_counted_right(graph: tuple[list[int], list[list[list[int]]]]) -> None:
    sizes, links = graph
    orders = [list(range(size)) for size in sizes]
    assert count_crossings(orders, links) == crossings(orders, links)


@given(graphs())
def test_the_order_is_a_permutation_with_no_more_crossings(graph: tuple[list[int], list[list[list[int]]]]) -> None:
    sizes, links = graph
    orders = order_layers(sizes, links)
    assert [sorted(order) for order in orders] == [list(range(size)) for size in sizes]
    assert crossings(orders, links) <= crossings([list(range(size)) for size in sizes], links)
    assert orders == order_layers(sizes, links)


@given(graphs(), st.floats(1, 100))
def test_places_keep_order_and_distance(graph: tuple[list[int], list[list[list[int]]]], distance: float) -> None:
    sizes, links = graph
    orders = order_layers(sizes, links)
    places = place_layers(orders, links, distance)
    assert [len(row) for row in places] == sizes
    assert min(x for row in places for x in row) == 0
    for order, row in zip(orders, places, strict=True):
        for one, other in pairwise(order):
            assert row[other] - row[one] >= distance * (1 - 1e-9)


def test_a_chain_is_straight_and_a_fork_symmetric() -> None:
    chain = [[[0]], [[0]], [[0]]]
    assert place_layers([[0], [0], [0], [0]], chain, 10) == [[0], [0], [0], [0]]
    fork = [[[0, 1]], [[0], [0]]]
    assert place_layers([[0], [0, 1], [0]], fork, 10) == [[5], [0, 10], [5]]
