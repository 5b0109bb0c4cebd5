"""An explicit graph with weights as a state space: the maps of textbooks, a graph of networkx, a file of edges."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from taquin.errors import SpaceError
from taquin.puzzle.arguments import check_real, read_real
from taquin.puzzle.formats import MAXIMUM_BYTES, load_file
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.words import near_hint, shown, whole

Edges: TypeAlias = Mapping[Any, Any] | Iterable[tuple[Any, ...]] | str | os.PathLike[str]
"""``{"A": {"B": 75}}``, ``{"A": ["B"]}``, edges such as ``("A", "B", 75)``, a graph of networkx, or a file of edges."""


class Graph:
    """A graph with a start and a goal, as ``search`` takes it. A move is the name of the node that it leads to.

    * **edges**: a dict, a list of edges, a graph of networkx (its attributes ``weight`` and ``h`` are used), or a file
      with an edge per line, ``Arad Zerind 75``, and the estimate of a node, ``Arad 366``. An edge without a number
      costs 1. Names with spaces need commas between the columns.
    * **h**: the estimate of each node; ``graph.h`` is then a heuristic. Nodes without one have 0.
    * **directed**: whether an edge leads one way only; a graph of networkx knows that itself.
    * **weighted**: without it every move costs 1, so that breadth-first and depth-first searches take the graph too.

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
        estimates: dict[Any, float] = {}
        self._next: dict[Any, dict[Any, float]] = {}
        self._previous: dict[Any, dict[Any, float]] = {}
        is_directed = getattr(edges, "is_directed", None)
        directed = directed if is_directed is None else bool(is_directed())
        for one, other, weight in _read(edges, estimates):
            cost = whole(check_real(f"the cost of {one} to {other}", weight, error=SpaceError))
            self._add(one, other, cost)
            if not directed:
                self._add(other, one, cost)
        self._estimates = {**estimates, **(h or {})}
        for node, value in self._estimates.items():
            check_real(f"h of {node}", value, error=SpaceError)
        for name, node in (("start", start), ("goal", goal)):
            if node not in self._next:
                names = [each for each in self._next if isinstance(each, str)]
                raise SpaceError(
                    f"the {name} {shown(node)} is not a node of the graph", hint=near_hint(str(node), names)
                )
        if weighted and any(cost != 1 for costs in self._next.values() for cost in costs.values()):
            self.cost = self._cost  # a space without costs counts moves

    def _add(self, one: Any, other: Any, cost: float) -> None:
        for node in (one, other):
            self._next.setdefault(node, {})
            self._previous.setdefault(node, {})
        self._next[one][other] = self._previous[other][one] = cost

    def _cost(self, state: Any, move: Any, child: Any) -> float:
        return self._next[state][child]

    def is_goal(self, state: Any) -> bool:
        return bool(state == self.goal)

    def successors(self, state: Any) -> list[tuple[Any, Any]]:
        """The neighbours, in the order in which the edges name them."""
        return [(node, node) for node in self._next[state]]

    def predecessors(self, state: Any) -> list[tuple[Any, Any]]:
        return [(state, node) for node in self._previous[state]]  # named by the move that leads back

    def reverse(self, move: Any) -> Any:
        return move

    def h(self, state: Any) -> float:
        """The estimate of a node."""
        return self._estimates.get(state, 0)


def _read(edges: Any, estimates: dict[Any, float]) -> Iterator[tuple[Any, Any, Any]]:
    """The edges with their costs; ``estimates`` gets those that are found with them."""
    if isinstance(edges, str | os.PathLike):
        yield from _read_file(Path(edges), estimates)
    elif hasattr(edges, "adj"):  # networkx
        if edges.is_multigraph():
            raise SpaceError("expected a graph with one edge between two nodes, found a multigraph")
        estimates.update({node: values["h"] for node, values in edges.nodes(data=True) if "h" in values})
        yield from ((one, other, values.get("weight", 1)) for one, other, values in edges.edges(data=True))
    elif isinstance(edges, Mapping):
        for one, others in edges.items():
            pairs = others.items() if isinstance(others, Mapping) else ((other, 1) for other in others)
            yield from ((one, other, cost) for other, cost in pairs)
    else:
        for edge in edges:
            if not isinstance(edge, tuple | list) or len(edge) not in (2, 3):
                raise SpaceError(f"expected edges such as ('A', 'B', 75), found {shown(edge)}")
            yield edge[0], edge[1], edge[2] if len(edge) == 3 else 1


def _read_file(path: Path, estimates: dict[Any, float]) -> Iterator[tuple[str, str, float]]:
    text = load_file(path)[:MAXIMUM_BYTES].decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        words = [word.strip() for word in re.split(r"[,;\t]" if re.search(r"[,;\t]", content) else r"\s+", content)]
        value = read_real(words[-1])
        match words:
            case [""]:
                continue
            case [node, _] if value is not None:
                estimates[node] = value
            case [one, other]:
                yield one, other, 1
            case [one, other, _] if value is not None:
                yield one, other, value
            case _:
                raise SpaceError(
                    f"{path.name}, line {number}: expected an edge such as Arad Zerind 75, found {shown(line)}"
                )
