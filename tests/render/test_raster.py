"""PNG and GIF: the right size, the right colours in the right places, and a clear error where they cannot be made."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

from taquin.errors import BackendError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import Grid, board_drawing, usual_cell
from taquin.render.drawing import gif, raster
from taquin.render.drawing.shapes import Circle, Curve, Drawing, Group, Label, Line, Rectangle
from taquin.render.drawing.shapes import Shape as Form
from taquin.render.drawing.theme import DARK, LIGHT, Theme
from taquin.render.solution.animation import animation_frames
from taquin.render.solution.key_frames import REST_AFTER, REST_BEFORE
from taquin.render.solution.picture import solution_drawing

EXAMPLE = Board("8 1 3 / 4 0 2 / 7 6 5")
SOLUTION = Solution(EXAMPLE, "RDLLUURDLDRURD")


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def colour(text: str) -> tuple[int, ...]:
    return tuple(int(text[place : place + 2], 16) for place in (1, 3, 5))


def sheet(*shapes: Form, width: float = 20, height: float = 10, background: str = "#ffffff") -> Drawing:
    return Drawing(width=width, height=height, title="", description="", shapes=shapes, font="", background=background)


def pixels(drawing: Drawing, *, scale: float = 1) -> Image.Image:
    return opened(raster.png(drawing, scale=scale)).convert("RGB")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_board_as_png(theme: Theme) -> None:
    board = EXAMPLE.play("Up")
    image = opened(raster.png(board_drawing(board, goal="standard", last_move=Move.UP, theme=theme), scale=2))
    assert image.format == "PNG"
    assert image.size == (400, 400)
    grid = Grid(board.shape, usual_cell(board.shape, None))
    rgb = image.convert("RGB")
    for cell, tile in enumerate(board):
        x, y = grid.corner(cell)
        surface = theme.moved if tile == 1 else theme.home if tile in (3, 4, 7) else theme.tile
        face = surface.face if tile else theme.blank
        assert rgb.getpixel((round(2 * x + 20), round(2 * y + 20))) == colour(face), tile
        middle = rgb.crop((int(2 * x + 40), int(2 * y + 30), int(2 * x + 84), int(2 * y + 92)))
        inks = {pixel for _, pixel in middle.getcolors(10_000) or ()}
        assert (colour(surface.ink) in inks) == bool(tile)
        mark = (round(2 * (x + grid.tile - grid.cell * 0.14)), round(2 * (y + grid.cell * 0.14)))
        assert (rgb.getpixel(mark) == colour(surface.edge)) == (tile in (3, 4, 7))
    assert image.getchannel("A").getpixel((0, 0)) == 0  # round corners, nothing behind them


def test_numbers_are_within_their_tiles() -> None:
    board = standard(Shape(20, 20))
    image = pixels(board_drawing(board), scale=2)
    grid = Grid(board.shape, usual_cell(board.shape, None))
    for cell in range(398):
        x, y = grid.corner(cell)
        rim = image.crop((int(2 * x) + 3, int(2 * y) + 8, int(2 * x) + 5, int(2 * (y + grid.tile)) - 8))
        assert rim.getcolors() == [(rim.width * rim.height, colour(LIGHT.tile.face))]


def test_a_strip_as_png() -> None:
    drawing = solution_drawing(SOLUTION, steps=(1, 4))
    image = opened(raster.png(drawing))
    assert image.size == (round(2 * drawing.width), round(2 * drawing.height))
    assert image.convert("RGB").getpixel((1, 1)) == colour(LIGHT.paper)


def test_every_shape() -> None:
    assert pixels(sheet(Rectangle(2, 2, 6, 6, fill="#ff0000"))).getpixel((5, 5)) == (255, 0, 0)
    ring = pixels(sheet(Circle(10, 5, 3, stroke="#0000ff", stroke_width=2)))
    assert ring.getpixel((10, 5)) == (255, 255, 255)
    assert ring.getpixel((13, 4)) == (0, 0, 255)
    line = pixels(sheet(Line(((0, 5), (20, 5)), stroke="#00ff00", stroke_width=4)))
    assert line.getpixel((10, 5)) == (0, 255, 0)
    triangle = pixels(sheet(Line(((2, 9), (18, 9), (10, 0)), fill="#111111", is_closed=True)))
    assert triangle.getpixel((10, 7)) == (17, 17, 17)
    curve = pixels(sheet(Curve(((0, 9), (0, 1), (20, 1), (20, 9)), stroke="#000000", stroke_width=2)))
    assert curve.getpixel((10, 3)) == (0, 0, 0)
    assert curve.getpixel((10, 8)) == (255, 255, 255)
    moved = pixels(sheet(Group((Rectangle(0, 0, 4, 4, fill="#ff0000"),), x=10, y=3)))
    assert moved.getpixel((12, 5)) == (255, 0, 0)
    assert moved.getpixel((2, 2)) == (255, 255, 255)
    hidden = pixels(sheet(Group((Rectangle(0, 0, 20, 10, fill="#ff0000"),), is_hidden=True)))
    assert hidden.getcolors() == [(200, (255, 255, 255))]


@pytest.mark.parametrize(
    "shape", [Line(((0, 5), (40, 5)), "#000000", 2, (4, 4)), Rectangle(1, 5, 38, 4, "", "#000000", 2, 0, (4, 4))]
)
def test_dashes_have_gaps(shape: Form) -> None:
    image = pixels(sheet(shape, width=40))
    row = [image.getpixel((x, 5)) == (255, 255, 255) for x in range(40)]
    assert 4 <= sum(is_paper and not was for was, is_paper in pairwise(row)) <= 6


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_labels_are_where_they_are_anchored(anchor: str) -> None:
    label = Label(50, 10, "8", 16, "#000000", anchor)  # type: ignore[arg-type]
    box = pixels(sheet(label, width=100, height=20)).point(lambda value: 255 - value).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert (top + bottom) / 2 == pytest.approx(10, abs=1)
    assert {"start": left >= 50, "middle": left < 50 < right, "end": right <= 51}[anchor]


@pytest.mark.parametrize(("radius", "is_empty"), [(0, False), (4, True)])
def test_the_corners_of_a_dashed_box_are_round(radius: float, is_empty: bool) -> None:
    box = Rectangle(1, 1, 18, 8, stroke="#000000", stroke_width=1, radius=radius, dashes=(30, 0.01))
    found = pixels(sheet(box), scale=10)
    for corner in ((10, 10), (189, 10), (10, 89), (189, 89)):
        assert (found.getpixel(corner) == (255, 255, 255)) == is_empty
    for side in ((100, 10), (100, 90), (10, 50), (190, 50)):
        assert found.getpixel(side) != (255, 255, 255)


def test_a_picture_that_is_too_large_is_an_error() -> None:
    with pytest.raises(SpecError, match=r"the picture would have 40,000 × 40,000 pixels: .* a PDF can have any size"):
        raster.png(sheet(width=20_000, height=20_000))


def test_a_large_picture_is_drawn_without_smoothing() -> None:
    assert pixels(sheet(Rectangle(0, 0, 3000, 3000, fill="#ff0000"), width=3000, height=3000)).size == (3000, 3000)


def test_an_animation_as_gif() -> None:
    image = opened(gif.encode(animation_frames(SOLUTION)))
    assert image.format == "GIF"
    assert image.n_frames == 1 + 4 * 14  # type: ignore[attr-defined]
    assert image.info["loop"] == 0
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert (durations[0], durations[-1]) == (1000 * REST_BEFORE, 1000 * REST_AFTER)
    assert sum(durations[1:5]) == pytest.approx(600, abs=20)


def frames_of(data: bytes) -> Iterator[Image.Image]:
    for frame in ImageSequence.Iterator(Image.open(io.BytesIO(data))):
        yield frame.convert("RGB")


@pytest.mark.parametrize("theme", [LIGHT, pytest.param(DARK, marks=pytest.mark.slow)], ids=lambda theme: theme.name)
def test_the_frames_of_a_gif_show_the_boards(theme: Theme) -> None:
    grid = Grid(EXAMPLE.shape, usual_cell(EXAMPLE.shape, None))
    frames = list(frames_of(gif.encode(animation_frames(SOLUTION, theme=theme))))
    goal = SOLUTION.end
    for frame, board in zip([frames[0], *frames[4::4]], SOLUTION.boards(), strict=True):
        assert frame.getpixel((1, 1)) == colour(theme.paper)
        for cell, tile in enumerate(board):
            x, y = grid.corner(cell)
            face = theme.blank if not tile else theme.home.face if goal.state[cell] == tile else theme.tile.face
            assert frame.getpixel((round(12 + x + 10), round(12 + y + 10))) == colour(face)


def test_what_changes_in_a_frame_is_all_that_is_drawn_and_enough() -> None:
    drawings = [frame.drawing for frame in animation_frames(SOLUTION, steps=(3, 8))]
    palette = gif.common_palette(drawings, 1)
    film = gif.Film(palette, 1)
    for drawing in drawings:
        whole = gif.Film(palette, 1).image(drawing)
        assert film.image(drawing).tobytes() == whole.tobytes()


def test_a_gif_without_moves_has_one_frame() -> None:
    image = opened(gif.encode(animation_frames(Solution(EXAMPLE, ""))))
    assert getattr(image, "n_frames", 1) == 1


def test_same_bytes_twice() -> None:
    short = Solution(EXAMPLE, "RD")
    assert raster.png(board_drawing(EXAMPLE)) == raster.png(board_drawing(EXAMPLE))
    assert gif.encode(animation_frames(short)) == gif.encode(animation_frames(short))


def test_without_pillow_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    message = r'Pillow, which is not installed \(pip install "\.\[images\]"\)'
    with pytest.raises(BackendError, match=message):
        raster.png(board_drawing(EXAMPLE))
    with pytest.raises(BackendError, match=message):
        gif.encode(animation_frames(SOLUTION))
