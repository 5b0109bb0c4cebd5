"""The number of nodes of a search tree at each depth, by the cell of the blank, and its branching factor.

As in IDA*, no move undoes the one before it. S. Edelkamp and R. E. Korf, *The branching factor of regular search
spaces*, AAAI 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import expm1, log, sqrt

from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import steps
from taquin.run.limits import check_limits

_KINDS = {2: "corner", 3: "side", 4: "interior"}
"""The kind of a cell by the number of its neighbours."""


def _nodes_by_cell(shape: Shape) -> Iterator[list[int]]:
    """Yield for each depth, without end, the exact number of nodes with the blank in each cell, in cell 0 at the root.

    >>> [sum(nodes) for nodes in islice(_nodes_by_cell(Shape(3, 3)), 5)]
    [1, 2, 4, 8, 16]
    """
    ways = [[target for _, target in cell] for cell in steps(shape)]
    arrived = {(-1, 0): 1}  # by the last two cells of the blank
    while True:
        check_limits()
        cells = [0] * shape.cells
        for (_, cell), count in arrived.items():
            cells[cell] += count
        yield cells
        following: dict[tuple[int, int], int] = {}
        for (before, cell), count in arrived.items():
            for target in ways[cell]:
                if target != before:
                    following[cell, target] = following.get((cell, target), 0) + count
        arrived = following


def _deep_nodes(shape: Shape) -> list[list[int]]:
    """The nodes by cell at three successive depths, so deep that their ratios have settled."""
    depth = 200 + 40 * max(shape.rows, shape.columns)
    return list(islice(_nodes_by_cell(shape), depth, depth + 3))


def branching_factor(shape: Shape) -> float:
    """The limit of the ratio between the numbers of nodes at successive depths, as a geometric mean over two depths.

    Two depths, because the ratio may alternate: on 3×3 it is 3/2, then 2. Raises ``ValueError`` for a single line,
    where there is no choice.

    >>> round(branching_factor(Shape(3, 3)), 5), round(branching_factor(Shape(4, 4)), 5)
    (1.73205, 2.1304)
    """
    if shape.is_line:
        raise ValueError("a single line has no branching factor")
    first, _, last = map(sum, _deep_nodes(shape))
    return sqrt(last / first)


def equilibrium(shape: Shape) -> dict[str, float]:
    """The shares of the nodes with the blank in a corner, on a side and in the interior, deep in the tree.

    They are means over two successive depths: on 3×3 the shares alternate.

    >>> {kind: round(share, 4) for kind, share in equilibrium(Shape(4, 4)).items()}
    {'corner': 0.1891, 'side': 0.4915, 'interior': 0.3194}
    """
    shares: dict[str, float] = {}
    for cells in _deep_nodes(shape)[:2]:
        for targets, count in zip(steps(shape), cells, strict=True):
            kind = _KINDS[len(targets)]
            shares[kind] = shares.get(kind, 0.0) + count / sum(cells) / 2
    return shares


def effective_branching_factor(generated: float, length: int) -> float:
    """The branching factor b of a uniform tree with the same depth and number of nodes: N + 1 = 1 + b + b² + … + b^d.

    N is the number of generated nodes, d the length of the solution, at least 1. A search that generates only the nodes
    of the solution has 1. (S. Russell, P. Norvig, *Artificial Intelligence: A Modern Approach*, section "The effect of
    heuristic accuracy on performance": a solution at depth 5 with 52 nodes has 1.92.)

    >>> round(effective_branching_factor(52, 5), 2)
    1.92
    """
    if generated <= length:
        return 1.0 if generated == length else generated / length
    low, high = 0.0, log(generated) / length  # bounds of log b: b^d is less than N, so nothing overflows
    for _ in range(60):
        middle = (low + high) / 2
        if expm1((length + 1) * middle) / expm1(middle) < generated + 1:  # the sum 1 + b + … + b^d
            low = middle
        else:
            high = middle
    return 1 + expm1(high)
