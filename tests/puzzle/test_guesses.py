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


RECORDER = taquin.Recorder()
taquin.solve(BOARD, algorithm="astar", observer=RECORDER)

NAMES: dict[str, Any] = {
    "trace": RECORDER.trace(),
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
    "taquin.is_admissible(max)": "taquin.examine(heuristic)",
    "result.admissible": "admissible=True",
    "taquin.astar(board)": 'algorithm="astar"',
    "taquin.solv(board)": "did you mean 'solve'?",
    "taquin.solve(board, method='bfs')": "use algorithm",
    "taquin.solve(board, algo='bfs')": "did you mean 'algorithm'?",
    "taquin.solve(board, timeout=3)": "use time",
    "taquin.solve(board, weight=2)": "weight=2",
    "taquin.solve_many([board], workers=2)": "use jobs",
    "taquin.compare(board, methods=['bfs'])": "use algorithms=",
    "taquin.random_board(size=3)": "use shape",
    "taquin.available_algorithms": "taquin.list_algorithms()",
    "taquin.ALGORITHMS": "taquin.list_algorithms()",
    "taquin.get_heuristics()": "taquin.list_heuristics()",
    "taquin.goals": "taquin.list_goals()",
    "taquin.load_instances('korf100')": "taquin.experiments.instance_set",
    "taquin.korf100": "taquin.experiments.instance_set",
    "taquin.EightPuzzle(board)": "taquin.Board",
    "taquin.solver": "taquin.solve(board)",
    "taquin.solve_all([board])": "taquin.solve_many",
    "taquin.record(board)": "taquin.Recorder()",
    "taquin.search_tree(board)": "taquin.Recorder()",
    "taquin.visualize(result)": "taquin.draw(result)",
    "taquin.validate(board, 'RD')": "taquin.verify(board, moves)",
    "taquin.next_move(board)": "taquin.hint(board)",
    "taquin.difficulty(board)": "taquin.grade",
    "taquin.gui()": "taquin serve",
    "taquin.quiz()": "taquin quiz",
    "taquin.worksheet()": "taquin worksheet",
    "taquin.parse_board('1 2 / 3 0')": "taquin.Board(text)",
    "taquin.print_board(board)": "print(board)",
    "taquin.h(board)": "taquin.estimate",
    "taquin.random_boards(3, 5)": "taquin.random_board(shape)",
    "taquin.PatternDatabase('3x3')": "taquin.PatternDatabases",
    "taquin.Board.parse('1 2 / 3 0')": "Board(text)",
    "taquin.Board.from_file('boards.txt')": "taquin.read_boards(path)",
    "taquin.Board.from_matrix([[1, 2], [3, 0]])": "Board(rows)",
    "board.is_solvable()": "taquin.check(board)",
    "board.get_neighbors()": "neighbours()",
    "board.legal_moves()": "use moves()",
    "board.make_move('R')": "play(move)",
    "board.matrix": "rows()",
    "board.blank_index": "use blank",
    "board.hamming()": "taquin.estimate",
    "board.clone()": "it never changes",
    "board.save('board.svg')": "taquin.draw(board)",
    "board.is_goal()": "board == taquin.Problem(board).goal",
    "taquin.Problem(board).solve()": "taquin.solve(problem)",
    "taquin.Move.RIGHT.inverse": "use opposite",
    "taquin.hint(board).move": "moves[0]",
    "taquin.hint(board).distance": "use left",
    "trace.steps": "taquin.trace.steps",
    "trace.nodes": "tree.nodes",
    "trace.save('trace.jsonl')": "write_file(trace, path)",
    "trace.frontier": "ListReader(trace)",
    "trace.tree.root": "use roots",
    "trace.to_dot()": "tree.to_networkx()",
    "trace.tree.to_dot()": "to_networkx()",
    "taquin.shortest_solutions(board).to_mermaid()": "to_networkx()",
    "taquin.shortest_solutions(board).solutions": "list(shortest)",
    "result.board": "use start",
    "result.json()": "to_json()",
    "result.stats.as_dict()": "dataclasses.asdict(stats)",
    "result.stats.nodes_expanded": "use expanded",
    "taquin.random_board(n=5)": "use shape",
    "taquin.draw(board, path='board.svg')": "draw(…).save(path)",
    "taquin.heuristics.Manhattan": "taquin.estimate",
    "taquin.algorithms.astar(board)": 'algorithm="astar"',
    "taquin.AStar(board)": 'algorithm="astar"',
    "taquin.Limits(seconds=5)": "Limits() has no argument 'seconds': use time",
    "taquin.solve(board, seconds=5)": "use time",
    "comparison[0].expanded": "use result.stats.expanded",
    "comparison.save('chart.svg')": "use taquin.draw(comparison)",
    "taquin.draw(board).show()": "use save(path)",
    "board.up()": "play('Up')",
    "result.save('solution.svg')": "use taquin.draw(result)",
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
    with pytest.raises(taquin.BoardError, match=r"taquin\.random_board\(3\) makes one"):
        eval("taquin.Board(3)", NAMES)
    with pytest.raises(taquin.BoardError, match=r"taquin\.solve_many and taquin\.compare take a list"):
        eval("taquin.solve([board, board])", NAMES)
    with pytest.raises(
        TypeError, match=r"Limits\(\) takes nothing without names, and the rest by name, such as time=…"
    ):
        eval("taquin.Limits(5)", NAMES)
    with pytest.raises(TypeError, match=r"Graph\(\) takes edges without names, and the rest by name, such as start=…"):
        eval("taquin.Graph({}, 'A', 'B')", NAMES)
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


CALLS = {
    "taquin.trace(board)": "taquin.Recorder()",
    "taquin.run(board)": "taquin.solve(board)",
    "taquin.puzzle(board)": "taquin.Board(text)",
    "taquin.render(board)": "taquin.draw(board)",
    "taquin.solving(board)": "taquin.solve(board)",
    "taquin.tables('3x3')": "taquin.DistanceTable",
    "taquin.analysis(board)": "taquin.compare(board)",
    "taquin.heuristics(board)": "taquin.list_heuristics()",
    "taquin.draw(board, 'board.svg')": "draw(…).save(path)",
    "taquin.DistanceTable('3x3')": "shape='3x3'",
    "taquin.DistanceTable(3)": "shape=3",
    "taquin.Move('X')": "expected a move",
    "taquin.solve(board, algorithm='best-first')": "did you mean 'greedy'",
    "taquin.solve(board, algorithm='hillclimbing')": "hill_climbing",
    "taquin.solve(board, heuristic='intuition')": "taquin list heuristics",
}
"""Guessed calls that fail with another error, and the text that it must contain."""


@for_each(("guess", "pointer"), CALLS.items())
def test_a_wrong_call_names_the_right_one(guess: str, pointer: str) -> None:
    with pytest.raises((TypeError, taquin.TaquinError)) as error:
        eval(guess, NAMES)
    assert pointer in str(error.value)


RIGHT_GUESSES = {
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


@for_each(("guess", "value"), RIGHT_GUESSES.items())
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


def test_arguments_without_a_name_that_are_taken_for_the_goal() -> None:
    with pytest.raises(taquin.SpecError, match=r"the second argument is the goal \(use algorithm='astar'\)"):
        taquin.solve(BOARD, "astar")
    with pytest.raises(taquin.SpecError, match=r"the second argument is the goal \(use algorithms=\['bfs'\]\)"):
        taquin.compare(BOARD, ["bfs"])
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
