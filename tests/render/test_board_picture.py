"""Pictures of boards, read back from their SVG."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each
from strategies import boards, shapes
from svg_reading import boxes, description, dots, parse, title, words
from taquin.errors import BoardError, MoveError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.render import svg
from taquin.render.board.picture import Grid, board_shapes, moved_tile
from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Rectangle, short, text_width
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT

EXAMPLE = Board("8 1 3 / 4 0 2 / 7 6 5")


def shuffled(shape: Shape) -> Board:
    """A shuffled board, always the same."""
    return Board(sorted(range(shape.cells), key=lambda tile: (tile * 7919 + 13) % 10007), shape)


def check_board(board: Board, *, goal: Board | None, moved: int | None = None, size: float | None = None) -> None:
    """Every tile is where the board has it, in one box, with its number inside and its mark if it is at home."""
    move = next((move for move in Move if moved is not None and can_have_moved(board, move) == moved), None)
    root = parse(svg.board(board, goal=goal, last_move=move, size=size))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    shape = board.shape
    cell_width, cell_height = width / shape.columns, height / shape.rows
    frame, *cells = boxes(root)
    assert (frame.right, frame.bottom) == (width, height)
    assert len(cells) == len(board)
    numbers = iter(words(root))
    marks = dots(root)
    for place, (tile, box) in enumerate(zip(board, cells, strict=True)):
        row, column = shape.position(place)
        assert column * cell_width < (box.left + box.right) / 2 < (column + 1) * cell_width
        assert row * cell_height < (box.top + box.bottom) / 2 < (row + 1) * cell_height
        assert box.right - box.left == pytest.approx(box.bottom - box.top, abs=0.02)
        if not tile:
            assert box.fill == LIGHT.blank
            continue
        number = next(numbers)
        assert number.text == str(tile)
        inside = [number.box.left - box.left, box.right - number.box.right]
        assert min(inside) > box.width, "the number touches the border"
        assert number.box.top > box.top + box.width
        assert number.middle[0] == pytest.approx((box.left + box.right) / 2, abs=0.02)
        is_home = goal is not None and goal.state[place] == tile
        surface = LIGHT.moved if tile == moved else LIGHT.home if is_home else LIGHT.tile
        assert (box.fill, box.stroke, number.fill) == (surface.face, surface.edge, surface.ink)
        own = [mark for mark in marks if box.holds(mark[0], mark[1])]
        assert len(own) == int(is_home)
        for x, y, radius in own:
            assert math.dist((x, y), (min(x, number.box.right), max(y, number.box.top))) > radius
    assert next(numbers, None) is None


def can_have_moved(board: Board, move: Move) -> int | None:
    try:
        return moved_tile(board, move)
    except MoveError:
        return None


SHAPES = [
    *(Shape(side, side) for side in range(2, 21)),
    Shape(2, 5),
    Shape(5, 2),
    Shape(1, 6),
    Shape(7, 1),
    Shape(3, 34),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_size_is_legible(shape: Shape) -> None:
    for board in (standard(shape), shuffled(shape)):
        check_board(board, goal=standard(shape))
    sizes = {number.size for number in words(parse(svg.board(standard(shape))))}
    assert len(sizes) == 1
    assert min(sizes) >= 11


@given(boards(shapes(maximum_side=7, maximum_cells=40)), st.data())
def test_any_board_any_goal_any_last_move(board: Board, data: st.DataObject) -> None:
    goal = data.draw(st.none() | boards(board.shape))
    move = data.draw(st.sampled_from([move for move in Move if can_have_moved(board, move) is not None]))
    size = data.draw(st.none() | st.integers(100, 900))
    check_board(board, goal=goal, moved=moved_tile(board, move), size=size)


def test_boxes_do_not_overlap() -> None:
    for shape in (Shape(3, 3), Shape(2, 5), Shape(20, 20)):
        _, *cells = boxes(parse(svg.board(standard(shape), goal="standard")))
        by_place = {(round(box.top), round(box.left)): box for box in cells}
        assert len(by_place) == shape.cells
        ordered = [by_place[key] for key in sorted(by_place)]
        for before, after in pairwise(ordered):
            assert not before.overlaps(after)
        for above, below in zip(ordered, ordered[shape.columns :], strict=False):
            assert not above.overlaps(below)


def test_without_a_goal_no_tile_is_marked() -> None:
    root = parse(svg.board(standard(Shape(3, 3))))
    assert not dots(root)
    assert {box.fill for box in boxes(root)} == {LIGHT.frame, LIGHT.blank, LIGHT.tile.face}


def test_a_goal_may_be_named() -> None:
    assert svg.board(EXAMPLE, goal="standard") == svg.board(EXAMPLE, goal=standard(EXAMPLE.shape))
    assert svg.board(EXAMPLE, goal="snail") != svg.board(EXAMPLE, goal="standard")
    with pytest.raises(BoardError, match="expected the same shape"):
        svg.board(EXAMPLE, goal=Board("1 2 / 3 0"))


def test_the_moved_tile() -> None:
    board = EXAMPLE.play("Up")
    moved = [box for box in boxes(parse(svg.board(board, last_move=Move.UP))) if box.fill == LIGHT.moved.face]
    assert len(moved) == 1
    assert moved_tile(board, Move.UP) == 1
    with pytest.raises(MoveError, match="the last move cannot have been Down: the blank is at row 1, column 2"):
        svg.board(board, last_move=Move.DOWN)


def test_the_text_alternative() -> None:
    root = parse(svg.board(EXAMPLE.play("Up"), goal="standard", last_move=Move.UP))
    assert root.get("role") == "img"
    assert title(root) == "3×3 board"
    assert description(root) == (
        "Rows from the top: 8 blank 3; 4 1 2; 7 6 5. Tiles at home: 3, 4, 7. The last move was Up and slid tile 1."
    )
    labelled = root.attrib["aria-labelledby"].split()
    assert labelled == [element.get("id") for element in root if element.get("id")]
    assert "Every tile is at home." in description(parse(svg.board(standard(Shape(2, 2)), goal="standard")))


def test_ids_of_two_pictures_differ() -> None:
    one, other = (parse(svg.board(board)).attrib["aria-labelledby"] for board in (EXAMPLE, EXAMPLE.play("Up")))
    assert set(one.split()).isdisjoint(other.split())


@for_each("size", [60, 100, 333.5, 1000])
@for_each("shape", [Shape(3, 3), Shape(2, 5), Shape(5, 2)])
def test_the_size_is_the_longer_side(shape: Shape, size: float) -> None:
    root = parse(svg.board(standard(shape), size=size))
    sides = float(root.attrib["width"]), float(root.attrib["height"])
    assert max(sides) == pytest.approx(size, abs=0.02)
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"


def test_a_size_that_is_too_small_is_an_error() -> None:
    with pytest.raises(SpecError, match="expected a size of at least 12 pixels for a 3×3 board, found 5"):
        svg.board(EXAMPLE, size=5)


def test_the_dark_theme_uses_its_own_colours_alone() -> None:
    text = svg.board(EXAMPLE, goal="standard", last_move=Move.UP, theme=DARK)
    for name, surface in LIGHT.surfaces():
        assert surface.face not in text or surface.face == getattr(DARK, name).face
    assert DARK.home.face in text
    assert DARK.moved.edge in text


def test_same_bytes_twice() -> None:
    assert svg.board(EXAMPLE, goal="standard") == svg.board(Board("8 1 3 / 4 0 2 / 7 6 5"), goal="standard")


def test_notebooks_show_it() -> None:
    assert EXAMPLE._repr_svg_() == svg.board(EXAMPLE)


def test_a_board_can_be_part_of_other_pictures() -> None:
    group = board_shapes(EXAMPLE, cell=20, x=5, y=7)
    assert (group.x, group.y) == (5, 7)
    assert Grid(EXAMPLE.shape, 20).width == 63


def test_text_is_escaped_and_numbers_are_short() -> None:
    drawing = Drawing(
        width=10.004,
        height=20,
        title='a < b & "c"',
        description="\x00 forbidden",
        shapes=(
            Group((Label(0.5, 1, "<tag>", 12, "#000000", "end"), Rectangle(0, -0.001, 1, 1)), x=1, identity="x"),
            Line(((0, 0), (1 / 3, 1)), stroke="#111111", dashes=(1, 2)),
        ),
        font="a, b",
    )
    root = parse(from_drawing(drawing))
    assert title(root) == 'a < b & "c"'
    assert description(root) == "\ufffd forbidden"
    assert root.attrib["width"] == "10"
    assert [text.text for text in words(root)] == ["<tag>"]
    assert 'd="M0 0 .33 1"' in from_drawing(drawing)
    assert [short(value) for value in (1.005, -2.5, 0, 100, 0.1)] == ["1", "-2.5", "0", "100", ".1"]


def test_the_estimated_width_of_digits_is_an_upper_bound() -> None:
    assert text_width("0", 1) >= 0.636  # DejaVu Sans, the widest of the usual fonts
    assert text_width("0", 1, is_bold=True) >= 0.6958
