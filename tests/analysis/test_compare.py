"""Comparisons: the methods, the effective branching factor, the table and its summary."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin import _native
from taquin.analysis.branching import effective_branching_factor
from taquin.analysis.compare import (
    NATIVE_NODES,
    PYTHON_NODES,
    PYTHON_NODES_LARGE,
    combine,
    compare_boards,
    limits_of_every_run,
    limits_of_run,
)
from taquin.analysis.comparison import Comparison, Row
from taquin.errors import HeuristicError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render.text.comparison import findings, race_summary
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Quality, Result, Stats, Status
from taquin.solving.default_methods import default_method
from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS

MIDDLE = Problem("8 1 3 / 4 0 2 / 7 6 5")
LARGE = Problem("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 0 14 15")


def run(
    problem: Problem, *algorithms: str, heuristics: tuple[str, ...] = (), limits: Limits | None = None
) -> Comparison:
    methods = combine(problem, algorithms, heuristics)
    runs = compare_boards([problem], methods, limits=limits)
    return Comparison(problem, tuple(runs), len(methods))


# The effective branching factor ----------------------------------------------------------------------------------


@given(st.integers(1, 60), st.integers(0, 10**7))
def test_the_factor_solves_its_equation(length: int, more: int) -> None:
    generated = length + more
    factor = effective_branching_factor(generated, length)
    assert factor >= 1
    assert sum(factor**depth for depth in range(length + 1)) == pytest.approx(generated + 1, rel=1e-6)


@given(st.integers(1, 10**6), st.integers(0, 10**9))
def test_the_factor_never_overflows_and_grows(length: int, more: int) -> None:
    factor = effective_branching_factor(length + more, length)
    assert 1 <= factor <= effective_branching_factor(length + more + 1, length)


# The methods -----------------------------------------------------------------------------------------------------


def texts(problem: Problem, *algorithms: str, heuristics: tuple[str, ...] = ()) -> list[str]:
    return [method.text for method in combine(problem, algorithms, heuristics)]


def test_the_default_is_a_screen_of_methods() -> None:
    found = texts(MIDDLE)
    assert len(found) <= 16
    assert {"bfs", "astar(misplaced)", "astar(manhattan)", "ida_star(manhattan)", "hill_climbing(manhattan)"} <= {
        *found
    }


def test_all_is_every_algorithm_with_the_usual_heuristics() -> None:
    found = texts(MIDDLE, "all")
    assert len(found) == len(set(found))
    assert {text.split("(")[0] for text in found} == {spec.key for spec in ALGORITHMS}
    assert [text for text in found if "(" not in text] == [spec.key for spec in ALGORITHMS if not spec.uses_heuristic]
    usual = {spec.key for spec in HEURISTICS} - {"blind", "max"}
    assert {text for text in found if text.startswith("astar(")} == {f"astar({key})" for key in usual}
    assert not any("blind" in text or "max" in text for text in found)


def test_heuristics_that_are_not_defined_are_left_out() -> None:
    large = Problem(Board([*range(1, 25), 0]))
    assert "astar(walking_distance)" in texts(MIDDLE, "all")
    assert "astar(walking_distance)" not in texts(large, "all")
    with pytest.raises(HeuristicError, match="walking distance"):
        texts(large, heuristics=("walking_distance",))


def test_named_heuristics_are_used_with_informed_algorithms() -> None:
    found = texts(MIDDLE, heuristics=("hamming", "max(manhattan, gaschnig)"))
    assert "bfs" not in found
    assert found[0] == default_method(MIDDLE.shape).text
    assert len(found) == 1 + 2 * sum(spec.uses_heuristic for spec in ALGORITHMS)
    assert "astar(misplaced)" in found
    assert "ida_star(max(manhattan, gaschnig))" in found


def test_specs_keep_their_own_heuristic_and_options() -> None:
    assert texts(
        MIDDLE, "bfs", "wastar(weight=2)", "greedy(misplaced)", "a*", "bfs", heuristics=("manhattan", "gaschnig")
    ) == [
        "bfs",
        "wastar(manhattan, weight=2)",
        "wastar(gaschnig, weight=2)",
        "greedy(misplaced)",
        "astar(manhattan)",
        "astar(gaschnig)",
    ]


def test_a_heuristic_of_a_user(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def nothing(board, goal):\n    return 0\n")
    comparison = run(MIDDLE, "astar", heuristics=(f"{path}:nothing", "manhattan"))
    own, manhattan = comparison.rows
    assert own.result.length == manhattan.result.length == 14
    assert own.result.stats.expanded > manhattan.result.stats.expanded
    assert comparison.verdict(own) == "yes"  # its own lower bound is not trusted
    assert comparison.verdict(manhattan) == "proven"


@pytest.mark.parametrize("problem", [MIDDLE, LARGE, Problem(Board([*range(1, 25), 0]))])
def test_the_default_method_is_always_a_row(problem: Problem) -> None:
    default = default_method(problem.shape).text
    assert texts(problem).count(default) == 1
    assert texts(problem, heuristics=("manhattan",)).count(default) == 1
    assert texts(problem, "bfs") == ["bfs"]  # named algorithms are the whole table
    assert texts(problem, "bfs", "default") == ["bfs", default]


# The table -------------------------------------------------------------------------------------------------------


def test_the_bound_of_one_run_proves_the_solution_of_another() -> None:
    comparison = run(MIDDLE, "beam(manhattan, width=1000)", "ida_star(manhattan)", limits=Limits(nodes=60))
    found = run(MIDDLE, "beam(manhattan, width=1000)").rows[0]
    both = Comparison(MIDDLE, (found, *run(MIDDLE, "depth_limited(limit=13)").rows), 2)
    assert comparison.optimum is None
    assert both.optimum == 14
    assert findings(both) == [
        "beam(manhattan, width=1000) found a solution of 14 moves, and none is shorter.",
        f"beam(manhattan, width=1000) expanded {found.result.stats.expanded:,} nodes.",
        "depth_limited(limit=13) ended without a solution.",
    ]
    assert f"{both.rows[1].method.title} ended without a solution." in race_summary(both, "work")


ALONE = "astar(manhattan) found a solution of 14 moves, and none is shorter."


@pytest.mark.parametrize(
    ("comparison", "sentences"),
    [
        (lambda: run(MIDDLE, "astar(manhattan)"), [ALONE, "astar(manhattan) expanded 76 nodes."]),
        (
            lambda: run(MIDDLE, "bfs", "ucs"),
            [
                "bfs and ucs found solutions of 14 moves, and none is shorter.",
                "bfs and ucs expanded the same number of nodes, 5,960.",
            ],
        ),
        (
            lambda: run(MIDDLE, "greedy(misplaced)"),
            [
                "greedy(misplaced) found a solution of 26 moves; it is proven that 10 moves or more are needed.",
                "greedy(misplaced) expanded 195 nodes.",
            ],
        ),
        (
            lambda: run(MIDDLE, "bfs", limits=Limits(nodes=10)),
            [
                "No method found a solution; it is proven that 10 moves or more are needed.",
                "It ended as limit: reached the limit of 10 nodes.",
            ],
        ),
        (
            lambda: run(MIDDLE, "bfs", "hill_climbing(misplaced)", limits=Limits(nodes=10)),
            [
                "No method found a solution; it is proven that 10 moves or more are needed.",
                "bfs reached a limit.",
                "hill_climbing(misplaced) got stuck.",
            ],
        ),
        (lambda: Comparison(MIDDLE, (), 3), ["No method was run."]),
        (
            lambda: run(Problem("1 2 3 4 5 6 8 7 0"), "bfs"),
            ["No method can solve this board: the goal cannot be reached from it."],
        ),
        (
            lambda: Comparison(MIDDLE, run(MIDDLE, "astar(manhattan)").rows, 3),
            [
                "astar(manhattan) found a solution of 14 moves, and none is shorter.",
                "astar(manhattan) expanded 76 nodes.",
                "The comparison was interrupted: 2 methods were not run.",
            ],
        ),
    ],
)
def test_sentences(comparison: Callable[[], Comparison], sentences: list[str]) -> None:
    assert findings(comparison()) == sentences


# Sentences about rows that are rare ------------------------------------------------------------------------------

SHORTEST = "RDLLUURDLDRURD"


def row(spec: str, detour: int | None = 0, *, expanded: int = 20, generated: int = 20) -> Row:
    """A row whose solution is ``detour`` moves longer than the shortest one; None for a run that reached a limit."""
    method = choose_method(spec)
    solution = None if detour is None else Solution(MIDDLE.start, SHORTEST + "UD" * (detour // 2))
    result = Result(
        status=Status.LIMIT if solution is None else Status.SOLVED,
        quality=None if solution is None else Quality.UNPROVEN if detour else Quality.OPTIMAL,
        start=MIDDLE.start,
        goal=MIDDLE.goal,
        algorithm=method.algorithm.key,
        heuristic=None if method.heuristic is None else method.heuristic.text,
        solution=solution,
        lower_bound=10 if detour else 14,
        stats=Stats(expanded=expanded, generated=generated),
        iterations=(),
        best_h=None,
        seconds=0.1,
        backend="python",
        spec=method.text,
        reason="" if solution is not None else "for a reason",
    )
    return Row(method, result)


ONLY = "bfs found a solution of 14 moves, and none is shorter"
SAME = "the same number of nodes, 20."


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        (
            [row("bfs"), row("ucs"), row("iddfs", expanded=40), row("rbfs", expanded=40)],
            [
                "bfs, ucs and 2 more found solutions of 14 moves, and none is shorter.",
                (
                    "bfs and ucs expanded the fewest nodes, 20 each; iddfs and rbfs(manhattan) expanded 40 each, 2.0 "
                    "times as many."
                ),
            ],
        ),
        (
            [row("bfs"), row("dfs", 100), row("beam", 2)],
            [
                f"{ONLY}; beam(manhattan) found one of 16 moves; dfs found one of 114 moves.",
                f"bfs, dfs and beam(manhattan) expanded {SAME}",
            ],
        ),
        (
            [row("bfs"), row("dfs", 100), *(row(spec, 2) for spec in ("ucs", "iddfs", "beam"))],
            [f"{ONLY}; 4 others found solutions of 16 to 114 moves.", f"bfs, dfs and 3 more expanded {SAME}"],
        ),
        (
            [row("bfs"), *(row(spec, None) for spec in ("ucs", "dfs", "iddfs", "beam"))],
            [f"{ONLY}.", "bfs expanded 20 nodes.", "ucs, dfs and 2 more reached a limit."],
        ),
        (
            [
                row("bfs"),
                row("greedy(misplaced)", generated=1000),
                row("greedy(gaschnig)", generated=1000),
                row("greedy(manhattan)", generated=41),
            ],
            [
                "bfs, greedy(misplaced) and 2 more found solutions of 14 moves, and none is shorter.",
                f"bfs, greedy(misplaced) and 2 more expanded {SAME}",
                (
                    "With greedy, manhattan generated the fewest nodes, 41; misplaced and gaschnig generated 1,000 "
                    "each, 24 times as many."
                ),
            ],
        ),
        (
            [row("bfs"), row("ucs"), row("iddfs")],
            [
                "bfs, ucs and iddfs found solutions of 14 moves, and none is shorter.",
                f"bfs, ucs and iddfs expanded {SAME}",
            ],
        ),
        (
            [row("bfs"), row("dfs", 2), row("beam", 2)],
            [
                f"{ONLY}; dfs found one of 16 moves; beam(manhattan) found one of 16 moves.",
                f"bfs, dfs and beam(manhattan) expanded {SAME}",
            ],
        ),
    ],
)
def test_sentences_about_several_rows(rows: list[Row], sentences: list[str]) -> None:
    assert findings(Comparison(MIDDLE, tuple(rows), len(rows))) == sentences


def test_default_limits_are_those_of_the_backend() -> None:
    bfs, default = choose_method("bfs"), default_method(LARGE.shape)
    assert limits_of_every_run(Limits(depth=9)) == Limits(depth=9, time=10)
    assert limits_of_run(Limits(depth=9), LARGE, default, "native") == Limits(depth=9, time=10)
    assert limits_of_run(Limits(), LARGE, bfs, "native") == Limits(time=10, nodes=NATIVE_NODES)
    assert limits_of_run(Limits(), LARGE, bfs, "python") == Limits(time=10, nodes=PYTHON_NODES_LARGE)
    assert limits_of_run(Limits(), MIDDLE, bfs, "python") == Limits(time=10, nodes=PYTHON_NODES)
    for named in (Limits(time=1), Limits(nodes=5)):
        assert limits_of_run(named, LARGE, bfs, "native") == limits_of_run(named, LARGE, default, "native") == named


@pytest.mark.parametrize(
    ("generated", "length", "factor"),
    [
        (52, 5, 1.92),  # the example of the textbook
        (6, 2, 2.0),  # 2 + 4
        (7, 1, 7.0),
        (2**21 - 2, 20, 2.0),
        (148_344, 107_823, 1.0),
    ],
)
def test_effective_branching_factor(generated: int, length: int, factor: float) -> None:
    assert effective_branching_factor(generated, length) == pytest.approx(factor, abs=0.005)


@pytest.mark.parametrize("algorithm", ["astr", "astar(manhatan)", "bfs(manhattan)", "wastar(wait=2)", "astar("])
def test_wrong_names(algorithm: str) -> None:
    with pytest.raises(SpecError):
        texts(MIDDLE, algorithm)


def test_the_core_runs_what_it_can() -> None:
    methods = combine(MIDDLE, ["bfs", "hill_climbing(manhattan)"])
    backends = [row.result.backend for row in compare_boards([MIDDLE], methods)]
    assert backends == ["native" if _native.is_available() else "python", "python"]


def test_python_runs_everything_where_it_is_named() -> None:
    methods = combine(MIDDLE, ["bfs", "hill_climbing(manhattan)"])
    rows = compare_boards([MIDDLE], methods, backend="python")
    assert {row.result.backend for row in rows} == {"python"}


def test_the_rows_are_what_solve_finds() -> None:
    comparison = run(MIDDLE, "astar", "greedy(misplaced)", heuristics=("misplaced", "manhattan"))
    assert [(row.algorithm, row.result.heuristic, row.result.length) for row in comparison.rows] == [
        ("astar", "misplaced", 14),
        ("astar", "manhattan", 14),
        ("greedy", "misplaced", 26),
    ]


def test_a_verdict_is_the_excess_over_the_optimum() -> None:
    comparison = run(MIDDLE, "astar", "greedy(misplaced)", heuristics=("misplaced", "manhattan"))
    assert comparison.optimum == 14
    assert [row.excess for row in comparison.rows] == [0, 0, 12]
    assert [comparison.verdict(row) for row in comparison.rows] == ["proven", "proven", "no, +12"]


def test_a_cancelled_comparison_ends_after_the_current_run() -> None:
    cancellation = Cancellation()
    rows = []
    for row in compare_boards([MIDDLE] * 2, combine(MIDDLE, ["bfs", "ucs", "dfs"]), cancellation=cancellation):
        rows.append(row)
        cancellation.cancel()
    assert [row.result.status for row in rows] == [Status.SOLVED]
