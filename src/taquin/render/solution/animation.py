"""An animated solution: an SVG with a style sheet, and the same animation as frames for a GIF.

No script runs: a browser plays the key frames in a loop, with a pause before the first move and after the last, and
while the pointer is on it. For viewers who prefer reduced motion it shows the start and the list of moves, without
animation. The size is linear in the number of moves plus the number of tiles, not in their product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.puzzle.arguments import check_real
from taquin.puzzle.board import Board
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import blank_path, slid_tiles
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import gap_text, plural
from taquin.render import formats
from taquin.render.board.picture import Grid, board_drawing, frame_shape, tile_shapes, usual_cell
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing, Group, Label, Point, Rectangle, Shape, fingerprint, short
from taquin.render.drawing.svg import escape, from_drawing
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.solution.picture import move_range

if TYPE_CHECKING:  # results import this module, to draw themselves
    from taquin.render.drawing.raster import Frame
    from taquin.run.result import Result

# Seconds from one move to the next.
SHORTEST_PACE = 0.05
DEFAULT_PACE = 0.6
LONGEST_PACE = 60

SLIDE = 0.6  # the share of the time from one move to the next in which the tile moves
REST_BEFORE, REST_AFTER = 1.5, 2.5  # seconds before the first move and after the last

MOST_LISTED = 300  # the most moves whose letters are listed under the board
SMOOTH_WORK = 4000  # the most moves times cells for which a GIF shows tiles between two cells; more would take minutes
SLIDE_FRAMES = 4  # frames per move in such a GIF

MARGIN, _GAP = 12.0, 14.0
_TITLE = 14.0
_LETTER = 13.0
_PITCH = 16.0
_LEADING = 21.0
_BLOCK, _BLOCK_GAP = 5, 7.0  # letters are in blocks of five
_LEAST_WIDTH = 2 * _BLOCK * _PITCH + _BLOCK_GAP


class Animation:
    """A board that plays a solution in a loop, and below it the letters of the moves, the current one marked.

    ``size`` is the longer side of the board in pixels, ``pace`` the seconds from one move to the next; ``goal`` and
    ``steps`` are those of ``solution_drawing``.
    """

    def __init__(
        self,
        solution: Solution,
        *,
        goal: GoalLike | None = None,
        steps: tuple[int, int] | None = None,
        size: float | None = None,
        pace: float = DEFAULT_PACE,
        theme: Theme = LIGHT,
    ) -> None:
        check_real("pace", pace, least=SHORTEST_PACE, most=LONGEST_PACE)
        self.part = move_range(solution, goal=goal, steps=steps)
        self.pace, self.theme = pace, theme
        self.grid = Grid(self.part.start.shape, usual_cell(self.part.start.shape, size))
        self.width = max(self.grid.width, _LEAST_WIDTH)  # between the margins
        self.mark = "taquin-" + fingerprint(repr(self.part), theme.name, f"{size} {pace}")
        self.listed = min(len(self.part.moves), MOST_LISTED)
        self.per_line = _BLOCK * int((self.width + _BLOCK_GAP) / (_BLOCK * _PITCH + _BLOCK_GAP))
        self.list_top = MARGIN + self.grid.height + _GAP + _TITLE + _GAP / 2

    def encoded(self, format_: str, font: Path | None = None) -> bytes:
        """The animation as a file in one of ``formats.ANIMATIONS``."""
        return formats.find(format_, formats.ANIMATIONS).write("animation", self, font)

    def to_svg(self) -> str:
        return svg.from_drawing(self.drawing())

    def to_gif(self, font: Path | None = None) -> bytes:
        from taquin.render.drawing.raster import gif  # the page in a browser has no bitmaps

        return gif(self.frames(), font)

    def drawing(self) -> Drawing:
        """The animation as one drawing with a style sheet."""
        start = self.part.start
        if not self.part.moves:
            return self._drawing(self._places(start), self._home(start))
        return self._drawing(self._places(start), self._home(start), mark=self.mark, style=self._style_sheet())

    def frames(self) -> Iterator[Frame]:
        """The animation as single drawings: the start, then four per move, or one where there are very many moves."""
        part, pace = self.part, self.pace
        count = SLIDE_FRAMES if len(part.moves) * part.start.shape.cells <= SMOOTH_WORK else 1
        under_way = pace * SLIDE / count
        places = self._places(part.start)
        rest = REST_BEFORE if part.moves else REST_AFTER
        yield self._drawing(places, self._home(part.start)), round(1000 * rest)
        for number, (before, after) in enumerate(pairwise(part.boards()), start=1):
            tile = before.state[after.blank]
            (x, y), (end_x, end_y) = self.grid.corner(after.blank), self.grid.corner(before.blank)
            for frame in range(1, count):
                share = frame / count
                places[tile] = (x + share * (end_x - x), y + share * (end_y - y))
                yield self._drawing(places, self._home(before) - {tile}, current=number), round(1000 * under_way)
            places[tile] = (end_x, end_y)
            rest = REST_AFTER if number == len(part.moves) else pace - (count - 1) * under_way
            yield self._drawing(places, self._home(after), current=number), round(1000 * rest)

    def _letter_corner(self, index: int) -> Point:
        """The upper left corner of the space for a letter."""
        line, column = divmod(index, self.per_line)
        return MARGIN + column * _PITCH + column // _BLOCK * _BLOCK_GAP, self.list_top + line * _LEADING

    def _places(self, board: Board) -> dict[int, Point]:
        return {tile: self.grid.corner(cell) for cell, tile in enumerate(board) if tile}

    def _home(self, board: Board) -> set[int]:
        """The tiles that are where the goal has them."""
        return {tile for tile, wanted in zip(board, self.part.goal, strict=True) if tile and tile == wanted}

    def _drawing(
        self, places: dict[int, Point], home: set[int], *, current: int = 0, mark: str = "", style: str = ""
    ) -> Drawing:
        """The board with its tiles at these places, and the list of moves with the current one (from 1 on) marked."""
        board = Group(
            (frame_shape(self.grid, self.theme), *self._floor(), *self._tiles(places, home, mark)),
            MARGIN + (self.width - self.grid.width) / 2,
            MARGIN,
            name="board",
        )
        lines = -(-self.listed // self.per_line) + (self.listed < len(self.part.moves))
        return Drawing(
            width=self.width + 2 * MARGIN,
            height=self.list_top + lines * _LEADING + MARGIN - (0 if lines else _GAP / 2),
            title=self.part.title,
            description=self.part.description,
            shapes=(board, *self._list(current, mark)),
            font=self.theme.font,
            background=self.theme.paper,
            style=style,
        )

    def _floor(self) -> Iterator[Shape]:
        """The cells that the blank visits; they are visible where no tile is."""
        side, start = self.grid.tile, self.part.start
        for cell in sorted(set(blank_path(start.shape, start.blank, self.part.moves))):
            yield Rectangle(*self.grid.corner(cell), side, side, fill=self.theme.blank, radius=self.grid.cell * 0.1)

    def _tiles(self, places: dict[int, Point], home: set[int], mark: str) -> Iterator[Shape]:
        """The tiles; with ``mark``, tiles that move are groups, with a second surface that is visible at home."""
        start, theme = self.part.start, self.theme
        moving = set(slid_tiles(start.shape, start.state, self.part.moves)) if mark else set()
        for tile, (x, y) in places.items():
            if tile not in moving:
                surface = theme.home if tile in home else theme.tile
                yield from tile_shapes(self.grid, tile, x, y, surface=surface, is_home=tile in home)
                continue
            face = tile_shapes(self.grid, tile, 0, 0, surface=theme.tile)
            at_home = tile_shapes(self.grid, tile, 0, 0, surface=theme.home, is_home=True)
            over = Group(at_home, name=f"{mark} {mark}-h{tile}", is_hidden=tile not in home)
            yield Group((*face, over), x, y, name=f"{mark} {mark}-{tile}")

    def _list(self, current: int, mark: str) -> Iterator[Shape]:
        """The title and the letters, with a box behind the current one."""
        theme, middle = self.theme, MARGIN + self.grid.height + _GAP + _TITLE / 2
        yield Label(MARGIN, middle, self.part.title, _TITLE, theme.ink, "start", is_bold=True)
        if mark or 0 < current <= self.listed:
            x, y = (0.0, 0.0) if mark else self._letter_corner(current - 1)
            place = (0.5, 0.5, _PITCH - 1, _LEADING - 1)
            box = Rectangle(*place, radius=3, fill=theme.moved.face, stroke=theme.moved.edge)
            yield Group((box,), x, y, name=f"{mark} {mark}-m" if mark else "", is_hidden=bool(mark))
        for index, move in enumerate(self.part.moves[: self.listed]):
            x, y = self._letter_corner(index)
            yield Label(x + _PITCH / 2, y + _LEADING / 2, move.letter, _LETTER, theme.ink)
        left_out = len(self.part.moves) - self.listed
        if left_out:
            x, y = self._letter_corner(-(-self.listed // self.per_line) * self.per_line)
            yield Label(x, y + _LEADING / 2, f"and {left_out:,} more", _LETTER, theme.muted, "start")

    # The style sheet: key frames for each tile that moves, in percent of the loop

    @property
    def _seconds(self) -> float:
        return REST_BEFORE + len(self.part.moves) * self.pace + REST_AFTER

    def _percent(self, moves: float) -> str:
        """When this many moves have begun; with ``SLIDE`` more, when the next tile has arrived."""
        decimals = len(str(len(self.part.moves))) + 1  # enough to distinguish the ends of all slides
        share = 100 * (REST_BEFORE + moves * self.pace) / self._seconds
        return f"{share:.{decimals}f}".rstrip("0").rstrip(".") + "%"

    def _style_sheet(self) -> str:
        """The rules that play the boards one after another.

        ``mark`` is the class of everything that moves, and the prefix of all names: it must be unique on a page. A tile
        has the class ``mark-N``, its surface at home ``mark-hN``, the box in the list of moves ``mark-m``.
        """
        mark, goal, boards = self.mark, self.part.goal, list(self.part.boards())
        slides: dict[int, list[int]] = {}
        for index, (before, after) in enumerate(pairwise(boards)):
            slides.setdefault(before.state[after.blank], []).append(index)
        rules = [f".{mark}{{animation:{short(self._seconds)}s ease-in-out infinite}}"]
        for tile in sorted(slides):
            visited = [boards[0].find(tile), *(boards[index].blank for index in slides[tile])]
            shifts = [_shift(self.grid.corner(cell)) for cell in visited]
            rules += _rule(f"{mark}-{tile}", self._key_frames(slides[tile], shifts))
            shown = [f"opacity:{int(cell == goal.find(tile))}" for cell in visited]
            rules += _rule(f"{mark}-h{tile}", self._key_frames(slides[tile], shown))
        letters = map(self._letter_corner, range(self.listed))
        stops = [f"{self._percent(index)}{{opacity:1;{_shift(place)}}}" for index, place in enumerate(letters)]
        if self.listed < len(self.part.moves):
            stops.append(f"{self._percent(self.listed)}{{opacity:0}}")
        rules += _rule(f"{mark}-m", ["0%{opacity:0}", *stops], ";animation-timing-function:step-end")
        rules += [
            f"svg:hover .{mark}{{animation-play-state:paused}}",
            f"@media (prefers-reduced-motion:reduce){{.{mark}{{animation:none}}}}",
        ]
        return "\n".join(rules)

    def _key_frames(self, slides: Sequence[int], values: Sequence[str]) -> list[str]:
        """The key frames of a tile: a value holds from the end of one slide to the beginning of the next."""
        starts = ["0%", *(self._percent(index + SLIDE) for index in slides)]
        ends = [*map(self._percent, slides), "to"]
        stops: list[tuple[str, str, str]] = []
        for start, end, value in zip(starts, ends, values, strict=True):
            if stops and stops[-1][2] == value:  # for example, not at home before and after the slide
                stops[-1] = (stops[-1][0], end, value)
            else:
                stops.append((start, end, value))
        return [f"{start},{end}{{{value}}}" for start, end, value in stops]


def _rule(name: str, stops: Iterable[str], more: str = "") -> list[str]:
    return [f".{name}{{animation-name:{name}{more}}}", f"@keyframes {name}{{{''.join(stops)}}}"]


def _shift(place: Point) -> str:
    return f"transform:translate({short(place[0])}px,{short(place[1])}px)"


# A result as HTML, for notebooks

_MOST_MOVES, _MOST_CELLS = 1000, 400  # a larger animation would have megabytes


def result_html(result: Result) -> str:
    """A summary, then the animated solution, or a local search's path, or the start, beside the goal."""
    expanded = f"{plural(result.stats.expanded, 'node')} expanded, {result.seconds:.3f} s"
    method = f"{result.spec}, {result.backend} backend: {expanded}" if result.is_searched else "No search was needed."
    solution = result.partial_path if result.solution is None else result.solution
    if solution is not None and solution.length <= _MOST_MOVES and len(result.start) <= _MOST_CELLS:
        first = f"<div>{from_drawing(Animation(solution, goal=result.goal).drawing())}</div>"
        above = MARGIN  # so that both boards begin at the same height
    else:
        first = _figure("start", from_drawing(board_drawing(result.start, goal=result.goal)))
        above = 0
    goal = _figure("goal", from_drawing(board_drawing(result.goal)), above=above)
    return (
        f"<div>\n<p><strong>{escape(summary(result))}</strong><br>{escape(method)}</p>\n"
        f'<div style="display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start;overflow-x:auto">\n'
        f"{first}\n{goal}\n</div>\n</div>\n"
    )


def summary(result: Result) -> str:
    if result.solution is None:
        status = str(result.status).capitalize()
        sentence = f"{status}: {result.reason}." if result.reason and result.reason != result.status else f"{status}."
        is_open = result.lower_bound > 0 and result.status != "unsolvable"
        return f"{sentence} No solution has fewer than {plural(result.lower_bound, 'move')}." if is_open else sentence
    if not result.solution.length:
        return "Solved in no moves: the start is the goal."
    if result.quality == "optimal":
        joint = ";" if result.caveat else ", and"
        return f"Solved in {plural(result.solution.length, 'move')}{joint} {result.shortest_text}."
    if result.quality == "bounded":
        shortest = gap_text(result.solution.length, result.lower_bound)
    else:
        shortest = f"the shortest solution has at least {plural(result.lower_bound, 'move')}"
    return f"Solved in {plural(result.solution.length, 'move')}; {shortest}."


def _figure(caption: str, picture: str, *, above: float = 0) -> str:
    style = f"margin:{above:g}px 0 0;text-align:center"
    return f'<figure style="{style}">{picture}<figcaption>{caption}</figcaption></figure>'
