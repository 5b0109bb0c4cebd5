"""Breadth-first iterative-deepening A*, compared with true distances and with sets of boards in layers."""

from __future__ import annotations

from random import Random

import pytest

from conftest import GOALS
from looping import for_each
from recording import recorded
from taquin.analysis.random_boards import board_of_depth
from taquin.heuristics.base import Estimate
from taquin.puzzle.board import Board, State
from taquin.puzzle.problem import TileSpace
from taquin.run.limits import Limits
from taquin.run.result import Quality, Status
from taquin.solving.heuristic_choice import make_heuristic
from taquin.solving.solver import solve

HARDEST = Board("8 6 7 / 2 5 4 / 3 0 1")


def layered_counts(start: Board, goal: Board, estimate: Estimate[State], bound: float) -> tuple[int, int]:
    """How many boards an iteration that does not reach the goal expands and generates: no node, no order, no queue."""
    space = TileSpace(start.state, goal.state, start.shape)
    seen, layer, expanded, g = {start.state}, {start.state}, 0, 0
    while layer:
        expanded += len(layer)
        children = {child for state in layer for _, child in space.successors(state)} - seen
        seen |= children
        g += 1
        layer = {child for child in children if g + estimate(child) <= bound}
    return expanded, len(seen) - 1


@for_each(
    ("goal", "heuristic", "depth"), [(g, h, d) for g in GOALS for h in ("manhattan", "misplaced") for d in (9, 17)]
)
def test_the_iterations_have_the_boards_within_their_bounds(goal: str, heuristic: str, depth: int) -> None:
    end = GOALS[goal]
    start = board_of_depth(end, depth, rng=Random(depth))
    result = solve(start, end, algorithm="bfida_star", heuristic=heuristic)
    assert result.length == result.lower_bound == depth
    estimate = make_heuristic(heuristic).build(end)
    for iteration in result.iterations[:-1]:
        counts = layered_counts(start, end, estimate, iteration.bound)
        assert (iteration.expanded, iteration.generated) == counts
    bounds = [iteration.bound for iteration in result.iterations]
    assert bounds == sorted({*bounds})
    assert (bounds[0], bounds[-1]) == (estimate(start.state), depth)
    last = layered_counts(start, end, estimate, depth)
    assert result.iterations[-1].expanded <= last[0]
    assert result.iterations[-1].generated <= last[1]


@pytest.mark.parametrize("heuristic", ["manhattan", "linear_conflict", "euclidean", "misplaced", "inversion_distance"])
def test_solutions_are_shortest(heuristic: str) -> None:
    """Boards of every difficulty, by the exhaustive table of distances; among the heuristics are inconsistent ones."""
    rng, goal = Random(heuristic), GOALS["corner"]
    for depth in range(0, 25, 3):
        start = board_of_depth(goal, depth, rng=rng)
        result = solve(start, goal, algorithm="bfida_star", heuristic=heuristic)
        assert (result.length, result.quality) == (depth, Quality.OPTIMAL)


@pytest.mark.slow
def test_solutions_of_hundreds_of_boards_are_shortest() -> None:
    rng = Random(43)
    for depth in [*range(32)] * 12:
        goal = GOALS["corner"]
        start = board_of_depth(goal, depth, rng=rng)
        result = solve(start, goal, algorithm="bfida_star(manhattan)")
        assert (result.length, result.quality) == (depth, Quality.OPTIMAL)


def test_an_iteration_without_a_solution_expands_at_most_what_ida_star_does() -> None:
    ours = solve(HARDEST, algorithm="bfida_star(manhattan)")
    theirs = solve(HARDEST, algorithm="ida_star(manhattan)")
    assert [each.bound for each in ours.iterations] == [each.bound for each in theirs.iterations] == [*range(21, 32, 2)]
    assert [each.expanded for each in ours.iterations][:-1] == [3, 42, 242, 1636, 6549]
    assert [each.expanded for each in theirs.iterations][:-1] == [3, 42, 249, 2067, 11094]


def test_limits_keep_the_bound_that_is_proven() -> None:
    result = solve(HARDEST, algorithm="bfida_star(manhattan)", limits=Limits(nodes=2_000))
    assert (result.status, result.lower_bound) == (Status.LIMIT, 27)
    result = solve(HARDEST, algorithm="bfida_star(manhattan)", limits=Limits(memory=2**20))
    assert result.status is Status.LIMIT
    assert 21 < result.lower_bound < 31
    for depth in (30, 31):
        result = solve(HARDEST, algorithm="bfida_star(manhattan)", limits=Limits(depth=depth))
        assert result.status is (Status.SOLVED if depth == 31 else Status.EXHAUSTED)
        assert result.lower_bound == 31


def test_each_iteration_numbers_its_nodes_anew() -> None:
    trace = recorded("5 1 3 / 4 2 6 / 7 0 8", algorithm="bfida_star(manhattan)")
    tree = trace.tree
    assert tree.begins == [0, 2, 7]
    assert tree[0].expansions == [1, 3, 8]
    assert [len([node for node in tree.nodes.values() if node.iteration == place]) for place in (1, 2, 3)] == [
        4,
        10,
        37,
    ]
    assert trace.node_path == (0, 16, 21, 29, 35, 42, 45, 48, 49, 51)
