"""A class in which nearly all submissions are hostile: none gets what it wants, and the honest ones get their marks.

``hostile_submissions.toml`` has the submissions, with what each wants and what it gets. The class is graded twice.
"""

from __future__ import annotations

import csv
import json
import os
import socket
import sys
import tempfile
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from taquin.cli import run
from taquin.system.sandbox import isolation_problem

PROBLEM = isolation_problem()
pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(bool(PROBLEM), reason=f"programs cannot be isolated: {PROBLEM}"),
]
TABLE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("hostile_submissions.toml").read_text(encoding="utf-8")
)
MARK = "hostile-submission-mark"
SECRET = "SECRET-OF-THE-CLASS"
HIDDEN = "4 1 3 / 0 2 5"
SEARCH = """
def search(start):
    queue, known = [(start, "")], {start}
    for board, path in queue:
        if board == "123450":
            return path
        blank = board.index("0")
        for letter, step, is_legal in (
            ("U", -3, blank > 2), ("D", 3, blank < 3), ("L", -1, blank % 3 > 0), ("R", 1, blank % 3 < 2)
        ):
            if is_legal:
                cells = list(board)
                cells[blank], cells[blank + step] = cells[blank + step], "0"
                child = "".join(cells)
                if child not in known:
                    known.add(child)
                    queue.append((child, path + letter))
    return ""
"""
PARTS = {
    "SOLVES_OR_NOTHING": f"{SEARCH}\nif path := search(input()): print('moves:', ' '.join(path))",
    "SOLVES_BOARD": f"{SEARCH}\nprint('moves:', ' '.join(search(board)) or 'no solution')",
    "SOLVES": f"{SEARCH}\nprint('moves:', ' '.join(search(input())) or 'no solution')",
}
HONEST = PARTS["SOLVES"]
HEURISTIC = "def h(board, goal): return sum(a != b for a, b in zip(board, goal) if a)\n"
ASSIGNMENT = f"""
# {SECRET}
isolation = "required"
program = "{sys.executable} solver.py"
input = "{{digits}}\\n"
heuristic = "h.py:h"
time = "2s"
memory = "400MB"
boards = ["1 2 0 / 4 5 3", "1 0 2 / 4 5 3", "2 1 3 / 4 5 0"]
hidden = ["{HIDDEN}"]
[points]
right = 3
shortest = 2
unsolvable = 1
admissible = 2
"""
BOUND = "import resource; resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
FILES = (".html", ".results.json", ".prairielearn.json")


class Class:
    """The folder of a class, graded, and what came of it."""

    def __init__(self, folder: Path, port: int, places: Path) -> None:
        self.folder, self.port, self.places = folder, port, places
        (folder / "hw1.toml").write_text(ASSIGNMENT)
        (folder / "home").mkdir()
        (folder / "home" / "key").write_text(SECRET)
        (folder / "home" / "key").chmod(0o640)
        for name in ("victim", "last"):
            self.submit(name, {"code": HONEST, "files": {"h.py": HEURISTIC}})
        (folder / "victim" / "solver.py").write_text(f"# {SECRET}\n{HONEST}")
        for name, entry in TABLE.items():
            self.submit(name, entry)

    def submit(self, name: str, entry: dict[str, Any]) -> None:
        path = self.folder / name
        path.mkdir()
        texts = {"solver.py": BOUND + entry["code"]} if "code" in entry else {}
        for file, text in {**texts, **entry.get("files", {})}.items():
            (path / file).write_text(self.fill(text), encoding="utf-8")
        for file, target in entry.get("links", {}).items():
            (path / file).symlink_to(self.fill(target))
        for file, size in entry.get("sparse", {}).items():
            with (path / file).open("wb") as sparse:
                sparse.truncate(size)

    def fill(self, text: str) -> str:
        parts = {**PARTS, "CLASS": str(self.folder), "PORT": str(self.port), "MARK": MARK}
        for name, value in parts.items():
            text = text.replace(name, value)
        return text

    def grade(self) -> int:
        return run(["judge", "--assignment", "hw1.toml", "victim", *TABLE, "last"])

    def totals(self) -> dict[str, float]:
        with (self.folder / "marks" / "marks.csv").open(newline="") as file:
            return {row["submission"]: float(row["total"]) for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def connections() -> Iterator[tuple[int, list[bytes]]]:
    """A port of this machine, and what was sent there."""
    received: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                received.append(connection.recv(100))

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1], received
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory, connections: tuple[int, list[bytes]]) -> Iterator[Class]:
    folder = tmp_path_factory.mktemp("class")
    before = Path.cwd()
    made = Class(folder, connections[0], tmp_path_factory.mktemp("places"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(made.places))
        patch.setenv("REGISTRY_TOKEN", SECRET)
        os.chdir(folder)
        try:
            assert made.grade() == 1
            yield made
        finally:
            os.chdir(before)


@pytest.mark.parametrize("name", TABLE)
def test_it_gets_nothing(graded: Class, name: str) -> None:
    """Neither points without work, nor secrets: the transcript, which is for the assistant, may have hidden boards."""
    assert graded.totals()[name] == TABLE[name].get("points", 0)
    marks = graded.folder / "marks"
    digits = HIDDEN.replace(" ", "").replace("/", "")
    for end in FILES:
        text = (marks / f"{name}{end}").read_text(encoding="utf-8")
        assert not any(secret in text for secret in (SECRET, HIDDEN, digits, "<script>alert"))
    assert SECRET not in (marks / f"{name}.transcript.txt").read_text(encoding="utf-8")


def test_the_honest_submissions_get_their_marks(graded: Class) -> None:
    totals = graded.totals()
    assert (totals["victim"], totals["last"]) == (8, 8)


def test_all_files_are_complete(graded: Class) -> None:
    marks = graded.folder / "marks"
    names = ["victim", *TABLE, "last"]
    assert list(graded.totals()) == names
    suites = ElementTree.parse(marks / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == names
    for name in names:
        assert json.loads((marks / f"{name}.results.json").read_text())["tests"]
    for text in ((marks / "marks.csv").read_text(), (marks / "junit.xml").read_text()):
        assert not any(secret in text for secret in (SECRET, HIDDEN, HIDDEN.replace(" ", "").replace("/", "")))


def test_nothing_outside_was_changed(graded: Class, connections: tuple[int, list[bytes]]) -> None:
    key = graded.folder / "home" / "key"
    assert (key.read_text(), key.stat().st_mode & 0o777) == (SECRET, 0o640)
    assert (graded.folder / "hw1.toml").read_text() == ASSIGNMENT
    assert (graded.folder / "deletes_its_folder" / "solver.py").exists()
    assert sorted(path.name for path in graded.folder.iterdir()) == sorted(
        ["hw1.toml", "home", "marks", "victim", "last", *TABLE]
    )
    assert connections[1] == []


def test_no_process_and_no_folder_is_left(graded: Class) -> None:
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not [line for line in lines if MARK.encode() in line]
    assert list(graded.places.iterdir()) == []


def test_the_second_grading_gives_the_same_marks(graded: Class) -> None:
    before = graded.totals()
    graded.grade()
    assert graded.totals() == before
