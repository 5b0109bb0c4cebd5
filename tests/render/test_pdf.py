"""Pictures as PDF: a file that any reader can parse, whose page has the shapes and the text of the drawing."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest

from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.drawing import pdf
from taquin.render.drawing.encoding import STILL_FORMATS, encode
from taquin.render.drawing.shapes import Circle, Curve, Drawing, Group, Label, Line, Rectangle, Shape
from taquin.render.solution.picture import solution_drawing

NUMBER = r"-?\d+(?:\.\d+)?"


class Reader:
    """Parses a PDF file through its table of objects, as a viewer does."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-1.7\n")
        place = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])  # type: ignore[index]
        table = data[place:]
        head = re.match(rb"xref\n0 (\d+)\n0000000000 65535 f \n", table)
        assert head is not None
        self.objects: dict[int, bytes] = {}
        for number in range(1, int(head[1])):
            row = table[head.end() + 20 * (number - 1) :][:20]
            found = re.fullmatch(rb"(\d{10}) 00000 n \n", row)
            assert found is not None
            start = data[int(found[1]) :]
            assert start.startswith(b"%d 0 obj\n" % number)
            self.objects[number] = start[: start.index(b"\nendobj\n")].split(b"\n", 1)[1]
        for content in self.objects.values():
            dictionary = content.partition(b"stream\n")[0]
            assert dictionary.count(b"<<") == dictionary.count(b">>")
            assert all(int(to) in self.objects for to in re.findall(rb"(\d+) 0 R", dictionary))
        length, stream = re.match(rb"<</Length (\d+).*?stream\n(.*)\nendstream", self.objects[4], re.S).groups()  # type: ignore[union-attr]
        assert len(stream) == int(length)
        self.page = zlib.decompress(stream).decode("ascii")

    @property
    def size(self) -> tuple[float, float]:
        box = re.search(rb"/MediaBox\[0 0 (\S+) (\S+)\]", self.objects[3])
        assert box is not None
        return float(box[1]), float(box[2])

    @property
    def texts(self) -> list[str]:
        found = []
        for line in self.page.splitlines():
            if line.startswith("BT"):
                pieces = re.findall(r"/F(\d) \S+ Tf <([0-9a-f]*)> Tj", line)
                found.append(
                    "".join(
                        bytes.fromhex(code).decode("cp1252" if font in "01" else "latin-1") for font, code in pieces
                    )
                )
        return found

    def string(self, key: str) -> str:
        found = re.search(rf"/{key} <feff([0-9a-f]*)>".encode(), b"\n".join(self.objects.values()))
        assert found is not None
        return bytes.fromhex(found[1].decode()).decode("utf-16-be")


def sheet(*shapes: Shape, background: str = "") -> Drawing:
    return Drawing(
        width=100, height=40, title="A title", description="In words", shapes=shapes, font="sans", background=background
    )


def test_a_board() -> None:
    board = Board("8 1 3 / 4 0 2 / 7 6 5")
    drawing = board_drawing(board)
    found = Reader(pdf.from_drawing(drawing))
    assert found.size == (drawing.width * 0.75, drawing.height * 0.75)
    assert found.texts == [str(tile) for tile in board if tile]
    assert found.string("Title") == "3×3 board"
    assert found.string("Alt") == drawing.description
    assert "Do" not in found.page.split()  # no bitmap


def test_every_operator_has_its_operands() -> None:
    drawing = solution_drawing(Solution(Board("8 1 3 / 4 0 2 / 7 6 5"), "RDLLUURD"))
    counts = {"cm": 6, "rg": 3, "RG": 3, "w": 1, "re": 4, "m": 2, "l": 2, "c": 6, "Tm": 6, "Tf": 2, "Tj": 1, "d": 2}
    counts |= dict.fromkeys(["h", "f", "B", "S", "n", "BT", "ET", "EMC"], 0) | {"BDC": 2}
    stack = 0
    page = re.sub(r"\[[^\]]*\]|<<.*?>>", "X", Reader(pdf.from_drawing(drawing)).page)
    page = page.replace("/FigureX", "/Figure X ")
    for word in page.split():
        if word in counts:
            assert stack == counts[word], word
            stack = 0
        else:
            assert re.fullmatch(rf"{NUMBER}|/\w+|<[0-9a-f]*>|X", word), word
            stack += 1
    assert stack == 0


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (Rectangle(1, 2, 30, 4, fill="#ff0000"), "1 0 0 rg 1 2 30 4 re f"),
        (Rectangle(1, 2, 3, 4, stroke="#0000ff", stroke_width=2, dashes=(3, 1)), "0 0 1 RG 2 w [3 1] 0 d 1 2 3 4 re S"),
        (Line(((0, 0), (5, 6)), stroke="#000000"), "0 0 0 RG 1 w [] 0 d 0 0 m 5 6 l S"),
        (Line(((0, 0), (5, 6), (7, 0)), fill="#ffffff", is_closed=True), "1 1 1 rg 0 0 m 5 6 l 7 0 l h f"),
        (Curve(((0, 0), (1, 2), (3, 4), (5, 6)), "#000000"), "0 0 0 RG 1 w [] 0 d 0 0 m 1 2 3 4 5 6 c S"),
        (Group((Rectangle(0, 0, 1, 1, fill="#000000"),), 10, 20), "0 0 0 rg 10 20 1 1 re f"),
        (Label(9, 20, "(b)", 10, "#000000", "start"), "BT 0 0 0 rg 1 0 0 -1 9 23.6 Tm /F0 10 Tf <286229> Tj ET"),
    ],
)  # fmt: skip
def test_shapes(shape: Shape, expected: str) -> None:
    assert Reader(pdf.from_drawing(sheet(shape))).page.splitlines()[2:-1] == [expected]


def test_a_circle_is_round() -> None:
    page = Reader(pdf.from_drawing(sheet(Circle(50, 20, 10, fill="#000000")))).page.splitlines()[2]
    curves = [list(map(float, found.split())) for found in re.findall(rf"((?:{NUMBER} ){{6}})c", page)]
    assert len(curves) == 4
    for *_, x, y in curves:
        assert (x - 50) ** 2 + (y - 20) ** 2 == pytest.approx(100)


def test_hidden_groups_are_left_out_and_the_background_is_first() -> None:
    hidden = Group((Rectangle(0, 0, 1, 1, fill="#000000"),), is_hidden=True)
    page = Reader(pdf.from_drawing(sheet(hidden, background="#ffffff"))).page
    assert page.splitlines()[2:-1] == ["1 1 1 rg 0 0 100 40 re f"]


def test_text_is_centred_by_the_widths_of_helvetica() -> None:
    """A digit is 0.556 wide."""
    page = Reader(
        pdf.from_drawing(sheet(Label(50, 20, "1234", 10, "#000000"), Label(50, 20, "1", 10, "#000000", "end")))
    ).page
    assert [float(line.split()[9]) for line in page.splitlines()[2:-1]] == [50 - 11.12, 50 - 5.56]


def test_characters_outside_helvetica() -> None:
    label = Label(0, 0, "3×3 → ★ “a” … 😀", 10, "#000000", "start")
    page = Reader(pdf.from_drawing(sheet(label))).page
    assert re.findall(r"/F(\d) 10 Tf <([0-9a-f]*)>", page) == [
        ("0", "33d73320"), ("2", "ae"), ("0", "20"), ("3", "48"), ("0", "20936194208520" + "3f"),
    ]  # fmt: skip


def test_a_drawing_larger_than_any_page_is_reduced() -> None:
    drawing = Drawing(width=40_000, height=100, title="", description="", shapes=(), font="")
    assert Reader(pdf.from_drawing(drawing)).size == (14_400, 36)


def test_the_same_drawing_gives_the_same_bytes() -> None:
    drawing = board_drawing(Board("1 2 / 3 0"))
    for format_ in STILL_FORMATS:
        assert encode(drawing, format_) == encode(drawing, format_)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler")
def test_poppler_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    path.write_bytes(pdf.from_drawing(sheet(Label(50, 20, "3×3 → 0", 10, "#000000"))))
    done = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "3×3 → 0"
    assert done.stderr == b""
