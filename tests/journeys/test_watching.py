"""A class that watches searches: steps, questions, other methods, two searches, and files to keep."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from taquin.solving.solver import solve
from taquin.trace.formats import read_lines
from visiting import BOARD, Visits, board, button, holds, says
from watching import CATCH_TREE, ask, menu, watching


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
    holds(page, "() => document.fullscreenElement?.matches('html') ?? false")
    page.keyboard.press("ArrowLeft")
    assert step(page) != before
    page.keyboard.press("f")
    holds(page, "() => document.fullscreenElement === null")


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


def test_moves_are_named_by_the_tile_and_trace_and_tree_are_saved(visits: Visits, tmp_path: Path) -> None:
    """Of the board that was played before."""
    page = visits.open(f"#play?board={BOARD}")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("link", name="Watch").click()
    says(page, ".watch .taquin-search-head", "g 0 + h 9 = f 9")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    says(page, ".watch .taquin-search-head", "step 3")
    says(page, ".taquin-legend", "where the blank goes")
    labels = page.locator(".taquin-children td:first-child")
    before = labels.all_inner_texts()
    button(page, "View")
    button(page, "tile moves")
    says(page, ".taquin-legend", "where the tile goes")
    opposite = {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"}
    expect(labels).to_have_text([opposite[word] for word in before])
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
