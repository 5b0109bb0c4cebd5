"""Watch: record a search and step through it, forwards and backwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import wait_for_frames
from visiting import BOARD, UNSOLVABLE, Visits, button, holds, says
from watching import CATCH_TREE, ask, menu, watching


def test_the_first_visit_plays_the_first_steps_and_examples_open(visits: Visits) -> None:
    page = visits.open(f"#watch?board={BOARD}", motion="no-preference", is_own=True)
    expect(page.locator(".watch .taquin-counter")).to_contain_text("step 6 /")
    page.keyboard.press("Home")
    says(page, ".watch-help", "Press → for one step")
    button(page, "Examples")
    button(page, "A tie: which of two equals is next?")
    says(page, ".question", "Which node is next?")
    expect(page.get_by_role("button", name="Predict")).to_have_attribute("aria-pressed", "true")
    button(page, "Predict")
    expect(page.locator(".prediction")).to_have_count(0)
    page.goto(f"{visits.url}#watch?board={BOARD}&step=99999&node=500")
    says(page, ".watch-messages .notice", "The link names node 500; the last node is 127.")
    page.goto(f"{visits.url}#watch?board={BOARD}&step=99999")
    says(page, ".watch-messages .notice", "The link names step 99,999; the last step is 77.")


def test_the_tree_stays_where_it_is_at_every_step(visits: Visits) -> None:
    """On a small screen too, where the sentence that ends a search needs more lines than the others."""
    for method in ("astar(manhattan)", "greedy(manhattan)", "hill_climbing(manhattan)", "bfs"):
        stay(watching(visits, f"#watch?board={BOARD}&method={method}"))


def stay(page: Page) -> None:
    tree = page.locator(".watch .taquin-tree")
    for width, height in ((1366, 768), (683, 384), (390, 844), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        tops = set()
        for key in ("Home", "ArrowRight", "ArrowRight", "End", "ArrowLeft"):
            page.keyboard.press(key)
            wait_for_frames(page)
            tops.add(tree.evaluate("tree => Math.round(tree.getBoundingClientRect().top + scrollY)"))
        assert len(tops) == 1, (width, tops)


def test_all_steps_of_a_long_search_play_in_two_seconds(visits: Visits) -> None:
    page = watching(visits, "#watch?board=8,6,7/2,5,4/3,0,1&method=astar(manhattan)")
    page.get_by_label("Speed").select_option(label="all in 2 s")
    page.evaluate("""() => {
      window.changes = 0;
      const count = new MutationObserver(() => (window.changes += 1));
      count.observe(document.querySelector('.watch .taquin-counter'), { childList: true });
    }""")
    page.keyboard.press("Space")
    holds(page, "() => /step (.+) [/] \\1$/.test(document.querySelector('.watch .taquin-counter').textContent)")
    assert page.evaluate("window.changes") <= 150, "a change of the position every 15 ms at most"


@pytest.mark.slow
def test_the_step_the_node_and_what_is_taught_are_in_the_link(visits: Visits) -> None:
    page = watching(visits, f"#watch?board={BOARD}&step=12&node=6")
    says(page, ".watch .taquin-search-head", "step 12: expand node 11")
    says(page, ".watch .taquin-panel", "Node 6")
    page.keyboard.press("Home")
    with menu(page, "Teach"):
        page.get_by_label("Questions").select_option("value")
        page.get_by_label("Pseudocode", exact=True).first.select_option("steps")
        page.get_by_label("Draw an estimate on the board").select_option("misplaced")
    expect(page.get_by_role("button", name="Teach · 3")).to_be_visible()
    expect(page).to_have_url(re.compile("&draw=misplaced&ask=value&code=steps$"))
    page.reload()
    expect(page.locator(".prediction .question")).to_contain_text("f")
    expect(page.locator(".code-panel")).to_be_visible()
    says(page, ".taquin-remarks .estimate", "tiles are not at home")
    pair = visits.open(f"#watch?board={BOARD}&with=bfs&show=boards&pace=time&step=4")
    expect(pair.locator(".pair-board .taquin-board")).to_have_count(2)
    with menu(pair, "View"):
        expect(pair.get_by_label("In step by")).to_have_value("time")


@pytest.mark.slow
def test_nothing_in_the_bar_is_cut_and_a_laptop_has_room_for_the_side(visits: Visits) -> None:
    def seen(selector: str, value: str) -> list[float]:
        script = f"(all) => all.filter((one) => one.checkVisibility()).map((one) => {value})"
        found: list[float] = page.locator(selector).evaluate_all(script)
        return found

    page = watching(visits, f"#watch?board={BOARD}&step=12&ask=next&code=steps", width=1024, height=768)
    assert max(seen(".watch-bar button", "one.scrollWidth - one.clientWidth")) <= 1
    assert len(set(seen(".watch-bar > :not(.watch-space)", "one.offsetTop"))) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(set(seen(".watch-bar > :not(.watch-space)", "one.offsetTop"))) == 2, "two rows on a phone"
    page.set_viewport_size({"width": 1366, "height": 768})
    says(page, ".code-panel .is-running", "node 11")
    side = page.locator(".taquin-search-side").evaluate("(side) => side.scrollHeight - side.clientHeight")
    assert side <= 1, "code, node and frontier fit a laptop"


def test_values_duplicates_and_the_moves_of_a_local_search_are_asked_for(visits: Visits) -> None:
    page = watching(visits)
    ask(page, "value")
    says(page, ".question", "Node 0 is expanded (g 0 + h 10 = f 10). What is f of its child by")
    page.get_by_label("Answer").fill("3")
    page.get_by_label("Answer").press("Enter")
    says(page, ".verdict", "Not 3.")
    expect(page.get_by_label("Answer")).to_be_focused()
    page.get_by_label("Step", exact=True).press("ArrowRight")
    expect(page.locator(".verdict")).to_be_empty()
    ask(page, "duplicate")
    says(page, ".question", "a duplicate?")
    button(page, "yes")
    says(page, ".score", "of 1 right")
    page.goto(f"{visits.url}#watch?board=2,7,3/8,1,4/6,0,5&method=hill_climbing(manhattan)&ask=next")
    says(page, ".question", "Which move does the search take?")
    button(page, "Left")
    says(page, ".verdict", "Right. h is 15 here; Up h 16, Left h 14, Right h 14. Left is taken.")
    page.goto(f"{visits.url}#watch?board={UNSOLVABLE}")
    says(page, ".watch-messages .notice", "The goal cannot be reached from this board.")
    button(page, "Swap 7 and 8")
    expect(page.locator(".watch canvas")).to_be_visible()


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
def test_the_pseudocode_runs_line_by_line(visits: Visits) -> None:
    """The lines of step 1: the choice of node 0, then four children, which appear in the tree one after the other."""
    page = watching(visits, f"#watch?board={BOARD}&code=lines", is_bundled=False)
    page.evaluate(CATCH_TREE)
    page.set_viewport_size({"width": 1300, "height": 900})
    running = page.locator(".code-panel .is-running")
    says(page, ".code-panel .is-running", "frontier ← the start")
    page.keyboard.press("ArrowRight")
    says(page, ".code-panel .is-running", "node 0: g 0 + h 10 = f 10")
    for left, child in (("1,2,3,4", ""), ("2,3,4", "Up: node 1"), ("3,4", "Down: node 2")):
        if child:
            page.keyboard.press("ArrowRight")
            says(page, ".code-panel .is-running", child)
        expect(running).to_have_count(1)
        page.wait_for_function(f"() => [...tree.veiled].sort().join() === {left!r}")
    page.keyboard.press("ArrowLeft")
    says(page, ".code-panel .is-running", "Up: node 1")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    says(page, ".watch .taquin-search-head", "step 2: expand node 2")
    with menu(page, "Teach"):
        page.get_by_label("Pseudocode", exact=True).first.select_option("steps")
    expect(running).to_have_count(3)


def test_iterations_are_listed_and_the_current_one_is_in_view(visits: Visits) -> None:
    page = watching(visits, f"#watch?board={BOARD}&method=ida_star(manhattan)")
    iterations = page.locator(".watch .taquin-iteration")
    assert [text.split()[3] for text in iterations.all_inner_texts()] == ["10", "12", "14"]
    iterations.nth(2).click()
    with menu(page, "View"):
        page.get_by_role("spinbutton", name="node").fill("9999")
        page.keyboard.press("Enter")
    expect(page.locator(".watch .taquin-iteration[aria-current]")).to_have_text(re.compile("14"))
    page.goto(f"{visits.url}#watch?board={BOARD}&method=iddfs")
    says(page, ".watch .taquin-search-head", "before the first step")
    page.keyboard.press("End")
    expect(page.locator(".watch .taquin-iteration[aria-current]")).to_be_in_viewport(ratio=1)


def test_a_pair_shows_how_many_states_are_stored_and_its_pseudocode_line_by_line(visits: Visits) -> None:
    page = visits.open(f"#watch?board={BOARD}&with=ida_star(manhattan)&step=40")
    says(page, ".pair-half:nth-child(1) .taquin-curve", "stored: 68, at most 128")
    says(page, ".pair-half:nth-child(2) .taquin-curve", "stored: 5, at most 15")
    names = page.locator(".pair-half").nth(1).locator("dt").all_inner_texts()
    assert names == ["Expanded", "Generated", "Stored"], "IDA* holds a path, not a frontier"
    page.goto(f"{visits.url}#watch?board={BOARD}&method=astar(manhattan)&with=greedy(manhattan)&step=1&code=lines")
    panels = page.locator(".pair-half .code-panel")
    expect(panels).to_have_count(2)
    expect(page.locator(".pair .taquin-counter")).to_contain_text("step 1 /")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pair .taquin-counter")).to_contain_text("step 2 /")
    for panel in panels.all():
        expect(panel.locator(".is-running")).to_have_count(1)
    running = panels.nth(0).locator(".is-running code").inner_text()
    page.keyboard.press("ArrowRight")
    expect(panels.nth(0).locator(".is-running code")).not_to_have_text(running)
    expect(page.locator(".pair .taquin-counter")).to_contain_text("step 2 /")
