"""Three agents in the Gymnasium environment: random moves, the lowest estimate, and optimal moves.

    python examples/gymnasium/agents.py

It needs gymnasium: pip install gymnasium. The return is minus the number of moves.
"""

from __future__ import annotations

import gymnasium
import numpy as np

import taquin
import taquin.gym

EPISODES = 20


def random_agent(board, info, rng):
    """Any legal move."""
    return rng.choice(np.flatnonzero(info["action_mask"]))


def greedy_agent(board, info, rng):
    """A move to a neighbour with the lowest Manhattan distance; ties, and one move in five, at random."""
    if rng.random() < 0.2:
        return random_agent(board, info, rng)
    moves = board.moves()
    values = [taquin.estimate(board.play(move), "manhattan").value for move in moves]
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == min(values)])


def optimal_agent(board, info, rng):
    """The first move of a shortest solution."""
    return taquin.hint(board).moves[0]


def play(env, agent, seed):
    """The return of one episode."""
    rng, total, is_over = np.random.default_rng(seed), 0.0, False
    observation, info = env.reset(seed=seed)
    while not is_over:
        action = agent(taquin.Board(observation), info, rng)
        observation, reward, is_solved, is_late, info = env.step(int(action))
        total, is_over = total + reward, is_solved or is_late
    return total


def main():
    env = gymnasium.make(taquin.gym.ENVIRONMENT, shape="3x3", depth=8, max_episode_steps=300)
    for agent in (random_agent, greedy_agent, optimal_agent):
        returns = [play(env, agent, seed) for seed in range(EPISODES)]
        print(f"{agent.__name__:<14} mean return {np.mean(returns):7.1f}")


if __name__ == "__main__":
    main()
