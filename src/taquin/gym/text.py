"""An environment whose observations and actions are text, for language models. It needs no gymnasium."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from taquin.errors import BoardError, SpecError
from taquin.gym.answers import MOST_ANSWER_STEPS, Answer, read_answer
from taquin.gym.scores import Score, score
from taquin.gym.starts import check_starts, draw_start
from taquin.puzzle.arguments import check_whole
from taquin.puzzle.board import BoardLike, as_board
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.moves import Move, Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural

PROMPT_FORMAT = 1
"""The version of the words of ``write_prompt``."""


def write_prompt(board: BoardLike | Problem, goal: GoalLike | None = None) -> str:
    """The question: the rules, the board, the goal and the form of the answer.

    >>> print(write_prompt("1 2 / 0 3"))
    Solve a sliding puzzle on a 2×2 board. 0 is the blank. A move swaps the blank with a neighbour:
    U, D, L and R say where the blank goes (up, down, left, right).
    <BLANKLINE>
    Board:
    1 2
    0 3
    <BLANKLINE>
    Goal:
    1 2
    3 0
    <BLANKLINE>
    Use as few moves as possible. End with one line with all moves, such as this one: Answer: U L D R
    """
    problem = Problem(board, goal)
    return (
        f"Solve a sliding puzzle on a {problem.shape} board. 0 is the blank. A move swaps the blank with a neighbour:\n"
        "U, D, L and R say where the blank goes (up, down, left, right).\n\n"
        f"Board:\n{problem.start}\n\nGoal:\n{problem.goal}\n\n"
        "Use as few moves as possible. End with one line with all moves, such as this one: Answer: U L D R"
    )


_TOO_LONG = f"expected at most {MOST_ANSWER_STEPS:,} moves in an episode"


@dataclass(frozen=True)
class TextStep:
    """What follows a text."""

    observation: str
    """The board after the text, and what was wrong with it."""
    reward: float
    """The reward of the episode, at its end; 0 before."""
    terminated: bool
    """Whether the board is solved."""
    truncated: bool
    """Whether the texts are used up."""
    score: Score
    """The score of this text on the board before it; at the end of an episode that of all its moves."""


class TextTiles:
    """Solve a board by text, in one answer or in several ``turns``.

    An answer that is refused or illegal changes nothing and uses up its turn. The reward comes once, at the end of the
    episode, for all moves together, so moves to and fro gain nothing. ``shape``, ``goal``, ``moves`` and ``depth`` are
    those of ``random_board``, which draws the starts.

    >>> env = TextTiles("3x3", turns=2)
    >>> prompt = env.reset(board="1 2 3 / 4 0 5 / 7 8 6")
    >>> print(env.step("Answer: R").observation)
    1 move made; 1 turn left. The board is now:
    1 2 3
    4 5 0
    7 8 6
    >>> step = env.step("Answer: D")
    >>> step.observation, step.reward, step.terminated, step.score.moves
    ('Solved in 2 moves.', 1.0, True, (<Move.RIGHT: 3>, <Move.DOWN: 1>))
    """

    def __init__(
        self,
        shape: ShapeLike | None = None,
        goal: GoalLike | None = None,
        *,
        moves: int | None = None,
        depth: int | None = None,
        turns: int = 1,
        time: float = 10.0,
    ) -> None:
        """``time`` is the time limit of ``score`` in seconds."""
        check_starts(moves, depth)
        self.turns = check_whole("turns", turns, least=1)
        self.goal = self.start = self.board = make_goal(goal, shape)
        self._moves, self._depth, self._time = moves, depth, time
        self._played: list[Move] = []
        self._left = 0

    def reset(self, *, seed: int | str | None = None, board: BoardLike | None = None) -> str:
        """Begin with a random board, the same for the same seed, or with this board. Returns the prompt."""
        if board is None:
            self.start = draw_start(self.goal, Random(seed), moves=self._moves, depth=self._depth)
        else:
            self.start = as_board(board, self.goal.shape)
        if not is_connected(self.goal.shape, self.start.state, self.goal.state):
            raise BoardError("the board cannot reach the goal", hint="`taquin check` shows why")
        self.board, self._played, self._left = self.start, [], self.turns
        text = write_prompt(self.start, self.goal)
        return (
            text if self.turns == 1 else f"{text}\nYou have {self.turns} turns: an answer may have a part of the moves."
        )

    def step(self, text: str) -> TextStep:
        """Play the moves of a text. Raises ``SpecError`` after the end of an episode."""
        if not self._left:
            raise SpecError("the episode has ended", hint="reset() begins another one")
        problem = Problem(self.board, self.goal)
        this = score(problem, read_answer(text, problem), time=self._time)
        self._left -= 1
        if this.is_legal and len(self._played) + this.length > MOST_ANSWER_STEPS:
            this = replace(this, is_legal=False, is_solved=False, is_shortest=False, reason=_TOO_LONG)
        if this.is_legal:
            self._played += this.moves
            self.board = Solution(self.board, this.moves).end
        is_solved = this.is_solved
        if is_solved:
            self._left = 0
        words = self._words(this, is_solved)
        if self._left:
            return TextStep(words, 0.0, False, False, this)
        whole = this
        if self.turns > 1:
            whole = score(Problem(self.start, self.goal), Answer(tuple(self._played), Notation.BLANK), time=self._time)
        return TextStep(words, whole.reward, is_solved, not is_solved, whole)

    def _words(self, this: Score, is_solved: bool) -> str:
        if is_solved:
            return f"Solved in {plural(len(self._played), 'move')}."
        played = f"{plural(this.length, 'move')} made" if this.is_legal else f"Nothing was moved: {this.reason}"
        return f"{played}; {plural(self._left, 'turn')} left. The board is now:\n{self.board}"
