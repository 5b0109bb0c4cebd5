"""``taquin worksheet`` as users see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taquin.cli import run
from taquin.lessons.exercises.quiz import choose_questions


def test_a_sheet_and_its_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "sheet.pdf"
    arguments = ["worksheet", "astar", "--seed", "7", "--count", "5", "-o"]
    assert run([*arguments, str(target)]) == 0
    key = tmp_path / "sheet-key.pdf"
    shown = capsys.readouterr().out
    pages = target.read_bytes().count(b"/Type/Page/")
    assert shown == f"wrote {target} (5 questions on {pages} pages) and the key {key}\n"
    assert f"/Count {pages}>>".encode() in target.read_bytes()
    again = tmp_path / "again.pdf"
    assert run([*arguments, str(again)]) == 0
    assert again.read_bytes() == target.read_bytes()
    for path in (target, key):
        data = path.read_bytes()
        start = int(data.split(b"startxref\n")[1].split()[0])
        assert data[start : start + 4] == b"xref"
        places = [int(place) for place in re.findall(rb"^(\d{10}) 00000 n", data[start:], re.MULTILINE)]
        for number, place in enumerate(places, start=1):
            assert data[place:].startswith(b"%d 0 obj" % number)


def test_markdown_has_the_questions_of_the_quiz(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "sheet.md"
    assert run(["worksheet", "space", "--seed", "3", "-n", "4", "-o", str(target)]) == 0
    sheet, key = target.read_text(encoding="utf-8"), (tmp_path / "sheet-key.md").read_text(encoding="utf-8")
    for question in choose_questions("space", 3, 4):
        assert question.text in sheet
        assert question.explanation in key
        assert question.explanation not in sheet


def test_without_a_seed_the_command_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["worksheet", "-n", "1", "-o", str(tmp_path / "a.md")]) == 0
    assert re.search(r"the same sheet again: taquin worksheet --seed \d+ --count 1\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "sheet.doc"], "ends in .pdf or .md"),
        (["nothing"], "expected a unit"),
        (["-o", "no/x.pdf"], "no directory"),
    ],
)
def test_mistakes_are_explained(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["worksheet", *arguments]) == 2
    assert words in capsys.readouterr().err
