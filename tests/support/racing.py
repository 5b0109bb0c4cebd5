"""The view Race, with methods that are raced."""

from __future__ import annotations

from playwright.sync_api import Page

from visiting import BOARD, Visits, button

METHODS = ["astar(misplaced)", "astar(manhattan)", "greedy(manhattan)"]


START = "Start the race"


def racing(visits: Visits, methods: list[str], board: str = BOARD, width: int = 1280) -> Page:
    page = visits.open(f"#race?board={board}&methods={';'.join(methods)}", width=width)
    button(page, START)
    return page
