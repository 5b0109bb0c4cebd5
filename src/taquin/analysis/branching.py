"""The number of nodes of a search tree at each depth, by the cell of the blank, and its branching factor.

As in IDA*, no move undoes the one before it. S. Edelkamp and R. E. Korf, *The branching factor of regular search
spaces*, AAAI 1998.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import expm1, log, sqrt

from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import steps
from taquin.run.limits import check_limits


def nodes_by_cell(shape: Shape, blank: int) -> Iterator[list[int]]:
    """Yield for each depth, from 0 and without end, the exact number of nodes with the blank in each cell.

    ``blank`` is the cell of the blank at the root.


    >>> from itertools import islice
    >>> [sum(nodes) for nodes in islice(nodes_by_cell(Shape(3, 3), 4), 5)]
    [1, 4, 8, 8, 16]
    """
    ways = _targets(shape)
    arrived = {(-1, blank): 1}  # by the last two cells of the blank
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


def paths_from_cell(shape: Shape) -> Iterator[list[int]]:
    """Yield for each depth, from 0 and without end, the number of paths of this length from each cell of the blank.

    Reversed, these are the paths that end in the cell: the sum over all roots of the nodes with the blank there.
    """
    ways = _targets(shape)
    edges = [(cell, target) for cell in range(shape.cells) for target in ways[cell]]
    beyond = dict.fromkeys(edges, 1)  # the paths that begin with this step
    yield [1] * shape.cells
    while True:
        check_limits()
        yield [sum(beyond[cell, target] for target in ways[cell]) for cell in range(shape.cells)]
        beyond = {
            (cell, target): sum(beyond[target, after] for after in ways[target] if after != cell)
            for cell, target in edges
        }


def branching_factor(shape: Shape) -> float:
    """The limit of the ratio between the numbers of nodes at successive depths, as a geometric mean over two depths.

    Two depths, because the ratio may alternate: on 3×3 it is 3/2, then 2. Each depth takes time linear in the cells.
    Raises ``ValueError`` for a single line, where there is no choice.

    >>> round(branching_factor(Shape(3, 3)), 5), round(branching_factor(Shape(4, 4)), 5)
    (1.73205, 2.1304)
    """
    if shape.is_line:
        raise ValueError("a single line has no branching factor")
    ways = _targets(shape)
    edges = [(cell, target) for cell in range(shape.cells) for target in ways[cell]]
    weights = dict.fromkeys(edges, 1.0)
    factor, is_settled = 0.0, False
    while not is_settled:
        check_limits()
        for _ in range(2):
            weights = {
                (cell, target): sum(weights[target, after] for after in ways[target] if after != cell)
                for cell, target in edges
            }
        growth = sqrt(sum(weights.values()) / len(edges))
        is_settled, factor = abs(growth - factor) <= 1e-12 * growth, growth
        weights = {edge: weight / growth**2 for edge, weight in weights.items()}
    return factor


def blank_kinds(shape: Shape) -> dict[str, list[int]]:
    """The cells by the number of their neighbours: corners, sides and the interior."""
    names = {2: "corner", 3: "side", 4: "interior"}
    kinds: dict[str, list[int]] = {}
    for cell, targets in enumerate(_targets(shape)):
        kinds.setdefault(names.get(len(targets), "end"), []).append(cell)
    return kinds


def equilibrium(shape: Shape) -> dict[str, float]:
    """The shares of the nodes with the blank in a corner, on a side and in the interior, deep in the tree.

    They are means over two successive depths: on 3×3 the shares alternate.

    >>> {kind: round(share, 4) for kind, share in equilibrium(Shape(4, 4)).items()}
    {'corner': 0.1891, 'side': 0.4915, 'interior': 0.3194}
    """
    depth = 40 * max(shape.rows, shape.columns)
    shares = dict.fromkeys(blank_kinds(shape), 0.0)
    for number, cells in enumerate(nodes_by_cell(shape, 0)):
        if number >= depth:
            for kind, members in blank_kinds(shape).items():
                shares[kind] += sum(cells[cell] for cell in members) / sum(cells) / 2
        if number == depth + 1:
            return shares
    raise AssertionError("the depths do not end")


def _targets(shape: Shape) -> list[list[int]]:
    return [[target for _, target in cell] for cell in steps(shape)]


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
