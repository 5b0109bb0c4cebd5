"""Drawings as SVG, PDF, TikZ, PNG and GIF: valid files with the right shapes in the right places."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageSequence

import drawings
from strategies import examples
from svg_reading import description, parse, title, words
from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.render.board.picture import Grid, board_drawing, usual_cell
from taquin.render.drawing import pdf, raster, svg, tikz
from taquin.render.drawing.paper import PAPERS, pages
from taquin.render.drawing.shapes import Circle, Curve, Drawing, Group, Label, Line, Rectangle, Shape, short
from taquin.render.drawing.theme import DARK
from taquin.render.solution.animation import Animation

BLACK = "#000000"
RED = Rectangle(0, 0, 4, 4, fill="#ff0000")
BOARD = Board(drawings.MIDDLE)
SOLUTION = drawings.SOLUTION


def sheet(*shapes: Shape, width: float = 100, height: float = 40, background: str = "#ffffff") -> Drawing:
    return Drawing(
        width=width, height=height, title="A", description="B", shapes=shapes, font="sans", background=background
    )


# SVG


def test_svg_escapes_text_and_shortens_numbers() -> None:
    drawing = Drawing(
        width=10.004,
        height=20,
        title='a < b & "c"',
        description="\x00 forbidden",
        shapes=(
            Group((Label(0.5, 1, "<script>", 12, BLACK, "end"), Rectangle(0, -0.001, 1, 1)), x=1, name='"><b>'),
            Line(((0, 0), (1 / 3, 1)), stroke="#111111", dashes=(1, 2)),
        ),
        font="a, b",
    )
    root = parse(svg.from_drawing(drawing))
    assert title(root) == 'a < b & "c"'
    assert description(root) == "\\x00 forbidden"
    assert root.attrib["width"] == "10"
    assert words(root) == ["<script>"]
    assert 'd="M0 0 .33 1"' in svg.from_drawing(drawing)
    assert [short(value) for value in (1.005, -2.5, 0, 100, 0.1)] == ["1", "-2.5", "0", "100", ".1"]


def test_svg_has_a_text_alternative_with_ids_of_its_own() -> None:
    one, other = (parse(svg.from_drawing(board_drawing(board))) for board in (BOARD, BOARD.play("Up")))
    labelled = one.attrib["aria-labelledby"].split()
    assert labelled == [element.get("id") for element in one if element.get("id")]
    assert set(labelled).isdisjoint(other.attrib["aria-labelledby"].split())
    assert one.get("role") == "img"


# PDF


def objects_of(data: bytes) -> dict[int, bytes]:
    """The objects of a PDF file, read through its table as a viewer reads them."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])  # type: ignore[index]
    rows = re.findall(rb"(\d{10}) 00000 n \n", data[start:])
    assert data[start:].startswith(b"xref\n0 %d\n" % (len(rows) + 1))
    found = {}
    for number, place in enumerate(map(int, rows), start=1):
        assert data[place:].startswith(b"%d 0 obj\n" % number)
        found[number] = data[place : data.index(b"\nendobj\n", place)].split(b"\n", 1)[1]
    for content in found.values():
        head, _, stream = content.partition(b"stream\n")
        assert head.count(b"<<") == head.count(b">>")
        assert all(int(to) in found for to in re.findall(rb"(\d+) 0 R", head))
        length = re.search(rb"/Length (\d+)", head)
        assert length is None or len(stream.removesuffix(b"\nendstream")) == int(length[1])
    return found


def page_of(drawing: Drawing) -> list[str]:
    """The operators of its page without those that begin and end it."""
    content = objects_of(pdf.from_pages([drawing]))[4].partition(b"stream\n")[2].removesuffix(b"\nendstream")
    return zlib.decompress(content).decode("ascii").splitlines()[2:-1]


def test_pdf_files_are_well_formed_and_have_a_text_alternative() -> None:
    drawing = board_drawing(BOARD)
    for drawn in ([drawing], [drawing, sheet()]):
        found = b"\n".join(objects_of(pdf.from_pages(drawn)).values())
        assert b"/Title <feff%b>" % "3×3 board".encode("utf-16-be").hex().encode() in found
        assert b"/Alt <feff%b>" % drawing.description.encode("utf-16-be").hex().encode() in found
        assert found.count(b"/Type/Page/") == len(drawn)


def test_pdf_centres_text_by_the_widths_of_helvetica() -> None:
    """A digit is 0.556 wide."""
    lines = page_of(sheet(Label(50, 20, "1234", 10, BLACK), Label(50, 20, "1", 10, BLACK, "end"), background=""))
    assert [float(line.split()[9]) for line in lines] == [50 - 11.12, 50 - 5.56]


def test_pdf_takes_characters_that_helvetica_lacks_from_other_fonts() -> None:
    line = page_of(sheet(Label(0, 0, "3×3 → ★ “a” …", 10, BLACK, "start")))[-1]
    codes = ["33d73320", "ae", "20", "48", "209361942085"]
    assert re.findall(r"/F(\d) 10 Tf <([0-9a-f]*)>", line) == list(zip("02030", codes, strict=True))


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler")
def test_poppler_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    path.write_bytes(pdf.from_pages([sheet(Label(50, 20, "3×3 → 0", 10, BLACK))]))
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
    assert (done.stdout.decode().strip(), done.stderr) == ("3×3 → 0", b"")


# TikZ


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
@pytest.mark.parametrize("is_part", [False, True], ids=["alone", "input"])
def test_latex_compiles_it(tmp_path: Path, *, is_part: bool) -> None:
    (tmp_path / "board.tex").write_text(tikz.from_drawing(board_drawing(BOARD)), "utf-8")
    document = r"\documentclass{article}\usepackage{tikz}\begin{document}A board: \input{board} \end{document}"
    (tmp_path / "document.tex").write_text(document, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex" if is_part else "board.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "occurred when" not in done.stdout


def test_a_drawing_that_is_too_large_is_reduced_or_refused() -> None:
    drawing = sheet(width=40_000, height=100)
    assert "x=0.4bp, y=-0.4bp" in tikz.from_drawing(drawing)  # TeX has no larger lengths
    assert b"/MediaBox[0 0 14400 36]" in pdf.from_pages([drawing])  # nor PDF larger pages
    with pytest.raises(SpecError, match=r"the picture would have 20,000 × 20,000 pixels: .* a PDF can have any size"):
        raster.png(sheet(width=20_000, height=20_000))
    assert opened(raster.png(sheet(width=30_000, height=900))).size == (30_000, 900)
    assert opened(raster.png(sheet(width=300, height=9))).size == (600, 18)


# PNG


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def pixels(*shapes: Shape, width: float = 20, height: float = 10) -> Image.Image:
    return raster.image(sheet(*shapes, width=width, height=height))


def colour(text: str) -> tuple[int, ...]:
    return tuple(int(text[place : place + 2], 16) for place in (1, 3, 5))


@pytest.mark.parametrize(
    ("shape", "inked", "empty"),
    [
        (Rectangle(2, 2, 6, 6, fill=BLACK), (5, 5), (9, 5)),
        (Circle(10, 5, 3, stroke=BLACK, stroke_width=3), (12, 4), (10, 5)),
        (Line(((0, 5), (20, 5)), stroke=BLACK, stroke_width=4), (10, 5), (10, 9)),
        (Line(((2, 9), (18, 9), (10, 0)), fill=BLACK), (10, 7), (2, 2)),
        (Curve(((0, 9), (0, 1), (20, 1), (20, 9)), stroke=BLACK, stroke_width=2), (10, 3), (10, 8)),
        (Group((Rectangle(0, 0, 4, 4, fill=BLACK),), x=10, y=3), (12, 5), (2, 2)),
        (Group((Group((RED,), is_hidden=True), Rectangle(9, 0, 4, 4, fill=BLACK))), (10, 2), (2, 2)),
    ],
)
def test_png_shapes(shape: Shape, inked: tuple[int, int], empty: tuple[int, int]) -> None:
    image = pixels(shape)
    assert image.getpixel(inked) == (0, 0, 0)
    assert image.getpixel(empty) == (255, 255, 255)


@pytest.mark.parametrize("outline", [Line(((0, 5), (40, 5))), Rectangle(1, 5, 38, 4)])
def test_png_dashes_have_gaps(outline: Line | Rectangle) -> None:
    shape = replace(outline, stroke=BLACK, stroke_width=2, dashes=(4, 4))
    image = pixels(shape, width=40)
    row = [image.getpixel((x, 5)) == (255, 255, 255) for x in range(40)]
    assert 4 <= sum(is_paper and not was for was, is_paper in pairwise(row)) <= 6


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_png_labels_are_where_they_are_anchored(anchor: str) -> None:
    label = Label(50, 10, "8", 16, BLACK, anchor)  # type: ignore[arg-type]
    box = pixels(label, width=100, height=20).point(lambda value: 255 - value).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert (top + bottom) / 2 == pytest.approx(10, abs=1)
    assert {"start": left >= 50, "middle": left < 50 < right, "end": right <= 51}[anchor]


def test_the_frames_of_a_gif_show_the_boards() -> None:
    theme = DARK
    grid = Grid(BOARD.shape, usual_cell(BOARD.shape, None))
    film = opened(Animation(SOLUTION, theme=theme).encoded("gif"))
    assert (film.format, film.info["loop"], film.n_frames) == ("GIF", 0, 1 + 4 * 14)  # type: ignore[attr-defined]
    assert [frame.info["duration"] for frame in ImageSequence.Iterator(film)][:: 4 * 14] == [1500, 2500]
    frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(film)]
    for frame, board in zip([frames[0], *frames[4::4]], SOLUTION.boards(), strict=True):
        assert frame.getpixel((1, 1)) == colour(theme.paper)
        for cell, tile in enumerate(board):
            x, y = grid.corner(cell)
            is_home = SOLUTION.end.state[cell] == tile
            face = theme.blank if not tile else theme.home.face if is_home else theme.tile.face
            assert frame.getpixel((round(12 + x + 10), round(12 + y + 10))) == colour(face)


# Paper


@examples(30)
@given(
    width=st.floats(100, 4000), height=st.floats(100, 4000), paper=st.sampled_from(list(PAPERS)), places=st.randoms()
)
def test_every_word_is_whole_on_a_page_or_on_two_that_join(
    width: float, height: float, paper: str, places: Random
) -> None:
    words = [
        Label(places.uniform(20, width - 40), places.uniform(10, height - 10), f"w{place}", 12, BLACK)
        for place in range(9)
    ]
    sheets = pages(sheet(*words, width=width, height=height), paper)
    assert {tuple(sorted((one.width, one.height))) for one in sheets} == {PAPERS[paper]}
    edge = 19 if len(sheets) == 1 else 38
    seen = {
        shape.text
        for one in sheets
        for shape, x, y in one.flat()
        if isinstance(shape, Label)
        and edge <= x + shape.left <= x + shape.left + shape.width <= one.width - edge
        and edge <= y + shape.y - 6 <= y + shape.y + 6 <= one.height - edge
    }
    assert seen >= {word.text for word in words}
    notes = [shape.text for one in sheets for shape, _, _ in one.flat() if isinstance(shape, Label)]
    joins = [note for note in notes if re.fullmatch(r"page \d+", note)]
    assert all(1 <= int(note[5:]) <= len(sheets) for note in joins)
    assert len(joins) % 2 == 0  # every neighbour names this page too
