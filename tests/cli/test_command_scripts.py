"""Every script in the files and outputs of commands: titles, names of files, boards, students and heuristics."""

from __future__ import annotations

import html
import io
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import error_line
from looping import for_each
from scripts import HIDDEN, NO_FONT, TEXTS, read_back, written
from svg_reading import parse, words
from taquin.cli import run
from taquin.render.drawing import fonts, shaping, tikz

BOARD = "1 2 3 / 4 0 5 / 7 8 6"
NAMES = list(TEXTS)
ASSIGNMENT = 'program = "python3 solver.py {cells}"\nboards = ["1 2 3 / 4 0 6 / 7 5 8"]\n[points]\nright = 1\n'
HEURISTIC = "def h(state):\n    return 0\n"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def no_installed_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "installed_fonts", tuple)
    for function in (fonts.split, fonts._installed, shaping.runs):
        function.cache_clear()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def squeezed(text: str) -> str:
    """The text without spaces: lines may break at one."""
    return "".join(read_back(text).split())


def shows(name: str, *texts: str) -> bool:
    """Whether one of these texts has the text of this name."""
    return any(squeezed(written(name)) in squeezed(text) for text in texts)


def worksheet(name: str, ending: str) -> int:
    given = ["worksheet", "astar.next", "-n", "1", "--seed", "1", "--title", TEXTS[name], "--course", TEXTS[name]]
    return run([*given, "-o", f"sheet{ending}"])


@for_each("name", NAMES)
def test_titles_and_courses_in_worksheets(name: str, here: Path) -> None:
    for ending in (".md", ".html", ".tex"):
        assert worksheet(name, ending) == 0
        text = html.unescape((here / f"sheet{ending}").read_text("utf-8"))
        expected = tikz.escape(written(name)) if ending == ".tex" else written(name)
        assert squeezed(text).count(squeezed(expected)) >= 2


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler")
@for_each("name", NAMES)
def test_titles_and_courses_in_worksheets_as_pdf(name: str, here: Path, capsys: Capture) -> None:
    (here / "sheet.pdf").unlink(missing_ok=True)
    capsys.readouterr()
    if name in NO_FONT:
        given = ["worksheet", "astar.next", "-n", "1", "--seed", "1", "--title", TEXTS[name], "-o", "sheet.pdf"]
        assert "no font here has" in error_line(capsys, *given)
        assert not (here / "sheet.pdf").exists()
        return
    assert worksheet(name, ".pdf") == 0
    done = subprocess.run(["pdftotext", "sheet.pdf", "-"], cwd=here, capture_output=True, check=True)
    assert squeezed(done.stdout.decode()).count(squeezed(written(name))) >= 2


@for_each("name", NAMES)
def test_names_of_files_in_the_terminal_and_in_reports(name: str, here: Path, capsys: Capture) -> None:
    boards = here / f"{TEXTS[name]}.txt"
    boards.write_text(f"{BOARD}\n1 2 3 / 4 5 6 / 7 0 8\n")
    assert run(["solve", boards.name, boards.name]) == 0
    assert shows(name, capsys.readouterr().out)
    if name == "surrogate":
        error = error_line(capsys, "experiment", "-i", boards.name, "-m", "bfs", "-o", "r.jsonl")
        assert r"expected a file name in UTF-8, found 'byte \udce9.txt'" in error
        return
    assert run(["experiment", "-i", boards.name, "-m", "bfs", "-o", "r.jsonl"]) == 0
    for ending in ("txt", "md", "html", "csv", "tex"):
        assert run(["report", "r.jsonl", "-o", f"r.{ending}"]) == 0
        text = (here / f"r.{ending}").read_text("utf-8")
        expected = tikz.escape(written(name)) if ending == "tex" else written(name)
        if ending == "md":  # has backslashes before what is special in Markdown
            expected, text = expected.replace("\\", ""), text.replace("\\", "")
        assert squeezed(expected) in squeezed(html.unescape(text)), ending
    (here / "r.jsonl").unlink()


FEW = ("latin", "arabic", "surrogate")


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_names_of_students(name: str, here: Path, capsys: Capture) -> None:
    student = here / "class" / TEXTS[name]
    student.mkdir(parents=True)
    (student / "solver.py").write_text("print('wrong')\n")
    (here / "homework.toml").write_text(ASSIGNMENT)
    given = ["judge", "--assignment", "homework.toml", f"class/{TEXTS[name]}", "-o", "marks"]
    if name == "surrogate":
        assert "expected a file name in UTF-8" in error_line(capsys, *given)
        return
    run(given)
    assert shows(name, capsys.readouterr().out)
    assert shows(name, (here / "marks" / "marks.csv").read_text("utf-8"))
    cases = ElementTree.parse(here / "marks" / "junit.xml").iter("testsuite")
    assert shows(name, *(case.get("name", "") for case in cases))
    pages = (page.read_text("utf-8") for page in (here / "marks").glob("*.html"))
    assert any(shows(name, html.unescape(page)) for page in pages)
    shutil.rmtree(here / "class")
    shutil.rmtree(here / "marks")


@pytest.mark.parametrize("name", ["latin", "devanagari", "arabic", "chinese"])
def test_what_a_program_prints_in_remarks(name: str, here: Path, capsys: Capture) -> None:
    """The page of a student quotes the output of a program that was not understood."""
    student = here / "class" / "ann"
    student.mkdir(parents=True, exist_ok=True)
    (student / "solver.py").write_text(
        f"import sys\nsys.stdout.reconfigure(encoding='utf-8')\nprint({TEXTS[name]!r})\n"
    )
    (here / "homework.toml").write_text(ASSIGNMENT)
    run(["judge", "--assignment", "homework.toml", "class/ann", "-o", "marks"])
    capsys.readouterr()
    (page,) = (path for path in (here / "marks").glob("*.html") if "ann" in path.name)
    assert shows(name, html.unescape(page.read_text("utf-8")))


@for_each("name", [name for name in NAMES if name not in HIDDEN])
def test_names_of_heuristics(name: str, here: Path, capsys: Capture) -> None:
    (here / f"{TEXTS[name]}.py").write_text(HEURISTIC)
    heuristic = f"{TEXTS[name]}.py:h"
    assert run(["compare", BOARD, "-a", "astar", "-e", heuristic, "--plot", "chart.svg"]) == 0
    assert shows(name, capsys.readouterr().out)
    assert shows(name, "".join(words(parse((here / "chart.svg").read_text("utf-8")))))
    assert run(["compare", BOARD, "-a", "astar", "-e", heuristic, "--csv"]) == 0
    assert shows(name, capsys.readouterr().out)


@for_each("encoding", ["ascii", "latin-1", "cp1252", "cp437", "cp850", "utf-16", "utf-8"])
def test_every_encoding_of_the_terminal(encoding: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As typed, or written out; never an exception."""
    for name in NAMES:
        boards = here / f"{TEXTS[name]}.txt"
        boards.write_text(f"{BOARD}\n{BOARD}\n")
        with monkeypatch.context() as patch:
            output = io.BytesIO()
            patch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding=encoding))
            assert run(["solve", boards.name, boards.name]) == 0
        shown = output.getvalue().decode(encoding)
        escaped = "".join(
            letter if _has(encoding, letter) else letter.encode("ascii", "backslashreplace").decode()
            for letter in written(name)
        )
        assert squeezed(escaped) in squeezed(shown) or name == "symbols"  # → is printed as ->
        assert "?" not in shown


def _has(encoding: str, letter: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@for_each(
    ("title", "message"),
    [
        ("first\nsecond", "expected --title in one line, found a line break after 'first'"),
        ("x" * 301, "expected --title of at most 300 characters, found 301"),
    ],
)
def test_titles_that_are_no_titles(title: str, message: str, here: Path, capsys: Capture) -> None:
    assert message in error_line(capsys, "worksheet", "--title", title)


def test_a_font_is_checked_before_anything_is_drawn(here: Path, capsys: Capture) -> None:
    (here / "font.ttf").write_text("no font")
    for given in (["draw", BOARD, "-o", "a.pdf"], ["worksheet"], ["compare", BOARD, "--plot", "a.png"]):
        error = error_line(capsys, *given, "--font", "font.ttf")
        assert "expected a font (.ttf, .otf, .ttc), found 'font.ttf', which is not a font" in error
    error = error_line(capsys, "draw", BOARD, "-o", "a.pdf", "--font", "nowhere.ttf")
    assert "expected the file of a font, found 'nowhere.ttf', which is no file" in error


@for_each("ending", ["svg", "tex"])
def test_a_font_has_no_effect_on_text_that_other_programs_show(ending: str, here: Path, capsys: Capture) -> None:
    from pymupdf_fonts import myfont

    (here / "font.ttf").write_bytes(myfont("figo"))
    error = error_line(capsys, "draw", BOARD, "-o", f"a.{ending}", "--font", "font.ttf")
    assert "--font has no effect: it is for PDF, PNG and GIF files" in error
