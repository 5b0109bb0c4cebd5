"""The recipe "Add an algorithm" of CONTRIBUTING.md, followed on a copy of the project.

The tests that name the new key or loop over all keys then run on the copy, in another process and without the core.
They fail if the recipe lacks a step.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

ROOT = Path(__file__).parents[2]

ALGORITHM = '''
"""A* that weights h heavily."""

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
    """The least g + haste · h first. Complete on finite spaces, not optimal."""
    return best_first(space, run, heuristic, weight_g=1, weight_h=haste, tie_break="fifo")
'''

HASTE = 'Option("haste", 3, "how much h counts", minimum=1)'

ALGORITHM_SPEC = f"""
AlgorithmSpec(
    key="eager",
    name="eager A*",
    aliases=("eager_astar",),
    implementation="taquin.algorithms.eager:eager",
    summary="expands the node with the least g + haste · h first",
    options=({HASTE},),
    claims=Claims(complete="on finite spaces", optimal="no", memory=_ALL, suboptimality={HASTE}),
),
"""

USE = """
import sys
from pathlib import Path

import pytest

import taquin
from taquin.cli import run

assert Path(taquin.__file__).is_relative_to(Path.cwd())
for words in ("list algorithms", "solve {board} -a eager-astar(haste=2)", "tree {board} -a eager(haste=5)"):
    assert run(words.split()) == 0, words
sys.exit(pytest.main(["-n", "0", "-p", "no:cacheprovider", "-k", "eager or {loops}", *{tests!r}]))
"""
BOARD = "1,2,3/4,0,5/6,7,8"
TESTS = ["tests/solving/test_registry.py", "tests/lessons", "tests/algorithms/test_search_toy.py"]
LOOPS = ("test_the_lines_of_every_lesson_exist", "test_the_guarantees_of_the_registry")
"""Tests that use all algorithms in a loop, so that no key is in their names."""

RECIPES = ("Add an algorithm", "Add a heuristic")


def listed_files(recipe: str) -> list[str]:
    """The files and folders that a recipe of CONTRIBUTING.md names; NAME stands for any name."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {recipe}\n")[2].partition("\n## ")[0]
    return re.findall(r"`((?:src|tests)/[\w./]+)`", section)


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_files_that_a_recipe_lists_exist(recipe: str) -> None:
    listed = listed_files(recipe)
    assert len(listed) > 3
    for name in listed:
        assert "NAME" in name or (ROOT / name).exists(), name


def append(folder: Path, path: str, name: str, entry: str) -> None:
    """Add an entry at the end of the tuple or the dictionary that a listed file assigns to a name."""
    assert any(path.startswith(listed) for listed in listed_files(RECIPES[0])), f"the recipe does not name {path}"
    text = (folder / path).read_text(encoding="utf-8")
    found = re.search(rf"^{name}\b[^\n]* = [({{]\n.*?(?=^[)}}]$)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"{path} has no {name}"
    changed = text[: found.end()] + indent(entry.strip(), "    ") + "\n" + text[found.end() :]
    (folder / path).write_text(changed, encoding="utf-8")


@pytest.mark.slow
def test_an_algorithm_is_added_as_the_recipe_says(tmp_path: Path) -> None:
    for name in ("src/taquin", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("_core*.*", "static", "data"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "src/taquin/algorithms/eager.py").write_text(ALGORITHM.lstrip(), encoding="utf-8")
    lesson = (ROOT / "src/taquin/lessons/texts/wastar.md").read_text(encoding="utf-8")
    lesson = lesson.replace("method: wastar(manhattan, weight=3)", "method: eager(manhattan, haste=3)")
    (tmp_path / "src/taquin/lessons/texts/eager.md").write_text(lesson, encoding="utf-8")
    append(tmp_path, "src/taquin/solving/algorithms.py", "ALGORITHMS", ALGORITHM_SPEC)
    append(tmp_path, "tests/support/toy.py", "VALUES", '"haste": (1, 5),')
    code = USE.format(board=BOARD, loops=" or ".join(LOOPS), tests=TESTS)
    packages = [path for path in sys.path if path.endswith("-packages")]
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],  # -S: without the import hook of an editable installation
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "src"), *packages])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "eager A*" in done.stdout
    assert "eager(manhattan, haste=2)" in done.stdout
    assert "f = g + 5·h" in done.stdout
    assert int(re.findall(r"(\d+) passed", done.stdout)[-1]) > len(LOOPS)
