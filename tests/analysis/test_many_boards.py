"""Many methods on many boards: summaries are those of single runs, sentences those of the rows."""

from __future__ import annotations

from typing import Any

import pytest

import taquin
from taquin.analysis.comparison import BoardsComparison, Row
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render.text.boards_comparison import _SMALLER, Pair, board_caveats, board_findings
from taquin.run.result import Quality, Result, Stats, Status
from taquin.solving.method import choose_method
from taquin.solving.solver import solve

NEAR = ["1 2 3 / 4 5 6 / 7 0 8", "1 2 3 / 4 5 6 / 0 7 8"]
FAR = "8 6 7 / 2 5 4 / 3 0 1"


def test_summaries_are_those_of_single_runs() -> None:
    comparison = taquin.compare([*NEAR, FAR], algorithms=["hill_climbing(manhattan)", "astar(manhattan)"])
    assert [row.board for row in comparison] == [1, 2, 3, 1, 2, 3]
    climbing, astar = comparison.summaries
    assert (climbing.solved, climbing.boards, climbing.failures) == (2, 3, {"stuck": 1})
    assert climbing.success_rate == pytest.approx(2 / 3)
    assert climbing.means["length"] == 1.5  # over the two boards that it solved
    results = [solve(board, algorithm="hill_climbing(manhattan)") for board in (*NEAR, FAR)]
    for name in ("expanded", "generated", "max_stored"):
        values = sorted(getattr(result.stats, name) for result in results)
        assert climbing.means[name] == pytest.approx(sum(values) / 3)
        assert climbing.medians[name] == values[1]
    assert (astar.solved, astar.failures, astar.means["length"]) == (3, {}, (1 + 2 + 31) / 3)
    assert (astar.to_dict()["success_rate"], astar.to_dict()["median_length"]) == (1, 2)


# What compare takes


class Counting:
    """From 0 to a number, by steps of 1 and 2."""

    start = 0

    def __init__(self, goal: int) -> None:
        self.goal = goal

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(step, state + step) for step in (1, 2)]

    def half(self, state: int) -> float:
        return abs(self.goal - state) / 2


FLAT = [[1, 2, 3, 4, 5, 6, 7, 0, 8], [1, 2, 3, 4, 5, 6, 0, 7, 8]]


@pytest.mark.parametrize(
    "boards",
    [
        NEAR,
        tuple(NEAR),
        map(Board, NEAR),
        [Problem(board) for board in NEAR],
        FLAT,
        [Board(cells).rows() for cells in FLAT],
    ],
)
def test_boards_in_any_form(boards: Any) -> None:
    comparison = taquin.compare(boards, algorithms=["bfs"])
    assert [row["length"] for row in comparison] == [1, 2]
    assert [row["start"] for row in comparison] == NEAR


def test_one_board_stays_one_board() -> None:
    for board in (NEAR[0], Board(NEAR[0]), FLAT[0], Board(NEAR[0]).rows(), Problem(NEAR[0])):
        assert isinstance(taquin.compare(board, algorithms=["bfs"]), taquin.Comparison)


def test_own_spaces() -> None:
    comparison = taquin.compare([Counting(5), Counting(8)], algorithms=["bfs", "astar"], heuristics=["half"])
    assert [(row["spec"], row["board"], row["length"]) for row in comparison] == [
        ("bfs", 1, 3),
        ("bfs", 2, 4),
        ("astar(half)", 1, 3),
        ("astar(half)", 2, 4),
    ]
    assert comparison[0]["moves"] in ("1 2 2", "2 1 2", "2 2 1")
    own = taquin.compare(Counting(5), algorithms="astar", heuristics=[lambda state: 0])
    assert own[0].result.length == 3
    assert repr(own) == "<BoardsComparison: 1 method on 1 space>"
    assert "solved all 2 spaces" in board_findings(comparison)[0]


def test_solutions_of_spaces_with_costs_are_compared_by_their_costs() -> None:
    """The path with fewer moves costs more."""
    roads = taquin.Graph({"A": {"B": 9, "C": 1}, "C": {"B": 1}}, start="A", goal="B")
    comparison = taquin.compare(roads, algorithms=["ucs", "greedy"], heuristics=[lambda node: 0])
    assert [(row["length"], row.cost, row["excess"]) for row in comparison] == [(2, 2, 0), (1, 9, 7)]
    cheapest, longer = board_findings(comparison)[1:3]
    assert cheapest == "All solutions of ucs are cheapest."
    assert longer.endswith(" cost 7 more than optimal on average, at most 7.")


def test_a_data_frame_takes_the_comparison_as_it_is() -> None:
    pandas = pytest.importorskip("pandas")
    for comparison in (
        taquin.compare(NEAR, algorithms=["bfs", "astar(manhattan)"]),
        taquin.compare(NEAR[1], algorithms=["bfs", "astar(manhattan)"]),
        taquin.compare([Counting(5)], algorithms=["bfs"]),
    ):
        frame = pandas.DataFrame(comparison)
        assert frame.equals(comparison.to_frame())
        assert list(frame["expanded"]) == [row.result.stats.expanded for row in comparison]
        assert list(frame["length"]) == [row.result.length for row in comparison]
        assert {"board", "spec", "heuristic", "generated", "max_stored", "seconds", "excess"} <= set(frame.columns)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ([[*NEAR, "1 2 / 3 0"]], {}, "to compare methods, found board 1 of 3×3 and board 3 of 2×2"),
        ([[[1, 2, 3, 4, 0, 5, 6, 7, 8], [1, 2, 3, 4, 4, 5, 6, 7, 8]]], {}, "board 2 of 2: tile 4 appears twice"),
        ([["123445678", "123405678"]], {}, "board 1 of 2: tile 4 appears twice"),
        ([[*NEAR, "1 2 3 / 4 5 6 / 7 8 8"]], {}, "board 3 of 3: tile 8 appears twice"),
        ([[Board(NEAR[0]), 5]], {}, "board 2 of 2: expected a board, found 5"),
        ([[]], {}, "expected a board or a list of boards, found nothing"),
        ([[Board(NEAR[0]), Counting(3)]], {}, "boards and your own spaces cannot be mixed"),
        ([[Counting(3)]], {"goal": "snail"}, "a goal has no effect: your own spaces have goals of their own"),
        ([[Counting(3)]], {"algorithms": []}, "expected algorithms, found none"),
        ([[Counting(3)]], {"algorithms": "astar", "heuristics": "third"}, "Counting has no heuristic 'third'"),
        ([[Counting(3)]], {"algorithms": "astar", "heuristics": [3]}, "expected a heuristic, found 3"),
        ([NEAR, [Board(NEAR[0])] * 2], {}, "expected one goal for all boards"),
        ([NEAR, ["bfs"]], {}, "the second argument is the goal"),
        ([None], {}, "expected a board, found None"),
    ],
)
def test_wrong_calls_say_what_is_expected(arguments: list[Any], options: dict[str, Any], message: str) -> None:
    with pytest.raises(taquin.TaquinError, match=message):
        taquin.compare(*arguments, **{"algorithms": ["bfs"], **options})


# Sentences about rows that are made up

BOARD = Problem("8 1 3 / 4 0 2 / 7 6 5")
MOVES = "RDLLUURDLDRURD"


def row(spec: str, board: int, expanded: int, *, detour: int | None = 0, seconds: float = 0.1) -> Row:
    """A run whose solution has ``board`` detours of two moves more than the shortest; None: it reached a limit."""
    method = choose_method(spec)
    solution = None if detour is None else Solution(BOARD.start, MOVES + "UD" * (board + detour // 2))
    result = Result(
        status=Status.LIMIT if solution is None else Status.SOLVED,
        quality=None if solution is None else Quality.UNPROVEN if detour else Quality.OPTIMAL,
        start=BOARD.start,
        goal=BOARD.goal,
        algorithm=method.algorithm.key,
        heuristic=None,
        solution=solution,
        lower_bound=10 if solution is None or detour else solution.length,
        stats=Stats(expanded=expanded, generated=expanded),
        iterations=(),
        best_h=None,
        seconds=seconds,
        backend="python",
        spec=method.text,
        reason="",
    )
    return Row(method, result, board=board)


def comparison_of(*rows: Row, boards: int = 12) -> BoardsComparison:
    return BoardsComparison((BOARD,) * boards, rows, len(rows))


def test_the_factor_may_shrink_or_have_no_trend() -> None:
    numbers = range(1, 13)
    shrinking = comparison_of(*(row("bfs", n, 100) for n in numbers), *(row("ucs", n, 6000 // n) for n in numbers))
    assert any("the longer the solution, the smaller the factor: 25 on" in text for text in board_findings(shrinking))
    level = comparison_of(*(row("bfs", n, 100) for n in numbers), *(row("ucs", n, 300) for n in numbers))
    assert "bfs expanded 3.0 times fewer nodes than ucs (median), fewer on 12 of 12 boards." in board_findings(level)
    equal = comparison_of(*(row("bfs", n, 100) for n in numbers), *(row("ucs", n, 100 + n % 2) for n in numbers))
    assert "bfs expanded about as many nodes as ucs (median), fewer on 6 of 12 boards." in board_findings(equal)


def test_runs_without_a_solution_are_left_out_and_said() -> None:
    rows = [row("bfs", n, 100) for n in range(1, 13)]
    rows += [row("ucs", n, 500, detour=0 if n < 7 else None) for n in range(1, 13)]
    found = board_findings(comparison_of(*rows))
    assert found[:2] == ["bfs solved all 12 boards.", "ucs solved 6 of 12 boards: it reached a limit on 6."]
    assert "bfs expanded 5.0 times fewer nodes than ucs (median), fewer on 6 of 6 boards." in found
    (limited,) = (text for text in board_caveats(comparison_of(*rows)) if "limit" in text)
    assert limited.startswith("ucs counts unfinished runs with what they did up to the limit, so its true effort is")


def test_longer_solutions_and_faster_methods_are_named() -> None:
    rows = [row("bfs", n, 100, seconds=2) for n in range(1, 13)]
    rows += [row("ucs", n, 300, detour=4 if n % 2 else 0, seconds=1) for n in range(1, 13)]
    found = board_findings(comparison_of(*rows))
    assert "All solutions of bfs are shortest." in found
    assert "The solutions of ucs are 2.0 moves longer than optimal on average, at most 4." in found
    assert found[-1] == "All methods ran in Python; ucs was the fastest (1.00 s per board, median), then bfs (2.00 s)."
    assert "Fewer nodes are not less time here: bfs expanded the fewest, ucs was the fastest." in board_caveats(
        comparison_of(*rows)
    )


def test_the_sign_test_is_that_of_the_binomial_distribution() -> None:
    def chance(wins: int, losses: int, ties: int = 0) -> float:
        return Pair("a", "b", ((1, 2.0),) * wins + ((1, 0.5),) * losses + ((1, 1.0),) * ties).chance

    assert chance(9, 1) == pytest.approx(22 / 1024)
    assert chance(5, 5, 3) == 1
    assert chance(0, 0, 4) == 1


def test_nothing_finished_and_nothing_solved() -> None:
    assert board_findings(comparison_of()) == ["No run was finished."]
    assert board_caveats(comparison_of()) == []
    assert board_findings(comparison_of(row("bfs", 1, 10, detour=None), boards=1))[-1] == "No method solved a board."


def test_a_method_that_solves_fewer_boards_is_not_the_fastest() -> None:
    rows = [row("bfs", n, 100, seconds=2) for n in (1, 2)]
    rows += [row("ucs", 1, 50, seconds=0.1), row("ucs", 2, 50, detour=None, seconds=0.1)]
    found = comparison_of(*rows, boards=2)
    assert "ucs solved 1 of 2 boards: it reached a limit on 1." in board_findings(found)
    assert not any("fastest" in sentence for sentence in [*board_findings(found), *board_caveats(found)])


def test_a_method_that_solves_nothing_has_no_mean_length() -> None:
    (summary,) = taquin.compare([FAR], algorithms=["bfs"], nodes=9).summaries
    assert (summary.solved, summary.success_rate, summary.means["length"]) == (0, 0, None)
    assert summary.failures == {"limit": 1}


def test_the_reason_names_dominance_or_growth() -> None:
    boards = [taquin.random_board("3x3", seed=seed) for seed in range(5)]
    heuristics = taquin.compare(boards, algorithms=["astar(misplaced)", "astar(manhattan)"])
    reason = next(text for text in board_findings(heuristics) if text.startswith("Why"))
    assert reason.startswith("Why: manhattan is at least as large as misplaced on every board (it dominates it)")
    assert "See `taquin course heuristics`." in reason
    algorithms = taquin.compare(boards, algorithms=["bfs", "astar(manhattan)"])
    reason = next(text for text in board_findings(algorithms) if text.startswith("Why"))
    assert reason.startswith("Why: the effective branching factor is 1.")
    longer = taquin.compare(boards, algorithms=["greedy(manhattan)", "astar(manhattan)"])
    assert not any(text.startswith("Why") for text in board_findings(longer))


@pytest.mark.parametrize(("larger", "smaller"), [(one, other) for one in _SMALLER for other in sorted(_SMALLER[one])])
def test_dominance_holds_on_random_boards(larger: str, smaller: str) -> None:
    boards = [taquin.random_board(shape, seed=seed) for seed in range(100) for shape in ("3x3", "3x4", "4x4")]
    assert all(taquin.estimate(board, larger).value >= taquin.estimate(board, smaller).value for board in boards)
