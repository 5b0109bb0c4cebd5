"""One board to solve, or many at once: environments with four actions and a reward of -1 for each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from taquin.analysis.known_solutions import quick_table
from taquin.analysis.random_boards import random_board
from taquin.errors import BoardError, SpecError
from taquin.puzzle.board import Board, as_board, pack
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.geometry import is_connected
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.moves import Move, steps
from taquin.tables.distances import DistanceTable

Cells: TypeAlias = NDArray[np.int32]
"""The rows of a board, as ``numpy.array(board)``."""


class Puzzle:
    """The goal, how starts are drawn, and the table of distances: what all environments with these settings share.

    ``shape`` and ``goal`` are those of ``random_board``, and so are ``moves`` and ``depth``, which draw easier boards.
    """

    def __init__(self, shape: ShapeLike | None, goal: GoalLike | None, moves: int | None, depth: int | None) -> None:
        self.goal = make_goal(goal, shape)
        self.shape = self.goal.shape
        if moves == 0 or depth == 0:
            raise SpecError("expected moves and depth above 0, found 0", hint="a start must differ from the goal")
        self._moves, self._depth = moves, depth
        self.table: DistanceTable | None = quick_table(self.goal, warn=lambda _: None)
        """The exact distances of all boards: up to 10 cells (9 without the core), and 12 if the table is stored."""

    def draw(self, generator: np.random.Generator) -> Board:
        """A random start that is not the goal."""
        rng = Random(int(generator.integers(2**62)))
        while True:
            board = random_board(self.shape, self.goal, moves=self._moves, depth=self._depth, rng=rng)
            if board != self.goal:
                return board

    def observations(self) -> gymnasium.Space[Cells]:
        """The space of boards."""
        size = (self.shape.rows, self.shape.columns)
        return cast("gymnasium.Space[Cells]", gymnasium.spaces.Box(0, self.shape.cells - 1, size, np.int32))


class SlidingTiles(gymnasium.Env[Cells, np.int64]):
    """Solve a board in as few moves as possible.

    Observations are the rows of the board, 0 for the blank. The actions 0, 1, 2 and 3 move the blank up, down, left and
    right; a move off the board changes nothing. Every action has the reward -1, and the episode ends at the goal, so
    that the return is minus the number of moves. ``info`` has the ``action_mask`` (1 for each legal action) and, where
    a table has it, the ``distance``: the moves of a shortest solution. ``reset(options={"board": …})`` starts from a
    board of yours.

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
        self.puzzle = Puzzle(shape, goal, moves, depth)
        self.render_mode = render_mode
        self.observation_space = self.puzzle.observations()
        self.action_space = gymnasium.spaces.Discrete(4)
        self.board = self.puzzle.goal

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        """Begin with a random board, or with ``options["board"]``."""
        super().reset(seed=seed)
        given = (options or {}).get("board")
        self.board = self.puzzle.draw(self.np_random) if given is None else as_board(given, self.puzzle.shape)
        if not is_connected(self.puzzle.shape, self.board.state, self.puzzle.goal.state):
            raise BoardError("the board cannot reach the goal", hint="`taquin check` shows why")
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Cells, float, bool, bool, dict[str, Any]]:
        """Move the blank, if the move is legal."""
        move = Move(int(action))
        if move in self.board.moves():
            self.board = self.board.play_unchecked(move)
        return self._observation(), -1.0, self.board == self.puzzle.goal, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as ``MaskablePPO`` of sb3-contrib asks for them."""
        masks = np.zeros(4, np.bool_)
        masks[list(self.board.moves())] = True
        return masks

    def render(self) -> Any:
        """The board as text (``ansi``) or as pixels (``rgb_array``, which needs Pillow)."""
        if self.render_mode == "ansi":
            return str(self.board)
        if self.render_mode != "rgb_array":
            return None
        from taquin.render.board.picture import board_drawing
        from taquin.render.drawing.raster import draw_image
        from taquin.render.formats import PILLOW

        PILLOW.check()
        return np.asarray(draw_image(board_drawing(self.board, goal=self.puzzle.goal), 1).convert("RGB"))

    def _observation(self) -> Cells:
        return np.array(self.board, dtype=np.int32)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self.puzzle.table is not None:
            info["distance"] = self.puzzle.table.distance(self.board)
        return info


# Many boards: one step of all of them is a few operations on arrays


class SlidingTilesVector(gymnasium.vector.VectorEnv[Cells, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` environments as ``SlidingTiles``, with the same results for the same seeds.

    A board that is solved or truncated is replaced in the next step, whose action for it is ignored.

    >>> import gymnasium, taquin.gym
    >>> envs = gymnasium.make_vec("taquin/SlidingTiles-v0", num_envs=3, depth=5)
    >>> observations, info = envs.reset(seed=7)
    >>> observations.shape, info["distance"].tolist()
    ((3, 3, 3), [5, 5, 5])
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as in VectorEnv

    def __init__(
        self,
        num_envs: int,
        shape: ShapeLike | None = None,
        goal: GoalLike | None = None,
        *,
        moves: int | None = None,
        depth: int | None = None,
        max_episode_steps: int | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.puzzle = Puzzle(shape, goal, moves, depth)
        self.single_observation_space = self.puzzle.observations()
        self.single_action_space = gymnasium.spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._most_steps = max_episode_steps
        self._goal = np.array(self.puzzle.goal.cells, np.int32)
        cells = self.puzzle.shape.cells
        self._targets = np.repeat(np.arange(cells)[:, None], 4, axis=1)  # where each action takes the blank
        for cell, ways in enumerate(steps(self.puzzle.shape)):
            for move, target in ways:
                self._targets[cell, move] = target
        self._cells = np.tile(self._goal, (num_envs, 1))
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._generators = [seeding.np_random()[0] for _ in range(num_envs)]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        """Begin with random boards. From one seed, each environment gets the next number."""
        seeds = [seed + place for place in range(self.num_envs)] if isinstance(seed, int) else seed
        for place, number in enumerate(seeds or ()):
            if number is not None:
                self._generators[place] = seeding.np_random(number)[0]
        self._draw(np.ones(self.num_envs, np.bool_))
        return self._observations(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Cells, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Move every blank; replace the boards of episodes that have ended."""
        before, every = self._ended.copy(), np.arange(self.num_envs)
        blanks = np.argmin(self._cells, axis=1)
        targets = self._targets[blanks, np.asarray(actions)]
        self._cells[every, blanks] = self._cells[every, targets]
        self._cells[every, targets] = 0
        self._steps += 1
        self._draw(before)
        solved = (self._cells == self._goal).all(axis=1)
        late = np.zeros_like(solved) if self._most_steps is None else self._steps >= self._most_steps
        self._ended = solved | late
        return self._observations(), np.where(before, 0.0, -1.0), solved, late, self._info()

    def _draw(self, chosen: NDArray[np.bool_]) -> None:
        """Replace these boards by new ones."""
        for place in np.flatnonzero(chosen):
            self._cells[place] = self.puzzle.draw(self._generators[place]).cells
        self._steps[chosen] = 0
        self._ended[chosen] = False

    def _observations(self) -> Cells:
        shape = self.puzzle.shape
        return self._cells.reshape(self.num_envs, shape.rows, shape.columns).copy()

    def _info(self) -> dict[str, Any]:
        blanks = np.argmin(self._cells, axis=1)
        masks = self._targets[blanks] != blanks[:, None]
        info: dict[str, Any] = {"action_mask": masks.astype(np.int8)}
        table = self.puzzle.table
        if table is not None:
            boards = (Board.from_state(pack(cells), self.puzzle.shape) for cells in self._cells.tolist())
            info["distance"] = np.array([table.distance(board) for board in boards])
        return info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}
