"""Layout of a layered graph: few crossings, short edges, no overlaps.

The order in each layer comes from sweeps that put every node at the mean place of its neighbours, down and up again
(K. Sugiyama, S. Tagawa, M. Toda, *Methods for visual understanding of hierarchical system structures*, 1981), and then
swap adjacent nodes where that saves crossings (E. R. Gansner et al., *A technique for drawing
directed graphs*, 1993); the best order found is kept. The places are then those nearest to the neighbours'
that keep the order and the distance: a regression under an order, by pooling adjacent violators (R. E. Barlow et al.,
*Statistical inference under order restrictions*, 1972).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from taquin.puzzle.geometry import count_inversions

_ORDER_SWEEPS = 24
_PLACE_SWEEPS = 12

Links = Sequence[Sequence[Sequence[int]]]
"""``links[i][j]``: the nodes of layer i + 1 that node j of layer i is linked to."""


def order_layers(sizes: Sequence[int], links: Links) -> list[list[int]]:
    """The nodes of each layer from left to right, with no more crossings than in the order that they come in.

    >>> order_layers([2, 2], [[[1], [0]]])
    [[0, 1], [1, 0]]
    """
    back = reverse_links(sizes, links)
    orders = [list(range(size)) for size in sizes]
    best, fewest = [list(order) for order in orders], count_crossings(orders, links)
    for sweep in range(_ORDER_SWEEPS):
        if not fewest:
            break
        for layer, near, fixed in _sweep(sweep, links, back):
            orders[layer] = _sorted_by_neighbours(orders[layer], near, orders[fixed])
        _exchange_neighbours(orders, links, back)
        crossings = count_crossings(orders, links)
        if crossings < fewest:
            best, fewest = [list(order) for order in orders], crossings
    return best


def _sweep(number: int, links: Links, back: Links) -> Iterator[tuple[int, Sequence[Sequence[int]], int]]:
    """Down or, in every second sweep, up: a layer, its links to the layer before it in the sweep, and that layer."""
    if number % 2 == 0:
        return ((layer + 1, near, layer) for layer, near in enumerate(back))
    return ((layer, links[layer], layer + 1) for layer in reversed(range(len(links))))


def reverse_links(sizes: Sequence[int], links: Links) -> list[list[list[int]]]:
    """For every node of every layer but the first, the nodes above that are linked to it."""
    back: list[list[list[int]]] = [[[] for _ in range(size)] for size in sizes[1:]]
    for below, layer in zip(back, links, strict=True):
        for node, targets in enumerate(layer):
            for target in targets:
                below[target].append(node)
    return back


def _sorted_by_neighbours(order: list[int], near: Sequence[Sequence[int]], fixed: Sequence[int]) -> list[int]:
    """Sort by the mean place of the neighbours; equal nodes, and nodes without neighbours, keep their order."""
    places = {node: place for place, node in enumerate(fixed)}
    means = {node: _mean([places[neighbour] for neighbour in near[node]], place) for place, node in enumerate(order)}
    return sorted(order, key=means.__getitem__)


def _exchange_neighbours(orders: list[list[int]], links: Links, back: Links) -> None:
    """Exchange two nodes side by side wherever that saves crossings with the layers above and below."""
    places = [{node: place for place, node in enumerate(order)} for order in orders]
    for layer, order in enumerate(orders):
        near: list[tuple[Sequence[Sequence[int]], dict[int, int]]] = []
        if layer:
            near.append((back[layer - 1], places[layer - 1]))
        if layer + 1 < len(orders):
            near.append((links[layer], places[layer + 1]))
        for place in range(len(order) - 1):
            one, other = order[place], order[place + 1]
            saved = 0
            for linked, at in near:
                ends, other_ends = ([at[neighbour] for neighbour in linked[node]] for node in (one, other))
                saved += sum((end > far) - (end < far) for end in ends for far in other_ends)
            if saved > 0:
                order[place], order[place + 1] = other, one
        places[layer] = {node: place for place, node in enumerate(order)}


def count_crossings(orders: Sequence[Sequence[int]], links: Links) -> int:
    """How many pairs of links cross."""
    total = 0
    for layer, (upper, lower) in enumerate(pairwise(orders)):
        places = {node: place for place, node in enumerate(lower)}
        ends = [place for node in upper for place in sorted(places[target] for target in links[layer][node])]
        total += count_inversions(ends)
    return total


def place_layers(orders: Sequence[Sequence[int]], links: Links, distance: float) -> list[list[float]]:
    """The middle of every node from the left, at least ``distance`` from the next one in its layer.

    ``result[i][j]`` is that of node j of layer i; the least of all is 0.
    """
    sizes = [len(order) for order in orders]
    back = reverse_links(sizes, links)
    places = [[0.0] * size for size in sizes]
    for order, at in zip(orders, places, strict=True):
        for place, node in enumerate(order):
            at[node] = (place - (len(order) - 1) / 2) * distance
    for sweep in range(_PLACE_SWEEPS):
        for layer, near, fixed in _sweep(sweep, links, back):
            wanted = [
                _mean([places[fixed][neighbour] for neighbour in near[node]], places[layer][node])
                for node in orders[layer]
            ]
            for node, x in zip(orders[layer], spread(wanted, distance), strict=True):
                places[layer][node] = x
    leftmost = min((x for at in places for x in at), default=0)
    return [[x - leftmost for x in at] for at in places]


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def spread(wanted: Sequence[float], distance: float) -> list[float]:
    """The places nearest to the wanted ones, in their order, that are at least this far apart. Linear time.

    >>> spread([0, 0, 10], 2)
    [-1.0, 1.0, 10.0]
    """
    blocks: list[tuple[float, int]] = []  # the mean wanted place of adjacent nodes, and their number
    for place, value in enumerate(wanted):
        mean, size = value - place * distance, 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    moved = [mean for mean, size in blocks for _ in range(size)]
    return [float(value + place * distance) for place, value in enumerate(moved)]
