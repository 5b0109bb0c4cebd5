"""The compiled core in the browser: what ``taquin._core`` offers, by calls of a WebAssembly module (``native/web``).

JavaScript loads the module and passes it to ``install``, before anything asks for the core. From then on this module is
``taquin._core``: the rest of the package does not know the difference. Names, parameters and types are those of
``_core.pyi``, with which a test compares them; arguments are positional. The module has one thread. What only the
command line uses is left out: training and checkpoints of long builds.

A call copies its arrays into the memory of the module, and its result out of it. Databases in the form that a search
uses stay there.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, ClassVar, NamedTuple, TypeAlias

from taquin.web.browser.core_calls import Object, call, copied_back, result, take_first, use_module

ShouldStop: TypeAlias = Callable[..., bool]
_NO_LIMIT = 2**64 - 1
_LARGEST_CAP = 2**32 - 1

_TIE_BREAKS = ("fifo", "lifo", "low-h")
_PRIORITIES = ("linear", "xdp", "xup", "focal", "dps", "ees", "ara_star")
"""``TieBreak`` and ``Priority`` of the core (bucket_queue.hpp), in the same order."""
_FRONTIER_RULES = ("pairs", "meeting", "balanced")
"""``FrontierRule`` of the core (bidirectional_astar.hpp), in the same order."""

_COUNTS = struct.Struct("<8Q")
_OUTCOME = struct.Struct("<8Qii??II")
_ITERATION = struct.Struct("<dQQ")
_EVENT = struct.Struct("<BqqbiiB")
_BEAM = struct.Struct("<8QiI")


def install(module: object) -> None:
    """Make this module ``taquin._core``, with the WebAssembly module that ``taquin_core.mjs`` made."""
    use_module(module)
    sys.modules["taquin._core"] = sys.modules[__name__]


def version() -> str:
    """The version of the project that the core was built from."""
    return _describe()[0]


def capabilities() -> list[str]:
    """The names of what the core can run."""
    return _describe()[1:]


def _describe() -> list[str]:
    call("describe")
    return result().decode().split()


# Grids and heuristics


class _Made(Object):
    """An object that a function of the module makes."""

    _maker: ClassVar[str]

    def __init_subclass__(cls, maker: str) -> None:
        cls._maker = maker

    def __init__(self, *arguments: object) -> None:
        self.address = call(self._maker, *arguments)


class Grid(_Made, maker="grid"):
    """The moves of the blank: four targets for every cell, -1 beyond the edge."""

    def __init__(self, targets: object, order: Sequence[int] = (0, 1, 2, 3)) -> None:
        super().__init__(targets, bytes(order))


class TileSum(_Made, maker="tile_sum"):
    """A sum of per-tile entries."""

    _HAS_UNIT_STEPS: ClassVar = False

    def __init__(self, grid: Grid, costs: object) -> None:
        super().__init__(grid, self._HAS_UNIT_STEPS, costs)


class UnitTileSum(TileSum, maker="tile_sum"):
    """A sum of per-tile entries that every slide changes by 1."""

    _HAS_UNIT_STEPS = True


class LineSum(_Made, maker="line_sum"):
    """A sum of per-tile entries plus a look-up for every row and column."""


class WalkTable(_Made, maker="walk_table"):
    """One half of a walking distance: states, distances, slides."""


class WalkSum(_Made, maker="walk_sum"):
    """Vertical plus horizontal walking distance, for one start."""


class Maximum(_Made, maker="maximum"):
    """The largest of several heuristics."""


class Detours(_Made, maker="detours"):
    """Forbids moves that complete a detour of up to a number of moves."""

    @property
    def following(self) -> bytes:
        call("detours_following", self)
        return result()


def build_detours(grid: Grid, length: int, should_stop: ShouldStop | None) -> Detours | None:
    detours = Detours.__new__(Detours)
    detours.address = call("build_detours", grid, length, should_stop=take_first(2, should_stop))
    return detours if detours.address else None


# Pattern databases


class _Table(_Made, maker="table"):
    """The entries of a database in the memory of the module."""


class _DirectTable(_Table, maker="direct_table"):
    """The same, with an entry for each tuple of cells."""


direct_entries = _DirectTable


class _Pattern(_Made, maker="pattern"):
    """Tiles, and the entries of their database."""


class PatternSum(_Made, maker="pattern_sum"):
    """The sum of databases, each given as (tiles, entries, cells)."""

    def __init__(
        self, grid: Grid, patterns: tuple[tuple[Any, Any, Any], ...], mirror: tuple[Any, Any] | None, is_direct: bool
    ) -> None:
        held = [
            _Pattern(tiles, entries if isinstance(entries, _Table) else _Table(entries), cells)
            for tiles, entries, cells in patterns
        ]
        super().__init__(grid, held, is_direct, *(mirror or (None, None)))

    def value(self, board: object) -> int:
        return call("pattern_value", self, board)


class PatternBuild(_Made, maker="pattern_build"):
    """The building of a database: an entry for each placement by rank."""

    def __init__(self, grid: Grid, homes: object, blank: int, threads: int) -> None:
        super().__init__(grid, homes, blank)

    def run(self, should_stop: ShouldStop | None) -> bool:
        return bool(call("run_build", self, should_stop=take_first(3, should_stop)))

    def take_entries(self) -> memoryview:
        call("take_entries", self)
        return memoryview(result())


class MappingGuard:
    """Files are not mapped in the browser: a table is read."""

    def __init__(self, memory: object) -> None:
        raise OSError("the core in the browser does not map files")


# Distance tables


class StateRanking(_Made, maker="state_ranking"):
    """Numbers for the states from which the blank's goal can be reached, tiles in order."""

    def __len__(self) -> int:
        return int(call("state_count", self))


def fill_distances(
    ranking: StateRanking, table: object, threads: int, should_stop: ShouldStop | None, counts_slides: bool = False
) -> list[int] | None:
    with copied_back(table) as array:
        arguments = ranking, array, int(counts_slides)
        is_finished = call("fill_distances", *arguments, should_stop=take_first(2, should_stop))
    if not is_finished:
        return None
    return [count for (count,) in struct.iter_unpack("<Q", result())]


def collect_states(
    ranking: StateRanking,
    table: object,
    distance: int,
    cells: object,
    labels: object,
    states: object,
    should_stop: ShouldStop | None,
) -> bool:
    with copied_back(states) as array:
        arguments = ranking, table, distance, cells, labels, array
        return bool(call("collect_states", *arguments, should_stop=take_first(2, should_stop)))


# Searches


class Status(Enum):
    """How a search ended."""

    SOLVED = 0
    EXHAUSTED = 1
    STOPPED = 2


class Counters(NamedTuple):
    """What a search counted, in the order of ``Counters`` of the core (run.hpp)."""

    expanded: int
    generated: int
    duplicates: int
    reopened: int
    pruned: int
    max_frontier: int
    max_stored: int
    max_depth: int


Event: TypeAlias = tuple[int, int, int, int, int, int, int]


class SearchResult(NamedTuple):
    """What a search returns."""

    status: Status
    moves: bytes
    counters: Counters
    iterations: list[tuple[float, int, int]]
    lower_bound: int
    is_depth_cut: bool
    events: list[Event]
    is_truncated: bool


def _search(
    name: str,
    *arguments: object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
    order: Sequence[float] = (),
) -> SearchResult:
    """Run a search, whose ``order`` follows its limits."""
    numbers = [float(node_limit), depth_limit, min(event_cap, _LARGEST_CAP)]
    call(name, *arguments, *numbers, *order, should_stop=should_stop)
    content = result()
    *counts, status, lower_bound, is_depth_cut, is_truncated, moves, iterations = _OUTCOME.unpack_from(content)
    first_iteration = _OUTCOME.size + moves
    first_event = first_iteration + iterations * _ITERATION.size
    return SearchResult(
        Status(status),
        content[_OUTCOME.size : first_iteration],
        Counters(*counts),
        list(_ITERATION.iter_unpack(content[first_iteration:first_event])),
        lower_bound,
        is_depth_cut,
        list(_EVENT.iter_unpack(content[first_event:])),
        is_truncated,
    )


def ida_star(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Object,
    detours: Detours | None,
    threads: int,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult:
    """The module has one thread."""
    return _search(
        "ida_star",
        grid,
        start,
        goal,
        heuristic,
        detours,
        node_limit=node_limit,
        depth_limit=depth_limit,
        event_cap=event_cap,
        should_stop=should_stop,
    )


def best_first(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Object,
    weight_g: int,
    weight_h: float,
    tie_break: str,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
    priority: str = "linear",
    step: float = 0,
) -> SearchResult:
    if tie_break not in _TIE_BREAKS:
        raise ValueError("expected fifo, lifo or low-h to break ties")
    return _search(
        "best_first",
        grid,
        start,
        goal,
        heuristic,
        weight_g,
        weight_h,
        _TIE_BREAKS.index(tie_break),
        node_limit=node_limit,
        depth_limit=depth_limit,
        event_cap=event_cap,
        should_stop=should_stop,
        order=[_PRIORITIES.index(priority), step],
    )


def bidirectional_astar(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Object,
    backward_heuristic: Object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
    rule: str = "pairs",
    weight: float = 1,
) -> SearchResult:
    return _search(
        "bidirectional_astar",
        grid,
        start,
        goal,
        heuristic,
        backward_heuristic,
        node_limit=node_limit,
        depth_limit=depth_limit,
        event_cap=event_cap,
        should_stop=should_stop,
        order=[_FRONTIER_RULES.index(rule), weight],
    )


def depth_limited(
    grid: Grid,
    start: object,
    goal: object,
    limit: int,
    undo: bool,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult:
    return _search(
        "depth_limited",
        grid,
        start,
        goal,
        limit,
        undo,
        node_limit=node_limit,
        depth_limit=depth_limit,
        event_cap=event_cap,
        should_stop=should_stop,
    )


def _blind(name: str) -> Callable[..., SearchResult]:
    """A blind search that stores its nodes; such searches have the same parameters."""

    def search(
        grid: Grid,
        start: object,
        goal: object,
        node_limit: int,
        depth_limit: int,
        event_cap: int,
        should_stop: ShouldStop | None,
    ) -> SearchResult:
        return _search(
            name,
            grid,
            start,
            goal,
            node_limit=node_limit,
            depth_limit=depth_limit,
            event_cap=event_cap,
            should_stop=should_stop,
        )

    return search


breadth_first = _blind("breadth_first")
bidirectional = _blind("bidirectional")
depth_first = _blind("depth_first")
stack_depth_first = _blind("stack_depth_first")


def construct(
    rows: int, columns: int, start: object, goal: object, look_ahead: int, should_stop: ShouldStop | None
) -> bytes | None:
    is_finished = call("construct", rows, columns, start, goal, look_ahead, should_stop=should_stop)
    return result() if is_finished else None


# Beams


class DisplacementScore(_Made, maker="score"):
    """The score of labelled boards."""


class BeamResult(NamedTuple):
    """What a beam search returns."""

    status: Status
    moves: bytes
    samples: bytes
    counters: Counters


class WindowsResult(NamedTuple):
    """What a pass over the windows of a solution returns."""

    moves: bytes
    counters: Counters


def run_beam(
    score: DisplacementScore,
    start: object,
    width: int,
    longest: int,
    seed: int,
    samples: int,
    threads: int,
    should_stop: ShouldStop | None,
    pace: Callable[[int, int], int] | None = None,
    node_limit: int = _NO_LIMIT,
    counts_slides: bool = False,
) -> BeamResult:
    rest = width, longest, *divmod(seed, 2**32), samples, pace is not None, float(node_limit), int(counts_slides)
    call("beam", score, start, *rest, should_stop=should_stop, pace=pace)
    content = result()
    *counts, status, moves = _BEAM.unpack_from(content)
    end = _BEAM.size + moves
    return BeamResult(Status(status), content[_BEAM.size : end], content[end:], Counters(*counts))


def shorten_windows(
    rows: int,
    columns: int,
    start: object,
    moves: object,
    length: int,
    first: int,
    width: int,
    seed: int,
    weight_rows: int,
    weight_columns: int,
    weights: object,
    threads: int,
    should_stop: ShouldStop | None,
    node_limit: int = _NO_LIMIT,
) -> WindowsResult:
    settings = length, first, width, *divmod(seed, 2**32)
    scores = weight_rows, weight_columns, weights
    call("windows", rows, columns, start, moves, *settings, *scores, float(node_limit), should_stop=should_stop)
    content = result()
    counts = _COUNTS.unpack_from(content)
    return WindowsResult(content[_COUNTS.size :], Counters(*counts))
