"""``taquin draw`` as users see it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from command_line import Capture, printed
from svg_reading import parse, style, title, words
from taquin.analysis.random_boards import random_board
from taquin.cli import run
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.render.drawing.theme import DARK, LIGHT

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
MOVES = "RDLLUURDLDRURD"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test draws into a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drawn(capsys: Capture, *arguments: str, file: str) -> bytes:
    assert run(["draw", *arguments, "-o", file]) == 0
    captured = capsys.readouterr()
    assert (captured.out.replace(", replacing an earlier file", ""), captured.err) == (f"drew {file}\n", "")
    return Path(file).read_bytes()


# draw ------------------------------------------------------------------------------------------------------------


def test_a_board(capsys: Capture) -> None:
    root = parse(drawn(capsys, BOARD, file="board.svg").decode())
    assert title(root) == "3×3 board"
    assert words(root) == list("81342765")


def test_a_goal_marks_the_tiles_at_home(capsys: Capture) -> None:
    text = drawn(capsys, BOARD, "--goal", "standard", file="board.svg").decode()
    assert text.count(LIGHT.home.face) == 3
    assert LIGHT.home.face not in drawn(capsys, BOARD, file="board.svg").decode()


def test_the_theme_and_the_width(capsys: Capture) -> None:
    text = drawn(capsys, BOARD, "--theme", "dark", "--width", "300", file="board.svg").decode()
    assert DARK.tile.face in text
    assert parse(text).attrib["width"] == "300"
    strip = parse(drawn(capsys, BOARD, "--moves", MOVES, "--width", "400", file="strip.svg").decode())
    assert float(strip.attrib["width"]) <= 400


def test_moves_that_do_not_reach_the_goal(capsys: Capture) -> None:
    assert title(parse(drawn(capsys, BOARD, "--moves", "RD", file="s.svg").decode())) == "2 moves"


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("1-3", "Steps 1 to 3 of 14"),
        ("7", "Step 7 of 14"),
        ("10-99", "Steps 10 to 14 of 14"),
        ("12-", "Steps 12 to 14 of 14"),
        ("2..3", "Steps 2 to 3 of 14"),
        ("1-14", "Solution in 14 moves"),
    ],
)
def test_steps(steps: str, expected: str, capsys: Capture) -> None:
    text = drawn(capsys, BOARD, "--moves", MOVES, "--steps", steps, file="s.svg").decode()
    assert title(parse(text)) == expected


def test_an_animation(capsys: Capture) -> None:
    text = drawn(capsys, BOARD, "--moves", MOVES, "--animate", "--pace", "1", file="play.svg").decode()
    assert "animation:18s" in style(parse(text))
    some = drawn(capsys, BOARD, "--moves", MOVES, "--animate", "--steps", "3-5", file="play.svg").decode()
    assert title(parse(some)) == "Steps 3 to 5 of 14"


def test_png_and_gif(capsys: Capture) -> None:
    assert Image.open(io.BytesIO(drawn(capsys, BOARD, file="b.png"))).size == (400, 400)
    strip = Image.open(io.BytesIO(drawn(capsys, BOARD, "--moves", "RD", file="s.PNG")))
    assert strip.format == "PNG"
    play = Image.open(io.BytesIO(drawn(capsys, BOARD, "--moves", "RD", file="p.gif")))
    assert (play.format, play.n_frames) == ("GIF", 9)  # type: ignore[attr-defined]


@pytest.mark.parametrize("arguments", [(), ("--moves", MOVES)])
def test_pdf_and_tikz(arguments: tuple[str, ...], capsys: Capture) -> None:
    assert drawn(capsys, BOARD, *arguments, file="b.pdf").startswith(b"%PDF-1.7\n")
    assert b"\\begin{tikzpicture}" in drawn(capsys, BOARD, *arguments, file="b.tex")


@pytest.mark.parametrize("arguments", [(), ("--moves", MOVES), ("--moves", MOVES, "--animate")])
def test_standard_output_is_svg(arguments: tuple[str, ...], capsys: Capture) -> None:
    assert printed(capsys, "draw", BOARD, *arguments, "-o", "-").encode() == drawn(
        capsys, BOARD, *arguments, file="x.svg"
    )


# The solution ----------------------------------------------------------------------------------------------------


def test_the_solution_that_solve_finds(capsys: Capture) -> None:
    run(["solve", BOARD, "--json"])
    moves = json.loads(capsys.readouterr().out)["moves"]
    solved = drawn(capsys, BOARD, "--solve", "--steps", "2-5", file="a.svg")
    assert solved == drawn(capsys, BOARD, "--moves", moves, "--steps", "2-5", file="b.svg")
    play = drawn(capsys, BOARD, "--solve", "--animate", "--theme", "dark", file="p.svg").decode()
    assert title(parse(play)) == "Solution in 14 moves"
    assert DARK.paper in play


def test_the_solution_of_a_named_method(capsys: Capture) -> None:
    text = drawn(capsys, BOARD, "--solve", "-a", "wastar", "-O", "weight=9", "-e", "misplaced", file="a.svg").decode()
    assert title(parse(text)) == "Solution in 26 moves"


def test_an_unsolvable_board_has_no_solution_to_draw(here: Path, capsys: Capture) -> None:
    assert run(["draw", "1 2 3 / 4 5 6 / 8 7 0", "--solve", "-o", "s.svg"]) == 1
    expected = "taquin: no solution was found (unsolvable): nothing was drawn (`taquin check` explains why)\n"
    assert capsys.readouterr().err == expected
    assert not any(here.iterdir())


def test_the_path_of_a_stuck_search(here: Path, capsys: Capture) -> None:
    stuck = "2 7 3 / 8 1 4 / 6 0 5"
    assert run(["draw", stuck, "--solve", "-a", "hill_climbing", "-o", "a.svg"]) == 3
    assert capsys.readouterr().err == "taquin: no solution was found (stuck): the picture shows the path so far\n"
    assert drawn(capsys, stuck, "--moves", "LURULDRDLU", file="b.svg") == (here / "a.svg").read_bytes()


def test_pictures_of_large_boards_are_cut(capsys: Capture) -> None:
    board = one_line(random_board(Shape(40, 40), rng=Random(2)))
    assert run(["draw", board, "--solve", "-a", "constructive", "-o", "strip.svg"]) == 0
    cut = r"strip.svg has the first 12 of [\d,]+ steps: --steps 13-24 draws the next ones\n$"
    assert re.search(cut, capsys.readouterr().out)
    assert " steps: --steps 62-122 draws the next ones\n" in printed(
        capsys, "draw", board, "--solve", "-a", "constructive", "--animate", "-o", "film.svg"
    )


@pytest.mark.parametrize("moves", ["RD", "Right, Down", "2 5", "['Right', 'Down']"])
def test_moves_in_any_notation(moves: str, capsys: Capture) -> None:
    expected = drawn(capsys, BOARD, "--moves", "RD", file="a.svg")
    assert drawn(capsys, BOARD, "--moves", moves, file="b.svg") == expected


def test_solve_loads_no_drawing_modules_unless_needed() -> None:
    code = (
        "import sys; from taquin.cli import run; run(['solve', '1 2 3 4 5 6 7 0 8', '--json'])\n"
        "drawing = ('PIL', 'taquin.render.svg', 'taquin.render.drawing.svg', 'taquin.render.drawing.raster')\n"
        "print([name for name in sys.modules if name.startswith(drawing)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")
