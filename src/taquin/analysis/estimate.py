"""The estimate of a heuristic for one board, and why it has this value."""

from __future__ import annotations

from taquin.heuristics.base import Explanation
from taquin.puzzle.board import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.problem import Problem
from taquin.solving.heuristic_choice import HeuristicLike, choose_heuristic


def estimate(
    board: BoardLike | Problem, heuristic: HeuristicLike = "manhattan", goal: GoalLike | None = None
) -> Explanation:
    """Estimate how many moves a board is from the goal, and say why: what each tile adds.

    ``heuristic`` is a name or a spec from ``taquin list``, or a function of your own. Raises ``HeuristicError`` if it
    does not support the board.

    >>> found = estimate("8 1 3 / 4 0 2 / 7 6 5", "manhattan")
    >>> found.value, found.words
    (10, "the tiles' distances add up to 10")
    >>> found.parts[0].value, found.parts[0].words
    (3, 'tile 8 is 2 rows and 1 column from home')
    >>> print(estimate("8 1 3 / 4 0 2 / 7 6 5", "misplaced"))
    h = 5: 5 tiles are not at home
    """
    problem = Problem(board, goal)
    return choose_heuristic(heuristic).build(problem.goal).explain(problem.start.state)
