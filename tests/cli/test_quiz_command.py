"""``taquin quiz`` as users see it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from taquin.cli import run
from taquin.lessons.course import UNITS
from taquin.lessons.exercises import all_forms
from taquin.lessons.exercises.quiz import choose_questions
from terminal import Terminal


def feed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(answer + "\n" for answer in answers)))


def test_answers_from_a_file_are_graded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    questions = list(choose_questions("space", 7, 4))
    feed(monkeypatch, questions[0].answer, "?", "not an answer at all", questions[3].answer)
    target = tmp_path / "results.csv"
    assert run(["quiz", "space", "--seed", "7", "--count", "4", "-o", str(target)]) == 0
    shown = capsys.readouterr().out
    assert "Right." in shown
    assert "Skipped. The answer is" in shown
    assert "Not readable" in shown
    assert "2 of 4 answers right" in shown
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert [row["verdict"] for row in rows] == ["right", "skipped", "unreadable", "right"]
    assert [row["form"] for row in rows] == [question.form for question in questions]


def test_json_is_alone_on_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    feed(monkeypatch, "?")
    assert run(["quiz", "heuristics", "--seed", "1", "--count", "2", "--json"]) == 0
    captured = capsys.readouterr()
    record = json.loads(captured.out)
    assert (record["topic"], record["questions"], record["answered"], record["right"]) == ("heuristics", 2, 1, 0)
    assert "1 question not answered" in captured.err


def test_the_list_names_every_unit_and_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quiz", "--list"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) < 80
    for name in [unit.key for unit in UNITS] + list(all_forms()):
        assert name in shown
    assert run(["quiz", "--list", "--json"]) == 0
    assert [unit["key"] for unit in json.loads(capsys.readouterr().out)] == [unit.key for unit in UNITS]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["spcae"], "did you mean 'space'?"),
        (["--list", "--seed", "3"], "--seed has no effect with --list"),
        (["-o", "results.txt"], "ends in .json or .csv"),
        (["--count", "0"], "count"),
    ],
)
def test_mistakes_are_explained(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quiz", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_ctrl_c_keeps_the_score(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    answer = next(choose_questions("space", 7, 1)).answer
    arguments = ("quiz", "space", "--seed", "7", "-o", str(target))
    terminal = Terminal(*arguments, is_controlling=True, environment={"COLUMNS": "80"})
    terminal.read_until(r"> ")
    terminal.type("gibberish %%\n")
    terminal.read_until(r"Type \? to skip\.")
    terminal.read_until(r"> ")
    terminal.type(answer + "\n")
    terminal.read_until(r"2 of 10")
    terminal.read_until(r"> ")
    terminal.type("\x03")
    assert "1 of 1 answer right; 9 questions not answered" in terminal.read_rest()
    assert terminal.process.wait() == 130
    assert json.loads(target.read_text(encoding="utf-8"))["right"] == 1
