"""The view of a search: the chosen node, the nodes that the search holds, and the tools of the tree."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from browser import Stage
from recording import recorded
from taquin.render.search_record import ShownSearch, search_record
from taquin.trace.trace import Trace

SCRIPT = """
window.watch = (record) => {
  host.replaceChildren();
  window.search = new parts.Search(host, { reader: new parts.TraceReader(JSON.parse(record)), pace: 40 });
  search.show();
};
"""
EXAMPLE = ("1 0 8 / 2 5 7 / 4 6 3", "0 8 7 / 1 2 3 / 4 5 6")


@pytest.fixture(scope="module")
def page(module_stage: Stage) -> Page:
    return module_stage.page(SCRIPT)


def show(page: Page, trace: Trace) -> None:
    page.evaluate("(record) => watch(record)", json.dumps(search_record(ShownSearch(trace))))


@pytest.fixture
def example(page: Page) -> Page:
    show(page, recorded(*EXAMPLE, algorithm="astar", heuristic="manhattan"))
    return page


def words(page: Page, name: str) -> str:
    page.evaluate("search.show()")
    return str(page.get_by_role("region", name=name).inner_text())


def test_the_chosen_node_and_the_frontier_are_described(example: Page) -> None:
    page = example
    page.evaluate("search.go(3)")
    told = words(page, "Chosen node")
    for part in ("Node 4", "by Down from node 3", "g 2 + h 5 = f 7", "expanded in step 3", "frontier: 4 nodes"):
        assert part in told, part
    rows = page.locator(".taquin-children tr").all_inner_texts()
    assert [row.split("\t") for row in rows[1:]] == [
        ["Up", "3", "g 3 + h 6 = f 9", "duplicate: known with g 1"],
        ["Down", "5", "g 3 + h 4 = f 7", "new"],
        ["Left", "6", "g 3 + h 6 = f 9", "new"],
    ]
    board = page.locator(".taquin-node-board .taquin-board").get_attribute("aria-label")
    assert board == "Board. Rows from the top: 1 8 7; 2 5 blank; 4 6 3. Tiles at home: 8, 7, 4."
    page.evaluate("search.go(4)")
    assert words(page, "What the search holds").split("\n")[:2] == ["Frontier: 4", "the next first"]
    assert page.locator(".taquin-waiting li").all_inner_texts() == ["7 f 7", "1 f 9", "2 f 9", "6 f 9"]
    page.evaluate("search.go(2)")
    expected = "step 2: expand node 3 (by Right from node 0): g 1 + h 6 = f 7"  # for screen readers
    assert page.get_by_role("slider", name="Step").get_attribute("aria-valuetext") == expected
    assert page.locator(".taquin-search > [aria-live]").text_content() == expected


def test_nodes_can_be_followed_by_their_links(example: Page) -> None:
    page = example
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
    page.evaluate("search.choose(11)")
    assert page.evaluate("[search.time, search.chosen]") == [6, 11], "choosing a later node goes to its step"


def test_tools_change_what_is_shown(page: Page) -> None:
    show(page, recorded("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar", heuristic="manhattan"))
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
