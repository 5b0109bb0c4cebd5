"""Many boards at once: one step of all of them is a few operations on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from taquin.gym.environment import Cells, Puzzle
from taquin.puzzle.board import Board, pack
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import steps


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
        for place, each in enumerate(seeds or ()):
            if each is not None:
                self._generators[place] = seeding.np_random(each)[0]
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
