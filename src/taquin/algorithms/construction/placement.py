"""The fewest moves that bring a few tiles to their cells; the other tiles may move anywhere."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from taquin.algorithms.construction.working_board import Rectangle, WorkingBoard
from taquin.errors import InternalError


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
