"""A board as a drawing: numbered tiles in a frame, those at home marked, the one that moved last in another colour."""

from __future__ import annotations

from dataclasses import replace

from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape as BoardShape
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.render.drawing.shapes import Circle, Drawing, Group, Label, Rectangle, Shape, text_width
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import LIGHT, Surface, Theme

_LARGEST_CELL = 64
_USUAL_SIDE = 480  # the side of a picture whose cells become smaller than the largest
_DIGITS = 0.46
_FULL_WEIGHT = 40  # cells of this size and above have borders of their full weight


class Grid:
    """Where the cells of a board lie in a picture whose cells have sides of ``cell``.

    ``digits`` is the largest font, as a share of the cell. The longest number leaves a tenth of its tile free.
    """

    def __init__(self, shape: BoardShape, cell: float, digits: float = _DIGITS) -> None:
        self.shape, self.cell = shape, cell
        self.margin = max(1.5, cell / 16)  # the frame around the cells
        self.gap = max(1, cell / 16)
        self.tile = cell - self.gap
        self.width = shape.columns * cell + 2 * self.margin
        self.height = shape.rows * cell + 2 * self.margin
        longest = "0" * len(str(shape.cells - 1))
        self.font_size = min(cell * digits, 0.9 * self.tile / text_width(longest, 1, is_bold=True))

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of the tile in this cell."""
        row, column = self.shape.position(cell)
        start = self.margin + self.gap / 2
        return start + column * self.cell, start + row * self.cell


def legible_cell(shape: BoardShape) -> float:
    """The side of a cell in which the longest number is easy to read: 21 for one digit, 35 for three."""
    return 14 + 7 * len(str(shape.cells - 1))


def board_svg(board: Board) -> str:
    """A board as notebooks show it."""
    return from_drawing(board_drawing(board))


def board_drawing(
    board: Board, *, goal: GoalLike | None = None, size: float | None = None, theme: Theme = LIGHT
) -> Drawing:
    """A board: numbered tiles in a frame, and its rows in words for screen readers.

    With a goal, the tiles at home are marked by another colour and a dot. ``size`` is the longer side in pixels; by
    default a cell has 64 pixels, or fewer on a large board.

    >>> board_drawing(Board("1 2 / 0 3"), goal="standard").description
    'Rows from the top: 1 2; blank 3. Tiles at home: 1, 2.'
    """
    shape = board.shape
    grid = Grid(shape, usual_cell(shape, size))
    target = None if goal is None else make_goal(goal, shape)
    return Drawing(
        width=grid.width,
        height=grid.height,
        title=f"{shape} board",
        description=describe(board, goal=target),
        shapes=(board_shapes(board, grid, goal=target, theme=theme),),
        font=theme.font,
    )


def usual_cell(shape: BoardShape, size: float | None) -> float:
    """The side of a cell if the longer side of the board is ``size``; by default, of the usual size."""
    longer = max(shape.rows, shape.columns)
    if size is None:
        return max(legible_cell(shape), min(_LARGEST_CELL, _USUAL_SIDE / longer))
    if size < 4 * longer:
        raise SpecError(f"expected a size of at least {4 * longer} pixels for a {shape} board, found {size:g}")
    cell = size / (longer + 1 / 8)
    return cell if cell / 16 >= 1.5 else (size - 3) / longer  # the least margin of a Grid is 1.5


def board_shapes(
    board: Board,
    grid: Grid,
    *,
    goal: Board | None = None,
    moved: int | None = None,
    theme: Theme,
    x: float = 0,
    y: float = 0,
) -> Group:
    """A board with its upper left corner at ``x``, ``y``, as part of any picture."""
    shapes: list[Shape] = [frame_shape(grid, theme)]
    for place, tile in enumerate(board):
        left, top = grid.corner(place)
        if not tile:
            shapes.append(Rectangle(left, top, grid.tile, grid.tile, fill=theme.blank, radius=grid.cell * 0.1))
            continue
        is_home = goal is not None and goal.state[place] == tile
        surface = theme.moved if tile == moved else theme.home if is_home else theme.tile
        shapes += tile_shapes(grid, tile, left, top, surface=surface, is_home=is_home)
    return Group(tuple(shapes), x, y, name="board")


def frame_shape(grid: Grid, theme: Theme) -> Rectangle:
    """The frame around the tiles."""
    return Rectangle(0, 0, grid.width, grid.height, fill=theme.frame, radius=grid.cell * 0.12 + grid.margin / 2)


def tile_shapes(
    grid: Grid, tile: int, x: float, y: float, *, surface: Surface, is_home: bool = False
) -> tuple[Shape, ...]:
    """A tile with its number; one at home also has a dot, for readers who do not see the colour."""
    lighter = replace(surface, weight=surface.weight * min(1, grid.cell / _FULL_WEIGHT))
    box = lighter.box(x, y, grid.tile, grid.tile, grid.cell * 0.1)
    middle, inset = grid.tile / 2, grid.cell * 0.14
    number = Label(x + middle, y + middle, str(tile), grid.font_size, surface.ink, is_bold=True)
    dot = Circle(x + grid.tile - inset, y + inset, grid.cell * 0.055, fill=surface.edge)
    return (box, number, dot) if is_home else (box, number)


def rows_in_words(board: Board) -> str:
    """The tiles row by row, as a screen reader should say them."""
    return "; ".join(" ".join(str(tile or "blank") for tile in row) for row in board.rows())


def describe(board: Board, *, goal: Board | None = None) -> str:
    """The board in words: its rows, and which tiles are at home."""
    rows = f"Rows from the top: {rows_in_words(board)}."
    if goal is None or board == goal:
        return rows if goal is None else f"{rows} Every tile is at home."
    home = [str(tile) for tile, wanted in zip(board, goal, strict=True) if tile and tile == wanted]
    return f"{rows} Tiles at home: {', '.join(home) or 'none'}."
