"""Watch for a class: a second method beside the first, and a tree that follows the current node."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import wait_for_frames
from visiting import BOARD, Visits, button, says
from watching import CATCH_TREE, menu, watching

FOLLOW = "Follow: keep the current node large, for a projector"
CURRENT = """() => {
  const { camera, plan, reader } = window.tree;
  const item = plan.itemOf[reader.step.current];
  return [camera.scale, plan.x[item] - camera.x, plan.y[item] - camera.y];
}"""
"""The scale of the tree, and how far the current node is from the middle."""
SMALLEST = 11.5
"""The height of g and h on a card at scale 1 (tree_card.js)."""


def test_compare_proposes_a_method_that_differs_and_refuses_the_same(visits: Visits) -> None:
    for method, partner in (("astar(misplaced)", "A* · Manhattan"), ("astar(manhattan)", "A* · Misplaced tiles")):
        page = watching(visits, f"#watch?board={BOARD}&method={method}")
        button(page, "Compare")
        button(page, "Show both")
        expect(page.locator(".pair-half h2").last).to_have_text(partner)
    page = watching(visits, f"#watch?board={BOARD}&method=astar(manhattan)")
    button(page, "Compare")
    page.locator(".menu-panel:visible").get_by_label("Heuristic").select_option("manhattan")
    button(page, "Show both")
    says(page, ".menu-panel .notice", "This is the first method.")
    expect(page.locator(".pair-half")).to_have_count(0)


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
def test_the_tree_follows_the_current_node_with_values_that_a_last_row_can_read(visits: Visits) -> None:
    page = watching(visits, width=1920, height=1080, is_bundled=False)
    page.evaluate(CATCH_TREE)
    with menu(page, "View"):
        button(page, FOLLOW)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    wait_for_frames(page)
    [scale, across, down] = page.evaluate(CURRENT)
    assert SMALLEST * scale >= 18
    assert abs(across) < 0.1
    assert abs(down) < 0.1
    with menu(page, "View"):
        button(page, FOLLOW)
        fit = page.get_by_role("button", name="Fit: keep the whole tree in view")
        expect(fit).to_have_attribute("aria-pressed", "true")
