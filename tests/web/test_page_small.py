"""Small things that visitors stumble over: words, messages, and what is covered or out of sight on small screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from browser import wait_for_change
from unloaded import IS_KEPT
from visiting import BOARD, UNSOLVABLE, Visits, board, button, says

WATCH = f"#watch?board={BOARD}&method=astar(manhattan)&step=20"


def box(found: Locator) -> FloatRect:
    """Where an element is."""
    rectangle = found.locator("visible=true").first.bounding_box()
    assert rectangle is not None
    return rectangle


def bottom(found: Locator) -> float:
    """The lower edge of an element."""
    rectangle = box(found)
    return rectangle["y"] + rectangle["height"]


@pytest.mark.parametrize("engine", ["visits", "static"])
def test_a_button_writes_0_for_the_number_that_may_be_the_blank(request: pytest.FixtureRequest, engine: str) -> None:
    visits: Visits = request.getfixturevalue(engine)
    page = visits.open("#solve")
    page.get_by_label("Board", exact=True).locator("visible=true").first.fill("8 1 3 / 4 9 2 / 7 6 5")
    page.keyboard.press("Enter")
    button(page, "9 is the blank")
    wait_for_change(page, lambda: f"board={BOARD}" in page.url)
    assert board(page, ".solve .taquin-board") == BOARD


@pytest.mark.parametrize("view", ["play", "solve", "watch", "race", "space"])
def test_a_board_without_solution_is_explained_once(visits: Visits, view: str) -> None:
    page = visits.open(f"#{view}?board={UNSOLVABLE}")
    explained = page.get_by_text("no move changes the parity").locator("visible=true")
    expect(explained.first).to_be_visible()
    expect(explained).to_have_count(1)


def test_the_page_says_that_it_works_offline_once_all_files_are_kept(static: Visits) -> None:
    page = static.open("#learn", is_own=True)
    page.context.close()
    page = static.open("#learn", is_own=True)
    wait_for_change(page, lambda: bool(page.evaluate(IS_KEPT)))
    says(page, ".colophon", "works offline")


def test_without_a_service_worker_the_page_does_not_claim_to_work_offline(static: Visits) -> None:
    page = static.open("#learn", is_own=True)
    page.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { get: () => undefined })")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    says(page, ".colophon", "connects to no other host")
    expect(page.locator(".colophon")).not_to_contain_text("works offline", use_inner_text=True)


def test_on_a_phone_words_are_those_of_touch(visits: Visits) -> None:
    page = visits.contexts.page(visits.url, "light", "reduce", has_touch=True)
    visits.pages.append(page)
    page.on("request", visits._list)
    page.goto(visits.url + WATCH.removesuffix("&step=20"))
    says(page, ".watch-help", "Touch › for one step")
    page.goto(f"{visits.url}#space")
    says(page, ".space", "Touch a board to see it.")


def test_on_a_phone_the_tree_is_above_the_doors_and_the_first_door_in_sight(visits: Visits) -> None:
    page = visits.open("#home", width=390, height=844)
    tree, door = page.locator(".home-tree canvas"), page.locator(".door")
    assert bottom(tree) <= box(door)["y"]
    expect(door.first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height", "most"), [(390, 844, 90), (360, 740, 90), (683, 384, 45), (1366, 768, 45)])
def test_the_bar_of_watch_has_few_rows(visits: Visits, width: int, height: int, most: int) -> None:
    page = visits.open(WATCH, width=width, height=height)
    expect(page.locator(".watch .taquin-counter")).to_be_visible()
    assert box(page.locator(".watch-bar"))["height"] <= most


def test_the_controls_of_watch_do_not_cover_its_legend(visits: Visits) -> None:
    for width, height in ((390, 844), (1366, 768), (1920, 1080)):
        page = visits.open(WATCH, width=width, height=height)
        expect(page.locator(".watch .taquin-counter")).to_be_visible()
        legend, controls = page.locator(".watch .taquin-legend"), page.locator(".watch .taquin-transport")
        assert bottom(legend) <= box(controls)["y"] + 1, (width, height)


@pytest.mark.parametrize("menu", ["Options", "Examples", "Compare", "View", "Teach", "Save"])
def test_the_menus_of_watch_hold_what_is_in_them(visits: Visits, menu: str) -> None:
    for width, height in ((390, 844), (683, 384), (1366, 768)):
        page = visits.open(WATCH, width=width, height=height)
        expect(page.locator(".watch .taquin-counter")).to_be_visible()
        button(page, menu)
        panel = page.locator(".menu-panel").locator("visible=true")
        expect(panel).to_be_visible()
        assert spilling(panel) == [], (width, height)


def spilling(panel: Locator) -> list[str]:
    """What is wider than the panel, or the panel if it is wider than the window."""
    found: list[str] = panel.evaluate("""panel => {
      const edge = panel.getBoundingClientRect();
      const all = [panel, ...panel.querySelectorAll('*')].map((one) => [one, one.getBoundingClientRect()]);
      const right = Math.min(edge.right, innerWidth);
      const leftmost = Math.max(edge.left, 0);
      return all.filter(([, { width, left, right: end }]) => width && (left < leftmost - 1 || end > right + 1))
        .map(([one]) => one.outerHTML.slice(0, 80));
    }""")
    return found


def test_two_searches_are_side_by_side_in_a_low_window(visits: Visits) -> None:
    page = visits.open(f"{WATCH}&with=bfs", width=683, height=384)
    trees = page.locator(".pair-half canvas")
    expect(trees.nth(1)).to_be_visible()
    left, right = (trees.nth(place).bounding_box() for place in (0, 1))
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"] < 384
    assert left["x"] + left["width"] < right["x"]
    assert right["x"] + right["width"] <= 683


def test_on_a_phone_cancel_is_above_the_picture_of_the_space(visits: Visits) -> None:
    page = visits.open("#space?board=8,6,7/2,5,4/3,0,1&method=depth_limited(limit=40)", width=390, height=844)
    cancel = page.get_by_role("button", name="Cancel").locator("visible=true")
    expect(cancel).to_be_visible()
    expect(cancel).to_be_in_viewport(ratio=1)
    assert bottom(cancel) <= box(page.locator(".space canvas, .space .silhouette"))["y"]
    cancel.click()
