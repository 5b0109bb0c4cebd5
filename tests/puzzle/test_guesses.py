"""Names that users guess: most exist, and the others are answered with the right one."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import taquin
from command_line import Capture, error_line

BOARD = taquin.Board("1 2 3 / 4 0 5 / 7 8 6")
RESULT = taquin.solve(BOARD)
NAMES: dict[str, Any] = {"taquin": taquin, "board": BOARD, "result": RESULT}


@pytest.mark.parametrize(
    ("guess", "pointer"),
    [
        ("board.index(5)", "position(tile)"),
        ("board.neighbors()", "neighbours()"),
        ("board.is_solvable", "Problem(board).is_solvable"),
        ("board.blnk", "did you mean 'blank'?"),
        ("result.path", "solution.boards"),
        ("result.expanded", "stats.expanded"),
        ("result.optimal", "Quality.OPTIMAL"),
        ("result.lenght", "did you mean 'length'?"),
        ("taquin.is_solvable(board)", "taquin.check(board)"),
        ("taquin.solv(board)", "did you mean 'solve'?"),
        ("taquin.solve(board, method='bfs')", "use algorithm"),
        ("taquin.solve(board, timeout=3)", "use time"),
        ("taquin.solve(board, weight=2)", "weight=2"),
    ],
)
def test_a_wrong_guess_names_the_right_one(guess: str, pointer: str) -> None:
    with pytest.raises((AttributeError, TypeError), match="has no") as error:
        eval(guess, NAMES)
    assert pointer in str(error.value)


def test_guesses_that_are_right() -> None:
    assert BOARD.position(5) == (1, 2)
    assert BOARD.neighbours() == tuple(BOARD.play(move) for move in BOARD.moves())
    assert numpy.array(BOARD).tolist() == [[1, 2, 3], [4, 0, 5], [7, 8, 6]]
    assert taquin.Board(numpy.array(BOARD)) == BOARD
    assert RESULT.moves == RESULT.solution.moves if RESULT.solution else False
    assert RESULT.to_json().startswith('{"status": "solved"')
    assert RESULT
    assert not taquin.solve("1 2 3 / 4 5 6 / 8 7 0")
    assert taquin.check("1 2 3 / 4 5 6 / 8 7 0").repair == (7, 8)


@pytest.mark.parametrize(("word", "command"), [("scramble", "random"), ("gui", "serve"), ("race", "compare")])
def test_other_words_for_commands(capsys: Capture, word: str, command: str) -> None:
    assert f"did you mean '{command}'?" in error_line(capsys, word)
