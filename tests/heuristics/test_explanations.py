"""Explanations of estimates: the parts add up to the estimate, and agree with an independent count."""

from __future__ import annotations

from itertools import pairwise
from math import isclose
from random import Random

import pytest

from taquin.analysis.random_boards import random_board
from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.registry import HEURISTICS

TEXTS = [spec.key for spec in HEURISTICS if not spec.takes_parts]
SHAPES = [Shape(3, 3), Shape(2, 4), Shape(4, 4), Shape(1, 5)]


def explanations(text: str, shape: Shape, count: int) -> list[tuple[Board, Heuristic, Explanation]]:
    """For random boards and two goals, with the blank in a corner and elsewhere; none where it is undefined."""
    rng = Random(f"{text} {shape}")
    found = []
    for name in ("standard", "snail"):
        goal = make_goal(name, shape)
        try:
            heuristic = choose_heuristic(text).build(goal)
        except HeuristicError:
            continue
        boards = [goal, *[random_board(shape, goal, rng=rng) for _ in range(count)]]
        found += [(board, heuristic, heuristic.explain(board.state)) for board in boards]
    return found


@pytest.mark.parametrize("text", [*TEXTS, "max(manhattan, gaschnig)", "pdb(symmetry=false)"])
def test_the_parts_add_up_to_the_estimate(text: str) -> None:
    checked = 0
    for shape in SHAPES:
        for board, heuristic, explanation in explanations(text, shape, 30):
            assert isclose(explanation.value, heuristic(board.state), abs_tol=1e-9), board
            assert isclose(sum(part.value for part in explanation.parts), explanation.value, abs_tol=1e-9), board
            for part in explanation.parts:
                assert set(part.tiles) <= set(board)
                assert all(0 <= cell < shape.cells for cell in part.cells)
            checked += 1
    assert checked >= 2 * 31


@pytest.mark.parametrize("text", TEXTS)
def test_every_heuristic_of_the_registry_explains_itself(text: str) -> None:
    kind = type(choose_heuristic(text).build(make_goal("standard", Shape(3, 3))))
    assert kind.explain is not Heuristic.explain, f"{kind.__name__} needs a method explain"


def test_a_path_leads_cell_by_cell_from_the_tile_to_its_home() -> None:
    for board, heuristic, explanation in explanations("manhattan", Shape(4, 4), 20):
        for part in explanation.parts:
            assert board.cells[part.cells[0]] == heuristic.goal.cells[part.cells[-1]] == part.tiles[0]
            assert part.value == len(part.cells) - 1
            assert all(abs(one - other) in (1, 4) for one, other in pairwise(part.cells))


def test_a_tile_in_conflict_lets_tiles_of_its_line_pass() -> None:
    board, goal = Board("3 2 1 / 4 5 6 / 7 8 0"), make_goal("standard", Shape(3, 3))
    conflicts = choose_heuristic("linear_conflict").build(goal).explain(board.state).parts[2:]
    assert [part.kind for part in conflicts] == ["conflict", "conflict"]
    leaving = {part.tiles[0] for part in conflicts}
    staying = {1, 2, 3} - leaving
    assert len(staying) == 1
    assert all(set(part.tiles[1:]) == staying for part in conflicts)


def test_cycles_are_closed_and_contain_every_misplaced_tile_once() -> None:
    for board, heuristic, explanation in explanations("gaschnig", Shape(3, 3), 30):
        goal = heuristic.goal.cells
        for part in explanation.parts:
            following = (*part.cells[1:], part.cells[0])
            assert all(goal[after] == board.cells[cell] for cell, after in zip(part.cells, following, strict=True))
        cells = [cell for part in explanation.parts for cell in part.cells]
        assert sorted(cells) == [cell for cell in range(9) if board.cells[cell] != goal[cell]]


def test_the_rows_of_the_walking_distance_count_every_tile() -> None:
    for board, heuristic, explanation in explanations("walking_distance", Shape(3, 3), 10):
        rows, columns = explanation.parts
        homes = {tile: cell for cell, tile in enumerate(heuristic.goal)}
        for row in range(3):
            for home in range(3):
                tiles = [tile for tile in board.cells[3 * row : 3 * row + 3] if tile and homes[tile] // 3 == home]
                assert rows.table[row][home] == len(tiles)
        assert sum(map(sum, columns.table)) == 8


def test_the_groups_of_databases_are_all_tiles() -> None:
    goal = make_goal("standard", Shape(3, 3))
    heuristic = choose_heuristic("pdb").build(goal)
    mirrored = 0
    for board, _, explanation in explanations("pdb", Shape(3, 3), 40):
        assert sorted(tile for part in explanation.parts for tile in part.tiles) == list(range(1, 9))
        for part in explanation.parts:
            assert part.tiles == tuple(board.cells[cell] for cell in part.cells)
        mirrored += "mirrored" in explanation.words
    assert heuristic.explain(goal.state).value == 0
    assert mirrored > 0, "no board of the test has the larger sum in its mirror image"
