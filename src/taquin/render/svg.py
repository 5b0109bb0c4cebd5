"""Pictures of boards, solutions, search trees and graphs as SVG text.

The same value gives the same bytes, and every picture has a text alternative.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from taquin.puzzle.board import Board
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.shortest.view import MAX_STATES
from taquin.render.solution.animation import DEFAULT_PACE, animation_drawing
from taquin.render.solution.picture import DEFAULT_WIDTH, solution_drawing

if TYPE_CHECKING:  # trees and graphs load modules that boards and solutions do not need
    from taquin.analysis.solution_graph import SolutionGraph
    from taquin.trace.trace import Trace


def board(
    board: Board,
    *,
    goal: GoalLike | None = None,
    last_move: Move | None = None,
    size: float | None = None,
    theme: Theme = LIGHT,
) -> str:
    """A board: numbered tiles in a frame, and its rows in words for screen readers.

    With ``goal``, a board or the name of one, the tiles at home are marked by another colour and a dot; without it no
    tile is, because the goal is unknown. ``last_move`` highlights the tile that it
    slid. ``size`` is the longer side in pixels; by default a cell has 64, or fewer where there are many.

    >>> print(board(Board("1 2 / 0 3"), goal="standard").splitlines()[2].partition(">")[2])
    Rows from the top: 1 2; blank 3. Tiles at home: 1, 2.</desc>
    """
    return from_drawing(board_drawing(board, goal=goal, last_move=last_move, size=size, theme=theme))


def solution(
    solution: Solution,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    width: float = DEFAULT_WIDTH,
    theme: Theme = LIGHT,
) -> str:
    """A strip of boards with the moves between them, in rows that are at most ``width`` pixels wide.

    ``steps`` chooses the first and the last move, counted from 1; the picture says which of how many it shows. Tiles at
    home are marked: where ``goal`` has them, or the end of the solution if no goal is given.
    """
    return from_drawing(solution_drawing(solution, goal=goal, steps=steps, width=width, theme=theme))


def animation(
    solution: Solution,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    size: float | None = None,
    pace: float = DEFAULT_PACE,
    theme: Theme = LIGHT,
) -> str:
    """A board that plays the solution in a loop, and the letters of the moves under it, the current one marked.

    It needs no script. It pauses before the first move and after the last, and under the pointer, and stands still for
    viewers who prefer reduced motion. ``size`` is the longer side of the board in pixels, ``pace`` the seconds
    from one move to the next; ``goal`` and ``steps`` are those of ``solution``.
    """
    return from_drawing(animation_drawing(solution, goal=goal, steps=steps, size=size, pace=pace, theme=theme))


def tree(
    trace: Trace,
    *,
    levels: int | None = 40,
    max_nodes: int | None = 300,
    focus: str = "legible",
    duplicates: bool | None = None,
    pruned: bool = True,
    iteration: int | None = None,
    node_style: str = "auto",
    theme: Theme = LIGHT,
) -> str:
    """The search tree of a recorded run, the way a textbook draws it: boards, numbers, g, h, f, moves, the path.

    With the ``node_style`` ``boards`` every node is a board with its values. With ``dots`` it is a dot, coloured by the
    value that the search compares, and the boards of the solution path are drawn: 300 nodes are legible on one page.
    ``auto`` draws up to 80 nodes as boards, and more as dots.

    ``levels`` and ``max_nodes`` limit what is shown, unless they are None, and so does ``focus``: ``everything``;
    ``around the path`` keeps the solution path and the children of its nodes; ``path`` the path alone; ``legible``
    shows a tree of up to 300 nodes (as boards 80) completely and a larger one around its path. The picture says how
    many nodes are left out, and where. ``duplicates`` and ``pruned`` select whether children that the search dropped
    are shown; by default duplicates are, except among dots. Of an iterative search the last iteration is drawn, or all
    if they are small; ``iteration`` selects one, counted from 1. Linear in what is shown.
    """
    from taquin.render.tree.node_style import NodeStyle
    from taquin.render.tree.picture import tree_drawing
    from taquin.render.tree.selection import LARGE, SMALL, Cut, Focus

    style = NodeStyle.named(node_style)
    cut = Cut(
        levels=levels,
        max_nodes=max_nodes,
        focus=Focus.named(focus),
        small=SMALL if style is NodeStyle.BOARDS else LARGE,
        duplicates=duplicates,
        pruned=pruned,
    )
    iterations = None if iteration is None else [iteration]
    return from_drawing(tree_drawing(trace, cut=cut, iterations=iterations, node_style=style, theme=theme))


def shortest_solutions(graph: SolutionGraph, *, max_states: int | None = MAX_STATES, theme: Theme = LIGHT) -> str:
    """All shortest solutions as one graph: a row of boards for each number of moves, from the start down to the goal.

    Under each board is the number of solutions that go through it, and lines on more solutions are thicker. Of a graph
    with more than ``max_states`` states, those on most solutions are drawn, with a complete solution for each, and the
    caption says how many are left out.
    """
    from taquin.render.shortest.picture import shortest_drawing

    return from_drawing(shortest_drawing(graph, max_states=max_states, theme=theme))
