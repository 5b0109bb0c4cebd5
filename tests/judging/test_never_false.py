"""What the report says of a program was tried, and what was not tried is not said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import taquin
from taquin.judging import judge as judging
from taquin.judging.explanation import PATH, Explanation, Observation, describe_variants, explain
from taquin.judging.findings import find_faults
from taquin.judging.judge import judge
from taquin.judging.report import ProgramReport
from taquin.judging.variant_search import Space, search
from taquin.judging.variants import Algorithm, Duplicates, GoalTest, Key, Variant
from taquin.puzzle.board import Board
from taquin.tables.distances import distance_table

GOAL = Board("1 2 3 / 4 5 6 / 7 8 0")
EASY = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 0 7 8", "1 2 3 / 0 4 6 / 7 5 8"]
MARKS_WHEN_GENERATED = Variant(duplicates=Duplicates.GENERATED)


def solution(rows: Any) -> list[str]:
    return [move.letter for move in taquin.solve(rows).moves or ()]


def explained(program: Any, variant: Variant) -> ProgramReport:
    """A report that takes a program for this variant, and tries what follows from it."""
    report = judge(program, EASY, call=f"{program.__name__}(rows)", explains=False)
    found = Explanation((variant,), {}, (), 3, 1, observed=3)
    report = judging._demonstrate(replace(report, explanation=found))
    return replace(report, findings=tuple(find_faults(report)))


def test_a_fault_that_does_not_show_on_its_board_is_not_said() -> None:
    report = explained(solution, MARKS_WHEN_GENERATED)
    assert report.demonstration is None
    assert report.findings == ()


def test_a_fault_names_a_board_on_which_the_program_showed_it() -> None:
    def detour(rows: Any) -> list[str]:
        moves = solution(rows)
        back = {"U": "D", "D": "U", "L": "R", "R": "L"}
        return moves if len(moves) < 5 else [moves[0], back[moves[0]], *moves]

    report = explained(detour, MARKS_WHEN_GENERATED)
    shown = report.demonstration
    assert shown is not None
    assert shown.length == (shown.shortest or 0) + 2
    assert "marked when it is generated" in report.findings[0].observed
    assert f"{shown.length} moves, not {shown.shortest}" in report.findings[0].observed


def test_a_counter_that_changes_is_named_with_both_values(tmp_path: Any) -> None:
    runs = tmp_path / "runs"

    def changing(rows: Any) -> dict[str, Any]:
        runs.write_text(runs.read_text() + "." if runs.exists() else ".")
        return {"moves": solution(rows), "nodes expanded": len(runs.read_text())}

    report = judge(changing, EASY, call="changing(rows)")
    assert not report.is_repeatable
    assert report.explanation is None
    assert "'nodes expanded' was " in report.findings[0].observed


def test_a_number_that_is_no_counter_may_change(tmp_path: Any) -> None:
    runs = tmp_path / "runs"

    def changing(rows: Any) -> dict[str, Any]:
        runs.write_text(runs.read_text() + "." if runs.exists() else ".")
        return {"moves": solution(rows), "colour of the sky": len(runs.read_text())}

    report = judge(changing, EASY, call="changing(rows)")
    assert report.is_repeatable
    assert report.counters() == {}
    assert report.findings == ()


# Faults are causes


def found(variant: Variant, boards: list[str]) -> list[str]:
    """The findings on a program that is this variant."""
    space = Space(GOAL.state, GOAL.shape)

    def program(rows: Any) -> list[str]:
        outcome = search(space, bytes(tile for row in rows for tile in row), variant)
        return [move.letter for move in outcome.moves or ()]

    report = judge(program, boards, call="program(rows)", explains=False)
    explanation = Explanation((variant,), {}, (), 3, 1, observed=3)
    report = judging._demonstrate(replace(report, explanation=explanation))
    return [finding.observed for finding in find_faults(report)]


MARKING_FAILS = [*EASY, "1 6 2 / 8 4 0 / 5 3 7", "5 2 3 / 7 1 0 / 6 4 8"]


def test_a_goal_test_that_lengthens_nothing_is_no_cause() -> None:
    """With Manhattan distance the goal that is generated first is the nearest: marking boards too early lengthens."""
    words = found(MARKS_WHEN_GENERATED._replace(goal_test=GoalTest.GENERATED), MARKING_FAILS)
    assert any("marked when it is generated" in one and "longer than the shortest" in one for one in words)
    assert not any("it stops when the goal is generated" in one for one in words)


def test_ida_star_is_not_told_to_keep_a_set_of_boards() -> None:
    ida_star = Variant(algorithm=Algorithm.IDA_STAR, duplicates=Duplicates.UNDO)
    assert found(ida_star, EASY) == []
    assert len(found(Variant(duplicates=Duplicates.UNDO), EASY)) == 1


def test_a_menu_with_several_heuristics_says_nothing_of_the_one_that_was_chosen() -> None:
    def menu(rows: Any) -> str:
        return f"1. misplaced tiles, 2. Euclidean distance\n{', '.join(solution(rows))}"

    report = explained(menu, Variant())
    assert report.findings == ()


def test_the_time_of_a_search_is_no_counter(tmp_path: Any) -> None:
    runs = tmp_path / "runs"

    def changing(rows: Any) -> str:
        runs.write_text(runs.read_text() + "." if runs.exists() else ".")
        return f"The search took {len(runs.read_text())} ms.\nmoves: {' '.join(solution(rows))}"

    report = judge(changing, EASY, call="changing(rows)")
    assert report.is_repeatable
    assert report.counters() == {}


# Words


@pytest.mark.parametrize(
    ("variant", "present", "absent"),
    [
        (
            Variant(Key.ADDED, algorithm=Algorithm.IDA_STAR, duplicates=Duplicates.PATH),
            "without those that are left out",
            "queue",
        ),
        (
            Variant(Key.ADDED, duplicates=Duplicates.GENERATED, heuristic="no heuristic"),
            "breadth-first",
            "cheaper path",
        ),
        (
            Variant(goal_test=GoalTest.EXPANDED, duplicates=Duplicates.BOTH),
            "the goal is expanded, too",
            "with the start",
        ),
        (Variant(duplicates=Duplicates.SMALLER), "and copies of boards", "copies that are left out"),
    ],
)
def test_words_fit_the_search(variant: Variant, present: str, absent: str) -> None:
    counters = {"nodes": "taken" if variant.duplicates is Duplicates.SMALLER else "expanded", "generated": "added"}
    space, table = Space(GOAL.state, GOAL.shape), distance_table(GOAL)

    def observe(board: Board) -> Observation:
        outcome = search(space, board.state, variant)
        printed: dict[str, object] = {name: outcome.counts[count] for name, count in counters.items()}
        return Observation(board, printed | {PATH: outcome.moves})

    states = [table.states_at(depth)[-3] for depth in (2, 4, 6, 8, 10, 12, 13, 14, 15)]
    explanation = explain([observe(Board.from_state(state, GOAL.shape)) for state in states], GOAL, observe)
    assert explanation is not None
    assert variant in explanation.variants
    text = "\n".join(describe_variants(explanation))
    assert present in text
    assert absent not in text
