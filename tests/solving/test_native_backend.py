"""``solve`` on the native backend against the reference, for every algorithm that the registry says the core runs."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from looping import for_each
from pairwise import all_pairs
from strategies import examples
from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.errors import BackendError, HeuristicError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Improvement
from taquin.run.result import Outcome, Result, Status
from taquin.run.run import Run
from taquin.solving import native_anytime, native_proofs, native_runs
from taquin.solving.method import choose_method
from taquin.solving.native_support import unsupported_reason
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.solving.solver import Backend, run_method, solve
from taquin.trace.recorder import Recorder
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())

SPECS = [spec for spec in ALGORITHMS if spec.native is not None and spec.native.function != "anytime"]
"""Anytime solving has its schedule in Python; only its steps run in the core (tests/algorithms/test_anytime.py)."""
SUPPORTED = [spec for spec in HEURISTICS if spec.native is not None]
BACKENDS: tuple[Backend, ...] = ("python", "native")
SHAPES = [(2, 2), (2, 3), (3, 3), (4, 2), (2, 5), (3, 4), (4, 4), (5, 5), (1, 6)]


def run(
    problem: Problem, spec: str, limits: Limits, backend: Backend, recorder: Recorder | None = None
) -> dict[str, object]:
    result = run_method(problem, choose_method(spec), Run(limits, recorder), backend)
    assert result.backend == backend
    return {**result.to_dict(), "seconds": 0, "backend": ""}


def compare(problem: Problem, spec: str, limits: Limits) -> dict[str, object]:
    """Both backends give the same result, and the same events to an observer.

    Without an observer the core runs other code, and on 4×4 code that is compiled for that grid.
    """
    native_recorder, recorder = Recorder(cap=10_000), Recorder(cap=10_000)
    expected = run(problem, spec, limits, "python", recorder)
    assert run(problem, spec, limits, "native", native_recorder) == expected
    assert run(problem, spec, limits, "native") == expected
    assert native_recorder.trace().events == recorder.trace().events
    assert native_recorder.is_truncated == recorder.is_truncated
    return expected


@pytest.mark.parametrize(
    "spec",
    [
        "dfs",
        "dfs(frontier=stack)",
        "iddfs",
        "depth_limited(limit=15)",
        "bfs",
        "bidirectional",
        "bidirectional_astar(manhattan)",
        "bidirectional_astar(pdb(4-4))",
        "mm(manhattan)",
        "ucs",
        "astar(manhattan, tie_break=lifo)",
        "wastar(linear_conflict)",
        "greedy(pdb(4-4))",
        "ida_star(manhattan)",
        "ida_star(pdb(4-4), threads=2)",
        "ida_star(max(manhattan, walking_distance), lookback=6)",
    ],
)
def test_another_order_of_successors_is_the_same_in_both(spec: str) -> None:
    ordered = f"{spec.removesuffix(')')}{', ' if '(' in spec else '('}order=rdlu)"
    assert choose_method(choose_method(ordered).text) == choose_method(ordered)
    counts, shape = set(), "2x4" if spec.startswith("dfs") else "3x3"  # depth first, Python expands much of the space
    for seed in range(3):
        problem = Problem(random_board(shape, seed=seed, depth=14))
        found = [compare(problem, each, Limits()) for each in (spec, ordered)]
        counts.add(all(found[0][name] == found[1][name] for name in ("expanded", "generated", "moves")))
        assert spec.startswith(("greedy", "wastar", "dfs", "depth")) or found[0]["length"] == found[1]["length"]
    assert False in counts


def heuristic_text(spec: HeuristicSpec, other: str) -> str:
    return f"{spec.key}(linear_conflict, {other})" if spec.takes_parts else spec.key


HEURISTIC_TEXTS = [
    *(heuristic_text(spec, "misplaced") for spec in SUPPORTED),
    "pdb(symmetry=false)",
    "max(pdb, walking_distance)",
    "max(linear_conflict, max(walking_distance, manhattan))",
]


@st.composite
def specs(draw: st.DrawFn) -> str:
    spec = draw(st.sampled_from(SPECS))
    arguments = [draw(st.sampled_from(HEURISTIC_TEXTS))] if spec.uses_heuristic else []
    choices = [option for option in spec.options if option.choices]
    arguments += [f"{option.name}={draw(st.sampled_from(option.choices))}" for option in choices]
    if spec.claims.suboptimality is not None:
        arguments.append(f"weight={draw(st.sampled_from(['1', '1.1', '1.5', '2', '3.7', '1e6']))}")
    if spec.key in ("iddfs", "depth_limited"):
        arguments.append(f"undo={draw(st.booleans())}")
    if spec.key == "depth_limited":
        arguments.append(f"limit={draw(st.integers(0, 12))}")
    if spec.key == "ida_star":
        arguments.append(f"lookback={draw(st.sampled_from([2, 5, 6, 7, 8]))}")
    return f"{spec.key}({', '.join(arguments)})" if arguments else spec.key


@examples(500)
@given(
    spec=specs(),
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 18),
    nodes=st.one_of(st.none(), st.integers(0, 400)),
    depth=st.one_of(st.none(), st.integers(0, 16)),
)
def test_both_backends_give_the_same_result(
    spec: str, shape: tuple[int, int], seed: int, moves: int, nodes: int | None, depth: int | None
) -> None:
    rng = Random(seed)
    goal = random_board(Shape(*shape), rng=rng)
    problem = Problem(scrambled_board(goal, moves, rng=rng), goal)
    assume(not unsupported_reason(problem, choose_method(spec)))
    assume("walking_distance" not in spec or shape != (5, 5))  # not defined there, on either backend
    assume("pdb" not in spec or problem.shape.cells <= 9)  # others take long to build
    compare(problem, spec, Limits(nodes=3000 if nodes is None else nodes, depth=depth))


HARDEST = Problem("8 6 7 / 2 5 4 / 3 0 1")  # 31 moves
METHODS = ("astar({}, tie_break={})", "wastar({}, weight=1.3, tie_break={})", "greedy({}, tie_break={})")
BLIND_TO_LARGE = ("blind", "linear_conflict", "walking_distance", "max(pdb, walking_distance)")
LONG = [
    *(
        text.format(*names)
        for text, *names in all_pairs(METHODS, ("manhattan", "pdb(3-3-2)"), ("fifo", "lifo", "low-h"))
    ),
    *(f"{key}({heuristic})" for key in ("bidirectional_astar", "mm") for heuristic in BLIND_TO_LARGE),
    *(f"bae_star(linear_conflict, weight={weight})" for weight in ("1", "1.2", "1.7", "3")),
    "bae_star(pdb(3-3-2))",
    "dfs",
    "dfs(frontier=stack)",
    "depth_limited(limit=17)",
    "depth_limited(limit=9, undo=true)",
    *(
        f"{key}(manhattan, weight={weight})"
        for key in ("focal", "dps", "ees", "ara_star")
        for weight in ("1", "1.2", "1.5", "3")
    ),
    "ara_star(manhattan, weight=5, step=0.01)",
]


@pytest.mark.parametrize("method", LONG)
def test_long_runs_are_equal(method: str) -> None:
    compare(HARDEST, method, Limits(depth=60))


@for_each("most", [1, 2, 1000])
def test_improvements_are_equal_and_a_cancellation_keeps_the_best(most: int) -> None:
    """ARA* is cancelled by the listener that gets its solutions."""
    found: list[object] = []
    for backend in BACKENDS:
        cancellation = Cancellation()
        reports: list[Improvement] = []

        def keep(report: Improvement, reports: list[Improvement] = reports, stop: Cancellation = cancellation) -> None:
            reports.append(report)
            if len(reports) == most:
                stop.cancel()

        run = Run(cancellation=cancellation, improvement=keep)
        result = run_method(HARDEST, choose_method("ara_star(manhattan, weight=5)"), run, backend)
        seen = [(report.solution, report.lower_bound) for report in reports]
        assert (result.reason == "cancelled") == (most <= len(seen))
        assert result.solution == reports[-1].solution
        found.append((seen, result.length, result.iterations))
    assert found[0] == found[1]


def test_a_default_time_begins_with_the_first_solution_of_the_core() -> None:
    run = Run()
    run.anytime.default_time = 0
    result = run_method(HARDEST, choose_method("ara_star(manhattan, weight=5)"), run, "native")
    assert (result.status, result.quality, len(result.iterations)) == (Status.SOLVED, "bounded", 1)
    assert "time limit of 0 s" in result.reason


def test_runs_that_reopen_nodes_are_equal() -> None:
    """Databases are inconsistent."""
    for start, method in (
        ("8 6 7 / 2 5 4 / 3 0 1", "wastar(pdb(3-3-2), weight=1.3)"),
        *(("3 2 0 / 4 5 1 / 7 6 8", f"{key}(pdb(3-3-2), weight=1.5)") for key in ("focal", "dps", "ees", "ara_star")),
        ("3 2 0 / 4 5 1 / 7 6 8", "bidirectional_astar(pdb(3-3-2))"),
    ):
        assert int(str(compare(Problem(start), method, Limits())["reopened"])) > 0


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear_conflict", "walking_distance"])
@pytest.mark.parametrize("nodes", [2_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_long_runs_of_ida_star_are_equal(heuristic: str, nodes: int) -> None:
    rng = Random(20)
    for shape in (Shape(3, 3), Shape(4, 4), Shape(3, 4)):
        goal = random_board(shape, rng=rng)
        for _ in range(2):
            compare(Problem(scrambled_board(goal, 40, rng=rng), goal), f"ida_star({heuristic})", Limits(nodes=nodes))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "limits"), [("bfs", Limits()), ("greedy(blind, tie_break=lifo)", Limits(nodes=180_000))]
)
def test_runs_over_a_whole_space_are_equal(text: str, limits: Limits) -> None:
    """Also with depths beyond 16 bits: greedy search with h = 0 and the newest node first."""
    compare(HARDEST, text, limits)


KORF = [  # numbers 12, 42, 55 and 79 with optimal lengths: R. E. Korf, Artificial Intelligence 27, 1985
    ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 42),
    ("13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11", 41),
    ("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 42),
]


@pytest.mark.parametrize("method", ["ida_star", "astar", "nbs"])
@pytest.mark.parametrize("heuristic", ["manhattan", "linear_conflict", "walking_distance", "pdb"])
def test_published_lengths(heuristic: str, method: str) -> None:
    for board, length in KORF:
        result = solve(board, "blank-first", algorithm=method, heuristic=heuristic, backend="native")
        assert (result.length, result.quality) == (length, "optimal")


def test_the_largest_boards_of_the_core() -> None:
    """Searches that store states pack one into 128 bits: 25 cells of 5 bits. Others have up to 64 cells."""
    for text, largest, larger in (
        ("bfs", Shape(5, 5), Shape(2, 13)),
        ("bidirectional", Shape(5, 5), Shape(2, 13)),
        ("iddfs", Shape(8, 8), Shape(5, 13)),
        ("astar(manhattan)", Shape(5, 5), Shape(2, 13)),
        ("bidirectional_astar(manhattan)", Shape(5, 5), Shape(2, 13)),
        ("ida_star(manhattan)", Shape(8, 8), Shape(5, 13)),
    ):
        method = choose_method(text)
        start = scrambled_board(make_goal("standard", largest), 4, rng=Random(1))
        assert run_method(Problem(start), method, backend="native").is_solved
        start = scrambled_board(make_goal("standard", larger), 4, rng=Random(1))
        with pytest.raises(BackendError, match=f"up to {largest.cells} cells, and {larger} has more"):
            run_method(Problem(start), method, backend="native")


def test_the_core_runs_what_the_registry_says() -> None:
    assert {spec.key for spec in SPECS} == _native.capabilities() - {"distance_table", "slides"}
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
            assert run_method(problem, method, Run(Limits(nodes=100)), "native").backend == "native"
        except HeuristicError:  # not defined on this shape: then neither backend runs it
            with pytest.raises(HeuristicError):
                run_method(problem, method, Run(Limits(nodes=100)), "python")


def test_the_second_walking_distance_of_a_maximum_is_left_out() -> None:
    """The core takes one."""
    goal = HARDEST.goal
    both = Maximum([WalkingDistance(goal), Maximum([Manhattan(goal), WalkingDistance(goal)])])
    native, python = (solve(HARDEST, algorithm="astar", heuristic=both, backend=each) for each in BACKENDS)
    assert (native.solution, native.stats) == (python.solution, python.stats)


def test_auto_uses_the_core_for_what_it_has_unless_an_observer_is_attached() -> None:
    assert solve(HARDEST, algorithm="astar").backend == "native"
    assert solve(HARDEST, algorithm="astar", observer=Recorder()).backend == "python"
    for method, part in (
        ("astar(max(manhattan, max(pdb, gaschnig)))", "gaschnig"),
        ("astar(manhattan, tie_break=random)", "tie_break=random"),
    ):
        assert solve(HARDEST, algorithm=method).backend == "python"
        with pytest.raises(BackendError, match=f"does not have {part}"):
            solve(HARDEST, algorithm=method, backend="native")


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


@pytest.mark.parametrize("method", ["astar", "bfs", "bidirectional", "nbs", "ucs", "wastar(misplaced, weight=1.01)"])
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


@pytest.mark.parametrize("is_cache_read_only", [False, True])
def test_a_server_proves_without_large_databases(monkeypatch: pytest.MonkeyPatch, *, is_cache_read_only: bool) -> None:
    """Each of its workers would load up to a gigabyte."""
    monkeypatch.setattr(native_proofs, "is_read_only", lambda: is_cache_read_only)
    monkeypatch.setattr(native_proofs, "has_large_databases", lambda goal: True)
    provers: list[native_anytime.Prover] = []

    def run_anytime(problem: Problem, run: Run, options: object, prover: native_anytime.Prover) -> Outcome:
        provers.append(prover)
        return run.failed(Status.LIMIT, "stopped")

    monkeypatch.setattr(native_runs, "run_anytime", run_anytime)
    solve(random_board("5x5", seed=1), algorithm="anytime", backend="native", time=60)
    assert [prover.has_databases for prover in provers] == [not is_cache_read_only]


@for_each("text", ["greedy(manhattan)", "astar(manhattan)"])
def test_both_backends_draw_the_same_conclusion_from_a_depth_limit(text: str) -> None:
    """Greedy search proves nothing there, because it does not find the shortest path to a state first."""
    python, native = (solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=text, depth=6, backend=each) for each in BACKENDS)
    assert python.status is native.status is Status.EXHAUSTED
    assert (python.reason, python.lower_bound) == (native.reason, native.lower_bound)
    assert native.reason.startswith("found no" if text.startswith("greedy") else "no solution")
