"""The sliding-tile puzzle as an environment, for Gymnasium and, as text, for language models.

If gymnasium is installed, importing this module registers ``taquin/SlidingTiles-v0``;
``gymnasium.make("taquin.gym:taquin/SlidingTiles-v0")`` imports it too. That environment needs gymnasium and NumPy. The
text environment, ``read_answer`` and ``score`` need neither.
"""

from __future__ import annotations

from taquin.gym.answers import ANSWER_FORMAT, Answer, read_answer
from taquin.gym.scores import SCORE_FORMAT, Score, score
from taquin.gym.text import PROMPT_FORMAT, TextStep, TextTiles, write_prompt

__all__ = [
    "ANSWER_FORMAT",
    "ENVIRONMENT",
    "MOST_STEPS",
    "PROMPT_FORMAT",
    "SCORE_FORMAT",
    "Answer",
    "Score",
    "TextStep",
    "TextTiles",
    "read_answer",
    "score",
    "write_prompt",
]

ENVIRONMENT = "taquin/SlidingTiles-v0"
MOST_STEPS = 500
"""The length at which an episode is truncated, unless ``max_episode_steps`` says otherwise."""

try:
    import gymnasium
except ImportError:
    pass
else:
    if ENVIRONMENT not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT,
            entry_point="taquin.gym.environment:SlidingTiles",
            max_episode_steps=MOST_STEPS,
        )
