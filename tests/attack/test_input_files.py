"""Files that are not what a command reads: devices, other encodings, endless or deep texts, other versions."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figures import LONGEST, Tally
from taquin.cli import run
from taquin.tui import records

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
EXPERIMENT = ["experiment", "--methods", "astar", "--output", "new.jsonl", "--instances"]
READERS: dict[str, list[str]] = {
    "solve": ["solve", "FILE"],
    "goal": ["solve", BOARD, "--goal", "FILE"],
    "certify": ["certify", "FILE"],
    "board": ["verify", "FILE", "U"],
    "moves": ["verify", BOARD, "FILE", "--no-optimum"],
    "tree": ["tree", "FILE"],
    "trace": ["trace", "FILE"],
    "report": ["report", "FILE"],
    "experiment": ["experiment", "FILE"],
    "instances": [*EXPERIMENT, "FILE"],
    "own code": ["solve", BOARD, "-a", "FILE.py:search"],
}
WRITERS: dict[str, list[str]] = {
    "solve -o": ["solve", BOARD, "-o", "FILE"],
    "random -o": ["random", "3x3", "-o", "FILE"],
    "tree -o": ["tree", BOARD, "-a", "astar", "-o", "FILE.svg"],
    "trace -o": ["trace", BOARD, "-a", "astar", "-o", "FILE"],
    "draw -o": ["draw", BOARD, "-o", "FILE.svg"],
    "worksheet -o": ["worksheet", "space", "-o", "FILE.md"],
    "quiz -o": ["quiz", "space", "-o", "FILE.json"],
    "experiment -o": [*EXPERIMENT[:-3], "--output", "FILE", "--instances", "hardest8"],
    "command": ["FILE"],
    "option": ["solve", BOARD, "--FILE"],
}
NESTED = 100_000
CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "zeros": bytes(10_000),
    "UTF-16": BOARD.encode("utf-16"),
    "Latin-1": b"1 2 3 # \xe9",
    "one long line": b"1 " * 200_000,
    "one long word": b"1" * 200_000,
    "many lines": b"1 1 1\n" * 20_000,
    "deep lists": b"[" * NESTED + b"]" * NESTED,
    "deep objects": b'{"steps":' * NESTED + b"}" * NESTED,
    "deep brackets of TOML": b"instances = " + b"[" * 10_000 + b"]" * 10_000,
    "twice the same key": b'{"version": 1, "version": 2, "board": [1], "board": [2]}\n',
    "a notebook": json.dumps({"cells": [{"cell_type": "code", "source": ["1 2 3"]}], "nbformat": 4}).encode(),
    "a worksheet": b"# Questions\n\n1. How many boards are reachable?\n\n   a) 9\n",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "a lesson plan": b'{"taquin_plan": 1, "steps": [{"link": "#home", "text": ""}]}',
    "a large number": b'{"version": ' + b"9" * 10_000 + b"}\n",
    "surrogates": b'{"version": 1, "experiment": "\\ud800", "board": "\\udfff"}\n',
}


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str], part: str = "") -> str:
    """What is wrong with the error of a command: it is one short line, and the exit code is that of bad input."""
    try:
        code = run(arguments)
    except BaseException as error:  # noqa: BLE001 - nothing may leave the command
        return repr(error)
    errors = capsys.readouterr().err
    if arguments[0] == "verify" and code == 1 and not errors:  # numbers are moves, but illegal ones
        return ""
    *_, last = errors.splitlines() or [""]
    is_clear = code == 2 and last.startswith("taquin: ") and len(last) <= LONGEST and "internal" not in last
    return "" if is_clear and part in last and "Traceback" not in errors else f"code {code}: {errors[-400:]}"


def named(words: list[str], file: object) -> list[str]:
    return [word.replace("FILE", str(file)) for word in words]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other devices")
def test_devices_are_refused(capsys: pytest.CaptureFixture[str], tally: Tally) -> None:
    """Not /dev/random: a command that reads it does not end."""
    for name, words in READERS.items():
        for device in ("/dev/zero", "/dev/full") if name != "own code" else ():
            tally.add(complaint(named(words, device), capsys, "it is a device, not a file"), (name, device))
    assert tally.failures == []
    assert complaint(["solve", "/dev/null"], capsys, "found an empty file") == ""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "report" else [pytest.mark.attack]) for name in READERS]
)
def test_files_with_other_content(name: str, folder: Path, capsys: pytest.CaptureFixture[str], tally: Tally) -> None:
    for kind, content in CONTENTS.items():
        file = folder / ("file.py" if name == "own code" else "file")
        file.write_bytes(content)
        tally.add(complaint(named(READERS[name], folder / "file"), capsys), (name, kind))
    assert tally.failures == []


def test_long_names_are_shortened(capsys: pytest.CaptureFixture[str], tally: Tally) -> None:
    for name, words in (READERS | WRITERS).items():
        for file in ("n" * 5000, "n/" * 2500 + "n"):
            tally.add(complaint(named(words, file), capsys), (name, file[:4]))
    assert tally.failures == []


def test_a_line_that_is_longer_than_any_board_is_refused_at_once(folder: Path) -> None:
    """Otherwise every interpretation of a line of several megabytes is tried."""
    from taquin.errors import FormatError
    from taquin.puzzle.documents import read_file

    for text in ("1 " * 70_000, "[" + "1," * 69_999 + "1]", "2 2\n" + "1 " * 70_000):
        (folder / "boards").write_text(text)
        with pytest.raises(FormatError, match="expected at most 65,536 cells, found 70,000 words"):
            read_file(folder / "boards")


def test_a_report_stops_reading_a_file_without_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other").write_text("not a record\n" * 1001 + '{"never": "read"}\n')
    assert complaint(["report", "other"], capsys, "found none in the first 1,000 lines") == ""


class Endless(io.RawIOBase):
    """Zeros without an end, of which only the first are read."""

    left = 10_000_000

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.left -= len(buffer)
        assert self.left > 0, "it reads on and on"
        buffer[:] = bytes(len(buffer))
        return len(buffer)


def test_a_quiz_refuses_an_endless_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    assert complaint(["quiz", "--seed", "1"], capsys, "expected answers of at most 500 characters") == ""


def change_version(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    first, *others = path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]
    record = json.loads(first)
    change(record)
    path.write_text("\n".join([json.dumps(record), *others, ""]))


VERSIONED: dict[str, tuple[list[str], list[str], str, str]] = {
    "results": ([*EXPERIMENT, "boards.txt"], ["report", "new.jsonl"], "version", "expected version 1"),
    "results that grow": ([*EXPERIMENT, "boards.txt"], [*EXPERIMENT, "boards.txt"], "version", "expected version 1"),
    "a trace": (["trace", BOARD, "-a", "astar", "-o", "new.jsonl"], ["tree", "new.jsonl"], "taquin_trace", "version"),
    "a certificate": (
        ["solve", BOARD, "--report", "certificate", "-o", "new.json"],
        ["certify", "new.json"],
        "version",
        "expected a certificate of version 1",
    ),
}


@pytest.mark.parametrize("name", VERSIONED)
def test_files_of_other_versions(name: str, folder: Path, capsys: pytest.CaptureFixture[str], tally: Tally) -> None:
    write, read, field, part = VERSIONED[name]
    for version in (0, -1, 99, 10**30, "2", None, 1.5):
        (folder / "boards.txt").write_text(BOARD)
        assert run(write) == 0
        file = next(folder.glob("new.*"))
        change_version(file, lambda record, version=version: record.update({field: version}))  # type: ignore[misc]
        before = file.read_bytes()
        capsys.readouterr()
        tally.add(complaint(read, capsys, part if version in (0, 99) else ""), (name, version))
        assert file.read_bytes() == before
        file.unlink()
    assert tally.failures == []


def test_games_of_other_versions_are_read_or_left_out(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(folder))
    game: dict[str, Any] = {"date": "2026-11-17T17:21:34+01:00", "size": "3x3", "goal": "g", "start": "s"}
    game |= {"moves": 9, "seconds": 1.5, "hints": False, "kind": "uniform"}
    newer, older = {**game, "new": [1]}, {name: value for name, value in game.items() if name != "hints"}
    unknown = {**game, "metric": "jumps"}
    text = "".join(f"{json.dumps(record)}\n" for record in (game, newer, older, unknown))
    (folder / "games.jsonl").write_text(text)
    loaded = records.load()
    assert loaded == [loaded[0]] * 2
    records.add(loaded[0])
    assert (folder / "games.jsonl").read_text() == text + loaded[0].line  # what is not understood stays
