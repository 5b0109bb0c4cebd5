"""Records of runs: replay by independent code, agreement with known lengths, reading results files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from taquin import Board, solve
from taquin.cli import run
from taquin.errors import FormatError
from taquin.experiments.record import FIELDS, REQUIRED, VERSION, Record, RecordedIteration
from taquin.experiments.records import ResultsWarning, agrees, leads_to, load, read_records
from taquin.puzzle.board import one_line


def example(**changes: Any) -> dict[str, Any]:
    """A record as another program may write it: with null for everything that is not known."""
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


def planned(**changes: Any) -> Record:
    facts = {
        "version": VERSION,
        "experiment": "0123",
        "instances": "hardest8",
        "index": 1,
        "method": "astar(manhattan)",
    }
    facts |= {"method": "astar(manhattan)", "repetition": 1, "status": "solved"}
    return Record(**{**facts, **changes})


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
    assert agrees(planned(status=status, cost=length, lower_bound=lower_bound, optimum=31)) is expected
    assert agrees(planned(status=status, cost=length, lower_bound=lower_bound)) is None


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
        ("[]\n", "line 1: expected the record of a run"),
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
        ({"cpu_seconds": -0.5}, "cpu_seconds: expected 0 or more, found -0.5"),
        ({"iterations": [{"bound": "x"}]}, "iterations: expected a list, found [{'bound': 'x'}]"),
        ({"expanded": 5.0}, "expanded: expected a whole number, found 5.0"),
        ({"expanded": True}, "expanded: expected a whole number, found True"),
        ({"initial_h": 1e300}, "initial_h: expected a number, found 1e+300"),
        ({"moves": "\ud800"}, "moves: expected a text, found '\\ud800'"),
        ({"replayed": 1}, "replayed: expected true or false, found 1"),
        ({"tables": [1]}, "tables: expected a list, found [1]"),
        ({"spec": 5}, "spec: expected an object, found 5"),
        ({"spec": {"methods": [[]]}}, "spec: invalid value of 'methods': [[]]"),
        ({"spec": {"methods": "bfs"}}, "spec: invalid value of 'methods': 'bfs'"),
        ({"spec": {"repeat": ["3"]}}, "spec: invalid value of 'repeat': ['3']"),
        ({"version": True}, "version: expected a whole number, found True"),
        ({"replayed": True}, "a replayed solution without a length"),
        ({"method": {"a": 1}}, "method: expected a text, found {'a': 1}"),
        ({"index": True}, "index: expected a whole number, found True"),
        ({"host": "\ud800"}, "host: expected a text, found"),
        ({"tables": "7-8"}, "tables: expected a list, found '7-8'"),
        ({"spec": {"repeat": {}}}, "spec: invalid value of 'repeat': {}"),
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


@pytest.mark.parametrize(
    ("written", "damaged", "message"),
    [
        ('"length":', '"lenght":', "the record has no 'length', and an unknown field 'lenght'"),
        ('"index":', '"index": 7, "index":', "the key 'index' stands twice"),
        ('"rows": null', '"rows": 3, "length": 2, "moves": "U"', "stands twice"),
    ],
)
def test_a_record_with_a_damaged_name_is_refused(tmp_path: Path, written: str, damaged: str, message: str) -> None:
    path = write(tmp_path / "a.jsonl", example())
    text = path.read_text()
    assert written in text
    path.write_text(text.replace(written, damaged, 1))
    with pytest.raises(FormatError, match=message):
        load(path)


def test_as_many_moves_as_the_length_says(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the record has the length 3, and 2 moves"):
        load(write(tmp_path / "a.jsonl", example(rows=3, columns=3, length=3, moves="UD")))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no such file: .*none\.jsonl"):
        load(tmp_path / "none.jsonl")


def test_later_versions_may_add_fields(tmp_path: Path) -> None:
    assert load(write(tmp_path / "a.jsonl", example(new=5)))[0]["new"] == 5


def test_a_record_reads_back(tmp_path: Path) -> None:
    record = planned(cost=31, lower_bound=30.5, iterations=[RecordedIteration(31.0, 5, 7)], spec={"methods": ["bfs"]})
    path = tmp_path / "a.jsonl"
    path.write_bytes(record.to_line())
    assert read_records(path) == [record]
    assert record.key == ("0123", "hardest8", 1, "astar(manhattan)", 1)


VERSIONS = sorted((Path(__file__).parent.parent / "data" / "records").iterdir())
"""Six runs of every form that records have had, by their number of fields: a crash, a limit, a solution and others."""


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_records_of_earlier_versions_are_loaded_as_they_were_written(path: Path) -> None:
    written = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert load(path) == [{**dict.fromkeys(FIELDS), **record} for record in written]


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_records_of_earlier_versions_have_the_values_that_were_written(path: Path) -> None:
    for line, record in zip(path.read_bytes().splitlines(), read_records(path), strict=True):
        for name, value in json.loads(line).items():
            empty = value is None and not FIELDS[name].has_null  # the improvements of a run that crashed
            assert to_builtins(record[name]) == ([] if empty else value), name


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: path.stem)
def test_records_of_earlier_versions_are_reported(path: Path) -> None:
    assert run(["report", str(path), "--format", "html"]) == 0


def test_the_files_of_earlier_versions_have_all_forms_of_records() -> None:
    forms = {len(json.loads(path.read_bytes().splitlines()[0])) for path in VERSIONS}
    assert forms == {55, 57, 60, 61, len(FIELDS)}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_without_null_is_in_every_record_that_is_written(name: str) -> None:
    written = [json.loads(line) for line in VERSIONS[-1].read_bytes().splitlines()]
    ended = [record for record in written if record["status"] != "crashed"]
    assert FIELDS[name].has_null or all(record[name] is not None for record in ended)


@pytest.mark.parametrize("name", [name for name in FIELDS if name not in REQUIRED])
def test_a_field_may_be_missing_or_null(tmp_path: Path, name: str) -> None:
    (whole,) = read_records(write(tmp_path / "a.jsonl", to_builtins(planned())))
    record = to_builtins(planned())
    (with_null,) = read_records(write(tmp_path / "b.jsonl", {**record, name: None}))
    del record[name]
    (without,) = read_records(write(tmp_path / "c.jsonl", record))
    assert whole == with_null == without


def test_nan_in_a_field_of_a_later_version_is_accepted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {**to_builtins(planned()), "new": float("inf")})
    assert read_records(path) == [planned()]
    assert load(path)[0]["new"] == float("inf")


def test_fields_that_are_not_needed_are_emptied() -> None:
    whole, brief = read_records(VERSIONS[-1]), read_records(VERSIONS[-1], without=("moves", "iterations", "board"))
    assert {record.moves for record in whole} > {None}
    assert {(record.moves, record.board, *record.iterations) for record in brief} == {(None, "")}
    assert [record.key for record in whole] == [record.key for record in brief]
    assert len({id(record.spec) for record in brief}) == 1


def test_a_last_line_that_is_cut_off_is_left_out(tmp_path: Path) -> None:
    line = json.dumps(example(index=2))
    path = write(tmp_path / "a.jsonl", example(index=1), end=line[:50])
    with pytest.warns(ResultsWarning, match="the last line is cut off after 50 bytes"):
        assert len(load(path)) == 1
