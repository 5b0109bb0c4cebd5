"""Make other boards: by typing, by swapping, by shuffling, and goals of every kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser import wait_for_change
from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.tables.distances import DistanceTable
from visiting import BOARD, Visits, board, button, says
from waiting import wait_until


@pytest.fixture
def editor(visits: Visits) -> Page:
    """The page with the editor open."""
    page = visits.open(f"#play?board={BOARD}")
    button(page, "Edit")
    return page


def read(text: str) -> Board:
    return Board(text.replace(",", " ").replace("/", " / "))


def values(page: Page) -> list[str]:
    return [str(one.input_value()) for one in page.locator(".edit-cell").all()]


def test_typing_checks_the_board_at_once_and_the_repair_is_one_button(editor: Page) -> None:
    page = editor
    says(page, ".editor .notice", "This board can be solved.")
    first = page.get_by_label("row 1, column 1", exact=True)
    first.fill("1")
    says(page, ".editor .notice", "tile 1 appears twice, at row 1, column 1 and at row 1, column 2")
    expect(page.locator(".edit-cell.is-wrong")).to_have_count(2)
    expect(page.get_by_role("button", name="Done")).to_have_attribute("aria-disabled", "true")
    first.fill("x")
    says(page, ".editor .notice", "expected a number at row 1, column 1, found 'x'")
    page.get_by_label("The board as text").fill("1 2 3 / 4 5 6 / 8 7 0")
    page.keyboard.press("Tab")
    says(page, ".editor .notice", "With an odd number of columns no move changes the parity")
    button(page, "Swap 7 and 8")
    says(page, ".editor .notice", "This board can be solved.")
    page.keyboard.press("Enter")  # the focus is on Done
    assert board(page) == "1,2,3/4,5,6/7,8,0"


def test_drags_and_keys_exchange_cells_and_a_text_may_change_the_size(editor: Page) -> None:
    page = editor
    cells = [page.get_by_label(name, exact=True) for name in ("row 1, column 1", "row 3, column 3")]
    cells[0].drag_to(cells[1])
    assert values(page) == ["5", "1", "3", "4", "", "2", "7", "6", "8"]
    says(page, ".editor .notice", "This is a legal board, but the goal cannot be reached")
    cells[0].focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("row 1, column 2", exact=True)).to_be_focused()
    page.keyboard.press("Alt+ArrowDown")
    assert values(page) == ["5", "", "3", "4", "1", "2", "7", "6", "8"]
    expect(page.get_by_label("row 2, column 2", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    assert board(page) == BOARD
    button(page, "Edit")
    page.get_by_label("The board as text").fill("[[1, 2], [3, 4], [0, 5]]")
    page.keyboard.press("Tab")
    expect(page.locator(".edit-cell")).to_have_count(6)
    says(page, ".editor .notice", "This board can be solved.")
    button(page, "Done")
    assert board(page) == "1,2/3,4/0,5"
    assert board(page, ".goal-board .taquin-board") == "1,2/3,4/5,0"


def test_a_custom_goal(visits: Visits) -> None:
    page = visits.open("#play?board=1,2,3/8,0,4/7,6,5")
    says(page, ".play .notice", "The goal cannot be reached from this board.")
    button(page, "Edit the goal")
    page.get_by_label("The board as text").fill("1 2 3 / 8 4 0 / 7 6 5")
    page.keyboard.press("Tab")
    says(page, ".editor .notice", "Any legal board can be a goal.")
    button(page, "Done")
    expect(page.get_by_label("Goal", exact=True).locator("visible=true")).to_have_value("")
    page.keyboard.press("ArrowLeft")
    says(page, ".play .notice", "Solved in 1 move")
    expect(page.get_by_role("link", name="Solve", exact=True)).to_have_attribute(
        "href", "#solve?board=1,2,3/8,4,0/7,6,5&goal=1,2,3/8,4,0/7,6,5"
    )


def test_sizes_from_2_to_10_and_named_goals(visits: Visits) -> None:
    page = visits.open("#play")
    before = 3
    for rows, columns in ((2, 2), (2, 7), (10, 10), (2, 3)):
        page.get_by_label("Rows", exact=True).select_option(str(rows))
        expect(page.locator(".table .taquin-tile")).to_have_count(rows * before - 1)
        page.get_by_label("Columns", exact=True).select_option(str(columns))
        expect(page.locator(".table .taquin-tile")).to_have_count(rows * columns - 1)
        assert Problem(read(board(page))).is_solvable
        before = columns
    for name in ("snail", "blank-first", "standard"):
        page.get_by_label("Goal", exact=True).select_option(name)
        expect(page.get_by_label("Goal", exact=True)).to_have_value(name)
        wait_until(lambda: read(board(page, ".goal-board .taquin-board")) == make_goal(name, "2x3"))  # noqa: B023


def test_shuffle_by_exact_difficulty_and_by_moves(visits: Visits, corner: DistanceTable) -> None:
    page = visits.open("#play")
    page.get_by_label("Kind", exact=True).select_option("depth")
    says(page, ".play .rail", "20 moves: 16,993 boards; the maximum is 31.")
    page.get_by_label("Length of the shortest solution").fill("27")
    says(page, ".play .rail", "27 moves: 6,274 boards")
    for kind, farthest in (("harder_than", "30"), ("depth", "31")):
        page.get_by_label("Kind", exact=True).select_option(kind)
        expect(page.get_by_label("Length of the shortest solution")).to_have_attribute("max", farthest)
    before = board(page)
    button(page, "Shuffle")
    wait_for_change(page, lambda: board(page) != before)
    assert corner.distance(read(board(page))) == 27
    page.get_by_label("Rows", exact=True).select_option("10")
    expect(page.locator(".play .row:has(select) + .notice")).to_contain_text("too large")
    expect(page.get_by_label("Rows", exact=True)).to_have_value("10")  # until the columns are chosen too
    page.get_by_label("Rows", exact=True).select_option("3")
    expect(page.locator(".play .row:has(select) + .notice")).to_be_hidden()
    page.get_by_label("Kind", exact=True).select_option("moves")
    page.get_by_label("Random moves from the goal").fill("3")
    before = board(page)
    button(page, "Shuffle")
    wait_for_change(page, lambda: board(page) != before)
    assert corner.distance(read(board(page))) in (1, 3)
    page.goto(f"{visits.url}#play?board=1,2,3,4,5,6/7,8,9,10,11,12/13,14,15,16,0,17")
    kinds = page.get_by_label("Kind", exact=True).locator("option")
    for place, words in ((2, "At an exact distance"), (3, "Farther than a distance")):
        expect(kinds.nth(place)).to_be_disabled()
        expect(kinds.nth(place)).to_have_text(f"{words} from the goal (small boards only)")
