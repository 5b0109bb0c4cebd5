"""Home: what a new visitor sees, where a returning visitor lands, and the list of keys."""

from __future__ import annotations

from playwright.sync_api import expect

from visiting import BOARD, Visits, says


def test_a_new_visitor_sees_a_tree_that_grows_and_three_doors(visits: Visits) -> None:
    page = visits.open(motion="no-preference")
    says(page, "h1", "See how a search solves a puzzle")
    caption = page.locator(".home-caption")
    expect(caption).to_contain_text("step 1")
    expect(caption).to_contain_text("step 2")
    assert page.locator(".doors a").all_inner_texts()[0].startswith("Play")
    page.get_by_role("link", name="Watch A* think").click()
    expect(page.locator(".watch-stage .taquin-search-head")).to_contain_text("A*")
    page.get_by_role("link", name="Taquin", exact=True).click()
    page.get_by_role("link", name="Take the course").click()
    says(page, ".exercises h1", "Exercises")


def test_a_returning_visitor_lands_where_the_last_visit_ended(visits: Visits) -> None:
    page = visits.open("#home")
    expect(page.locator(".home-caption")).to_contain_text("it is the goal")  # with less motion, the whole tree
    page.goto(f"{visits.url}#watch?board={BOARD}&method=greedy(manhattan)&step=3")
    page.wait_for_function("() => localStorage.getItem('taquin.place')?.includes('step=3')")
    page.goto(f"{visits.url}/empty")
    page.goto(visits.url)
    expect(page.locator(".watch-stage .taquin-counter")).to_contain_text("step 3")


def test_a_question_mark_lists_the_keys_with_those_of_the_view_first(visits: Visits) -> None:
    page = visits.open(f"#watch?board={BOARD}")
    page.keyboard.press("?")
    titles = page.locator("dialog.keys th").all_inner_texts()
    assert titles[0] == "Watch"
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Play").click()
    page.get_by_role("button", name="Keys").click()
    says(page, "dialog.keys th >> nth=0", "Play")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator(".play textarea, .play input").first.focus()
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_be_hidden()


def test_a_browser_without_storage_keeps_choices_as_long_as_the_page(visits: Visits) -> None:
    page = visits.open("#home", is_own=True)
    blocked = "() => { throw new DOMException('blocked', 'SecurityError'); }"
    page.add_init_script(f"Object.defineProperty(globalThis, 'localStorage', {{ get: {blocked} }})")
    page.reload()
    assert page.evaluate("() => { try { return localStorage.length; } catch (error) { return error.name; } }") == (
        "SecurityError"
    )
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(page.locator(".watch-stage .taquin-counter")).to_contain_text("step")
    page.goto(f"{visits.url}/empty")
    page.goto(visits.url)
    says(page, "h1", "See how a search solves a puzzle")
    expect(page.locator("html")).not_to_have_attribute("data-theme", "dark")
