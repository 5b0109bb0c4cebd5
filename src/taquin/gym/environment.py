"""The environment: a board to solve, with four actions and a reward of -1 for each move."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias, cast

from taquin.errors import BoardError, missing_package

try:
    import gymnasium
except ImportError:
    raise missing_package("the environment is made with gymnasium", "gym") from None
import numpy as np
from numpy.typing import NDArray

from taquin.gym.starts import check_starts, draw_start
from taquin.puzzle.board import Board, as_board
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.moves import Move
from taquin.tables.distances import ready_table

Cells: TypeAlias = NDArray[np.int32]
"""The rows of a board, as ``numpy.array(board)``."""


class SlidingTiles(gymnasium.Env[Cells, np.int64]):
    """Solve a board in as few moves as possible.

    Observations are the rows of the board, 0 for the blank. The actions 0, 1, 2 and 3 move the blank up, down, left and
    right; a move off the board changes nothing. Every action has the reward -1, and the episode ends at the goal, so
    that the return is minus the number of moves. ``info`` has the ``action_mask`` (1 for each legal action) and, where
    a table has it, the ``distance``: the moves of a shortest solution. ``shape``, ``goal``, ``moves`` and ``depth`` are
    those of ``random_board``, which draws the starts. ``reset(options={"board": …})`` starts from a board of yours.

    >>> import gymnasium, taquin.gym
    >>> env = gymnasium.make("taquin/SlidingTiles-v0", shape="2x3")
    >>> observation, info = env.reset(options={"board": "1 2 3 / 4 0 5"})
    >>> info["distance"], info["action_mask"].tolist()
    (1, [1, 0, 1, 1])
    >>> env.step(3)[1:3]
    (-1.0, True)
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012 - an attribute of Env

    def __init__(
        self,
        shape: ShapeLike | None = None,
        goal: GoalLike | None = None,
        *,
        moves: int | None = None,
        depth: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_starts(moves, depth)
        self.goal = self.board = make_goal(goal, shape)
        self._moves, self._depth = moves, depth
        self._table = ready_table(self.goal, warn=lambda _: None)
        """The exact distances of all boards: up to 10 cells (9 without the core), and 12 if the table is stored."""
        self.render_mode = render_mode
        rows, columns, cells = self.goal.shape.rows, self.goal.shape.columns, self.goal.shape.cells
        boards = gymnasium.spaces.Box(0, cells - 1, (rows, columns), np.int32)
        self.observation_space = cast("gymnasium.Space[Cells]", boards)
        self.action_space = gymnasium.spaces.Discrete(4)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        """Begin with a random board, or with ``options["board"]``."""
        super().reset(seed=seed)
        given = (options or {}).get("board")
        self.board = self._draw() if given is None else as_board(given, self.goal.shape)
        if not is_connected(self.goal.shape, self.board.state, self.goal.state):
            raise BoardError("the board cannot reach the goal", hint="`taquin check` shows why")
        return self._observation(), self._info()

    def _draw(self) -> Board:
        rng = Random(int(self.np_random.integers(2**62)))
        return draw_start(self.goal, rng, moves=self._moves, depth=self._depth)

    def step(self, action: np.int64) -> tuple[Cells, float, bool, bool, dict[str, Any]]:
        """Move the blank, if the move is legal."""
        move = Move(int(action))
        if move in self.board.moves():
            self.board = self.board.play_unchecked(move)
        return self._observation(), -1.0, self.board == self.goal, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as ``MaskablePPO`` of sb3-contrib asks for them."""
        masks = np.zeros(4, np.bool_)
        masks[list(self.board.moves())] = True
        return masks

    def render(self) -> Any:
        """The board as text (``ansi``) or as pixels (``rgb_array``, which needs the extra ``images``)."""
        if self.render_mode == "ansi":
            return str(self.board)
        if self.render_mode != "rgb_array":
            return None
        from taquin.render.board.picture import board_drawing
        from taquin.render.drawing.raster import image
        from taquin.render.formats import find

        find("gif").check()
        return np.asarray(image(board_drawing(self.board, goal=self.goal)))

    def _observation(self) -> Cells:
        return np.array(self.board, dtype=np.int32)

    def _info(self) -> dict[str, Any]:  # as ``gymnasium.Env`` declares it
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self._table is not None:
            info["distance"] = self._table.distance(self.board)
        return info
