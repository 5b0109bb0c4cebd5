"""The pages tell the truth: their generated tables and the output of their commands are current."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def load_update() -> object:
    specification = importlib.util.spec_from_file_location("docs_update", ROOT / "docs" / "update.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


update = load_update()


@pytest.mark.parametrize("page", update.PAGES, ids=lambda path: path.name)  # type: ignore[attr-defined]
def test_the_page_is_current(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    current = update.without_times(update.updated(text))  # type: ignore[attr-defined]
    assert update.without_times(text) == current, "run `make docs`"  # type: ignore[attr-defined]


def test_the_readme_has_tables_and_sessions() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("```console\n$ taquin") >= 3
    assert "| `astar` |" in text
    assert "| `linear_conflict` |" in text
