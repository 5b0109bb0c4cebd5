"""The table of formats: every row writes what it says, and everything that offers formats offers these."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import drawings
from cases import each_case
from taquin.cli import run
from taquin.errors import BackendError
from taquin.puzzle.solution import Solution
from taquin.render import formats
from taquin.render.drawing.shapes import Drawing
from taquin.render.formats import ANIMATIONS, DRAWINGS, FORMATS, GRAPHS, PICTURES, Format
from taquin.render.records import picture_records
from taquin.render.solution.animation import Animation

START = "1 2 3 / 4 5 6 / 0 7 8"


def drawing() -> Drawing:
    return drawings.GOLDEN["board"]()


@each_case("row", FORMATS)
def test_every_row_writes_what_it_says(row: Format) -> None:
    assert row.is_text or row.is_graph or row.drawing or row.animation
    written = [row.write("drawing", drawing())] if row.drawing else []
    written += [row.write("animation", Animation(Solution(START, "RR")))] if row.animation else []
    for content in written:
        assert len(content) > 100
        if not row.is_binary:
            content.decode("utf-8")


def test_a_name_or_an_ending_selects_one_format() -> None:
    for table in (PICTURES, GRAPHS):
        names = [name for row in table for name in {row.name, *row.endings}]
        assert len(names) == len(set(names))


@each_case("row", DRAWINGS)
def test_commands_write_every_format(row: Format, tmp_path: Path) -> None:
    for ending in row.endings:
        for command in (["draw"], ["tree", "-a", "astar"], ["shortest"]):
            path = tmp_path / f"{command[0]}.{ending}"
            assert run([*command, START, "-o", str(path)]) == 0
            assert path.stat().st_size > 100
    assert run(["tree", START, "-a", "astar", "--format", row.name, "-o", str(tmp_path / "tree")]) == 0


@each_case("command", ["draw", "tree", "shortest", "compare", "report"])
def test_help_lists_every_format(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    tables = {"draw": PICTURES, "tree": GRAPHS, "shortest": GRAPHS, "compare": DRAWINGS}
    assert run([command, "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    if command == "report":
        assert f"[{'|'.join(formats.endings(DRAWINGS))}]" in text
    else:
        assert formats.describe_endings(tables[command]) in text


def test_the_page_offers_every_format_of_drawings() -> None:
    assert [record["ending"] for record in picture_records()] == [row.ending for row in DRAWINGS]


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "find_spec", lambda name: None)
    for row in (*PICTURES, *ANIMATIONS):
        if row.extra:
            with pytest.raises(BackendError, match="the extra images, which is not installed"):
                row.check()


def test_the_table_loads_no_writer() -> None:
    code = (
        "import sys, taquin.render.formats; print(*(name for name in sys.modules if name.startswith('taquin.render')))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.split() == ["taquin.render", "taquin.render.formats"]
