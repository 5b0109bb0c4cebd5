"""Properties of the layout of layered graphs, on random graphs."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations, product

from hypothesis import given
from hypothesis import strategies as st

from taquin.render.shortest.layered_layout import count_crossings, order_layers, place_layers, spread


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


def test_small_graphs_have_nearly_the_fewest_crossings() -> None:
    """There is no guarantee for one graph; over many, few crossings are left that another order would save."""
    rng = random.Random(4)
    found = best = before = 0
    for _ in range(150):
        sizes = [1, *(rng.randint(2, 3) for _ in range(3)), 1]
        links = [
            [sorted(rng.sample(range(below), rng.randint(1, min(2, below)))) for _ in range(above)]
            for above, below in pairwise(sizes)
        ]
        before += crossings([list(range(size)) for size in sizes], links)
        found += crossings(order_layers(sizes, links), links)
        best += min(
            crossings([list(order) for order in orders], links)
            for orders in product(*(permutations(range(n)) for n in sizes))
        )
    assert best <= found <= 1.05 * best < 0.5 * before


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=12), st.floats(0.5, 20))
def test_spreading_moves_nodes_as_little_as_possible(wanted: list[float], distance: float) -> None:
    """No place can be moved alone, and no block of places together, without moving away from what is wanted."""
    found = spread(wanted, distance)
    assert all(other - one >= distance * (1 - 1e-9) for one, other in pairwise(found))

    def cost(places: list[float]) -> float:
        return sum((place - want) ** 2 for place, want in zip(places, wanted, strict=True))

    step = 1e-3
    for first, last in combinations(range(len(found) + 1), 2):
        for move in (-step, step):
            moved = [*found[:first], *(x + move for x in found[first:last]), *found[last:]]
            if all(other - one >= distance for one, other in pairwise(moved)):
                assert cost(moved) >= cost(found) - 1e-6
