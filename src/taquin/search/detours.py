"""Detours: strings of moves that a depth-first search need not follow, because others lead to the same boards.

L. A. Taylor and R. E. Korf, *Pruning duplicate nodes in depth-first search*, AAAI 1993.
"""

from __future__ import annotations

from array import array
from functools import lru_cache

from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets

LONGEST = 14
"""The longest strings that are looked at: their number doubles with every move."""

FORBIDDEN = 0xFFFF
"""What follows a move that leads off the grid or completes a detour."""


class Detours:
    """An automaton that watches the moves of a search and forbids those that complete a detour.

    A **detour** is a string of at most ``length`` moves, from some cell of the blank, for which there is another string
    to the same board that is shorter, or as long and earlier in the order of moves. Every path with a detour in it can
    be replaced by one that is not longer and comes earlier, so the first of the shortest paths to any board has none:
    a search that avoids them finds the very solution that it would have found.

    With length 2 the only detours are moves that undo the last one; from 6 on two ways round a square are one.
    ``following[4 * state + move]`` is the state after a move, or ``FORBIDDEN``; the search begins in the state whose
    number is the blank's cell.

    >>> up, down = 0, 1
    >>> watch = Detours(Shape(3, 3), 2)
    >>> state = watch.after(8, up)
    >>> state == FORBIDDEN, watch.after(state, up) == FORBIDDEN, watch.after(state, down) == FORBIDDEN
    (False, False, True)
    """

    __slots__ = ("following", "length", "shape")

    def __init__(self, shape: Shape, length: int) -> None:
        if not 2 <= length <= LONGEST:
            raise ValueError(f"expected strings of 2 to {LONGEST} moves, found {length}")
        self.shape = shape
        self.length = length
        walks = _Walks(shape)
        walks.grow(length)
        following = walks.connect()
        if len(following) > 4 * FORBIDDEN:
            raise too_long(shape, length)
        self.following = array("H", following)

    def after(self, state: int, move: int) -> int:
        """The state after a move, or ``FORBIDDEN``."""
        return self.following[4 * state + move]


def too_long(shape: Shape, length: int) -> SpecError:
    """The error for an automaton with more states than fit."""
    return SpecError(f"a lookback of {length} moves needs too large a table on {shape}", hint="take a shorter one")


@lru_cache(maxsize=16)
def detours(shape: Shape, length: int) -> Detours:
    """The automaton for a shape, kept for the next call."""
    return Detours(shape, length)


class _Walks:
    """The tree of all strings that contain no detour, from every cell of the blank; breadth first, as parallel lists.

    The strings from one cell to one board are known by that board; its first string is the shortest and earliest.
    """

    def __init__(self, shape: Shape) -> None:
        cells = shape.cells
        self.targets = blank_targets(shape)
        self.first = list(range(cells))
        self.blank = list(range(cells))
        self.depth = [0] * cells
        self.parent = [-1] * cells
        self.rest = [-1] * cells  # the same string without its first move
        self.following = [[-1] * 4 for _ in range(cells)]  # with one move more; -1 off the grid or with a detour
        self.boards = [bytes(range(cells))] * cells
        self.seen = {(cell, self.boards[cell]) for cell in range(cells)}
        self.detours: list[tuple[int, int]] = []  # those that contain no other: a string and its last move

    def grow(self, length: int) -> None:
        """Add all strings of up to this length."""
        walk = 0
        while walk < len(self.first) and self.depth[walk] < length:
            for move in range(4):
                target = self.targets[4 * self.blank[walk] + move]
                if target >= 0:
                    self._extend(walk, move, target)
            walk += 1

    def _extend(self, walk: int, move: int, target: int) -> None:
        rest = self.following[self.rest[walk]][move] if self.depth[walk] else target
        if rest < 0:
            return  # a shorter detour ends here
        board, blank = bytearray(self.boards[walk]), self.blank[walk]
        board[blank], board[target] = board[target], board[blank]
        reached = self.first[walk], bytes(board)
        if reached in self.seen:
            self.detours.append((walk, move))
            return
        self.seen.add(reached)
        self.following[walk][move] = len(self.first)
        self.first.append(self.first[walk])
        self.blank.append(target)
        self.depth.append(self.depth[walk] + 1)
        self.parent.append(walk)
        self.rest.append(rest)
        self.following.append([-1] * 4)
        self.boards.append(reached[1])

    def connect(self) -> list[int]:
        """The automaton of Aho and Corasick: its states are the beginnings of detours.

        After a move it is in the state of the longest end of the moves so far that is a beginning of some detour.
        """
        states = {cell: cell for cell in range(self.depth.count(0))}
        for walk, _ in self.detours:
            beginnings = []
            while walk not in states:
                beginnings.append(walk)
                walk = self.parent[walk]
            for beginning in reversed(beginnings):
                states[beginning] = len(states)
        return [self._follow(walk, move, states) for walk in states for move in range(4)]

    def _follow(self, walk: int, move: int, states: dict[int, int]) -> int:
        walk = self.following[walk][move]
        while walk >= 0 and walk not in states:
            walk = self.rest[walk]
        return FORBIDDEN if walk < 0 else states[walk]
