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

from taquin.algorithms.construction.lines import BLOCK, peel
from taquin.algorithms.construction.walk import settle
from taquin.algorithms.construction.working_board import WorkingBoard
from taquin.puzzle.board import State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome
from taquin.run.run import Run


def constructive(space: TileSpace, run: Run) -> Outcome:
    """Solve a board of any size quickly. Complete; not optimal; memory for the board and the moves.

    Every move of the solution is a node. Moves that the phases only consider are not counted.
    """

    def poll(made: int) -> None:
        run.counters.expanded = made
        run.poll()

    return report(run, construct(space.shape, space.start, space.goal, poll))


def report(run: Run, moves: bytes) -> Outcome:
    """Count the moves of a solution as nodes, report them to an observer, and end the run."""
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
    poll(0)
    board = WorkingBoard(shape, start, goal)
    if shape.is_line:
        board.slide_home()
    else:
        if shape.rows > BLOCK or shape.columns > BLOCK:
            settle(board, poll)
        peel(board, poll)
    return bytes(board.moves)
