"""The sliding-tile puzzle as a Gymnasium environment, for reinforcement learning.

Importing this module registers ``taquin/SlidingTiles-v0``; ``gymnasium.make("taquin.gym:taquin/SlidingTiles-v0")``
imports it too. It needs gymnasium and NumPy.
"""

from __future__ import annotations

from taquin.errors import missing_package

try:
    import gymnasium
except ImportError:
    raise missing_package("the environment is made with gymnasium", "gym") from None

__all__ = ["ENVIRONMENT", "MOST_STEPS"]

ENVIRONMENT = "taquin/SlidingTiles-v0"
MOST_STEPS = 500
"""The length at which an episode is truncated, unless ``max_episode_steps`` says otherwise."""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT,
        entry_point="taquin.gym.environment:SlidingTiles",
        max_episode_steps=MOST_STEPS,
    )
