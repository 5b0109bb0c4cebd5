"""A visitor without a pointer: the keyboard alone plays, solves, watches, races and reads."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from visiting import BOARD, NEAR, Visits, board, says


def focus(page: Page, name: str) -> None:
    """Press Tab until the element with this name has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        reached = page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent"
            " ?? document.activeElement.textContent"
        )
        if reached is not None and reached.strip() == name:
            return
    raise AssertionError(f"the tab key does not reach {name!r}")


def test_the_keyboard_alone_plays_solves_watches_races_and_reads(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    focus(page, "The puzzle")
    page.keyboard.press("ArrowLeft")
    focus(page, "Hint")
    page.keyboard.press("Enter")
    says(page, ".coach-words", "1 move is left.")
    page.keyboard.press("Enter")
    says(page, ".coach-words", "Slide tile 8 left")
    page.keyboard.press("Enter")
    assert board(page) == "1,2,3/4,5,6/7,8,0"
    says(page, ".play .notice", "Solved in 2 moves")
    page.goto(f"{visits.url}#solve?board={BOARD}")
    focus(page, "Solve")
    page.keyboard.press("Space")
    says(page, ".answer", "14 moves")
    focus(page, "Play (Space)")
    page.keyboard.press("End")
    assert board(page, ".answer .taquin-board") == "1,2,3/4,5,6/7,8,0"
    focus(page, "Watch the search")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Watch", level=1)).to_be_focused()
    expect(page.locator(".watch canvas")).to_be_visible()
    page.keyboard.press("Tab")
    focus(page, "One step forward (Right)")
    page.keyboard.press("Enter")
    says(page, ".watch .taquin-search-head", "step 1: expand node 0")
    page.goto(f"{visits.url}#race?board={BOARD}")
    focus(page, "Remove Breadth-first search from the race")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove Uniform-cost search from the race")).to_be_focused()
    focus(page, "Start the race")
    page.keyboard.press("Enter")
    says(page, ".sentence", "expanded the fewest nodes")
    page.keyboard.press("Tab")
    focus(page, "Expanded")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("Generated", exact=True)).to_be_checked()
    page.goto(f"{visits.url}#learn")
    focus(page, "Beam search")
    page.keyboard.press("Enter")
    expect(page.locator("h1").locator("visible=true")).to_have_text("Beam search")
