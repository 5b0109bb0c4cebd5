"""The kernels and the work queue of ``taquin.gpu``, on the CPU: counters and solutions are those of ``ida_star``."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from emulated_card import COMPILER, EmulatedCard
from taquin.experiments import Plan, load, run_experiment
from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution
from taquin.run.budget import Stop
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Progress
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.solving.solver import solve
from taquin.tables.pdb.pattern import parse_partition

pytest.importorskip("numpy")
from taquin.gpu import beam, ida_star, lookups, work_queue

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason="needs g++")

GOAL = Board("1 2 3 / 4 5 6 / 7 8 0")
HARDEST = Board("8 6 7 / 2 5 4 / 3 0 1")
MIDDLE = Board("1 2 3 4 / 5 6 0 8 / 9 10 11 7")
WIDE = Board("0 1 2 3 4 5 / 6 7 8 9 10 11")
LARGE = Board([*range(1, 36), 0])
PAIRS = "-".join(["2"] * 17 + ["1"])


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> EmulatedCard:
    return EmulatedCard(tmp_path_factory.mktemp("kernels"))


@pytest.fixture(scope="module")
def engine(card: EmulatedCard) -> ida_star.Engine:
    return make_engine(card, GOAL, "4-4", lookback=6)


def make_engine(card: EmulatedCard, goal: Board, *partitions: str, lookback: int) -> ida_star.Engine:
    return ida_star.Engine(card, goal, [(parse_partition(text, goal), True) for text in partitions], lookback)


def ignore(expanded: int, generated: int) -> None:
    """A report of a beam that is not needed."""


def walks(goal: Board, count: int) -> list[Board]:
    """Boards of random walks, shorter ones on boards that take long."""
    random, found = Random(1), []
    for _ in range(count):
        board = goal
        for _ in range(150 if len(goal) < 30 else 30):
            board = random.choice(board.neighbours())
        found.append(board)
    return found


@pytest.mark.parametrize(
    ("goal", "partitions", "lookback", "window", "limit"),
    [
        (GOAL, ["4-4"], 2, 32, None),
        (GOAL, ["5-3"], 6, 4, None),  # the stack overflows into local memory
        (GOAL, ["5-3"], 6, 32, 59_500),  # indices that count from the beginning of a database
        pytest.param(GOAL, ["5-3"], 6, 32, 1, marks=pytest.mark.slow),  # the same with indices of 64 bits
        pytest.param(GOAL, ["5-3", "4-4"], 6, 4, None, marks=pytest.mark.slow),  # entries of 64 bits
        pytest.param(MIDDLE, ["4-4-3"], 10, 32, None, marks=pytest.mark.slow),
        (WIDE, ["4-4-3"], 6, 8, None),
        (LARGE, [PAIRS], 6, 32, None),  # sets of cells of 64 bits
    ],
)
def test_counters_are_those_of_ida_star(
    goal: Board,
    partitions: list[str],
    lookback: int,
    window: int,
    limit: int | None,
    card: EmulatedCard,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work_queue, "_WINDOW", window)
    if limit is not None:
        monkeypatch.setattr(lookups, "_LARGEST_SHORT_INDEX", limit)
    engine = make_engine(card, goal, *partitions, lookback=lookback)
    parts = [f"pdb({partition})" for partition in partitions]
    heuristic = parts[0] if len(parts) == 1 else f"max({', '.join(parts)})"
    for start in walks(goal, 6):
        outcome = engine.solve(start, Run())
        expected = solve(start, goal, algorithm="ida_star", heuristic=heuristic, options={"lookback": lookback})
        assert repr((outcome.stats, outcome.iterations)) == repr((expected.stats, expected.iterations))
        check_solution(start, goal, outcome, expected.length)


def check_solution(start: Board, goal: Board, outcome: Outcome, length: int | None) -> None:
    assert outcome.moves is not None
    assert len(outcome.moves) == outcome.lower_bound == length
    assert Solution(start, bytes(outcome.moves)).end == goal


def test_boards_at_the_same_time(engine: ida_star.Engine) -> None:
    starts = [*walks(GOAL, 20), GOAL, HARDEST]
    outcomes = engine.solve_many(starts, Run())
    for start, outcome in zip(starts, outcomes, strict=True):
        check_solution(start, GOAL, outcome, solve(start, GOAL).length)
    assert [each.bound for each in outcomes[-1].iterations] == [27, 29, 31]


def test_units_are_returned(engine: ida_star.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "_GRACE_OF_FEW", 5)
    boards = work_queue.Boards(engine.card, 1)
    boards.bounds[0] = 29
    queue = engine.queue
    assert queue.search(queue.make_units([HARDEST]), boards, lambda: None) > 3
    complete = engine.solve(HARDEST, Run()).iterations[1]
    assert (boards.expanded[0], boards.generated[0]) == (complete.expanded, complete.generated)


def test_units_that_find_no_room_are_not_lost(engine: ida_star.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "_GRACE_OF_FEW", 5)
    monkeypatch.setattr(engine.queue, "_limit", 3)
    check_solution(HARDEST, GOAL, engine.solve(HARDEST, Run()), 31)


def test_beam_replaces_the_last_iteration(engine: ida_star.Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ida_star, "_LEAST_NODES", 1)
    monkeypatch.setattr(ida_star, "_FIRST_WIDTH", 500)
    outcome = engine.solve(HARDEST, Run())
    check_solution(HARDEST, GOAL, outcome, 31)
    assert [iteration.bound for iteration in outcome.iterations] == [27, 29]


def test_solution_of_a_beam_is_kept_when_a_limit_stops_the_proof(
    engine: ida_star.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ida_star, "_LEAST_NODES", 1)
    monkeypatch.setattr(ida_star, "_FIRST_WIDTH", 20)
    cancellation = Cancellation()

    def cancel(progress: Progress) -> None:
        if progress.length is not None:
            cancellation.cancel()

    outcome = engine.solve(HARDEST, Run(None, None, cancellation, cancel))
    assert (outcome.status, outcome.reason, outcome.lower_bound) == (Status.SOLVED, "cancelled", 29)
    assert outcome.moves is not None
    assert len(outcome.moves) >= 31
    assert Solution(HARDEST, bytes(outcome.moves)).end == GOAL


def test_width_of_a_beam_follows_the_time() -> None:
    limits = Limits(time=100)
    beams = ida_star._BeamFirst(None, HARDEST, Run(limits))  # type: ignore[arg-type]
    assert beams._choose_width(1) == ida_star._FIRST_WIDTH
    beams._width, beams._seconds = 1000, 0.5
    assert beams._choose_width(7) == 0  # eight times as wide would take four seconds
    assert beams._choose_width(9) == 8000
    assert 90_000 < beams._choose_width(1000) <= 100_000  # half of the 100 seconds that are left
    short = ida_star._BeamFirst(None, HARDEST, Run(Limits(time=1)))  # type: ignore[arg-type]
    assert short._choose_width(1) == ida_star._NARROW_WIDTH


def test_narrow_beam_finds_a_solution(engine: ida_star.Engine) -> None:
    moves = engine.beam.run(HARDEST, 20, 100, ignore)
    assert moves is not None
    assert Solution(HARDEST, bytes(moves)).end == GOAL
    assert engine.beam.run(HARDEST, 20, 30, ignore) is None


def test_beam_as_an_algorithm(engine: ida_star.Engine) -> None:
    outcome = engine.beam.solve(HARDEST, Run(), 50)
    assert outcome.status is Status.SOLVED
    assert outcome.stats.max_depth == len(outcome.moves or ())
    assert outcome.stats.generated > outcome.stats.expanded > 31
    assert engine.beam.solve(HARDEST, Run(Limits(depth=30)), 50).status is Status.EXHAUSTED
    with pytest.raises(Stop, match="reached the limit of 100 nodes"):
        engine.beam.solve(HARDEST, Run(Limits(nodes=100)), 50)
    assert engine.beam.solve(GOAL, Run(), 50).moves == ()


@pytest.mark.parametrize("goal", [Board([*range(1, 25), 0]), Board([0, *range(1, 20)], "4x5"), MIDDLE])
def test_scores_of_children_are_those_of_the_definition(
    goal: Board, card: EmulatedCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = walks(goal, 1)[0]
    wide = beam.Beam(card, goal)
    make = wide._make_children

    def make_and_compare(*arguments: Any) -> Any:
        boards, places, scores = make(*arguments)
        for words, value in zip(boards, scores, strict=True):
            labels = words.view("uint8")[: goal.shape.cells].tobytes()
            assert wide._score(labels) == value
        return boards, places, scores

    monkeypatch.setattr(wide, "_make_children", make_and_compare)
    assert wide.run(start, 30, 12, ignore) is None


def test_limits(engine: ida_star.Engine) -> None:
    limited = engine.solve(HARDEST, Run(Limits(nodes=100)))
    assert (limited.status, limited.reason) == (Status.LIMIT, "reached the limit of 100 nodes")
    assert limited.stats.generated >= 100
    deep = engine.solve(HARDEST, Run(Limits(depth=29)))
    assert (deep.status, deep.lower_bound, len(deep.iterations)) == (Status.EXHAUSTED, 31, 2)
    assert engine.solve(HARDEST, Run(Limits(depth=31))).status is Status.SOLVED
    assert engine.solve(HARDEST, Run(Limits(memory=1000))).status is Status.LIMIT


def test_limits_of_boards_at_the_same_time(engine: ida_star.Engine) -> None:
    starts = [GOAL, HARDEST]
    outcomes = engine.solve_many(starts, Run(Limits(nodes=100)))
    assert [outcome.status for outcome in outcomes] == [Status.SOLVED, Status.LIMIT]
    cancellation = Cancellation()
    cancellation.cancel()
    outcomes = engine.solve_many(starts, Run(None, None, cancellation))
    assert [outcome.status for outcome in outcomes] == [Status.CANCELLED] * 2


def test_databases_are_those_of_the_cpu(card: EmulatedCard, tmp_path: Path) -> None:
    goal = Board("1 2 3 / 0 4 5")
    partition = parse_partition("3-2", goal)
    estimates = make_engine(card, goal, "3-2", lookback=2).queue
    from taquin.heuristics.pattern_database import PatternDatabases

    heuristic = PatternDatabases(goal, partition=partition.text)
    starts = walks(goal, 50)
    assert estimates.estimate(estimates.make_units(starts)).tolist() == [heuristic(start.state) for start in starts]


def test_runs_of_an_experiment_share_a_process_with_the_card(
    engine: ida_star.Engine, card: EmulatedCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.gpu.card.open_card", lambda: card)
    monkeypatch.setattr(ida_star, "open_engine", lambda *choice: engine)
    output = tmp_path / "results.jsonl"
    plan = Plan(("hardest8",), ("ida_star(pdb(4-4), lookback=6)",), repeat=2, clock="wall", backend="cuda")
    assert run_experiment(plan, output).statuses == {"solved": 4}
    for row in load(output):
        board, goal = Board(row["board"]), Board(row["goal"])
        expected = solve(board, goal, algorithm="ida_star", heuristic="pdb(4-4)", options={"lookback": 6})
        facts = (row["length"], row["generated"], row["initial_h"], row["backend"], row["card"], row["tables"])
        assert facts == (31, expected.stats.generated, expected.iterations[0].bound, "cuda", "the CPU", [])
