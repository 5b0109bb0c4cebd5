"""The eight things that a search tells whoever watches it."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.run.result import Outcome


class Observer:
    """Eight methods that do nothing: override those you need.

    Searches call them only behind ``if observer is not None``. All arguments are plain numbers: a node is its number,
    in order of birth; start plus moves rebuild any state. Nothing here may sleep or draw: record first, view later.
    """

    __slots__ = ()

    def start(self, header: Mapping[str, str]) -> None:
        """The run begins. The header names the ``spec`` of the run, and for boards ``start`` and ``goal``."""

    def iteration(self, bound: float) -> None:
        """A new round begins (iterative deepening, a new contour, a restart, a new temperature)."""

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """A new node. A root has parent -1 and move -1 and does not count as generated."""

    def expand(self, node: int) -> None:
        """The successors of this node are made now."""

    def prune(self, node: int, reason: str) -> None:
        """The node is cut off. ``duplicate``: a child is dropped, for its state is this known node's."""

    def improve(self, node: int, parent: int, move: int, g: float) -> None:
        """A cheaper path to a known node: new parent, new g. An expanded node is open again."""

    def goal(self, node: int) -> None:
        """The node is the goal (of both sides, one after the other, where two searches met)."""

    def finish(self, outcome: Outcome) -> None:
        """The run is over."""
