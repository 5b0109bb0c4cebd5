"""What the report says of a program was tried, and what was not tried is not said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import taquin
from taquin.judging import judge as judging
from taquin.judging.explanation import Explanation
from taquin.judging.findings import find_faults
from taquin.judging.judge import judge
from taquin.judging.report import ProgramReport
from taquin.judging.variants import Duplicates, Variant

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
