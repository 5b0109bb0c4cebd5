"""The textbook table of the 8-puzzle: iterative deepening, A* with misplaced tiles, A* with Manhattan distance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean

from taquin.analysis.branching import effective_branching_factor
from taquin.analysis.random_boards import board_of_depth
from taquin.experiments.reproductions.reproduction import Bench, Row, deviation
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first
from taquin.puzzle.problem import Problem
from taquin.run.result import Result
from taquin.solving.method import make_method

DEEPENING, WITHOUT_UNDO = "iterative deepening", "the same, no move back"
METHODS = {
    DEEPENING: make_method("iddfs", None, {"undo": True}),
    WITHOUT_UNDO: make_method("ida_star", "blind"),
    "A*, misplaced": make_method("astar", "misplaced"),
    "A*, Manhattan": make_method("astar", "manhattan"),
}
PUBLISHED = {
    DEEPENING: {2: 10, 4: 112, 8: 6384, 12: 364_404, 14: 3_473_941},
    "A*, misplaced": {2: 6, 4: 13, 8: 39, 12: 227, 14: 539, 20: 7276, 24: 39_135},
    "A*, Manhattan": {2: 6, 4: 12, 8: 25, 12: 73, 14: 113, 20: 676, 24: 1641},
}
BOARDS = {"easy": 20, "all": 100}
DEEPEST = {"easy": 12, "all": 14}
"""Down to where iterative deepening is measured: 14 is the last that is published, and takes minutes."""
SEED = 1


def measure(subset: str, bench: Bench) -> Iterator[Row]:
    goal, rng = blank_first(Shape(3, 3)), Random(SEED)
    for depth in range(2, 25, 2):
        boards = [board_of_depth(goal, depth, rng=rng) for _ in range(BOARDS[subset])]
        for name, method in METHODS.items():
            if name == DEEPENING and depth > DEEPEST[subset]:
                continue
            bench.show(f"depth {depth} of 24: {name}")
            nodes = fmean(_nodes(bench.solve(Problem(board, goal), method)) for board in boards)
            published = PUBLISHED.get(name, {}).get(depth)
            yield {
                "depth": depth,
                "method": name,
                "boards": len(boards),
                "nodes": nodes,
                "published": published,
                "deviation": deviation(nodes, published),
                "branching": effective_branching_factor(nodes, depth),
                "published_branching": None if published is None else effective_branching_factor(published, depth),
            }


def _nodes(result: Result) -> int:
    """The nodes that were generated, and the root.

    Iterative deepening with a limit of d moves generates the nodes down to depth d. Without the move back, IDA* without
    an estimate runs in its place, because the core has it. It expands these nodes, all but the goal, so its expansions
    are counted.
    """
    if result.algorithm != "ida_star":
        return result.stats.generated + 1
    *complete, last = result.iterations
    return sum(iteration.expanded - 1 for iteration in complete) + last.expanded + 1


def summarise(rows: Sequence[Row]) -> list[tuple[str, str]]:
    return [
        (DEEPENING, "the goal ends our last iteration wherever it is; the book does not say where theirs ended"),
        (WITHOUT_UNDO, "what Taquin does by default; it grows by 1.7 with each move, the book's search by 2.8"),
    ]
