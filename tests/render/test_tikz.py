"""Pictures as TikZ: shapes and text of the drawing, in a file that LaTeX compiles alone and as a part of a document."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.drawing import tikz
from taquin.render.drawing.shapes import Circle, Curve, Drawing, Group, Label, Line, Rectangle, Shape
from taquin.render.solution.picture import solution_drawing


def sheet(*shapes: Shape) -> Drawing:
    return Drawing(width=100, height=40, title="A title", description="In words", shapes=shapes, font="sans")


def body(drawing: Drawing) -> list[str]:
    """The lines that draw the shapes."""
    lines = tikz.from_drawing(drawing).splitlines()
    first = next(place for place, line in enumerate(lines) if "useasboundingbox" in line)
    return [line.strip() for line in lines[first + 1 : lines.index(r"\end{tikzpicture}%")]]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Rectangle(1, 2, 30, 4, fill="#ff0000"), r"\path[fill=taquin1] (1, 2) rectangle (31, 6);"),
        (
            Rectangle(1, 2, 30, 4, stroke="#ff0000", stroke_width=2, dashes=(4,), radius=9),
            (
                r"\path[draw=taquin1, line width=1.5bp, dash pattern=on 3bp off 3bp, rounded corners=1.5bp] "
                r"(1, 2) rectangle (31, 6);"
            ),
        ),
        (Circle(5, 6, 4, fill="#ff0000"), r"\path[fill=taquin1] (5, 6) circle[radius=3bp];"),
        (
            Line(((0, 0), (5, 6)), stroke="#ff0000", fill="#00ff00"),
            r"\path[draw=taquin1, line width=.75bp] (0, 0) -- (5, 6);",
        ),
        (Line(((0, 0), (5, 6)), fill="#ff0000", is_closed=True), r"\path[fill=taquin1] (0, 0) -- (5, 6) -- cycle;"),
        (
            Curve(((0, 0), (1, 2), (3, 4), (5, 6)), "#ff0000"),
            r"\path[draw=taquin1, line width=.75bp] (0, 0) .. controls (1, 2) and (3, 4) .. (5, 6);",
        ),
        (
            Label(1, 2, "a_1 & 50%", 10, "#ff0000", "start", is_bold=True),
            r"\node[anchor=base west, text=taquin1, font=\taquinfont{7.5}\bfseries] at (1, 5.6) {a\_1 \& 50\%};",
        ),
        (
            Label(1, 2, "0 → 3×3", 10, "#ff0000"),
            r"\node[anchor=base, text=taquin1, font=\taquinfont{7.5}] at (1, 5.6) {0 $\rightarrow$ 3$\times$3};",
        ),
    ],
)
def test_shapes(shape: Shape, expected: str) -> None:
    assert body(sheet(shape)) == [expected]


def test_groups_are_named_scopes() -> None:
    inner = Rectangle(0, 0, 1, 1, fill="#ff0000")
    hidden = Group((inner,), is_hidden=True)
    assert body(sheet(Group((inner, hidden), 3, 4, name="node-7"))) == [
        "% node-7",
        r"\begin{scope}[shift={(3, 4)}]",
        r"\path[fill=taquin1] (0, 0) rectangle (1, 1);",
        r"\end{scope}",
    ]


def test_a_strip_is_well_formed() -> None:
    drawing = solution_drawing(Solution(Board("8 1 3 / 4 0 2 / 7 6 5"), "RDLLUURD"))
    text = tikz.from_drawing(drawing)
    code = "\n".join(line.partition("%")[0] for line in text.splitlines())
    assert code.count("{") == code.count("}")
    assert code.count(r"\begin{scope}") == code.count(r"\end{scope}") == 9
    assert set(re.findall(r"(?:fill|draw|text)=(\w+)", code)) <= set(re.findall(r"definecolor\{(\w+)\}", code))
    assert all(line.endswith(";") for line in code.splitlines() if re.match(r"\s*\\(path|node|fill)", line))
    assert "% Solution in 8 moves" in text


def test_a_drawing_that_is_too_large_for_tex_is_reduced() -> None:
    drawing = Drawing(width=40_000, height=100, title="", description="", shapes=(), font="")
    assert "x=0.4bp, y=-0.4bp" in tikz.from_drawing(drawing)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
@pytest.mark.parametrize("is_part", [False, True], ids=["alone", "input"])
def test_latex_compiles_it(tmp_path: Path, *, is_part: bool) -> None:
    (tmp_path / "board.tex").write_text(tikz.from_drawing(board_drawing(Board("8 1 3 / 4 0 2 / 7 6 5"))), "utf-8")
    document = r"\documentclass{article}\usepackage{tikz}\begin{document}A board: \input{board} \end{document}"
    (tmp_path / "document.tex").write_text(document, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex" if is_part else "board.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "occurred when" not in done.stdout
