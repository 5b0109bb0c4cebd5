"""The pages are current: generated tables, outputs of commands, pictures, and the version."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

import taquin

ROOT = Path(__file__).parents[2]


def load_update() -> object:
    specification = importlib.util.spec_from_file_location("docs_update", ROOT / "docs" / "update.py")
    assert specification is not None
    assert specification.loader is not None
    sys.path.insert(0, str(ROOT / "docs"))
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


update = load_update()


@pytest.mark.parametrize("page", update.PAGES, ids=lambda path: path.name)  # type: ignore[attr-defined]
def test_the_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    current = update.without_times(update.updated(text))  # type: ignore[attr-defined]
    assert update.without_times(text) == current, "run `make docs`"  # type: ignore[attr-defined]


def picture_commands() -> list[str]:
    pages = [page.read_text(encoding="utf-8") for page in update.PAGES]  # type: ignore[attr-defined]
    return [command for page in pages for command in update.picture_commands(page)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", picture_commands())
def test_the_picture_is_current(command: str, tmp_path: Path) -> None:
    made = update.make_picture(command, tmp_path).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert made == (ROOT / command.rsplit(maxsplit=1)[-1]).read_text(encoding="utf-8"), "run `make docs`"


def test_every_picture_is_made_by_a_command_in_a_page() -> None:
    made = {command.split()[-1] for command in picture_commands()}
    assert len(made) >= 3
    made |= {f"docs/{name}" for name in update.PICTURES}  # type: ignore[attr-defined]
    assert {str(path.relative_to(ROOT).as_posix()) for path in (ROOT / "docs").glob("*.svg")} == made
    for page in update.PAGES:  # type: ignore[attr-defined]
        shown = set(re.findall(r"docs/[\w.]+\.svg", page.read_text(encoding="utf-8")))
        assert shown <= made


@pytest.mark.parametrize("name", update.PICTURES)  # type: ignore[attr-defined]
def test_the_picture_of_the_code_is_current(name: str) -> None:
    made = update.PICTURES[name]()  # type: ignore[attr-defined]
    assert made == (ROOT / "docs" / name).read_text(encoding="utf-8"), "run `make docs`"


def test_the_citation_and_the_changelog_name_this_version() -> None:
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in ("CITATION.cff", "CHANGELOG.md")]
    found = [re.search(r"^(?:version: |## \[)([\d.]+\w*)", text, re.MULTILINE) for text in texts]
    assert [match and match[1] for match in found] == [taquin.__version__] * 2
