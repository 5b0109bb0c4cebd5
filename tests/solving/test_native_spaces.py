"""Spaces of one's own on the native core: the same results, counters and errors as the Python code gives."""

from __future__ import annotations

import gc
import sys
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from looping import for_each
from taquin import BackendError, HeuristicError, Recorder, Status, _native, search
from taquin.run.budget import POLL_EVERY
from taquin.run.limits import Cancellation
from toy import KNOWLEDGE, House, TableEstimate

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

METHODS = [
    "ucs",
    "ucs(tie_break=lifo)",
    "wastar(weight=2)",
    "wastar(weight=1.3, tie_break=low-h)",
    *(f"{name}(tie_break={tie})" for name, tie in product(("astar", "greedy"), ("fifo", "lifo", "low-h"))),
]


class Graph:
    """A random directed graph: ``estimates`` may be inconsistent, and be numbers of any kind."""

    def __init__(self, seed: int, size: int = 60, degree: int = 4, *, has_goal: bool = True) -> None:
        random = Random(seed)
        self.start, self.goal = "0", str(size - 1) if has_goal else "nowhere"
        self.ways = [[(way, str(random.randrange(size))) for way in range(degree)] for _ in range(size)]
        self.estimates = [random.choice([0, 1, 3, True, 0.5, random.random() * 6, 300]) for _ in range(size)]

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def successors(self, state: str) -> Any:
        for way, child in self.ways[int(state)]:
            yield way, "".join(child)

    def h(self, state: str) -> float:
        return 0 if state == self.goal else self.estimates[int(state)]


def both(space: Any, method: str, **given: Any) -> tuple[Any, Any]:
    """The result of the Python code and that of the core, without their times."""
    results = [search(space, method, backend=backend, **given) for backend in ("python", "native")]
    assert [result.backend for result in results] == ["python", "native"]
    python, native = (replace(result, seconds=0, backend="") for result in results)
    return python, native


@for_each(("method", "seed"), product(METHODS, range(12)))
def test_random_graphs(method: str, seed: int) -> None:
    space = Graph(seed, has_goal=seed % 4 > 0)
    heuristic = None if method.startswith("ucs") else space.h
    for limits in ({}, {"depth": 2}, {"depth": 4}, {"nodes": 15}):
        python, native = both(space, method, heuristic=heuristic, **limits)
        assert native == python, limits


@for_each(("method", "known"), product(METHODS, KNOWLEDGE))
def test_the_toy_space(method: str, known: Any) -> None:
    """Its inconsistent estimates make searches open nodes again."""
    estimate = TableEstimate(known.forward)
    heuristic = None if method.startswith("ucs") else estimate
    python, native = both(House(), method, heuristic=heuristic, admissible=known.admissible and heuristic is not None)
    assert native == python
    assert native.stats.reopened > 0 or method != "astar(tie_break=fifo)" or known is not KNOWLEDGE[3]


class Sums:
    """States of every kind that are equal to others: 1, 1.0 and True are one state, and some hashes collide."""

    start: Any = None

    def is_goal(self, state: Any) -> bool:
        return bool(state == (9,))

    def successors(self, state: Any) -> list[Any]:
        number = 0 if state is None else int(state)
        wide = [(step, number + step * 2**61) for step in (1, -1)]  # hashes wrap around at 2^61 - 1
        more = [("a", True), ("b", 1.0), (("c", 2), float(number + 1)), *wide] if abs(number) < 2**63 else []
        return [*more, ("end", (9,))] if number == 7 else more


def test_states_that_are_equal_and_moves_of_any_kind() -> None:
    python, native = both(Sums(), "ucs")
    assert native == python
    assert native.moves == ("a", *[("c", 2)] * 6, "end")


class Counted:
    """A line of numbers from 0 upwards whose code does what a test asks for at a place."""

    start = 0

    def __init__(self, event: Any = None, *, place: int = 500, goal: int = 100_000) -> None:
        self.event, self.place, self.goal = event, place, goal

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> Any:
        return self.event() if state == self.place and self.event else [(0, state + 1), (1, max(state - 1, 0))]

    def h(self, state: int) -> Any:
        return self.goal - state

    def wrong_h(self, state: int) -> Any:
        return 1 / (500 - state)


def test_errors_are_those_of_python() -> None:
    for backend in ("python", "native"):
        with pytest.raises(ZeroDivisionError):
            search(Counted(lambda: 1 // 0), "ucs", backend=backend)
    space = Counted()
    for backend in ("python", "native"):
        with pytest.raises(HeuristicError, match=r"test_native_spaces.py, line \d+: .*wrong_h failed on 500: Zero"):
            search(space, "greedy", space.wrong_h, backend=backend)
        with pytest.raises(HeuristicError, match="returned -1 for 1: expected a finite number, 0 or more"):
            search(space, "astar", lambda state: -state, backend=backend)


def hang() -> None:
    while True:
        pass


def test_limits_and_cancellation() -> None:
    found = search(Counted(hang, place=1), "ucs", time=0.5, backend="native")
    assert found.status is Status.LIMIT
    assert found.reason.startswith("reached the time limit of 0.5 s, and Counted.successors (test_native_spaces.py")
    assert found.stats.expanded == 2
    assert search(Counted(), "ucs", memory="200 kB", backend="native").status is Status.LIMIT
    cancellation = Cancellation()

    def cancel() -> list[tuple[int, int]]:
        cancellation.cancel()
        return [(0, 501)]

    found = search(Counted(cancel), "ucs", cancellation=cancellation, backend="native")
    assert found.status is Status.CANCELLED
    assert 501 <= found.stats.expanded <= 501 + POLL_EVERY


@pytest.mark.usefixtures("ticking_clock")
def test_the_progress_has_the_counters() -> None:
    reports: list[Any] = []
    search(Counted(goal=10**9), "ucs", time=2, progress=reports.append, backend="native")
    last = reports[-1]
    assert last.expanded > 0
    assert last.lower_bound == last.expanded == last.generated
    assert last.memory > last.generated * 60


def test_what_the_core_does_not_run() -> None:
    space = Graph(1)
    for method, given in (
        ("bfs", {}),
        ("astar(tie_break=random)", {"heuristic": space.h}),
        ("wastar(priority=xdp)", {"heuristic": space.h}),
        ("ucs", {"observer": Recorder()}),
    ):
        with pytest.raises(BackendError, match=r"the native backend cannot run .* on this space"):
            search(space, method, backend="native", **given)
        assert search(space, method, **given).backend == "python"


def test_nothing_is_leaked() -> None:
    space = Graph(3)
    references = [sys.getrefcount(each) for each in (space, space.goal, space.ways[5])]
    search(space, "astar", space.h)
    with pytest.raises(ZeroDivisionError):
        search(Counted(lambda: 1 // 0), "ucs")
    gc.collect()
    assert [sys.getrefcount(each) for each in (space, space.goal, space.ways[5])] == references


class Longer(Counted):
    """Tuples with one item more than the state before them; the third item may refer to others."""

    start: Any = (0,)
    made: list[Any] = []  # noqa: RUF012

    def successors(self, state: Any) -> Any:
        self.made.append((*state, frozenset() if len(state) == 2 else 1))
        return [(0, self.made[-1])] if len(state) < 3 else []


def test_the_garbage_collector_does_not_visit_tuples_of_numbers() -> None:
    search(Longer(), "ucs", backend="native")
    _, *of_search = Longer.made  # the first one was a check
    assert [gc.is_tracked(state) for state in of_search[:2]] == [False, True]
