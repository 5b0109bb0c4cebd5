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
from taquin.trace.frontier import make_frontier
from taquin.trace.ordering import SearchRules, StoredNodes
from taquin.trace.trace import Trace


class ChildStatus(StrEnum):
    """What a step did with a child."""

    NEW = "new"
    PRUNED = "pruned"
    DUPLICATE = "duplicate"
    IMPROVED = "improved"
    GOAL = "goal"


class Child(NamedTuple):
    """A successor that was generated and evaluated."""

    parent: int
    move: int
    node: int  # the new node, or the known node that has this state
    g: float
    h: float
    status: ChildStatus
    reason: str = ""  # why it was pruned
    known_g: float = 0
    """For a duplicate: the g of the known node. For an improved node: the g that it had."""
    is_reopened: bool = False  # for an improved node: whether it had been expanded


class Step(NamedTuple):
    """One expansion. ``number`` counts them from 1; g and parent are those at that time."""

    number: int
    node: int
    parent: int
    move: int
    depth: int  # the moves from the root
    g: float
    h: float
    iteration: int  # the iteration it belongs to, counted from 1; 0 in searches without iterations
    begun: tuple[float, ...]  # the bounds of the iterations that began just before it
    times: int  # 1 if the node is expanded for the first time in its iteration
    root: int  # the root of its tree
    children: tuple[Child, ...]
    dropped: tuple[tuple[int, str], ...]  # nodes of earlier steps that were pruned in this one, and why
    waiting: int  # how many nodes are stored after the step, as ``StoredNodes`` says
    ends_iteration: bool = False  # whether another iteration begins after it

    @property
    def kept(self) -> tuple[Child, ...]:
        """The children that were not dropped: in a local search, the one that it goes to."""
        return tuple(child for child in self.children if child.status in (ChildStatus.NEW, ChildStatus.GOAL))

    @property
    def looks_ahead(self) -> bool:
        """Whether a real-time search does not go to any of the children yet."""
        return len(self.kept) > 1 or any(child.reason == "look-ahead" for child in self.children)


def steps(trace: Trace) -> Iterator[Step]:
    """The steps of a trace, in order, each made when it is asked for."""
    replay = _Replay(trace.rules)
    for event in trace.events:
        step = replay.add(event)
        if step is not None:
            yield step
    step = replay.finish()
    if step is not None:
        yield step


class _Replay:
    """The tree and the frontier after each event, and the step that the events belong to."""

    def __init__(self, rules: SearchRules) -> None:
        self.held = rules.held
        self.frontier = make_frontier(rules, is_ordered=False)  # only the number of open nodes is shown
        self.tree = self.frontier.tree
        self.depths: dict[int, int] = {}
        self.begun: list[float] = []
        self.step: Step | None = None
        self.children: list[Child] = []
        self.indices: dict[int, int] = {}  # the index of each new node among the children
        self.dropped: list[tuple[int, str]] = []

    def add(self, event: Event) -> Step | None:
        """Add one event; return the step that it completes, if it does."""
        done = self.finish() if isinstance(event, ExpandEvent) else None
        known_g = self.tree[event.node].g if isinstance(event, ImproveEvent) else 0
        is_known_closed = isinstance(event, ImproveEvent) and self._is_closed(event.node)
        self.frontier.add(event)
        if isinstance(event, GenerateEvent | ImproveEvent):
            self.depths[event.node] = self.depths.get(event.parent, -1) + 1
        match event:
            case ExpandEvent(node):
                self._begin(node)
            case IterationEvent(bound):
                self.begun.append(bound)
            case GenerateEvent(node, parent, move, g, h) if parent >= 0:
                self.indices[node] = len(self.children)
                self.children.append(Child(parent, move, node, g, h, ChildStatus.NEW))
            case ImproveEvent(node, parent, move, g):
                h, status = self.tree[node].h, ChildStatus.IMPROVED
                self.children.append(Child(parent, move, node, g, h, status, "", known_g, is_known_closed))
            case DuplicateEvent(node, parent, move, g):
                known = self.tree[node]
                self.children.append(Child(parent, move, node, g, known.h, ChildStatus.DUPLICATE, "", known.g))
            case PruneEvent(node, reason) if node in self.indices:
                self._set_status(node, ChildStatus.PRUNED, reason)
            case PruneEvent(node, reason):
                self.dropped.append((node, reason))
            case GoalEvent(node) if node in self.indices:
                self._set_status(node, ChildStatus.GOAL, "")
            case _:
                pass
        return done

    def _is_closed(self, node: int) -> bool:
        return node not in self.frontier.open and bool(self.tree[node].expansions)

    def _begin(self, number: int) -> None:
        node = self.tree[number]
        expansions_before = self.tree.begins[-1] if self.tree.begins else 0
        self.step = Step(
            number=self.tree.expansions,
            node=number,
            parent=node.parent,
            move=node.move,
            depth=self.depths[number],
            g=node.g,
            h=node.h,
            iteration=len(self.tree.bounds),
            begun=tuple(self.begun),
            times=len(node.expansions) - bisect_right(node.expansions, expansions_before),
            root=node.root,
            children=(),
            dropped=(),
            waiting=0,
        )
        self.begun, self.children, self.indices, self.dropped = [], [], {}, []

    def _set_status(self, node: int, status: ChildStatus, reason: str) -> None:
        index = self.indices[node]
        self.children[index] = self.children[index]._replace(status=status, reason=reason)

    def finish(self) -> Step | None:
        """The step that the last events belong to; None before the first expansion."""
        step, self.step = self.step, None
        if step is None:
            return None
        return step._replace(
            children=tuple(self.children),
            dropped=tuple(self.dropped),
            waiting=self._count_stored(step),
            ends_iteration=bool(self.begun),
        )

    def _count_stored(self, step: Step) -> int:
        match self.held:
            case StoredNodes.FRONTIER | StoredNodes.SIBLINGS:
                return len(self.frontier.open)
            case StoredNodes.PATH:
                return step.depth + 1
            case _:
                return 0
