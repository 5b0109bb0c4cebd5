"""A player of the game: undo, hints, other views, reloads, the review, sets and records."""

from __future__ import annotations

from playwright.sync_api import expect

from playing import GOAL, reload_game, scores, tile
from visiting import BOARD, NEAR, Visits, board, button, says


def test_a_game_is_reviewed_and_its_detours_are_replayed(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    says(page, ".play .notice", "Solved in 6 moves; the minimum is 2.")
    button(page, "Where you lost moves")
    says(page, ".review-sentence", "2 detours cost 4 moves.")
    expect(page.locator(".review-detour")).to_have_count(2)
    page.keyboard.press("End")
    replayed = ".review .taquin-board"
    assert board(page, replayed) == GOAL
    button(page, "From move 4: 2 lost")
    expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    expect(page.locator(".review .taquin-counter")).to_have_text("6 / 6")
    assert board(page, replayed) == GOAL
    page.locator(".review-curve").click(position={"x": 1, "y": 20})
    expect(page.locator(".review .taquin-counter")).to_have_text("6 / 6")
    button(page, "Undo")
    expect(page.locator(".review")).to_be_hidden()


def test_undo_and_redo_hints_and_the_game_after_another_view_and_a_reload(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}")
    page.mouse.click(*tile(page, 2))
    page.mouse.click(*tile(page, 3))
    assert board(page) == "8,1,0/4,2,3/7,6,5"
    button(page, "Undo")
    assert board(page) == "8,1,3/4,2,0/7,6,5"
    page.keyboard.press("Control+z")
    assert board(page) == BOARD
    assert scores(page)[0] == "0"
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+y")
    reload_game(page)
    expect(page.locator(".scores dd").first).to_have_text("1")
    button(page, "Redo")
    assert board(page) == "8,1,0/4,2,3/7,6,5"
    button(page, "Start again")
    reload_game(page)
    expect(page.locator(".scores dd").first).to_have_text("0")
    assert board(page) == BOARD
    expect(page.get_by_role("button", name="Redo")).to_have_attribute("aria-disabled", "true")
    button(page, "Hint")
    says(page, ".coach-words", "14 moves are left.")
    expect(page.locator(".is-hinted")).to_have_count(0)
    button(page, "Show the move")
    says(page, ".coach-words", "Slide tile 2 left (←).")
    expect(page.locator(".is-hinted")).to_have_attribute("data-tile", "2")
    button(page, "Make the move")
    assert board(page) == "8,1,3/4,2,0/7,6,5"
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Play", exact=True).click()
    assert board(page) == "8,1,3/4,2,0/7,6,5"
    button(page, "Undo")
    assert board(page) == BOARD
