"""``examine`` on correct heuristics, on common mistakes and on code with errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin.analysis.examine import Overestimate, examine
from taquin.errors import BoardError, HeuristicError
from taquin.heuristics.base import Blind, Heuristic
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Euclidean, Manhattan, Misplaced
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.tables.distances import distance_table

EXAMPLES = Path(__file__).parents[2] / "examples" / "heuristics"
EIGHT = standard(Shape(3, 3))
FIVE = standard(Shape(2, 3))


def from_example(text: str) -> str:
    return str(EXAMPLES / text)


@pytest.mark.slow
def test_conflicts_counted_per_pair_are_refuted() -> None:
    found = examine(from_example("conflict_pairs.py:linear_conflict"), EIGHT, against=LinearConflict)
    assert not found.is_admissible
    assert not found.is_consistent
    assert found.overestimates == 7
    assert found.overestimate == Overestimate(Board([3, 8, 1, 6, 5, 4, 0, 2, 7]), distance=26, estimate=28)
    edge = found.inconsistency
    assert edge is not None
    assert edge.child in [edge.parent.play(move) for move in edge.parent.moves()]
    assert edge.parent_estimate > edge.child_estimate + 1
    assert found.comparison is not None
    assert found.comparison.dominates
    assert found.comparison.gap == 4


def test_counterexamples_are_the_smallest() -> None:
    goal = FIVE
    table = distance_table(goal)

    class Wrong(Heuristic):
        def __call__(self, state: State) -> float:
            return 9.5 if state[0] == 5 else 0

    found = examine(Wrong, goal)
    wrong = [(distance, state) for distance in range(9 + 1) for state in table.states_at(distance) if state[0] == 5]
    assert found.overestimate is not None
    assert (found.overestimate.distance, found.overestimate.board.state) == wrong[0] == min(wrong)
    assert found.overestimates == len(wrong)
    falls = [
        (table.distance(state), state, move)
        for distance in range(table.radius + 1)
        for state in table.states_at(distance)
        for move in Board.from_state(state, goal.shape).moves()
        if state[0] == 5 and Board.from_state(state, goal.shape).play(move)[0, 0] != 5
    ]
    assert found.inconsistencies == len(falls)
    assert found.inconsistency is not None
    assert found.inconsistency.parent.state == min(falls)[1]
    assert found.inconsistency.child == found.inconsistency.parent.play(min(falls)[2])
    assert (found.inconsistency.parent_estimate, found.inconsistency.child_estimate) == (9.5, 0)


def test_failures_raise_errors() -> None:
    with pytest.raises(BoardError, match="10 cells"):
        examine(Manhattan, standard(Shape(4, 4)))

    class Infinite(Heuristic):
        def __call__(self, state: State) -> float:
            return float("inf") if state[0] == 5 else 0

    with pytest.raises(HeuristicError, match=r"Infinite returned inf for the board 5 .*: expected a finite number"):
        examine(Infinite, FIVE)


def test_the_counts_are_those_of_every_board() -> None:
    """The counts equal those of a loop over all boards."""
    found = examine(Euclidean, FIVE, against=Misplaced)
    assert found.comparison is not None
    table = distance_table(FIVE)
    for heuristic, counts in ((Euclidean(FIVE), found.counts), (Misplaced(FIVE), found.comparison.other_counts)):
        expected: dict[tuple[float, int], int] = {}
        for distance in range(table.radius + 1):
            for state in table.states_at(distance):
                pair = (heuristic(state), distance)
                expected[pair] = expected.get(pair, 0) + 1
        assert {(each.estimate, each.distance): each.boards for each in counts} == expected
        assert list(counts) == sorted(counts, key=lambda each: (each.distance, each.estimate))
        assert len(expected) == len(counts)


def test_a_listener_hears_how_many_boards_are_done() -> None:
    heard: list[tuple[str, int, int]] = []
    examine("manhattan", shape="2x4", listener=lambda *progress: heard.append(progress))
    assert {words for words, _, _ in heard} == {"evaluated", "checked the moves of"}
    assert [done for words, done, _ in heard if words == "evaluated"] == list(range(0, 20_160, 2048))
    assert {total for _, _, total in heard} == {20_160}


def test_a_good_heuristic_on_the_8_puzzle() -> None:
    found = examine(Manhattan, EIGHT)
    assert (found.states, found.moves) == (181_440, 483_840)
    assert found.is_admissible
    assert found.is_consistent
    assert found.goal_estimate == 0
    assert found.overestimate is None
    assert found.inconsistency is None
    assert found.update_error is None
    assert found.overestimates == found.inconsistencies == found.update_errors == 0
    # The mean over all boards is the sum, over tiles, of the mean distance of a cell from the tile's goal cell.
    assert found.mean == pytest.approx(14)
    assert found.maximum == 22
    assert found.mean_distance == pytest.approx(21.9724, abs=1e-4)
    assert 0 < found.exact < found.states
    assert found.exact_share == found.exact / found.states


def test_a_comparison_in_which_neither_dominates() -> None:
    comparison = examine(Manhattan, FIVE, against=Gaschnig).comparison
    assert comparison is not None
    assert comparison.higher > 0
    assert comparison.lower > 0
    assert (comparison.dominates, comparison.is_dominated, comparison.is_equal) == (False, False, False)
    assert comparison.gap == comparison.estimate - comparison.other_estimate
    assert comparison.estimate == Manhattan(FIVE)(comparison.board.state)
    assert comparison.other_estimate == Gaschnig(FIVE)(comparison.board.state)
    assert comparison.distance == distance_table(FIVE).distance(comparison.board)


def test_counting_the_blank_is_refuted() -> None:
    goal = FIVE
    found = examine(from_example("counting_the_blank.py:misplaced"), goal)
    assert not found.is_admissible
    assert not found.is_consistent
    assert found.goal_estimate == 0
    assert found.overestimate == Overestimate(goal.play("Up"), distance=1, estimate=2)
    assert found.inconsistency is not None
    assert (found.inconsistency.parent, found.inconsistency.child) == (goal.play("Up"), goal)
    assert (found.inconsistency.parent_estimate, found.inconsistency.child_estimate) == (2, 0)


def test_a_value_at_the_goal_is_neither_admissible_nor_consistent() -> None:
    found = examine(lambda board: 1, FIVE)
    assert found.inconsistencies == 0
    assert not found.is_admissible
    assert not found.is_consistent
    assert found.overestimate == Overestimate(FIVE, distance=0, estimate=1)


def test_a_wrong_update_is_found() -> None:
    class WrongUpdate(Misplaced):
        def update(self, value: float, parent: State, child: State) -> float:
            return value if child[0] else self(child)

    found = examine(WrongUpdate, FIVE)
    assert found.is_admissible
    assert found.is_consistent
    assert found.update_errors > 0
    error = found.update_error
    assert error is not None
    assert error.parent == FIVE
    assert error.updated == 0 != error.estimate == Misplaced(FIVE)(error.child.state)


def test_the_update_of_a_users_class_is_examined(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from taquin.heuristics.manhattan import Misplaced\n"
        "class Mine(Misplaced):\n"
        "    def update(self, value, parent, child): return value\n"
    )
    assert examine(f"{path}:Mine", FIVE).update_errors > 0


def test_comparisons_name_the_board_with_the_largest_difference() -> None:
    found = examine(Blind, FIVE, against=Manhattan).comparison
    assert found is not None
    assert found.is_dominated
    assert found.estimate == 0
    assert found.gap == -max(Manhattan(FIVE)(state) for state in all_states(FIVE))
    assert found.lower == 360 - 1
    assert found.higher == 0
    assert found.other_mean == sum(Manhattan(FIVE)(state) for state in all_states(FIVE)) / 360
    same = examine(Manhattan, FIVE, against=Manhattan).comparison
    assert same is not None
    assert same.is_equal
    assert (same.dominates, same.is_dominated) == (False, False)
    assert (same.board, same.gap) == (FIVE, 0)


def all_states(goal: Board) -> list[State]:
    table = distance_table(goal)
    return [state for depth in range(table.radius + 1) for state in table.states_at(depth)]


@pytest.mark.parametrize("size", ["2x2", "1x4", "3x2", "8x1"])
def test_small_shapes_and_fractions(size: str) -> None:
    found = examine(Euclidean, standard(Shape.parse(size)))
    assert found.is_admissible
    assert found.is_consistent
