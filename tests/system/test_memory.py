"""The CPU time of a process."""

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

import pytest

from taquin.system.memory import cpu_time, process_limits


def _work() -> None:
    sum(range(20_000))


def _measured(work: Callable[[], None], runs: int = 120) -> list[float]:
    times = []
    for _ in range(runs):
        began = cpu_time()
        work()
        times.append(cpu_time() - began)
    return times


def test_cpu_time_is_that_of_the_process() -> None:
    before, began = process_time(), cpu_time()
    assert abs(before - began) < 0.1
    _work()
    assert cpu_time() > began


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit CPU time")
def test_short_runs_are_measured_exactly_under_a_limit_of_cpu_time() -> None:
    """With ``process_time`` most of these runs would take 0 s on Linux, because it advances in steps of 4 ms."""
    free = median(_measured(_work))
    with process_limits(cpu_seconds=1000):
        times = _measured(_work)
    assert min(times) > 0
    assert free / 4 < median(times) < 4 * free
