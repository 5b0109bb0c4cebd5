"""The view Play: where its tiles are, and its scores."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from visiting import board

GOAL = "1,2,3/4,5,6/7,8,0"


def tile(page: Page, number: int) -> tuple[float, float]:
    box = page.locator(f'.play .table .taquin-tile[data-tile="{number}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scores(page: Page) -> list[str]:
    return page.locator(".scores dd").all_inner_texts()


def reload_game(page: Page) -> None:
    """Load the page again, as soon as the address has the board."""
    expect(page).to_have_url(re.compile(re.escape(f"board={board(page)}")))
    page.reload()
