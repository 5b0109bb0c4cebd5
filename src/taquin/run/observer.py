"""The ten events of a search that an observer receives."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.run.result import Outcome


class Observer:
    """Ten methods that do nothing: override those you need.

    ``Run`` calls them, and only if an observer is attached. All arguments are plain numbers: a node is its number, in
    order of creation; the start and the moves rebuild any state. An observer must not sleep or draw: record first,
    view afterwards.

    >>> import taquin
    >>> class Expansions(taquin.Observer):
    ...     def __init__(self):
    ...         self.nodes = []
    ...
    ...     def expand(self, node):
    ...         self.nodes.append(node)
    >>> observer = Expansions()
    >>> taquin.solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", observer=observer).length, observer.nodes
    (2, [0, 4])
    """

    __slots__ = ()

    def start(self, header: Mapping[str, object]) -> None:
        """The run begins. ``Trace.header`` documents the header."""

    def iteration(self, bound: float) -> None:
        """A new iteration begins: of iterative deepening with this bound, or a restart of hill climbing."""

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """A new node. A root has parent -1 and move -1 and does not count as generated."""

    def behind(self, node: int, h: float) -> None:
        """The estimate of the distance from a new node back to the root of its side, in a search that uses it: BAE*."""

    def duplicate(self, node: int, parent: int, move: int, g: float) -> None:
        """A child of ``parent`` is dropped, because the known ``node`` has its state. ``g`` is that of the child."""

    def expand(self, node: int) -> None:
        """The successors of this node are generated now."""

    def prune(self, node: int, reason: str) -> None:
        """A generated node is cut off: at a bound, at the depth limit, by a beam or by a rule of local search."""

    def improve(self, node: int, parent: int, move: int, g: float) -> None:
        """A cheaper path to a known node: new parent, new g. A node that was expanded is open again."""

    def goal(self, node: int) -> None:
        """The node is the goal. Where two searches met: the forward node, then the backward node of that state."""

    def finish(self, outcome: Outcome) -> None:
        """The run is over."""
