"""Heuristics that users write: functions and classes in files, and errors that name the user's line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from cases import each_case
from taquin.errors import HeuristicError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.user import UserHeuristic, load_function
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard

GOAL = standard(Shape(3, 3))
START = Board([1, 2, 3, 4, 0, 5, 6, 7, 8])

SOURCE = """
import statistics
from functools import partial
from taquin.heuristics.base import Heuristic

def two(board, goal): return sum(a != b for a, b in zip(board, goal) if a)
def one(board): return board.blank / 2
def optional(board, goal=None): return 0 if goal is None else 5
def anything(*arguments): return len(arguments)

class Own(Heuristic):
    def __call__(self, state): return sum(a != b for a, b in zip(state, self.goal) if a)

class Quick(Own):
    def update(self, value, parent, child): return value - 1

class Stranger:
    pass

class Picky(Heuristic):
    def __init__(self, goal): raise ValueError("no\\nsuch goal")

number = 3
def none(): return 0
def three(board, goal, extra): return 0
def fails(board): return 1 // 0
def text(board): return "3"
def negative(board): return -1
def infinite(board): return float("inf")
def not_a_number(board): return float("nan")
def nothing(board): pass

def rows(board): return [row for row in board.rows() if row[9]]  # line of own_error
def own_error(board): return len(rows(board))
def library_error(board): return statistics.mean([])  # line of library_error
def taquin_error(board): return board.play("?")  # line of taquin_error

class Callable:
    def __call__(self, board): return None  # line of an_object
an_object = Callable()
def second(x, board): return x  # line of a_partial
a_partial = partial(second, -1)
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("user") / "mine.py"
    path.write_text(SOURCE)
    return path


def loaded(path: Path, name: str) -> UserHeuristic:
    return UserHeuristic(GOAL, load_function(f"{path}:{name}"), f"mine.py:{name}")


@pytest.mark.parametrize(
    ("name", "value"), [("two", 4), ("one", 2.0), ("optional", 5), ("anything", 2), ("Own", 4), ("Quick", 4)]
)
def test_functions_and_classes(source: Path, name: str, value: float) -> None:
    heuristic = loaded(source, name)
    assert heuristic(START.state) == value
    assert heuristic.name == f"mine.py:{name}"
    assert heuristic.is_incremental == (name == "Quick")
    assert heuristic.update(9, START.state, START.state) == (8 if name == "Quick" else value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("number", "is an int, not a function"),
        ("none", r"none\(\) cannot be called: expected the parameters \(board, goal\) or \(board\)"),
        ("three", r"three\(board, goal, extra\) cannot be called"),
        ("Stranger", "does not derive from Heuristic"),
        ("tow", r"has no 'tow' \(did you mean two"),
        ("zzzzzz", r"has no 'zzzzzz' \(it has two, one,"),
    ],
)
def test_names_that_are_not_a_heuristic(source: Path, name: str, message: str) -> None:
    with pytest.raises(HeuristicError, match=message) as caught:
        load_function(f"{source}:{name}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fails", "fails failed on the board 1 2 3 / 4 0 5 / 6 7 8: ZeroDivisionError: "),
        ("text", "text returned '3' for the board 1 2 3 / 4 0 5 / 6 7 8: expected a finite number, 0 or more"),
        ("negative", "negative returned -1 for"),
        ("infinite", "infinite returned inf for"),
        ("not_a_number", "not_a_number returned nan for"),
        ("nothing", "nothing returned None for .* \\(a function that ends without return gives None\\)"),
        ("own_error", "own_error failed on the board"),
        ("library_error", "library_error failed on the board"),
        ("taquin_error", "taquin_error failed on the board"),
        ("an_object", "an_object returned None"),
        ("a_partial", "a_partial returned -1"),
    ],
)
def test_errors_name_the_innermost_line_of_the_user(source: Path, name: str, message: str) -> None:
    heuristic = loaded(source, name)
    with pytest.raises(HeuristicError, match=message) as caught:
        heuristic(START.state)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value.__cause__, ZeroDivisionError) == (name == "fails")
    marks = (f"def {name}(", f"# line of {name}")
    line = [place for place, text in enumerate(SOURCE.splitlines(), 1) if any(mark in text for mark in marks)]
    assert str(caught.value).startswith(f"{source}, line {line[0]}: {name} ")


def test_a_class_that_cannot_be_constructed(source: Path) -> None:
    expected = r"line \d+: Picky cannot be constructed for the goal 1 2 3 / 4 5 6 / 7 8 0: ValueError: no such goal"
    with pytest.raises(HeuristicError, match=expected) as caught:
        loaded(source, "Picky")
    assert isinstance(caught.value.__cause__, ValueError)


def test_running_out_of_memory_is_not_an_error_of_the_heuristic() -> None:
    def greedy_function(board: Board) -> float:
        raise MemoryError

    class GreedyClass(Heuristic):
        def __call__(self, state: State) -> float:
            raise MemoryError

        def update(self, value: float, parent: State, child: State) -> float:
            raise MemoryError

    for function in (greedy_function, GreedyClass):
        heuristic = UserHeuristic(GOAL, function)
        with pytest.raises(MemoryError):
            heuristic(START.state)
        with pytest.raises(MemoryError):
            heuristic.update(1, START.state, START.state)


@each_case(
    ("text", "message"),
    [
        ("mine.py", "expected path/to/file.py:name or package.module:name, found 'mine.py'"),
        (":two", "expected path/to/file.py:name"),
        ("nowhere.py:two", "nowhere.py does not exist"),
        ("no_such_module_at_all:two", "expected an installed module with a heuristic"),
        ("in two\nlines:two", r"found .in two\\nlines.: "),
    ],
)
def test_texts_that_are_not_a_file_and_a_name(text: str, message: str) -> None:
    with pytest.raises(HeuristicError, match=message):
        load_function(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("\ndef f(:", r"broken.py, line 2: the file cannot be loaded: SyntaxError: [^()]*$"),
        ("\n\nimport no_such_module_at_all", "broken.py, line 3: the file cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("\0", "cannot be loaded"),
    ],
)
def test_files_that_cannot_be_loaded(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "broken.py"
    path.write_text(content)
    with pytest.raises(HeuristicError, match=message) as caught:
        load_function(f"{path}:f")
    assert "\n" not in str(caught.value)


def test_a_file_may_import_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "my_neighbour_of_taquin.py").write_text("def distance(board): return 7")
    (tmp_path / "main.py").write_text("from my_neighbour_of_taquin import distance")
    assert loaded(tmp_path / "main.py", "distance")(START.state) == 7


def test_numbers_of_all_types_are_accepted() -> None:
    for value in (np.int64(3), np.float64(3), Fraction(3), True, 10**300):
        heuristic = UserHeuristic(GOAL, lambda board: value)  # type: ignore[arg-type]  # noqa: B023
        assert heuristic(START.state) == value
        assert isinstance(heuristic(START.state), int | float)


def test_files_in_the_working_directory_have_short_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("def broken(board):\n\n    return board[99]\n")
    monkeypatch.chdir(tmp_path)
    for text in ("mine.py:broken", f"{tmp_path / 'mine.py'}:broken"):
        with pytest.raises(HeuristicError, match=r"^mine.py, line 3: broken failed on the board "):
            UserHeuristic(GOAL, load_function(text), text)(START.state)
