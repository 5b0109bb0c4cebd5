"""A puzzle of one's own: sort a stack of pancakes by turning over the top ones.

    python examples/puzzles/pancakes.py

The state is the stack from the top, the move is the number of pancakes that are turned over. Two versions: every turn
costs 1, or a turn costs as much as the pancakes that it lifts weigh.
"""

import taquin


class Pancakes:
    """Turn over the top 2, 3, … pancakes until they lie from the smallest to the largest."""

    def __init__(self, *stack):
        self.start = stack

    def is_goal(self, state):
        return list(state) == sorted(state)

    def successors(self, state):
        return [(count, state[:count][::-1] + state[count:]) for count in range(2, len(state) + 1)]


class HeavyPancakes(Pancakes):
    """A turn costs the sum of the sizes of the pancakes that it lifts."""

    def cost(self, state, move, child):
        return sum(state[:move])


def gap(state):
    """The number of neighbours that differ by more than 1; a turn changes one pair of neighbours (Helmert, 2010).

    The plate counts as the largest pancake. It never overestimates.
    """
    below = (*state[1:], len(state) + 1)
    return sum(abs(one - other) > 1 for one, other in zip(state, below, strict=True))


def main():
    stack = (1, 3, 2, 6, 5, 4)
    for algorithm, heuristic in (("bfs", None), ("astar", gap), ("ida_star", gap)):
        found = taquin.search(Pancakes(*stack), algorithm, heuristic, admissible=True)
        print(f"{algorithm:9} {found.cost} turns {found.moves}, expanded {found.stats.expanded}")

    light = taquin.search(Pancakes(*stack), "ucs")
    heavy = taquin.search(HeavyPancakes(*stack), "ucs")
    weight = sum(sum(state[:move]) for state, move in zip(light.states, light.moves, strict=False))
    print(f"the fewest turns: {light.length}, which lift {weight}")
    print(f"the least weight: {heavy.cost}, in {heavy.length} turns")


if __name__ == "__main__":
    main()
