"""Every script in pictures: each text appears as typed, or is refused with one line that names it."""

from __future__ import annotations

import io
import shutil
import subprocess
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from pymupdf_fonts import myfont
from resvg_py import svg_to_bytes

import taquin
from looping import for_each
from scripts import HIDDEN, NO_FONT, TEXTS, read_back, written
from svg_reading import parse, words
from taquin.errors import BackendError, SpecError, install_command
from taquin.render.draw import Picture
from taquin.render.drawing import fonts, pdf, raster, shaping, standard_fonts, svg, tikz
from taquin.render.drawing.shapes import Drawing, Label

SET = [name for name in TEXTS if name not in NO_FONT]
OTHER_FONTS = dict.fromkeys(("devanagari", "arabic", "hebrew"), (("figo", "figbo"),))
"""The fonts of the package that a text needs besides Noto Sans, regular and bold."""
CAN_READ_PDF = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler")


@pytest.fixture(autouse=True)
def same_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without fonts of its own."""
    monkeypatch.setattr(fonts, "installed_fonts", tuple)
    forget()
    yield
    forget()


def forget() -> None:
    for function in (fonts.split, fonts._installed, fonts.packaged_fonts, fonts.read_font, shaping.runs):
        function.cache_clear()
    fonts._named.clear()


def sheet(text: str, *, is_bold: bool = False) -> Drawing:
    """A text as title, as description and on the sheet."""
    label = Label(10, 20, text, 16, "#000000", anchor="start", is_bold=is_bold)
    return Drawing(width=500, height=40, title=text, description=text, shapes=(label,), font="a, sans-serif")


def romania(name: str) -> Picture:
    """The search tree of a graph with a town of this name."""
    graph = taquin.Graph([("Arad", TEXTS[name], 118), (TEXTS[name], "Lugoj", 111)], start="Arad", goal="Lugoj")
    recorder = taquin.Recorder()
    taquin.search(graph, "uniform_cost", observer=recorder)
    return taquin.draw(recorder.trace())


def text_of(path: Path) -> str:
    """What a PDF file says, read by poppler."""
    return read_back(subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True).stdout.decode())


@for_each("name", list(TEXTS))
def test_texts_in_svg_tikz_dot_and_json(name: str) -> None:
    picture, expected = romania(name), written(name)
    assert expected.replace(" ", "") in "".join(words(parse(picture.svg))).replace(" ", "")
    assert all(tikz.escape(word) in picture.encoded("tex").decode() for word in expected.split())
    escaped = expected.replace("\\", "\\\\")
    assert escaped in picture.encoded("dot").decode()
    graph = taquin.Graph([("Arad", TEXTS[name], 118)], start="Arad", goal=TEXTS[name])
    assert f'label="{escaped}"' in graph.to_dot()


@CAN_READ_PDF
@for_each("name", SET)
def test_poppler_reads_what_was_typed(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.pdf"
    for is_bold in (False, True):
        path.write_bytes(pdf.from_drawing(sheet(TEXTS[name], is_bold=is_bold)))
        assert text_of(path).strip() == read_back(written(name)).strip()
    info = subprocess.run(["pdfinfo", path], capture_output=True, check=True).stdout.decode()
    assert read_back(written(name)) in read_back(info)
    romania(name).save(path)
    assert "".join(read_back(written(name)).split()) in "".join(text_of(path).split())


@for_each("name", SET)
def test_every_character_has_a_glyph(name: str) -> None:
    for is_bold in (False, True):
        glyphs = shaping.shape(written(name), is_bold=is_bold)
        assert all(glyph.number for glyph in glyphs)
        said = "".join(glyph.text for glyph in glyphs)
        assert sorted(said) == sorted(written(name))


@for_each("name", [name for name in SET if name != "symbols"])  # which need four fonts
def test_a_png_is_what_resvg_makes_of_the_svg_with_these_fonts(name: str, tmp_path: Path) -> None:
    for is_bold in (False, True):
        files = []
        for font in (("notos", "notosbo"), *OTHER_FONTS.get(name, ())):
            files.append(str(tmp_path / f"{font[is_bold]}.ttf"))
            Path(files[-1]).write_bytes(myfont(font[is_bold]))
        drawing = sheet(TEXTS[name], is_bold=is_bold)
        expected = svg_to_bytes(
            svg_string=svg.from_drawing(drawing),
            zoom=2,
            skip_system_fonts=True,
            font_files=files,
            sans_serif_family="Noto Sans",
        )
        assert raster.png(drawing) == expected
    assert raster.png(sheet(TEXTS[name])) != raster.png(sheet(""))


def test_a_png_has_each_part_of_a_text_in_a_font_that_has_it() -> None:
    """By itself, resvg draws boxes here: no font has both words, and one has not a glyph for each character."""

    def ink(text: str) -> Image.Image:
        label = Label(490, 20, text, 16, "#000000", "end")
        return Image.open(io.BytesIO(raster.png(replace(sheet(text), shapes=(label,))))).getchannel("A")

    both, one = ink("ḱ हिन्दी"), ink("हिन्दी")
    box = one.getbbox()
    assert box is not None
    assert both.crop(box).tobytes() == one.crop(box).tobytes()
    assert both.crop((0, 0, box[0], 80)).getbbox() is not None


@for_each("name", NO_FONT)
def test_a_text_that_no_font_has_is_refused_with_one_line(name: str) -> None:
    picture = romania(name)
    for format_ in ("pdf", "png"):
        with pytest.raises(SpecError, match=r"^no font here has '.*' \(U\+[0-9A-F]+\)") as caught:
            picture.encoded(format_)
        assert "--font FILE" in str(caught.value.hint)
        assert "\n" not in str(caught.value)


@for_each("name", [name for name in SET if name not in HIDDEN and name != "symbols"])
def test_without_the_extra_pdf_such_a_text_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standard_fonts, "find_spec", lambda name: None)
    with pytest.raises(BackendError, match=r"embedded by the extra pdf, which is not installed") as caught:
        pdf.from_drawing(sheet(TEXTS[name]))
    assert install_command("pdf") in str(caught.value.hint)
    assert pdf.from_drawing(sheet("3×3 → “a” ★"))[:8] == b"%PDF-1.7"


def test_a_file_of_a_font_sets_all_text_that_it_has(tmp_path: Path) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(myfont("figo"))
    assert b"FiraGO" not in pdf.from_drawing(sheet("Arad"))
    embedded = pdf.from_drawing(sheet("Arad"), path)
    assert b"+FiraGO-Regular/" in embedded
    assert pdf.from_drawing(sheet("Arad"), path) == embedded
    assert raster.png(sheet("Arad"), path) != raster.png(sheet("Arad"))


def test_a_font_of_the_machine_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "FiraGO-Regular.ttf"
    path.write_bytes(myfont("figo"))
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    monkeypatch.setattr(fonts, "_PACKAGED", (("notos", "notosbo"),))
    monkeypatch.setattr(fonts, "installed_fonts", lambda: (broken, path))
    with pytest.warns(fonts.FontWarning, match="is set in FiraGO, a font of this machine .*FiraGO-Regular.ttf"):
        assert b"+FiraGO-Regular/" in pdf.from_drawing(sheet(TEXTS["hebrew"]))
    with warnings.catch_warnings(action="error"):
        raster.png(sheet(TEXTS["arabic"]))  # the font was named


@for_each("content", [b"", b"no font", b"\0\1\0\0" + 200 * b"\xff", b"OTTO" + bytes(300)])
def test_a_file_that_is_no_font_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.ttf"
    path.write_bytes(content)
    for encode in (pdf.from_drawing, raster.png):
        with pytest.raises(SpecError, match=r"expected a font \(.*\), found '.*a.ttf', which is not a font"):
            encode(sheet("text"), path)
    with pytest.raises(SpecError, match="which is no file"):
        pdf.from_drawing(sheet("text"), tmp_path)


def test_a_text_of_a_million_characters_is_drawn_or_refused() -> None:
    assert pdf.from_drawing(sheet("x" * 1_000_000))[:8] == b"%PDF-1.7"
    for encode in (pdf.from_drawing, raster.png):
        with pytest.raises(SpecError, match=r"expected lines of at most 10,000 characters, found one of 1,000,000: 'ș"):
            encode(sheet("ș" * 1_000_000))


def test_the_standard_fonts_stay_for_what_they_have() -> None:
    assert b"/FontFile" not in pdf.from_drawing(sheet("Müller → ★"))
    assert b"/FontFile2" in pdf.from_drawing(sheet("Timișoara"))
    assert unicodedata.is_normalized("NFC", TEXTS["latin"])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("lualatex") is None, reason="needs LuaLaTeX")
@pytest.mark.parametrize(
    ("name", "has_font"), [("latin", True), ("cyrillic", True), ("greek", True), ("korean", False)]
)
def test_lualatex_shows_every_character_or_stops(name: str, tmp_path: Path, *, has_font: bool) -> None:
    """With the font of the file: Noto Sans or DejaVu Sans, which have no Korean."""
    (tmp_path / "text.tex").write_text(tikz.from_drawing(sheet(TEXTS[name])), "utf-8")
    command = ["lualatex", "-interaction=nonstopmode", "-halt-on-error", "text.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == has_font, done.stdout
    assert not has_font or "".join(TEXTS[name].split()) in "".join(text_of(tmp_path / "text.pdf").split())


@for_each("name", list(TEXTS))
def test_tikz_names_lualatex_where_it_is_needed(name: str) -> None:
    content = tikz.from_drawing(sheet(TEXTS[name]))
    assert ("needs LuaLaTeX" in content) == (name not in ("symbols", *HIDDEN))
