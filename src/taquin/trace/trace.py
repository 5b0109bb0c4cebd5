"""A recorded run: what began it, every event, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from taquin.board import Board
from taquin.result import Outcome, Stats
from taquin.trace.events import (
    DUPLICATE,
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    PruneEvent,
)
from taquin.trace.tree import SearchTree


@dataclass(frozen=True)
class Trace:
    """A recorded run. ``header`` names the ``spec``, and for boards the ``start`` and the ``goal``."""

    header: Mapping[str, str]
    events: tuple[Event, ...]
    outcome: Outcome
    is_truncated: bool = False

    @property
    def spec(self) -> str:
        """The text that reproduces the run."""
        return self.header.get("spec", "")

    @cached_property
    def start(self) -> Board:
        """The board that the search began with."""
        return Board(self.header["start"])

    @cached_property
    def goal(self) -> Board:
        """The board that it looked for."""
        return Board(self.header["goal"])

    @cached_property
    def tree(self) -> SearchTree:
        """The tree of nodes that the events describe."""
        return SearchTree(self.events)

    @cached_property
    def goal_nodes(self) -> tuple[int, ...]:
        """The node of the goal; two where two searches met; none if the run found nothing."""
        return tuple(event.node for event in self.events if isinstance(event, GoalEvent))

    @cached_property
    def node_path(self) -> tuple[int, ...]:
        """The numbers of the nodes on the solution, from the start to the goal."""
        ways = [self.tree.path(node) for node in self.goal_nodes]
        if len(ways) == 2:  # two searches met: the second way leads back to the goal
            return (*ways[0], *reversed(ways[1][:-1]))
        return ways[0] if ways else ()

    def fold(self) -> Stats:
        """Count the events. The counters of a run that was recorded whole are these numbers.

        ``max_frontier`` and ``max_stored`` are not told by events and stay 0.
        """
        expanded = generated = duplicates = pruned = reopened = 0
        depth: float = 0
        closed: set[int] = set()
        for event in self.events:
            match event:
                case GenerateEvent(parent=parent, g=g) if parent >= 0:
                    generated += 1
                    depth = max(depth, g)
                case ExpandEvent(node=node):
                    expanded += 1
                    closed.add(node)
                case PruneEvent(reason=reason):
                    duplicates += reason == DUPLICATE
                    pruned += reason != DUPLICATE
                case ImproveEvent(node=node):
                    reopened += node in closed
                    closed.discard(node)
                case _:
                    pass
        return Stats(expanded, generated, duplicates, reopened, pruned, max_depth=int(depth))
