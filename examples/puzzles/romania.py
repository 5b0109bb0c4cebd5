"""A graph of your own: the map of Romania from the textbook of Russell and Norvig, and all searches on it.

    python examples/puzzles/romania.py
    taquin compare examples/puzzles/romania.py:romania -a "ucs,greedy,astar,ida_star,rbfs" -e h
    taquin tree examples/puzzles/romania.py:romania -a astar -e h

The textbook's results: A* finds the way of 418 km through Rimnicu and Pitesti, and greedy best-first search the one of
450 km through Fagaras, which is also what breadth-first search finds.
"""

from pathlib import Path

import taquin

MAP = Path(__file__).with_name("romania.txt")


def romania(start="Arad", goal="Bucharest"):
    return taquin.Graph(MAP, start=start, goal=goal)


def main():
    roads = romania()
    for algorithm in ("ucs", "greedy", "astar", "ida_star", "rbfs"):
        heuristic = None if algorithm == "ucs" else roads.h
        found = taquin.search(roads, algorithm, heuristic, admissible=True)
        print(f"{algorithm:8} {found.cost} km, expanded {found.stats.expanded:2}: {' '.join(found.states)}")
    moves = taquin.Graph(MAP, start="Arad", goal="Bucharest", weighted=False)
    print(f"bfs      {taquin.search(moves, 'bfs').length} roads: {' '.join(taquin.search(moves, 'bfs').states)}")


if __name__ == "__main__":
    main()
