"""Exact distances of all boards that can reach a goal, for boards of up to 12 cells."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import Literal, Protocol

from taquin import _native
from taquin.errors import BackendError, BoardError
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, steps
from taquin.tables.cache import Say, warn
from taquin.tables.ranked_distances import (
    MAXIMUM_CELLS,
    MINIMUM_CELLS,
    RankedDistances,
    TableListener,
    can_rank,
    has_file,
)

PYTHON_CELLS = 9
"""The most without the native core: 3×3 has 181,440 boards that reach a goal, 2×5 ten times as many."""

__all__ = ["MAXIMUM_CELLS", "PYTHON_CELLS", "DistanceTable", "distance_table", "ready_table", "why_no_table"]


class Distances(Protocol):
    """What a table of distances can say of states: searched in Python, or made by the core."""

    counts: tuple[int, ...]

    def get(self, state: State) -> int | None: ...
    def states_at(self, depth: int) -> tuple[State, ...]: ...
    def state_at(self, depth: int, index: int) -> State: ...


class DistanceTable:
    """The exact number of slides between a goal and every board that can reach it.

    Made by breadth-first search from the goal over the whole space. This table is the judge of every solver and every
    heuristic, so it uses none of them. On the native core 3×3 takes 10 ms and a byte a board, and 12 cells some 15 s:
    239,500,800 bytes, which are kept in a file for the next time. In Python 3×3 takes 0.3 s and 30 MB.

    >>> from taquin.puzzle.goals import standard
    >>> from taquin.puzzle.geometry import Shape
    >>> table = DistanceTable(standard(Shape(2, 2)))
    >>> table.counts, table.radius
    ((1, 2, 2, 2, 2, 2, 1), 6)
    >>> table.distance(Board([0, 3, 2, 1])), [move.word for move in table.best_moves(Board([0, 3, 2, 1]))]
    (6, ['Down', 'Right'])
    """

    def __init__(
        self,
        goal: Board,
        *,
        backend: Literal["auto", "python", "native"] = "auto",
        listener: TableListener | None = None,
        say: Say = warn,
    ) -> None:
        """Search the whole space, or open the file of a table that has one.

        ``listener`` is told how far the core is; ``say`` gets a word if a file was damaged or cannot be written, else a
        ``CacheWarning`` says it. Raises ``BoardError`` for boards of more than 12 cells, or of more than 9 without the
        core, and ``BackendError`` if the core is asked for and cannot do it.
        """
        is_native = backend == "native" or (backend == "auto" and can_rank(goal.shape))
        if is_native and not can_rank(goal.shape):
            raise BackendError(f"the native core makes no table for {goal.shape} boards: {_why_not(goal.shape)}")
        if not is_native and (reason := why_no_table(goal.shape, is_native=False)):
            raise BoardError(reason, hint=_hint(goal.shape))
        self.goal = goal
        self.backend = "native" if is_native else "python"
        self._distances: Distances = (
            RankedDistances(goal, listener=listener, say=say) if is_native else SearchedDistances(goal)
        )

    @classmethod
    def _of(cls, goal: Board, distances: Distances) -> DistanceTable:
        table = cls.__new__(cls)
        table.goal, table.backend, table._distances = goal, "native", distances
        return table

    def __len__(self) -> int:
        """The number of boards that can reach the goal."""
        return sum(self.counts)

    @property
    def radius(self) -> int:
        """The distance of the boards that are farthest away."""
        return len(self.counts) - 1

    @property
    def counts(self) -> tuple[int, ...]:
        """How many boards there are at each distance, from 0 to the radius."""
        return self._distances.counts

    @property
    def mean(self) -> float:
        """The mean distance of all boards."""
        return sum(depth * count for depth, count in enumerate(self.counts)) / len(self)

    def get(self, board: Board | State) -> int | None:
        """The distance of a board, or None if it cannot reach the goal."""
        return self._distances.get(self._state(board))

    def distance(self, board: Board | State) -> int:
        """The distance of a board. Raises ``BoardError`` if it cannot reach the goal."""
        distance = self.get(board)
        if distance is None:
            shown = board if isinstance(board, Board) else Board.from_state(board, self.goal.shape)
            raise BoardError(f"{shown!r} cannot reach {self.goal!r}", hint="taquin check says why")
        return distance

    def states_at(self, depth: int) -> tuple[State, ...]:
        """All states at this distance, in the order of their cells. Raises ``BoardError`` beyond the radius."""
        self._check_depth(depth)
        return self._distances.states_at(depth)

    def state_at(self, depth: int, index: int) -> State:
        """``states_at(depth)[index]``; on large boards without making all the others."""
        self._check_depth(depth)
        return self._distances.state_at(depth, index)

    def best_moves(self, board: Board | State) -> tuple[Move, ...]:
        """Every move that begins a shortest solution, in the order Up, Down, Left, Right; none at the goal."""
        wanted = self.distance(board) - 1
        state = self._state(board)
        blank = state.index(0)
        moves = []
        for move, target in steps(self.goal.shape)[blank]:
            cells = list(state)
            cells[blank], cells[target] = cells[target], 0
            if self._distances.get(bytes(cells)) == wanted:
                moves.append(move)
        return tuple(moves)

    def best_path(self, board: Board) -> tuple[Move, ...]:
        """A shortest solution: of several the one whose moves come first in the order Up, Down, Left, Right."""
        path = []
        for _ in range(self.distance(board)):
            path.append(self.best_moves(board)[0])
            board = board.play_unchecked(path[-1])
        return tuple(path)

    def _state(self, board: Board | State) -> State:
        if not isinstance(board, Board):
            return board
        if board.shape != self.goal.shape:
            raise BoardError(f"the goal is a {self.goal.shape} board, this one {board.shape}: expected the same shape")
        return board.state

    def _check_depth(self, depth: int) -> None:
        if not 0 <= depth <= self.radius:
            raise BoardError(f"no board is at distance {depth} from {self.goal!r}: expected 0 to {self.radius}")


class SearchedDistances:
    """The definition: breadth-first search in Python, with every state in a dictionary."""

    def __init__(self, goal: Board) -> None:
        self._layers: list[set[bytes] | tuple[bytes, ...]] = [*_search(goal)]
        self._distances: dict[State, int] = {}
        for depth, layer in enumerate(self._layers):
            self._distances.update(dict.fromkeys(layer, depth))
        self.counts = tuple(map(len, self._layers))

    def get(self, state: State) -> int | None:
        """The distance of a state, or None if it cannot reach the goal."""
        return self._distances.get(state)

    def states_at(self, depth: int) -> tuple[State, ...]:
        """All states at this distance, in the order of their cells."""
        layer = self._layers[depth]
        if isinstance(layer, set):  # sets of bytes have another order in every process
            layer = self._layers[depth] = tuple(sorted(layer))
        return layer

    def state_at(self, depth: int, index: int) -> State:
        """One of them."""
        return self.states_at(depth)[index]


def _search(goal: Board) -> Iterator[set[bytes]]:
    """Breadth-first, one layer after another.

    A slide changes the parity of the distance, so a neighbour of a layer lies in the one before or in the one after.
    """
    targets = [[target for _, target in cell] for cell in steps(goal.shape)]
    exchange = [bytes.maketrans(bytes([0, tile]), bytes([tile, 0])) for tile in range(goal.shape.cells)]
    before: set[bytes] = set()
    layer = {bytes(goal)}
    while layer:
        yield layer
        following = {state.translate(exchange[state[target]]) for state in layer for target in targets[state.index(0)]}
        before, layer = layer, following - before


def why_no_table(shape: Shape, *, is_native: bool | None = None) -> str:
    """Why there is no table of all distances for boards of this shape; empty if there is one."""
    if shape.cells > MAXIMUM_CELLS:
        return f"a {shape} board is too large for a table of all distances: the most is {MAXIMUM_CELLS} cells"
    if is_native is None:
        is_native = can_rank(shape)
    if shape.cells > PYTHON_CELLS and not shape.is_line and not is_native:
        return f"a {shape} board needs the native core for a table of all distances: in Python the most is 9 cells"
    return ""


def _hint(shape: Shape) -> str:
    if shape.cells > MAXIMUM_CELLS:
        return "larger boards have to be searched: see `taquin solve`"
    if _native.is_available():
        return "use the backend auto or native"
    return f"install taquin where there is a C++ compiler; this is {_native.describe()}"


def _why_not(shape: Shape) -> str:
    if not _native.is_available():
        return _native.describe()
    return f"it takes two rows and columns at least, and 6 to {MAXIMUM_CELLS} cells"


_kept: dict[Board, DistanceTable] = {}
_MOST_KEPT = 4
_keeping = Lock()


def distance_table(goal: Board, *, listener: TableListener | None = None, say: Say = warn) -> DistanceTable:
    """The table for this goal; the last four are kept in memory."""
    table = _kept.pop(goal, None)
    return _keep(DistanceTable(goal, listener=listener, say=say) if table is None else table)


def ready_table(goal: Board, *, say: Say = warn) -> DistanceTable | None:
    """The table for this goal if it takes no time, else None.

    So it is for 12 cells if its file is there, and for fewer with the native core: 2×5 takes 0.1 s. Without the core it
    is for 2×2 and single lines only.
    """
    shape = goal.shape
    if why_no_table(shape) or not (can_rank(shape) or shape.cells < MINIMUM_CELLS or shape.is_line):
        return None
    if not can_rank(shape) or not has_file(shape) or goal in _kept:
        return distance_table(goal, say=say)
    opened = RankedDistances.open(goal, say=say)
    return None if opened is None else _keep(DistanceTable._of(goal, opened))


def _keep(table: DistanceTable) -> DistanceTable:
    with _keeping:
        _kept[table.goal] = table
        while len(_kept) > _MOST_KEPT:
            del _kept[next(iter(_kept))]
    return table
