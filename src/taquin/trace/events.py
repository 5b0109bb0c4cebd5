"""The events of a trace, one type for each thing that an observer hears between start and finish."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class IterationEvent(NamedTuple):
    """A new round with this bound."""

    bound: float


class GenerateEvent(NamedTuple):
    """A new node; a root has parent -1 and move -1."""

    node: int
    parent: int
    move: int
    g: float
    h: float


class ExpandEvent(NamedTuple):
    """The successors of this node are made now."""

    node: int


class PruneEvent(NamedTuple):
    """The node is cut off; with reason ``duplicate``: a child is dropped whose state this node has."""

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


Event: TypeAlias = IterationEvent | GenerateEvent | ExpandEvent | PruneEvent | ImproveEvent | GoalEvent

DUPLICATE = "duplicate"
