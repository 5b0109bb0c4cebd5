"""The tree on the canvas: what is shown, how nodes are chosen, and how much is painted."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page

from browser import COUNT_CANVAS_CALLS, Stage, wait_for_change, wait_for_frames
from recording import recorded
from taquin.render.search_record import ShownSearch, search_record
from taquin.trace.trace import Trace

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
EXAMPLE = ("1 0 8 / 2 5 7 / 4 6 3", "0 8 7 / 1 2 3 / 4 5 6")
SCRIPT = """
window.watch = (record) => {
  host.replaceChildren();
  window.reader = new parts.TraceReader(JSON.parse(record));
  reader.goTo(reader.stepCount);
  window.view = new parts.TreeView(host, { reader });
  window.chosen = [];
  view.addEventListener("select", ({ detail }) => chosen.push(detail.node));
};
window.showWhole = () => {
  view.camera.jump({ x: view.plan.width / 2, y: view.plan.height / 2, scale: view.camera.whole });
  view.paint();
};
window.place = (node) => {
  const { x, y } = view.camera.toView(view.plan.x[view.plan.itemOf[node]], view.plan.y[view.plan.itemOf[node]]);
  const { left, top } = view.canvas.getBoundingClientRect();
  return [x + left, y + top];
};
"""


def example() -> Trace:
    return recorded(*EXAMPLE, algorithm="astar", heuristic="manhattan")


@pytest.fixture(scope="module")
def page(module_stage: Stage) -> Page:
    return module_stage.page(SCRIPT)


def show(page: Page, trace: Trace, *, motion: str = "no-preference") -> None:
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.evaluate("(record) => watch(record)", json.dumps(search_record(ShownSearch(trace))))


def shown(page: Page) -> list[int]:
    """The nodes that are shown, in order; duplicates left out."""
    found = page.evaluate("view.plan.node.filter((_, item) => !view.plan.isDuplicate[item])")
    return sorted(found)


def test_duplicates_and_pruned_nodes_can_be_shown_or_not(page: Page) -> None:
    show(page, recorded(BOARD, algorithm="astar", heuristic="manhattan"))
    assert not page.evaluate("view.plan.isDuplicate.some(Boolean)")
    page.evaluate("view.choose({ hasDuplicates: true })")
    told = page.evaluate(
        """() => view.plan.node.map((node, item) => [node, view.plan.node[view.plan.parent[item]], item])
          .filter(([, , item]) => view.plan.isDuplicate[item])
          .map(([node, parent]) => [node, reader.parent[parent]])"""
    )
    assert told
    assert all(node != grandparent for node, grandparent in told), "those that undo a move are never shown"
    show(page, recorded(BOARD, algorithm="ida_star", heuristic="manhattan"))
    everything = len(shown(page))
    page.evaluate("view.choose({ hasPruned: false })")
    assert 0 < len(shown(page)) < everything
    assert page.evaluate("view.plan.node.every((node) => reader.kind(node) !== 'pruned')")


def test_iterations_are_shown_one_by_one(page: Page) -> None:
    trace = recorded(BOARD, algorithm="ida_star", heuristic="manhattan")
    show(page, trace)
    first = page.evaluate("reader.iterations[1].step")
    for time, iteration in ((0, 1), (first - 1, 1), (first, 2), (trace.tree.expansions, 3), (1, 1)):
        page.evaluate("(time) => { reader.goTo(time); view.update(); }", time)
        made = page.evaluate("reader.count")
        nodes = list(trace.tree.nodes.values())[:made]
        assert shown(page) == [node.number for node in nodes if node.iteration == iteration or node.is_root], time


def test_keys_choose_neighbours_and_hide_descendants(page: Page) -> None:
    show(page, example())
    page.evaluate("view.select(0)")
    page.locator("canvas").focus()
    for key, node in (
        ("ArrowDown", 1),
        (".", 2),
        (".", 3),
        (".", 3),
        ("ArrowDown", 4),
        ("ArrowUp", 3),
        (",", 2),
        ("ArrowUp", 0),
        ("ArrowUp", 0),
    ):
        page.keyboard.press(key)
        assert page.evaluate("view.selected") == node, key
    told = str(page.locator("[aria-live]").text_content())
    assert told == "Node 0: the start; g 0 + h 7 = f 7; expanded in step 1. Siblings: none. Children: 1, 2, 3."
    page.evaluate("view.select(4)")
    page.keyboard.press("Enter")
    assert shown(page) == [0, 1, 2, 3, 4]
    assert "Its descendants are hidden." in str(page.locator("[aria-live]").text_content())
    page.keyboard.press("Enter")
    assert len(shown(page)) == 15


def test_zoom_and_drag(page: Page) -> None:
    show(page, example())
    page.evaluate("showWhole()")
    scale = page.evaluate("view.camera.scale")
    page.evaluate("addEventListener('wheel', () => { window.hasWheeled = true; })")
    page.mouse.move(*page.evaluate("place(0)"))
    page.mouse.wheel(0, -200)
    page.wait_for_function("window.hasWheeled")
    wait_for_frames(page)
    assert page.evaluate("view.camera.scale") == scale, "the wheel scrolls the page unless the tree has the focus"
    page.locator("canvas").focus()
    before = page.evaluate("place(0)")
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"view.camera.scale > {scale}")
    x, y = page.evaluate("place(0)")
    assert x == pytest.approx(before[0], abs=2), "what is under the pointer stays there"
    page.mouse.down()
    page.mouse.move(x + 50, y + 20, steps=4)
    page.mouse.up()
    assert page.evaluate("place(0)") == pytest.approx([x + 50, y + 20], abs=2)
    assert page.evaluate("chosen") == [], "a drag is not a click"
    page.keyboard.press("-")
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.wait_for_function("!view.camera.isGliding")
    assert page.evaluate("view.camera.scale") == pytest.approx(page.evaluate("view.camera.whole"))


def test_two_fingers_zoom_on_a_screen_with_small_pixels(stage: Stage) -> None:
    page = stage.page(SCRIPT, has_touch=True, scale=2)
    show(page, example())
    assert page.evaluate("view.canvas.width / view.canvas.clientWidth") == 2
    client = page.context.new_cdp_session(page)
    box = page.locator("canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate("view.zoom(0.8)")
    scale = page.evaluate("view.camera.scale")

    def touch(kind: str, *ways: float) -> None:
        points = [{"x": x + way, "y": y, "id": number} for number, way in enumerate(ways)]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", -40, 40)
    for way in (50, 60, 80):
        touch("touchMove", -way, way)
    touch("touchEnd")
    assert page.evaluate("view.camera.scale") == pytest.approx(2 * scale, rel=0.1)


def test_the_node_that_is_expanded_is_kept_in_view(page: Page) -> None:
    show(page, recorded(BOARD, algorithm="astar", heuristic="misplaced"), motion="reduce")
    page.evaluate("view.zoom(30)")
    assert not page.evaluate("view.isFitted")
    for time in (1, 40, 150, 301):
        page.evaluate("(time) => { reader.goTo(time); view.update(); }", time)
        x, y = page.evaluate(
            "view.camera.toView(...[view.plan.x, view.plan.y].map((a) => a[view.plan.itemOf[reader.step.node]]))"
        ).values()
        assert 0 < x < page.evaluate("view.camera.size.width")
        assert 0 < y < page.evaluate("view.camera.size.height")


def test_the_theme_can_change(page: Page) -> None:
    show(page, example())

    def corner() -> object:
        with Image.open(BytesIO(page.locator("canvas").screenshot())) as image:
            return image.convert("RGB").getpixel((12, 12))

    wait_for_change(page, lambda: corner() == (255, 255, 255))
    page.emulate_media(color_scheme="dark")
    wait_for_change(page, lambda: corner() == (0x12, 0x18, 0x1F))
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    wait_for_change(page, lambda: corner() == (255, 255, 255))
    page.emulate_media(color_scheme="light")


def test_painting_many_nodes_takes_few_calls(page: Page) -> None:
    """Nodes that are too small, or outside the view, are not painted one by one."""
    trace = recorded("8 6 7 / 2 5 4 / 3 0 1", algorithm="astar", heuristic="manhattan", nodes=9_000)
    assert len(trace.tree) >= 9_000
    show(page, trace)
    page.evaluate(COUNT_CANVAS_CALLS)
    assert page.evaluate("view.detail") == "dot"
    counts = page.evaluate(
        """() => {
          const counts = [];
          showWhole();
          while (view.camera.scale < 1) {
            canvasCalls = 0;
            view.paint();
            counts.push(canvasCalls);
            view.zoom(1.3);
          }
          return counts;
        }"""
    )
    assert max(counts) < len(trace.tree)
    assert counts[-1] < 1000
    page.evaluate("reader.goTo(100); view.update()")
    assert max(shown(page)) < len(trace.tree)
