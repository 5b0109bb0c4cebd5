"""Names of files and folders with control characters, line breaks and hidden characters: written out in every text."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from command_line import error_line
from taquin.cli import run
from taquin.puzzle.words import is_printable, printable, printable_line

if os.name != "posix":
    pytest.skip("Windows has no such names", allow_module_level=True)

NAME = "n\x1b[31m\nFAKE\u202e\x9b"
SHOWN = r"n\x1b[31m\nFAKE\u202e\x9b"
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
BOARD = "1 2 3 / 4 0 5 / 7 8 6"
ASSIGNMENT = 'program = "python3 solver.py {cells}"\nboards = ["1 2 3 / 4 0 6 / 7 5 8"]\n[points]\nright = 1\n'
SPACE = f"""
NAME = {NAME!r}
class Count:
    start = label = NAME
    def is_goal(self, state): return state == NAME + "aa"
    def successors(self, state): return [(NAME, state + "a")]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a folder of the hostile name ``N``; in it files of boards and a program."""
    monkeypatch.chdir(tmp_path)
    hostile = tmp_path / NAME
    hostile.mkdir()
    (hostile / "boards.txt").write_text(f"{BOARD}\n1 2 3 / 4 5 6 / 7 0 8\n")
    (hostile / "solver.py").write_text(f"print('wrong', {NAME!r})\n")
    (tmp_path / "homework.toml").write_text(ASSIGNMENT)
    (tmp_path / "space.py").write_text(SPACE)
    return tmp_path


def words(command: str) -> list[str]:
    """The words of a command, where N stands for the hostile name."""
    return [re.sub(r"\bN\b", lambda _: NAME, word) for word in shlex.split(command)]


def faults(text: str) -> list[str]:
    """What is raw in a text: hidden characters, and lines that begin in the middle of the name."""
    lines = [line for line in text.splitlines() if line.strip(" '\"").startswith("FAKE")]
    return [*RAW.findall(text), *lines]


COMMANDS = [
    "judge --assignment homework.toml N -o N/marks",
    "judge \"python3 'N/solver.py' {cells}\" -o N/report.txt",
    "judge \"python3 'N/solver.py' {cells}\" -o N/report.html",
    "experiment -i N/boards.txt -m bfs -o N/r.jsonl --report N/r.txt",
    "experiment -i N/boards.txt -m bfs -o N/r.jsonl --report N/r.md",
    "experiment -i N/boards.txt -m bfs -o N/r.jsonl --report N/r.tex",
    "experiment -i N/boards.txt -m bfs -o N/r.jsonl --report N/r.html",
    "experiment -i space.py:Count -m bfs -o r.jsonl --report r.md",
    "compare N/boards.txt -a bfs,dfs --rows",
    "compare N/boards.txt -a bfs,dfs --csv",
    "compare space.py:Count -a bfs,ucs",
    "trace space.py:Count -a bfs",
    "tree space.py:Count -a bfs -o N/tree.txt",
    "tree space.py:Count -a bfs -o N/tree.svg",
    "solve N/boards.txt N/boards.txt",
    "solve N/boards.txt -o N/solved.txt",
    "check N/boards.txt N/boards.txt",
    "draw 1230 -o N/board.svg",
    "random 3x3 -o N/random.txt",
    "worksheet astar.fill_f -n 1 --seed 1 --title N -o N/sheet.md",
    "worksheet astar.fill_f -n 1 --seed 1 --title N -o N/sheet.tex",
    "quiz N",
    "report N/missing.jsonl",
    "solve N/missing.txt",
    f"solve '{BOARD}' -a astar -e N/mine.py:h",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_names_are_written_out_in_every_text(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = set(folder.rglob("*"))
    run(words(command))
    captured = capsys.readouterr()
    assert faults(captured.out + captured.err) == []
    for path in set(folder.rglob("*")) - given:
        if path.is_file() and path.suffix not in (".json", ".jsonl", ".pyc"):
            found = RAW.findall if "transcript" in path.name else faults  # it has the lines that a program printed
            assert found(path.read_text()) == [], path.name


def test_a_table_of_a_class_shows_the_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(words("judge --assignment homework.toml N -o marks"))
    assert SHOWN in capsys.readouterr().out
    assert SHOWN in (folder / "marks" / "marks.csv").read_text()


def test_a_csv_file_of_runs_shows_the_name_and_json_keeps_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(words("experiment -i N/boards.txt -m bfs -o r.jsonl"))
    assert json.loads((folder / "r.jsonl").read_text().splitlines()[0])["instances"] == f"{NAME}/boards.txt"
    run(words("report r.jsonl -o r.csv"))
    text = (folder / "r.csv").read_text()
    assert f"{SHOWN}/boards.txt" in text
    assert faults(text) == []


def test_a_spec_with_a_hidden_character_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is part of titles, tables, traces and pictures."""
    found = error_line(capsys, *words(f"solve '{BOARD}' -a astar -e N/mine.py:h"))
    assert "expected a name without control or hidden characters" in found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("plain", "plain"),
        ("Ștefan Žižka 王小明 علی", "Ștefan Žižka 王小明 علی"),
        ("می\u200cخواهم 👩\u200d🏫", "می\u200cخواهم 👩\u200d🏫"),
        ("a\x1b]0;title\x07", r"a\x1b]0;title\x07"),
        ("a\nb\tc\r\nd", r"a\nb\tc\r\nd"),
        ("\x7f\x85\x9b", r"\x7f\x85\x9b"),
        ("\u2028\u2029", r"\u2028\u2029"),
        ("txt.\u202egpj", r"txt.\u202egpj"),
        ("\u2066\u2069\u200e\u200f\u061c", r"\u2066\u2069\u200e\u200f\u061c"),
        ("in\u200bvisible\ufeff\u2060", r"in\u200bvisible\ufeff\u2060"),
        ("\udcff", r"\udcff"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_hidden_characters_are_written_out(text: str, line: str) -> None:
    assert printable_line(text) == line
    assert is_printable(text) == (text == line)


def test_a_text_of_several_lines_keeps_their_ends() -> None:
    assert printable("a\n\tb\r\nc\rd\x1b") == "a\n\tb\r\nc\\rd\\x1b"
