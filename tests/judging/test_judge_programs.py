"""Programs in the styles of students, each with one mistake or habit: every one is read, judged and explained."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taquin.judging.explanation import Fit
from taquin.judging.judge import judge
from taquin.judging.report import ProgramReport, Verdict
from taquin.judging.variants import Duplicates, GoalTest, Key, Ties, Variant
from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import as_moves
from taquin.tables.distances import distance_table

PROGRAMS = Path(__file__).parents[1] / "data" / "programs"
CENTRE = "1 2 3 / 8 0 4 / 7 6 5"
EXPANDED = "the nodes expanded, without the goal"
needs_compiler = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
needs_java = pytest.mark.skipif(not shutil.which("javac"), reason="needs javac")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs node")


def boards(goal: str = "standard", depths: tuple[int, ...] = (1, 3, 6, 8, 11, 14, 16, 18)) -> list[Board]:
    """Boards of some distances, in the middle of the table, and one that is not solvable."""
    table = distance_table(make_goal(goal, "3x3"))
    states = [table.states_at(depth)[len(table.states_at(depth)) // 3] for depth in depths]
    chosen = [Board.from_state(state, table.goal.shape) for state in states]
    return [*chosen, chosen[2].swapped(1, 2)]


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """The command of a program, which is copied, and compiled if need be."""

    def prepare(name: str) -> str:
        path = tmp_path / name
        shutil.copy(PROGRAMS / f"{name}.txt", path)
        if name.endswith(".cpp"):
            target = path.with_suffix("")
            subprocess.run(["g++", "-std=c++17", "-O1", str(path), "-o", str(target)], check=True)
            return str(target)
        if name.endswith(".java"):
            subprocess.run(["javac", str(path.rename(tmp_path / "Main.java"))], check=True)
            return f"java -cp {tmp_path} Main"
        return f"node {path}" if name.endswith(".js") else f"{sys.executable} {path}"

    return prepare


def judged(text: str, **options: Any) -> ProgramReport:
    goal = options.get("goal", "standard")
    report = judge(text, options.pop("boards", boards(goal)), time=60, **options)
    assert report.failure == ""
    return report


def variants(report: ProgramReport) -> tuple[Variant, ...]:
    explained = report.explanation
    assert explained is not None
    assert explained.difference == ""
    assert explained.unexplained == ()
    return explained.variants


def shared(report: ProgramReport, *names: str) -> dict[str, set[object]]:
    """The choices of all variants that fit: one each where they agree."""
    return {name: {getattr(one, name) for one in variants(report)} for name in names}


def is_one_search(report: ProgramReport, wanted: Variant) -> bool:
    """Whether the variants that fit are one search with the queue, heuristic and order of this one."""
    explained = report.explanation
    assert explained is not None
    assert wanted in explained.variants
    names = ("key", "ties", "heuristic", "order", "algorithm", "weight_g", "weight_h")
    assert shared(report, *names) == {name: {getattr(wanted, name)} for name in names}
    return explained.fit is Fit.EXACT


def verdicts(report: ProgramReport) -> set[Verdict]:
    return {board.verdict for board in report.boards if board.problem.is_solvable}


def counted(report: ProgramReport) -> dict[str, str]:
    assert report.explanation is not None
    return report.explanation.counters


@pytest.mark.slow
def test_a_dialogue_with_heapq_that_marks_when_generated(program: Callable[[str], str]) -> None:
    report = judged(program("dialogue_heapq.py"), boards=None)
    assert report.program.told[:2] == ("'2' (own puzzle)", "the board row by row")
    assert is_one_search(report, Variant(Key.F, Ties.HEAPQ, Duplicates.GENERATED))
    assert verdicts(report) == {Verdict.SHORTEST, Verdict.LONGER}
    assert counted(report)["Nodes expanded"] == "the nodes expanded, and the goal"
    assert counted(report)["Max queue size"] == "the largest queue, before a node is taken"
    assert "cheaper path that is found later is ignored" in report.findings[0].observed


@pytest.mark.slow
def test_a_dialogue_that_asks_for_the_goal_and_an_open_list(program: Callable[[str], str]) -> None:
    report = judged(program("open_list.py"), boards=boards(depths=(1, 6, 13, 15, 17)))
    rows = "row by row, without spaces"
    assert report.program.told == ("'2' (own puzzle)", f"the board {rows}", f"the goal {rows}", "'Y' (yes)")
    assert {one.duplicates for one in variants(report)} == {Duplicates.OPEN}
    assert counted(report) == {"Nodes visited": "the children, also those that are left out"}


@pytest.mark.slow
def test_a_function_whose_heap_compares_boards(program: Callable[[str], str]) -> None:
    text = program("function_tuples.py").split()[-1] + ":solve"
    report = judged(text)
    assert report.program.call == "solve(rows)"
    wanted = Variant(Key.F, Ties.BOARD, Duplicates.EXPANDED, heuristic="misplaced tiles", order=as_moves("LRUD"))
    assert wanted in variants(report)
    assert {one.ties for one in variants(report)} <= {Ties.BOARD, Ties.BOARD_PATH, Ties.BOARD_LETTERS}
    assert verdicts(report) == {Verdict.SHORTEST}
    assert report.is_right
    assert counted(report)["expanded"] in (EXPANDED, "the different boards expanded, without the goal")


@pytest.mark.slow
def test_breadth_first_search_with_letters_of_the_tile(program: Callable[[str], str]) -> None:
    report = judged(program("breadth_first.py") + " {cells}")
    wanted = Variant(Key.ADDED, Ties.OLDEST, Duplicates.GENERATED, GoalTest.GENERATED, "no heuristic", as_moves("RDLU"))
    assert wanted in variants(report)
    assert {one.key for one in variants(report)} == {Key.ADDED}
    assert report.is_right
    assert {board.reading.form for board in report.boards[:-1]} == {"letters for the tile"}
    assert report.boards[-1].verdict is Verdict.SAID_UNSOLVABLE


@pytest.mark.slow
def test_counters_are_explained_without_steps(program: Callable[[str], str]) -> None:
    text = program("breadth_first.py")
    file = Path(text.split()[-1])
    file.write_text(file.read_text().replace('print("Moves', '("Moves'))
    report = judged(text)
    assert verdicts(report) == {Verdict.COUNTED}
    assert shared(report, "key", "ties") == {"key": {Key.ADDED}, "ties": {Ties.OLDEST}}
    assert {one.goal_test for one in variants(report)} <= {GoalTest.GENERATED, GoalTest.FAMILY}
    assert "right on 0 of 8 boards, shortest on 0, counters only on 8" in str(report)
    file.write_text("print('nodes expanded: 57')")
    assert "it prints the same each time" in judge(text).failure


@pytest.mark.slow
def test_hard_boards_alone_are_explained_with_easy_ones(program: Callable[[str], str]) -> None:
    report = judged(program("breadth_first.py"), boards=boards(depths=(1, 3, 13))[2:3])
    assert shared(report, "key", "ties") == {"key": {Key.ADDED}, "ties": {Ties.OLDEST}}
    assert {one.goal_test for one in variants(report)} <= {GoalTest.GENERATED, GoalTest.FAMILY}


def test_a_program_with_another_goal(program: Callable[[str], str]) -> None:
    text = program("breadth_first.py")
    report = judged(text + " {cells}", goal="blank-first")
    assert report.explanation is None
    assert "its solutions end at 1 2 3 / 4 5 6 / 7 8 0, not at 0 1 2" in str(report)
    assert "say --goal '1 2 3 / 4 5 6 / 7 8 0'" in judge(text, goal="blank-first").failure


@pytest.mark.slow
def test_a_heuristic_that_counts_the_blank(program: Callable[[str], str]) -> None:
    report = judged(program("blank_in_h.py"), goal=CENTRE, blank="9", boards=boards(CENTRE)[:-1])
    wanted = Variant(
        Key.F, Ties.OLDEST, Duplicates.BOTH, heuristic="Manhattan distance with the blank", order=as_moves("DURL")
    )
    assert wanted in variants(report)
    assert {one.heuristic for one in variants(report)} == {"Manhattan distance with the blank"}
    assert any("h counts the blank" in finding.observed for finding in report.findings)


def test_a_blank_that_goes_around_the_edge() -> None:
    path = [[[1, 2, 0], [4, 5, 3], [7, 8, 6]], [[1, 2, 4], [0, 5, 3], [7, 8, 6]]]
    report = judge(lambda rows: path, ["1 2 0 / 4 5 3 / 7 8 6"], call="function(rows)", explains=False)
    assert "around the edge" in report.findings[0].observed


@pytest.mark.slow
def test_expanded_boards_that_are_printed_as_the_path(program: Callable[[str], str]) -> None:
    report = judged(program("expanded_as_path.py"), boards=boards()[2:-1], template="{rows}\n")
    assert Verdict.ILLEGAL in verdicts(report)
    assert any("are not a path" in finding.observed for finding in report.findings)
    wanted = Variant(Key.F, Ties.NEWEST, Duplicates.SMALLER_ONCE, order=as_moves("ULDR"))
    assert wanted in variants(report)
    assert {one.ties for one in variants(report)} <= {Ties.NEWEST, Ties.FAMILY}  # equal if the order is reversed


@pytest.mark.slow
def test_greedy_search_that_prints_only_the_depth(program: Callable[[str], str]) -> None:
    report = judged(program("greedy_depth.py") + " {file}")
    assert Verdict.WRONG_LENGTH in verdicts(report)
    assert is_one_search(report, Variant(Key.F, Ties.OLDEST, Duplicates.GENERATED, weight_g=0))
    assert counted(report)["largest frontier"].startswith("the largest queue")


@pytest.mark.slow
def test_numbers_that_change_from_run_to_run(program: Callable[[str], str]) -> None:
    report = judged(program("changing_order.py"), boards=boards(depths=(6, 8, 10, 14))[:-1], template="{cells}\n")
    assert verdicts(report) == {Verdict.SHORTEST}
    assert not report.is_repeatable
    assert report.explanation is None


@pytest.mark.slow
def test_a_goal_test_that_ignores_the_blank(program: Callable[[str], str]) -> None:
    report = judged(
        program("ignores_blank.py").split()[-1] + ":solve", boards=boards(depths=(3, 6, 8, 10, 12, 13))[:-1]
    )
    assert Verdict.ELSEWHERE in verdicts(report)
    assert variants(report)[0].ignores_blank
    plain = Variant(Key.F, Ties.OLDEST, Duplicates.GENERATED, heuristic="misplaced tiles", order=as_moves("RLDU"))
    assert plain._replace(ignores_blank=True) in variants(report)
    assert any("the blank is elsewhere" in finding.observed for finding in report.findings)


@pytest.mark.slow
@needs_compiler
def test_a_priority_queue_of_c_plus_plus(program: Callable[[str], str]) -> None:
    report = judged(program("priority_queue.cpp"), boards=boards()[:-1])
    assert is_one_search(report, Variant(Key.F, Ties.HEAPQ, Duplicates.CLOSED, order=as_moves("URDL")))
    assert verdicts(report) == {Verdict.SHORTEST}
    assert counted(report) == {
        "Nodes expanded": EXPANDED,
        "Nodes generated": "the nodes added to the queue, with the start",
    }


@pytest.mark.slow
@needs_compiler
def test_uniform_cost_search_with_tile_numbers(program: Callable[[str], str]) -> None:
    report = judged(program("uniform_cost.cpp"), boards=boards(depths=(1, 3, 6, 8, 10, 12))[:-1])
    wanted = Variant(Key.F, Ties.HEAPQ, Duplicates.EXPANDED, heuristic="no heuristic", order=as_moves("LDRU"))
    assert wanted in variants(report)
    assert {one.ties for one in variants(report)} == {Ties.HEAPQ}
    assert counted(report)["nodes popped"].startswith("the nodes taken from the queue, with the goal")


@pytest.mark.slow
@needs_java
def test_a_priority_queue_of_java(program: Callable[[str], str]) -> None:
    report = judged(program("priority_queue.java"))
    assert is_one_search(report, Variant(Key.F, Ties.JAVA, Duplicates.BOTH))
    assert report.is_right
    assert counted(report)["Nodes generated"] == "the nodes added to the queue, with the start"


@pytest.mark.slow
@needs_node
def test_a_sorted_array_of_javascript(program: Callable[[str], str]) -> None:
    report = judged(program("sorted_array.js"), boards=boards()[:-1])
    assert report.program.text.endswith("{cells:,}")
    wanted = Variant(Key.F_H, Ties.OLDEST, Duplicates.SMALLER, order=as_moves("RDLU"))
    assert wanted in variants(report)
    names = ("key", "ties", "heuristic", "order")
    assert shared(report, *names) == {name: {getattr(wanted, name)} for name in names}
    assert report.is_right


@pytest.mark.slow
@needs_node
def test_an_own_heap_of_javascript(program: Callable[[str], str]) -> None:
    report = judged(program("own_heap.js"), boards=boards()[:-1])
    wanted = Variant(
        Key.F, Ties.JAVA, Duplicates.GENERATED, heuristic="misplaced tiles", order=as_moves("DURL"), marks_start=False
    )
    assert wanted in variants(report)
    assert {(one.ties, one.marks_start) for one in variants(report)} == {(Ties.JAVA, False)}
    assert json.loads(json.dumps(report.to_dict()))["explanation"]["exact"] is True
