"""An explicit graph with weights as a state space: the maps of textbooks, a graph of networkx, a file of edges."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeAlias, cast

from taquin.errors import SpaceError
from taquin.puzzle.arguments import check_real
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.presenters import present
from taquin.puzzle.rounding import as_exact
from taquin.puzzle.words import near_hint, shown
from taquin.solving.graph_forms import Edge, check_hashable, read_edges

Edges: TypeAlias = Mapping[Any, Any] | Iterable[tuple[Any, ...]] | str | os.PathLike[str]
"""``{"A": {"B": 75}}``, ``{"A": ["B"]}``, edges such as ``("A", "B", 75)``, a graph of networkx, or a file of edges."""


class Graph:
    """A graph with a start and a goal, as ``search`` takes it. A move is the name of the node that it leads to.

    * **edges**: a dict, a list of edges, a graph of networkx (its attributes ``weight`` and ``h`` are used), or a file
      with an edge per line, ``Arad Zerind 75``, and the estimate of a node, ``Arad 366``. An edge without a number
      costs 1; in a file every edge has a number, or none has. Names with spaces need commas, semicolons or tabs between
      the columns, the same in every line. A space and ``#`` begin a comment.
    * **h**: the estimate of each node; ``graph.h`` is then a heuristic. Nodes without one have 0.
    * **directed**: whether an edge leads one way only; a graph of networkx knows that itself.
    * **weighted**: without it every move costs 1, so that breadth-first and depth-first searches take the graph too.

    Raises ``SpaceError`` for an edge that is given twice with different costs; unless edges are directed, its two
    directions are one edge. In a file it also refuses ``A 3`` if 3 is the name of a node, because that may be an edge
    without its cost, and estimates of nodes that no edge names. Raises ``FormatError`` for a file that is too large or
    not in UTF-8.

    >>> import taquin
    >>> roads = {"A": {"B": 1, "C": 4}, "B": {"C": 2, "D": 6}, "C": {"D": 2}}
    >>> graph = taquin.Graph(roads, start="A", goal="D", h={"A": 4, "B": 3, "C": 2})
    >>> found = taquin.search(graph, "astar", graph.h, admissible=True)
    >>> found.states, found.cost
    (('A', 'B', 'C', 'D'), 5)
    """

    @suggest_keywords
    def __init__(
        self,
        edges: Edges,
        *,
        start: Hashable,
        goal: Hashable,
        h: Mapping[Any, float] | None = None,
        directed: bool = False,
        weighted: bool = True,
    ) -> None:
        self.start, self.goal = start, goal
        self.label = f"{start} to {goal}"
        self._next: dict[Hashable, dict[Hashable, float]] = {}
        self._previous: dict[Hashable, dict[Hashable, float]] = {}
        is_directed = getattr(edges, "is_directed", None)
        directed = directed if is_directed is None else bool(is_directed())
        read = read_edges(edges)
        for node in read.nodes:
            self._add_node(node)
        for edge in read.edges:
            try:
                self._add(edge, directed=directed)
            except SpaceError as error:
                raise error.within(edge.place) if edge.place else error from None
        if not isinstance(h, Mapping | None):
            raise SpaceError(f"expected h as a dict of estimates such as {{'A': 366}}, found {shown(h)}")
        self._estimates = {**read.estimates, **(h or {})}
        for node, value in self._estimates.items():
            check_real(f"h of {_name(node)}", value, error=SpaceError)
        for name, node in (("start", start), ("goal", goal)):
            check_hashable(node)
            if node not in self._next:
                names = [each for each in self._next if isinstance(each, str)]
                raise SpaceError(
                    f"the {name} {shown(node)} is not a node of the graph", hint=near_hint(str(node), names)
                )
        if weighted and any(cost != 1 for costs in self._next.values() for cost in costs.values()):
            self.cost = self._cost  # a space without costs counts moves

    def _add_node(self, node: object) -> None:
        check_hashable(node)
        self._next.setdefault(node, {})
        self._previous.setdefault(node, {})

    def _add(self, edge: Edge, *, directed: bool) -> None:
        one, other = edge.one, edge.other
        check_real(f"the cost of {_name(one)} to {_name(other)}", edge.cost, error=SpaceError)
        cost = cast("float", as_exact(edge.cost))
        for here, there in ((one, other),) if directed else ((one, other), (other, one)):
            self._add_node(here)
            self._add_node(there)
            known = self._next[here].setdefault(there, cost)
            if known != cost:
                raise SpaceError(
                    f"the edge {shown(one)} to {shown(other)} has the cost {shown(cost)}, and before it had "
                    f"{shown(known)}",
                    hint="remove one of them" if directed else "remove one of them, or use directed=True",
                )
            self._previous[there][here] = cost

    def _cost(self, state: object, move: object, child: object) -> float:
        return self._next[state][child]

    def is_goal(self, state: object) -> bool:
        return bool(state == self.goal)

    def successors(self, state: object) -> list[tuple[Any, Any]]:
        """The neighbours, in the order in which the edges name them."""
        return [(node, node) for node in self._next[state]]

    def predecessors(self, state: object) -> list[tuple[Any, Any]]:
        return [(state, node) for node in self._previous[state]]  # named by the move that leads back

    def reverse(self, move: object) -> Any:
        return move

    def h(self, state: object) -> float:
        """The estimate of a node."""
        return self._estimates.get(state, 0)

    @property
    def nodes(self) -> tuple[Any, ...]:
        """All nodes, in the order in which the edges name them."""
        return tuple(self._next)

    @property
    def edges(self) -> list[tuple[Any, Any, float]]:
        """All edges with their costs; where edges lead both ways, one of each direction."""
        return [(node, other, cost) for node, costs in self._next.items() for other, cost in costs.items()]

    def to_dot(self) -> str:
        """The graph for Graphviz, with its costs and estimates; the start and the goal are coloured.

        >>> Graph({"A": {"B": 2}}, start="A", goal="B").to_dot().splitlines()[-2]
        '  n0 -> n1 [label="2", dir=none];'
        """
        return present("graph as dot", self)


def _name(node: object) -> str:
    return shown(node)[1:-1] if isinstance(node, str) else shown(node)
