"""A folder may import from itself and from the folders above it in this list, and from no other."""

from __future__ import annotations

import re
from pathlib import Path

import taquin

PACKAGE = Path(taquin.__file__).parent

ORDER = [
    {"errors", "_native"},
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

IMPORTS = re.compile(r"^ *(?:from|import) taquin(?:\.(\w+)| import (\([^)]*\)|[\w, ]+))", re.MULTILINE)
"""Finding the lines takes a twentieth of the time of parsing the files."""
FILES = sorted(set(PACKAGE.rglob("*.py")) - {PACKAGE / "__init__.py"})
TOP_LEVEL = {"__init__.py", "__main__.py", "errors.py", "_native.py", "__init__.pyi", "_core.pyi", "py.typed"}


def rank(folder: str) -> int:
    return next(number for number, folders in enumerate(ORDER) if folder in folders)


def imported_folders(path: Path) -> set[str]:
    """The folders that a file imports from, at its top or inside functions."""
    found = set()
    for folder, names in IMPORTS.findall(path.read_text(encoding="utf-8")):
        found |= {folder} if folder else set(re.findall(r"\w+", names)) - {"__version__"}
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


def test_drawings_import_no_puzzle() -> None:
    """Shapes, theme and writers do not depend on the pictures that use them."""
    for path in (PACKAGE / "render/drawing").glob("*.py"):
        own = re.findall(r"^ *from (taquin[\w.]*) import", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert all(module == "taquin.errors" or module.startswith("taquin.render.drawing.") for module in own), path


def test_only_native_imports_the_core() -> None:
    for path in FILES:
        if path.name != "_native.py":
            assert "_core" not in imported_folders(path)
