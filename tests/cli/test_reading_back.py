"""What one command writes, another command reads: JSON, JSON lines, and files that name their goal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import Capture, answer, error_line
from taquin.cli import run

HEX = "fe169b4c0a73d852"


@pytest.fixture
def written(capsys: Capture, tmp_path: Path) -> Any:
    """A function that runs a command and puts what it prints into a file."""

    def write(name: str, *arguments: str, code: int = 0) -> str:
        assert run(list(arguments)) == code
        path = tmp_path / name
        path.write_text(capsys.readouterr().out, encoding="utf-8")
        return str(path)

    return write


RANDOM = ["random", "3x3", "--count", "3", "--seed", "1", "--goal", "snail"]


def test_solve_reads_the_json_of_random(capsys: Capture, written: Any) -> None:
    path = written("random.json", *RANDOM, "--json")
    boards = json.loads(Path(path).read_text())["boards"]
    found = answer(capsys, "solve", path)
    assert [result["start"] for result in found] == boards
    assert {result["goal"] for result in found} == {"1 2 3 / 8 0 4 / 7 6 5"}
    lines = Path(path).read_text().splitlines()
    assert all(result["start"] in lines[result["line"] - 1] for result in found)


@pytest.mark.parametrize("form", [["--json"], ["--report", "jsonl"]])
def test_every_command_reads_results(capsys: Capture, written: Any, form: list[str]) -> None:
    source = written("boards.txt", *RANDOM, "--format", "line")
    results = written("results.json", "solve", source, "--goal", "snail", *form)
    again = answer(capsys, "solve", results)
    assert {result["goal"] for result in again} == {"1 2 3 / 8 0 4 / 7 6 5"}
    checks = written("checks.json", "check", results, "--json")
    assert [check["goal"] for check in json.loads(Path(checks).read_text())] == ["1 2 3 / 8 0 4 / 7 6 5"] * 3
    assert [result["start"] for result in answer(capsys, "solve", checks)] == [result["start"] for result in again]


def test_an_option_takes_precedence_over_the_file(capsys: Capture, written: Any) -> None:
    path = written("one.json", "solve", "1 2 3 / 4 5 6 / 7 0 8", "--json")
    assert answer(capsys, "check", path)["goal"] == "1 2 3 / 4 5 6 / 7 8 0"
    assert answer(capsys, "check", path, "--goal", "snail", code=1)["goal"] == "1 2 3 / 8 0 4 / 7 6 5"


def test_every_object_of_a_file_has_label_and_line(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("# boards\n7 1 2 3 4 5 6 7 0 8\n9 1 2 3 4 5 6 0 7 8\n")
    for command in ("solve", "check"):
        found = answer(capsys, command, str(path))
        assert [(item["label"], item["line"]) for item in found] == [("7", 2), ("9", 3)]
    path.write_text("1 2 3 / 4 5 6 / 7 0 8\n1 2 3 / 4 5 6 / 0 7 8\n")
    for command in ("solve", "check"):
        found = answer(capsys, command, str(path))
        assert [(item["label"], item["line"]) for item in found] == [(None, 1), (None, 2)]


@pytest.mark.parametrize("command", ["solve", "check", "hint", "trace", "tree", "verify", "compare"])
def test_the_place_of_the_blank_is_the_goal(capsys: Capture, tmp_path: Path, command: str) -> None:
    path = tmp_path / "course.txt"
    path.write_text("3 4\n1 2 3\n4 5 0\n6 7 8\n")
    more = {"verify": ["L"], "compare": ["-a", "bfs"]}.get(command, [])
    assert answer(capsys, command, str(path), *more)["goal"] == "1 2 3 / 4 0 5 / 6 7 8"


def test_a_hexadecimal_board_is_no_file_name(capsys: Capture) -> None:
    assert answer(capsys, "check", HEX)["start"] == "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2"
    assert answer(capsys, "check", '{"board":"123405678"}')["start"] == "1 2 3 / 4 0 5 / 6 7 8"
    assert "no such file" in error_line(capsys, "check", "fe169b4c.txt")


def test_boards_with_different_goals(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "course.txt"
    path.write_text("3 -1\n1 2 3\n4 5 6\n7 0 8\n\n3 0\n1 0 2\n3 4 5\n6 7 8\n")
    for jobs in ("1", "2"):
        found = answer(capsys, "solve", str(path), "--jobs", jobs)
        assert [(item["goal"], item["moves"]) for item in found] == [
            ("1 2 3 / 4 5 6 / 7 8 0", "R"),
            ("0 1 2 / 3 4 5 / 6 7 8", "L"),
        ]
