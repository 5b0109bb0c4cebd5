"""``solve_many``: results in order, in one process or in several, until a cancellation."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import BackendError, HeuristicError, InternalError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Result, Status
from taquin.solving.batch import solve_many
from waiting import wait_until

KORF_1 = Board("14 13 15 7 / 11 12 9 5 / 6 0 2 1 / 4 8 10 3")
RNG = Random(1)
BOARDS = [random_board(Shape(3, 3), rng=RNG) for _ in range(24)]
BOARDS[5] = BOARDS[5].swapped(1, 2)  # unsolvable


def plain(results: Iterator[Result]) -> list[dict[str, object]]:
    return [result.to_dict() | {"seconds": 0} for result in results]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_boards(jobs: int) -> None:
    results = list(solve_many(BOARDS, algorithm="astar(manhattan)", jobs=jobs))
    assert [result.start for result in results] == BOARDS
    assert [number for number, result in enumerate(results) if not result.is_solved] == [5]
    assert results[5].status is Status.UNSOLVABLE


@pytest.mark.parametrize(
    "arguments",
    [
        {"algorithm": "astar", "heuristic": "walking_distance"},
        {"algorithm": "wastar", "options": {"weight": 3}, "goal": "snail"},
        {"algorithm": "bfs", "limits": Limits(nodes=300)},
        {"algorithm": "annealing(trials=200)", "backend": "python"},
        {},
    ],
)
def test_processes_give_the_same_results(arguments: dict[str, object]) -> None:
    one = plain(solve_many(BOARDS, **arguments))  # type: ignore[arg-type]
    assert one == plain(solve_many(BOARDS, jobs=2, **arguments))  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [1, 2])
def test_order_holds_when_the_first_board_is_the_hardest(jobs: int) -> None:
    easy = [scrambled_board(standard(Shape(4, 4)), 3, rng=Random(seed)) for seed in range(10)]
    hard = scrambled_board(standard(Shape(4, 4)), 200, rng=Random(3))
    results = list(solve_many([hard, *easy], algorithm="bfs", limits=Limits(nodes=50_000), backend="python", jobs=jobs))
    assert results[0].status is Status.LIMIT
    assert [result.start for result in results] == [hard, *easy]


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_boards(jobs: int) -> None:
    assert list(solve_many([], jobs=jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_boards_are_read_only_a_little_ahead(jobs: int) -> None:
    """An endless source is not read to its end, and closing the iterator of results ends the work."""
    taken = 0

    def source() -> Iterator[Board]:
        nonlocal taken
        while True:
            taken += 1
            yield BOARDS[taken % 5]

    results = solve_many(source(), algorithm="greedy", jobs=jobs)
    assert [next(results).is_solved for _ in range(10)] == [True] * 10
    results.close()  # type: ignore[attr-defined]
    assert 10 <= taken <= 30


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancellation_ends_the_running_search_and_all_that_follow(jobs: int, tmp_path: Path) -> None:
    """Each process leaves a file when it has evaluated a hundred boards; then the run is cancelled."""
    heuristic = tmp_path / "counting.py"
    heuristic.write_text(
        "import itertools, os, pathlib\n"
        "calls = itertools.count()\n"
        "def counting(board, goal):\n"
        "    if next(calls) == 100:\n"
        "        pathlib.Path(__file__).with_name(f'{os.getpid()}.process').touch()\n"
        "    return 0\n"
    )
    cancellation = Cancellation()

    def cancel_when_all_search() -> None:
        wait_until(lambda: len([*tmp_path.glob("*.process")]) == jobs)
        cancellation.cancel()

    cancelling = threading.Thread(target=cancel_when_all_search)
    cancelling.start()
    spec = f"ida_star({heuristic}:counting)"
    results = list(solve_many([KORF_1] * 50, "blank-first", algorithm=spec, cancellation=cancellation, jobs=jobs))
    cancelling.join()
    assert [result.status for result in results] == [Status.CANCELLED]
    assert results[0].stats.expanded > 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancellation_between_two_boards(jobs: int) -> None:
    cancellation = Cancellation()
    finished = []
    for result in solve_many(BOARDS, algorithm="greedy", cancellation=cancellation, jobs=jobs):
        finished.append(result)
        if len(finished) == 3:
            cancellation.cancel()
    assert [result.start for result in finished] == BOARDS[:3]
    assert all(result.is_solved for result in finished)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"algorithm": "astr"}, SpecError),
        ({"algorithm": "astar(/nowhere.py:h)"}, HeuristicError),
        ({"algorithm": "dfs", "backend": "native"}, BackendError),
        ({"algorithm": "astar", "options": {"tie_break": "oldest"}}, SpecError),
    ],
)
def test_errors_in_a_worker_are_raised(jobs: int, arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        list(solve_many(BOARDS[:3], jobs=jobs, **arguments))  # type: ignore[arg-type]
    assert str(caught.value)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_heuristic_that_fails_in_a_worker_raises(jobs: int, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def bad(board, goal):\n    return 1 / (board[0, 0] - board[0, 0])\n")
    with pytest.raises(HeuristicError, match="bad failed on"):
        list(solve_many(BOARDS[:3], algorithm=f"astar({file}:bad)", jobs=jobs))


def test_a_worker_that_ends_is_an_internal_error(tmp_path: Path) -> None:
    file = tmp_path / "exits.py"
    file.write_text(
        f"import os\ndef exits(board, goal):\n    os.getpid() == {os.getpid()} or os._exit(1)\n    return 0\n"
    )
    with pytest.raises(InternalError, match="a worker process ended unexpectedly"):
        list(solve_many(BOARDS[:3], algorithm=f"astar({file}:exits)", jobs=2))
