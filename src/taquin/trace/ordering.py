"""The rules of a search that its trace does not show: what it stores, and in which order it expands that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StoredNodes(StrEnum):
    """Which nodes a search stores between two steps, to expand them later."""

    FRONTIER = "frontier"  # every generated node that is not expanded yet
    PATH = "path"  # only the current path
    SIBLINGS = "siblings"  # the current path, and the children of its nodes
    CURRENT = "place"  # only the current node


class Scope(StrEnum):
    """The part of a run in which a state has at most one node."""

    RUN = "run"
    ITERATION = "iteration"  # each iteration begins anew: it keeps only the root
    NONE = "none"  # a state may have any number of nodes


class Order(StrEnum):
    """In which order a search expands the nodes that it stores."""

    BEST = "best"  # the least f first, then by the tie-break, then the oldest
    LAYERS = "layers"  # layer by layer, in a layer the least h first, then the oldest
    OLDEST = "oldest"  # the oldest first, although the search compares f with a bound
    NEWEST = "newest"  # the children of the last expansion first, in the order of their generation
    SIDES = "sides"  # two searches, layer by layer: the smaller layer first, and in a layer the oldest
    PAIRS = "pairs"  # two searches, one node of each in turn: the first of a pair with the least lower bound
    MEETING = "meeting"  # two searches: the least max(f, 2g + 1) of both sides first; then the oldest
    BALANCED = "balanced"
    """Two searches in turn: the least 2g + ``suboptimality`` · (h - h from behind) of the side; then the oldest."""
    FOCAL = "focal"  # the least h first, of the nodes with f up to ``suboptimality`` times the least; then the oldest
    POTENTIAL = "potential"  # the greatest potential first: (``suboptimality`` · the least f - g) / h; then the oldest
    ESTIMATES = "estimates"  # the choice of explicit estimation search first, then by its corrected f
    REPAIRS = "repairs"
    """The least g + w · h first, where w is the bound of the iteration; improved closed nodes wait for the next one."""
    BACKED_UP = "backed up"
    """The least value first, where the value of a node is the least f that was found below it; then the deepest."""
    LEARNED = "learned"
    """The neighbour with the least h, which the search raises in the states that it leaves; then the first."""
    UNKNOWN = "unknown"  # not known; the oldest first is shown


@dataclass(frozen=True, slots=True)
class SearchRules:
    """What a reader of a trace must know about its search. The header of a trace has them.

    The defaults are for an algorithm that the registry does not describe.
    """

    order: Order = Order.UNKNOWN
    weight_g: float = 1  # the search compares nodes by f = ``weight_g`` · g + ``weight_h`` · h
    weight_h: float = 1
    priority: str = "linear"  # how ``weight_h`` is used, if f is not that sum: see ``PRIORITIES`` of best-first search
    suboptimality: float = 1
    """The solution is at most this many times as long as a shortest one, if the search bounds that."""
    tie_break: str = "fifo"
    seed: int = 0  # the seed of the tie-break ``random``
    held: StoredNodes = StoredNodes.FRONTIER
    bound: str = "bound {}"  # what the bound of an iteration means; ``{}`` stands for its value
    unique_states: Scope = Scope.RUN  # where a state has one node: a cheaper path improves that node

    @property
    def drops_duplicates(self) -> bool:
        """Whether every child with a known state is dropped: expanded nodes are remembered, in a closed list."""
        return self.unique_states is not Scope.NONE

    @property
    def begins_anew(self) -> bool:
        """Whether every iteration begins at the root, and keeps nothing else of the one before."""
        return self.unique_states is Scope.ITERATION or self.held is StoredNodes.PATH

    @property
    def is_local(self) -> bool:
        """Whether this is a local search, which stores the current state alone."""
        return self.held is StoredNodes.CURRENT
