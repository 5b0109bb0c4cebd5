"""The second and third phases: fill one outer line after another, then solve the remaining block.

Tiles are brought to their cells in the fewest moves; the other tiles may move anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from taquin.algorithms.construction.working_board import Rectangle, WorkingBoard
from taquin.errors import InternalError

BLOCK = 3  # the last block has at most this many rows and columns

NEAR = 4  # up to this distance a tile is brought home in one piece, farther ones in hops

HOP = 3  # the most rows, and the most columns, that a hop brings a tile nearer

ROUNDS = 3  # how often the last two tiles of a line are brought near, because one may carry the other away


def peel(board: WorkingBoard, poll: Callable[[int], None]) -> None:
    """Fill one outer line after another until a block remains, then solve the block."""
    rest = Rectangle(0, board.rows - 1, 0, board.columns - 1)
    while rest.rows > BLOCK or rest.columns > BLOCK:
        poll(len(board.moves))
        line, remaining = _next_line(board, rest)
        _fill(board, line, rest)
        rest = remaining
    tiles = {board.wanted[cell]: cell for cell in board.cells(rest) if cell != board.home[0]}
    bring(board, tiles, rest, set())


def _next_line(board: WorkingBoard, rest: Rectangle) -> tuple[list[int], Rectangle]:
    """The outer line to fill next, and the rectangle that remains.

    It is one of the shorter lines, so that the rest stays nearly square; not the home of the blank, which is filled
    last; of two such lines the one whose tiles are nearer to their homes.
    """
    row, column = board.position(board.home[0])
    top, bottom, left, right = rest
    choices = []
    if rest.rows >= rest.columns:
        if row != top:
            choices.append((Rectangle(top, top, left, right), Rectangle(top + 1, bottom, left, right)))
        if row != bottom:
            choices.append((Rectangle(bottom, bottom, left, right), Rectangle(top, bottom - 1, left, right)))
    else:
        if column != left:
            choices.append((Rectangle(top, bottom, left, left), Rectangle(top, bottom, left + 1, right)))
        if column != right:
            choices.append((Rectangle(top, bottom, right, right), Rectangle(top, bottom, left, right - 1)))
    lines = [(board.cells(line), remaining) for line, remaining in choices]
    return min(lines, key=lambda choice: sum(board.distance_to_fill(cell) for cell in choice[0]))


def _fill(board: WorkingBoard, line: list[int], area: Rectangle) -> None:
    """Bring the tiles of an outer line home, the last two together: there is no room to insert the last one alone."""
    if board.distance(board.blank, line[-1]) < board.distance(board.blank, line[0]):
        line.reverse()
    fixed: set[int] = set()
    for cell in line[:-2]:
        tile = board.wanted[cell]
        _bring_near(board, tile, cell, area, fixed)
        bring(board, {tile: cell}, area, fixed)
        fixed.add(cell)
    pair = {board.wanted[cell]: cell for cell in line[-2:]}
    for _ in range(ROUNDS):
        for tile, cell in pair.items():
            _bring_near(board, tile, cell, area, fixed)
    bring(board, pair, area, fixed)


def _bring_near(board: WorkingBoard, tile: int, cell: int, area: Rectangle, fixed: set[int]) -> None:
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
        bring(board, {tile: board.padded(hop_row, hop_column)}, area, fixed)


def bring(board: WorkingBoard, targets: dict[int, int], area: Rectangle, fixed: set[int]) -> None:
    """Bring tiles to their cells in the fewest moves, inside an area and without moving the tiles in fixed cells.

    The search begins in the smallest rectangle that contains these tiles, their cells and the blank, with one more
    line on each side.
    """
    cells = [board.blank, *targets.values(), *(board.where[tile] for tile in targets)]
    places = [board.position(cell) for cell in cells]
    rows, columns = [row for row, _ in places], [column for _, column in places]
    for margin in count(1):
        window = Rectangle(
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


def _shortest(board: WorkingBoard, targets: dict[int, int], cells: set[int]) -> list[int] | None:
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


def _path(board: WorkingBoard, came: dict[tuple[int, ...], tuple[int, int]], state: tuple[int, ...]) -> list[int]:
    moves = []
    while (move := came[state][1]) >= 0:
        moves.append(move)
        before = state[0] - board.steps[move]
        state = (before, *(state[0] if cell == before else cell for cell in state[1:]))
    return moves[::-1]
