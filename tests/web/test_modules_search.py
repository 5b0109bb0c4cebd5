"""The view of a search: steps, the chosen node, the nodes that the search holds, and the tools of the tree."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from browser import Stage, wait_for_frames
from recording import recorded
from taquin.render.search_record import ShownSearch, search_record
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder

SCRIPT = """
const { Search, TraceReader } = parts;
const reader = new TraceReader(await (await fetch("/trace.json")).json());
window.search = new Search(host, { reader, pace: 40 });
search.show();
"""


def watch(
    stage: Stage, start: str, goal: str | None = None, *, page: dict[str, Any] | None = None, **options: Any
) -> Page:
    record = json.dumps(search_record(ShownSearch(recorded(start, goal, **options))))
    return stage.page(SCRIPT, files={"/trace.json": record}, **(page or {}))


def watch_example(stage: Stage, **page: Any) -> Page:
    return watch(
        stage, "1 0 8 / 2 5 7 / 4 6 3", "0 8 7 / 1 2 3 / 4 5 6", algorithm="astar", heuristic="manhattan", page=page
    )


def words(page: Page, name: str) -> str:
    page.evaluate("search.show()")
    return str(page.get_by_role("region", name=name).inner_text())


def test_time_goes_forwards_and_backwards(stage: Stage) -> None:
    page = watch_example(stage)
    forward = page.get_by_role("button", name="One step forward")
    for _ in range(3):
        forward.click()
    assert page.evaluate("[search.time, search.chosen]") == [3, 4]
    assert page.evaluate("search.reader.count") == 7
    page.get_by_role("button", name="One step back").click()
    assert page.evaluate("[search.time, search.chosen, search.reader.count]") == [2, 3, 5]
    page.get_by_role("slider", name="Step").fill("8")
    assert page.evaluate("[search.reader.isOver, search.chosen]") == [True, 13]
    page.get_by_role("slider", name="Step").fill("0")
    assert page.evaluate("[search.time, search.chosen, search.reader.count]") == [0, 0, 1]


def test_the_chosen_node_is_described(stage: Stage) -> None:
    page = watch_example(stage)
    page.evaluate("search.go(3)")
    told = words(page, "Chosen node")
    for part in (
        "Node 4",
        "expanded",
        "by Down from node 3",
        "g 2 + h 5 = f 7",
        "expanded in step 3",
        "frontier: 4 nodes",
    ):
        assert part in told, part
    rows = page.locator(".taquin-children tr").all_inner_texts()
    assert [row.split("\t") for row in rows[1:]] == [
        ["Up", "3", "g 3 + h 6 = f 9", "duplicate: known with g 1"],
        ["Down", "5", "g 3 + h 4 = f 7", "new"],
        ["Left", "6", "g 3 + h 6 = f 9", "new"],
    ]
    board = page.locator(".taquin-node-board .taquin-board").get_attribute("aria-label")
    assert board == "Board. Rows from the top: 1 8 7; 2 5 blank; 4 6 3. Tiles at home: 8, 7, 4."


def test_nodes_can_be_followed_by_their_links(stage: Stage) -> None:
    page = watch_example(stage)
    page.evaluate("search.go(3)")
    page.evaluate("search.show()")
    page.get_by_role("button", name="Node 6", exact=True).click()
    told = words(page, "Chosen node")
    assert "Node 6" in told
    assert "waits in the frontier" in told
    assert page.evaluate("search.time") == 3, "to choose a node is not to go elsewhere in time"
    page.get_by_role("button", name="Node 4", exact=True).click()
    assert page.evaluate("search.chosen") == 4
    page.evaluate("search.go(7)")
    page.evaluate("search.choose(8)")
    page.evaluate("search.show()")
    page.get_by_role("button", name="Go to the step that expands it").click()
    assert page.evaluate("[search.time, search.chosen]") == [6, 8]
    page.evaluate("search.show()")
    page.get_by_role("button", name="Go to the step that made it").click()
    assert page.evaluate("[search.time, search.chosen]") == [5, 8]


def test_the_frontier_is_listed(stage: Stage) -> None:
    page = watch_example(stage)
    page.evaluate("search.choose(11)")
    assert page.evaluate("[search.time, search.chosen]") == [6, 11], "choosing a later node goes to its step"
    page.evaluate("search.go(4)")
    assert words(page, "What the search holds").split("\n")[:2] == ["Frontier: 4", "the next first"]
    listed = page.locator(".taquin-waiting li").all_inner_texts()
    assert listed == ["7 f 7", "1 f 9", "2 f 9", "6 f 9"]
    page.evaluate("search.go(2)")
    expected = "step 2: expand node 3 (by Right from node 0): g 1 + h 6 = f 7"  # for screen readers
    assert page.get_by_role("slider", name="Step").get_attribute("aria-valuetext") == expected
    assert page.locator(".taquin-search > [aria-live]").text_content() == expected


def test_iterations_of_ida_star(stage: Stage) -> None:
    page = watch(stage, "8 1 3 / 4 0 2 / 7 6 5", algorithm="ida_star", heuristic="manhattan")
    iterations = page.locator(".taquin-iteration")
    assert iterations.all_inner_texts() == [
        "f up to 10\n6 expanded",
        "f up to 12\n21 expanded",
        "f up to 14\n77 expanded",
    ]
    iterations.nth(1).click()
    assert page.evaluate("[search.time, search.tree.iteration]") == [7, 2]
    page.evaluate("search.show()")
    assert page.locator(".taquin-iteration[aria-current]").inner_text() == "f up to 12\n21 expanded"
    assert words(page, "What the search holds").startswith("Path: 1")


def test_two_frontiers(stage: Stage) -> None:
    page = watch(stage, "8 1 3 / 4 0 2 / 7 6 5", algorithm="bidirectional")
    page.evaluate("search.go(10)")
    told = words(page, "What the search holds")
    assert "forward: " in told
    assert "backward: " in told


def test_the_node_where_hill_climbing_got_stuck(stage: Stage) -> None:
    page = watch(stage, "5 2 1 / 4 8 3 / 7 6 0", algorithm="hill_climbing", heuristic="misplaced")
    page.evaluate("search.go(1)")
    told = words(page, "Chosen node")
    assert "stuck: h = 5 here, and the best neighbour has h = 5 (plateau)" in told
    assert "no move is taken: h is 5 here, and the best neighbour has h = 5" in told


def test_tools_change_what_is_shown(stage: Stage) -> None:
    page = watch(stage, "8 1 3 / 4 0 2 / 7 6 5", algorithm="astar", heuristic="manhattan")
    page.evaluate("search.go(40)")
    page.get_by_role("button", name="duplicates").click()
    assert page.evaluate("search.tree.plan.isDuplicate.some(Boolean)")
    page.get_by_role("button", name="path only").click()
    assert page.evaluate("search.tree.choice.isAroundPath")
    page.get_by_label("levels").fill("2")
    page.get_by_label("levels").press("Enter")
    assert page.evaluate("search.tree.plan.rows.length") == 3
    assert page.evaluate("search.time") == 40, "keys in a field do not move the player"
    fit = page.get_by_role("button", name="Keep the whole tree in view")
    assert fit.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Larger").click()
    assert fit.get_attribute("aria-pressed") == "false"
    fit.click()
    assert page.evaluate("search.tree.isFitted")
    page.get_by_label("node", exact=True).fill("60")
    page.get_by_label("node", exact=True).press("Enter")
    assert page.evaluate("search.chosen") == 60


def test_several_steps_for_a_click_or_a_key(stage: Stage) -> None:
    page = watch(stage, "8 1 3 / 4 0 2 / 7 6 5", algorithm="astar", heuristic="manhattan")
    page.get_by_label("Steps per click").fill("5")
    page.get_by_role("button", name="5 steps forward").click()
    assert page.evaluate("search.time") == 5
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("search.time") == 15
    page.evaluate("search.show()")
    assert page.locator(".taquin-counters dd").all_inner_texts() == ["15", "26", "12", "27"]


def test_descendants_can_be_hidden(stage: Stage) -> None:
    page = watch_example(stage)
    page.evaluate("search.go(8); search.choose(4); search.show()")
    page.get_by_role("button", name="Hide descendants").click()
    assert page.evaluate("search.tree.plan.node.length") == 5
    page.evaluate("search.show()")
    page.get_by_role("button", name="Show descendants").click()
    assert page.evaluate("search.tree.plan.node.length") == 15


def test_the_keyboard_alone_does_everything(stage: Stage) -> None:
    page = watch_example(stage)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("search.time") == 2
    page.locator(".taquin-tree canvas").focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("[search.time, search.chosen]") == [2, 0], "in the tree Up and Down choose nodes"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("search.time") == 1, "Left and Right go through time everywhere"
    page.keyboard.press("Space")
    page.wait_for_function("search.reader.isOver")


def test_it_fits_a_narrow_screen(stage: Stage) -> None:
    page = watch_example(stage, width=360)
    page.evaluate("search.go(4); search.show()")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_truncated_trace_is_announced(stage: Stage) -> None:
    recorder = Recorder(cap=20)
    solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar", observer=recorder)
    page = stage.page(SCRIPT, files={"/trace.json": json.dumps(search_record(ShownSearch(recorder.trace())))})
    assert "Only the first 5 of 76 expansions are recorded." in page.locator(".taquin-search-head").inner_text()


def test_it_can_be_removed(stage: Stage) -> None:
    page = watch_example(stage)
    page.evaluate("search.destroy()")
    assert page.locator("#host").inner_html() == ""
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    wait_for_frames(page)
