"""What a search stores between two expansions, and in which order it expands that: facts of each algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StoredNodes(StrEnum):
    """Which nodes a search stores between two steps, to expand them later."""

    FRONTIER = "frontier"
    """Every generated node that is not expanded yet."""
    PATH = "path"
    """The current path alone."""
    SIBLINGS = "siblings"
    """The current path, and the children of its nodes."""
    CURRENT = "place"
    """The current node alone."""


class Order(StrEnum):
    """In which order a search expands the nodes that it stores."""

    BEST = "best"
    """The least f first, then by the tie-break, then the oldest."""
    LAYERS = "layers"
    """Layer by layer, in a layer the least h first, then the oldest."""
    NEWEST = "newest"
    """The children of the last expansion first, in the order of their generation."""
    SIDES = "sides"
    """Two searches, layer by layer: the smaller layer first, and in a layer the oldest."""
    PAIRS = "pairs"
    """Two searches, one node of each in turn: the first of a pair with the least lower bound."""
    BACKED_UP = "backed up"
    """The least value first, where the value of a node is the least f that was found below it; then the deepest."""
    UNKNOWN = "unknown"
    """An algorithm that the registry does not describe: the oldest first."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """An order with the weights of g and h in f, and the tie-break."""

    order: Order = Order.BEST
    weight_g: float = 1
    weight_h: float = 1
    tie_break: str = "fifo"


UNKNOWN_ORDER = Ordering(Order.UNKNOWN)
