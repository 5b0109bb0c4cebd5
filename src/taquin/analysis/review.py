"""Where a game lost moves: the distances to the goal along it, and its detours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TypedDict

from taquin.errors import MoveError
from taquin.puzzle.moves import MovesLike
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural
from taquin.run.limits import Cancellation
from taquin.run.progress import ProgressListener
from taquin.run.result import Quality
from taquin.solving.default_methods import proving_method
from taquin.solving.solver import solve
from taquin.tables.distances import ready_table


class ReviewRecord(TypedDict):
    """The distances to the goal of the start and after every move or slide, and the places where detours begin and end.

    Without distances if they are not proven in time.
    """

    distances: list[int]
    detours: list[tuple[int, int]]
    sentence: str


def find_detours(distances: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches that bring the goal no nearer, from the place where each begins to the one where it ends.

    >>> find_detours([3, 4, 3, 2, 1, 2, 3, 2, 1, 0])
    [(0, 2), (4, 8)]
    """
    found, place, end = list[tuple[int, int]](), 0, len(distances)
    while place < end - 1:
        nearer = next((later for later in range(place, end) if distances[later] < distances[place]), end)
        if nearer > place + 1:
            found.append((place, nearer - 1))
        place = nearer
    return found


def review(
    problem: Problem,
    moves: MovesLike,
    *,
    time: float = 10.0,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
) -> ReviewRecord:
    """Review a game that reached the goal. Boards of more than 10 cells need a search after every move.

    >>> review(Problem("1 2 3 / 4 0 5 / 7 8 6"), "UDRD")
    {'distances': [2, 3, 2, 1, 0], 'detours': [(0, 2)], 'sentence': '1 detour costs 2 moves.'}
    """
    metric, boards = problem.metric, [problem.start]
    for slide in metric.slides(Solution(problem.start, moves).moves):
        boards.append(Solution(boards[-1], [slide.move] * slide.tiles).end)
    if boards[-1] != problem.goal:
        raise MoveError("expected moves that reach the goal")
    table, ends = ready_table(problem.goal, metric=metric), perf_counter() + time
    method = proving_method(problem.shape, metric=metric)
    find = partial(solve, goal=problem.goal, metric=metric, algorithm=method, progress=progress)
    distances = [0]
    for board in reversed(boards[:-1]):  # near the goal searches are short
        if table is not None:
            distances.append(table.distance(board))
            continue
        result = find(board, time=max(ends - perf_counter(), 0), cancellation=cancellation)
        if result.length is None or result.quality is not Quality.OPTIMAL:
            return {"distances": [], "detours": [], "sentence": "No review: a distance was not proven in time."}
        distances.append(result.length)
    distances.reverse()
    detours = find_detours(distances)
    lost = metric.amount(sum(end - begin for begin, end in detours))
    costs = f"{plural(len(detours), 'detour')} {'costs' if len(detours) == 1 else 'cost'} {lost}."
    return {"distances": distances, "detours": detours, "sentence": costs if detours else "No detours."}
