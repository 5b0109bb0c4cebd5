"""Published values of single heuristics, the sizes that they refuse, and their tables and parts."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from slow_heuristics import random_goal, random_walk, slow_linear_conflict
from taquin.errors import HeuristicError
from taquin.heuristics.base import Blind, Heuristic
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.inversion_distance import InversionDistance, least_changes
from taquin.heuristics.learned import Learned
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Euclidean, Manhattan, Misplaced
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.tile_sum import TileSum
from taquin.heuristics.walking_distance import WalkingDistance, walking_table
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, standard
from taquin.tables.distances import DistanceTable


def test_published_values() -> None:
    start, goal = Board([1, 2, 3, 4, 0, 6, 7, 5, 8]), Board([6, 2, 3, 4, 5, 1, 7, 8, 0])
    assert Manhattan(goal)(start.state) == 8
    assert Misplaced(goal)(start.state) == 4
    # Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.6: h1 = 8, h2 = 18, solution 26.
    start, goal = Board([7, 2, 4, 5, 0, 6, 8, 3, 1]), blank_first(Shape(3, 3))
    assert Misplaced(goal)(start.state) == 8
    assert Manhattan(goal)(start.state) == 18
    assert DistanceTable(goal).distance(start) == 26
    # Korf 1985, the first of the hundred instances: Manhattan 41.
    start = Board([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3])
    assert Manhattan(blank_first(Shape(4, 4)))(start.state) == 41


# Walking distance tables ----------------------------------------------------------------------------------------


def test_walking_distance_of_the_15_puzzle_has_the_published_table() -> None:
    table = walking_table(4, 4, 3)
    assert len(table) == 24_964
    assert max(table.values()) == 35


@pytest.mark.parametrize("size", ["2x7", "7x2", "4x5", "5x4", "5x5", "3x256", "256x3", "100x100", "256x256"])
def test_walking_distance_refuses_large_tables(size: str) -> None:
    goal = standard(Shape.parse(size))
    with pytest.raises(HeuristicError, match="is too large: the limits are 2×6, 3×5 and 4×4") as caught:
        WalkingDistance(goal)
    assert "linear_conflict" in caught.value.hint


def test_learned_scores_refuse_large_boards() -> None:
    with pytest.raises(HeuristicError, match="learned takes boards of up to 256 cells, found 17×16 with 272"):
        Learned(standard(Shape(17, 16)))


# Tables and parts -----------------------------------------------------------------------------------------------


def test_huge_boards_need_no_tables() -> None:
    goal = standard(Shape(128, 128))  # a table would have 268 million entries
    with pytest.raises(HeuristicError, match="too large"):
        Manhattan(standard(Shape(17, 17))).tables()
    moved = goal.play("Up")
    for kind in (Blind, Misplaced, Manhattan, Euclidean, Gaschnig, LinearConflict, InversionDistance):
        heuristic: Heuristic = kind(goal)
        value = heuristic(moved.state)
        assert value == (kind is not Blind)
        assert heuristic.update(0, goal.state, moved.state) == value


def test_linear_conflict_clears_a_full_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.heuristics.linear_conflict.MAXIMUM_MEMORY", 24)
    rng = Random(5)
    goal = standard(Shape(4, 4))
    heuristic = LinearConflict(goal)
    for _ in range(50):
        board = random_goal("4x4", rng)
        assert heuristic(board.state) == slow_linear_conflict(board, goal)
    assert all(len(line) <= 3 for line, _ in heuristic._lines)


def test_maximum_takes_parts_with_one_goal() -> None:
    goal = standard(Shape(3, 3))
    heuristic = Maximum([Manhattan(goal), Gaschnig(goal), LinearConflict(goal)])
    assert not heuristic.is_incremental
    for _, state in random_walk(goal, 200, Random(6)):
        assert heuristic(state) == max(part(state) for part in heuristic.parts)
    with pytest.raises(HeuristicError, match="at least one"):
        Maximum([])
    with pytest.raises(HeuristicError, match="different goals"):
        Maximum([Manhattan(goal), Manhattan(blank_first(Shape(3, 3)))])


@pytest.mark.parametrize("kind", [Manhattan, Misplaced])
def test_tables_add_up_to_the_value(kind: type[TileSum]) -> None:
    rng = Random(4)
    for size in ("3x3", "2x5", "16x16"):
        goal = random_goal(size, rng)
        heuristic = kind(goal)
        tables = heuristic.tables()
        assert not any(tables[0])
        board = random_goal(size, rng)
        assert heuristic(board.state) == sum(tables[tile][cell] for cell, tile in enumerate(board))
    with pytest.raises(HeuristicError, match="too large"):
        kind(standard(Shape(17, 17))).tables()


def test_gaschnig_is_the_distance_in_the_relaxed_puzzle() -> None:
    goal = Board([1, 0, 2, 3, 5, 4], "2x3")
    distances = {goal.cells: 0}
    queue = [goal.cells]
    for cells in queue:
        for other in range(6):
            jumped = list(cells)
            blank = cells.index(0)
            jumped[blank], jumped[other] = jumped[other], jumped[blank]
            if tuple(jumped) not in distances:
                distances[tuple(jumped)] = distances[cells] + 1
                queue.append(tuple(jumped))
    heuristic = Gaschnig(goal)
    assert len(distances) == 720
    assert all(heuristic(bytes(cells)) == distances[cells] for cells in permutations(range(6)))


@cache
def slow_changes(inversions: int, step: int) -> int:
    """Breadth-first search over the number of inversions."""
    seen = {inversions}
    layer = seen
    count = 0
    while 0 not in layer:
        layer = {number + change for number in layer for change in range(-step, step + 1, 2)} - seen
        layer = {number for number in layer if 0 <= number <= inversions + step}
        seen = seen | layer
        count += 1
    return count


def test_least_changes_is_the_shortest_path_to_no_inversions() -> None:
    for step, inversions in product(range(1, 7), range(60)):
        if step % 2 or inversions % 2 == 0:
            assert least_changes(inversions, step) == slow_changes(inversions, step)
    assert least_changes(0, 0) == 0
