"""After a game: a challenge, the search for the board, a replay; pictures on the tiles, and hovering."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from taquin import solve
from visiting import BOARD, NEAR, Visits, board, button, says

LINK = re.compile(r"#play\?board=1,2,3/4,5,6/0,7,8&challenge=(\d+)-(\d+)-2$")
COPIED = "() => navigator.clipboard.readText()"


def finish(page: Page) -> None:
    """Solve the board that is 2 moves from the goal."""
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    says(page, ".play .notice", "the minimum")


def link(page: Page, name: str) -> str:
    """What a button copies, and what is written beside it where that is not allowed."""
    button(page, name)
    says(page, ".view:not([hidden]) .notice", "Copied the")
    return str(page.evaluate(COPIED))


def test_a_friend_is_challenged_by_a_link_and_answers(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}", is_own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.get_by_role("button", name="Challenge a friend")).to_be_hidden()
    finish(page)
    found = LINK.search(link(page, "Challenge a friend"))
    assert found is not None
    assert found[1] == "2"
    friend = visits.open(f"#play?board={NEAR}&challenge=4-99999-2", is_own=True)
    says(
        friend,
        ".challenge",
        "A friend solved this board with 4 moves in 16:39.99. The minimum is 2. Can you do better?",
    )
    finish(friend)
    says(friend, ".challenge", "Your friend: 4 moves in 16:39.99. You win twice.")
    friend.goto(f"{visits.url}#play?board={BOARD}")
    expect(friend.locator(".challenge")).to_be_hidden()
    friend.goto(f"{visits.url}#play?board={BOARD}&challenge=fast")
    says(friend, ".notice", "expected challenge to be moves-hundredths")


def test_the_search_for_the_solved_board_is_one_click_away(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}")
    finish(page)
    page.get_by_role("link", name="Watch A* solve your board").click()
    says(page, ".taquin-search-head", "A* · Manhattan")
    expect(page).to_have_url(re.compile(r"#watch\?board=1,2,3/4,5,6/0,7,8&method=astar\(manhattan\)"))


def test_a_race_and_a_question_are_sent_without_the_bet_and_the_answer(visits: Visits) -> None:
    page = visits.open(f"#race?board={NEAR}&methods=bfs;dfs&bet=bfs", is_own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Start the race")
    says(page, ".bet", "You bet on")
    assert link(page, "Challenge a friend").endswith(f"#race?board={NEAR}&methods=bfs;dfs")
    page.goto(f"{visits.url}#exercises/astar?form=astar.fill_f&seed=3")
    page.locator(".question input").first.wait_for()
    button(page, "Show the answer")
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    expect(page.locator(".exercises").get_by_role("button", name="Challenge a friend")).to_have_count(0)


def test_every_game_can_be_replayed_move_by_move(visits: Visits) -> None:
    page = visits.open("#play?set=2x2:3:2", is_own=True)
    start = board(page)
    solution = solve(start.replace("/", " / ").replace(",", " ")).solution
    assert solution is not None
    for move in solution.moves:
        page.keyboard.press({"U": "s", "D": "w", "L": "d", "R": "a"}[move.letter])
    says(page, ".play .notice", "Solved in")
    page.get_by_text("History").click()
    button(page, "Replay")
    says(page, ".review-sentence", f"Replay: {len(solution.moves)} moves in 0:")
    expect(page.locator(".review .taquin-moves li")).to_have_count(len(solution.moves))
    expect(page.locator(".review .taquin-moves li").last).to_have_attribute("aria-current", "step")


def point(page: Page, tile: int) -> None:
    """Move the mouse to a tile."""
    box = page.locator(f".table .taquin-tile[data-tile='{tile}']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_tiles_follow_the_mouse_if_wanted(visits: Visits) -> None:
    page = visits.open(f"#play?board={NEAR}")
    point(page, 7)
    assert board(page) == NEAR
    page.get_by_label("Slide tiles by pointing at them").check()
    for tile in (7, 8):
        point(page, tile)
    says(page, ".play .notice", "Solved in 2 moves")


def test_a_picture_of_ones_own_is_cut_to_a_square_and_kept(visits: Visits) -> None:
    page = visits.open(f"#play?board={BOARD}", is_own=True)
    file = BytesIO()
    Image.new("RGB", (300, 100), "red").save(file, "PNG")
    page.locator(".play input[type=file]").first.set_input_files(
        {"name": "red.png", "mimeType": "image/png", "buffer": file.getvalue()}
    )
    expect(page.locator(".table .taquin-board")).to_have_class(re.compile("has-picture"))
    sizes = "async () => { const image = new Image(); image.src = localStorage['taquin.picture']; await image.decode();"
    assert page.evaluate(f"{sizes} return [image.naturalWidth, image.naturalHeight]; }}") == [100, 100]
    page.get_by_label("Numbers on the tiles").uncheck()
    expect(page).to_have_url(re.compile(r"#play\?board=[^&]*$"))
    page.reload()
    expect(page.locator(".table .taquin-board")).to_have_class(re.compile("has-picture"))
    expect(page.locator(".table .taquin-board")).not_to_have_class(re.compile("has-numbers"))
    button(page, "Remove picture")
    expect(page.locator(".table .taquin-board")).not_to_have_class(re.compile("has-picture"))


@pytest.mark.parametrize("name", ["sunrise", "rings", "harbour"])
def test_a_link_can_name_a_picture_of_the_page(visits: Visits, name: str) -> None:
    page = visits.open(f"#play?board={BOARD}&picture={name}", is_own=True)
    expect(page.locator(".table .taquin-board")).to_have_class(re.compile("has-picture"))
    expect(page.get_by_label("Picture on the tiles")).to_have_value(name)
    page.get_by_label("Picture on the tiles").select_option("")
    expect(page).to_have_url(re.compile(r"#play\?board=[^&]*$"))
