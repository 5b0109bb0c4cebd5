"""``solve`` on the native backend against the reference, for every algorithm that the registry says the core runs."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from amounts import examples
from looping import for_each
from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import BackendError, HeuristicError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.solving.method import choose_method
from taquin.solving.native_runs import unsupported_reason
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec, Option
from taquin.solving.solver import Backend, run_method, solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

SPECS = [spec for spec in ALGORITHMS if spec.native is not None and not spec.is_anytime]
"""Anytime solving has its schedule in Python; only its steps run in the core (tests/algorithms/test_anytime.py)."""
SUPPORTED = [spec for spec in HEURISTICS if spec.native is not None]
BACKENDS: tuple[Backend, ...] = ("python", "native")
SHAPES = [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4), (4, 4), (5, 5), (1, 6)]


def run(problem: Problem, spec: str, limits: Limits, backend: Backend) -> tuple[dict[str, object], Trace]:
    recorder = Recorder(cap=10_000)
    result = run_method(problem, choose_method(spec), limits=limits, observer=recorder, backend=backend)
    assert result.backend == backend
    return {**result.to_dict(), "seconds": 0, "backend": ""}, recorder.trace()


def heuristic_text(spec: HeuristicSpec, other: str) -> str:
    return f"{spec.key}(linear_conflict, {other})" if spec.takes_parts else spec.key


@st.composite
def specs(draw: st.DrawFn) -> str:
    spec = draw(st.sampled_from(SPECS))
    arguments = [heuristic_text(draw(st.sampled_from(SUPPORTED)), "misplaced")] if spec.uses_heuristic else []
    choices = [option for option in spec.options if option.choices]
    arguments += [f"{option.name}={draw(st.sampled_from(option.choices))}" for option in choices]
    if isinstance(spec.reading.weight_h, Option):
        arguments.append(f"{spec.reading.weight_h.name}={draw(st.sampled_from(['1', '1.5', '2', '3.7']))}")
    return f"{spec.key}({', '.join(arguments)})" if arguments else spec.key


@examples(200)
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
    assume(not unsupported_reason(problem, choose_method(spec)))
    assume("walking_distance" not in spec or shape != (5, 5))  # not defined there, on either backend
    assume("pdb" not in spec or problem.shape.cells <= 9)  # others take long to build
    native, native_trace = run(problem, spec, limits, "native")
    python, python_trace = run(problem, spec, limits, "python")
    assert native == python
    assert native_trace.events == python_trace.events


def test_the_core_runs_what_the_registry_says() -> None:
    assert {spec.key for spec in SPECS} == _native.capabilities() - {"distance_table"}
    for spec in SPECS:
        assert spec.native is not None
        assert hasattr(_native.load(), spec.native.function)
    for step in ("construct", "run_beam", "shorten_windows"):
        assert hasattr(_native.load(), step)


@for_each("algorithm", ALGORITHMS)
@for_each("shape", [(3, 3), (1, 6), (6, 6), (8, 9)])
def test_the_core_runs_exactly_what_is_supported(algorithm: AlgorithmSpec, shape: tuple[int, int]) -> None:
    """``unsupported_reason`` builds nothing, so the promise is checked by runs of a few nodes."""
    goal = random_board(Shape(*shape), rng=Random(3))
    problem = Problem(scrambled_board(goal, 2, rng=Random(4)), goal)
    texts: list[str | None] = [None]
    if algorithm.uses_heuristic:
        texts = [heuristic_text(spec, "gaschnig") for spec in HEURISTICS]
        texts += ["max(misplaced, max(manhattan, pdb))", "max(pdb, walking_distance)", "max(manhattan, max(gaschnig))"]
    for text in texts:
        method = choose_method(algorithm.key, text)
        if unsupported_reason(problem, method):
            with pytest.raises(BackendError):
                run_method(problem, method, backend="native")
            continue
        try:
            assert run_method(problem, method, backend="native", limits=Limits(nodes=100)).backend == "native"
        except HeuristicError:  # not defined on this shape: then neither backend runs it
            with pytest.raises(HeuristicError):
                run_method(problem, method, backend="python", limits=Limits(nodes=100))


def test_the_part_that_is_unsupported_is_named() -> None:
    with pytest.raises(BackendError, match="does not have gaschnig "):
        solve("1 2 3 / 4 5 6 / 7 0 8", algorithm="astar(max(manhattan, max(pdb, gaschnig)))", backend="native")


class Counted(Heuristic):
    """A user's heuristic that counts its constructions."""

    constructed = 0

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        Counted.constructed += 1

    def __call__(self, state: State) -> float:
        return 0


@pytest.mark.parametrize(("backend", "times"), [("auto", 1), ("python", 1), ("native", 0)])
@pytest.mark.parametrize("algorithm", ["astar", "ida_star", "beam", "hill_climbing"])
def test_a_users_heuristic_is_constructed_once_for_a_run(
    algorithm: str, backend: Backend, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counted, "constructed", 0)
    with pytest.raises(BackendError, match="the native core does not have") if backend == "native" else nullcontext():
        solve("1 2 3 / 4 5 6 / 7 0 8", algorithm=algorithm, heuristic=Counted, backend=backend)
    assert Counted.constructed == times


@pytest.mark.parametrize("backend", ["auto", "python", "native"])
def test_no_database_is_built_for_an_unsolvable_board(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatternDatabases, "__init__", lambda *args, **options: pytest.fail("databases are built"))
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    unsolvable = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"
    result = solve(unsolvable, algorithm="ida_star(pdb)", backend=backend)
    assert result.status is Status.UNSOLVABLE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["astar", "bfs", "bidirectional", "ucs", "wastar(misplaced, weight=1.01)"])
def test_a_memory_limit_holds(method: str) -> None:
    hardest = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"
    result: Result = solve(hardest, algorithm=method, backend="native", limits=Limits(memory=20_000_000, time=PATIENCE))
    assert result.status is Status.LIMIT
    assert "memory" in result.reason
    assert result.stats.max_stored < 20_000_000 / 16


def test_the_largest_boards_that_the_core_takes() -> None:
    for key, largest, larger in (("bfs", "5x5", "2x13"), ("astar", "5x5", "2x13"), ("ida_star", "8x8", "5x13")):
        method = choose_method(key)
        assert unsupported_reason(Problem(make_goal(None, largest)), method) == ""
        assert "takes boards of up to" in unsupported_reason(Problem(make_goal(None, larger)), method)


@for_each("text", ["greedy(manhattan)", "astar(manhattan)"])
def test_both_backends_draw_the_same_conclusion_from_a_depth_limit(text: str) -> None:
    """Greedy search proves nothing there, because it does not find the shortest path to a state first."""
    python, native = (solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=text, depth=6, backend=each) for each in BACKENDS)
    assert python.status is native.status is Status.EXHAUSTED
    assert (python.reason, python.lower_bound) == (native.reason, native.lower_bound)
    assert native.reason.startswith("found no" if text.startswith("greedy") else "no solution")
