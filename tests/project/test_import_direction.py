"""A folder imports from itself and from the folders above it in this list only, and no two files import one another."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path

import taquin

PACKAGE = Path(taquin.__file__).parent

ORDER = [
    {"errors", "_native", "_core"},
    {"system"},
    {"puzzle"},
    {"run"},
    {"tables"},
    {"heuristics"},
    {"algorithms"},
    {"trace"},
    {"gpu"},
    {"solving"},
    {"analysis"},
    {"judging"},
    {"render"},
    {"lessons"},
    {"experiments"},
    {"cli", "web", "notebook", "tui", "gym"},
    {"__main__"},
]

FILES = sorted(set(PACKAGE.rglob("*.py")) - {PACKAGE / "__init__.py"})
TOP_LEVEL = {"__init__.py", "__main__.py", "errors.py", "_native.py", "__init__.pyi", "_core.pyi", "py.typed"}


def module_of(path: Path) -> str:
    """The dotted name of a file: ``taquin.puzzle.board``, and ``taquin.puzzle`` for its ``__init__.py``."""
    parts = ("taquin", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}


@cache
def imports_of(path: Path) -> frozenset[str]:
    """The modules of the package that a file imports, at its top, inside functions or for type checkers."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            known = MODULES.keys() | {"taquin._core"}
            found |= inside & known
            if inside - known:
                found.add(node.module)
    return frozenset(name for name in found if name.startswith("taquin.")) - {module_of(path)}


def rank(folder: str) -> int:
    return next(number for number, folders in enumerate(ORDER) if folder in folders)


def imported_folders(path: Path) -> set[str]:
    """The folders that a file imports from."""
    return {module.split(".")[1] for module in imports_of(path)}


def circles() -> list[set[str]]:
    """The files that import one another, however indirectly: each file reaches every other of its circle."""
    graph = {name: imports_of(path) & MODULES.keys() for name, path in MODULES.items()}
    reached = {name: reachable(graph, name) for name in graph}
    found = []
    for name in graph:
        circle = {other for other in reached[name] if name in reached[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def reachable(graph: Mapping[str, Set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_the_top_level_holds_folders_and_a_few_files() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.is_file() and not path.name.startswith("_core.c")}
    assert files - {path.name for path in PACKAGE.glob("_core*.so")} <= TOP_LEVEL
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders <= set().union(*ORDER)


def test_imports_follow_the_order_of_folders() -> None:
    for path in FILES:
        name = path.relative_to(PACKAGE).as_posix()
        here = name.split("/")[0].removesuffix(".py")
        for target in imported_folders(path):
            assert rank(target) <= rank(here), (
                f"{name} imports from {target}, which comes after {here} in the order of folders"
            )


def test_no_files_import_one_another() -> None:
    assert circles() == []


def test_drawings_import_no_puzzle() -> None:
    """Shapes, theme and writers do not depend on the pictures that use them, only on how texts are written."""
    allowed = ("taquin.errors", "taquin.puzzle.words")
    for path in (PACKAGE / "render/drawing").glob("*.py"):
        for module in imports_of(path):
            assert module in allowed or module.startswith("taquin.render.drawing"), path


def test_only_native_imports_the_core() -> None:
    for path in FILES:
        if path.name != "_native.py":
            assert "taquin._core" not in imports_of(path), path
