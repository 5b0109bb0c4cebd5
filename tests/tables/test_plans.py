"""Kept plans: every board on one is known, those in the file are replayed, and their number is limited."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cases import each_case
from taquin import Board, Limits, Problem, Solution, random_board, solve
from taquin.analysis.known_solutions import keep_result
from taquin.analysis.random_boards import scrambled_board
from taquin.errors import TaquinWarning
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.tables.plans import store
from taquin.tables.plans.plan import (
    LONGEST,
    Plan,
    PlanBook,
    board_key,
    is_kept,
    keys_along,
    keys_near,
    leads_to_goal,
    without_circles,
)
from taquin.tables.plans.store import StoredPlans

SHAPE = Shape(4, 6)
GOAL = standard(SHAPE)


def walk(length: int, seed: int) -> tuple[Problem, bytes]:
    """A board some random moves from the goal, and the moves back."""
    rng, board, moves = Random(seed), GOAL, list[int]()
    for _ in range(length):
        move = rng.choice([move for move in board.moves() if not moves or move != moves[-1]])
        board, moves = board.play(move), [*moves, move.opposite]
    return Problem(board, GOAL), bytes(reversed(moves))


def test_keys_of_moves_are_those_of_boards() -> None:
    problem, moves = walk(60, 1)
    boards = list(Solution(problem.start, moves).boards())
    assert list(keys_along(problem.start, moves)) == [board_key(board) for board in boards]
    assert len(set(keys_along(problem.start, moves))) == len(set(boards))
    near = dict(keys_near(boards[0], 3))
    assert all(key == board_key(Solution(boards[0], moves).end) for key, moves in near.items())
    reached = {boards[0]}
    for _ in range(3):
        reached |= {neighbour for board in reached for neighbour in board.neighbours()}
    assert set(near) == set(map(board_key, reached))


def test_every_board_on_a_plan_and_near_it_is_known() -> None:
    problem, moves = walk(40, 2)
    book = PlanBook()
    book.keep(problem, moves, 30)
    for place, board in enumerate(Solution(problem.start, moves).boards()):
        found = book.find(Problem(board, GOAL))
        assert found is not None
        assert len(found) == 40 - place
        assert found.lower_bound == max(0, 30 - place)
        for move in board.moves():
            away = Problem(board.play(move), GOAL)
            near = book.find(away)
            assert near is not None
            assert leads_to_goal(away, near.moves)
            assert len(near) <= 40 - place + 1
    assert book.find(Problem(random_board(SHAPE, rng=Random(3)), GOAL)) is None
    assert book.find(Problem(problem.start, Board(reversed(range(24)), SHAPE))) is None


def test_a_shorter_solution_replaces_a_longer_one_and_no_bound_is_lost() -> None:
    problem = Problem(random_board(SHAPE, rng=Random(4)), GOAL)
    results = [solve(problem, algorithm=method) for method in ("constructive", "anytime(width=100)")]
    longer, shorter = (bytes(result.solution.moves) for result in results if result.solution is not None)
    assert len(shorter) < len(longer)
    book = PlanBook()
    assert book.keep(problem, longer, 20)
    assert book.keep(problem, shorter, 10)
    assert not book.keep(problem, longer, 10)
    found = book.find(problem)
    assert found is not None
    assert (found.moves, found.lower_bound) == (shorter, 20)
    later = Problem(Solution(problem.start, shorter[:5]).end, GOAL)
    assert not book.keep(later, shorter[5:], 15)
    assert book.keep(later, shorter[5:], 16)


def test_cycles_are_removed() -> None:
    problem, moves = walk(30, 4)
    back = [1, 0, 3, 2]
    circle = bytes([*moves[:10], *(back[move] for move in reversed(moves[5:10])), *moves[5:]])
    assert without_circles(problem.start, circle) == moves
    book = PlanBook()
    book.keep(problem, circle, 0)
    found = book.find(problem)
    assert found is not None
    assert found.moves == moves
    result = solve(problem, algorithm="constructive")
    longer = keep_result(replace(result, solution=Solution(problem.start, circle)), PlanBook())
    assert longer.solution == Solution(problem.start, moves)


def test_the_number_of_plans_and_of_moves_is_limited() -> None:
    book = PlanBook(most_plans=3, most_moves=70)
    problems = [walk(30, seed) for seed in range(5, 9)]
    for problem, moves in problems:
        book.keep(problem, moves, 0)
    assert [book.find(problem) is not None for problem, _ in problems] == [False, False, True, True]


def test_which_solutions_are_kept() -> None:
    assert is_kept(Shape(5, 5), 1)
    assert is_kept(Shape(5, 5), LONGEST)
    assert not is_kept(Shape(5, 5), 0)  # the goal needs no plan
    assert not is_kept(Shape(5, 5), LONGEST + 1)
    assert not is_kept(Shape(4, 4), 50)  # a shortest solution is found quickly
    assert not is_kept(Shape(1, 20), 5)


@pytest.mark.usefixtures("own_cache")
def test_plans_are_read_from_the_file_and_a_damaged_file_is_not_used() -> None:
    problem, moves = walk(35, 9)
    StoredPlans().keep(problem, moves, 12)
    found = StoredPlans().find(problem)
    assert found is not None
    assert (found.moves, found.lower_bound) == (moves, 12)
    path = store._FILE.path
    content = bytearray(path.read_bytes())
    content[-30] ^= 3
    path.write_bytes(content)
    assert StoredPlans().find(problem) is None
    other, others = walk(20, 10)
    StoredPlans().keep(other, others, 0)
    assert StoredPlans().find(other) is not None


@pytest.mark.usefixtures("own_cache")
@each_case(
    ("plan", "is_used"),
    [
        ({}, True),
        ({"lower_bound": 36}, False),  # the plan has 35 moves
        ({"lower_bound": -1}, False),
        ({"lower_bound": "12"}, False),
        ({"runs": None}, False),
        ({"runs": -1}, False),  # the seed of the next search
        ({"moves": "UUUU"}, False),
        ({"moves": "X"}, False),
        ({"moves": None}, False),
        ({"start": "1 2 / 3 0"}, False),
        ({"goal": "1 1 / 3 0"}, False),
    ],
)
def test_a_forged_plan_is_not_used(plan: dict[str, object], *, is_used: bool) -> None:
    """The checksums are right: another program has written the file."""
    problem, moves = walk(35, 9)
    (entry,) = json.loads(store._encode([Plan(problem.start, problem.goal, moves, 12)]))
    store._FILE.write(json.dumps([entry | plan]).encode(), {})
    known = StoredPlans().find(problem)
    assert (known is not None and known.lower_bound == 12) == is_used


@pytest.mark.usefixtures("own_cache")
def test_a_file_that_is_nested_too_deeply_is_not_used() -> None:
    store._FILE.write(b"[" * 100_000, {})
    assert StoredPlans().find(walk(35, 9)[0]) is None


@pytest.mark.usefixtures("own_cache")
def test_plans_of_another_process_are_seen() -> None:
    ours, theirs = StoredPlans(), StoredPlans()
    for book, seed in ((ours, 40), (theirs, 41), (ours, 42)):
        book.keep(*walk(20, seed), 0)
    for book in (ours, theirs, StoredPlans()):
        assert all(book.find(walk(20, seed)[0]) is not None for seed in (40, 41, 42))


@pytest.mark.usefixtures("own_cache")
def test_the_plans_that_were_not_used_for_the_longest_time_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    book = StoredPlans()
    monkeypatch.setattr(book, "_most_plans", 2)
    for seed in range(20, 22):
        book.keep(*walk(20, seed), 0)
    assert book.find(walk(20, 20)[0]) is not None
    book.keep(*walk(20, 22), 0)
    assert [StoredPlans().find(walk(20, seed)[0]) is not None for seed in (20, 21, 22)] == [True, False, True]


def test_a_cache_that_cannot_be_written_leaves_plans_in_memory(own_cache: Path) -> None:
    (own_cache / "plans.table").mkdir()
    book = StoredPlans()
    problem, moves = walk(20, 30)
    with pytest.warns(TaquinWarning, match="not kept for hints and --improve: .* cannot be written"):
        book.keep(problem, moves, 0)
    assert book.find(problem) is not None
    assert book.is_lost


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_run_resumes_from_a_result(backend: str) -> None:
    if backend == "native":
        pytest.importorskip("taquin._core")
    board = scrambled_board(standard(Shape(4, 5)), 60, rng=Random(5))
    first = solve(board, algorithm="anytime", limits=Limits(nodes=500), backend=backend)  # type: ignore[arg-type]
    lengths = list[int]()
    again = solve(
        board,
        algorithm="anytime(width=5)",
        initial=first,
        improvement=lambda found: lengths.append(found.length),
        backend=backend,  # type: ignore[arg-type]
    )
    assert lengths[0] == first.length
    assert lengths == sorted(lengths, reverse=True)
    assert again.length == lengths[-1]
    assert again.lower_bound >= first.lower_bound
