"""The public names are exactly the documented ones, and each can be imported."""

from __future__ import annotations

import ast
import pickle
import py_compile
import shutil
import subprocess
import sys
from dataclasses import replace
from inspect import isfunction
from pathlib import Path
from typing import get_type_hints

import pytest

import taquin
from cases import each_case

NAMES = ["__version__", *taquin._MODULES]


def test_the_stub_declares_the_names_that_python_finds() -> None:
    stub = ast.parse(Path(taquin.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    declared = {alias.asname: node.module for node in imports for alias in node.names}
    assert declared == taquin._MODULES


def test_names_are_found_in_the_modules_that_define_them() -> None:
    for name, module in taquin._MODULES.items():
        expected = "taquin.puzzle.board" if name == "State" else getattr(taquin, name).__module__  # an alias of a type
        assert module == expected, name


def test_all_and_dir_have_the_public_names() -> None:
    assert vars(taquin)["__all__"] == NAMES
    assert set(NAMES) <= set(dir(taquin))


def run_python(code: str, *options: str) -> str:
    done = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_star_import_imports_every_name() -> None:
    names = run_python("from taquin import *; print(*(name for name in dir() if name != '__builtins__'))").split()
    assert set(NAMES) <= set(names)


@pytest.mark.parametrize("is_archive", [False, True], ids=["folder", "archive"])
def test_names_are_found_without_sources(tmp_path: Path, is_archive: bool) -> None:
    """As in the exported page, which has bytecode only, and in programs that are one file."""
    package = tmp_path / "taquin"
    sources = Path(taquin.__file__).parent
    for source in ("__init__.py", "errors.py"):
        py_compile.compile(str(sources / source), str(package / f"{source}c"), doraise=True)
    path = tmp_path
    if is_archive:
        path = Path(shutil.make_archive(str(tmp_path / "one_file"), "zip", tmp_path))
    code = (
        f"import sys; sys.path.insert(0, {str(path)!r}); import taquin; from taquin import BoardError\n"
        "print(BoardError.__module__, taquin.__file__, *taquin.__all__)"
    )
    module, file, *names = run_python(code, "-S", "-P").split()
    assert (module, file, names) == ("taquin.errors", str(path / "taquin" / "__init__.pyc"), NAMES)


WITHOUT_EXAMPLE = {"__version__": "a text", "State": "a type alias, which has no docstring; Board.state has one"}


@each_case("name", sorted(set(NAMES) - set(WITHOUT_EXAMPLE)))
def test_every_public_name_has_a_tested_example(name: str) -> None:
    """The examples are run as doctests of their modules."""
    thing = getattr(taquin, name)
    assert ">>> " in (thing.__doc__ or ""), f"the docstring of taquin.{name} has no example"


IMPORTED_LATE = {"draw": "what it draws"}
"""Functions whose annotations name types of modules that are imported when they are needed."""


def test_annotations_can_be_evaluated() -> None:
    """Programs that read them, such as validators, evaluate them in the modules of the functions."""
    for name in set(NAMES) - set(IMPORTED_LATE):
        if isfunction(thing := getattr(taquin, name)):
            assert get_type_hints(thing)["return"] is not None


def test_no_module_hides_a_public_name() -> None:
    """A module with the name of a public function would replace it when the module is imported."""
    package = Path(taquin.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    assert modules & set(NAMES) == set()


def test_importing_taquin_imports_no_submodule() -> None:
    code = "import sys, taquin; print(sorted(name for name in sys.modules if name.startswith('taquin.')))"
    assert run_python(code) == "[]"


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
    assert eval(repr(value), {name: getattr(taquin, name) for name in NAMES}) == value


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


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(taquin, "sovle")
