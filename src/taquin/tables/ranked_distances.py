"""Distance tables built by the native core: one byte per state, in memory or in a cache file."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import factorial
from mmap import mmap
from random import Random
from typing import TypeAlias, TypeVar, cast

from taquin import _native
from taquin.errors import InternalError, TableError
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_at
from taquin.puzzle.moves import blank_targets
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import plural
from taquin.run.limits import check_limits
from taquin.system.cores import core_count
from taquin.tables.cache import CacheFile, Table
from taquin.tables.storage.folder import WarningHandler, issue_warning
from taquin.tables.storage.loading import is_unchanged
from taquin.tables.symmetry import StandardForm, StateRanking, describe_goals, served_goals, standard_form

MINIMUM_CELLS = 6
MAXIMUM_CELLS = 12
FILE_STATES = 5_000_000
"""Tables of more states are stored in a file: those of 12 cells. Smaller ones are built faster than they are read."""

_VERSION = 1
_PAIRS = [bytes(divmod(pair, 16)) for pair in range(256)]  # the two cells that a byte packs
_NANOSECONDS = {Metric.MOVES: 70, Metric.SLIDES: 105}  # per state, on one core

T = TypeVar("T")

TableListener: TypeAlias = Callable[[int, int], None]
"""Called several times while a table is built, with the number of finished states and the total number."""


def can_rank(shape: Shape, metric: Metric = Metric.MOVES) -> bool:
    """Whether the native core is available and supports this shape and metric."""
    is_right_size = MINIMUM_CELLS <= shape.cells <= MAXIMUM_CELLS and not shape.is_line
    wanted = {"distance_table"} if metric is Metric.MOVES else {"distance_table", "slides"}
    return is_right_size and wanted <= _native.capabilities()


class RankedDistances:
    """The distance of every state, by its rank. 3×3 takes 10 ms, 2×5 0.1 s, 3×4 15 s on two cores and 240 MB."""

    def __init__(
        self,
        goal: Board,
        *,
        listener: TableListener | None = None,
        warn: WarningHandler = issue_warning,
        is_stored: bool = True,
        metric: Metric = Metric.MOVES,
    ) -> None:
        """Build the table, or open its file. With ``is_stored`` false no file is read or written."""
        self.ranking = StateRanking(goal)
        build = partial(_build, self.ranking, metric, listener)
        if is_stored and has_file(goal.shape):
            stored = table_file(self.ranking.form, metric).obtain(build, warn=warn)
            table, facts = stored.table, stored.facts
        else:
            table, facts = build()
        if fault := _find_fault(len(self.ranking), facts, len(table)):
            raise InternalError(f"the core has built a wrong distance table: {fault}", hint="please report this")
        self._table = table
        self.counts: tuple[int, ...] = tuple(cast("list[int]", facts["counts"]))
        self._collected: dict[int, array[int]] = {}

    def get(self, state: State) -> int | None:
        number = self.ranking.rank(state)
        if number is None:
            return None
        distance: int = self._table[number]
        self._check_file()
        return distance

    def states_at(self, depth: int) -> tuple[State, ...]:
        return tuple(self._unpack(packed) for packed in self._collect(depth))

    def state_at(self, depth: int, index: int) -> State:
        """``states_at(depth)[index]``, without a tuple of up to 20 million states."""
        return self._unpack(self._collect(depth)[index])

    def _collect(self, depth: int) -> array[int]:
        """The states at this distance, four bits per cell, 8 bytes per state. The last result is cached."""
        if (cached := self._collected.get(depth)) is not None:
            return cached
        check_limits(8 * self.counts[depth])
        states = array("Q", bytes(8 * self.counts[depth]))
        ranking = _core_ranking(self.ranking.form)
        form, labels = self.ranking.form, self.ranking.labels
        try:
            _native.core.collect_states(ranking, self._table, depth, form.cells, labels, states, _go_on)
        finally:  # a changed file may have caused an error
            self._check_file()
        self._collected = {depth: states}
        return states

    @property
    def is_unchanged(self) -> bool:
        return is_unchanged(self._table)

    def _check_file(self) -> None:
        """Raise ``TableError`` if the file was changed, so what was just read may be wrong."""
        if not self.is_unchanged:
            raise TableError(
                f"the file of the distance table of {self.ranking.goal.shape} was changed while it was in use",
                hint="run it again",
            )

    def _unpack(self, packed: int) -> State:
        cells = self.ranking.goal.shape.cells
        return b"".join([_PAIRS[pair] for pair in packed.to_bytes((cells + 1) // 2, "big")])[-cells:]


def new_table(size: int, listener: TableListener | None = None) -> tuple[memoryview, Callable[[int, int], bool]]:
    """Memory for a table of this many bytes, and the function that the core calls every few milliseconds.

    Ctrl-C or a limit raises an exception there, which stops the core.
    """

    def report(distance: int, reached: int) -> bool:
        check_limits(size)
        if listener is not None:
            listener(reached, size)
        return False

    check_limits(size)
    return memoryview(mmap(-1, size)), report  # this memory is returned to the system after use


def _build(ranking: StateRanking, metric: Metric, listener: TableListener | None) -> tuple[Table, Mapping[str, object]]:
    size = len(ranking)
    table, report = new_table(size, listener)
    threads, counts_slides = core_count() if size > 1_000_000 else 1, metric is Metric.SLIDES
    counts = _native.core.fill_distances(_core_ranking(ranking.form), table, threads, report, counts_slides)
    assert counts is not None  # to stop, ``report`` raises
    if listener is not None:
        listener(size, size)
    return table.toreadonly(), {"counts": counts}


def _go_on(distance: int, reached: int) -> bool:
    """Called by the core every few milliseconds: Ctrl-C or a limit raises an exception, which stops it."""
    check_limits()
    return False


def _core_ranking(form: StandardForm) -> _native.core.StateRanking:
    return _native.core.StateRanking(_native.core.Grid(blank_targets(form.shape)), form.blank)


def table_file(form: StandardForm, metric: Metric = Metric.MOVES) -> CacheFile:
    rows, columns = form.shape.rows, form.shape.columns
    key: dict[str, object] = {"rows": rows, "columns": columns, "blank": form.blank}
    in_slides = ""
    if metric is Metric.SLIDES:
        key["metric"], in_slides = str(metric), "slides-"
    find_fault = partial(_find_fault, factorial(rows * columns) // 2)
    name = f"distances-{in_slides}{form.shape.text}-blank-{form.blank}.table"
    return CacheFile(name, "distances", _VERSION, key, find_fault, is_possible=partial(_is_possible, form, metric))


def _find_fault(states: int, facts: Mapping[str, object], size: int) -> str:
    counts = facts.get("counts")
    if size != states:
        return f"expected {states:,} states, found {size:,}"
    if not isinstance(counts, list) or not all(type(count) is int and 0 < count <= states for count in counts):
        return "expected the number of states at every distance"
    return "" if sum(counts) == states else f"expected the counts to add up to {states:,}, found {sum(counts):,}"


def _is_possible(form: StandardForm, metric: Metric, table: Table) -> bool:
    goal = blank_at(form.shape, form.blank)
    ranking, space = StateRanking(goal), Problem(goal, goal, metric=metric).space

    def distance(state: State) -> int:
        number = ranking.rank(state)
        assert number is not None  # it is on a path from the goal
        return table[number]

    def neighbours(state: State) -> list[State]:
        return [child for _, child in space.successors(state)]

    return are_distances(goal.state, neighbours, distance, [4] * 20 + [40] * 10)


def are_distances(
    goal: T, neighbours: Callable[[T], Sequence[T]], distance: Callable[[T], int], lengths: Iterable[int]
) -> bool:
    """Whether the goal has distance 0, and every state of a sample has the distance that follows from its neighbours.

    The states are those on random paths of these lengths from the goal.
    """
    random = Random(1)
    for length in lengths:
        state = goal
        for _ in range(length):
            state = random.choice(neighbours(state))
            here, around = distance(state), [distance(near) for near in neighbours(state)]
            if max(around) > here + 1 or (min(around) != here - 1 if state != goal else here):
                return False
    return distance(goal) == 0


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    match = re.fullmatch(r"distances-(slides-)?(\d{1,2})x(\d{1,2})-blank-(\d{1,2})\.table", name)
    if match is None:
        return None
    metric = Metric.SLIDES if match[1] else Metric.MOVES
    shape, blank = Shape(int(match[2]), int(match[3])), int(match[4])
    if blank >= shape.cells:
        return None
    unit = " in slides" if metric is Metric.SLIDES else ""
    serves = f"all distances{unit} to {describe_goals(served_goals(shape, [blank]))}"
    return table_file(StandardForm(shape, blank, b""), metric), serves


def has_file(shape: Shape) -> bool:
    """Whether tables of this shape are stored in files."""
    return factorial(shape.cells) // 2 > FILE_STATES


def has_intact_file(goal: Board, metric: Metric, warn: WarningHandler) -> bool:
    """Whether the table for this goal can be read from its file. ``warn`` is called if the file is damaged."""
    file = table_file(standard_form(goal.shape, goal.blank), metric)
    return file.open_usable(warn, "cannot be used: {}; `taquin random --depth` builds it again") is not None


def describe_building(goal: Board, metric: Metric = Metric.MOVES) -> str:
    """The time and space for a table that has to be built first; empty if it exists or needs no file."""
    ranking = StateRanking(goal)
    file = table_file(ranking.form, metric)
    if not has_file(goal.shape) or file.exists():
        return ""
    what = f"a table of all {len(ranking):,} boards of {goal.shape}"
    return describe_cost(what, len(ranking), _NANOSECONDS[metric], file)


def describe_cost(what: str, size: int, nanoseconds: int, file: CacheFile) -> str:
    """The time, by nanoseconds for each byte on one core, and the space for tables that have to be built first."""
    cores = core_count()
    seconds = max(1, round(size * nanoseconds * 1e-9 / cores))
    stored = f"stored in {file.path.parent} ({size / 1e6:.0f} MB)"
    return f"building {what}: about {seconds} s on {plural(cores, 'core')}, {stored}"
