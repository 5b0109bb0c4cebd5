"""Answers of every algorithm on both backends against distances that are computed without Taquin.

A solution is replayed without Taquin too. An algorithm that claims shortest solutions must find one, a weighted one
must stay within its weight, and no proven bound may be above the true distance. `make attack ANSWERS=1000000` sets the
number of answers on random goals.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Literal

import pytest

import exhaustive
from figures import Tally
from permutation_ranks import Distances
from taquin import _native
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Status
from taquin.solving.method import Method, choose_method
from taquin.solving.native_runs import unsupported_reason
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import Backend, run_method
from taquin.tables.distances import DistanceTable

Sample = tuple[tuple[bytes, int], ...]
SHAPES = {"2×3": Shape(2, 3), "2×4": Shape(2, 4), "2×5": Shape(2, 5), "3×3": Shape(3, 3)}
GOALS: dict[str, list[tuple[int, ...]]] = {
    "2×3": [(1, 2, 3, 4, 5, 0), (3, 0, 5, 1, 4, 2)],
    "2×4": [(1, 2, 3, 4, 5, 6, 7, 0), (0, 1, 2, 3, 4, 5, 6, 7)],
    "2×5": [(1, 2, 3, 4, 5, 6, 7, 8, 9, 0)],
    "3×3": [
        (1, 2, 3, 4, 5, 6, 7, 8, 0),
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (1, 2, 3, 8, 0, 4, 7, 6, 5),
        (5, 1, 7, 2, 8, 3, 0, 6, 4),
    ],
}
HEURISTICS = ("misplaced", "manhattan", "linear_conflict", "walking_distance", "gaschnig", "pdb", "max(manhattan, pdb)")
NEAR = 12
"""Moves: up to this distance every algorithm is fast enough in Python."""
QUICK = {"astar", "ida_star", "wastar", "greedy", "bidirectional_astar", "constructive", "beam"}
"""Algorithms that are fast enough in Python at any distance."""
LONG = {"bfs", "ucs", "dfs", "annealing"}
"""Algorithms that take many times as long as the others, and so get a tenth of the boards."""


@lru_cache(maxsize=2)
def sample(name: str, place: int, count: int) -> Sample:
    shape = SHAPES[name]
    found = exhaustive.sample(bytes(GOALS[name][place]), shape.rows, shape.columns, count, Random(count))
    Random(0).shuffle(found)
    return tuple(found)


def methods(heuristics: tuple[str, ...]) -> list[Method]:
    """Every algorithm with each of these heuristics, the weighted one also with a large weight."""
    found = []
    for spec in ALGORITHMS:
        found += [
            choose_method(spec.key, heuristic) for heuristic in (heuristics if spec.uses_heuristic else heuristics[:1])
        ]
    return [*found, choose_method("wastar(manhattan, weight=5)"), choose_method("ida_star(manhattan, lookback=6)")]


def complaint(method: Method, result: Result, start: bytes, goal: bytes, distance: int) -> str:
    """What is wrong with a result; empty if nothing is."""
    claim = method.algorithm.claims.optimal
    if result.lower_bound > distance:
        return f"the bound {result.lower_bound} is above the distance {distance}"
    if result.solution is None:
        is_allowed = claim == "no" and result.status in (Status.STUCK, Status.EXHAUSTED, Status.LIMIT)
        return "" if is_allowed else f"no solution: {result.status}: {result.reason}"
    moves = str(result.solution)
    try:
        end = exhaustive.replay(start, moves, result.start.shape.columns)
    except ValueError as error:
        return f"the solution {moves}: {error}"
    if end != goal or len(moves) < distance:
        return f"the solution {moves} does not lead to the goal, or is too short"
    if result.gap is not None and len(moves) > (1 + result.gap) * distance + 1e-9:
        return f"{len(moves)} moves, a gap of {result.gap}, and {distance} are enough"
    if method.algorithm.claims.suboptimality is not None:
        return "" if len(moves) <= float(dict(method.options)["weight"]) * distance else f"{len(moves)} moves"
    is_exact = claim != "no" or result.quality is Quality.OPTIMAL
    return f"{len(moves)} moves, and {distance} are enough" if is_exact and len(moves) != distance else ""


def attack(tally: Tally, name: str, place: int, method: Method, backend: Backend, boards: Sample) -> None:
    shape, goal = SHAPES[name], bytes(GOALS[name][place])
    target = Board(list(goal), shape)
    for start, distance in boards:
        result = run_method(Problem(Board.from_state(start, shape), target), method, backend=backend)
        tally.add(complaint(method, result, start, goal, distance), (name, place, method.text, backend, start))


def attack_all(tally: Tally, name: str, place: int, heuristics: tuple[str, ...], boards: Sample, few: int) -> None:
    """Every method on both backends: all boards natively, and a few in Python."""
    problem = Problem(Board(list(GOALS[name][place]), SHAPES[name]))
    near = tuple(each for each in boards if each[1] <= NEAR)
    for method in methods(heuristics):
        key = method.algorithm.key
        share = 10 if key in LONG else 1
        attack(tally, name, place, method, "python", (boards if key in QUICK else near)[: few // share])
        if not unsupported_reason(problem, method):
            attack(tally, name, place, method, "native", boards[: len(boards) // share])


def test_answers_on_2x3(tally: Tally) -> None:
    for place in range(2):
        attack_all(tally, "2×3", place, ("manhattan",), sample("2×3", place, 40), few=15)


@pytest.mark.attack
@pytest.mark.parametrize("place", range(2))
def test_answers_on_2x4(place: int, tally: Tally) -> None:
    attack_all(tally, "2×4", place, HEURISTICS, sample("2×4", place, 500), few=30)


@pytest.mark.attack
def test_answers_on_2x5(tally: Tally) -> None:
    attack_all(tally, "2×5", 0, HEURISTICS[1:3], sample("2×5", 0, 500), few=10)


@pytest.mark.attack
@pytest.mark.parametrize("place", range(4))
def test_answers_on_3x3(place: int, tally: Tally) -> None:
    attack_all(tally, "3×3", place, HEURISTICS, sample("3×3", place, 800), few=20)


# Random goals -------------------------------------------------------------------------------------------------------

RANDOM_SHAPES = {Shape(rows, columns): share for rows, columns, share in (
    (1, 5, 1), (2, 2, 1), (2, 3, 3), (3, 2, 3), (2, 4, 10), (4, 2, 10), (3, 3, 70), (2, 5, 1), (5, 2, 1)
)}  # fmt: skip
"""Shapes, and how often each is drawn."""
PARTS = 8
"""The number of tests that share the random answers. They run in parallel."""
ANSWERS_PER_GOAL = 2_000
BACKENDS: tuple[Backend, Backend] = ("native", "python")
GOOD = ("manhattan", "linear_conflict", "walking_distance", "pdb", "max(manhattan, pdb)")
"""Heuristics with which every board of 10 cells is solved in milliseconds."""


def walk(goal: bytes, shape: Shape, random: Random) -> bytes:
    """A board at most ``NEAR`` moves from the goal."""
    board = goal
    for _ in range(random.randint(0, NEAR)):
        board = random.choice(list(exhaustive.neighbours(board, shape.rows, shape.columns)))
    return board


def random_start(goal: bytes, distances: Distances, random: Random) -> bytes:
    """Any board; one of twenty cannot reach the goal."""
    board = bytes(random.sample(goal, len(goal)))
    return board if distances.of(board) is not None or random.random() < 0.1 else swapped(board)


def attack_goal(tally: Tally, random: Random, count: int) -> None:
    """Random methods on random boards of one random goal: fast ones on any board, all of them near the goal."""
    shape = random.choices(list(RANDOM_SHAPES), list(RANDOM_SHAPES.values()))[0]
    goal = bytes(random.sample(range(shape.cells), shape.cells))
    distances, target = Distances(goal, shape.rows, shape.columns), Board(list(goal), shape)
    every = [method for method in methods(HEURISTICS) if method.algorithm.key != "dfs"]
    fast = [
        method
        for method in methods(GOOD)
        if method.algorithm.key not in LONG | {"anytime"} and not unsupported_reason(Problem(target), method)
    ]
    for _ in range(count):
        is_near = not fast or random.random() < 0.02
        method, backend = random.choice(every if is_near else fast), BACKENDS[is_near]
        start = walk(goal, shape, random) if is_near else random_start(goal, distances, random)
        result = run_method(Problem(Board.from_state(start, shape), target), method, backend=backend)
        distance = distances.of(start)
        if distance is None:
            found = "" if result.status is Status.UNSOLVABLE else f"{result.status}, and the goal cannot be reached"
        else:
            found = complaint(method, result, start, goal, distance)
        tally.add(found, (str(shape), goal, method.text, backend, start))


def test_random_answers_on_one_goal(tally: Tally) -> None:
    attack_goal(tally, Random(6), 100)


@pytest.mark.attack
@pytest.mark.parametrize("part", range(PARTS))
def test_random_answers(part: int, tally: Tally, pytestconfig: pytest.Config) -> None:
    random, wanted = Random(part), pytestconfig.getoption("answers") // PARTS
    while tally.tried < wanted:
        attack_goal(tally, random, min(ANSWERS_PER_GOAL, wanted - tally.tried))


@pytest.mark.parametrize("count", [10, pytest.param(300, marks=pytest.mark.attack)])
def test_good_enough_solutions(count: int, tally: Tally) -> None:
    """``within=F``: a search that was not stopped has a solution of at most F times the shortest length."""
    name = "2×3" if count == 10 else "3×3"
    shape, goal = SHAPES[name], bytes(GOALS[name][0])
    target, random = Board(list(goal), shape), Random(count)
    for start, distance in sample(name, 0, count):
        within = random.choice([1, 1.05, 1.1, 1.25, 1.5, 2, 3])
        method = choose_method(f"anytime(within={within})")
        for backend in ("python", "auto"):
            nodes = random.choice([100, 10_000, 10**6])
            problem = Problem(Board.from_state(start, shape), target)
            result = run_method(problem, method, backend=backend, limits=Limits(nodes=nodes))
            found = complaint(method, result, start, goal, distance)
            if not found and not result.reason and (result.length or 0) > within * distance:
                found = f"{result.length} moves, and {distance} are enough"
            tally.add(found, (start, method.text, backend, nodes))


def attack_table(tally: Tally, name: str, goal: tuple[int, ...], backend: Literal["auto", "python", "native"]) -> None:
    shape = SHAPES[name]
    table = DistanceTable(list(goal), shape=shape, backend=backend)
    for distance, layer in enumerate(exhaustive.layers(bytes(goal), shape.rows, shape.columns)):
        assert table.counts[distance] == len(layer)
        for board in layer:
            found = table.get(board)
            tally.add("" if found == distance else f"the table says {found}, not {distance}", board)


def test_every_distance_of_2x3(tally: Tally) -> None:
    attack_table(tally, "2×3", GOALS["2×3"][1], "auto")


@pytest.mark.attack
@pytest.mark.parametrize("backend", ["python", *(["native"] if _native.is_available() else [])])
def test_every_distance_of_3x3(backend: Literal["native", "python"], tally: Tally) -> None:
    attack_table(tally, "3×3", GOALS["3×3"][2], backend)


def swapped(board: bytes) -> bytes:
    """The board with its first two tiles swapped, which cannot reach the goal."""
    one, other = [cell for cell, tile in enumerate(board) if tile][:2]
    cells = bytearray(board)
    cells[one], cells[other] = cells[other], cells[one]
    return bytes(cells)


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.attack)])
def test_unsolvable_boards(count: int, tally: Tally) -> None:
    name = "2×3" if count == 100 else "3×3"
    shape, goal = SHAPES[name], Board(list(GOALS[name][0]), SHAPES[name])
    for board, _ in sample(name, 0, count):
        result = run_method(Problem(Board.from_state(swapped(board), shape), goal), choose_method("astar(manhattan)"))
        tally.add("" if result.status is Status.UNSOLVABLE else str(result.status), board)
