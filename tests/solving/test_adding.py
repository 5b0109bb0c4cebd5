"""The recipes "Add an algorithm" and "Add a heuristic" of CONTRIBUTING.md, followed on a copy of the project.

A step that is missing there makes these tests fail, as far as the tests that they select show it: those that name the
new key and those that loop over all keys. They run in another process, on the copy and without the core.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).parents[2]

ALGORITHM = '''
"""A* that weights h heavily and prefers the youngest node."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import StateSpace
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.algorithms.best_first import best_first

S = TypeVar("S", bound=Hashable)


def eager(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, haste: float = 3) -> Outcome:
    """The least g + haste · h first, the youngest first among equals. Complete on finite spaces, not optimal."""
    return best_first(space, run, heuristic, weight_g=1, weight_h=haste, tie_break="lifo")
'''

ALGORITHM_OPTION = '_HASTE = Option("haste", 3, "how much h counts", minimum=1)'

ALGORITHM_SPEC = """
AlgorithmSpec(
    key="eager",
    name="eager A*",
    aliases=("eager_astar",),
    implementation="taquin.algorithms.eager:eager",
    lesson="taquin.lessons.informed",
    summary="expands the node with the least g + haste · h first",
    complete="on finite spaces",
    optimal="no",
    memory=_ALL,
    options=(_HASTE,),
    weight_h=_HASTE,
),
"""

ALGORITHM_LESSON = """
Lesson(
    key="eager",
    idea="The estimate counts haste times as much as the moves made.",
    pseudocode="expand the node with the least g + haste · h",
    look="It goes straight to the goal.",
    example=Example(board="1 2 3 / 4 0 5 / 7 8 6", method="eager(manhattan)", shortest=2, length=2),
    lines=dict.fromkeys(("start", "choose", "new", "improved", "duplicate", "pruned", "goal"), (1,)),
),
"""

HEURISTIC = '''
"""Whether the blank is at home."""

from __future__ import annotations

from taquin.heuristics.base import Heuristic
from taquin.heuristics.explanation import Explanation, Part
from taquin.puzzle.board import State


class BlankAway(Heuristic):
    """1 if the blank is not at home, else 0. Admissible and consistent; a call takes linear time."""

    def __call__(self, state: State) -> int:
        """Find the blank."""
        return int(state.index(0) != self.goal.blank)

    def explain(self, state: State) -> Explanation:
        """The blank, if it is not at home."""
        blank = state.index(0)
        value = int(blank != self.goal.blank)
        words = "the blank is not at home" if value else "the blank is at home"
        parts = (Part(kind="line", value=value, words=words, tiles=(0,), cells=(blank, self.goal.blank)),)
        return Explanation(value, words, parts[:value])
'''

HEURISTIC_SPEC = """
HeuristicSpec(
    key="blank_away",
    name="blank away",
    implementation="taquin.heuristics.blank_away:BlankAway",
    summary="1 if the blank is not at home",
    admissible=True,
    consistent=True,
),
"""

HEURISTIC_LESSON = """
Lesson(
    key="blank_away",
    idea="If the blank is not at home, one move at least is left.",
    pseudocode="h(board) = 1 if the blank is not at home, else 0",
    look="It hardly helps.",
    example=Example(
        board="1 2 3 / 4 0 5 / 7 8 6", method="astar(blank_away)", shortest=2, length=2, estimate=1
    ),
),
"""

HEURISTIC_DEFINITION = """
from taquin.heuristics.blank_away import BlankAway


def slow_blank_away(board: Board, goal: Board) -> float:
    return 0 if board.find(0) == goal.find(0) else 1
"""

USE = """
import sys
from pathlib import Path

import pytest

import taquin
sys.path.append("docs")
from update import algorithms_table, heuristics_table
from taquin.cli import run

assert Path(taquin.__file__).is_relative_to(Path.cwd())
print(algorithms_table(), heuristics_table(), sep="\\n")
for command in {commands!r}:
    assert run(command) == 0, command
chosen = " or ".join([{key!r}, *{repeated!r}])
sys.exit(pytest.main(["-n", "0", "-p", "no:cacheprovider", "-k", chosen, *{tests!r}]))
"""


REPEATED_IN_LESSONS = (
    "test_a_lesson_is_about_its_own_subject",
    "test_the_lines_of_every_lesson_exist",
    "test_sources_are_citations_of_known_lessons",
)
REPEATED_IN_THE_HOUSE = ("test_every_pair_of_rooms", "test_depth_limit", "test_the_guarantees_of_the_registry")
"""Tests that use all algorithms in a loop, so that no key is in their names."""


class Copy:
    """A copy of the project in which a recipe is followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed: set[str] = set()
        # with the bytecode of what does not change
        ignored = shutil.ignore_patterns("_core*.so", "_core*.pyd", "static", "data")
        for name in ("src/taquin", "tests", "docs"):
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder)

    def write(self, path: str, text: str) -> None:
        """Write a new file."""
        assert not (self.folder / path).exists()
        self._save(path, text.lstrip())

    def append(self, path: str, name: str, entry: str) -> None:
        """Add an entry at the end of the tuple or the dictionary that a file assigns to a name."""
        text = (self.folder / path).read_text(encoding="utf-8")
        found = re.search(rf"^{name}\b[^\n]* = [({{]\n.*?(?=^[)}}]$)", text, re.MULTILINE | re.DOTALL)
        assert found is not None, f"{path} has no {name}"
        self._save(path, text[: found.end()] + indent(entry.strip(), "    ") + "\n" + text[found.end() :])

    def insert(self, path: str, mark: str, entry: str) -> None:
        """Add an entry before the one line that begins with a mark."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(f"\n{mark}") == 1
        self._save(path, text.replace(f"\n{mark}", f"\n{entry.strip()}\n\n\n{mark}"))

    def _save(self, path: str, text: str) -> None:
        self.changed.add(path)
        (self.folder / path).write_text(text, encoding="utf-8")

    def use(self, commands: list[list[str]], key: str, repeated: tuple[str, ...], tests: list[str]) -> str:
        """Run commands, and tests with a key or one of these names, in another process; what all of them print."""
        code = USE.format(commands=commands, key=key, repeated=repeated, tests=tests)
        (self.folder / "use.py").write_text(code, encoding="utf-8")
        packages = [path for path in sys.path if path.endswith("-packages")]
        done = subprocess.run(
            [sys.executable, "-S", "use.py"],  # -S: without the import hook of an editable installation
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(self.folder / "src"), *packages])},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def listed_files(recipe: str) -> list[str]:
    """The files and folders that a recipe of CONTRIBUTING.md names; NAME stands for any name."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {recipe}\n")[2].partition("\n## ")[0]
    return re.findall(r"`((?:src|tests)/[\w./]+)`", section)


def is_listed(path: str, listed: list[str]) -> bool:
    return any(fnmatch(path, name.replace("NAME", "*") + "*" * name.endswith("/")) for name in listed)


@pytest.mark.parametrize("recipe", ["Add an algorithm", "Add a heuristic"])
def test_the_files_that_a_recipe_lists_exist(recipe: str) -> None:
    listed = listed_files(recipe)
    assert len(listed) > 3
    for name in listed:
        assert "NAME" in name or (ROOT / name).exists(), name


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_an_algorithm_is_added_as_the_recipe_says(copy: Copy) -> None:
    copy.write("src/taquin/algorithms/eager.py", ALGORITHM)
    copy.insert("src/taquin/solving/algorithms.py", "ALGORITHMS: tuple", ALGORITHM_OPTION)
    copy.append("src/taquin/solving/algorithms.py", "ALGORITHMS", ALGORITHM_SPEC)
    copy.append("src/taquin/lessons/informed.py", "LESSONS", ALGORITHM_LESSON)
    copy.append("src/taquin/lessons/sources.py", "SOURCES", '"eager": (_POHL,),')
    copy.append("tests/support/toy.py", "VALUES", '"haste": (1, 5),')
    assert [path for path in copy.changed if not is_listed(path, listed_files("Add an algorithm"))] == []
    board = "1 2 3 / 4 0 5 / 6 7 8"
    printed = copy.use(
        [
            ["list", "algorithms"],
            ["solve", board, "-a", "eager-astar(haste=2)"],
            ["trace", board, "-a", "eager", "--max-steps", "2"],
            ["tree", board, "-a", "eager(haste=5)", "--max-nodes", "9"],
        ],
        "eager",
        REPEATED_IN_LESSONS + REPEATED_IN_THE_HOUSE,
        ["tests/solving/test_registry.py", "tests/lessons", "tests/algorithms/test_search_toy.py"],
    )
    assert "| `eager` | expands the node with the least g + haste · h first |" in printed
    assert "eager A*" in printed
    assert "eager(manhattan, haste=2)" in printed
    assert "g 0 + 3·h 6 = f 18" in printed
    assert "f = g + 5·h" in printed
    assert int(re.findall(r"(\d+) passed", printed)[-1]) > len(REPEATED_IN_LESSONS + REPEATED_IN_THE_HOUSE)


@pytest.mark.slow  # its steps are those of the algorithm, which is added above
def test_a_heuristic_is_added_as_the_recipe_says(copy: Copy) -> None:
    copy.write("src/taquin/heuristics/blank_away.py", HEURISTIC)
    copy.append("src/taquin/solving/heuristics.py", "HEURISTICS", HEURISTIC_SPEC)
    copy.append("src/taquin/lessons/heuristics.py", "LESSONS", HEURISTIC_LESSON)
    copy.append("src/taquin/lessons/sources.py", "SOURCES", '"blank_away": (_BOOK.format("Heuristic functions"),),')
    definitions = "tests/heuristics/test_heuristics.py"
    copy.insert(definitions, "DEFINITIONS: dict", HEURISTIC_DEFINITION)
    copy.append(definitions, "DEFINITIONS", '"blank_away": (BlankAway, slow_blank_away),')
    assert [path for path in copy.changed if not is_listed(path, listed_files("Add a heuristic"))] == []
    printed = copy.use(
        [
            ["list", "heuristics"],
            ["solve", "1 2 3 / 4 0 5 / 7 8 6", "-a", "astar", "-e", "blank-away"],
            ["examine", "blank_away", "--size", "2x3"],
        ],
        "blank_away",
        (*REPEATED_IN_LESSONS, "test_every_heuristic_has_a_slow_definition"),
        [
            "tests/solving/test_registry.py",
            "tests/lessons",
            f"{definitions}::test_update_equals_a_call_from_scratch_on_all_moves",
            f"{definitions}::test_values_are_those_of_a_slow_definition",
            f"{definitions}::test_every_heuristic_has_a_slow_definition",
            "tests/heuristics/test_explanations.py",
        ],
    )
    assert "| `blank_away` | 1 if the blank is not at home |" in printed
    assert "astar(blank_away)" in printed
    assert int(re.findall(r"(\d+) passed", printed)[-1]) > 10
