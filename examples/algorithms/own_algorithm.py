"""Algorithms of your own: functions of a space that return moves. Use them like those of Taquin:

    taquin solve "8 1 3 / 4 0 2 / 7 6 5" -a examples/algorithms/own_algorithm.py:enforced_hill_climbing
    taquin compare "8 1 3 / 4 0 2 / 7 6 5" -a astar,examples/algorithms/own_algorithm.py:enforced_hill_climbing

The calls of space.successors are counted as expansions, and limits such as --time are checked there. Taquin replays
the moves that the function returns. An algorithm that takes ``run`` reports its own steps, and can be traced and drawn.
"""

from collections import deque

import taquin


def enforced_hill_climbing(space, heuristic):
    """From every state, search breadth-first for any state with a smaller h, then continue from there.

    (J. Hoffmann and B. Nebel, *The FF planning system*, 2001.) Neither complete nor optimal, but rarely stuck.
    """
    state, moves = space.start, []
    while not space.is_goal(state):
        path, state = nearest_better(space, heuristic, state)
        if path is None:
            return None
        moves += path
    return moves


def nearest_better(space, heuristic, start):
    """The shortest path to a state with a smaller estimate, and that state."""
    bound = heuristic(start)
    paths = {start: []}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for move, child in space.successors(state):
            if child not in paths:
                paths[child] = [*paths[state], move]
                if heuristic(child) < bound:
                    return paths[child], child
                queue.append(child)
    return None, start


def depth_first(space, run, *, limit=12):
    """Depth-first search that reports its steps to ``run``: ``taquin trace`` and ``taquin tree`` can show it."""
    run.add_root(0, 0)
    stack = [(0, space.start, [])]
    while stack:
        node, state, moves = stack.pop()
        if space.is_goal(state):
            return run.solved(moves, node)
        if len(moves) >= limit:
            run.prune(node, "depth")
            continue
        run.expand(node)
        for move, child in space.successors(state):
            number = run.counters.generated + 1
            run.generate(number, node, move, len(moves) + 1, 0)
            stack.append((number, child, [*moves, move]))
        run.measure(len(stack), len(stack))
    return run.failed(taquin.Status.EXHAUSTED, f"no solution of at most {limit} moves")


def main():
    board = taquin.Board("8 1 3 / 4 0 2 / 7 6 5")
    for algorithm in ("astar", enforced_hill_climbing):
        result = taquin.solve(board, algorithm=algorithm, heuristic="manhattan")
        print(f"{result.spec}: {result.length} moves, expanded {result.stats.expanded}")


if __name__ == "__main__":
    main()
