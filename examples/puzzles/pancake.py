"""A puzzle of your own: sort a stack of pancakes by turning over the top ones.

    python examples/puzzles/pancake.py
    taquin experiment -i "examples/puzzles/pancake.py:stacks(size=20, count=50)" \\
        -m "ida_star(gap(admissible=true))" -m "wastar(gap, weight=1.5)" -o pancakes.jsonl

The state is the stack from the top, as bytes, which take less memory and time than a tuple. The move is the number of
pancakes that are turned over. A turn costs 1, or in ``heavy_stacks`` as much as the pancakes that it lifts weigh.

How many stacks need how many turns is known (OEIS A092113), and so is the largest number (A058986; M. Heydari and
H. Sudborough, On the diameter of the pancake network, 1997). ``main`` counts them again for 7 pancakes.
"""

from collections import Counter
from random import Random

import taquin

PUBLISHED = (1, 6, 30, 149, 543, 1357, 1903, 1016, 35)
"""Of the 5,040 stacks of 7 pancakes, those that need 0, 1, … turns: A092113."""


class Pancakes:
    """Turn over the top 2, 3, … pancakes until they lie from the smallest to the largest."""

    def __init__(self, stack):
        self.start, self.goal = bytes(stack), bytes(sorted(stack))

    def is_goal(self, state):
        return state == self.goal

    def successors(self, state):
        return [(count, state[count - 1 :: -1] + state[count:]) for count in range(2, len(state) + 1)]

    predecessors = successors  # the same turn leads back

    def reverse(self, move):
        return move

    def gap(self, state):
        """The number of neighbours that differ by more than 1: a turn changes one pair of neighbours.

        The plate counts as the largest pancake. It never overestimates (M. Helmert, Landmark heuristics for the pancake
        problem, SoCS 2010).
        """
        below = (*state[1:], len(state) + 1)
        return sum(abs(one - other) > 1 for one, other in zip(state, below, strict=True))

    def update_gap(self, value, parent, child):
        """The same for a child, from the estimate of its parent: only the pair below the turned pancakes changes."""
        bottom = child[0]  # it was the lowest of them
        count = parent.index(bottom) + 1
        below = parent[count] if count < len(parent) else count + 1
        return value - (abs(bottom - below) > 1) + (abs(parent[0] - below) > 1)

    def backward_gap(self, state):
        """The same towards the start, for bidirectional searches."""
        places = {pancake: place for place, pancake in enumerate((*self.start, len(state) + 1), start=1)}
        return self.gap(tuple(places[pancake] for pancake in state))


class HeavyPancakes(Pancakes):
    """A turn costs the sum of the sizes of the pancakes that it lifts."""

    def cost(self, state, move, child):
        return sum(state[:move])


def stacks(size=10, count=10, seed=0):
    """Random stacks, all equally likely."""
    random = Random(seed)
    return [Pancakes(random.sample(range(1, size + 1), size)) for _ in range(count)]


def heavy_stacks(size=8, count=10, seed=0):
    """The same stacks, where a turn costs what it lifts."""
    return [HeavyPancakes(each.start) for each in stacks(size, count, seed)]


def distances(size):
    """The fewest turns for every stack of this size, by a breadth-first search from the goal."""
    space = Pancakes(range(1, size + 1))
    found, layer = {space.goal: 0}, [space.goal]
    while layer:
        children = [child for state in layer for _, child in space.successors(state)]
        layer = [child for child in dict.fromkeys(children) if child not in found]
        found |= dict.fromkeys(layer, max(found.values()) + 1)
    return found


def main():
    for algorithm in ("bfs", "astar", "ida_star"):
        space = Pancakes((3, 2, 5, 1, 6, 4))  # figure 1 of Helmert 2010: five turns
        found = taquin.search(space, algorithm, None if algorithm == "bfs" else space.gap, admissible=True)
        print(f"{algorithm:9} {found.cost} turns {found.moves}, expanded {found.stats.expanded}")

    true = distances(len(PUBLISHED) - 2)
    counts = tuple(Counter(true.values())[turns] for turns in range(len(PUBLISHED)))
    print(f"stacks of 7 by turns: {counts}; {'as published' if counts == PUBLISHED else f'published {PUBLISHED}'}")
    space = Pancakes(range(1, 8))
    errors = Counter(turns - space.gap(state) for state, turns in true.items())
    print(f"GAP is exact for {errors[0] / len(true):.0%} of them, and {max(errors)} too low at most")

    light, heavy = (taquin.search(kind((1, 3, 2, 6, 5, 4)), "ucs") for kind in (Pancakes, HeavyPancakes))
    weight = sum(sum(state[:move]) for state, move in zip(light.states, light.moves, strict=False))
    print(f"the fewest turns: {light.length}, which lift {weight}")
    print(f"the least weight: {heavy.cost}, in {heavy.length} turns")


if __name__ == "__main__":
    main()
