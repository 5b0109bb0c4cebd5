"""Lower bounds on the number of slides: from any heuristic for moves, from databases, from a table of all distances."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from taquin.heuristics.base import Explanation, Heuristic
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape, tile_cells
from taquin.puzzle.rounding import round_up
from taquin.puzzle.slides import Metric, longest_slide
from taquin.tables import ranked_distances
from taquin.tables.cache import Table
from taquin.tables.distances import distance_table, table_unsupported_reason
from taquin.tables.ranked_distances import can_rank
from taquin.tables.slide_databases import SlidePattern, can_build, describe_building, obtain, slide_patterns
from taquin.tables.storage.loading import is_unchanged
from taquin.tables.symmetry import standard_form, symmetries


class InSlides(Heuristic):
    """An estimate of moves, divided by the largest number of tiles that one slide moves, and rounded up.

    A slide equals at most that many moves, so this is admissible for slides if the heuristic is admissible for moves.

    >>> from taquin.heuristics.manhattan import Manhattan
    >>> InSlides(Manhattan(Board([1, 2, 3, 4, 5, 6, 7, 8, 0]))).estimate("8 6 7 / 2 5 4 / 3 0 1")
    11
    """

    __slots__ = ("_longest", "moves")

    def __init__(self, moves: Heuristic) -> None:
        super().__init__(moves.goal)
        self.moves = moves
        self._longest = longest_slide(moves.goal.shape)

    def __call__(self, state: State) -> int:
        """The least number of slides that can make as many moves as the heuristic estimates."""
        return round_up(self.moves(state) / self._longest)

    def explain(self, state: State) -> Explanation:
        """The parts of the heuristic for moves, which are more than the slides."""
        explanation = self.moves.explain(state)
        slides = self(state)
        return Explanation(
            slides, f"{explanation.words}; a slide makes at most {self._longest} of these moves", explanation.parts
        )

    @property
    def has_intact_tables(self) -> bool:
        return self.moves.has_intact_tables

    def table_checksums(self) -> list[str]:
        return self.moves.table_checksums()


class SlideDistances(Heuristic):
    """The exact number of slides, from the table of all distances: for up to 12 cells, 9 without the native core.

    >>> SlideDistances(Board([1, 2, 3, 4, 5, 6, 7, 8, 0])).estimate("8 6 7 / 2 5 4 / 3 0 1")
    20
    """

    __slots__ = ("_table",)

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        self._table = distance_table(goal, metric=Metric.SLIDES)

    def __call__(self, state: State) -> int:
        return self._table.distance(state)


class View(NamedTuple):
    """One look at a board through a database: the board may be turned first."""

    pattern: SlidePattern
    entries: Table
    tiles: bytes  # the tiles of the pattern, in the order of its goal cells
    cells: bytes  # the cell of the database's board on which each cell of the board lies

    def look_up(self, places: list[int]) -> int:
        cells = [self.cells[places[tile]] for tile in self.tiles]
        entry: int = self.entries[self.pattern.number(self.cells[places[0]], cells)]
        return entry


class SlideDatabases(Heuristic):
    """The largest entry of three databases, for the board and, where the goal allows it, for its mirror image.

    Admissible and consistent for slides. On 4×4 the three have 358 MB; they are built once, in about ten seconds.
    """

    __slots__ = ("views",)

    def __init__(self, goal: Board) -> None:
        """Open the databases; those that are missing are built and stored first."""
        super().__init__(goal)
        form = standard_form(goal.shape, goal.blank)
        tables = [(pattern, obtain(pattern)) for pattern in slide_patterns(form.shape, form.blank)]
        views = []
        for symmetry in symmetries(form.shape, fixed=form.blank):
            turned = [form.cells.index(cell) for cell in range(goal.shape.cells)]
            cells = bytes(symmetry.cells[cell] for cell in turned)
            for pattern, entries in tables:
                tiles = bytes(goal.state[cells.index(home)] for home in pattern.homes)
                views.append(View(pattern, entries, tiles, cells))
        self.views = tuple(views)

    def __call__(self, state: State) -> int:
        places = tile_cells(state)
        return max([view.look_up(places) for view in self.views])

    @property
    def has_intact_tables(self) -> bool:
        return all(is_unchanged(view.entries) for view in self.views)


def has_slide_databases(shape: Shape) -> bool:
    """Whether there are databases for slides, or a table of all distances, for boards of this shape."""
    return can_build(shape) or not table_unsupported_reason(shape, metric=Metric.SLIDES)


def describe_slide_databases(goal: Board) -> str:
    """The time and space for tables that have to be built before slides are searched; empty if there are none."""
    if can_build(goal.shape):
        form = standard_form(goal.shape, goal.blank)
        return describe_building(slide_patterns(form.shape, form.blank))
    is_ranked = can_rank(goal.shape, Metric.SLIDES)
    return ranked_distances.describe_building(goal, Metric.SLIDES) if is_ranked else ""


def make_slide_databases(goal: Board) -> Heuristic:
    """The databases for slides, or the table of all distances where there is one."""
    if not _make(goal).has_intact_tables:
        _make.cache_clear()
    return _make(goal)


@lru_cache(maxsize=2)
def _make(goal: Board) -> Heuristic:
    return SlideDatabases(goal) if can_build(goal.shape) else SlideDistances(goal)
