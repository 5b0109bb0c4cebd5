"""Names that users guess: most exist, and the others are answered with the right one."""

from __future__ import annotations

import json
import pydoc
import re
from typing import Any

import numpy
import pytest

import taquin
from command_line import Capture, error_line
from looping import for_each
from taquin.puzzle import guesses

BOARD = taquin.Board("1 2 3 / 4 0 5 / 7 8 6")
RESULT = taquin.solve(BOARD)
COMPARISON = taquin.compare(BOARD, algorithms=["bfs", "astar(manhattan)"])


class Counting:
    start = 0

    def is_goal(self, state: int) -> bool:
        return state == 3

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(1, state + 1)]


NAMES: dict[str, Any] = {
    "taquin": taquin,
    "board": BOARD,
    "result": RESULT,
    "comparison": COMPARISON,
    "space_result": taquin.search(Counting(), "bfs"),
}


POINTERS = {
    "board.index(5)": "position(tile)",
    "board.blnk": "did you mean 'blank'?",
    "board.is_solvable": "taquin.check(board).is_solvable",
    "taquin.Board.random('3x3')": "taquin.random_board(shape)",
    "result.path": "solution.boards()",
    "result.lenght": "did you mean 'length'?",
    "result.trace": "taquin.Recorder()",
    "result.stats.nodes": "expanded or generated",
    "comparison.results": "row.result",
    "comparison[0].length": "use result.length",
    "space_result.path": "use states, or moves",
    "taquin.is_solvable(board)": "taquin.check(board)",
    "taquin.astar(board)": 'algorithm="astar"',
    "taquin.solv(board)": "did you mean 'solve'?",
    "taquin.solve(board, method='bfs')": "use algorithm",
    "taquin.solve(board, algo='bfs')": "did you mean 'algorithm'?",
    "taquin.solve(board, timeout=3)": "use time",
    "taquin.solve(board, weight=2)": "weight=2",
    "taquin.solve_many([board], workers=2)": "use jobs",
    "taquin.compare(board, methods=['bfs'])": "use algorithms=",
    "taquin.random_board(size=3)": "use shape",
}
"""Guesses that fail, and the text that the error must contain."""


@for_each(("guess", "pointer"), POINTERS.items())
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
    assert len(RESULT) == 2
    unsolvable = taquin.solve("1 2 3 / 4 5 6 / 8 7 0")
    assert not unsolvable
    with pytest.raises(TypeError, match="its status is unsolvable"):
        len(unsolvable)
    with pytest.raises(taquin.SpecError, match=r'write random_board\("4x4"\)'):
        eval("taquin.random_board(4, 4)", NAMES)
    assert callable(eval("taquin.experiments.load", NAMES))
    assert taquin.check("1 2 3 / 4 5 6 / 8 7 0").repair == (7, 8)
    assert [row.result.length for row in COMPARISON] == [2, 2]
    assert COMPARISON[0].result.spec == "bfs"
    assert RESULT.solution is not None
    assert RESULT.solution[0] is taquin.Move.RIGHT
    assert json.loads(COMPARISON.to_json()) == COMPARISON.to_dict()
    assert [taquin.solve(BOARD, algorithm=name).spec for name in ("A*", "IDA*", "BFS", "dijkstra")] == [
        "astar(manhattan)",
        "ida_star(manhattan)",
        "bfs",
        "ucs",
    ]


def test_arguments_without_a_name_that_are_taken_for_the_goal() -> None:
    with pytest.raises(taquin.SpecError, match=r"the second argument is the goal \(use algorithm='astar'\)"):
        taquin.solve(BOARD, "astar")
    with pytest.raises(taquin.SpecError, match=r"the second argument is the goal \(use algorithms=\['bfs'\]\)"):
        taquin.compare(BOARD, ["bfs"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"and the rest by name, such as algorithm="):
        taquin.solve(BOARD, "standard", "astar")  # type: ignore[call-arg]


def test_the_pointers_of_the_package_exist() -> None:
    """Every name after ``taquin.`` in an answer is an attribute of the package."""
    for table in guesses.tables().values():
        for text in table.values():
            for name in re.findall(r"taquin\.(\w+)", text):
                assert hasattr(taquin, name), name


def test_help_describes_the_function() -> None:
    assert pydoc.render_doc("taquin.search").startswith("Python Library Documentation: function search")


def test_a_data_frame_of_a_comparison() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = COMPARISON.to_frame()
    assert list(frame["spec"]) == ["bfs", "astar(manhattan)"]
    assert list(frame["length"]) == [2, 2]


@pytest.mark.parametrize(("word", "command"), [("scramble", "random"), ("gui", "serve"), ("race", "compare")])
def test_other_words_for_commands(capsys: Capture, word: str, command: str) -> None:
    assert f"did you mean '{command}'?" in error_line(capsys, word)
