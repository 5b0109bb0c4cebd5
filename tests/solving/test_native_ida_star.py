"""IDA* on the native core: its automata, its threads, and how it ends."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.solving.solver import solve
from taquin.tables.detours import build_in_python

pytestmark = pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())


def core() -> Any:
    return _native.load()


@pytest.mark.parametrize(
    ("shape", "length"), [((4, 4), 8), ((3, 3), 10), ((2, 5), 9), ((1, 6), 12), ((2, 2), 14), ((5, 3), 7)]
)
def test_detours_are_those_of_the_reference(shape: tuple[int, int], length: int) -> None:
    grid = core().Grid(blank_targets(Shape(*shape)))
    assert (
        core().build_detours(grid, length, None).following
        == array("H", build_in_python(Shape(*shape), length)).tobytes()
    )


@pytest.mark.parametrize("length", [-1, 0, 1, 15])
def test_lengths_of_detours_are_checked(length: int) -> None:
    with pytest.raises(ValueError, match="2 to 14 moves"):
        core().build_detours(core().Grid(blank_targets(Shape(3, 3))), length, None)


@pytest.mark.parametrize("options", ["", "lookback=8, ", "order=RLDU, "])
def test_threads_change_only_the_time(options: str) -> None:
    board = "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6"  # hard enough for threads to be started

    def result(threads: int) -> dict[str, object]:
        spec = f"ida_star(linear_conflict, {options}threads={threads})"
        found = solve(board, "blank-first", algorithm=spec, backend="native")
        return {**found.to_dict(), "seconds": 0, "spec": ""}

    alone = result(1)
    assert alone["status"] == "solved"
    for threads in (2, 8):
        assert result(threads) == alone


each_number = pytest.mark.parametrize("threads", [1, 2, 256])


@each_number
@pytest.mark.usefixtures("ticking_clock")
def test_limits_hold(threads: int) -> None:
    spec = f"ida_star(manhattan, threads={threads})"
    result = solve(HARD, algorithm=spec, limits=Limits(time=0.3), backend="native")
    assert (result.status, result.reason) == (Status.LIMIT, "reached the time limit of 0.3 s")
    assert result.stats.expanded > 0
    assert result.lower_bound > 0
    limited = solve(HARD, algorithm=spec, limits=Limits(nodes=10_000_000), backend="native")
    assert limited.status is Status.LIMIT
    assert "nodes" in limited.reason
    stats = limited.stats
    assert stats.generated >= 10_000_000
    assert stats.pruned + stats.expanded <= stats.generated + len(limited.iterations)


@each_number
def test_a_cancellation_and_an_exception_of_the_progress_listener_stop_it(threads: int) -> None:
    cancellation = Cancellation()
    seen: list[int] = []

    def cancel(progress: Any) -> None:
        seen.append(progress.expanded)
        if len(seen) == 3:
            cancellation.cancel()

    spec = f"ida_star(manhattan, threads={threads})"
    result = solve(HARD, algorithm=spec, cancellation=cancellation, progress=cancel, backend="native")
    assert result.status is Status.CANCELLED
    assert 0 < seen[0] < seen[1] < seen[2] <= result.stats.expanded

    def fail(progress: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(HARD, algorithm=spec, progress=fail, backend="native")


HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"  # 80 moves, the most on 4×4: no search here ends soon
