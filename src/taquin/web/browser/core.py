"""The compiled core in the browser: what ``taquin._core`` offers, by calls of a WebAssembly module (``native/web``).

JavaScript loads the module and passes it to ``install``, before anything asks for the core. From then on this module is
``taquin._core``: the rest of the package does not know the difference. Names and arguments are those of ``_core.pyi``.
The module has one thread. What only the command line uses is left out: training and checkpoints of long builds.

A call copies its arrays into the memory of the module, and its result out of it. Databases in the form that a search
uses stay there.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from taquin.web.browser.core_calls import Array, Object, call, result, take_first, use_module

_ShouldStop: TypeAlias = Callable[[int, int, int, int], bool]
_SearchLimits: TypeAlias = tuple[int, int, int, _ShouldStop | None]
"""Nodes, depth, the number of events to record, and ``should_stop``."""
_NO_LIMIT = 2**64 - 1
_LARGEST_CAP = 2**32 - 1

_COUNTERS = (
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "pruned",
    "max_frontier",
    "max_stored",
    "max_depth",
)
_TIE_BREAKS = ("fifo", "lifo", "low-h")
_PRIORITIES = ("linear", "xdp", "xup")
"""``Counters`` and ``TieBreak`` of the core (run.hpp, bucket_queue.hpp), in the same order."""

_COUNTS = struct.Struct("<8Q")
_OUTCOME = struct.Struct("<8Qii??II")
_ITERATION = struct.Struct("<iQQ")
_EVENT = struct.Struct("<BqqbiiB")
_BEAM = struct.Struct("<8QiI")


def install(module: Any) -> None:
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


class Grid(Object):
    """The moves of the blank: four targets for every cell, -1 beyond the edge."""

    def __init__(self, targets: Any, order: Sequence[int] = (0, 1, 2, 3)) -> None:
        self.address = call("grid", targets, bytes(order))


class _Heuristic(Object):
    """A heuristic that a search takes."""


class TileSum(_Heuristic):
    """A sum of per-tile entries."""

    _HAS_UNIT_STEPS: ClassVar = False

    def __init__(self, grid: Grid, costs: Any) -> None:
        self.address = call("tile_sum", grid, self._HAS_UNIT_STEPS, costs)


class UnitTileSum(TileSum):
    """A sum of per-tile entries that every slide changes by 1."""

    _HAS_UNIT_STEPS = True


class LineSum(_Heuristic):
    """A sum of per-tile entries plus a look-up for every row and column."""

    def __init__(
        self,
        grid: Grid,
        rows: int,
        columns: int,
        costs: Any,
        row_weights: Any,
        column_weights: Any,
        row_extras: Any,
        column_extras: Any,
    ) -> None:
        self.address = call(
            "line_sum", grid, rows, columns, costs, row_weights, column_weights, row_extras, column_extras
        )


class WalkTable(Object):
    """One half of a walking distance: states, distances, slides."""

    def __init__(self, lines: int, distances: Any, following: Any, goal_lines: Any) -> None:
        self.address = call("walk_table", lines, distances, following, goal_lines)


class WalkSum(_Heuristic):
    """Vertical plus horizontal walking distance, for one start."""

    def __init__(self, vertical: WalkTable, horizontal: WalkTable, vertical_start: int, horizontal_start: int) -> None:
        self.address = call("walk_sum", vertical, horizontal, vertical_start, horizontal_start)


class Maximum(_Heuristic):
    """The largest of several heuristics."""

    def __init__(self, grid: Grid, parts: tuple[_Heuristic, ...]) -> None:
        self.address = call("maximum", grid, parts)


class Detours(Object):
    """Forbids moves that complete a detour of up to a number of moves."""

    def __init__(self, grid: Grid, following: Any) -> None:
        self.address = call("detours", grid, following)

    @property
    def following(self) -> bytes:
        call("detours_following", self)
        return result()


def build_detours(grid: Grid, length: int, should_stop: Callable[[int, int], bool] | None) -> Detours | None:
    detours = Detours.__new__(Detours)
    detours.address = call("build_detours", grid, length, should_stop=take_first(2, should_stop))
    return detours if detours.address else None


# Pattern databases


class _Table(Object):
    """The entries of a database in the memory of the module."""

    def __init__(self, name: str, *arguments: Any) -> None:
        self.address = call(name, *arguments)


class _Pattern(Object):
    def __init__(self, tiles: Any, entries: Any, cells: Any) -> None:
        table = entries if isinstance(entries, _Table) else _Table("table", entries)
        self.address = call("pattern", tiles, table, cells)


def direct_entries(cells: int, tiles: int, entries: Any) -> _Table:
    return _Table("direct_table", cells, tiles, entries)


class PatternSum(_Heuristic):
    """The sum of databases, each given as (tiles, entries, cells)."""

    def __init__(
        self,
        grid: Grid,
        patterns: tuple[tuple[Any, Any, Any], ...],
        mirror: tuple[Any, Any] | None,
        is_direct: bool,
    ) -> None:
        held = [_Pattern(*pattern) for pattern in patterns]
        self.address = call("pattern_sum", grid, held, is_direct, *(mirror or (None, None)))

    def value(self, board: Any) -> int:
        return call("pattern_value", self, board)


class PatternBuild(Object):
    """The building of a database: an entry for each placement by rank."""

    def __init__(self, grid: Grid, homes: Any, blank: int, threads: int) -> None:
        self.address = call("pattern_build", grid, homes, blank)

    def run(self, should_stop: Callable[[int, int, int], bool] | None) -> bool:
        return bool(call("run_build", self, should_stop=take_first(3, should_stop)))

    def take_entries(self) -> memoryview:
        call("take_entries", self)
        return memoryview(result())


class MappingGuard:
    """Files are not mapped in the browser: a table is read."""

    def __init__(self, memory: Any) -> None:
        raise OSError("the core in the browser does not map files")


# Distance tables


class StateRanking(Object):
    """Numbers for the states from which the blank's goal can be reached, tiles in order."""

    def __init__(self, grid: Grid, goal_blank: int) -> None:
        self.address = call("state_ranking", grid, goal_blank)

    def __len__(self) -> int:
        return int(call("state_count", self))


def fill_distances(
    ranking: StateRanking,
    table: Any,
    threads: int,
    should_stop: Callable[[int, int], bool] | None,
    counts_slides: bool = False,
) -> list[int] | None:
    array = Array(table)
    try:
        if not call("fill_distances", ranking, array, int(counts_slides), should_stop=take_first(2, should_stop)):
            return None
        array.copy_to(table)
    finally:
        array.free()
    return [count for (count,) in struct.iter_unpack("<Q", result())]


def collect_states(
    ranking: StateRanking,
    table: Any,
    distance: int,
    cells: Any,
    labels: Any,
    states: Any,
    should_stop: Callable[[int, int], bool] | None,
) -> bool:
    array = Array(states)
    try:
        is_finished = call(
            "collect_states", ranking, table, distance, cells, labels, array, should_stop=take_first(2, should_stop)
        )
        array.copy_to(states)
    finally:
        array.free()
    return bool(is_finished)


# Searches


def ida_star(
    grid: Grid,
    start: Any,
    goal: Any,
    heuristic: _Heuristic,
    detours: Detours | None,
    threads: int,
    *limits: *_SearchLimits,
) -> dict[str, Any]:
    return _search("ida_star", (grid, start, goal, heuristic, detours), limits)


def best_first(
    grid: Grid,
    start: Any,
    goal: Any,
    heuristic: _Heuristic,
    weight_g: int,
    weight_h: float,
    tie_break: str,
    *limits: *_SearchLimits,
    priority: str = "linear",
) -> dict[str, Any]:
    if tie_break not in _TIE_BREAKS:
        raise ValueError("expected fifo, lifo or low-h to break ties")
    ordering = weight_g, weight_h, _TIE_BREAKS.index(tie_break)
    return _search("best_first", (grid, start, goal, heuristic, *ordering), limits, _PRIORITIES.index(priority))


def bidirectional_astar(
    grid: Grid,
    start: Any,
    goal: Any,
    heuristic: _Heuristic,
    backward_heuristic: _Heuristic,
    *limits: *_SearchLimits,
) -> dict[str, Any]:
    return _search("bidirectional_astar", (grid, start, goal, heuristic, backward_heuristic), limits)


def breadth_first(grid: Grid, start: Any, goal: Any, *limits: *_SearchLimits) -> dict[str, Any]:
    return _search("breadth_first", (grid, start, goal), limits)


def bidirectional(grid: Grid, start: Any, goal: Any, *limits: *_SearchLimits) -> dict[str, Any]:
    return _search("bidirectional", (grid, start, goal), limits)


def _search(name: str, arguments: tuple[Any, ...], limits: _SearchLimits, *others: int) -> dict[str, Any]:
    node_limit, depth_limit, event_cap, should_stop = limits
    numbers = float(node_limit), depth_limit, min(event_cap, _LARGEST_CAP), *others
    call(name, *arguments, *numbers, should_stop=should_stop)
    content = result()
    *counts, status, lower_bound, is_depth_cut, is_truncated, moves, iterations = _OUTCOME.unpack_from(content)
    first_iteration = _OUTCOME.size + moves
    first_event = first_iteration + iterations * _ITERATION.size
    found = {
        "status": status,
        "moves": content[_OUTCOME.size : first_iteration],
        "counters": dict(zip(_COUNTERS, counts, strict=True)),
        "iterations": list(_ITERATION.iter_unpack(content[first_iteration:first_event])),
        "lower_bound": lower_bound,
        "is_depth_cut": is_depth_cut,
    }
    if event_cap:
        found["events"] = list(_EVENT.iter_unpack(content[first_event:]))
        found["is_truncated"] = is_truncated
    return found


def construct(
    rows: int, columns: int, start: Any, goal: Any, look_ahead: int, should_stop: _ShouldStop | None
) -> bytes | None:
    is_finished = call("construct", rows, columns, start, goal, look_ahead, should_stop=should_stop)
    return result() if is_finished else None


# Beams


class DisplacementScore(Object):
    """The score of labelled boards."""

    def __init__(
        self,
        rows: int,
        columns: int,
        blank: int,
        weight_rows: int,
        weight_columns: int,
        weights: Any,
        placed: Any = None,
    ) -> None:
        self.address = call("score", rows, columns, blank, weight_rows, weight_columns, weights, placed)


def run_beam(
    score: DisplacementScore,
    start: Any,
    width: int,
    longest: int,
    seed: int,
    samples: int,
    threads: int,
    should_stop: _ShouldStop | None,
    pace: Callable[[int, int], int] | None = None,
    node_limit: int = _NO_LIMIT,
    counts_slides: bool = False,
) -> dict[str, Any]:
    rest = width, longest, *divmod(seed, 2**32), samples, pace is not None, float(node_limit), int(counts_slides)
    call("beam", score, start, *rest, should_stop=should_stop, pace=pace)
    content = result()
    *counts, status, moves = _BEAM.unpack_from(content)
    return {
        "status": status,
        "moves": content[_BEAM.size : _BEAM.size + moves],
        "samples": content[_BEAM.size + moves :],
        "counters": dict(zip(_COUNTERS, counts, strict=True)),
    }


def shorten_windows(
    rows: int,
    columns: int,
    start: Any,
    moves: Any,
    length: int,
    first: int,
    width: int,
    seed: int,
    weight_rows: int,
    weight_columns: int,
    weights: Any,
    threads: int,
    should_stop: _ShouldStop | None,
    node_limit: int = _NO_LIMIT,
) -> dict[str, Any]:
    settings = length, first, width, *divmod(seed, 2**32)
    scores = weight_rows, weight_columns, weights
    call("windows", rows, columns, start, moves, *settings, *scores, float(node_limit), should_stop=should_stop)
    content = result()
    counts = _COUNTS.unpack_from(content)
    return {"moves": content[_COUNTS.size :], "counters": dict(zip(_COUNTERS, counts, strict=True))}
