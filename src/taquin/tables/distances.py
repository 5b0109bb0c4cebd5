"""Exact distances of all boards that can reach a goal, for boards of up to 12 cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from threading import Lock
from typing import Literal

from taquin import _native
from taquin.errors import BackendError, BoardError, TableError
from taquin.puzzle.arguments import as_real, check_choice, check_whole
from taquin.puzzle.board import Board, BoardLike, State, as_board, one_line
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.slides import Metric, MetricLike, Slide, SlideSpace, as_metric, moves_of_slides
from taquin.puzzle.words import shown
from taquin.run.limits import checking_limits
from taquin.tables.ranked_distances import (
    MAXIMUM_CELLS,
    MINIMUM_CELLS,
    RankedDistances,
    TableListener,
    can_rank,
    has_file,
    has_intact_file,
)
from taquin.tables.storage.folder import WarningHandler, issue_warning

PYTHON_CELLS = 9  # the limit without the native core: on 3×3 181,440 boards can reach a goal, on 2×5 ten times as many

_REMOVE = "`taquin pdb remove` removes its file, which Taquin did not write"
_BYTES_PER_STATE = 200  # in Python: the cells, and an entry of a set and of a dictionary


class DistanceTable:
    """The exact number of moves, or of slides, between a goal and every board that can reach it.

    Built by breadth-first search from the goal over the whole space. Solvers and heuristics are checked against this
    table, so it uses none of them. On the native core a board takes one byte: 3×3 takes 10 ms, and 12 cells take about
    15 s and 239,500,800 bytes, stored in a file for the next run. In Python 3×3 takes 0.3 s and 30 MB.

    >>> table = DistanceTable(shape="2x2")
    >>> table
    DistanceTable(Board('1 2 / 3 0'))
    >>> table.counts, table.radius
    ((1, 2, 2, 2, 2, 2, 1), 6)
    >>> table.distance("0 3 / 2 1"), [move.word for move in table.best_moves([[0, 3], [2, 1]])]
    (6, ['Down', 'Right'])
    >>> DistanceTable(shape="3x3", metric="slides").radius
    24
    """

    def __init__(
        self,
        goal: GoalLike | None = None,
        *,
        shape: ShapeLike | None = None,
        backend: Literal["auto", "python", "native"] = "auto",
        listener: TableListener | None = None,
        warn: WarningHandler = issue_warning,
        metric: MetricLike = Metric.MOVES,
    ) -> None:
        """Search the whole space, or open the file of a table that has one.

        The goal is a board or a name; without one it is the standard goal, and without a shape it is 3×3. The distances
        are in the metric ``moves`` or ``slides``. ``listener`` gets the progress of the core. ``warn`` is called if a
        file is damaged or cannot be written; by default it issues a ``CacheWarning``. Raises ``BoardError`` for boards
        of more than 12 cells (9 without the core), and ``BackendError`` if ``backend`` is ``native`` and the core does
        not support the shape.
        """
        goal = make_goal(goal, shape)
        check_choice("backend", backend, ["auto", "python", "native"])
        metric = as_metric(metric)
        is_native = backend == "native" or (backend == "auto" and can_rank(goal.shape, metric))
        if is_native and not can_rank(goal.shape, metric):
            sizes = f"it supports {MINIMUM_CELLS} to {MAXIMUM_CELLS} cells, with at least two rows and two columns"
            reason = sizes if _native.is_available() else _native.describe()
            raise BackendError(f"the native core builds no distance table for {goal.shape} boards: {reason}")
        if not is_native and (reason := table_unsupported_reason(goal.shape, is_native=False)):
            raise BoardError(reason, hint=_hint(goal.shape))
        self.goal, self.metric = goal, metric
        self._space = Problem(goal, goal, metric=metric).space
        self.backend = "native" if is_native else "python"
        self._distances: SearchedDistances | RankedDistances = (
            RankedDistances(goal, listener=listener, warn=warn, metric=metric)
            if is_native
            else SearchedDistances(self._space)
        )

    def __repr__(self) -> str:
        unit = "" if self.metric is Metric.MOVES else f", metric={str(self.metric)!r}"
        return f"DistanceTable({self.goal!r}{unit})"

    def __len__(self) -> int:
        """The number of boards that can reach the goal, including the goal itself."""
        return sum(self.counts)

    @property
    def radius(self) -> int:
        """The greatest distance of any board."""
        return len(self.counts) - 1

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of boards at each distance, from 0 to the radius."""
        return self._distances.counts

    @property
    def mean(self) -> float:
        """The mean distance of all boards."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / len(self)

    def get(self, board: BoardLike) -> int | None:
        """The distance of a board, or None if it cannot reach the goal."""
        return self._distances.get(self._state(board))

    def distance(self, board: BoardLike) -> int:
        """The distance of a board. Raises ``BoardError`` if it cannot reach the goal."""
        distance = self.get(board)
        if distance is None:
            shown = as_board(board, self.goal.shape)
            raise BoardError(f"{one_line(shown)} cannot reach {one_line(self.goal)}", hint="taquin check says why")
        return distance

    def states_at(self, depth: int) -> tuple[State, ...]:
        """All states at this distance, in the order of their cells. Raises ``BoardError`` beyond the radius."""
        depth = self._check_depth(depth)
        return self._distances.states_at(depth)

    def count_at(self, depth: int) -> int:
        """The number of states at this distance. Raises ``BoardError`` for a distance beyond the radius."""
        return self.counts[self._check_depth(depth)]

    def state_at(self, depth: int, index: int) -> State:
        """``states_at(depth)[index]``, without unpacking all the other states."""
        depth = self._check_depth(depth)
        return self._distances.state_at(depth, check_whole("index", index, most=self.counts[depth] - 1))

    def best_moves(self, board: BoardLike) -> tuple[Move, ...]:
        """The direction of every first move or slide of a shortest solution, in the order Up, Down, Left, Right.

        Empty at the goal. In slides, a direction is repeated for each number of tiles: see ``best_slides``.
        """
        return tuple(slide.move for slide in self.best_slides(board))

    def best_slides(self, board: BoardLike) -> tuple[Slide, ...]:
        """The same with the number of tiles, which is always 1 in a table of moves."""
        wanted = self.distance(board) - 1
        return tuple(
            Slide.from_number(number)
            for number, child in self._space.successors(self._state(board))
            if self._distances.get(child) == wanted
        )

    def best_path(self, board: BoardLike) -> tuple[Move, ...]:
        """The single moves of the shortest solution that comes first in the order of successors."""
        state, path = self._state(board), []
        for left in range(self.distance(board), 0, -1):
            children = (
                (n, child) for n, child in self._space.successors(state) if self._distances.get(child) == left - 1
            )
            number, state = next(children, (-1, state))
            if number < 0:
                raise TableError(f"the distance table of {self.goal.shape} has wrong entries", hint=_REMOVE)
            path.append(number)
        return tuple(map(Move, moves_of_slides(path)))

    def _state(self, board: BoardLike) -> State:
        if isinstance(board, bytes):
            return board
        board = board if isinstance(board, Board) else as_board(board, self.goal.shape)
        if board.shape != self.goal.shape:
            raise BoardError(f"the goal is a {self.goal.shape} board, this one {board.shape}: expected the same shape")
        return board.state

    def _check_depth(self, depth: int) -> int:
        number = as_real(depth)
        if number is None or number not in range(self.radius + 1):
            raise BoardError(
                f"no board is at distance {shown(depth)} from {one_line(self.goal)}: expected 0 to {self.radius}"
            )
        return int(number)


class SearchedDistances:
    """The reference implementation: breadth-first search in Python, with all states in a dictionary."""

    is_unchanged = True

    def __init__(self, space: TileSpace | SlideSpace) -> None:
        self._layers: list[set[State] | tuple[State, ...]] = [*_search(space)]
        self._distances: dict[State, int] = {}
        for depth, layer in enumerate(self._layers):
            self._distances.update(dict.fromkeys(layer, depth))
        self.counts = tuple(map(len, self._layers))

    def get(self, state: State) -> int | None:
        return self._distances.get(state)

    def states_at(self, depth: int) -> tuple[State, ...]:
        layer = self._layers[depth]
        if isinstance(layer, set):  # the order of a set of bytes differs between processes
            layer = self._layers[depth] = tuple(sorted(layer))
        return layer

    def state_at(self, depth: int, index: int) -> State:
        return self.states_at(depth)[index]


def _search(space: TileSpace | SlideSpace) -> Iterator[set[State]]:
    """The layers of a breadth-first search: all states at distance 0, then 1, and so on.

    Every neighbour of a layer is in this layer, the one before or the one after it.
    """
    before: set[State] = set()
    layer = {space.start}
    memory = 0
    while layer:
        yield layer
        memory += _BYTES_PER_STATE * len(layer)
        states = checking_limits(layer, partial(int, memory))
        following = {child for state in states for _, child in space.successors(state)}
        before, layer = layer, following - layer - before


def table_unsupported_reason(shape: Shape, *, is_native: bool | None = None, metric: Metric = Metric.MOVES) -> str:
    """Why boards of this shape have no distance table on this backend; empty if they have one."""
    if shape.cells > MAXIMUM_CELLS:
        return f"a {shape} board is too large for a table of all distances: the limit is {MAXIMUM_CELLS} cells"
    if is_native is None:
        is_native = can_rank(shape, metric)
    if shape.cells > PYTHON_CELLS and not shape.is_line and not is_native:
        return f"a distance table for {shape} needs the native core: without it the limit is {PYTHON_CELLS} cells"
    return ""


def _hint(shape: Shape) -> str:
    if shape.cells > MAXIMUM_CELLS:
        return "`taquin solve` searches larger boards"
    if _native.is_available():
        return "use the backend `auto` or `native`"
    return f"install taquin where there is a C++ compiler; this is {_native.describe()}"


_recent: dict[tuple[Board, Metric], DistanceTable] = {}
_MAXIMUM_RECENT = 4
_recent_lock = Lock()


def distance_table(
    goal: Board,
    *,
    listener: TableListener | None = None,
    warn: WarningHandler = issue_warning,
    metric: Metric = Metric.MOVES,
) -> DistanceTable:
    """The table for this goal. The four most recently used tables stay in memory."""
    with _recent_lock:
        table = _recent.pop((goal, metric), None)
    if table is None or not table._distances.is_unchanged:  # a file may have been changed since
        table = DistanceTable(goal, listener=listener, warn=warn, metric=metric)
    with _recent_lock:
        _recent[goal, metric] = table
        while len(_recent) > _MAXIMUM_RECENT:
            del _recent[next(iter(_recent))]
    return table


def ready_table(
    goal: Board, *, warn: WarningHandler = issue_warning, metric: Metric = Metric.MOVES
) -> DistanceTable | None:
    """The table for this goal if it is available within about a third of a second, else None.

    That is the case for boards of up to 10 cells (9 without the native core), and for 12 cells if the file of the table
    exists.
    """
    shape = goal.shape
    if table_unsupported_reason(shape, metric=metric):
        return None
    if can_rank(shape, metric) and has_file(shape) and not has_intact_file(goal, metric, warn):
        return None
    return distance_table(goal, warn=warn, metric=metric)
