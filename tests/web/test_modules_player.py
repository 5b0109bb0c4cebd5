"""The player of the page and of the notebooks: slider, list of moves, keys, speed."""

from __future__ import annotations

from playwright.sync_api import Page

from browser import Stage

MOVES = "RDLLURDRULLDRR"
SCRIPT = f"""
const {{ Board, Player }} = parts;
const start = Board.parse("1 2 3 / 4 0 5 / 6 7 8");
window.player = new Player(host, {{ start, moves: "{MOVES}", goal: Board.standard(3, 3), pace: 60 }});
window.seen = [];
player.addEventListener("change", () => seen.push(player.position));
"""


def position(page: Page) -> int:
    return int(page.evaluate("player.position"))


def test_the_slider_and_the_list_of_moves_choose_a_position_and_name_moves(stage: Stage) -> None:
    page = stage.page(SCRIPT)
    slider = page.get_by_role("slider", name="Move")
    slider.fill("9")
    assert position(page) == 9
    assert slider.get_attribute("aria-valuetext") == "move 9 of 14: blank up, tile 8 down"
    slider.fill("0")
    assert slider.get_attribute("aria-valuetext") == "start, before 14 moves"
    letters = page.locator(".taquin-moves li")
    assert "".join(letters.all_text_contents()) == MOVES
    letters.nth(4).click()
    assert position(page) == 5
    assert page.locator(".taquin-moves [aria-current]").text_content() == "U"
    assert page.locator(".taquin-tile.is-moved").get_attribute("data-tile") == "4"
    naming = page.locator(".taquin-naming")
    assert naming.text_content() == "blank:"
    naming.click()
    assert naming.text_content() == "tile:"
    assert "".join(letters.all_text_contents()) == MOVES.translate(str.maketrans("UDLR", "DURL"))
    assert page.locator(".taquin-moves [aria-current]").text_content() == "D", "the place is kept"
    assert position(page) == 5


def test_keys_buttons_keys_on_buttons_and_the_speed(stage: Stage) -> None:
    page = stage.page(SCRIPT)
    page.keyboard.press("Tab")
    for key, expected in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("End", 14), ("Home", 0)):
        page.keyboard.press(key)
        assert position(page) == expected, key
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert position(page) == 1, "one key is one step, also on the slider"
    page.keyboard.press("Space")
    page.wait_for_function("player.transport.isPlaying")
    page.keyboard.press("Space")
    assert not page.evaluate("player.transport.isPlaying")
    page.keyboard.press("Home")
    back = page.get_by_role("button", name="One step back")
    assert back.get_attribute("aria-disabled") == "true"
    back.click(force=True)
    assert position(page) == 0
    page.get_by_role("button", name="One step forward").focus()
    page.keyboard.press("Space")
    assert position(page) == 1, "a key on a button presses it once"
    page.keyboard.press("Enter")
    assert position(page) == 2
    page.get_by_role("button", name="To the end").click()
    assert page.get_by_role("button", name="One step forward").get_attribute("aria-disabled") == "true"
    assert back.get_attribute("aria-disabled") == "false"
    page.get_by_label("Speed").select_option("4")
    assert page.evaluate("player.transport.interval") == 15
