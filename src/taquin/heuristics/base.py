"""The base classes of heuristics, and the heuristics that are 0 everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeAlias, TypedDict, TypeVar

from taquin.errors import TableError
from taquin.puzzle.board import Board, BoardLike, State, as_board
from taquin.puzzle.words import whole

if TYPE_CHECKING:
    from taquin.run.run import Run

LARGE = 4096
"""On boards of more cells an evaluation from scratch takes milliseconds, so it checks the limits of the run itself."""

S_contra = TypeVar("S_contra", contravariant=True)


class Estimate(Generic[S_contra]):
    """A callable from states of any space to an estimate of the distance to the goal.

    ``update`` computes the estimate of a child from its parent's. Searches call it for every generated node, so a
    heuristic that can compute the difference in O(1) overrides it. The result must equal a call from scratch.
    """

    __slots__ = ()

    def __call__(self, state: S_contra) -> float:
        """The estimate for this state: 0 at the goal."""
        raise NotImplementedError

    def update(self, value: float, parent: S_contra, child: S_contra) -> float:
        """The estimate for ``child``, one move away from ``parent``, whose estimate is ``value``."""
        return self(child)

    @property
    def is_incremental(self) -> bool:
        """Whether ``update`` is overridden."""
        return type(self).update is not Estimate.update


class NoEstimate(Estimate[object]):
    """0 for every state of every space, for searches without a heuristic."""

    __slots__ = ()

    def __call__(self, state: object) -> float:
        return 0

    def update(self, value: float, parent: object, child: object) -> float:
        return 0


class Heuristic(Estimate[State]):
    """An estimate for sliding-tile boards and one goal. Derive from this class to write a heuristic of your own.

    A plain function of (board, goal) is a heuristic too; a class can prepare tables for its goal, and override
    ``update``. ``solve``, ``compare`` and ``examine`` take the class.

    >>> import taquin
    >>> class WrongCells(taquin.Heuristic):
    ...     def __call__(self, state):
    ...         return sum(tile != home != 0 for tile, home in zip(state, self.goal.state))
    >>> taquin.solve("1 2 3 / 4 0 5 / 6 7 8", algorithm="astar", heuristic=WrongCells).length
    14
    >>> WrongCells(taquin.Board("1 2 3 / 4 5 6 / 7 8 0")).estimate("1 2 3 / 4 0 5 / 6 7 8")
    4
    """

    __slots__ = ("goal",)

    def __init__(self, goal: Board) -> None:
        """Prepare for this goal. Raises ``HeuristicError`` on shapes where the heuristic is not defined."""
        self.goal = goal

    def estimate(self, board: BoardLike) -> float:
        """The estimate for a board in any form. Searches call the heuristic itself, with states.

        Raises ``TableError`` if a file of its tables was changed after it was constructed.
        """
        value = self(as_board(board, self.goal.shape).state)
        self.check_tables()
        return value

    def explain(self, state: State) -> Explanation:
        """Why the estimate has its value: parts that add up to it. By default one part, the value itself."""
        value = self(state)
        words = "the heuristic returns this number"
        return Explanation(value, words, (Part(kind="sum", value=value, words=words),))

    @property
    def has_intact_tables(self) -> bool:
        """Whether the files of its tables, if any, are unchanged since it was constructed."""
        return True

    def table_checksums(self) -> list[str]:
        """The tables that it uses, if any: the name and a checksum of each."""
        return []

    def check_tables(self) -> None:
        """Raise ``TableError`` if a file of its tables was changed, so estimates since then may be wrong."""
        if not self.has_intact_tables:
            raise TableError(
                f"a table file of {type(self).__name__} was changed while it was in use",
                hint="run it again; a heuristic object must be constructed again",
            )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.goal!r})"


class Blind(Heuristic):
    """0 on every board. Admissible and consistent; A* becomes uniform-cost search with it."""

    __slots__ = ()

    def __call__(self, state: State) -> int:
        return 0

    def update(self, value: float, parent: State, child: State) -> float:
        return 0

    def explain(self, state: State) -> Explanation:
        return Explanation(0, "the estimate is 0 on every board")


@contextmanager
def using(run: Run, *heuristics: Heuristic | None) -> Iterator[None]:
    """Raise ``TableError`` if a table file of a heuristic is changed meanwhile: the run stops soon after the change."""
    run.budget.are_tables_intact = lambda: all(
        heuristic is None or heuristic.has_intact_tables for heuristic in heuristics
    )
    try:
        yield
    finally:  # a limit or an error may be the consequence
        for heuristic in heuristics:
            if heuristic is not None:
                heuristic.check_tables()


# Explanations: why an estimate has its value, as plain data that a page or a text can show on the board

Kind: TypeAlias = Literal["path", "line", "conflict", "cycle", "rows", "columns", "order", "pattern", "sum"]
"""The kinds of parts: ``path``, a tile's path along rows and columns; ``line``, a straight line or jump to its goal
cell; ``conflict``, a tile that lets others pass; ``cycle``, cells whose tiles change places; ``rows`` and ``columns``,
all tiles by line; ``order``, inversions; ``pattern``, a group of tiles; ``sum``, a number without a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One summand of an estimate."""

    kind: Kind
    value: float
    words: str
    tiles: tuple[int, ...] = ()
    """Its tiles; the first of a conflict is the one that leaves its line."""
    cells: tuple[int, ...] = ()
    """Where to show it, in order: a tile's path to its goal cell, the cells of a cycle, or the cells of the tiles."""
    table: tuple[tuple[int, ...], ...] = ()
    """Only for the walking distance: ``table[i][j]`` tiles in line i have their goal cells in line j."""

    def to_dict(self) -> dict[str, object]:
        return {**asdict(self), "tiles": [*self.tiles], "cells": [*self.cells], "table": [[*row] for row in self.table]}


class ExplanationRecord(TypedDict):
    """An estimate and its parts, whose values add up to it."""

    value: float
    words: str
    parts: Annotated[list[dict[str, object]], list[Part]]


@dataclass(frozen=True, slots=True)
class Explanation:
    """An estimate as a sum: the values of its parts add up to ``value``.

    >>> from taquin import estimate
    >>> print(estimate("1 2 3 / 4 5 6 / 0 7 8", "manhattan"))
    h = 2: the tiles' distances add up to 2
    """

    value: float
    words: str
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return f"h = {whole(round(self.value, 2))}: {self.words}"

    def to_dict(self) -> ExplanationRecord:
        return {"value": self.value, "words": self.words, "parts": [part.to_dict() for part in self.parts]}
