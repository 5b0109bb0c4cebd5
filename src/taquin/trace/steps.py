"""A trace in steps: one step for each expansion, with every child that was generated and its status."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from taquin.trace.events import (
    DuplicateEvent,
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
    PruneEvent,
)
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree


class Held(StrEnum):
    """What a search holds between two steps."""

    FRONTIER = "frontier"
    """Every node that waits to be expanded."""
    PATH = "path"
    """The current path alone."""
    SIBLINGS = "siblings"
    """The current path, and beside it the children that wait."""
    PLACE = "place"
    """The place where it stands."""


class Fate(StrEnum):
    """What became of a child in the step that made it."""

    NEW = "new"
    PRUNED = "pruned"
    DUPLICATE = "duplicate"
    IMPROVED = "improved"
    GOAL = "goal"


class Child(NamedTuple):
    """A successor that was generated and evaluated."""

    parent: int
    move: int
    node: int
    """The new node, or the known node that has this state."""
    g: float
    h: float
    fate: Fate
    reason: str = ""
    """Why it was pruned."""
    known_g: float = 0
    """For a duplicate and an improved node: the g that it had."""
    is_reopened: bool = False
    """For an improved node: whether it had been expanded."""


class Step(NamedTuple):
    """One expansion. ``number`` counts them from 1; g and parent are those of that moment."""

    number: int
    node: int
    parent: int
    move: int
    g: float
    h: float
    iteration: int
    """The round it belongs to, counted from 1; 0 in searches without rounds."""
    begun: tuple[float, ...]
    """The bounds of the rounds that began just before it."""
    times: int
    """1 if the node is expanded for the first time in its round."""
    root: int
    """The root that it hangs under."""
    children: tuple[Child, ...]
    dropped: tuple[tuple[int, str], ...]
    """Nodes of earlier steps that were pruned now, and why."""
    waiting: int
    """Nodes that wait when the step is over, or that the path holds: see ``Held``."""


def steps(trace: Trace, held: Held = Held.FRONTIER) -> Iterator[Step]:
    """The steps of a trace, in order, made as they are asked for."""
    replay = _Replay(held)
    for event in trace.events:
        step = replay.add(event)
        if step is not None:
            yield step
    step = replay.finish()
    if step is not None:
        yield step


class _Replay:
    """The tree and what waits, as they stand after each event, and the step that is being made."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.tree = SearchTree()
        self.waiting: set[int] = set()
        self.root: dict[int, int] = {}
        self.family: dict[int, list[int]] = {}  # the children of the last expansion of each node, for SIBLINGS
        self.begun: list[float] = []
        self.step: Step | None = None
        self.children: list[Child] = []
        self.made: dict[int, int] = {}  # node: its place among the children
        self.dropped: list[tuple[int, str]] = []

    def add(self, event: Event) -> Step | None:
        """Take one event; return the step that it completes, if it does."""
        done = None
        match event:
            case ExpandEvent(node):
                done = self.finish()
                self.tree.add(event)
                self._begin(node)
            case IterationEvent(bound):
                self.tree.add(event)
                self.begun.append(bound)
            case GenerateEvent(node, parent, move, g, h):
                self.tree.add(event)
                self.waiting.add(node)
                self.root[node] = node if parent < 0 else self.root[parent]
                if parent >= 0:
                    self.made[node] = len(self.children)
                    self.children.append(Child(parent, move, node, g, h, Fate.NEW))
                    self.family.setdefault(parent, []).append(node)
            case ImproveEvent(node, parent, move, g):
                before, is_reopened = self.tree[node], node not in self.waiting and bool(self.tree[node].expansions)
                known_g = before.g
                self.tree.add(event)
                self.waiting.add(node)
                self.children.append(Child(parent, move, node, g, before.h, Fate.IMPROVED, "", known_g, is_reopened))
            case DuplicateEvent(node, parent, move, g):
                self.tree.add(event)
                known = self.tree[node]
                self.children.append(Child(parent, move, node, g, known.h, Fate.DUPLICATE, "", known.g))
            case PruneEvent(node, reason):
                self._prune(node, reason)
            case GoalEvent(node):
                if node in self.made:
                    self._mend(node, Fate.GOAL, "")
        return done

    def _begin(self, node: int) -> None:
        at = self.tree[node]
        self.waiting.discard(node)
        self.family[node] = []
        iteration = len(self.tree.bounds)
        before = self.tree.begins[-1] if self.tree.begins else 0
        self.step = Step(
            self.tree.expansions,
            node,
            at.parent,
            at.move,
            at.g,
            at.h,
            iteration,
            tuple(self.begun),
            len(at.expansions) - bisect_right(at.expansions, before),
            self.root[node],
            (),
            (),
            0,
        )
        self.begun, self.children, self.made, self.dropped = [], [], {}, []

    def _prune(self, node: int, reason: str) -> None:
        self.waiting.discard(node)
        if node in self.made:
            self._mend(node, Fate.PRUNED, reason)
        else:
            self.dropped.append((node, reason))

    def _mend(self, node: int, fate: Fate, reason: str) -> None:
        place = self.made[node]
        self.children[place] = self.children[place]._replace(fate=fate, reason=reason)

    def finish(self) -> Step | None:
        """The step that was being made; None before the first expansion."""
        step, self.step = self.step, None
        if step is None:
            return None
        return step._replace(
            children=tuple(self.children), dropped=tuple(self.dropped), waiting=self._count_waiting(step)
        )

    def _count_waiting(self, step: Step) -> int:
        match self.held:
            case Held.FRONTIER:
                return len(self.waiting)
            case Held.PATH:
                return int(step.g) + 1
            case Held.SIBLINGS:
                path = set(self.tree.path(step.node))
                return sum(child not in path for node in path for child in self.family.get(node, ()))
            case _:
                return 0
