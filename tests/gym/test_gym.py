"""The Gymnasium environment: it passes the checkers, and its steps are those of the puzzle."""

from __future__ import annotations

from typing import Any

import pytest

import taquin

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

import taquin.gym  # noqa: E402

SETTINGS: list[dict[str, Any]] = [
    {},
    {"shape": "2x3", "goal": "snail", "render_mode": "ansi"},
    {"shape": "4x4", "moves": 20},
    {"goal": "0 1 2 / 3 4 5 / 6 7 8", "depth": 9, "render_mode": "rgb_array"},
]


def make(**settings: Any) -> Any:
    return gymnasium.make(taquin.gym.ENVIRONMENT, **settings)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_gymnasium_accepts_it(settings: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(make(**settings).unwrapped)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # it recommends flat observations
def test_stable_baselines_accepts_it() -> None:
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="stable-baselines3 is not installed", exc_type=ImportError
    )
    for settings in SETTINGS:
        checker.check_env(make(**settings))


def test_an_episode_along_a_shortest_solution() -> None:
    env = make(render_mode="ansi")
    observation, info = env.reset(options={"board": "8 1 3 / 4 0 2 / 7 6 5"})
    assert observation.tolist() == [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
    assert (info["distance"], info["action_mask"].tolist()) == (14, [1, 1, 1, 1])
    moves = taquin.solve(env.unwrapped.board).moves or ()
    for left, move in reversed(list(enumerate(reversed(moves)))):
        observation, reward, is_solved, is_late, info = env.step(int(move))
        assert (info["distance"], reward, is_solved, is_late) == (left, -1, left == 0, False)
    assert env.render() == "1 2 3\n4 5 6\n7 8 0"
    assert info["action_mask"].tolist() == [1, 0, 1, 0]
    assert env.unwrapped.action_masks().tolist() == [True, False, True, False]


def test_illegal_moves_change_nothing_and_long_episodes_are_truncated() -> None:
    env = make(shape="4x4", max_episode_steps=3)
    observation, info = env.reset(options={"board": "0 1 2 3 / 5 6 7 4 / 9 10 11 8 / 13 14 15 12"})
    assert "distance" not in info  # there is no table
    for is_late in (False, False, True):
        after, reward, is_solved, found, _ = env.step(0)
        assert (after == observation).all()
        assert (reward, is_solved, found) == (-1, False, is_late)


@pytest.mark.parametrize(
    ("settings", "board", "message"),
    [
        ({}, "1 2 3 / 4 5 6 / 8 7 0", "the board cannot reach the goal"),
        ({}, "1 2 / 3 0", "expected a 3×3 board"),
        ({"depth": 0}, None, "expected moves and depth above 0, found 0"),
        ({"shape": "2x2", "moves": 12}, None, "12 moves always lead back to the goal on 2×2"),
    ],
)
def test_wrong_boards_and_settings(settings: dict[str, Any], board: str | None, message: str) -> None:
    with pytest.raises(taquin.TaquinError, match=message):
        make(**settings).reset(options={"board": board})
