"""Exact distances of all boards that can reach a goal, for boards of up to 9 cells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from taquin.board import Board, State
from taquin.errors import BoardError
from taquin.moves import Move, steps

MAXIMUM_CELLS = 9
"""3×3 has 181,440 boards that reach a goal; the next larger shape, 2×5, ten times as many."""


class DistanceTable:
    """The exact number of slides between a goal and every board that can reach it.

    Made by breadth-first search from the goal over the whole space: about 0.3 s and 30 MB for 3×3. This table is the
    judge of every solver and every heuristic, so it uses none of them.

    >>> from taquin.goals import standard
    >>> from taquin.geometry import Shape
    >>> table = DistanceTable(standard(Shape(2, 2)))
    >>> table.counts, table.radius
    ((1, 2, 2, 2, 2, 2, 1), 6)
    >>> table.distance(Board([0, 3, 2, 1])), [move.word for move in table.best_moves(Board([0, 3, 2, 1]))]
    (6, ['Down', 'Right'])
    """

    def __init__(self, goal: Board) -> None:
        """Search the whole space. Raises ``BoardError`` for boards of more than 9 cells."""
        if goal.shape.cells > MAXIMUM_CELLS:
            raise BoardError(
                f"a {goal.shape} board is too large for a table of all distances: the most is {MAXIMUM_CELLS} cells",
                hint="larger ones come with the native core",
            )
        self.goal = goal
        self._layers: list[set[bytes] | tuple[bytes, ...]] = [*_search(goal)]
        self._distances: dict[State, int] = {}
        for depth, layer in enumerate(self._layers):
            self._distances.update(dict.fromkeys(layer, depth))

    def __len__(self) -> int:
        """The number of boards that can reach the goal."""
        return len(self._distances)

    @property
    def radius(self) -> int:
        """The distance of the boards that are farthest away."""
        return len(self._layers) - 1

    @property
    def counts(self) -> tuple[int, ...]:
        """How many boards there are at each distance, from 0 to the radius."""
        return tuple(map(len, self._layers))

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
        if not 0 <= depth <= self.radius:
            raise BoardError(f"no board is at distance {depth} from {self.goal!r}: expected 0 to {self.radius}")
        layer = self._layers[depth]
        if isinstance(layer, set):  # sets of bytes have another order in every process
            layer = self._layers[depth] = tuple(sorted(layer))
        return layer

    def best_moves(self, board: Board | State) -> tuple[Move, ...]:
        """Every move that begins a shortest solution, in the order Up, Down, Left, Right; none at the goal."""
        wanted = self.distance(board) - 1
        state = self._state(board)
        blank = state.index(0)
        moves = []
        for move, target in steps(self.goal.shape)[blank]:
            cells = list(state)
            cells[blank], cells[target] = cells[target], 0
            if self._distances[bytes(cells)] == wanted:
                moves.append(move)
        return tuple(moves)

    def _state(self, board: Board | State) -> State:
        if not isinstance(board, Board):
            return board
        if board.shape != self.goal.shape:
            raise BoardError(f"the goal is a {self.goal.shape} board, this one {board.shape}: expected the same shape")
        return board.state


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


@lru_cache(maxsize=4)
def distance_table(goal: Board) -> DistanceTable:
    """The table for this goal; the last four are kept."""
    return DistanceTable(goal)
