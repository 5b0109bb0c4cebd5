# The one declaration of the core's calls. tests/native/test_core_declaration.py compares it with the compiled core and
# with the core in the browser (src/taquin/web/browser/core.py): names, parameters, defaults and attributes.

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, TypeAlias

ShouldStop: TypeAlias = Callable[..., bool]
"""The core calls it every few milliseconds, with the nodes expanded and generated, the lower bound and the memory, and
with the moves of a new solution in a search that improves its solution."""

BranchesFound: TypeAlias = tuple[bool, bool, bytes, int, int, int, int, int, int]
"""What a search of branches found; src/taquin/solving/shared_search.py names the values."""

def version() -> str: ...
def capabilities() -> list[str]: ...

class Status(Enum):
    SOLVED = 0
    EXHAUSTED = 1
    STOPPED = 2

class Counters:
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def duplicates(self) -> int: ...
    @property
    def reopened(self) -> int: ...
    @property
    def pruned(self) -> int: ...
    @property
    def max_frontier(self) -> int: ...
    @property
    def max_stored(self) -> int: ...
    @property
    def max_depth(self) -> int: ...

Event: TypeAlias = tuple[int, int, int, int, int, int, int]
"""EventKind, node, parent, move, g, h and Reason; see native/include/taquin/run/sink.hpp."""

class SearchResult:
    @property
    def status(self) -> Status: ...
    @property
    def moves(self) -> bytes: ...
    @property
    def counters(self) -> Counters: ...
    @property
    def iterations(self) -> list[tuple[float, int, int]]: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def is_depth_cut(self) -> bool: ...
    @property
    def events(self) -> list[Event]: ...
    @property
    def is_truncated(self) -> bool: ...

class Grid:
    def __init__(self, targets: object, order: Sequence[int] = ...) -> None: ...

class MappingGuard:
    def __init__(self, memory: object) -> None: ...
    @property
    def is_broken(self) -> bool: ...

class Detours:
    following: bytes
    def __init__(self, grid: Grid, following: object) -> None: ...

def build_detours(grid: Grid, length: int, should_stop: Callable[[int, int], bool] | None) -> Detours | None: ...

class TileSum:
    def __init__(self, grid: Grid, costs: object) -> None: ...

class UnitTileSum:
    def __init__(self, grid: Grid, costs: object) -> None: ...

class LineSum:
    def __init__(
        self,
        grid: Grid,
        rows: int,
        columns: int,
        costs: object,
        row_weights: object,
        column_weights: object,
        row_extras: object,
        column_extras: object,
    ) -> None: ...

class WalkTable:
    def __init__(self, lines: int, distances: object, following: object, goal_lines: object) -> None: ...

class WalkSum:
    def __init__(
        self, vertical: WalkTable, horizontal: WalkTable, vertical_start: int, horizontal_start: int
    ) -> None: ...

def construct(
    rows: int, columns: int, start: object, goal: object, look_ahead: int, should_stop: ShouldStop | None
) -> bytes | None: ...

class DisplacementScore:
    def __init__(
        self,
        rows: int,
        columns: int,
        blank: int,
        weight_rows: int,
        weight_columns: int,
        weights: object,
        placed: object = ...,
    ) -> None: ...
    def evaluate(self, labels: object) -> int: ...

class BeamResult:
    @property
    def status(self) -> Status: ...
    @property
    def moves(self) -> bytes: ...
    @property
    def samples(self) -> bytes: ...
    @property
    def counters(self) -> Counters: ...

class WindowsResult:
    @property
    def moves(self) -> bytes: ...
    @property
    def counters(self) -> Counters: ...

class RankedBoards:
    @property
    def boards(self) -> bytes: ...
    @property
    def solved(self) -> int: ...
    @property
    def moves(self) -> int: ...

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
    node_limit: int = ...,
    counts_slides: bool = ...,
) -> BeamResult: ...
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
    node_limit: int = ...,
) -> WindowsResult: ...
def collect_ranked(
    score: DisplacementScore,
    seed: int,
    boards: int,
    width: int,
    longest: int,
    samples: int,
    threads: int,
    should_stop: ShouldStop | None,
) -> RankedBoards: ...
def fit_weights(
    score: DisplacementScore,
    boards: object,
    seed: int,
    epochs: int,
    rate: float,
    temperature: float,
    fine: float,
    weights: object,
    should_stop: ShouldStop | None,
) -> bool: ...

class StateRanking:
    def __init__(self, grid: Grid, goal_blank: int) -> None: ...
    def __len__(self) -> int: ...

def fill_distances(
    ranking: StateRanking,
    table: object,
    threads: int,
    should_stop: Callable[[int, int], bool] | None,
    counts_slides: bool = ...,
) -> list[int] | None: ...
def collect_states(
    ranking: StateRanking,
    table: object,
    distance: int,
    cells: object,
    labels: object,
    states: object,
    should_stop: Callable[[int, int], bool] | None,
) -> bool: ...
def fill_slide_database(
    rows: int,
    columns: int,
    goal_blank: int,
    homes: object,
    table: object,
    threads: int,
    should_stop: Callable[[int, int], bool] | None,
) -> list[int] | None: ...

class SlideDatabases:
    def __init__(
        self,
        index_rows: int,
        index_columns: int,
        rows: int,
        columns: int,
        views: tuple[tuple[object, object, object], ...],
    ) -> None: ...

def search_slides(
    databases: SlideDatabases,
    start: object,
    node_limit: int,
    depth_limit: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...

class PatternSum:
    def __init__(
        self,
        grid: Grid,
        patterns: tuple[tuple[object, object, object], ...],
        mirror: tuple[object, object] | None,
        is_direct: bool,
    ) -> None: ...
    def value(self, board: object) -> int: ...

Heuristic: TypeAlias = TileSum | UnitTileSum | LineSum | WalkSum | PatternSum | Maximum

class Maximum:
    def __init__(self, grid: Grid, parts: tuple[Heuristic, ...]) -> None: ...

class PatternBuild:
    def __init__(self, grid: Grid, homes: object, blank: int, threads: int) -> None: ...
    @property
    def level(self) -> int: ...
    def run(self, should_stop: Callable[[int, int, int], bool] | None) -> bool: ...
    def workspace(self) -> memoryview: ...
    def restore(self, level: int, workspace: object) -> None: ...
    def take_entries(self) -> memoryview: ...

def direct_entries(cells: int, tiles: int, entries: object) -> memoryview: ...
def ida_star(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Heuristic,
    detours: Detours | None,
    threads: int,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...
def ida_star_elsewhere(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Heuristic,
    detours: Detours | None,
    workers: int,
    node_limit: int,
    should_stop: ShouldStop | None,
    search: Callable[[int, int, int, int, int], BranchesFound],
) -> SearchResult: ...
def ida_star_branches(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Heuristic,
    detours: Detours | None,
    bound: int,
    reach: int,
    first: int,
    last: int,
    should_stop: ShouldStop | None,
) -> BranchesFound: ...
def best_first(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Heuristic,
    weight_g: int,
    weight_h: float,
    tie_break: str,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
    priority: str = "linear",
    step: float = 0,
) -> SearchResult: ...
def bidirectional_astar(
    grid: Grid,
    start: object,
    goal: object,
    heuristic: Heuristic,
    backward_heuristic: Heuristic,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
    rule: str = "pairs",
    weight: float = 1,
) -> SearchResult: ...
def breadth_first(
    grid: Grid,
    start: object,
    goal: object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...
def bidirectional(
    grid: Grid,
    start: object,
    goal: object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...
def depth_first(
    grid: Grid,
    start: object,
    goal: object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...
def stack_depth_first(
    grid: Grid,
    start: object,
    goal: object,
    node_limit: int,
    depth_limit: int,
    event_cap: int,
    should_stop: ShouldStop | None,
) -> SearchResult: ...
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
) -> SearchResult: ...
def search_space(
    start: object,
    h: float,
    successors: Callable[..., Any],
    is_goal: Callable[..., Any],
    estimate: Callable[..., Any] | None,
    update: Callable[..., Any] | None,
    check: Callable[..., float] | None,
    fail: Callable[..., Any] | None,
    refuse: Callable[..., Any] | None,
    report: Callable[..., int],
    weight_g: float,
    weight_h: float,
    tie_break: str,
    depth_limit: int,
) -> list[Any] | None: ...

class VariantSearch:
    def __init__(
        self,
        rows: int,
        columns: int,
        goal: object,
        estimates: list[tuple[object, int]],
        orders: object,
        weights: object,
    ) -> None: ...
    def run(self, start: object, code: int, limit: int) -> tuple[list[int], bytes, int] | None: ...
    def narrow(
        self,
        start: object,
        codes: object,
        masks: object,
        definitions: object,
        printed: object,
        path: object | None,
        needs_all: bool,
        limit: int,
        work: int,
    ) -> tuple[int, int, bytes, bytes]: ...
