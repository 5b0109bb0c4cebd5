"""A solution as a strip of boards with the moves between them, wrapped like lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.moves import Move, slid_tiles
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural
from taquin.render.board.picture import Grid, board_shapes, legible_cell, rows_in_words
from taquin.render.drawing.shapes import Drawing, Label, Line, Shape, wrap_text
from taquin.render.drawing.theme import LIGHT, Theme

DEFAULT_WIDTH = 960

_MARGIN = 16.0
_ARROW = 46.0  # between two boards
# Sizes of fonts.
_TITLE = 16.0
_TEXT = 12.0
_LETTER = 15.0
_CAPTION = 22.0  # the height under a board
_ROW_GAP = 12.0
_LEAST_WIDTH = 240.0
_LEAST_SLOT = 80.0  # a caption must fit under a narrow board
_USUAL_SIDE = 132  # of a board
_LARGEST_CELL = 40

MOST_CELLS = 100_000
"""The most cells of all boards in one picture, about 15 MB of SVG: 11,111 boards of 3×3, 111 of 30×30."""


@dataclass(frozen=True, slots=True)
class MoveRange:
    """Some consecutive moves of a solution and the board before the first of them."""

    start: Board
    moves: tuple[Move, ...]
    first: int  # the number of the first move, counted from 1
    total: int  # how many moves the whole solution has
    goal: Board

    @property
    def last(self) -> int:
        return self.first + len(self.moves) - 1

    @property
    def is_whole(self) -> bool:
        return len(self.moves) == self.total

    def boards(self) -> Iterator[Board]:
        return Solution(self.start, self.moves).boards()

    @property
    def title(self) -> str:
        """Which moves are shown, and of how many."""
        if self.is_whole:
            ends = Solution(self.start, self.moves).end == self.goal
            count = plural(self.total, "move") if self.total else "No moves"
            return f"Solution in {count}" if ends and self.total else count
        if len(self.moves) == 1:
            return f"Step {self.first:,} of {self.total:,}"
        return f"Steps {self.first:,} to {self.last:,} of {self.total:,}"

    @property
    def description(self) -> str:
        """Both ends in rows and every move between them, in words."""
        words = ", ".join(move.word for move in self.moves)
        before = "Start" if self.first == 1 else f"Board after step {self.first - 1:,}"
        start = f"{before}: {rows_in_words(self.start)}."
        if not words:
            return start
        after = "End" if self.last == self.total else f"Board after step {self.last:,}"
        return f"{start} The blank goes: {words}. {after}: {rows_in_words(Solution(self.start, self.moves).end)}."


def move_range(solution: Solution, *, goal: GoalLike | None = None, steps: tuple[int, int] | None = None) -> MoveRange:
    """The moves of a solution that a picture shows.

    ``steps`` are the first and the last, counted from 1; a last one beyond the end means the end. Without ``steps``
    all are shown, or the first ones if there are more than ``MOST_CELLS`` allows. Without a goal, the goal is where the
    solution ends. Raises ``SpecError`` for steps that the solution does not have, and for too many of them.
    """
    target = solution.end if goal is None else make_goal(goal, solution.start.shape)
    most = max(1, MOST_CELLS // solution.start.shape.cells - 1)
    if steps is None or not solution.moves:
        return MoveRange(solution.start, solution.moves[:most], 1, solution.length, target)
    first, last = steps
    if min(last, solution.length) - first >= most:
        expected = f"at most {most:,} steps of a {solution.start.shape} board in one picture"
        raise SpecError(f"expected {expected}, found {first}-{last}")
    if not 1 <= first <= min(last, solution.length):
        expected = f"steps between 1 and {solution.length}, the last of the solution"
        raise SpecError(f"expected {expected}, found {first}-{last}")
    before = Solution(solution.start, solution.moves[: first - 1]).end
    return MoveRange(before, solution.moves[first - 1 : last], first, solution.length, target)


def solution_drawing(
    solution: Solution,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    width: float = DEFAULT_WIDTH,
    theme: Theme = LIGHT,
) -> Drawing:
    """A strip of boards with the moves between them, in rows that are at most ``width`` pixels wide.

    ``steps`` are the first and the last move, counted from 1; the title says which of how many are shown. Tiles at home
    are marked; the default goal is the end of the solution.
    """
    part = move_range(solution, goal=goal, steps=steps)
    shape = part.start.shape
    cell = max(legible_cell(shape), min(_LARGEST_CELL, _USUAL_SIDE / max(shape.rows, shape.columns)))
    sheet = _Sheet(Grid(shape, cell), len(part.moves) + 1, width)
    shapes: list[Shape] = [Label(_MARGIN, _MARGIN + _TITLE / 2, part.title, _TITLE, theme.ink, "start", is_bold=True)]
    moved = [None, *slid_tiles(shape, part.start.state, part.moves)]
    for place, (board, tile) in enumerate(zip(part.boards(), moved, strict=True)):
        shapes += _step_shapes(sheet, part, place, board, tile, theme)
        if place < len(part.moves):
            shapes += _arrow_shapes(sheet, place, part.moves[place], theme)
    home = "blue with a dot: at home."
    note = f"Letters say where the blank goes; orange: just moved; {home}" if part.moves else home.capitalize()
    notes = wrap_text(note, max(sheet.right, _LEAST_WIDTH) - 2 * _MARGIN, _TEXT)
    shapes += [
        Label(_MARGIN, sheet.bottom + _TEXT * (0.5 + 1.5 * number), line, _TEXT, theme.muted, "start")
        for number, line in enumerate(notes)
    ]
    needed = [shape.left + shape.width + _MARGIN for shape in shapes if isinstance(shape, Label)]
    return Drawing(
        width=max(sheet.right, *needed),
        height=sheet.bottom + _TEXT * (1.5 * len(notes) - 0.5) + _MARGIN,
        title=part.title,
        description=part.description,
        shapes=tuple(shapes),
        font=theme.font,
        background=theme.paper,
    )


class _Sheet:
    """Where the boards of a strip lie: ``count`` of them in rows that fit the width, at least one board per row."""

    def __init__(self, grid: Grid, count: int, width: float) -> None:
        self.grid = grid
        self.slot = max(grid.width, _LEAST_SLOT)  # the width of a board with its caption
        pitch, inner = self.slot + _ARROW, width - 2 * _MARGIN
        is_one_row = count * pitch - _ARROW <= inner
        self.per_row = count if is_one_row else max(1, int(inner / pitch))  # the last one is followed by an arrow
        self.top = _MARGIN + _TITLE + _ROW_GAP
        self.row_height = grid.height + _CAPTION + _ROW_GAP
        arrows = self.per_row if count > self.per_row else self.per_row - 1
        self.right = 2 * _MARGIN + self.per_row * self.slot + arrows * _ARROW
        self.bottom = self.top + -(-count // self.per_row) * self.row_height

    def corner(self, place: int) -> tuple[float, float]:
        row, column = divmod(place, self.per_row)
        left = _MARGIN + column * (self.slot + _ARROW) + (self.slot - self.grid.width) / 2
        return left, self.top + row * self.row_height


def _step_shapes(
    sheet: _Sheet, part: MoveRange, place: int, board: Board, moved: int | None, theme: Theme
) -> tuple[Shape, ...]:
    """A board, on which the tile that moved last is marked, and its number."""
    x, y = sheet.corner(place)
    number = part.first - 1 + place
    picture = board_shapes(board, sheet.grid, goal=part.goal, moved=moved, theme=theme, x=x, y=y)
    caption = "start" if number == 0 else f"{number:,}"
    if board == part.goal:
        caption = f"{caption}, goal"
    below = y + sheet.grid.height + _CAPTION / 2
    return picture, Label(x + sheet.grid.width / 2, below, caption, _TEXT, theme.muted)


def _arrow_shapes(sheet: _Sheet, place: int, move: Move, theme: Theme) -> tuple[Shape, ...]:
    """The arrow after a board, with the letter of the move above it."""
    x, y = sheet.corner(place)
    left, middle = x + (sheet.grid.width + sheet.slot) / 2, y + sheet.grid.height / 2
    tail, tip = left + 9, left + _ARROW - 9
    shaft = Line(((tail, middle), (tip - 5, middle)), stroke=theme.edge, stroke_width=theme.medium)
    head = Line(((tip, middle), (tip - 8, middle - 4.5), (tip - 8, middle + 4.5)), fill=theme.edge)
    letter = Label((tail + tip) / 2, middle - _LETTER, move.letter, _LETTER, theme.ink, is_bold=True)
    return shaft, head, letter
