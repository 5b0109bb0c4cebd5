"""A puzzle of your own: TopSpin, numbered tokens in a ring, of which a turnstile reverses some neighbours at once.

    python examples/puzzles/topspin.py
    taquin experiment -i "examples/puzzles/topspin.py:rings(size=10, count=20)" \\
        -m "astar(gap(admissible=true))" -m "bidirectional_astar(gap(admissible=true))" -o rings.jsonl

Turning the whole ring is free, so a state is the ring read from token 1 on. For an even n and a turnstile of 4, all
(n - 1)! states can be reached: 19! in the original puzzle (J. Scherphuis, https://www.jaapsch.net/puzzles/topspin.htm).
For an odd n it is half of them, because reversing 4 tokens is an even permutation, and so is turning the ring. ``main``
counts both.
"""

from math import factorial
from random import Random

import taquin


class TopSpin:
    """Reverse neighbours, as many as the turnstile holds, until the tokens are in order.

    A move is named by the first and the last token that it reverses.
    """

    def __init__(self, ring, turnstile=4):
        self.start, self.goal = from_one(tuple(ring)), tuple(range(1, len(ring) + 1))
        self.turnstile = turnstile

    def is_goal(self, state):
        return state == self.goal

    def successors(self, state):
        found, held = [], self.turnstile
        for first in range(len(state)):
            ring = state[first:] + state[:first]
            found.append(((ring[0], ring[held - 1]), from_one(ring[:held][::-1] + ring[held:])))
        return found

    predecessors = successors

    def reverse(self, move):
        return move[::-1]

    def gap(self, state):
        """Half of the neighbours that are not neighbours in the goal: a move changes two pairs of neighbours."""
        size, following = len(state), state[1:] + state[:1]
        gaps = sum((one - other) % size not in (1, size - 1) for one, other in zip(state, following, strict=True))
        return (gaps + 1) // 2

    def backward_gap(self, state):
        """The same towards the start, for bidirectional searches."""
        places = {token: place for place, token in enumerate(self.start, start=1)}
        return self.gap(tuple(places[token] for token in state))


def from_one(ring):
    """The ring read from token 1 on."""
    first = ring.index(1)
    return ring[first:] + ring[:first]


def rings(size=9, turnstile=4, moves=100, count=10, seed=0):
    """Rings after random moves from the goal, which can be solved."""
    random = Random(seed)
    found = []
    for _ in range(count):
        space = TopSpin(range(1, size + 1), turnstile)
        for _ in range(moves):
            space.start = random.choice(space.successors(space.start))[1]
        found.append(space)
    return found


def main():
    for size in (8, 9):
        space = TopSpin(range(1, size + 1))
        space.is_goal = lambda state: False
        states = taquin.search(space, "bfs").stats.generated + 1
        expected = factorial(size - 1) // (1 + size % 2)
        print(f"({size}, 4): {states:,} states; {'as expected' if states == expected else f'expected {expected:,}'}")

    for space in rings(count=1):
        for algorithm in ("ida_star", "astar", "bidirectional_astar"):
            found = taquin.search(space, algorithm, space.gap, admissible=True)
            print(f"{algorithm}: {found.cost} moves, expanded {found.stats.expanded:,}")


if __name__ == "__main__":
    main()
