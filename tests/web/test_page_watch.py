"""Watch: record a search and step through it, forwards and backwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser import COUNT_CANVAS_CALLS
from taquin.solving.solver import solve
from taquin.trace.formats import read_lines
from visiting import BOARD, UNSOLVABLE, Visits, button, says

CLIMB = "#watch?board=2,7,3/8,1,4/6,0,5&method=hill_climbing(manhattan)"


def watching(visits: Visits, address: str = f"#watch?board={BOARD}", **how: int) -> Page:
    page = visits.open(address, **how)  # type: ignore[arg-type]
    expect(page.locator(".watch .taquin-tree canvas")).to_be_visible()
    return page


def step(page: Page) -> str:
    return page.locator(".watch .taquin-counter").inner_text()


def test_a_search_is_recorded_at_once_and_has_the_counters_of_the_run(visits: Visits) -> None:
    page = watching(visits)
    expected = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar(manhattan)").stats
    says(page, ".setup summary", f"astar(manhattan), {expected.generated + 1} nodes")
    assert step(page) == f"step 0 / {expected.expanded}"


def test_forwards_backwards_and_to_the_end(visits: Visits) -> None:
    page = watching(visits)
    page.get_by_role("button", name="One step forward").locator("visible=true").click()
    says(page, ".watch .taquin-search-head", "step 1: expand node 0 (the start): g 0 + h 10 = f 10")
    page.get_by_role("button", name="One step back").locator("visible=true").click()
    says(page, ".watch .taquin-search-head", "before the first step")
    button(page, "Go to the end")
    says(page, ".watch .taquin-search-head", "solved: node 127 is the goal")
    says(page, ".watch .taquin-panel", "Node 127")
    says(page, ".watch .taquin-panel", "g 14 + h 0 = f 14")


def test_jump_to_a_node(visits: Visits) -> None:
    page = watching(visits)
    page.get_by_label("Node number").fill("60")
    page.keyboard.press("Enter")
    says(page, ".watch .taquin-panel", "Node 60")
    page.get_by_label("Node number").fill("9999")
    button(page, "Go to node")
    says(page, ".watch > .notice", "There are nodes 0 to 127.")


def test_the_children_of_a_step_are_described(visits: Visits) -> None:
    page = watching(visits)
    page.get_by_role("button", name="One step forward").locator("visible=true").click(click_count=2)
    table = page.locator(".watch .taquin-children")
    expect(table).to_contain_text("duplicate: known with g 0")
    expect(table).to_contain_text("new")


def test_rounds_and_the_node_where_a_search_got_stuck(visits: Visits) -> None:
    page = watching(visits, f"#watch?board={BOARD}&method=ida_star(manhattan)")
    rounds = page.locator(".watch .taquin-round")
    assert [text.split()[3] for text in rounds.all_inner_texts()] == ["10", "12", "14"]
    rounds.nth(2).click()
    says(page, ".watch .taquin-search-head", "step ")
    page = watching(visits, CLIMB)
    button(page, "Go to the end")
    says(page, ".watch .taquin-search-head", "stuck: local optimum: h = 5 here and 6 at the best neighbour")


def test_another_method_is_recorded_when_asked(visits: Visits) -> None:
    page = watching(visits)
    page.locator(".setup > summary").click()
    page.locator(".watch").get_by_label("Algorithm").select_option("bfs")
    page.locator(".watch").get_by_label("Nodes to record").fill("100")
    button(page, "Record the search")
    says(page, ".setup summary", "bfs, 100 nodes")
    says(page, ".watch .taquin-search-head", "Only the first")
    expect(page).to_have_url(re.compile("method=bfs$"))


def test_the_trace_can_be_saved_and_read_back(visits: Visits, tmp_path: Path) -> None:
    page = watching(visits)
    with page.expect_download() as saved:
        button(page, "Save the trace")
    saved.value.save_as(tmp_path / "trace.jsonl")
    trace = read_lines((tmp_path / "trace.jsonl").read_text(encoding="utf-8").splitlines())
    assert trace.header["spec"] == "astar(manhattan)"


def test_the_board_of_play_is_watched(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("link", name="Watch").click()
    expect(page.locator(".watch .taquin-tree canvas")).to_be_visible()
    says(page, ".watch .taquin-search-head", "g 0 + h 9 = f 9")


def test_an_unsolvable_board_is_repaired_first(visits: Visits) -> None:
    page = visits.open(f"#watch?board={UNSOLVABLE}")
    says(page, ".watch > .notice", "There is no search to watch.")
    button(page, "Swap 7 and 8")
    button(page, "Record the search")
    says(page, ".setup summary", "astar(manhattan), 1 node")
    expect(page.locator(".watch canvas")).to_be_visible()


@pytest.mark.slow
def test_each_step_of_twenty_thousand_nodes_is_painted_with_few_calls(visits: Visits) -> None:
    """A hundred steps through the whole tree. How much is painted does not depend on the machine, as times do."""
    page = watching(visits, "#watch?board=8,6,7/2,5,4/3,0,1&method=astar(misplaced)")
    page.locator(".setup > summary").click()
    page.locator(".watch").get_by_label("Nodes to record").fill("20000")
    button(page, "Record the search")
    says(page, ".setup summary", "20,000 nodes")
    page.get_by_role("button", name="Show the whole tree").click()
    page.evaluate(COUNT_CANVAS_CALLS)
    calls = page.evaluate(
        """async () => {
          const slider = document.querySelector('.watch .taquin-search .taquin-slider');
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          const last = Number(slider.max);
          for (let place = 1; place <= 100; place += 1) {
            slider.value = String(Math.round((last * place) / 100));
            slider.dispatchEvent(new Event('input'));
            await frame();
          }
          return canvasCalls / 100;
        }"""
    )
    assert calls < 20_000
