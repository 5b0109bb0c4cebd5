"""The board as a widget: drawn with lines, as large as it fits, scrolled to the blank where it does not."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from taquin.puzzle.board import Board

_HOME = Style(bold=True, color="green")
_AWAY = Style()
_MARKED = Style(reverse=True, bold=True)


class BoardView(ScrollView, can_focus=True):
    """Draws a board. A tile at home is bold, and green in colour; a hinted tile is reversed, in brackets."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    def __init__(self, board: Board, goal: Board) -> None:
        super().__init__(id="board")
        self.board, self.goal = board, goal
        self._marked = 0

    def show(self, board: Board, *, marked: int = 0) -> None:
        """Show a board, and mark a tile; 0 marks none."""
        is_new_size = board.shape != self.board.shape
        self.board, self._marked = board, marked
        if is_new_size:
            self._measure()
        self._scroll_to_blank()
        self.refresh()

    @property
    def cell_size(self) -> tuple[int, int]:
        """Columns and rows of a cell, its left and upper line included: the largest that fit, at least the digits."""
        shape, digits = self.board.shape, len(str(len(self.board) - 1))
        width = next((w for w in (digits + 5, digits + 3) if shape.columns * w < self.size.width), digits + 3)
        height = 4 if width == digits + 5 and shape.rows * 4 < self.size.height else 2
        return width, height

    def on_resize(self, event: events.Resize) -> None:
        self._measure()
        self.call_after_refresh(self._scroll_to_blank)

    def on_click(self, event: events.Click) -> None:
        width, height = self.cell_size
        column, row = (event.x + self.scroll_offset.x) // width, (event.y + self.scroll_offset.y) // height
        shape = self.board.shape
        if 0 <= row < shape.rows and 0 <= column < shape.columns:
            self.post_message(self.Clicked(row * shape.columns + column))

    def render_line(self, y: int) -> Strip:
        """One line of the screen: a rule between two rows of cells, or a line of a row."""
        _, height = self.cell_size
        line, shape = y + self.scroll_offset.y, self.board.shape
        row, part = divmod(line, height)
        if line > shape.rows * height or line < 0:
            return Strip.blank(self.size.width, _AWAY)
        segments = [Segment(self._rule(row), _AWAY)] if part == 0 else self._row(row, is_middle=part == height // 2)
        left = self.scroll_offset.x
        return Strip(segments).extend_cell_length(left + self.size.width, _AWAY).crop(left, left + self.size.width)

    def _rule(self, row: int) -> str:
        width, _ = self.cell_size
        left, middle, right = "┌┬┐" if row == 0 else "└┴┘" if row == self.board.shape.rows else "├┼┤"
        return left + middle.join(["─" * (width - 1)] * self.board.shape.columns) + right

    def _row(self, row: int, *, is_middle: bool) -> list[Segment]:
        width, _ = self.cell_size
        columns = self.board.shape.columns
        segments = []
        for cell in range(row * columns, (row + 1) * columns):
            tile = self.board.state[cell]
            style = _MARKED if tile and tile == self._marked else _HOME if tile == self.goal.state[cell] else _AWAY
            text = str(tile) if tile and is_middle else ""
            if text and tile == self._marked:
                text = f"[{text}]"
            segments += [Segment("│", _AWAY), Segment(text.center(width - 1), style if tile else _AWAY)]
        return [*segments, Segment("│", _AWAY)]

    def _measure(self) -> None:
        width, height = self.cell_size
        shape = self.board.shape
        self.virtual_size = Size(shape.columns * width + 1, shape.rows * height + 1)

    def _scroll_to_blank(self) -> None:
        width, height = self.cell_size
        row, column = self.board.shape.position(self.board.blank)
        self.scroll_to_region(Region(column * width, row * height, width + 1, height + 1), animate=False)
