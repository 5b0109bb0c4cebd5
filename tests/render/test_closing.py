"""What the last step of a recorded search says about the length of its solution."""

from __future__ import annotations

import pytest

from recording import recorded
from taquin.puzzle.board import Board
from taquin.render.text.reading import reading_of
from taquin.render.text.sentences import Sentences
from taquin.solving.heuristic_choice import HeuristicLike


def notes(algorithm: str, heuristic: HeuristicLike) -> str:
    trace = recorded("8 6 7 / 2 5 4 / 3 0 1", algorithm=algorithm, heuristic=heuristic)
    return " ".join(Sentences(trace, reading_of(trace)).closing_notes())


def seven_times_misplaced(board: Board) -> int:
    return 7 * sum(tile != cell for cell, tile in enumerate(board.cells, 1) if tile)


@pytest.mark.parametrize("weight", ["1.50", "2", "3", "5"])
def test_the_factor_of_weighted_a_star_holds_if_h_never_overestimates(weight: str) -> None:
    told = notes(f"wastar(weight={weight})", "manhattan")
    assert f"the solution is at most {weight} times as long as a shortest one. This solution has" in told
    assert "A shorter one may exist" in told


def test_no_factor_is_claimed_if_h_may_overestimate() -> None:
    told = notes("wastar", seven_times_misplaced)
    assert told.startswith("The search stops at the first goal that it takes. This solution has")
    assert "A shorter one may exist" in told
