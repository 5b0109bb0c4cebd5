"""The board of the page and of the notebooks: every way to move a tile, and what is shown and announced."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from browser import Stage, wait_for_rest

SHOW = """
const { Board, BoardView } = parts;
const board = Board.parse("1 2 3 / 4 0 5 / 6 7 8");
window.view = new BoardView(host, { board, goal: Board.standard(3, 3) });
window.heard = [];
view.addEventListener("move", ({ detail }) => heard.push(`${detail.moves}: ${detail.board.text}`));
"""


def text(page: Page) -> str:
    return str(page.evaluate("view.board.text"))


def tile(page: Page, number: int) -> Any:
    return page.locator(f'.taquin-tile[data-tile="{number}"]')


def centre(page: Page, number: int) -> tuple[float, float]:
    wait_for_rest(page)
    box = tile(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_drag_slides_a_tile_and_a_short_one_does_not(stage: Stage) -> None:
    page = stage.page(SHOW)
    x, y = centre(page, 5)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y, steps=5)
    page.wait_for_timeout(300)
    page.mouse.up()
    assert text(page) == "1 2 3 / 4 0 5 / 6 7 8"
    assert centre(page, 5) == pytest.approx((x, y), abs=1)
    page.mouse.click(x, y)
    assert text(page) == "1 2 3 / 4 5 0 / 6 7 8", "a click after a drag counts again"
    page.keyboard.press("ArrowRight")
    assert centre(page, 5) == pytest.approx((x, y), abs=1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 45, y, steps=5)
    assert tile(page, 5).bounding_box()["x"] < x - 60
    page.mouse.up()
    assert text(page) == "1 2 3 / 4 5 0 / 6 7 8"
    assert len(page.evaluate("heard")) == 3, "the click that follows a drag must not play again"


def test_touch_slides_tiles(stage: Stage) -> None:
    page = stage.page(SHOW, has_touch=True, width=360)
    page.touchscreen.tap(*centre(page, 7))
    assert text(page) == "1 2 3 / 4 7 5 / 6 0 8"
    x, y = centre(page, 8)
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for way in (10, 25, 45):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - way, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert text(page) == "1 2 3 / 4 7 5 / 6 8 0"


def test_tiles_at_home_are_marked_and_screen_readers_get_a_description(stage: Stage) -> None:
    page = stage.page(SHOW)
    marked = page.locator(".taquin-tile.is-home").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.tile)")
    assert marked == ["1", "2", "3", "4"]
    board = page.locator(".taquin-board")
    assert board.get_attribute("role") == "application"
    assert board.get_attribute("aria-label") == "3×3 board"
    described = page.evaluate("document.getElementById(view.element.getAttribute('aria-describedby')).textContent")
    assert described.startswith("Rows from the top: 1 2 3; 4 blank 5; 6 7 8. Tiles at home: 1, 2, 3, 4.")
    assert tile(page, 5).get_attribute("aria-label") == "5, row 2, column 3, slides left"
    assert tile(page, 1).get_attribute("aria-disabled") == "true"
    tile(page, 5).click()
    told = page.locator("[aria-live]")
    assert told.text_content() == "Tile 5 slides left. 5 of 8 tiles at home."
    page.keyboard.press("ArrowLeft")
    assert told.text_content() == "No tile can slide left."
    page.evaluate("view.show(parts.Board.parse('1 2 3 / 4 5 6 / 7 0 8'))")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("heard") == ["R: 1 2 3 / 4 5 0 / 6 7 8", "R: 1 2 3 / 4 5 6 / 7 8 0"]
    assert "Solved" in str(told.text_content())
    page.evaluate("view.isPlayable = false")
    assert board.get_attribute("role") == "img"
    assert board.get_attribute("tabindex") is None
    assert "Rows from the top" in str(board.get_attribute("aria-label"))
    page.evaluate("view.show(view.board, { goal: parts.Board.parse('1 7 6 / 5 4 3 / 2 8 0') })")
    assert page.locator(".taquin-tile.is-home").count() == 2
    for motion, slides in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        duration = page.locator(".taquin-tile").first.evaluate("(tile) => getComputedStyle(tile).transitionDuration")
        assert (duration != "0s") == slides


TOO_WIDE = """() => [...document.querySelectorAll(".taquin-face")].filter((face) => {
  const range = document.createRange();
  range.selectNodeContents(face);
  return range.getBoundingClientRect().width > face.getBoundingClientRect().width;
}).length"""


def test_any_size_fits_and_its_numbers_fit_their_tiles(stage: Stage) -> None:
    page = stage.page(SHOW)
    for width, side in product((360, 1000), (2, 10, 20)):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("(side) => view.show(parts.Board.standard(side, side), { goal: null })", side)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".taquin-tile").count() == side * side - 1
        assert page.evaluate(TOO_WIDE) == 0, (width, side)
