"""``taquin report --where``: which runs meet a condition, and what is said about a wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from taquin.cli import run
from taquin.errors import SpecError
from taquin.experiments.record import Record
from taquin.experiments.report.where import read_condition


def record(**changes: Any) -> Record:
    facts: dict[str, Any] = {"version": 1, "experiment": "e", "instances": "korf100", "index": 7, "repetition": 1}
    facts |= {"method": "ida_star(pdb, lookback=12)", "status": "solved", "length": 61, "cost": 61.5, "replayed": True}
    return Record(**{**facts, **changes})


@pytest.mark.parametrize(
    "text",
    [
        "length = 61",
        "length == 61",
        "length != 60",
        "length > 60",
        "length >= 61",
        "length < 61.5",
        "length <= 6.1e1",
        "cost > 61",
        "length>60",
        "method = ida_star(pdb, lookback=12)",
        "method = 'ida_star(pdb, lookback=12)'",
        'method = "ida_star(pdb, lookback=12)"',
        "(method = ida_star(pdb, lookback=12))",
        "instances = korf100 and method = ida_star(pdb, lookback=12) and length > 60",
        "index = 8 or index = 7",
        "index = 8 or index = 7 and length = 61",
        "not index = 8",
        "not (index = 8 or length < 61)",
        "not not index = 7",
        "replayed = true",
        "agrees = null",
        "optimum != 61",
        "length != null",
        "label != null or NOT label != null",
        "label != x",
        "status = 'solved'",
        "initial_h = null and seed = null",
    ],
)
def test_a_run_meets_the_condition(text: str) -> None:
    assert read_condition(text)(record())


@pytest.mark.parametrize(
    "text",
    [
        "length = 60",
        "length > 61",
        "index = 7 and length > 61",
        "(index = 8 or index = 7) and length > 61",
        "optimum > 0",
        "optimum < 100",
        "optimum = 0",
        "label = null and label = 'null'",
        "replayed = false",
        "not index = 7",
        "method = ida_star",
    ],
)
def test_a_run_does_not_meet_the_condition(text: str) -> None:
    assert not read_condition(text)(record())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a field in the condition '', found the end"),
        ("lenght > 60", "expected a field of a run, found 'lenght' (did you mean 'length'?)"),
        ("spec = 1", "expected a field of a run, found 'spec'"),
        ("length", "expected =, !=, <, <=, > or >= after length in the condition 'length', found the end"),
        ("length ~ 60", "after length in the condition 'length ~ 60', found '~ 60'"),
        ("length >", "expected a value after 'length >' in the condition 'length >', found the end"),
        ("length > sixty", "expected a number after 'length >', found 'sixty'"),
        ("length > null", "expected a number after 'length >', found 'null'"),
        ("length > 60 method = bfs", "expected 'and', 'or' or the end in the condition"),
        ("length > 60 and", "expected a field"),
        ("and length > 60", "found 'and length > 60'"),
        ("(length > 60", "expected 'and', 'or' or ')' in the condition '(length > 60', found the end"),
        ("length > 60)", "expected 'and', 'or' or the end"),
        ("method = astar(manhattan", "expected a value after 'method ='"),
        ("method = 'astar", "expected a value after 'method ='"),
        ("replayed = yes", "expected 'replayed = true' or 'replayed = false', found 'replayed = yes'"),
        ("replayed > true", "expected 'replayed = true' or 'replayed = false'"),
        ("(" * 51 + "length > 60" + ")" * 51, "expected a condition of at most 50 levels, found more"),
        ("not " * 10_000 + "length > 60", "expected a condition of at most 50 levels, found more"),
        ("__import__('os').system('true')", "expected a field of a run, found '__import__'"),
    ],
)
def test_a_wrong_condition_is_explained(text: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_condition(text)
    assert message in str(caught.value)


def test_a_number_may_be_of_any_size() -> None:
    assert not read_condition("length > " + "9" * 5000)(record())


RECORDS = Path(__file__).parents[1] / "data" / "records" / "64-fields.jsonl"


def test_a_report_has_only_the_runs_that_meet_the_condition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(RECORDS), "--where", "status = solved"]) == 0
    assert capsys.readouterr().out.startswith("2 runs of 2 methods on 1 board\n")


def test_csv_has_only_the_runs_that_meet_the_condition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(RECORDS), "-f", "csv", "--where", "status = crashed and index = 1"]) == 0
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == ["version", "1", "1"]


def test_a_condition_that_no_run_meets_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(RECORDS), "--where", "length > 1000"]) == 2
    assert "meets the condition 'length > 1000'" in capsys.readouterr().err


def test_of_a_run_that_was_made_twice_the_last_record_decides(tmp_path: Path) -> None:
    lines = [record(status="crashed", index=1), record(index=1), record(index=2), record(index=2, status="crashed")]
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"".join(line.to_line() for line in lines))
    assert run(["report", str(path), "--where", "status = crashed", "-o", str(tmp_path / "report.txt")]) == 0
    assert (tmp_path / "report.txt").read_text().startswith("1 run of 1 method on 1 board\n")
