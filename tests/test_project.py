"""Project metadata: one version, four dependencies, a fast import, the make targets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import taquin

ROOT = Path(__file__).parent.parent
DEPENDENCIES = {"click", "rich", "platformdirs", "filelock"}


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


def names(requirements: list[str]) -> set[str]:
    """The names of the packages, without version bounds, extras and markers."""
    return {re.split(r"[^\w.-]", requirement, maxsplit=1)[0] for requirement in requirements}


def imported_modules() -> set[str]:
    """The modules that ``import taquin`` loads in a new interpreter."""
    code = "import sys; before = set(sys.modules); import taquin; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_version_of_the_installation() -> None:
    assert metadata.version("taquin") == taquin.__version__


def test_version_of_the_citation() -> None:
    assert re.findall(r"^version: (.+)$", read("CITATION.cff"), re.MULTILINE) == [taquin.__version__]


def test_version_of_the_changelog() -> None:
    """The newest entry is this version's."""
    newest = re.search(r"^## \[(.+)\] - (Unreleased|\d{4}-\d{2}-\d{2})$", read("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == taquin.__version__


def test_dependencies_are_the_four(pyproject: dict[str, Any]) -> None:
    assert names(pyproject["project"]["dependencies"]) == DEPENDENCIES


def test_installed_dependencies_are_the_four() -> None:
    requirements = metadata.requires("taquin") or []
    assert names([requirement for requirement in requirements if "extra ==" not in requirement]) == DEPENDENCIES


def test_build_requirements_are_those_of_the_build_group(pyproject: dict[str, Any]) -> None:
    """The list exists twice, because the Makefile builds without isolation."""
    assert set(pyproject["build-system"]["requires"]) <= set(pyproject["dependency-groups"]["build"])


def test_import_is_fast() -> None:
    """It loads no dependency and no module of its own: names are looked up when they are used. So it takes a few
    milliseconds, which no test measures, because a busy machine would fail it."""
    modules = imported_modules()
    assert modules & DEPENDENCIES == set()
    assert {name for name in modules if name.startswith("taquin")} == {"taquin"}
    assert len(modules) < 50


def test_package_is_typed() -> None:
    assert (Path(taquin.__file__).parent / "py.typed").is_file()


def test_ci_runs_make_test() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    commands = [line for line in read(".ci/run").splitlines() if not line.startswith("#")]
    assert commands[-1].split()[-2:] == ["make", "test"]


@pytest.mark.parametrize(
    "command", ["run", "web", "test", "lint", "format", "slow", "sanitize", "bench", "clean", "help"]
)
def test_the_makefile_has(command: str) -> None:
    assert re.search(rf"^{command}:.*## ", read("Makefile"), re.MULTILINE)


def test_lines_of_the_core_fit() -> None:
    """As ruff demands it of Python: at most 120 columns."""
    sources = [path for path in sorted((ROOT / "native").rglob("*")) if path.suffix in {".cpp", ".hpp"}]
    assert sources
    for path in sources:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= 120, f"{path.relative_to(ROOT)}:{number} has {len(line)} columns"
