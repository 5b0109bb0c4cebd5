"""The pages are current: generated tables, outputs of commands, pictures, and the version."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import taquin
import update_docs

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", update_docs.PAGES, ids=lambda path: path.name)
def test_the_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == update_docs.updated(text), "run `make docs`"


def picture_commands() -> list[str]:
    pages = [page.read_text(encoding="utf-8") for page in update_docs.PAGES]
    return [command for page in pages for command in update_docs.picture_commands(page)]


@pytest.mark.parametrize("command", picture_commands())
def test_the_picture_is_current(command: str, tmp_path: Path) -> None:
    made = update_docs.make_picture(command, tmp_path).read_text(encoding="utf-8")
    assert made == (ROOT / command.rsplit(maxsplit=1)[-1]).read_text(encoding="utf-8"), "run `make docs`"


def test_every_picture_is_made_by_a_command_in_a_page() -> None:
    made = {command.split()[-1] for command in picture_commands()}
    assert len(made) >= 3
    made |= {f"docs/{name}" for name in update_docs.PICTURES}
    assert {str(path.relative_to(ROOT).as_posix()) for path in (ROOT / "docs").glob("*.svg")} == made
    for page in update_docs.PAGES:
        shown = set(re.findall(r"docs/[\w.]+\.svg", page.read_text(encoding="utf-8")))
        assert shown <= made


@pytest.mark.parametrize("name", update_docs.PICTURES)
def test_the_picture_of_the_code_is_current(name: str) -> None:
    made = update_docs.PICTURES[name]()
    assert made == (ROOT / "docs" / name).read_text(encoding="utf-8"), "run `make docs`"


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_make_docs_changes_nothing(tmp_path: Path) -> None:
    for name in ("docs", "examples", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    recipe = re.search(r"^docs:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe is not None
    scripts = re.findall(r"tools/\w+\.py", recipe[1])
    assert len(scripts) == 2
    before = contents(tmp_path)
    for script in scripts:
        command = [sys.executable, "-B", str(tmp_path / script)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr[-3000:]
    after = contents(tmp_path)
    assert sorted(after) == sorted(before)
    assert [str(path) for path in before if after[path] != before[path]] == [], "run `make docs`"


def test_the_citation_and_the_changelog_name_this_version_and_its_date() -> None:
    citation, changelog = ((ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "CHANGELOG.md"))
    release = re.search(r"^## \[([\d.]+\w*)\] - (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    cited = re.search(r"^version: (.+)\ndate-released: (.+)$", citation, re.MULTILINE)
    assert release is not None
    assert cited is not None
    assert release[1] == taquin.__version__
    assert cited.groups() == release.groups()
