"""Watch: record a search and step through it, forwards and backwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import wait_for_frames
from taquin.solving.solver import solve
from taquin.trace.formats import read_lines
from visiting import BOARD, UNSOLVABLE, Visits, board, button, holds, says

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


def step(page: Page) -> str:
    return page.locator(".watch .taquin-search .taquin-counter").inner_text()


def test_a_search_is_recorded_at_once_and_keys_work_wherever_the_focus_is(visits: Visits) -> None:
    page = watching(visits)
    expected = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar(manhattan)").stats
    says(page, ".watch .taquin-search-head", "A* · Manhattan before the first step")
    assert step(page) == f"step 0 / {expected.expanded + 1}"
    page.keyboard.press("End")
    frontier = expected.max_frontier - 1  # the goal has left it
    counters = (expected.expanded, expected.generated, frontier, expected.max_stored)
    expect(page.locator(".watch .taquin-counters dd")).to_have_text(list(map(str, counters)))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    says(page, ".watch .taquin-search-head", "step 1: expand node 0 (the start): g 0 + h 10 = f 10")
    page.keyboard.press("Shift+ArrowRight")
    says(page, ".watch .taquin-search-head", "step 11")
    page.get_by_role("button", name="One step back").locator("visible=true").click()
    page.keyboard.press("ArrowLeft")
    says(page, ".watch .taquin-search-head", "step 9")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    says(page, ".watch .taquin-search-head", "from the frontier: g 14 + h 0 = f 14; it is the goal. No node")
    says(page, ".watch .taquin-reason", "So no solution is shorter than 14 moves")
    before = step(page)
    button(page, "Options")
    page.get_by_label("Nodes to record").press("ArrowLeft")
    assert step(page) == before, "keys in a field are not keys of the search"
    page.keyboard.press("Escape")
    expect(page.get_by_label("Nodes to record")).to_be_hidden()

    page.evaluate("""() => {
        let element = null;  // a browser may refuse to fill the screen while the machine is busy
        Object.defineProperty(document, "fullscreenElement", { get: () => element });
        Element.prototype.requestFullscreen = async function () { element = this; };
        document.exitFullscreen = async () => { element = null; };
    }""")
    page.keyboard.press("f")
    holds(page, "() => document.fullscreenElement?.matches('.watch') ?? false")
    page.keyboard.press("ArrowLeft")
    assert step(page) != before
    page.keyboard.press("f")
    holds(page, "() => document.fullscreenElement === null")


@contextmanager
def menu(page: Page, name: str) -> Iterator[None]:
    """A menu of the bar, open until the block ends."""
    page.get_by_role("button", name=name).click()
    yield
    page.keyboard.press("Escape")


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


def ask(page: Page, kind: str) -> None:
    with menu(page, "Teach"):
        page.get_by_label("Questions").select_option(kind)


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


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
def test_which_node_is_next_right_wrong_and_tied(visits: Visits) -> None:
    page = watching(visits, is_bundled=False)
    ask(page, "next")
    says(page, ".question", "Which node is next?")
    page.locator(".watch .taquin-tree canvas").focus()
    page.keyboard.press("Enter")
    says(page, ".verdict", "Right. The search begins at the start, node 0.")
    says(page, ".watch .taquin-search-head", "step 1")
    page.get_by_role("button", name="Node 4, f 10").click()
    says(page, ".verdict", "Not node 4 (g 1 + h 9 = f 10, waits in the frontier).")
    says(page, ".verdict", "2 and 4 both have f = 10, the least. Oldest first takes node 2.")
    says(page, ".score", "1 of 2 right")
    page.set_viewport_size({"width": 390, "height": 844})  # a tablet is turned, or a window shrinks
    expect(page.locator(".prediction")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 900})
    canvas = page.locator(".watch .taquin-tree canvas").bounding_box()
    assert canvas is not None
    page.evaluate(CATCH_TREE)
    ask(page, "next")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")

    def click(node: int) -> None:
        at = page.evaluate(
            "(node) => { const n = tree.plan.itemOf[node]; return tree.camera.toView(tree.plan.x[n], tree.plan.y[n]) }",
            node,
        )
        page.mouse.click(canvas["x"] + at["x"], canvas["y"] + at["y"])

    click(0)  # to look at it
    says(page, ".verdict", "Node 0 cannot be next")
    says(page, ".score", "1 of 2 right")
    click(4)
    says(page, ".verdict", "Right. 4 and 6 both have f = 10, the least. Oldest first takes node 4.")
    says(page, ".score", "2 of 3 right")


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


def test_another_method_is_recorded_at_once_and_options_without_effect_are_hidden(visits: Visits) -> None:
    """And an estimate is drawn on the board of each step."""
    page = watching(visits)
    algorithm = page.locator(".watch").get_by_label("Algorithm").first
    algorithm.select_option("bfs")
    says(page, ".watch .taquin-search-head", "Breadth-first search before the first step")
    algorithm.press("ArrowRight")
    says(page, ".watch .taquin-search-head", "Breadth-first search step 1")
    algorithm.press("ArrowLeft")
    button(page, "Options")
    page.get_by_label("Nodes to record").fill("100")
    says(page, ".watch .taquin-search-head", "Only the first")
    expect(page).to_have_url(re.compile("method=bfs&nodes=100$"))
    algorithm.select_option("astar")
    seed, ties = (page.locator(".watch").get_by_label(name, exact=True).first for name in ("Seed", "Tie break"))
    expect(seed).to_be_hidden()
    ties.select_option("random")
    seed.fill("3")
    says(page, ".watch .taquin-search-head", "tie break random, seed 3")
    ties.select_option("fifo")
    says(page, ".watch .taquin-search-head", "A* · Manhattan before the first step")
    expect(seed).to_be_hidden()
    page.keyboard.press("Escape")
    with menu(page, "Teach"):
        page.get_by_label("Draw an estimate on the board").select_option("manhattan")
    says(page, ".taquin-remarks .estimate", "h = 10: ")
    assert page.locator(".taquin-node-board .taquin-overlay .taquin-way").count() == 5
    page.locator(".watch canvas").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    says(page, ".taquin-remarks .estimate", "h = 9: ")
    with menu(page, "Teach"):
        page.get_by_label("Draw an estimate on the board").select_option("")
    expect(page.locator(".taquin-node-board .taquin-way")).to_have_count(0)


def test_two_methods_side_by_side_stay_in_step(visits: Visits) -> None:
    page = watching(visits)
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("button", name="misplaced against Manhattan").press("Enter")
    halves = page.locator(".pair-half")
    expect(halves).to_have_count(2)
    assert halves.locator("h2").all_inner_texts() == ["A* · Misplaced tiles", "A* · Manhattan"]
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    for place in (0, 1):
        expect(halves.nth(place).locator("dd").first).to_have_text("3")
    expect(page).to_have_url(re.compile(r"method=astar\(misplaced\)&with=astar\(manhattan\)&step=3$"))
    expect(page.locator(".pair-sentence")).to_be_hidden()
    page.keyboard.press("End")
    for place, name in enumerate(("misplaced", "manhattan")):
        expanded = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=f"astar({name})").stats.expanded
        expect(halves.nth(place).locator("dd").first).to_have_text(str(expanded))
    says(page, ".pair-sentence", "A* · Misplaced tiles expanded 301, 4.0 times as many.")
    with menu(page, "View"):
        page.get_by_label("Show", exact=True).select_option("boards")
    assert board(page, ".pair-board .taquin-board") == "1,2,3/4,5,6/7,8,0"
    page.get_by_label("Step", exact=True).press("Home")
    says(page, ".pair-half:nth-child(1) .estimate", "h = 5: 5 tiles are not at home.")
    says(page, ".pair-half:nth-child(2) .estimate", "h = 10: ")
    button(page, "Save")
    with page.expect_download() as saved:
        page.get_by_role("group", name="A* · Manhattan").get_by_role("button", name="(SVG)").click()
    assert saved.value.suggested_filename == "taquin-tree-astar-manhattan-step-0.svg"


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


def test_moves_are_named_by_the_tile_and_trace_and_tree_are_saved(visits: Visits, tmp_path: Path) -> None:
    """Of the board that was played before."""
    page = visits.open(f"#play?board={BOARD}")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("link", name="Watch").click()
    says(page, ".watch .taquin-search-head", "g 0 + h 9 = f 9")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    says(page, ".taquin-legend", "where the blank goes")
    labels = page.locator(".taquin-children td:first-child")
    before = labels.all_inner_texts()
    button(page, "View")
    button(page, "moves of tiles")
    says(page, ".taquin-legend", "where the tile goes")
    opposite = {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"}
    assert labels.all_inner_texts() == [opposite[word] for word in before]
    page.keyboard.press("Escape")

    def saved(name: str) -> bytes:
        button(page, "Save")
        with page.expect_download() as download:
            button(page, name)
        download.value.save_as(tmp_path / download.value.suggested_filename)
        page.keyboard.press("Escape")
        return (tmp_path / download.value.suggested_filename).read_bytes()

    for format_, magic in (("SVG", b"after step 3"), ("PDF", b"%PDF"), ("PNG", b"\x89PNG"), ("TikZ", b"tikzpicture")):
        assert magic in saved(f"Tree at this step ({format_})")
        ending = {"TikZ": "tex"}.get(format_, format_.lower())
        assert (tmp_path / f"taquin-tree-step-3.{ending}").exists()
    trace = read_lines(saved("Trace (JSON Lines)").decode().splitlines())
    assert trace.header["spec"] == "astar(manhattan)"
