"""Every form of boards: what is written can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each
from strategies import boards, shapes
from taquin.puzzle.board import Board
from taquin.puzzle.documents import parse_board, read_document
from taquin.puzzle.formats import Format, format_board
from taquin.puzzle.geometry import Shape

HARD = Board("15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2")
EXAMPLE = Board("1 2 3 / 4 0 5 / 6 7 8")
BLANKS = "0_-.xX*"


@pytest.mark.parametrize("form", Format)
@given(data=st.data())
def test_written_boards_can_be_read(form: Format, data: st.DataObject) -> None:
    cells = {Format.COMPACT: 10, Format.HEX: 16}.get(form, 30)
    board = data.draw(boards(shapes(maximum_side=10, maximum_cells=cells)))
    text = format_board(board, form)
    assert parse_board(text, board.shape) == board
    own_shape = (Format.LIST, Format.SUBJECT_42, Format.ALGS4, Format.PLACED, Format.JSON)
    includes_shape = form in own_shape or board.shape.is_square
    if includes_shape or (form in (Format.ROWS, Format.SLASH) and board.shape.rows > 1):
        assert parse_board(text) == board


@for_each("form", Format)
def test_the_example_of_every_form_has_that_form(form: Format) -> None:
    document = read_document(form.example)
    assert document.format is form
    assert document.boards == (HARD if form is Format.HEX else EXAMPLE,)
    assert form.summary


@given(st.lists(boards(Shape(3, 3)), min_size=2, max_size=5), st.sampled_from(list(Format)))
def test_several_boards_can_be_read(several: list[Board], form: Format) -> None:
    is_block = "\n" in form.example and form not in (Format.INSTANCES, Format.CSV)
    text = ("\n\n" if is_block else "\n").join(format_board(board, form) for board in several)
    assert read_document(text).boards == tuple(several)


@for_each("blank", BLANKS)
@for_each("form", [form for form in Format if form is not Format.INSTANCES])
def test_every_blank_in_every_form(form: Format, blank: str) -> None:
    text = format_board(EXAMPLE, form).replace("0", blank)
    assert parse_board(text) == EXAMPLE
