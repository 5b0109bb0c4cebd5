"""Bounded-suboptimal search and ARA*: the bounds hold on every near board, and every choice is the one of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from cases import each_case
from conftest import GOALS
from looping import for_each
from recording import recorded
from taquin.algorithms import bounded_suboptimal
from taquin.algorithms.best_first import PRIORITIES, wastar
from taquin.analysis.random_boards import board_of_depth
from taquin.errors import SpaceError
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import State
from taquin.puzzle.problem import TileSpace
from taquin.run.execution import execute
from taquin.run.progress import Improvement
from taquin.run.result import Outcome, Quality
from taquin.run.run import Run
from taquin.solving.solver import solve
from taquin.solving.spaces import search
from taquin.tables.distances import DistanceTable
from taquin.trace.events import ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, IterationEvent
from taquin.trace.recorder import Recorder

WEIGHTS = (1, 1.2, 2)
SEARCHES: tuple[Callable[..., Outcome], ...] = (
    bounded_suboptimal.focal,
    bounded_suboptimal.dps,
    bounded_suboptimal.ees,
    partial(wastar, priority="xdp"),
    partial(wastar, priority="xup"),
)
GOAL = GOALS["corner"]


def check_bounds(state: State, distance: int) -> None:
    space, heuristic = TileSpace(state, GOAL.state, GOAL.shape), Manhattan(GOAL)
    for function in SEARCHES:
        for weight in WEIGHTS:
            outcome = execute(partial(function, space, run := Run(), heuristic, weight=weight), run, dict)
            length = len(outcome.moves or ())
            assert distance <= length <= weight * outcome.lower_bound + 1e-9
            assert outcome.lower_bound <= distance + 1e-9  # a result rounds it


def near_boards(depth: int) -> Iterator[tuple[State, int]]:
    table = DistanceTable(GOAL)
    return ((state, distance) for distance in range(depth + 1) for state in table.states_at(distance))


def test_the_bounds_of_every_near_board() -> None:
    for state, distance in near_boards(7):
        check_bounds(state, distance)


@pytest.mark.slow
def test_the_bounds_of_all_boards_up_to_15_moves_and_of_some_of_every_depth() -> None:
    for state, distance in near_boards(15):
        check_bounds(state, distance)
    for depth in range(16, 32):
        check_bounds(board_of_depth(GOAL, depth, rng=Random(depth)).state, depth)


@each_case("name", PRIORITIES)
def test_a_priority_is_the_weighted_h_at_the_start_g_at_the_goal_and_no_more_than_weighted_f(name: str) -> None:
    value = PRIORITIES[name]
    for weight in (1, 1.1, 1.5, 3, 20):
        for g in range(0, 90, 3):
            assert value(g, 0, weight) == g
            assert value(0, g, weight) == pytest.approx(weight * g)
            for h in range(0, 60, 3):
                assert g + h - 1e-9 <= value(g, h, weight) <= weight * (g + h) + 1e-9


Values = dict[int, tuple[float, float]]  # g and h of each open node


def choose(key: str, nodes: Values, bound: float, weight: float, start_h: float) -> int:
    """The definition, over all open nodes."""

    def f(node: int) -> float:
        return sum(nodes[node])

    def corrected(node: int) -> float:
        g, h = nodes[node]
        return h if not g or not h else h * g / (start_h - h) if h < start_h else float("inf")

    def corrected_f(node: int) -> float:
        return nodes[node][0] + corrected(node)

    def potential(g: float, h: float) -> float:
        return (g - limit) / h if h else -float("inf") if g <= limit else float("inf")

    def first(candidates: list[int], value: Callable[[int], float]) -> int:
        return min(candidates, key=lambda node: (value(node), node))

    limit, every = weight * bound, list(nodes)
    if key == "focal":
        return first([node for node in every if f(node) <= limit], lambda node: nodes[node][1])
    if key == "dps":
        return first(every, lambda node: potential(*nodes[node]))
    least = corrected_f(first(every, corrected_f))
    nearest = first([node for node in every if corrected_f(node) <= weight * least], corrected)
    if corrected_f(nearest) <= limit:
        return nearest
    return first(every, corrected_f if least <= limit else f)


class Chain:
    """To 30 from 0, by steps of 1 or 2 that cost as much, or by one of 5 that costs 7."""

    start = 0

    def __init__(self, unit: int = 0) -> None:
        self.unit = unit

    def is_goal(self, state: int) -> bool:
        return state == 30

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [(str(step), state + step) for step in (1, 2, 5, -1) if -5 <= state + step <= 30]

    def cost(self, state: int, move: str, child: int) -> float:
        return self.unit or {"1": 1, "2": 2, "5": 7, "-1": 1}[move]

    def h(self, state: int) -> float:
        return abs(30 - state) * 0.2 if self.unit else abs(30 - state)


class Counted(Chain):
    def moves_left(self, state: int) -> float:
        return abs(30 - state) / 5


class AsMuchAsH(Chain):
    def moves_left(self, state: int) -> float:
        return self.h(state)


@for_each("weight", [1, 1.2, 1.5, 3])
def test_a_second_estimate_of_the_number_of_moves(weight: float) -> None:
    """The bound holds; with equal costs and d = h the search is the same; otherwise it prefers few moves."""
    spec = f"ees(weight={weight})"
    plain, counted = (search(space, spec, space.h, admissible=True) for space in (Chain(), Counted()))
    assert counted.cost is not None
    assert 30 <= counted.cost <= 30 * weight + 1e-9
    if weight >= 1.5:
        assert plain.length == 9
        assert counted.length == 6
        assert counted.stats.expanded < plain.stats.expanded
    same, other = (search(space, spec, space.h) for space in (Chain(unit=1), AsMuchAsH(unit=1)))
    assert (same.moves, same.stats) == (other.moves, other.stats)


def test_a_search_with_a_second_estimate_cannot_be_recorded() -> None:
    with pytest.raises(SpaceError, match="moves_left cannot be recorded"):
        search(Counted(), "ees", Counted().h, observer=Recorder())


@pytest.mark.parametrize("key", ["focal", "dps", "ees"])
@pytest.mark.parametrize("weight", [1, 1.3, 2, 4])
def test_every_choice_is_the_one_of_the_definition(key: str, weight: float) -> None:
    for depth in (12, 18):
        trace = recorded(board_of_depth(GOAL, depth, rng=Random(depth)), GOAL, algorithm=f"{key}(weight={weight})")
        nodes: Values = {}
        known: Values = {}
        bound: float = 0
        for event in trace.events:
            match event:
                case GenerateEvent(node=node, g=g, h=h):
                    nodes[node] = known[node] = g, h
                case ImproveEvent(node=node, g=g):
                    nodes[node] = known[node] = g, known[node][1]
                case ExpandEvent(node=node) | GoalEvent(node=node):
                    bound = max(bound, min(map(sum, nodes.values())))
                    assert choose(key, nodes, bound, weight, known[0][1]) == node
                    del nodes[node]
                case _:
                    pass


# ARA* --------------------------------------------------------------------------------------------------------------


def test_ara_star_reports_shorter_solutions_within_smaller_bounds_until_one_is_proven() -> None:
    counts = []
    for depth in (20, 24, 27):
        heard: list[Improvement] = []
        board = board_of_depth(GOAL, depth, rng=Random(depth))
        result = solve(board, GOAL, algorithm="ara_star(weight=5, step=0.2)", improvement=heard.append)
        assert (result.length, result.quality, result.reason) == (depth, Quality.OPTIMAL, "")
        lengths, bounds = [each.length for each in heard], [each.lower_bound for each in heard]
        assert lengths == sorted(set(lengths), reverse=True)
        assert bounds == sorted(bounds)
        assert all(each.length <= 5 * each.lower_bound <= 5 * depth for each in heard)
        weights = [iteration.bound for iteration in result.iterations]
        assert weights == sorted(set(weights), reverse=True)
        counts.append(len(heard))
    assert max(counts) > 1


def test_ara_star_expands_no_node_twice_in_one_iteration_and_keeps_what_it_knows() -> None:
    board = board_of_depth(GOAL, 24, rng=Random(24))
    trace = recorded(board, GOAL, algorithm="ara_star(weight=5, step=0.2)")
    expanded: set[int] = set()
    for event in trace.events:
        if isinstance(event, IterationEvent):
            expanded = set()
        elif isinstance(event, ExpandEvent):
            assert event.node not in expanded
            expanded.add(event.node)
    alone = [solve(board, GOAL, algorithm=f"wastar(weight={each.bound})") for each in trace.outcome.iterations]
    assert trace.outcome.stats.expanded < sum(each.stats.expanded for each in alone)
