"""Imports go one way: a module may import from its own floor or from floors below, never from above."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import taquin

PACKAGE = Path(taquin.__file__).parent

FLOORS = [
    {"errors", "_native", "cores"},
    {"geometry"},
    {"moves"},
    {"detours"},
    {"board"},
    {"goals", "formats"},
    {"problem", "limits", "solution"},
    {"result"},
    {"solution_graph"},
    {"trace"},
    {"render"},
    {"cache", "ranking"},
    {"ranked_distances"},
    {"pdb"},
    {"heuristics", "distances", "random_boards"},
    {"search", "registry"},
    {"method", "examiner"},
    {"accelerate"},
    {"solver"},
    {"lookup"},
    {"batch", "hints", "judgement", "shortest", "verification"},
    {"experiments", "records"},
    {"cli", "notebook", "web"},
]

ALLOWED_UPWARDS = {
    ("board", "formats"),  # Board("1 2 3 …") reads text
    ("board", "render"),  # Board._repr_svg_ draws
    ("result", "render"),  # Result._repr_html_ draws
}
"""Doors that lead up, each inside a function."""


def room(module: str) -> str:
    """The part of the house that a module belongs to: ``taquin.search.run`` is in ``search``."""
    return module.removeprefix("taquin.").split(".")[0]


def floor(name: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if name in rooms)


def imports(path: Path) -> set[str]:
    """The rooms that a file imports from, wherever in the file it does so."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "taquin":
            found |= {alias.name for alias in node.names if alias.name != "__version__"}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("taquin."):
            found.add(room(str(node.module)))
        elif isinstance(node, ast.Import):
            found |= {room(alias.name) for alias in node.names if alias.name.startswith("taquin.")}
    return found


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_down(path: Path) -> None:
    here = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for target in imports(path):
        allowed = floor(target) <= floor(here) or (here, target) in ALLOWED_UPWARDS
        assert allowed, f"{path.relative_to(PACKAGE)} imports {target}, which is above it"


def test_every_room_has_a_floor() -> None:
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in FILES}
    assert rooms <= set().union(*FLOORS)


def test_the_trace_knows_no_algorithm() -> None:
    for path in (PACKAGE / "trace").glob("*.py"):
        assert imports(path).isdisjoint({"search", "heuristics", "registry", "method", "solver"})


def test_only_native_imports_the_core() -> None:
    for path in FILES:
        if path.name != "_native.py":
            assert "_core" not in imports(path)
