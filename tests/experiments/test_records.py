"""Records of runs: replay by independent code, agreement with known lengths, reading results files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taquin import Board, solve
from taquin.errors import FormatError
from taquin.experiments.records import FIELDS, VERSION, ResultsWarning, agrees_with, key_of, leads_to, load, to_line
from taquin.puzzle.board import one_line


def example(**changes: Any) -> dict[str, Any]:
    """A record as a dictionary."""
    empty: dict[str, Any] = dict.fromkeys(FIELDS)
    return {
        **empty,
        "version": VERSION,
        "experiment": "0123",
        "instances": "hardest8",
        "index": 1,
        "method": "astar(manhattan)",
        "repetition": 1,
        "status": "solved",
        "iterations": [],
        "tables": [],
        "spec": {},
        **changes,
    }


def write(path: Path, *rows: dict[str, Any], end: str = "") -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + end)
    return path


def test_replay_accepts_solutions_and_nothing_else() -> None:
    result = solve("8 6 7 / 2 5 4 / 3 0 1", "blank-first")
    board, goal, moves = one_line(result.start), one_line(result.goal), str(result.solution)
    assert leads_to(board, goal, moves)
    assert not leads_to(board, goal, moves[:-1])
    assert not leads_to(board, goal, moves + "U")
    assert not leads_to(board, goal, "X" + moves)
    assert not leads_to(board, one_line(Board("1 2 3 / 4 5 6 / 7 8 0")), moves)
    turned = moves.translate(str.maketrans("UDLR", "DURL"))
    assert not leads_to(board, goal, turned)
    assert leads_to("0 1 2", "1 2 0", "RR")
    assert not leads_to("0 1 2", "1 2 0", "RRR")


@pytest.mark.parametrize(
    ("status", "length", "lower_bound", "expected"),
    [
        ("solved", 31, 31, True),
        ("solved", 33, 20, True),
        ("solved", 29, 20, False),
        ("solved", 33, 33, False),
        ("limit", None, 31, True),
        ("limit", None, 32, False),
        ("unsolvable", None, 0, False),
        ("crashed", None, None, None),
    ],
)
def test_agreement_with_the_known_length(
    status: str, length: int | None, lower_bound: int | None, expected: bool | None
) -> None:
    row = {"status": status, "cost": length, "lower_bound": lower_bound}
    assert agrees_with(row, 31) is expected
    assert agrees_with(row, None) is None


def test_load_joins_files_and_counts_no_run_twice(tmp_path: Path) -> None:
    first = write(tmp_path / "a.jsonl", example(index=1), example(index=2, status="crashed"))
    second = write(tmp_path / "b.jsonl", example(index=3), example(index=2, status="limit"), example(experiment="4567"))
    rows = load(first, str(second))
    assert [(row["experiment"], row["index"], row["status"]) for row in rows] == [
        ("0123", 1, "solved"),
        ("0123", 2, "limit"),
        ("0123", 3, "solved"),
        ("4567", 1, "solved"),
    ]
    assert all(list(row) == list(FIELDS) for row in rows)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{]\n", "line 1: expected the JSON object of a run"),
        ((2**24 + 1) * " ", "line 1: expected the JSON object of a run, found a longer line"),
        ('{"a": 1}\n', "line 1: expected the record of a run"),
        (json.dumps(example(version=VERSION + 1)) + "\n", f"expected version {VERSION} of the format"),
        ('{"version": 1, "experiment": "a"}\n', "the record has no 'instances'"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(FormatError, match=message.replace("{", r"\{")):
        load(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"length": 10**400}, "length: expected a whole number, found a number of about 400 digits"),
        ({"method": None}, "the record has no 'method'"),
        ({"cpu_seconds": float("nan")}, "cpu_seconds: expected a number, found nan"),
        ({"expanded": -1}, "expanded: expected 0 or more, found -1"),
        ({"iterations": [{"bound": "x"}]}, "iterations: expected a list, found [{'bound': 'x'}]"),
        ({"spec": {"methods": [[]]}}, "spec: invalid value of 'methods': [[]]"),
        ({"replayed": True}, "a replayed solution without a length"),
    ],
)
def test_an_invalid_record_is_left_out_and_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "a.jsonl", example(index=1), example(**changes), example(index=3))
    faults: list[str] = []
    assert [row["index"] for row in load(path, faults=faults)] == [1, 3]
    (fault,) = faults
    assert fault.startswith(f"{path}: line 2: ")
    assert message in fault
    with pytest.warns(ResultsWarning, match="line 2.*; the record is left out"):
        assert len(load(path)) == 2


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no such file: .*none\.jsonl"):
        load(tmp_path / "none.jsonl")


def test_later_versions_may_add_fields(tmp_path: Path) -> None:
    assert load(write(tmp_path / "a.jsonl", example(new=5)))[0]["new"] == 5


def test_a_record_reads_back(tmp_path: Path) -> None:
    record = example()
    path = tmp_path / "a.jsonl"
    path.write_bytes(to_line(record))
    assert load(path) == [record]
    assert key_of(record) == ("0123", "hardest8", 1, "astar(manhattan)", 1)
