"""What every heuristic promises: on whole spaces, and against a second, slow definition of its values."""

from __future__ import annotations

import pickle
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from slow_heuristics import DEFINITIONS, random_goal, random_walk
from taquin.heuristics.base import Heuristic
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.problem import Problem, TileSpace
from taquin.solving.registry import HEURISTICS, HeuristicSpec
from taquin.tables.distances import DistanceTable

ROUNDING = 1e-9


def build(spec: HeuristicSpec, goal: Board) -> Heuristic:
    heuristic = spec.load()([Manhattan(goal), Gaschnig(goal)] if spec.takes_parts else goal)
    assert isinstance(heuristic, Heuristic)
    return heuristic


# The claims, on whole spaces ------------------------------------------------------------------------------------


class Space:
    """All states that reach a goal, their true distances, and every pair of neighbours."""

    def __init__(self, goal: Board) -> None:
        table = DistanceTable(goal)
        self.states = [state for depth in range(table.radius + 1) for state in table.states_at(depth)]
        self.distances = np.repeat(np.arange(table.radius + 1), table.counts)
        index = {state: number for number, state in enumerate(self.states)}
        successors = TileSpace(goal.state, goal.state, goal.shape).successors
        children = [[index[child] for _, child in successors(state)] for state in self.states]
        self.parents = np.repeat(np.arange(len(children)), [len(some) for some in children])
        self.children = np.array([child for some in children for child in some])


@cache
def space_of(goal: Board) -> Space:
    return Space(goal)


GOALS = [
    *[standard(Shape(rows, columns)) for rows, columns in ((2, 2), (2, 3), (3, 2), (2, 4), (1, 7), (7, 1))],
    Board([4, 1, 0, 2, 5, 3], "2x3"),
    Board([5, 0, 3, 4, 1, 2], "3x2"),
]
LARGE_GOALS = [
    standard(Shape(4, 2)),
    Board([2, 7, 1, 0, 6, 4, 3, 5], "2x4"),
    Board([1, 2, 3, 4, 5, 6, 7, 0, 8]),  # the blank at an edge
    Board([1, 2, 3, 4, 5, 6, 7, 8, 0]),  # in a corner
    Board([1, 2, 3, 8, 0, 4, 7, 6, 5]),  # in the centre
]


@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
@pytest.mark.parametrize(
    "goal", [*GOALS, *(pytest.param(goal, marks=pytest.mark.slow) for goal in LARGE_GOALS)], ids=repr
)
def test_claims_hold_on_all_states_and_all_moves(goal: Board, spec: HeuristicSpec) -> None:
    space = space_of(goal)
    heuristic = build(spec, goal)
    values = np.array([heuristic(state) for state in space.states])
    assert heuristic(goal.state) == 0
    assert values.min() >= 0
    is_admissible = (values <= space.distances + ROUNDING).all()
    assert is_admissible or not spec.admissible
    is_consistent = (values[space.parents] <= 1 + values[space.children] + ROUNDING).all()
    assert is_consistent or not spec.consistent  # databases are consistent on small shapes, but do not claim it


@pytest.mark.parametrize("spec", [spec for spec in HEURISTICS if not spec.admissible], ids=lambda spec: spec.key)
def test_heuristics_without_the_claim_overestimate(spec: HeuristicSpec) -> None:
    goal = standard(Shape(2, 4))
    space, heuristic = space_of(goal), build(spec, goal)
    assert any(heuristic(state) > distance for state, distance in zip(space.states, space.distances, strict=True))


def pairs(text: str) -> set[tuple[str, str]]:
    return {(name, size) for name, size in map(str.split, text.split(", "))}


TAKE_LONG = pairs("inversion_distance 16x17, walking_distance 5x3, walking_distance 4x4, learned 1x256")
WALKED_SIZES = ("1x2", "2x1", "1x6", "6x1", "3x3", "2x5", "5x3", "4x4", "5x5", "17x16", "1x256")
UNDEFINED = pairs("walking_distance 5x5, walking_distance 17x16, pdb 17x16, pdb 1x256, learned 17x16")


@pytest.mark.parametrize(
    ("size", "spec"),
    [
        pytest.param(size, spec, id=f"{size}-{spec.key}", marks=[pytest.mark.slow] * ((spec.key, size) in TAKE_LONG))
        for size, spec in product(WALKED_SIZES, HEURISTICS)
        if (spec.key, size) not in UNDEFINED
    ],
)
def test_update_equals_a_call_from_scratch_on_walks(size: str, spec: HeuristicSpec) -> None:
    rng = Random(1)
    for goal in (standard(Shape.parse(size)), random_goal(size, rng)):
        heuristic = build(spec, goal)
        value: float = 0
        for parent, child in random_walk(goal, 8 if len(goal) > 100 else 60, rng):
            value = heuristic.update(value, parent, child)
            assert value == heuristic(child)


# The values, by slow definitions --------------------------------------------------------------------------------


def test_every_heuristic_has_a_slow_definition() -> None:
    """Pattern databases are compared with searches of their patterns, in tests/tables."""
    others = {"blind", "pdb", "max"}
    assert DEFINITIONS.keys() == {spec.key for spec in HEURISTICS} - others, (
        "see docs/contributing/recipes.md, Add a heuristic"
    )


DEFINED_SIZES = ("1x2", "2x1", "1x6", "2x2", "2x5", "5x2", "3x3", "3x4", "4x4", "6x7", "16x17")
TOO_LARGE = pairs("walking_distance 6x7, walking_distance 16x17, linear_conflict 16x17, learned 16x17")


@pytest.mark.parametrize(
    ("key", "size"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] if case in TAKE_LONG else [])
        for case in product(DEFINITIONS, DEFINED_SIZES)
        if case not in TOO_LARGE
    ],
)
def test_values_are_those_of_a_slow_definition(key: str, size: str) -> None:
    make, slow = DEFINITIONS[key]
    rng = Random(2)
    for goal in (standard(Shape.parse(size)), blank_first(Shape.parse(size)), random_goal(size, rng)):
        heuristic = make(goal)
        for _ in range(3 if len(goal) > 100 else 15):
            near = goal
            for _, child in random_walk(goal, rng.randrange(150), rng):
                near = Board.from_state(child, goal.shape)
            far = random_goal(size, rng)
            if not Problem(far, goal).is_solvable:
                far = goal if goal.shape.is_line or len(goal) < 4 else far.swapped(1, 2)
            for board in (near, far):
                assert heuristic(board.state) == pytest.approx(slow(board, goal), abs=ROUNDING)


@pytest.mark.parametrize("spec", HEURISTICS, ids=lambda spec: spec.key)
def test_heuristics_can_be_pickled(spec: HeuristicSpec) -> None:
    goal = snail(Shape(3, 3))
    heuristic = build(spec, goal)
    copied = pickle.loads(pickle.dumps(heuristic))
    assert all(copied(state) == heuristic(state) for _, state in random_walk(goal, 50, Random(7)))
