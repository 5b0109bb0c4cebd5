"""Trace files of version 1, in which a duplicate was ``{"event": "prune", "node": …, "reason": "duplicate"}``.

Such a line names the known node alone. Its parent and its move are found by comparing boards.
"""

from __future__ import annotations

from taquin.errors import TraceError
from taquin.puzzle.moves import Move
from taquin.trace.contract import Contract
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, ImproveEvent, PruneEvent

DUPLICATE = "duplicate"


class DuplicateFinder:
    """Converts the events of a file of version 1, one after another, to those of the present version.

    Every successor of an expanded node has one event. A search that generates one child at a time returns to a node
    only when the nodes below it have no successor left; so the parent of a duplicate is the deepest node, from the one
    that the last event was about up to the root, with a successor that has no event yet and the board of the known
    node.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._parents: dict[int, int] = {}
        self._remaining: dict[int, set[Move]] = {}  # for each expanded node the successors that have no event yet
        self._current = -1

    def convert(self, event: Event, line: int) -> Event:
        """The event in the present version. Raises ``TraceError`` if a duplicate has no parent."""
        match event:
            case GenerateEvent(node, parent, move):
                self._parents[node] = parent
                self._take(parent, move)
            case ImproveEvent(node, parent, move):
                self._parents[node] = parent
                self._take(parent, move)
            case ExpandEvent(node):
                self._current = node
                self._remaining[node] = set(Move)
            case PruneEvent(node, reason) if reason == DUPLICATE:
                parent, move = self._find_parent(node, line)
                self._take(parent, move)
                return DuplicateEvent(node, parent, move, self._contract.g[parent] + 1)
            case _:
                pass
        return event

    def _take(self, parent: int, move: int) -> None:
        self._current = parent
        if parent in self._remaining:
            self._remaining[parent].discard(Move(move))

    def _find_parent(self, known: int, line: int) -> tuple[int, int]:
        positions = self._contract.positions
        if positions is None:
            raise TraceError(f"line {line}: without boards the parent of a duplicate in version 1 is unknown")
        node = self._current
        while self._contract.is_known(node) and self._contract.is_known(known):
            for move in self._remaining.get(node, ()):
                if positions.after(node, move) == positions[known]:
                    return node, int(move)
            node = self._parents.get(node, -1)
        raise TraceError(f"line {line}: no node that is being expanded has a successor with the board of node {known}")
