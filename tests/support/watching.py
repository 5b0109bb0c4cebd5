"""The view Watch: it is opened, its menus are used, and a question is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from visiting import BOARD, Visits

CATCH_TREE = """async () => {
  const { TreeView } = await import('/modules/tree_view.js');
  const { draw } = TreeView.prototype;
  TreeView.prototype.draw = function () { window.tree = this; return draw.call(this); };
}"""
"""Puts the view of the tree into ``window.tree``."""


def watching(visits: Visits, address: str = f"#watch?board={BOARD}", **how: Any) -> Page:
    page = visits.open(address, **how)
    expect(page.locator(".watch .taquin-tree canvas")).to_be_visible()
    return page


@contextmanager
def menu(page: Page, name: str) -> Iterator[None]:
    """A menu of the bar, open until the block ends."""
    page.get_by_role("button", name=name).click()
    yield
    page.keyboard.press("Escape")


def ask(page: Page, kind: str) -> None:
    with menu(page, "Teach"):
        page.get_by_label("Questions").select_option(kind)
