"""The nodes of a search that stores them."""

from __future__ import annotations

import sys
from array import array
from typing import Generic, TypeVar

S = TypeVar("S")


class NodeTable(Generic[S]):
    """The nodes of a search by number: state, parent, move, g and h, in parallel arrays.

    The arrays are compact while moves are numbers below 256, as they are on boards, and g counts steps. Other moves,
    and the g of a space with costs (``is_weighted``), are kept in lists.
    """

    __slots__ = ("g", "h", "moves", "parents", "states")

    def __init__(self, *, is_weighted: bool = False) -> None:
        self.states: list[S] = []
        self.parents = array("i")
        self.moves: bytearray | list[int] = bytearray()
        self.g: array[int] | list[float] = [] if is_weighted else array("i")
        self.h: list[float] = []

    def __len__(self) -> int:
        return len(self.states)

    def add_root(self, state: S, h: float = 0) -> int:
        return self.add(state, -1, 0, 0, h)

    def add(self, state: S, parent: int, move: int, g: float, h: float) -> int:
        try:
            self.moves.append(move)
        except ValueError:  # not a byte
            self.moves = [*self.moves, move]
        self.states.append(state)
        self.parents.append(parent)
        self.g.append(g)  # type: ignore[arg-type]
        self.h.append(h)
        return len(self.states) - 1

    def improve(self, node: int, parent: int, move: int, g: float) -> None:
        """Replace the path to a node by a cheaper one. The node keeps its number."""
        self.parents[node] = parent
        try:
            self.moves[node] = move
        except ValueError:  # not a byte
            self.moves = [*self.moves]
            self.moves[node] = move
        self.g[node] = g  # type: ignore[call-overload]

    def path(self, node: int) -> list[int]:
        moves = []
        while self.parents[node] >= 0:
            moves.append(self.moves[node])
            node = self.parents[node]
        return moves[::-1]

    def memory(self) -> int:
        """An estimate of the bytes in use, in O(1): the arrays as they are, and the states as large as the first."""
        arrays = sum(map(sys.getsizeof, (self.states, self.parents, self.moves, self.g, self.h)))
        number = sys.getsizeof(1 << 20)  # the node's number, as the dictionary of known states holds it
        return arrays + len(self) * (allocated(self.states[0]) + number) if self.states else arrays


def allocated(value: object) -> int:
    """Bytes that the allocator gives for a value: a multiple of 16."""
    return (sys.getsizeof(value) + 15) // 16 * 16
