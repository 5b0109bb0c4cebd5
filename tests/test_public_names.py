"""The public names are exactly the documented ones, and each can be imported."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import taquin

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


def test_every_public_name_loads() -> None:
    for name in taquin.__all__:
        assert getattr(taquin, name) is not None
    assert set(taquin.__all__) <= set(dir(taquin))


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(taquin, "sovle")


def test_no_module_hides_a_public_name() -> None:
    """A module with the name of a public function would replace it when the module is imported."""
    package = Path(taquin.__file__).parent
    modules = {path.stem for path in package.glob("*.py")} | {path.name for path in package.iterdir() if path.is_dir()}
    assert modules.isdisjoint(taquin._MODULES)


def test_importing_taquin_imports_no_submodule() -> None:
    code = "import sys, taquin; print(sorted(name for name in sys.modules if name.startswith('taquin.')))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == "[]"
