"""Links: to copy, as a QR code, with a warning where only this machine can open them; and links that mean nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from serving import Serving
from svg_reading import parse
from visiting import BOARD, Visits, board, says


def shared(page: Page) -> str:
    page.get_by_role("button", name="Share").click()
    return page.get_by_label("Link", exact=True).input_value()


@pytest.mark.usefixtures("page_server")  # it names the command of the server
def test_a_link_to_this_machine_warns_and_says_how_to_serve_a_class(visits: Visits) -> None:
    page = visits.open(f"#solve?board={BOARD}&method=bfs")
    assert len(visits.requests) <= 20, "the page is few files"
    assert shared(page) == f"{visits.url}#solve?board={BOARD}&method=bfs"
    says(page, ".share", "Only this machine can open this link.")
    says(page, ".share", "taquin serve --host 0.0.0.0")
    expect(page.locator(".qr-code")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".share")).to_be_hidden()
    script = """async ([here, elsewhere]) => {
      const { isOnlyHere, sharedLink } = await import('/page/share_dialog.js');
      return [sharedLink(here, elsewhere), isOnlyHere(elsewhere), sharedLink(here, ''), isOnlyHere('')];
    }"""
    here = f"{visits.url}#play?board={BOARD}"
    found = page.evaluate(script, [here, "http://192.168.0.7:8000/"])  # the address of a server of a class
    assert found == [f"http://192.168.0.7:8000/#play?board={BOARD}", False, here, True]


def test_the_code_is_a_picture_of_the_text(page_server: Serving) -> None:
    text = "http://192.168.0.7:8000/#play"
    response = page_server.post("qr", text=text)
    assert response.headers["content-type"].startswith("image/svg+xml")
    drawing = parse(response.text)
    side = float(drawing.get("width", "0"))
    modules = side / 8 - 2 * 4  # a scale of 8, a border of 4
    assert modules == 29, "29 bytes at level M need version 3, which has 29 modules a side"
    for long in ("x" * 1001, "♔" * 1000):  # characters of three bytes
        assert page_server.post("qr", text=long).status_code == 422
    assert page_server.post("qr", text="other").text != response.text


BAD_LINKS = (
    ("#nowhere", "there is no view 'nowhere': the views are home, play, solve,", "main"),
    ("#play?method=astar(max(manhattan,guess))", "'guess' is not a heuristic.", ".play .table"),
    (f"#play?board={BOARD}&colour=red", "this view does not use 'colour'.", ".play .table"),
    ("#play?daily=2026-02-30", "expected daily to be", ".play .table"),
    ("#play?set=4x4:7:51", "expected set to be", ".play .table"),
    ("#play?board=1,2,2/4,5,6/7,8,0", "tile 2 appears twice", ".play .table"),
    ("#solve?algorithm=astar&heuristic=misplaced", "write a method as method=astar(manhattan).", ".solve"),
    ("#solve?board", "expected name=value, found 'board'", ".solve"),
    ("#watch?method=astar(manhattan,weight=2)", "A* has no option 'weight'.", ".watch canvas"),
    ("#watch?method=beam(manhattan,width=0)", "expected width to be 1 or more, found '0'.", ".watch canvas"),
    ("#watch?ask=bogus&step=abc", "one of next, value, duplicate, found 'bogus'; expected step", ".watch canvas"),
    ("#exercises/space?form=space.inversions&seed=x", "expected seed to be a whole number, found 'x'.", ".unit"),
    ("#race?methods=bfs", "a race needs at least two methods.", ".race .lanes li"),
)


def test_a_bad_link_says_what_is_wrong_and_shows_the_usual_stage(visits: Visits) -> None:
    page = visits.open("#learn/nothing")
    says(page, ".learn .notice", "There is no lesson 'nothing'.")
    for link, message, stage in BAD_LINKS:
        page.goto(visits.url + link)
        says(page, "main > .notice", "This link is not valid:")
        says(page, "main > .notice", message)
        expect(page.locator(stage).locator("visible=true").first).to_be_visible()


def test_a_link_may_name_a_heuristic_by_an_alias_and_a_board_by_its_digits(visits: Visits) -> None:
    page = visits.open("#play?board=813402765&draw=linear-conflict")
    expect(page.get_by_label("Draw an estimate on the board").locator("visible=true")).to_have_value("linear_conflict")
    assert board(page) == "8,1,3/4,0,2/7,6,5"
    expect(page).to_have_url(f"{visits.url}#play?board={BOARD}&draw=linear_conflict")
