"""Answers of all algorithms on random goals, against distances that are computed without Taquin.

A solution is replayed without Taquin too. An algorithm that claims shortest solutions must find one, a weighted one
must stay within its weight, and no proven bound may be above the true distance. `make attack ANSWERS=1000000` sets the
number of answers.
"""

from __future__ import annotations

from random import Random

import pytest

import exhaustive
from figures import Tally
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality, Result, Status
from taquin.solving.method import Method, choose_method
from taquin.solving.native_support import unsupported_reason
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import Backend, run_method

HEURISTICS = ("misplaced", "manhattan", "linear_conflict", "walking_distance", "gaschnig", "pdb", "max(manhattan, pdb)")
NEAR = 12
"""Moves: up to this distance every algorithm is fast enough in Python."""
LONG = {"bfs", "ucs", "dfs", "annealing"}
"""Algorithms that take many times as long as the others, and so run near the goal only."""


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


RANDOM_SHAPES = {
    Shape(1, 5): 1,
    Shape(2, 2): 1,
    Shape(2, 3): 3,
    Shape(3, 2): 3,
    Shape(2, 4): 10,
    Shape(4, 2): 10,
    Shape(3, 3): 70,
}
"""Shapes, and how often each is drawn."""
PARTS = 8
"""The number of tests that share the random answers. They run in parallel."""
ANSWERS_PER_GOAL = 2_000
BACKENDS: tuple[Backend, Backend] = ("native", "python")
GOOD = ("manhattan", "linear_conflict", "walking_distance", "pdb", "max(manhattan, pdb)")
"""Heuristics with which every board of 9 cells is solved in milliseconds."""


def walk(goal: bytes, shape: Shape, random: Random) -> bytes:
    """A board at most ``NEAR`` moves from the goal."""
    board = goal
    for _ in range(random.randint(0, NEAR)):
        board = random.choice(list(exhaustive.neighbours(board, shape.rows, shape.columns)))
    return board


def random_start(goal: bytes, distances: dict[bytes, int], random: Random) -> bytes:
    """Any board; one of twenty cannot reach the goal."""
    board = bytes(random.sample(goal, len(goal)))
    return board if board in distances or random.random() < 0.1 else swapped(board)


def attack_goal(tally: Tally, random: Random, count: int) -> None:
    """Random methods on random boards of one random goal: fast ones on any board, all of them near the goal."""
    shape = random.choices(list(RANDOM_SHAPES), list(RANDOM_SHAPES.values()))[0]
    goal = bytes(random.sample(range(shape.cells), shape.cells))
    layers = enumerate(exhaustive.layers(goal, shape.rows, shape.columns))
    distances = {board: distance for distance, layer in layers for board in layer}
    target = Board(list(goal), shape)
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
        distance = distances.get(start)
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


def swapped(board: bytes) -> bytes:
    """The board with its first two tiles swapped, which cannot reach the goal."""
    one, other = [cell for cell, tile in enumerate(board) if tile][:2]
    cells = bytearray(board)
    cells[one], cells[other] = cells[other], cells[one]
    return bytes(cells)
