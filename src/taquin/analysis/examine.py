"""Check a heuristic on every board of a small shape: is it admissible, is it consistent, how accurate is it?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from taquin.errors import BoardError
from taquin.heuristics.base import Heuristic
from taquin.puzzle.arguments import check_callable
from taquin.puzzle.board import Board, State
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.problem import TileSpace
from taquin.puzzle.rounding import exceeds, is_near
from taquin.solving.heuristic_choice import HeuristicChoice, HeuristicLike, choose_heuristic
from taquin.tables.distances import DistanceTable, distance_table, table_unsupported_reason

MAXIMUM_CELLS = 10
"""2×5 has 1,814,400 boards, and an estimate is stored for each; the next larger shapes have 100 times as many."""


@dataclass(frozen=True)
class Overestimate:
    """A board whose estimate exceeds the true distance: the heuristic is not admissible."""

    board: Board
    distance: int
    estimate: float


@dataclass(frozen=True)
class Inconsistency:
    """A move along which the estimate falls by more than the cost of 1: the heuristic is not consistent."""

    parent: Board
    child: Board
    parent_estimate: float
    child_estimate: float


@dataclass(frozen=True)
class UpdateError:
    """A move after which ``update`` differs from a call from scratch: a mistake in the heuristic's code."""

    parent: Board
    child: Board
    updated: float
    estimate: float


class EstimateCount(NamedTuple):
    """The number of boards with the same estimate and the same true distance."""

    estimate: float
    distance: int
    boards: int


@dataclass(frozen=True)
class EstimateComparison:
    """Two heuristics on the same boards."""

    board: Board
    """The board with the largest difference; of several the nearest to the goal, then the first by its cells."""
    distance: int
    estimate: float
    other_estimate: float
    higher: int
    """The number of boards where the first heuristic is higher than the other."""
    lower: int
    """The number of boards where it is lower."""
    other_mean: float
    other_counts: tuple[EstimateCount, ...]
    other: str = ""
    """The name of the other heuristic."""

    @property
    def gap(self) -> float:
        """The difference on that board; negative if the other heuristic is higher there."""
        return self.estimate - self.other_estimate

    @property
    def dominates(self) -> bool:
        """Whether the first heuristic is never lower, and higher on some board."""
        return self.higher > 0 and self.lower == 0

    @property
    def is_dominated(self) -> bool:
        """Whether the other heuristic is never lower, and higher on some board."""
        return self.lower > 0 and self.higher == 0

    @property
    def is_equal(self) -> bool:
        """Whether both are equal on all boards."""
        return self.higher == self.lower == 0


@dataclass(frozen=True, repr=False)
class Examination:
    """The properties of a heuristic, checked on every board that can reach the goal.

    The counterexamples are those nearest to the goal by true distance (for a move: of its parent); of several boards
    the first by its cells, and of several moves from it the first in the order Up, Down, Left, Right.

    >>> found = examine("misplaced", shape="2x2")
    >>> found.is_admissible, found.exact, found.states
    (True, 7, 12)
    """

    goal: Board
    states: int
    moves: int
    """The number of moves between these boards, counted in both directions."""
    goal_estimate: float
    mean: float
    mean_distance: float
    maximum: float
    exact: int
    """The number of boards where the estimate is the true distance."""
    overestimates: int
    overestimate: Overestimate | None
    inconsistencies: int
    inconsistency: Inconsistency | None
    update_errors: int
    update_error: UpdateError | None
    counts: tuple[EstimateCount, ...]
    """How often each pair of estimate and true distance occurs, sorted by distance, then by estimate."""
    comparison: EstimateComparison | None = None
    heuristic: str = ""
    """The name of the heuristic."""

    def __repr__(self) -> str:
        return f"<Examination: {self.summary}>"

    @property
    def summary(self) -> str:
        """Whether it is admissible and consistent, in a sentence without its full stop."""
        admissible = "admissible" if self.is_admissible else "not admissible"
        consistent = "consistent" if self.is_consistent else "not consistent"
        return f"{self.heuristic} is {admissible} and {consistent} on {self.states:,} boards"

    @property
    def is_admissible(self) -> bool:
        """Whether it never overestimates: then A* and IDA* find shortest solutions."""
        return self.overestimates == 0

    @property
    def is_consistent(self) -> bool:
        """Whether it never falls by more than 1 along a move and is 0 at the goal; then it is admissible too."""
        return self.inconsistencies == 0 and is_near(self.goal_estimate, 0, unit=1)

    @property
    def exact_share(self) -> float:
        """The share of boards where the estimate is the true distance, from 0 to 1."""
        return self.exact / self.states


ExamineListener: TypeAlias = Callable[[str, int, int], None]
_STATES_BETWEEN_CALLS = 2048


def examine(
    heuristic: HeuristicLike,
    goal: GoalLike | None = None,
    against: HeuristicLike | None = None,
    *,
    shape: ShapeLike | None = None,
    listener: ExamineListener | None = None,
) -> Examination:
    """Prove or refute that a heuristic is admissible and consistent, on all boards that can reach the goal.

    ``heuristic`` and ``against``, which it is compared with, are names, functions of (board, goal) or classes. The goal
    is a board or a name; without one it is the standard goal, and without a shape it is 3×3. For boards of up to 10
    cells (9 without the native core). 3×3 has 181,440 boards and 483,840 moves and takes 1 to 2 s with the heuristics
    of Taquin; 2×5 takes ten times as long. If the heuristic overrides ``update``, it is compared with calls from
    scratch on every move. ``listener`` gets what is done, the number of boards so far, and of all. Raises
    ``BoardError`` for larger boards, and ``HeuristicError`` if the heuristic fails or
    returns a number that is not finite.

    >>> found = examine("manhattan", shape="2x3", against="misplaced")
    >>> found
    <Examination: manhattan is admissible and consistent on 360 boards>
    >>> found.states, found.is_admissible, found.is_consistent, found.comparison.dominates
    (360, True, True, True)
    >>> def blank_too(board, goal):
    ...     return sum(tile != home for tile, home in zip(board, goal))
    >>> examine(blank_too, shape="2x3").overestimate
    Overestimate(board=Board('1 2 0 / 4 5 3'), distance=1, estimate=2)
    """
    check_callable("listener", listener, "a function of what is done, the boards so far, and all")
    goal = make_goal(goal, shape)
    if reason := examine_unsupported_reason(goal.shape):
        raise BoardError(reason)
    table = distance_table(goal)
    choice, other = choose_heuristic(heuristic), None if against is None else choose_heuristic(against)
    made = choice.build(goal)
    values = _evaluate(made, table, listener)
    distances = _distances(table)
    over = [
        (state, distance)
        for (state, value), distance in zip(values.items(), distances, strict=True)
        if exceeds(value, distance, unit=1)
    ]
    return Examination(
        goal=goal,
        states=len(values),
        goal_estimate=values[goal.state],
        mean=math.fsum(values.values()) / len(values),
        mean_distance=table.mean,
        maximum=max(values.values()),
        exact=sum(is_near(value, distance, unit=1) for value, distance in zip(values.values(), distances, strict=True)),
        overestimates=len(over),
        overestimate=Overestimate(_board(goal, over[0][0]), over[0][1], values[over[0][0]]) if over else None,
        **vars(_examine_moves(made, values, listener)),
        counts=_count(values, table),
        comparison=None if other is None else _compare(values, other, table),
        heuristic=choice.text,
    )


def examine_unsupported_reason(shape: Shape) -> str:
    """Why heuristics cannot be examined on this shape; empty if they can."""
    if shape.cells > MAXIMUM_CELLS:
        return f"{shape} has too many boards to examine: the limit is {MAXIMUM_CELLS} cells"
    return table_unsupported_reason(shape)


def _evaluate(
    heuristic: Heuristic, table: DistanceTable, listener: ExamineListener | None = None
) -> dict[State, float]:
    """The estimate of every state, in the order of distance, then of cells."""
    states = (state for depth in range(table.radius + 1) for state in table.states_at(depth))
    return {state: heuristic(state) for state in _counted(states, "evaluated", len(table), listener)}


def _counted(states: Iterable[State], words: str, count: int, listener: ExamineListener | None) -> Iterator[State]:
    """The states; every few thousand of them the listener is called."""
    for number, state in enumerate(states):
        if listener is not None and number % _STATES_BETWEEN_CALLS == 0:
            listener(words, number, count)
        yield state


def _distances(table: DistanceTable) -> list[int]:
    """The true distances of all boards, in the order of ``_evaluate``."""
    return [depth for depth, count in enumerate(table.counts) for _ in range(count)]


@dataclass
class _Moves:
    """The results of checking all moves: the fields of ``Examination`` with these names."""

    moves: int = 0
    inconsistencies: int = 0
    inconsistency: Inconsistency | None = None
    update_errors: int = 0
    update_error: UpdateError | None = None


def _examine_moves(heuristic: Heuristic, values: dict[State, float], listener: ExamineListener | None) -> _Moves:
    goal = heuristic.goal
    checked = _Moves()
    update = heuristic.update if heuristic.is_incremental else None
    successors = TileSpace(goal.state, goal.state, goal.shape).successors
    for parent in _counted(values, "checked the moves of", len(values), listener):
        value = values[parent]
        children = successors(parent)
        checked.moves += len(children)
        for _, child in children:
            estimate = values[child]
            if exceeds(value, estimate + 1):
                checked.inconsistencies += 1
                checked.inconsistency = checked.inconsistency or Inconsistency(
                    _board(goal, parent), _board(goal, child), value, estimate
                )
            if update is not None and not is_near(
                updated := update(value, parent, child), estimate, unit=max(1, value)
            ):
                checked.update_errors += 1
                checked.update_error = checked.update_error or UpdateError(
                    _board(goal, parent), _board(goal, child), updated, estimate
                )
    return checked


def _compare(values: dict[State, float], other: HeuristicChoice, table: DistanceTable) -> EstimateComparison:
    others = _evaluate(other.build(table.goal), table)
    pairs = list(zip(values.values(), others.values(), strict=True))
    widest = max(abs(one - two) for one, two in pairs)
    state = next(state for state in values if not exceeds(widest, abs(values[state] - others[state]), unit=1))
    return EstimateComparison(
        board=_board(table.goal, state),
        distance=table.distance(state),
        estimate=values[state],
        other_estimate=others[state],
        higher=sum(exceeds(one, two, unit=1) for one, two in pairs),
        lower=sum(exceeds(two, one, unit=1) for one, two in pairs),
        other_mean=math.fsum(others.values()) / len(others),
        other_counts=_count(others, table),
        other=other.text,
    )


def _count(values: dict[State, float], table: DistanceTable) -> tuple[EstimateCount, ...]:
    pairs = Counter(zip(_distances(table), values.values(), strict=True))
    return tuple(EstimateCount(value, distance, boards) for (distance, value), boards in sorted(pairs.items()))


def _board(goal: Board, state: State) -> Board:
    return Board.from_state(state, goal.shape)
