"""An animated solution: an SVG with a style sheet, and the same animation as frames for a GIF.

No script runs: a browser plays the key frames in a loop, with a pause before the first move and after the last, and
while the pointer is on it. For viewers who prefer reduced motion it shows the start and the list of moves, without
animation. The size is linear in the number of moves plus the number of tiles, not in their product.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from taquin.puzzle.arguments import check_real
from taquin.puzzle.board import Board
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import blank_path, slid_tiles
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import Grid, frame_shapes, tile_shapes, usual_cell
from taquin.render.drawing import gif, svg
from taquin.render.drawing.shapes import Drawing, Frame, Group, Label, Point, Rectangle, Shape, fingerprint, short
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.solution.picture import MoveRange, move_range

SHORTEST_PACE, DEFAULT_PACE, LONGEST_PACE = 0.05, 0.6, 60
"""Seconds from one move to the next."""

SLIDE = 0.6
"""The share of the time from one move to the next in which the tile moves."""
REST_BEFORE, REST_AFTER = 1.5, 2.5
"""Seconds before the first move and after the last."""

MOST_LISTED = 300
"""The most moves whose letters are listed under the board."""
SMOOTH_WORK = 4000
"""The most moves times cells for which a GIF shows tiles between two cells; more would take minutes."""
SLIDE_FRAMES = 4
"""Frames per move in such a GIF."""

MARGIN, _GAP = 12.0, 14.0
_TITLE, _LETTER, _PITCH, _LEADING = 14.0, 13.0, 16.0, 21.0
_BLOCK, _BLOCK_GAP = 5, 7.0  # letters are in blocks of five
_LEAST_WIDTH = 2 * _BLOCK * _PITCH + _BLOCK_GAP


def encode_animation(
    solution: Solution,
    format_: str,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    size: float | None = None,
    pace: float = DEFAULT_PACE,
    theme: Theme = LIGHT,
) -> bytes:
    """The animation as a file: ``svg`` or ``gif``. The options are those of ``animation_drawing``."""
    if format_ == "gif":
        return gif.encode(animation_frames(solution, goal=goal, steps=steps, size=size, pace=pace, theme=theme))
    drawing = animation_drawing(solution, goal=goal, steps=steps, size=size, pace=pace, theme=theme)
    return svg.from_drawing(drawing).encode("utf-8")


def animation_drawing(
    solution: Solution,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    size: float | None = None,
    pace: float = DEFAULT_PACE,
    theme: Theme = LIGHT,
) -> Drawing:
    """A board that plays the solution in a loop, and below it the letters of the moves, the current one marked.

    ``size`` is the longer side of the board in pixels, ``pace`` the seconds from one move to the next; ``goal`` and
    ``steps`` are those of ``solution_drawing``.
    """
    _check(pace)
    part = move_range(solution, goal=goal, steps=steps)
    layout = _AnimationLayout(part, Grid(part.start.shape, usual_cell(part.start.shape, size)), theme)
    if not part.moves:
        return layout.drawing(layout.places(part.start), layout.home(part.start))
    mark = "taquin-" + fingerprint(repr(part), theme.name, f"{size} {pace}")
    style = _style_sheet(
        mark,
        list(part.boards()),
        part.goal,
        _Timeline(len(part.moves), pace),
        cells=[layout.grid.corner(cell) for cell in range(part.start.shape.cells)],
        letters=[layout.letter_corner(index) for index in range(layout.listed)],
    )
    return layout.drawing(layout.places(part.start), layout.home(part.start), mark=mark, style=style)


def animation_frames(
    solution: Solution,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    size: float | None = None,
    pace: float = DEFAULT_PACE,
    theme: Theme = LIGHT,
) -> Iterator[Frame]:
    """The animation as single drawings: the start, then four per move, or one where there are very many moves."""
    _check(pace)
    part = move_range(solution, goal=goal, steps=steps)
    layout = _AnimationLayout(part, Grid(part.start.shape, usual_cell(part.start.shape, size)), theme)
    count = SLIDE_FRAMES if len(part.moves) * part.start.shape.cells <= SMOOTH_WORK else 1
    under_way = pace * SLIDE / count
    places = layout.places(part.start)
    rest = REST_BEFORE if part.moves else REST_AFTER
    yield Frame(layout.drawing(places, layout.home(part.start)), round(1000 * rest))
    for number, (before, after) in enumerate(pairwise(part.boards()), start=1):
        tile = before.state[after.blank]
        (x, y), (end_x, end_y) = layout.grid.corner(after.blank), layout.grid.corner(before.blank)
        for frame in range(1, count):
            share = frame / count
            places[tile] = (x + share * (end_x - x), y + share * (end_y - y))
            shown = layout.drawing(places, layout.home(before) - {tile}, current=number)
            yield Frame(shown, round(1000 * under_way))
        places[tile] = (end_x, end_y)
        rest = REST_AFTER if number == len(part.moves) else pace - (count - 1) * under_way
        yield Frame(layout.drawing(places, layout.home(after), current=number), round(1000 * rest))


def _check(pace: float) -> None:
    check_real("pace", pace, least=SHORTEST_PACE, most=LONGEST_PACE)


@dataclass(frozen=True, slots=True)
class _AnimationLayout:
    """Places of the board, and under it of a title and the letters of the moves."""

    part: MoveRange
    grid: Grid
    theme: Theme

    @property
    def width(self) -> float:
        """The width between the margins."""
        return max(self.grid.width, _LEAST_WIDTH)

    @property
    def per_line(self) -> int:
        """How many letters are in a line."""
        return _BLOCK * int((self.width + _BLOCK_GAP) / (_BLOCK * _PITCH + _BLOCK_GAP))

    @property
    def listed(self) -> int:
        """How many letters there are."""
        return min(len(self.part.moves), MOST_LISTED)

    @property
    def list_top(self) -> float:
        return MARGIN + self.grid.height + _GAP + _TITLE + _GAP / 2

    def letter_corner(self, index: int) -> Point:
        """The upper left corner of the space for a letter."""
        line, column = divmod(index, self.per_line)
        return MARGIN + column * _PITCH + column // _BLOCK * _BLOCK_GAP, self.list_top + line * _LEADING

    def places(self, board: Board) -> dict[int, Point]:
        """The corner of every tile."""
        return {tile: self.grid.corner(cell) for cell, tile in enumerate(board) if tile}

    def home(self, board: Board) -> set[int]:
        """The tiles that are where the goal has them."""
        return {tile for tile, wanted in zip(board, self.part.goal, strict=True) if tile and tile == wanted}

    def drawing(
        self, places: dict[int, Point], home: set[int], *, current: int = 0, mark: str = "", style: str = ""
    ) -> Drawing:
        """The board with its tiles at these places, and the list of moves with the current one (from 1 on) marked."""
        board = Group(
            (*frame_shapes(self.grid, self.theme), *self._floor(), *self._tiles(places, home, mark)),
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
            x, y = (0.0, 0.0) if mark else self.letter_corner(current - 1)
            box = Rectangle(
                0.5, 0.5, _PITCH - 1, _LEADING - 1, fill=theme.moved.face, stroke=theme.moved.edge, radius=3
            )
            yield Group((box,), x, y, name=f"{mark} {mark}-m" if mark else "", is_hidden=bool(mark))
        for index, move in enumerate(self.part.moves[: self.listed]):
            x, y = self.letter_corner(index)
            yield Label(x + _PITCH / 2, y + _LEADING / 2, move.letter, _LETTER, theme.ink)
        left_out = len(self.part.moves) - self.listed
        if left_out:
            x, y = self.letter_corner(-(-self.listed // self.per_line) * self.per_line)
            yield Label(x, y + _LEADING / 2, f"and {left_out:,} more", _LETTER, theme.muted, "start")


# The style sheet: key frames for each tile that moves, in percent of the loop


@dataclass(frozen=True, slots=True)
class _Timeline:
    """When each of ``moves`` moves begins and ends, if one begins every ``pace`` seconds."""

    moves: int
    pace: float

    @property
    def seconds(self) -> float:
        """The length of the loop."""
        return REST_BEFORE + self.moves * self.pace + REST_AFTER

    def begin(self, index: int) -> str:
        """When a move begins, in percent of the loop."""
        return self._percent(REST_BEFORE + index * self.pace)

    def end(self, index: int) -> str:
        """When its tile has arrived."""
        return self._percent(REST_BEFORE + (index + SLIDE) * self.pace)

    def _percent(self, seconds: float) -> str:
        decimals = len(str(self.moves)) + 1  # enough to distinguish the ends of all slides
        return f"{100 * seconds / self.seconds:.{decimals}f}".rstrip("0").rstrip(".") + "%"


def _style_sheet(
    mark: str,
    boards: Sequence[Board],
    goal: Board,
    timeline: _Timeline,
    *,
    cells: Sequence[Point],
    letters: Sequence[Point],
) -> str:
    """The rules that play these boards one after another.

    ``mark`` is the class of everything that moves, and the prefix of all names: it must be unique on a page. A tile has
    the class ``mark-N``, its surface at home ``mark-hN``, the box in the list of moves ``mark-m``.
    ``cells`` are the places of the tiles, ``letters`` those of the moves.
    """
    slides: dict[int, list[int]] = {}
    for index, (before, after) in enumerate(pairwise(boards)):
        slides.setdefault(before.state[after.blank], []).append(index)
    rules = [f".{mark}{{animation:{short(timeline.seconds)}s ease-in-out infinite}}"]
    for tile in sorted(slides):
        visited = [boards[0].find(tile), *(boards[index].blank for index in slides[tile])]
        rules += _rule(f"{mark}-{tile}", _key_frames(slides[tile], timeline, [_shift(cells[cell]) for cell in visited]))
        shown = [f"opacity:{int(cell == goal.find(tile))}" for cell in visited]
        rules += _rule(f"{mark}-h{tile}", _key_frames(slides[tile], timeline, shown))
    stops = [f"{timeline.begin(index)}{{opacity:1;{_shift(place)}}}" for index, place in enumerate(letters)]
    if len(letters) < timeline.moves:
        stops.append(f"{timeline.begin(len(letters))}{{opacity:0}}")
    rules += _rule(f"{mark}-m", ["0%{opacity:0}", *stops], ";animation-timing-function:step-end")
    rules += [
        f"svg:hover .{mark}{{animation-play-state:paused}}",
        f"@media (prefers-reduced-motion:reduce){{.{mark}{{animation:none}}}}",
    ]
    return "\n".join(rules)


def _rule(name: str, stops: Iterable[str], more: str = "") -> list[str]:
    return [f".{name}{{animation-name:{name}{more}}}", f"@keyframes {name}{{{''.join(stops)}}}"]


def _key_frames(slides: Sequence[int], timeline: _Timeline, values: Sequence[str]) -> list[str]:
    """The key frames of a tile: a value holds from the end of one slide to the beginning of the next."""
    starts = ["0%", *(timeline.end(index) for index in slides)]
    ends = [*(timeline.begin(index) for index in slides), "to"]
    stops: list[tuple[str, str, str]] = []
    for start, end, value in zip(starts, ends, values, strict=True):
        if stops and stops[-1][2] == value:  # for example, not at home before and after the slide
            stops[-1] = (stops[-1][0], end, value)
        else:
            stops.append((start, end, value))
    return [f"{start},{end}{{{value}}}" for start, end, value in stops]


def _shift(place: Point) -> str:
    return f"transform:translate({short(place[0])}px,{short(place[1])}px)"
