"""The interface between puzzles and searches, and the test whether a puzzle is solvable.

A search sees a ``StateSpace``: a start, a goal test, successors. ``TileSpace`` is the sliding-tile one; tests use toy
spaces of ten states. A ``Problem`` is a start board and a goal board.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from taquin.puzzle.board import Board, BoardLike, State, as_board, one_line
from taquin.puzzle.geometry import Shape, count_inversions, is_connected, tile_cells
from taquin.puzzle.goals import GOALS, GoalLike, make_goal
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move, steps
from taquin.puzzle.rounding import round_up
from taquin.puzzle.slides import Metric, MetricLike, SlideSpace, as_metric, longest_slide

S = TypeVar("S", bound=Hashable)
M_co = TypeVar("M_co", bound=Hashable, covariant=True)


class MoveSpace(Protocol[S, M_co]):
    """A space as ``search`` takes it: a ``StateSpace`` whose moves may be anything hashable, such as texts."""

    if TYPE_CHECKING:  # at run time a class that derives from this one may set its start

        @property
        def start(self) -> S:
            """The start state."""
            ...

    def is_goal(self, state: S) -> bool:
        """Whether this state is a goal."""
        ...

    def successors(self, state: S) -> Sequence[tuple[M_co, S]]:
        """The moves that can be made and the states that they lead to, in a fixed order."""
        ...


class StateSpace(MoveSpace[S, int], Protocol[S]):
    """The three things that a search needs from a problem: ``start``, ``is_goal`` and ``successors``.

    Write a class with these three to search a puzzle of your own; it need not derive from this one. States are
    hashable, and so are moves: numbers, or names such as ``"AB"`` (then do not derive from this class). Every move
    costs 1, unless the class also has a method ``cost``: see ``WeightedSpace``. With ``goal``, ``predecessors`` and
    ``reverse`` it can also be searched from both ends: see ``ReversibleSpace``.

    >>> import taquin
    >>> class Countdown:
    ...     start = 21
    ...
    ...     def is_goal(self, state):
    ...         return state == 0
    ...
    ...     def successors(self, state):
    ...         return [(take, state - take) for take in (1, 3, 8) if take <= state]
    >>> taquin.search(Countdown(), "bfs").moves
    (1, 1, 3, 8, 8)
    """


class WeightedSpace(StateSpace[S], Protocol[S]):
    """A space whose moves have other costs than 1.

    Best-first searches, from uniform cost to ARA*, IDA*, RBFS and bidirectional A* add the costs; the others count
    moves, and refuse such a space.

    >>> import taquin
    >>> class Coins:
    ...     start = 0
    ...
    ...     def is_goal(self, state):
    ...         return state == 6
    ...
    ...     def successors(self, state):
    ...         return [(coin, state + coin) for coin in (1, 3, 4) if state + coin <= 6]
    ...
    ...     def cost(self, state, move, child):
    ...         return {1: 1, 3: 5, 4: 5.5}[move]
    >>> found = taquin.search(Coins(), "ucs")
    >>> found.moves, found.cost
    ((1, 1, 1, 1, 1, 1), 6)
    """

    def cost(self, state: S, move: int, child: S) -> float:
        """The cost of a move from a state to its successor: 0 or more. Integers and fractions are added exactly."""
        ...


class ReversibleSpace(StateSpace[S], Protocol[S]):
    """A space with one known goal that can also be searched backwards, for bidirectional searches.

    >>> import taquin
    >>> class Steps:
    ...     start, goal = 2, 9
    ...
    ...     def is_goal(self, state):
    ...         return state == self.goal
    ...
    ...     def successors(self, state):
    ...         return [(1, state + 1), (2, state * 2)]
    ...
    ...     def predecessors(self, state):
    ...         return [(1, state - 1)] + [(2, state // 2)] * (state % 2 == 0)
    ...
    ...     def reverse(self, move):
    ...         return move
    >>> taquin.search(Steps(), "bidirectional").states
    (2, 4, 8, 9)
    """

    if TYPE_CHECKING:

        @property
        def goal(self) -> S:
            """The only state that passes the goal test."""
            ...

    def predecessors(self, state: S) -> Sequence[tuple[int, S]]:
        """The moves of the backward search and the states that they lead to, in a fixed order."""
        ...

    def reverse(self, move: int) -> int:
        """The forward move that undoes a move of the backward search."""
        ...


class TileSpace:
    """The graph of boards: states are packed cells, moves slide one tile.

    ``bytes.translate`` with a table that swaps the blank and one tile makes a successor in a single call.
    """

    __slots__ = ("_steps", "goal", "shape", "start")

    def __init__(self, start: State, goal: State, shape: Shape, order: tuple[Move, ...] = tuple(Move)) -> None:
        self.start = start
        self.goal = goal
        self.shape = shape
        self._steps = steps(shape, order)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def successors(self, state: State) -> list[tuple[Move, State]]:
        """The boards one slide away, in the order of the space, which is Up, Down, Left, Right unless given."""
        if isinstance(state, bytes):
            return [(move, state.translate(_SWAPS[state[target]])) for move, target in self._steps[state.index(0)]]
        blank = state.index(0)
        children: list[tuple[Move, State]] = []
        for move, target in self._steps[blank]:
            cells = list(state)
            cells[blank], cells[target] = cells[target], 0
            children.append((move, tuple(cells)))
        return children

    predecessors = successors

    def reverse(self, move: int) -> int:
        return Move(move).opposite


def _swap_table(tile: int) -> bytes:
    table = bytearray(range(256))
    table[0], table[tile] = tile, 0
    return bytes(table)


_SWAPS = [_swap_table(tile) for tile in range(256)]


@suggests_names
@dataclass(frozen=True, repr=False)
class Problem:
    """A start board, a goal board, and whether moves or slides are counted.

    >>> problem = Problem("1 2 3 / 4 5 6 / 8 7 0")
    >>> problem.is_solvable
    False
    >>> problem.solvability.repair
    (7, 8)
    >>> Problem("1 2 3 / 4 5 6 / 0 7 8", metric="slides").lower_bound
    1
    """

    start: Board
    goal: Board
    metric: Metric
    """What a solution costs: its single moves, or its slides."""

    def __init__(
        self, start: BoardLike | Problem, goal: GoalLike | None = None, *, metric: MetricLike | None = None
    ) -> None:
        """Take boards in any form; the goal may be a name (``standard``, ``blank-first``, ``snail``, ``center``).

        The metric is ``moves`` (the default) or ``slides``, where tiles that slide together in a line count 1. A
        problem in place of a start has its own goal and metric, unless others are given.
        """
        if isinstance(start, Problem):
            goal = start.goal if goal is None else goal
            metric = start.metric if metric is None else metric
            start = start.start
        start = as_board(start)
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "goal", make_goal(goal, start.shape))
        object.__setattr__(self, "metric", Metric.MOVES if metric is None else as_metric(metric))

    def __repr__(self) -> str:
        metric = "" if self.metric is Metric.MOVES else f", metric={self.metric.value!r}"
        return f"Problem(start={self.start!r}, goal={self.goal!r}{metric})"

    @property
    def shape(self) -> Shape:
        """The shape of both boards."""
        return self.start.shape

    @cached_property
    def space(self) -> TileSpace | SlideSpace:
        """The state space that a search works on: its edges are single moves or slides."""
        make = TileSpace if self.metric is Metric.MOVES else SlideSpace
        return make(self.start.state, self.goal.state, self.shape)

    @cached_property
    def is_solvable(self) -> bool:
        """Whether slides lead from start to goal. O(n), without a search."""
        return is_connected(self.shape, self.start.state, self.goal.state)

    @cached_property
    def lower_bound(self) -> int:
        """Manhattan distance from start to goal, or what follows from it for slides. No solution costs less."""
        home = tile_cells(self.goal.state)
        distance = sum(self.shape.taxicab(cell, home[tile]) for cell, tile in enumerate(self.start) if tile)
        return self.in_metric(distance)

    def in_metric(self, moves: float) -> int:
        """The lower bound on the cost of a solution that follows from one on its single moves."""
        return round_up(moves if self.metric is Metric.MOVES else moves / longest_slide(self.shape))

    @cached_property
    def solvability(self) -> Solvability:
        """Whether it is solvable, and why."""
        shape = self.shape
        if shape.is_line:
            rule = "in a single line tiles never pass each other, so both boards must show them in the same order"
        elif shape.columns % 2:
            kept = "with an odd number of columns no move changes the parity of the inversions"
            rule = f"{kept}: both boards need the same"
        else:
            kept = "with an even number of columns no move changes the parity of inversions + the blank's row"
            rule = f"{kept}: both boards need the same"
        repair = None if self.is_solvable else _find_repair(self.start, self.goal)
        return Solvability(self.is_solvable, _count_parity(self.start), _count_parity(self.goal), rule, repair)

    @property
    def header(self) -> dict[str, str]:
        """What the header of a trace, and every JSON object about the problem, say about it: both boards as text."""
        return {"start": one_line(self.start), "goal": one_line(self.goal)}

    @property
    def reachable_goals(self) -> tuple[str, ...]:
        """The names of the goals that slides lead to from the start."""
        return tuple(
            name for name, make in GOALS.items() if is_connected(self.shape, self.start.state, make(self.shape).state)
        )

    @property
    def repaired(self) -> Board | None:
        """The start with two tiles swapped to make it solvable; None if it is solvable, or if no swap helps."""
        swap = self.solvability.repair
        return None if swap is None else self.start.swapped(*swap)


@dataclass(frozen=True)
class ParityCount:
    """The numbers of the parity rule for one board."""

    inversions: int
    blank_row: int  # counted from 1, from the top
    parity: int  # 0 or 1; no move changes it

    @property
    def word(self) -> Literal["even", "odd"]:
        """``odd`` or ``even``."""
        return "odd" if self.parity else "even"


@dataclass(frozen=True)
class Solvability:
    """Why a goal can or cannot be reached.

    >>> check("1 2 3 / 4 5 6 / 8 7 0").repair
    (7, 8)
    """

    is_solvable: bool
    start: ParityCount
    goal: ParityCount
    rule: str
    repair: tuple[int, int] | None
    """The two tiles to swap to make the problem solvable; None if it is solvable, or if no single swap helps."""


def check(start: BoardLike, goal: GoalLike | None = None) -> Solvability:
    """Show whether a board can reach the goal, and why.

    >>> found = check("1 2 3 / 4 5 6 / 8 7 0")
    >>> found.is_solvable, found.start.inversions, found.goal.inversions
    (False, 1, 0)
    """
    return Problem(start, goal).solvability


def _count_parity(board: Board) -> ParityCount:
    inversions = count_inversions([tile for tile in board if tile])
    row = board.shape.position(board.blank)[0] + 1
    parity = inversions if board.shape.columns % 2 else inversions + row
    return ParityCount(inversions, row, parity % 2)


def _find_repair(start: Board, goal: Board) -> tuple[int, int] | None:
    """Two tiles to swap: adjacent ones that add the least Manhattan distance; in a line, the two in the wrong order."""
    shape, cells = start.shape, start.cells
    if shape.is_line:
        here, there = [tile for tile in start if tile], [tile for tile in goal if tile]
        wrong = [(tile, other) for tile, other in zip(here, there, strict=True) if tile != other]
        return (min(wrong[0]), max(wrong[0])) if len(wrong) == 2 else None
    home = tile_cells(goal.state)
    pairs = [
        (cell, other)
        for cell in range(shape.cells)
        for other in (shape.neighbour(cell, 0, 1), shape.neighbour(cell, 1, 0))
        if other is not None and cells[cell] and cells[other]
    ]

    def change(pair: tuple[int, int]) -> int:
        one, other = pair
        before = shape.taxicab(one, home[cells[one]]) + shape.taxicab(other, home[cells[other]])
        return shape.taxicab(other, home[cells[one]]) + shape.taxicab(one, home[cells[other]]) - before

    one, other = min(pairs, key=change)
    return min(cells[one], cells[other]), max(cells[one], cells[other])
