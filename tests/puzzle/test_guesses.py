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
from taquin.puzzle.guesses import ELSEWHERE

BOARD = taquin.Board("1 2 3 / 4 0 5 / 7 8 6")
RESULT = taquin.solve(BOARD)
COMPARISON = taquin.compare(BOARD, algorithms=["bfs", "astar(manhattan)"])


class Counting:
    start = 0

    def is_goal(self, state: int) -> bool:
        return state == 3

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(1, state + 1)]


def reading_cells(space: Any) -> Any:
    return space.start.cells


RECORDER = taquin.Recorder()
taquin.solve(BOARD, algorithm="astar", observer=RECORDER)

NAMES: dict[str, Any] = {
    "trace": RECORDER.trace(),
    "taquin": taquin,
    "numpy": numpy,
    "json": json,
    "unsolvable": taquin.solve("1 2 3 / 4 5 6 / 8 7 0"),
    "board": BOARD,
    "result": RESULT,
    "comparison": COMPARISON,
    "space_result": taquin.search(Counting(), "bfs"),
    "Counting": Counting,
    "reading_cells": reading_cells,
}


POINTERS = {
    "board.blnk": "did you mean 'blank'?",
    "board.legal_moves()": "use moves()",
    "board.push('R')": "use play(move)",
    "board.is_goal()": "board == taquin.Problem(board).goal",
    "board.tiles": "use cells",
    "board.inversions": "use taquin.check(board)",
    "board.solve()": "use taquin.solve(board)",
    "result.is_optimal": "use quality == taquin.Quality.OPTIMAL",
    "taquin.AStar(board)": 'algorithm="astar"',
    "taquin.tree(board)": "use taquin.draw(recorder.trace())",
    "taquin.draw(board).show()": "use save(path)",
    "board.size": "use shape.rows",
    "board.apply('R')": "use play(move)",
    "result.generated": "use stats.generated",
    "result.steps": "use path",
    "result.boards": "use path",
    "result.expanded": "use stats.expanded",
    "taquin.goal(3)": 'goal="snail"',
    "taquin.random_board(3, n=20)": "use a loop",
    "result.lenght": "did you mean 'length'?",
    "result.stats.nodes": "expanded or generated",
    "space_result.path": "use states, or moves",
    "comparison[0].length": "use result.length",
    "comparison[0].expanded": "use result.stats.expanded",
    "comparison.plot()": "use taquin.draw(comparison)",
    "taquin.astar(board)": 'algorithm="astar"',
    "taquin.solv(board)": "did you mean 'solve'?",
    "taquin.EightPuzzle(board)": "taquin.Board",
    "taquin.is_solvable(board)": "taquin.check(board",
    "taquin.solve(board, method='bfs')": "use algorithm",
    "taquin.solve(board, algo='bfs')": "did you mean 'algorithm'?",
    "taquin.solve(board, weight=2)": "weight=2",
    "taquin.solve_many([board], workers=2)": "use jobs",
    "taquin.solve_many([board], timeout=2)": "use time",
    "taquin.random_board(size=3)": "use shape",
    "taquin.draw(board, path='board.svg')": "draw(…).save(path)",
}
"""Guesses that fail, and the text that the error must contain."""


@pytest.mark.parametrize(("guess", "pointer"), POINTERS.items(), ids=POINTERS)
def test_a_wrong_guess_names_the_right_one(guess: str, pointer: str) -> None:
    with pytest.raises((AttributeError, TypeError), match="has no") as error:
        eval(guess, NAMES)
    assert pointer in str(error.value)


ERRORS = {
    "len(unsolvable)": "its status is unsolvable",
    "taquin.Board(3)": "taquin.random_board(3) makes one",
    "taquin.Board('4x4')": 'found the size 4x4 (taquin.random_board("4x4") makes a board)',
    "taquin.search(Counting(), 'astar', {0: 3})": "such as estimates.__getitem__",
    "taquin.solve(board, algorithm=reading_cells)": "a state is bytes, the numbers in reading order",
    "taquin.solve([board, board])": "taquin.solve_many and taquin.compare take a list",
    "taquin.Limits(5)": "Limits() takes nothing without names, and the rest by name, such as time=…",
    "taquin.Graph({}, 'A', 'B')": "Graph() takes edges without names, and the rest by name, such as start=…",
    "taquin.random_board(4, 4)": 'write random_board("4x4")',
    "taquin.draw(board, 'board.svg')": "draw(…).save(path)",
    "taquin.DistanceTable('3x3')": "shape='3x3'",
    "taquin.DistanceTable(3)": "shape=3",
    "taquin.Move('X')": "expected a move",
    "taquin.solve(board, 'astar')": "the second argument is the goal (use algorithm='astar')",
    "taquin.compare(board, ['bfs'])": "the second argument is the goal (use algorithms=['bfs'])",
    "taquin.solve(board, 'standard', 'astar')": "and the rest by name, such as algorithm=",
    "taquin.solve(board, algorithm='best-first')": "did you mean 'greedy'",
    "taquin.solve(board, algorithm='hillclimbing')": "hill_climbing",
    "taquin.solve(board, heuristic='intuition')": "taquin list heuristics",
}
"""Guessed calls that fail with another error, and the text that it must contain."""


@pytest.mark.parametrize(("guess", "pointer"), ERRORS.items(), ids=ERRORS)
def test_a_wrong_call_names_the_right_one(guess: str, pointer: str) -> None:
    with pytest.raises((TypeError, taquin.TaquinError)) as error:
        eval(guess, NAMES)
    assert pointer in str(error.value)


RIGHT_GUESSES = {
    "board.position(5)": "(1, 2)",
    "board.is_solvable": "True",
    "unsolvable.start.is_solvable": "False",
    "board.neighbours()": "tuple(board.play(move) for move in board.moves())",
    "numpy.array(board).tolist()": "[[1, 2, 3], [4, 0, 5], [7, 8, 6]]",
    "taquin.Board(numpy.array(board))": "board",
    "result.moves": "result.solution.moves",
    "result.to_json()[:19]": """'{"status": "solved"'""",
    "bool(result), bool(unsolvable)": "(True, False)",
    "len(result)": "2",
    "callable(taquin.experiments.load)": "True",
    "taquin.check('1 2 3 / 4 5 6 / 8 7 0').repair": "(7, 8)",
    "[row.result.length for row in comparison]": "[2, 2]",
    "comparison[0].result.spec": "'bfs'",
    "result.solution[0] is taquin.Move.RIGHT": "True",
    "json.loads(comparison.to_json())": "comparison.to_dict()",
    "taquin.solve(board, algorithm='A*').spec": "'astar(manhattan)'",
    "taquin.solve(board, algorithm='IDA*').spec": "'ida_star(manhattan)'",
    "taquin.solve(board, algorithm='BFS').spec": "'bfs'",
    "taquin.solve(board, algorithm='dijkstra').spec": "'ucs'",
    "list(taquin.list_goals())": "['standard', 'blank-first', 'snail', 'center']",
    "'astar' in taquin.list_algorithms()": "True",
    "taquin.list_heuristics()['manhattan']": "taquin.list_heuristics()['manhattan']",
    "'korf100' in taquin.list_instances()": "True",
    "taquin.Move('R') is taquin.Move('right') is taquin.Move.R is taquin.Move['R'] is taquin.Move.RIGHT": "True",
    "[str(move) for move in result.moves]": "['Right', 'Down']",
    "len(trace) == len(list(trace)) == len(trace.events)": "True",
    "str(trace.tree).splitlines()[0]": "'astar(manhattan): solved in 2 moves; 7 nodes, 2 expanded'",
    "taquin.draw(trace.tree).title": "'a search tree'",
    "[one.text() for one in taquin.shortest_solutions('0 3 / 2 1')]": "['DRULDR', 'RDLURD']",
    "len(taquin.shortest_solutions('0 3 / 2 1'))": "2",
    "taquin.solve(board, heuristic='Manhattan distance').spec": "'astar(manhattan)'",
    "taquin.solve(board, algorithm='A* search').spec": "'astar(manhattan)'",
}
"""Guesses that work, and what they give."""


@pytest.mark.parametrize(("guess", "value"), RIGHT_GUESSES.items(), ids=RIGHT_GUESSES)
def test_a_right_guess_works(guess: str, value: str) -> None:
    assert eval(guess, NAMES) == eval(value, NAMES)


def test_a_listing_prints_a_line_for_each_name() -> None:
    lines = str(taquin.list_algorithms()).splitlines()
    assert len(lines) == len(taquin.list_algorithms())
    assert any(line.startswith("astar ") and "least f" in line for line in lines)


def test_a_heuristic_that_is_not_declared_admissible_says_so() -> None:
    far = "1 2 3 / 4 0 5 / 6 7 8"
    result = taquin.solve(far, algorithm="astar", heuristic=lambda board: 0)
    assert "admissible=True" in result.reason
    assert "admissible=True" in str(result)
    declared = taquin.solve(far, algorithm="astar", heuristic=lambda board: 0, admissible=True)
    assert declared.quality is taquin.Quality.OPTIMAL
    assert not declared.reason
    found = taquin.search(Counting(), "astar", lambda state: 0)
    assert found.reason in repr(found)


def test_the_pointers_of_the_package_exist() -> None:
    """Every name after ``taquin.`` in an answer is an attribute of the package."""
    names = {name for text in ELSEWHERE.values() for name in re.findall(r"taquin\.(\w+)", text)}
    assert names
    assert {name for name in names if not hasattr(taquin, name)} == set()


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
