"""The events of a trace: one type for each event that an observer receives between start and finish."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class IterationEvent(NamedTuple):
    """A new iteration with this bound."""

    bound: float


class GenerateEvent(NamedTuple):
    """A new node; a root has parent -1 and move -1."""

    node: int
    parent: int
    move: int
    g: float
    h: float


class BehindEvent(NamedTuple):
    """The estimate of the distance from the new node back to the root of its side, which decides the order of BAE*."""

    node: int
    h: float


class DuplicateEvent(NamedTuple):
    """A child of ``parent`` is dropped, because the known ``node`` has its state. ``g`` is that of the child."""

    node: int
    parent: int
    move: int
    g: float


class ExpandEvent(NamedTuple):
    """The successors of this node are generated now."""

    node: int


class PruneEvent(NamedTuple):
    """A generated node is cut off."""

    node: int
    reason: str


class ImproveEvent(NamedTuple):
    """A cheaper path to a known node."""

    node: int
    parent: int
    move: int
    g: float


class GoalEvent(NamedTuple):
    """The node is the goal, or one of the two nodes where two searches met."""

    node: int


Event: TypeAlias = (
    IterationEvent | GenerateEvent | BehindEvent | DuplicateEvent | ExpandEvent | PruneEvent | ImproveEvent | GoalEvent
)
