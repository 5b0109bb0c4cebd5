"""Constructive solving: a good solution for a board of any size, in time proportional to its length.

1. *Settle*: the blank walks over the board. At each step it looks a few moves ahead and takes the first move of the
   path that brings the tiles nearest to their homes. Tiles that move in the same direction move together, as trains.
2. *Peel*: one line after the other, rows or columns from the outside, gets its tiles and is never touched again. Each
   tile, and the last two tiles of a line together, get there in the fewest moves.
3. *Finish*: the last block, at most 3×3, is solved in the fewest moves.

I. Parberry, *A real-time algorithm for the (n²-1)-puzzle*, 1995, places one tile at a time from the beginning and needs
8/3·n³ moves on average. After the first phase most tiles are at home and the others near.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import isqrt
from typing import NamedTuple

from taquin.errors import InternalError
from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome
from taquin.run.run import POLL_EVERY, Run

BLOCK = 3
"""The last block has at most this many rows and columns."""

PRICE = 3
"""How many moves the second phase needs, about, for each unit of Manhattan distance that the first one leaves."""

NEAR = 4
"""Up to this distance a tile is brought home in one piece, farther ones in hops."""

HOP = 3
"""A hop brings a tile up to so many rows and so many columns nearer."""

ROUNDS = 3
"""How often the last two tiles of a line are brought near, because one may carry the other away."""

UP, DOWN, LEFT, RIGHT = range(4)


def constructive(space: TileSpace, run: Run) -> Outcome:
    """Solve a board of any size at once. Complete; not optimal; memory for the board and the moves.

    Every move of the solution is a node. What the phases look at to choose their moves is not counted.
    """

    def poll(made: int) -> None:
        run.counters.expanded = made
        run.poll()

    return report(run, construct(space.shape, space.start, space.goal, poll))


def report(run: Run, moves: bytes) -> Outcome:
    """Count the moves of a solution as nodes, tell an observer of them, and end the run."""
    run.counters.expanded = run.next_poll = 0
    run.add_root(0, 0)
    if len(moves) > run.depth_limit:
        run.is_depth_limited = True
        return run.exhausted(is_complete=False)
    if run.observer is None and run.limits.nodes is None:
        run.counters.expanded = run.counters.generated = run.counters.max_depth = len(moves)
    else:
        for node, move in enumerate(moves):
            run.expand(node)
            run.generate(node + 1, node, move, node + 1, 0)
    return run.solved(moves, len(moves))


def construct(shape: Shape, start: State, goal: State, poll: Callable[[int], None]) -> bytes:
    """Moves from a board to a goal that it can reach. ``poll`` is called often, with the number of moves so far."""
    board = _Board(shape, start, goal)
    if shape.is_line:
        board.slide_home()
    else:
        if shape.rows > BLOCK or shape.columns > BLOCK:
            _settle(board, poll)
        _peel(board, poll)
    return bytes(board.moves)


class _Board:
    """A board with a border of -1, where each tile knows its home, and the moves made so far.

    A cell is ``(row + 1) * width + column + 1``.
    """

    def __init__(self, shape: Shape, start: State, goal: State) -> None:
        self.rows, self.columns = shape.rows, shape.columns
        self.width = shape.columns + 2
        self.steps = (-self.width, self.width, -1, 1)
        self.tiles = [-1] * (self.width * (shape.rows + 2))
        self.home = [0] * shape.cells
        for cell in range(shape.cells):
            self.tiles[self.padded(*shape.position(cell))] = start[cell]
            self.home[goal[cell]] = self.padded(*shape.position(cell))
        self.wanted = [-1] * len(self.tiles)
        for tile, cell in enumerate(self.home):
            self.wanted[cell] = tile
        self.where = [0] * shape.cells
        for cell, tile in enumerate(self.tiles):
            if tile >= 0:
                self.where[tile] = cell
        self.blank = self.where[0]
        self.moves = bytearray()

    def cells(self, area: _Rectangle) -> list[int]:
        """The cells of a rectangle, row by row."""
        rows, columns = range(area.top, area.bottom + 1), range(area.left, area.right + 1)
        return [self.padded(row, column) for row in rows for column in columns]

    def padded(self, row: int, column: int) -> int:
        """The cell in this row and column."""
        return (row + 1) * self.width + column + 1

    def position(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell."""
        row, column = divmod(cell, self.width)
        return row - 1, column - 1

    def distance(self, one: int, other: int) -> int:
        """The Manhattan distance of two cells."""
        (row, column), (other_row, other_column) = divmod(one, self.width), divmod(other, self.width)
        return abs(row - other_row) + abs(column - other_column)

    def distance_to_fill(self, cell: int) -> int:
        """How far the tile that belongs into a cell is from it."""
        return self.distance(self.where[self.wanted[cell]], cell)

    def play(self, move: int) -> None:
        """Make one move; if it undoes the last one, both are dropped."""
        target = self.blank + self.steps[move]
        tile = self.tiles[target]
        self.tiles[self.blank], self.tiles[target] = tile, 0
        self.where[tile], self.where[0] = self.blank, target
        self.blank = target
        if self.moves and self.moves[-1] == move ^ 1:
            self.moves.pop()
        else:
            self.moves.append(move)

    def slide_home(self) -> None:
        """Move the blank to its home in a board of one line, the only thing that can be done there."""
        while self.blank != self.home[0]:
            is_row = self.rows == 1
            self.play((LEFT if is_row else UP) + (self.blank < self.home[0]))


# Settle ----------------------------------------------------------------------------------------------------------


def _settle(board: _Board, poll: Callable[[int], None]) -> None:
    """Walk until the tiles come no nearer to their homes, then go back to the best board of the walk.

    The best board is the one with the fewest moves so far and, by ``PRICE``, from there.
    """
    walk = _Walk(board)
    nearer = gained = 0  # by Manhattan distance, and by the measure of the walk
    most_saved = most_gained = 0
    best_at = last_record = 0
    while len(board.moves) < last_record + len(board.home):
        if len(board.moves) % POLL_EVERY == 0:
            poll(len(board.moves))
        gain = walk.step()
        gained += gain
        nearer += 1 if gain > 0 else -1
        saved = PRICE * nearer - len(board.moves)
        if saved > most_saved:
            most_saved = saved
            best_at = last_record = len(board.moves)
        if gained > most_gained:
            most_gained = gained
            last_record = len(board.moves)
    while len(board.moves) > best_at:
        board.play(board.moves[-1] ^ 1)


class _Walk:
    """The blank's walk.

    How far a tile is from home is measured by d√d for its rows and the same for its columns, in sixteenths: to bring
    a far tile nearer counts more, so that no tile is left behind. Every visit of the blank makes a cell less
    attractive, so that the walk spreads over the whole board.
    """

    def __init__(self, board: _Board) -> None:
        self.board = board
        self.depth = look_ahead(board.rows * board.columns)
        self._home_row = [board.position(home)[0] for home in board.home]
        self._home_column = [board.position(home)[1] for home in board.home]
        longest = max(board.rows, board.columns)
        far = [isqrt(256 * d**3) for d in range(longest + 1)]
        self._slope = [far[abs(d)] - far[abs(d - 1)] for d in range(1 - longest, longest + 1)]  # of d to d - 1
        self._origin = longest - 1
        self._visit = 12 + longest // 4
        self._visits = [0] * len(board.tiles)

    def step(self) -> int:
        """Take the first move of the best path of ``depth`` moves; return how much nearer its tile has come."""
        board = self.board
        _, move = self._best(board.blank, board.moves[-1] if board.moves else -1, self.depth)
        target = board.blank + board.steps[move]
        gain = self._gain(board.tiles[target], target, move)
        board.play(move)
        self._visits[target] += self._visit
        return gain

    def _best(self, blank: int, last: int, depth: int) -> tuple[int, int]:
        """The most that ``depth`` moves can gain, less the visits, and the first of these moves."""
        tiles = self.board.tiles
        best, best_move = -(2**62), -1
        for move, step in enumerate(self.board.steps):
            target = blank + step
            tile = tiles[target]
            if tile < 0 or (last >= 0 and move == last ^ 1):
                continue
            gain = self._gain(tile, target, move) - self._visits[target]
            if depth > 1:
                tiles[blank] = tile
                gain += self._best(target, move, depth - 1)[0]
                tiles[target] = tile
            if gain > best:
                best, best_move = gain, move
        return best, best_move

    def _gain(self, tile: int, cell: int, move: int) -> int:
        """How much nearer a tile comes to its home if the blank goes to its cell by this move."""
        row, column = self.board.position(cell)
        d = self._origin + (row - self._home_row[tile] if move < LEFT else column - self._home_column[tile])
        return self._slope[d] if move in (DOWN, RIGHT) else -self._slope[d + 1]


def look_ahead(cells: int) -> int:
    """How many moves the walk looks ahead: fewer on large boards, where the walk is long."""
    return 5 if cells <= 1_000 else 4 if cells <= 4_000 else 3


# Peel ------------------------------------------------------------------------------------------------------------


class _Rectangle(NamedTuple):
    """The rows from ``top`` to ``bottom`` and the columns from ``left`` to ``right``, all included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def rows(self) -> int:
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        return self.right - self.left + 1


def _peel(board: _Board, poll: Callable[[int], None]) -> None:
    """Fill one outer line after the other until a block is left, then solve the block."""
    rest = _Rectangle(0, board.rows - 1, 0, board.columns - 1)
    while rest.rows > BLOCK or rest.columns > BLOCK:
        poll(len(board.moves))
        line, remaining = _next_line(board, rest)
        _fill(board, line, rest)
        rest = remaining
    tiles = {board.wanted[cell]: cell for cell in board.cells(rest) if cell != board.home[0]}
    _bring(board, tiles, rest, set())


def _next_line(board: _Board, rest: _Rectangle) -> tuple[list[int], _Rectangle]:
    """The outer line to fill next, and what is left without it.

    It is one of the shorter lines, so that the rest stays nearly square; not the home of the blank, which is filled
    last; of two such lines the one whose tiles are nearer to their homes.
    """
    row, column = board.position(board.home[0])
    top, bottom, left, right = rest
    choices = []
    if rest.rows >= rest.columns:
        if row != top:
            choices.append((_Rectangle(top, top, left, right), _Rectangle(top + 1, bottom, left, right)))
        if row != bottom:
            choices.append((_Rectangle(bottom, bottom, left, right), _Rectangle(top, bottom - 1, left, right)))
    else:
        if column != left:
            choices.append((_Rectangle(top, bottom, left, left), _Rectangle(top, bottom, left + 1, right)))
        if column != right:
            choices.append((_Rectangle(top, bottom, right, right), _Rectangle(top, bottom, left, right - 1)))
    lines = [(board.cells(line), remaining) for line, remaining in choices]
    return min(lines, key=lambda choice: sum(board.distance_to_fill(cell) for cell in choice[0]))


def _fill(board: _Board, line: list[int], area: _Rectangle) -> None:
    """Bring the tiles of an outer line home, the last two together: the last one alone could not get in."""
    if board.distance(board.blank, line[-1]) < board.distance(board.blank, line[0]):
        line.reverse()
    fixed: set[int] = set()
    for cell in line[:-2]:
        _bring_single(board, board.wanted[cell], cell, area, fixed)
        fixed.add(cell)
    pair = {board.wanted[cell]: cell for cell in line[-2:]}
    for _ in range(ROUNDS):
        for tile, cell in pair.items():
            _bring_near(board, tile, cell, area, fixed)
    _bring(board, pair, area, fixed)


def _bring_single(board: _Board, tile: int, cell: int, area: _Rectangle, fixed: set[int]) -> None:
    """Bring one tile to a cell."""
    _bring_near(board, tile, cell, area, fixed)
    _bring(board, {tile: cell}, area, fixed)


def _bring_near(board: _Board, tile: int, cell: int, area: _Rectangle, fixed: set[int]) -> None:
    """Bring a tile near to a cell, in hops.

    A hop goes along the diagonal, the cheapest way, and never into the line that is being filled.
    """
    row, column = board.position(cell)
    while board.distance(board.where[tile], cell) > NEAR:
        here_row, here_column = board.position(board.where[tile])
        hop_row = here_row + max(-HOP, min(HOP, row - here_row))
        hop_column = here_column + max(-HOP, min(HOP, column - here_column))
        if area.rows >= area.columns and hop_row == row:
            hop_row += 1 if row == area.top else -1
        elif area.rows < area.columns and hop_column == column:
            hop_column += 1 if column == area.left else -1
        _bring(board, {tile: board.padded(hop_row, hop_column)}, area, fixed)


def _bring(board: _Board, targets: dict[int, int], area: _Rectangle, fixed: set[int]) -> None:
    """Bring tiles to their cells in the fewest moves, inside an area and without moving the tiles in fixed cells.

    The search begins in the smallest rectangle that holds all that moves, with one line more on each side.
    """
    cells = [board.blank, *targets.values(), *(board.where[tile] for tile in targets)]
    places = [board.position(cell) for cell in cells]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    for margin in count(1):
        window = _Rectangle(
            max(area.top, min(rows) - margin),
            min(area.bottom, max(rows) + margin),
            max(area.left, min(columns) - margin),
            min(area.right, max(columns) + margin),
        )
        moves = _shortest(board, targets, set(board.cells(window)) - fixed)
        if moves is not None:
            for move in moves:
                board.play(move)
            return
        if window == area:
            raise InternalError("the constructive solver cannot place a tile", hint="please report this")


def _shortest(board: _Board, targets: dict[int, int], cells: set[int]) -> list[int] | None:
    """The fewest moves that bring tiles to their targets inside these cells: A*, the youngest of equals first.

    A state is the cell of the blank and the cells of these tiles; the others are alike. Each tile needs its Manhattan
    distance, and before the first of them moves, the blank must get next to it.
    """
    goals = list(targets.values())

    def estimate(state: tuple[int, ...]) -> int:
        far = sum(map(board.distance, state[1:], goals))
        return far + min(board.distance(state[0], cell) for cell in state[1:]) - 1 if far else 0

    start = (board.blank, *(board.where[tile] for tile in targets))
    came: dict[tuple[int, ...], tuple[int, int]] = {start: (0, -1)}  # g and the last move
    ages = count()
    queue = [(estimate(start), -next(ages), start)]
    closed = set()
    while queue:
        _, _, state = heappop(queue)
        if state in closed:
            continue
        if list(state[1:]) == goals:
            return _path(board, came, state)
        closed.add(state)
        g, last = came[state]
        for move, step in enumerate(board.steps):
            target = state[0] + step
            if target not in cells or (last >= 0 and move == last ^ 1):
                continue
            child = (target, *(state[0] if cell == target else cell for cell in state[1:]))
            if child not in came or g + 1 < came[child][0]:
                came[child] = (g + 1, move)
                heappush(queue, (g + 1 + estimate(child), -next(ages), child))
    return None


def _path(board: _Board, came: dict[tuple[int, ...], tuple[int, int]], state: tuple[int, ...]) -> list[int]:
    """The moves from the start to a state."""
    moves = []
    while (move := came[state][1]) >= 0:
        moves.append(move)
        before = state[0] - board.steps[move]
        state = (before, *(state[0] if cell == before else cell for cell in state[1:]))
    return moves[::-1]
