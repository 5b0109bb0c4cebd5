"""Spaces whose moves have other costs than 1: the algorithms that take them are right, the others refuse them."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from random import Random
from typing import Any, ClassVar

import pytest

from taquin import HeuristicError, LimitError, Quality, Recorder, SpaceError, SpecError, Status, search
from taquin.heuristics.base import Estimate
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec

WITH_COSTS = [spec for spec in ALGORITHMS if spec.claims.adds_costs]
WITHOUT_COSTS = [spec for spec in ALGORITHMS if not spec.claims.adds_costs]
OPTIMAL = [spec for spec in WITH_COSTS if spec.claims.optimal in ("yes", "if h is admissible")]


class Roads:
    """A random directed graph with costs; the goal is the last town."""

    def __init__(self, seed: int, *, towns: int = 12, costs: tuple[float, ...] = (1, 2, 3, 7)) -> None:
        rng = Random(seed)
        self.start, self.goal = 0, towns - 1
        self.ways: dict[int, list[tuple[int, int, float]]] = {town: [] for town in range(towns)}
        for town in range(towns):
            for way, other in enumerate(rng.sample(range(towns), 3)):
                if other != town:
                    self.ways[town].append((way, other, rng.choice(costs)))

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(way, other) for way, other, _ in self.ways[state]]

    def predecessors(self, state: int) -> list[tuple[int, int]]:
        return [(way, town) for town, ways in self.ways.items() for way, other, _ in ways if other == state]

    def reverse(self, move: int) -> int:
        return move

    def cost(self, state: int, move: int, child: int) -> float:
        return next(cost for way, other, cost in self.ways[state] if (way, other) == (move, child))

    def distances(self, *, backward: bool = True) -> dict[int, float]:
        """Dijkstra's algorithm, written once more, from the goal or from the start."""
        found: dict[int, float] = {}
        heap: list[tuple[float, int]] = [(0, self.goal if backward else self.start)]
        while heap:
            distance, town = heappop(heap)
            if town in found:
                continue
            found[town] = distance
            near = self.predecessors(town) if backward else self.successors(town)
            for way, other in near:
                cost = self.cost(other, way, town) if backward else self.cost(town, way, other)
                heappush(heap, (distance + cost, other))
        return found


class Share(Estimate[int]):
    """A share of the true distance."""

    def __init__(self, distances: dict[int, float], share: float) -> None:
        self.distances, self.share = distances, share

    def __call__(self, state: int) -> float:
        return self.share * self.distances.get(state, 50)


def nothing(town: object) -> float:
    return 0


SEEDS = [seed for seed in range(40) if 0 in Roads(seed).distances()][:12]


@pytest.mark.parametrize("spec", WITH_COSTS, ids=lambda spec: spec.key)
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_costs_are_added_and_the_cheapest_solution_is_found(spec: AlgorithmSpec, share: float) -> None:
    for seed in SEEDS:
        roads = Roads(seed)
        there, here = roads.distances(), roads.distances(backward=False)
        forward, backward = Share(there, share), Share(here, share)
        found = search(
            roads,
            spec.key,
            forward if spec.uses_heuristic else None,
            backward_heuristic=backward if spec.is_bidirectional else None,
            admissible=True,
        )
        assert found.status is Status.SOLVED
        assert found.cost is not None
        assert found.moves is not None
        steps = zip(found.states, found.moves, found.states[1:], strict=False)
        assert found.cost == sum(roads.cost(*step) for step in steps)
        assert found.cost >= there[0]
        if spec in OPTIMAL:
            assert found.cost == there[0]
            assert found.quality is Quality.OPTIMAL
        if spec.key == "wastar":
            assert found.cost <= 1.5 * there[0]
            assert found.quality in (Quality.BOUNDED, Quality.OPTIMAL)
        assert found.lower_bound <= found.cost + 1e-9


def test_ida_star_stores_a_path_and_the_child_of_its_end() -> None:
    road = Roads(0, towns=5)
    road.ways = {town: [(0, town + 1, 2.0)] for town in range(4)} | {4: []}
    stats = search(road, "ida_star", nothing).stats
    assert (stats.max_frontier, stats.max_stored) == (4, 5)


@pytest.mark.parametrize("spec", OPTIMAL, ids=lambda spec: spec.key)
@pytest.mark.parametrize("costs", [(0.1, 0.2, 0.7), (Fraction(1, 3), Fraction(1, 7))], ids=["floats", "fractions"])
def test_costs_that_are_no_whole_numbers(spec: AlgorithmSpec, costs: tuple[float, ...]) -> None:
    for seed in SEEDS[:4]:
        roads = Roads(seed, costs=costs)
        found = search(roads, spec.key, nothing if spec.uses_heuristic else None, admissible=True)
        assert found.cost == pytest.approx(float(roads.distances()[0]))
        assert found.quality is Quality.OPTIMAL


@pytest.mark.parametrize("spec", WITHOUT_COSTS, ids=lambda spec: spec.key)
def test_an_algorithm_that_counts_moves_refuses_costs(spec: AlgorithmSpec) -> None:
    reason = "(counts moves, and this space has other costs.*these add up costs: ucs|works only on boards)"
    with pytest.raises(SpaceError, match=f"{spec.key} {reason}"):
        search(Roads(SEEDS[0]), spec.key, lambda town: 0)


@pytest.mark.parametrize("spec", WITH_COSTS, ids=lambda spec: spec.key)
def test_costs_of_0(spec: AlgorithmSpec) -> None:
    """Costs are right, and the trace has a tree, whose parents may have the same g as their children."""
    for seed in SEEDS:
        roads = Roads(seed, costs=(0, 0, 1, 5) if seed else (0,))
        if spec.key in ("ida_star", "rbfs"):
            with pytest.raises(SpaceError, match="expected a cost of more than 0"):
                search(roads, spec.key, nothing)
            continue
        recorder = Recorder()
        found = search(roads, spec.key, nothing if spec.uses_heuristic else None, admissible=True, observer=recorder)
        assert found.cost is not None
        if spec in OPTIMAL:
            assert found.cost == roads.distances()[0]
        tree = recorder.trace().tree
        assert all(tree.path(number)[0] in tree.roots for number in tree.nodes)


def test_a_cheaper_path_may_end_with_a_move_above_255() -> None:
    class Detour:
        """The cheaper path to x leads over y, and its last move is 1000."""

        start = "s"
        ways: ClassVar = {"s": [(1, "x", 10), (2, "y", 1)], "y": [(1000, "x", 1)], "x": [(3, "t", 5)], "t": []}

        def is_goal(self, state: str) -> bool:
            return state == "t"

        def successors(self, state: str) -> list[tuple[int, str]]:
            return [(move, child) for move, child, _ in self.ways[state]]

        def cost(self, state: str, move: int, child: str) -> float:
            return next(cost for way, _, cost in self.ways[state] if way == move)

    found = search(Detour(), "ucs")
    assert (found.moves, found.cost, found.states) == ((2, 1000, 3), 7, ("s", "y", "x", "t"))


def test_a_depth_limit_is_refused() -> None:
    with pytest.raises(LimitError, match="a depth limit counts moves"):
        search(Roads(SEEDS[0]), "ucs", depth=3)


def test_the_trace_has_the_costs() -> None:
    recorder = Recorder()
    found = search(Roads(SEEDS[0]), "ucs", observer=recorder)
    trace = recorder.trace()
    assert trace.fold().max_depth == found.stats.max_depth
    assert [trace.tree[node].g for node in trace.node_path][-1] == found.cost


def test_a_false_claim_is_found_out() -> None:
    roads = Roads(SEEDS[0])
    with pytest.raises(HeuristicError, match="the heuristic overestimates"):
        search(roads, "astar", lambda town: 100 * (town != roads.goal), admissible=True)
    assert search(roads, "astar", lambda town: 100 * (town != roads.goal)).quality is Quality.UNPROVEN


def test_a_heuristic_of_boards_is_refused() -> None:
    with pytest.raises(SpecError, match="'manhattan' is for boards"):
        search(Roads(SEEDS[0]), "astar(manhattan)")
    with pytest.raises(SpecError, match="astar needs a heuristic"):
        search(Roads(SEEDS[0]), "astar")
    with pytest.raises(HeuristicError, match="returned -1 for 0"):
        search(Roads(SEEDS[0]), "astar", lambda town: -1)


class Detour:
    """Two ways from A to B: one step, which is the first successor, or two by way of C."""

    start = goal = "A"

    def __init__(self, direct: Any, first: Any, second: Any) -> None:
        self.goal = "B"
        self.costs: dict[tuple[str, str], Any] = {("A", "B"): direct, ("A", "C"): first, ("C", "B"): second}
        self.best = min(Fraction(direct), Fraction(first) + Fraction(second))

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def successors(self, state: str) -> list[tuple[str, str]]:
        return [(other, other) for one, other in self.costs if one == state]

    def predecessors(self, state: str) -> list[tuple[str, str]]:
        return [(state, one) for one, other in self.costs if other == state]

    def reverse(self, move: str) -> str:
        return move

    def cost(self, state: str, move: str, child: str) -> Any:
        return self.costs[state, child]

    def away_from_c(self, state: str) -> Any:
        """Misleads, but never overestimates."""
        return self.costs["C", "B"] if state == "C" else 0

    def perfect(self, state: str) -> Any:
        return {"A": min(self.costs["A", "B"], self.costs["A", "C"] + self.costs["C", "B"]), "B": 0}.get(
            state, self.costs["C", "B"]
        )


LARGE = 2**60
CLOSE: dict[str, tuple[Any, Any, Any]] = {
    "small": (1e-9, 1e-12, 1e-12),
    "large": (LARGE + 3, LARGE // 2, LARGE // 2 + 1),
    "nearly one": (1, 0.5, 0.5 - 2**-40),
    "fractions": (1, Fraction(1, 2), Fraction(1, 2) - Fraction(1, 10**25)),
    "fractions of a large number": (LARGE, LARGE - 1, Fraction(1, 3)),
    "equal": (LARGE, LARGE // 2, LARGE // 2),
}


@pytest.mark.parametrize("name", CLOSE)
@pytest.mark.parametrize("spec", WITH_COSTS, ids=lambda spec: spec.key)
def test_only_the_cheapest_solution_is_called_optimal(spec: AlgorithmSpec, name: str) -> None:
    space = Detour(*CLOSE[name])
    for h in (nothing, space.away_from_c, space.perfect):
        found = search(space, spec.key, h if spec.uses_heuristic else None, admissible=True)
        assert found.status is Status.SOLVED
        cost = sum(Fraction(space.costs[step]) for step in zip(found.states, found.states[1:], strict=False))
        assert found.cost == (cost if cost.denominator == 1 else float(cost))
        assert found.lower_bound <= (found.cost or 0)
        if spec in OPTIMAL:
            assert (cost, found.quality) == (space.best, Quality.OPTIMAL)
        assert cost == space.best or found.quality is not Quality.OPTIMAL


@pytest.mark.parametrize("name", CLOSE)
def test_bae_star_calls_only_the_cheapest_solution_optimal(name: str) -> None:
    """Its bound is half of a sum, and its estimates are declared consistent."""
    space = Detour(*CLOSE[name])
    for h in (nothing, space.perfect):
        found = search(space, "bae_star", h, consistent=True)
        cost = sum(Fraction(space.costs[step]) for step in zip(found.states, found.states[1:], strict=False))
        assert (cost, found.quality) == (space.best, Quality.OPTIMAL)


@pytest.mark.parametrize("kind", [int, float, Fraction])
def test_an_admissible_heuristic_of_large_values_does_not_overestimate(kind: type[float]) -> None:
    """A float of this size may be 128 more than the number that it stands for."""
    space = Detour(LARGE + 5 * 64 + 1, LARGE, LARGE)
    for spec in OPTIMAL:
        h = (lambda state: kind(space.perfect(state))) if spec.uses_heuristic else None
        found = search(space, spec.key, h, admissible=True)
        assert found.quality is Quality.OPTIMAL
        assert found.cost == found.lower_bound == space.best


@pytest.mark.parametrize("scale", [1, LARGE, 1e-12, Fraction(1, 10**30)], ids=str)
def test_a_heuristic_that_overestimates_a_little_is_found_out(scale: float) -> None:
    space = Detour(3 * scale, 2 * scale, 2 * scale)
    over = 1 if scale == int(scale) else scale / 1000
    with pytest.raises(HeuristicError, match="the heuristic overestimates"):
        search(space, "astar", lambda state: 3 * scale + over if state == "A" else 0, admissible=True)


@pytest.mark.parametrize(("scale", "is_wrong"), [(1e-12, True), (1e12, True), (0.1, False), (LARGE, True)])
def test_an_update_may_differ_by_a_rounding_error_only(scale: float, is_wrong: bool) -> None:
    class Updated(Detour):
        def h(self, state: str) -> float:
            return {"A": 3 * scale, "C": scale, "B": 0}[state]

        def update_h(self, value: float, parent: str, child: str) -> float:
            """Wrong by a thousandth, or computed with rounding errors."""
            expected = self.h(child) + (scale / 1000 if is_wrong else 0)
            return expected if isinstance(scale, int) else value - (value - expected)

    space = Updated(5 * scale, scale, scale)
    if is_wrong:
        with pytest.raises(HeuristicError, match=r"update of .* gives"):
            search(space, "astar", space.h)
    else:
        assert search(space, "astar", space.h).cost == 2 * scale


def test_a_trace_of_fractions_has_numbers() -> None:
    recorder = Recorder()
    space = Detour(Fraction(1, 2), Fraction(1, 8), Fraction(1, 8))
    found = search(space, "ucs", observer=recorder)
    assert (found.cost, found.lower_bound, found.stats.max_depth) == (0.25, 0.25, 0.5)
    assert {type(getattr(event, "g", 0)) for event in recorder.trace().events} == {int, float}
    assert "0.25" in repr(found)


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf")])
def test_an_invalid_cost(cost: float) -> None:
    with pytest.raises(SpaceError, match="expected a cost of 0 or more, found"):
        search(Roads(SEEDS[0], costs=(cost,)), "ucs")


def test_a_cost_of_0() -> None:
    roads = Roads(SEEDS[0], costs=(0,))
    assert search(roads, "ucs").cost == roads.distances()[0]
    for algorithm in ("astar", "bidirectional_astar"):
        assert search(roads, algorithm, nothing).cost == roads.distances()[0]
    for algorithm in ("ida_star", "rbfs"):
        with pytest.raises(SpaceError, match="expected a cost of more than 0"):
            search(roads, algorithm, lambda town: 0)
