"""Play: every way to move a tile, undo and redo, hints, the judgement of each move, pictures. See test_page_records."""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image, ImageColor
from playwright.sync_api import expect

from browser import wait_for_change
from playing import GOAL, reload_game, scores, tile
from taquin.solving.registry import HEURISTICS
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, board, button, says


def test_keys_move_tiles_wherever_the_focus_is_but_not_in_fields_and_a_solved_game_is_kept(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}")
    page.keyboard.press("ArrowLeft")
    page.get_by_label("Kind", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    assert board(page) == "1,2,3/4,5,6/7,0,8"
    page.get_by_role("button", name="Shuffle").focus()
    page.keyboard.press("ArrowLeft")
    assert board(page) == GOAL
    says(page, ".play .notice", "Solved in 2 moves, the minimum.")
    assert scores(page)[0] == "2"
    reload_game(page)
    says(page, ".play .notice", "Solved in 2 moves, the minimum.")
    button(page, "Start again")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    says(page, ".play .notice", "Solved in 4 moves; the minimum is 2.")


def test_each_move_is_judged_on_request(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}")
    page.get_by_label("Rate my moves").check()
    page.keyboard.press("ArrowLeft")
    says(page, ".coach-words", "Best move: 13 moves left.")
    page.keyboard.press("ArrowRight")
    says(page, ".coach-words", "Not the best move: 14 moves left. Best was tile 5 up (↑): 12 left.")
    page.get_by_label("Rate my moves").uncheck()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = board(page)
    page.locator('.play .table .taquin-tile[data-tile="2"]').click()
    wait_for_change(page, lambda: board(page) != before)
    expect(page.locator(".coach-words")).to_have_text("")
    assert [url for url in asked if url.endswith("/judge")] == []
    page.get_by_label("Rate my moves").check()
    page.goto(f"{visits.url}#play?board={GOAL}")
    page.mouse.click(*tile(page, 7))  # two tiles at once
    says(page, ".coach-words", "The board was solved; now 2 moves left.")


def test_a_board_that_cannot_be_solved_says_why_and_is_repaired(visits: Visits) -> None:
    page = visits.open(f"#play?board={UNSOLVABLE}")
    says(page, ".play .notice", "The goal cannot be reached from this board.")
    says(page, ".play .notice", "The board has 1 inversion, which is odd; the goal 0 inversions, which is even.")
    button(page, "Hint")
    says(page, ".coach-words", "This board cannot be solved.")
    button(page, "Swap 7 and 8")
    assert board(page) == GOAL
    expect(page.locator(".play .notice.is-bad").locator("visible=true")).to_have_count(0)


def test_a_picture_is_cut_into_tiles_and_stays_here(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}")
    picture, image = BytesIO(), Image.new("RGB", (600, 300))
    colours = ("#ff0000", "#00ff00", "#0000ff")
    for place, colour in enumerate(colours):  # the middle of a wide picture
        image.paste(colour, (150 + 100 * place, 0, 250 + 100 * place, 300))
    image.save(picture, "PNG")
    with page.expect_file_chooser() as chooser:
        button(page, "Choose a picture")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    chooser.value.set_files({"name": "red.png", "mimeType": "image/png", "buffer": picture.getvalue()})
    face = page.locator('.table .taquin-tile[data-tile="8"] .taquin-face')
    expect(face).to_have_css("background-image", re.compile("data:image/jpeg"))
    shown = page.locator(".table .taquin-board")
    assert all(
        url.startswith(("blob:", "data:")) or "/python/" in url for url in requests
    )  # the files of a page without a server
    expect(page.locator(".goal-board .taquin-board")).to_have_class(re.compile("has-picture"))
    expect(shown).to_have_class(re.compile("has-numbers"))
    page.get_by_label("Numbers on the tiles").uncheck()
    expect(shown).not_to_have_class(re.compile("has-numbers"))
    with Image.open(BytesIO(page.screenshot())) as screen:
        found = [screen.convert("RGB").getpixel([round(each) for each in tile(page, number)]) for number in (7, 5, 3)]
    for pixel, colour in zip(found, colours, strict=True):  # by the homes of the tiles; JPEG changes them a little
        assert isinstance(pixel, tuple)
        assert max(abs(one - other) for one, other in zip(pixel, ImageColor.getrgb(colour), strict=True)) < 8
    button(page, "Remove picture")
    expect(shown).not_to_have_class(re.compile("has-picture"))
    with page.expect_file_chooser() as chooser:
        button(page, "Choose a picture")
    chooser.value.set_files({"name": "no.png", "mimeType": "image/png", "buffer": b"no picture"})
    says(page, ".play .rail .notice.is-bad", "The browser cannot read this file as a picture.")
    expect(shown).not_to_have_class(re.compile("has-picture"))


def test_the_clock_stops_in_other_views_and_goes_on_after_a_reload(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}", is_own=True)  # a clock is that of the whole context
    page.clock.install(time=0)
    page.clock.pause_at(10)  # from here on only run_for lets time pass
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(5000)
    expect(page.locator(".scores dd").nth(1)).to_have_text("0:05.00")
    page.get_by_role("link", name="Learn").click()
    expect(page.locator(".cards").first).to_be_visible()
    page.clock.run_for(60_000)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator(".scores dd").nth(1)).to_have_text("0:05.00")
    page.reload()
    expect(page.locator(".scores dd").nth(1)).to_have_text("0:05.00")
    page.clock.run_for(60_000)
    expect(page.locator(".scores dd").nth(1)).to_have_text("1:05.00")


def test_a_heuristic_is_explained_on_the_board_and_follows_the_moves(visits: Visits) -> None:
    page = visits.open("#play?board=3,2,1/4,5,6/7,8,0")
    choice = page.get_by_label("Draw an estimate on the board").locator("visible=true")
    keys = [option.get_attribute("value") for option in choice.locator("option").all()]
    assert keys == ["", *(spec.key for spec in HEURISTICS if not spec.takes_parts and spec.key != "blind")]
    choice.select_option("linear_conflict")
    says(page, ".estimate", "h = 8: the tiles' distances add up to 4, and 2 tiles in conflict add 4.")
    expect(page.locator(".play .taquin-overlay .taquin-way")).to_have_count(2)
    expect(page.locator(".play .taquin-overlay .taquin-conflict")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    says(page, ".estimate", "h = 9")
    expect(page.locator(".play .taquin-overlay .taquin-way")).to_have_count(3)
    choice.select_option("gaschnig")
    says(page, ".estimate", "cycle")
    choice.select_option("")
    expect(page.locator(".play .taquin-overlay .taquin-way")).to_have_count(0)
    page.goto(f"{visits.url}#play?board=1,2,3,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,23,0,24")
    page.get_by_label("Draw an estimate on the board").locator("visible=true").select_option("walking_distance")
    says(page, ".estimate", "The table of the walking distance on 5×5 is too large: the limits are 2×6, 3×5 and 4×4.")


def test_a_game_its_hints_and_new_boards_count_slides_if_they_are_chosen(visits: Visits) -> None:
    page = visits.open("#play?board=8,6,7/2,5,4/3,0,1&metric=slides")
    page.get_by_label("Rate my moves").check()
    button(page, "Hint")
    says(page, ".coach-words", "20 slides are left.")
    button(page, "Show the move")
    says(page, ".coach-words", "Slide tile 5 down (↓). Equally good: tiles 5 and 6 down (↓).")
    page.locator('.play .table .taquin-tile[data-tile="6"]').click()
    says(page, ".coach-words", "One of several best slides: 19 slides left. Equally good: tile 5 down (↓).")
    expect(page.locator(".scores dd").first).to_have_text("1")
    page.get_by_label("Count").select_option("moves")
    expect(page.locator(".scores dd").first).to_have_text("2")
    page.goto(f"{visits.url}#play?board=1,2,3/4,5,6/0,7,8&metric=slides")
    page.locator('.play .table .taquin-tile[data-tile="8"]').click()
    says(page, ".play", "Solved in 1 slide, the minimum.")
    page.get_by_label("Kind", exact=True).select_option("harder_than")
    page.get_by_label("Length of the shortest solution").fill("23")
    says(page, ".play .rail", "more than 23 slides: 1 board; the maximum is 24.")
    button(page, "Shuffle")
    wait_for_change(page, lambda: board(page) == "1,4,7/2,0,8/3,6,5")
