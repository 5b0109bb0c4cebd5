"""The public names are exactly the documented ones, and each can be imported."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from dataclasses import replace
from inspect import isfunction
from pathlib import Path
from typing import get_type_hints

import pytest

import taquin
from looping import for_each

SOURCE = Path(taquin.__file__).read_text(encoding="utf-8")


def test_lazy_names_equal_the_names_for_type_checkers() -> None:
    tree = ast.parse(SOURCE)
    seen = {
        alias.name: (node.module or "").removeprefix("taquin.")
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == taquin._MODULES
    assert sorted(taquin.__all__) == sorted(["__version__", *seen])
    assert set(taquin.__all__) <= set(dir(taquin))


WITHOUT_EXAMPLE = {"__version__": "a text", "State": "a type alias, which has no docstring; Board.state has one"}


@for_each("name", sorted(set(taquin.__all__) - set(WITHOUT_EXAMPLE)))
def test_every_public_name_has_a_tested_example(name: str) -> None:
    """The examples are run as doctests of their modules."""
    thing = getattr(taquin, name)
    assert ">>> " in (thing.__doc__ or ""), f"the docstring of taquin.{name} has no example"


IMPORTED_LATE = {"draw": "what it draws", "solve_many": "concurrent.futures"}
"""Functions whose annotations name types of modules that are imported when they are needed."""


def test_annotations_can_be_evaluated() -> None:
    """Programs that read them, such as validators, evaluate them in the modules of the functions."""
    for name in set(taquin.__all__) - set(IMPORTED_LATE):
        if isfunction(thing := getattr(taquin, name)):
            assert get_type_hints(thing)["return"] is not None


def test_no_module_hides_a_public_name() -> None:
    """A module with the name of a public function would replace it when the module is imported."""
    package = Path(taquin.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    assert modules & set(taquin._MODULES) == set()


def test_importing_taquin_imports_no_submodule() -> None:
    code = "import sys, taquin; print(sorted(name for name in sys.modules if name.startswith('taquin.')))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"


@pytest.mark.parametrize(
    "value",
    [
        taquin.Board("1 2 3 / 4 0 5 / 6 7 8"),
        taquin.Board([1, 2, 0], "1x3"),
        taquin.Solution("1 2 3 / 4 0 5 / 7 8 6", "RD"),
        taquin.Problem("1 2 3 / 4 0 5 / 7 8 6"),
        taquin.Shape(3, 4),
        taquin.Limits(time=5),
        taquin.Stats(expanded=3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_repr_of_a_value_reads_back(value: object) -> None:
    assert eval(repr(value), {name: getattr(taquin, name) for name in taquin.__all__}) == value


def test_the_repr_and_the_text_of_a_result_are_short() -> None:
    board = "8 6 7 / 2 5 4 / 3 0 1"
    recorder = taquin.Recorder()
    result = taquin.solve(board, algorithm="hill_climbing", observer=recorder)
    result = replace(result, status=taquin.Status.SOLVED, solution=taquin.Solution(board, "LR" * 5000))
    things = [
        result,
        recorder.trace(),
        taquin.solve(board, "snail"),
        taquin.compare(board, algorithms=["astar"], heuristics=["manhattan"]),
        taquin.examine("manhattan", shape="2x3"),
        taquin.hint(board),
        taquin.verify(board, "LR" * 100),
        taquin.grade(board, "L"),
        taquin.shortest_solutions(board),
        taquin.shortest_solutions(board).graph,
        taquin.DistanceTable(shape="2x3"),
        taquin.draw(board),
        taquin.PatternDatabases("standard"),
    ]
    for thing in things:
        assert len(repr(thing)) < 300, repr(thing)
        assert " at 0x" not in repr(thing)
    assert len(str(result)) < 200


def test_results_can_be_pickled() -> None:
    board = "8 1 3 / 4 0 2 / 7 6 5"
    recorder = taquin.Recorder()
    result = taquin.solve(board, algorithm="astar", observer=recorder)
    for value in (
        result,
        recorder.trace(),
        taquin.compare(board, algorithms=["bfs", "astar(max(manhattan, pdb))", "anytime"], nodes=1000),
        taquin.hint(board),
        taquin.grade(board, "UD"),
        taquin.verify(board, str(result.solution)),
        taquin.shortest_solutions(board),
        taquin.examine("manhattan", shape="2x3"),
    ):
        assert pickle.loads(pickle.dumps(value)) == value
