"""``solve`` on the native backend against the reference, for every algorithm that the core says it has."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.solving.method import choose_method
from taquin.solving.native_runs import why_not
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import Backend, run_method, solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

KEYS = sorted(_native.capabilities() & {spec.key for spec in ALGORITHMS})
HEURISTICS = ("blind", "misplaced", "manhattan", "linear_conflict", "walking_distance")
SHAPES = [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4), (4, 4), (5, 5), (1, 6)]


def run(problem: Problem, spec: str, limits: Limits, backend: Backend) -> tuple[dict[str, object], Trace]:
    recorder = Recorder(cap=10_000)
    result = run_method(problem, choose_method(spec), limits=limits, observer=recorder, backend=backend)
    assert result.backend == backend
    return {**result.to_dict(), "seconds": 0, "backend": ""}, recorder.trace()


@st.composite
def specs(draw: st.DrawFn) -> str:
    key = draw(st.sampled_from(KEYS))
    arguments = []
    if next(spec for spec in ALGORITHMS if spec.key == key).uses_heuristic:
        arguments.append(draw(st.sampled_from(HEURISTICS)))
    if key in ("ucs", "greedy", "astar", "wastar"):
        arguments.append(f"tie_break={draw(st.sampled_from(['fifo', 'lifo', 'low-h']))}")
    if key == "wastar":
        arguments.append(f"weight={draw(st.sampled_from(['1', '1.5', '2', '3.7']))}")
    return f"{key}({', '.join(arguments)})" if arguments else key


@settings(max_examples=200)
@given(
    spec=specs(),
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 14),
    nodes=st.one_of(st.none(), st.integers(0, 400)),
    depth=st.one_of(st.none(), st.integers(0, 12)),
)
def test_both_backends_give_the_same_result(
    spec: str, shape: tuple[int, int], seed: int, moves: int, nodes: int | None, depth: int | None
) -> None:
    rng = Random(seed)
    goal = random_board(Shape(*shape), rng=rng)
    problem = Problem(scrambled_board(goal, moves, rng=rng), goal)
    limits = Limits(nodes=3000 if nodes is None else nodes, depth=depth)
    if "walking_distance" in spec and shape == (5, 5):
        return  # not defined there, on either backend
    if why_not(problem, choose_method(spec)):
        return
    native, native_trace = run(problem, spec, limits, "native")
    python, python_trace = run(problem, spec, limits, "python")
    assert native == python
    assert native_trace.events == python_trace.events


def test_there_is_something_to_test() -> None:
    assert set(KEYS) >= {"astar", "bfs", "bidirectional", "greedy", "ida_star", "ucs", "wastar"}


@pytest.mark.parametrize("method", ["astar", "bfs", "bidirectional", "ucs", "wastar(misplaced, weight=1.01)"])
def test_a_memory_limit_holds(method: str) -> None:
    hardest = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
    result: Result = solve(hardest, algorithm=method, backend="native", limits=Limits(memory=20_000_000, time=30))
    assert result.status is Status.LIMIT
    assert "memory" in result.reason
    assert result.stats.max_stored < 20_000_000 / 16
