"""The native IDA* against the reference: same moves, same counters, same events."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from amounts import examples
from taquin import _native
from taquin.algorithms.detours import Detours
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import BackendError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Result, Status
from taquin.solving.method import choose_method
from taquin.solving.native_runs import unsupported_reason
from taquin.solving.solver import Backend, solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

pytestmark = pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())

HEURISTICS = (
    "misplaced",
    "manhattan",
    "linear_conflict",
    "walking_distance",
    "max(misplaced, linear_conflict)",
    "max(linear_conflict, max(walking_distance, manhattan))",
)
SHAPES = [
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (2, 4),
    (4, 2),
    (3, 4),
    (4, 3),
    (4, 4),
    (2, 5),
    (3, 5),
    (5, 2),
    (1, 5),
    (6, 1),
]


def core() -> Any:
    return _native.load()


def run(problem: Problem, heuristic: str, limits: Limits, backend: Backend, lookback: int = 2) -> tuple[Result, Trace]:
    recorder = Recorder(cap=10_000)
    result = solve(
        problem.start,
        problem.goal,
        algorithm=f"ida_star(lookback={lookback})",
        heuristic=heuristic,
        limits=limits,
        observer=recorder,
        backend=backend,
    )
    return result, recorder.trace()


def comparable(result: Result) -> dict[str, object]:
    return {**result.to_dict(), "seconds": 0, "backend": ""}


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem that IDA* in Python can solve at once: a random goal, a few random moves away."""
    shape = Shape(*draw(st.sampled_from(SHAPES)))
    rng = Random(draw(st.integers(0, 2**32)))
    goal = random_board(shape, rng=rng)
    moves = draw(st.integers(0, 12 if shape.cells > 9 else 18))
    return Problem(scrambled_board(goal, moves, rng=rng), goal)


@st.composite
def limits(draw: st.DrawFn) -> Limits:
    nodes = draw(st.one_of(st.none(), st.integers(0, 300)))
    depth = draw(st.one_of(st.none(), st.integers(0, 14)))
    return Limits(nodes=nodes, depth=depth)


def compare_recorded(problem: Problem, heuristic: str, limits: Limits, lookback: int = 2) -> None:
    """Both backends with an observer: the same result and the same events."""
    if unsupported_reason(problem, choose_method("ida_star", heuristic)):
        with pytest.raises(BackendError):
            run(problem, heuristic, limits, "native")
        return
    native, native_trace = run(problem, heuristic, limits, "native", lookback)
    python, python_trace = run(problem, heuristic, limits, "python", lookback)
    assert comparable(native) == comparable(python)
    assert native_trace.events == python_trace.events
    assert native_trace.is_truncated == python_trace.is_truncated
    assert native.backend == "native"


def compare_unrecorded(problem: Problem, heuristic: str, limits: Limits, lookback: int) -> None:
    """Without an observer the core runs other code, and on 4×4 code that is compiled for that grid."""
    spec = f"ida_star({heuristic}, lookback={lookback})"
    assume(not unsupported_reason(problem, choose_method(spec)))
    native = solve(problem.start, problem.goal, algorithm=spec, limits=limits, backend="native")
    python = solve(problem.start, problem.goal, algorithm=spec, limits=limits, backend="python")
    assert comparable(native) == comparable(python)


runs = given(
    problem=problems(),
    heuristic=st.sampled_from(HEURISTICS),
    limits=limits(),
    lookback=st.sampled_from([2, 5, 6, 7, 8]),
)


@examples(30)
@runs
def test_both_backends_are_equal(problem: Problem, heuristic: str, limits: Limits, lookback: int) -> None:
    compare_recorded(problem, heuristic, limits, lookback)


@examples(30)
@runs
def test_both_backends_are_equal_without_an_observer(
    problem: Problem, heuristic: str, limits: Limits, lookback: int
) -> None:
    compare_unrecorded(problem, heuristic, limits, lookback)


@pytest.mark.slow
@examples(400)
@runs
def test_both_backends_are_equal_in_many_runs(problem: Problem, heuristic: str, limits: Limits, lookback: int) -> None:
    compare_recorded(problem, heuristic, limits, lookback)
    compare_unrecorded(problem, heuristic, limits, lookback)


@pytest.mark.parametrize(
    ("heuristic", "nodes"),
    [(heuristic, 2_000) for heuristic in HEURISTICS[:4]]
    + [pytest.param(heuristic, 20_000, marks=pytest.mark.slow) for heuristic in HEURISTICS],
)
def test_longer_runs_are_equal(heuristic: str, nodes: int) -> None:
    rng = Random(20)
    for shape in (Shape(3, 3), Shape(4, 4), Shape(3, 4)):
        for _ in range(4):
            problem = Problem(scrambled_board(random_board(shape, rng=rng), 30, rng=rng), None)
            if problem.is_solvable:
                compare_recorded(problem, heuristic, Limits(nodes=nodes))


@pytest.mark.parametrize(
    ("shape", "length"), [((4, 4), 8), ((3, 3), 10), ((2, 5), 9), ((1, 6), 12), ((2, 2), 14), ((5, 3), 7)]
)
def test_detours_are_those_of_the_reference(shape: tuple[int, int], length: int) -> None:
    grid = core().Grid(blank_targets(Shape(*shape)))
    assert core().build_detours(grid, length, None).following == Detours(Shape(*shape), length).following.tobytes()


@pytest.mark.parametrize("length", [-1, 0, 1, 15])
def test_lengths_of_detours_are_checked(length: int) -> None:
    with pytest.raises(ValueError, match="2 to 14 moves"):
        core().build_detours(core().Grid(blank_targets(Shape(3, 3))), length, None)


THREADED = [  # boards hard enough for threads to be started
    "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
    "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6",
]


@pytest.mark.parametrize("board", THREADED)
@pytest.mark.parametrize("lookback", [2, 8])
def test_threads_change_only_the_time(board: str, lookback: int) -> None:
    def result(threads: int) -> dict[str, object]:
        spec = f"ida_star(linear_conflict, lookback={lookback}, threads={threads})"
        found = solve(board, "blank-first", algorithm=spec, backend="native")
        return {**comparable(found), "spec": ""}

    alone = result(1)
    assert alone["status"] == "solved"
    for threads in (2, 8):
        assert result(threads) == alone


@pytest.mark.parametrize("threads", [2, 5])
def test_limits_hold_with_threads(threads: int) -> None:
    spec = f"ida_star(manhattan, threads={threads})"
    result = solve(HARD, algorithm=spec, limits=Limits(time=0.3), backend="native")
    assert result.status is Status.LIMIT
    limited = solve(HARD, algorithm=spec, limits=Limits(nodes=10_000_000), backend="native")
    assert limited.status is Status.LIMIT
    assert "nodes" in limited.reason
    stats = limited.stats
    assert stats.generated >= 10_000_000
    assert stats.pruned + stats.expanded <= stats.generated + len(limited.iterations)


def test_threads_stop_for_a_cancellation_and_an_exception() -> None:
    cancellation = Cancellation()

    def cancel(progress: Any) -> None:
        if progress.expanded > 2_000_000:
            cancellation.cancel()

    spec = "ida_star(manhattan, threads=2)"
    result = solve(HARD, algorithm=spec, cancellation=cancellation, progress=cancel, backend="native")
    assert result.status is Status.CANCELLED
    assert result.stats.expanded > 2_000_000

    def fail(progress: Any) -> None:
        if progress.expanded > 2_000_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(HARD, algorithm=spec, progress=fail, backend="native")


KORF = [  # number, board, optimal length: R. E. Korf, Artificial Intelligence 27, 1985
    (12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    (42, "4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42),
    (55, "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
    (79, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
]


@pytest.mark.parametrize("heuristic", ["manhattan", "linear_conflict", "walking_distance"])
@pytest.mark.parametrize(("number", "board", "length"), KORF)
def test_published_lengths(number: int, board: str, length: int, heuristic: str) -> None:
    result = solve(board, "blank-first", algorithm="ida_star", heuristic=heuristic, backend="native")
    assert result.length == length
    assert result.quality == "optimal"


HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"  # 80 moves, the most on 4×4: no search here ends soon


@pytest.mark.usefixtures("ticking_clock")
def test_the_time_limit_holds() -> None:
    result = solve(HARD, algorithm="ida_star", limits=Limits(time=0.3), backend="native")
    assert result.status is Status.LIMIT
    assert "time" in result.reason
    assert result.stats.expanded > 0
    assert result.lower_bound > 0


def test_cancellation_and_progress() -> None:
    cancellation = Cancellation()
    seen: list[int] = []

    def listen(progress: Any) -> None:
        seen.append(progress.expanded)
        if len(seen) == 2:
            cancellation.cancel()

    result = solve(HARD, algorithm="ida_star", cancellation=cancellation, progress=listen, backend="native")
    assert result.status is Status.CANCELLED
    assert 0 < seen[0] < seen[1] <= result.stats.expanded


def test_an_exception_of_the_progress_listener_is_raised() -> None:
    def listen(progress: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(HARD, algorithm="ida_star", progress=listen, backend="native")


def test_auto_uses_the_core_unless_an_observer_is_attached() -> None:
    easy = "1 2 3 / 4 0 5 / 6 7 8"
    assert solve(easy, algorithm="ida_star").backend == "native"
    assert solve(easy, algorithm="ida_star", observer=Recorder()).backend == "python"
    assert solve(easy, algorithm="ida_star", heuristic="gaschnig").backend == "python"
    with pytest.raises(BackendError, match="gaschnig"):
        solve(easy, algorithm="ida_star", heuristic="gaschnig", backend="native")
