"""Score an answer: legal, solved, shortest, and how near every move brings the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import Literal, TypeAlias

from taquin.analysis.verify import replay
from taquin.errors import BoardError
from taquin.gym.answers import Answer, read_answer
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, BoardLike, State, pack
from taquin.puzzle.geometry import tile_cells
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import Move, Notation, blank_path
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.run.result import Quality
from taquin.solving.default_methods import proving_method
from taquin.solving.solver import solve
from taquin.tables.distances import ready_table

SCORE_FORMAT = 1
"""The version of ``Score.reward``."""
DistanceSource: TypeAlias = Literal["table", "search", "lower bound"]

_PROVEN_CELLS = 16


@dataclass(frozen=True)
class Score:
    """What is true of an answer. Everything follows from a replay and from distances that are proven.

    >>> found = score("1 2 3 / 4 0 5 / 7 8 6", "Answer: R D")
    >>> found.is_legal, found.is_solved, found.is_shortest, found.distances, found.reward
    (True, True, True, (2, 1, 0), 1.0)
    >>> score("1 2 3 / 4 0 5 / 7 8 6", "Answer: L L").reason
    'step 2 (Left) is illegal: the blank is in the leftmost column'
    """

    answer: Answer
    moves: tuple[Move, ...]
    """The moves of the blank up to the first illegal step."""
    is_legal: bool
    """Whether the text was read and every step can be made."""
    is_solved: bool
    """Whether the steps are legal and end at the goal."""
    is_shortest: bool | None
    """Whether it is solved and no solution is shorter; None if that is not known."""
    distances: tuple[int, ...]
    """How far the start and the board after each of ``moves`` are from the goal, or lower bounds on that."""
    distance_source: DistanceSource
    """``table`` and ``search`` are exact distances; ``lower bound`` is the Manhattan distance."""
    reason: str = ""
    """Why the answer is not a solution, in one line; empty if it is one."""

    @property
    def is_exact(self) -> bool:
        """Whether the distances are exact."""
        return self.distance_source != "lower bound"

    @property
    def length(self) -> int:
        """The number of moves up to the first illegal step."""
        return len(self.moves)

    @property
    def progress(self) -> int:
        """How many moves nearer the goal is (or its lower bound); negative if it is farther away."""
        return self.distances[0] - self.distances[-1]

    @property
    def reward(self) -> float:
        """From 0 to 1: 0 for a text that is refused or illegal, 1 for a shortest solution.

        A solution has 0.5 and half of the distance of the start by its length. Legal moves that do not solve the board
        have half of their progress by the distance of the start, which is below 0.5, and never less than 0.
        """
        start = self.distances[0]
        if not self.is_legal:
            return 0.0
        if self.is_solved:
            return 0.5 + 0.5 * (start / self.length if self.length else 1.0)
        return 0.5 * max(self.progress, 0) / start if start else 0.0


def score(
    board: BoardLike | Problem, answer: str | Answer, *, goal: GoalLike | None = None, time: float = 10.0
) -> Score:
    """Read and replay an answer, and measure its moves.

    Distances are exact where a table of all of them is ready (up to 10 cells), and up to 16 cells where searches prove
    them all within ``time`` seconds. Otherwise, and on larger boards, they are Manhattan distances. Raises
    ``BoardError`` if the board cannot reach the goal, and no error for a text.

    >>> found = score("8 1 3 / 4 0 2 / 7 6 5", "Answer: U D R")
    >>> found.distances, found.progress, found.reason
    ((14, 15, 14, 13), 1, 'not at the goal after 3 steps')
    """
    problem = Problem(board, goal)
    if not problem.is_solvable:
        raise BoardError("the board cannot reach the goal", hint="`taquin check` shows why")
    check_kind("answer", answer, str | Answer, "text or an Answer")
    found = read_answer(answer, problem) if isinstance(answer, str) else answer
    played: tuple[Move, ...] = ()
    if found.steps is None:
        reason, is_legal, is_solved = found.reason, False, False
    else:
        verification = replay(problem, found.steps, found.notation or Notation.BLANK)
        played, step = verification.moves, verification.illegal_step
        is_legal, is_solved = verification.is_legal, verification.is_correct
        reason = ""
        if step is not None:
            reason = f"step {step.number} ({step.step}) is illegal: {step.reason}"
        elif not is_solved:
            reason = f"not at the goal after {plural(verification.given, 'step')}"
    distances, source = measure_moves(problem, played, time=time)
    is_shortest: bool | None = is_solved and len(played) == distances[0]
    if is_solved and not is_shortest and source == "lower bound":
        is_shortest = None
    return Score(found, played, is_legal, is_solved, is_shortest, distances, source, reason)


def measure_moves(
    problem: Problem, moves: Sequence[Move], *, time: float = 10.0
) -> tuple[tuple[int, ...], DistanceSource]:
    """The distances of the start and of the board after each of these legal moves, and where they come from."""
    if problem.shape.is_line:
        return _manhattan(problem, moves), "search"  # tiles never pass each other, so it is exact
    if problem.shape.cells <= _PROVEN_CELLS:
        states = _states(problem, moves)
        table = ready_table(problem.goal, warn=lambda _: None)
        if table is not None:
            return tuple(table.distance(Board.from_state(state, problem.shape)) for state in states), "table"
        if (proven := _prove(problem, states, time)) is not None:
            return proven, "search"
    return _manhattan(problem, moves), "lower bound"


def _states(problem: Problem, moves: Sequence[Move]) -> list[State]:
    cells, states = list(problem.start), [problem.start.state]
    path = blank_path(problem.shape, problem.start.blank, moves)
    for blank, target in pairwise(path):
        cells[blank], cells[target] = cells[target], 0
        states.append(pack(cells))
    return states


def _manhattan(problem: Problem, moves: Sequence[Move]) -> tuple[int, ...]:
    """The Manhattan distances; a move changes that of one tile. O(1) for a move."""
    shape, home = problem.shape, tile_cells(problem.goal.state)
    cells, distances = list(problem.start), [problem.lower_bound]
    path = blank_path(shape, problem.start.blank, moves)
    for blank, target in pairwise(path):
        tile = cells[target]
        cells[blank], cells[target] = tile, 0
        distances.append(distances[-1] + shape.taxicab(blank, home[tile]) - shape.taxicab(target, home[tile]))
    return tuple(distances)


def _prove(problem: Problem, states: Sequence[State], time: float) -> tuple[int, ...] | None:
    """The exact distances; None if one is not proven in time.

    A move changes the distance by 1. So between two boards whose distances differ by the number of moves between them
    nothing is left to search, and an answer along a shortest path takes two searches.
    """
    ends, method = perf_counter() + time, proving_method(problem.shape)
    known: dict[State, int] = {problem.goal.state: 0}

    def distance(place: int) -> int | None:
        state = states[place]
        if state not in known:
            start = Board.from_state(state, problem.shape)
            result = solve(start, problem.goal, algorithm=method, time=max(ends - perf_counter(), 0))
            if result.length is None or result.quality is not Quality.OPTIMAL:
                return None
            known[state] = result.length
        return known[state]

    last = len(states) - 1
    distances = [0] * len(states)
    for place in (last, 0):
        if (found := distance(place)) is None:
            return None
        distances[place] = found
    waiting = [(0, last)]
    while waiting:
        first, end = waiting.pop()
        difference = distances[end] - distances[first]
        if abs(difference) == end - first:
            sign = 1 if difference > 0 else -1
            distances[first : end + 1] = [distances[first] + sign * step for step in range(end - first + 1)]
            continue
        middle = (first + end) // 2
        if (found := distance(middle)) is None:
            return None
        distances[middle] = found
        waiting += [(first, middle), (middle, end)]
    return tuple(distances)
