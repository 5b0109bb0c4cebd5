"""Space: every board of a small puzzle by its distance, coloured by a search, and explored by pointer and keys."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, expect

from browser import wait_for_frames
from taquin.puzzle.board import Board
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable
from visiting import Visits, board, button, says

SMALL = "1,2,3/0,4,5"
"""A board of 2×3, whose space has 360 boards."""
PREVIEW = ".space .rail .taquin-board"


def colours(page: Page) -> int:
    """How many different colours the picture has."""
    wait_for_frames(page)
    picture = Image.open(BytesIO(page.locator(".space-canvas").screenshot())).convert("RGB")
    found = picture.getcolors(picture.width * picture.height)
    assert found is not None
    return len(found)


def test_a_search_colours_the_boards_that_it_expands(visits: Visits) -> None:
    page = visits.open(f"#space?board={SMALL}&method=bfs")
    expected = solve("1 2 3 / 0 4 5", algorithm="bfs")
    says(page, ".space .taquin-counter", f"{expected.stats.expanded} of {expected.stats.expanded} expanded")
    says(page, ".space-facts", "of all 360. The solution has")
    every = colours(page)
    page.get_by_label("Expansions", exact=True).fill("0")
    says(page, ".space .taquin-counter", f"0 of {expected.stats.expanded} expanded")
    assert colours(page) < every
    page.get_by_label("Algorithm").locator("visible=true").select_option("greedy")
    says(page, ".space-facts", "expansion")
    expect(page).to_have_url(f"{visits.url}#space?board={SMALL}&method=greedy(manhattan)")


def test_a_board_is_shown_with_its_distance_by_pointer_and_by_keys(visits: Visits) -> None:
    page = visits.open(f"#space?board={SMALL}&method=astar(manhattan)")
    table = DistanceTable(shape="2x3")
    start = table.distance(Board("1 2 3 / 0 4 5"))
    says(page, ".space .rail", f"{start} moves from the goal, 2 neighbours. Expansion 1 of the search.")
    page.locator(".space-canvas").focus()
    page.keyboard.press("ArrowLeft")
    assert board(page, PREVIEW) == "1,2,3/4,0,5"
    says(page, ".space .rail", f"{table.distance(Board('1 2 3 / 4 0 5'))} move")
    box = page.locator(".space-canvas").bounding_box()
    assert box is not None
    before = board(page, PREVIEW)
    for share in (0.45, 0.5, 0.55, 0.6):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 0.5 * box["height"])
    shown = board(page, PREVIEW)
    assert shown != before
    distance = table.distance(Board(shown.replace(",", " ").replace("/", " / ")))
    says(page, ".space .rail", f"{distance} moves from the goal")
    button(page, "Zoom in")
    button(page, "Whole space")


def test_a_board_that_is_too_large_is_told_and_a_long_search_can_be_cancelled(visits: Visits) -> None:
    page = visits.open("#space?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15")
    says(page, ".space .notice", "A 4×4 puzzle has too many boards to draw.")
    button(page, "Use a 3×3 board")
    says(page, ".space-facts", "of all 181,440. The solution has 31 moves.")
    page = visits.open("#space?board=8,6,7/2,5,4/3,0,1&method=depth_limited(limit=40)")
    says(page, ".space-facts", "expansions in")
    button(page, "Cancel")
    says(page, ".space-facts", "Cancelled.")
    says(page, ".space .taquin-counter", "0 of 0 expanded")  # nothing of the search before
    page.get_by_label("Algorithm").locator("visible=true").select_option("greedy")
    says(page, ".space-facts", "of all 181,440. The solution has")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
