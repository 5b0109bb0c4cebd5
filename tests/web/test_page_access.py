"""Accessibility: axe-core finds no error, the keyboard does everything, narrow screens and both themes work."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from taquin.puzzle.board import one_line
from taquin.puzzle.goals import make_goal
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, button, says, widest

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def play(page: Page) -> None:
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.get_by_text("History").click()
    button(page, "Start again")
    button(page, "Hint")
    says(page, ".coach-words", "moves are left")


def edit(page: Page) -> None:
    button(page, "Edit")
    says(page, ".editor .notice", "Swap 7 and 8")


def answer(page: Page) -> None:
    page.get_by_text("Limits").click()
    button(page, "Solve")
    expect(page.locator(".answer")).to_be_visible()


def record(page: Page) -> None:
    expect(page.locator(".watch canvas")).to_be_visible()
    button(page, "Options")
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    says(page, ".watch .taquin-panel", "goal")


def race(page: Page) -> None:
    page.get_by_text("Add a method").click()
    button(page, "Start the race")
    expect(page.locator(".metrics")).to_be_visible()


def share(page: Page) -> None:
    page.get_by_label("Draw an estimate on the board").first.select_option("pdb")
    says(page, ".estimate", "groups of tiles")
    page.get_by_role("button", name="Share").click()
    says(page, ".share", "Only this machine")


def home(page: Page) -> None:
    """The list of keys above the finished tree."""
    expect(page.locator(".home-caption")).not_to_be_empty()
    page.keyboard.press("?")


def exercise(page: Page) -> None:
    """A graded question with a board and a tree, below the text of its unit."""
    page.locator(".unit-text > summary").click()
    page.get_by_label("Your answer").fill("1")
    button(page, "Check")
    expect(page.locator(".verdict")).not_to_be_empty()


def touched(page: Page) -> None:
    """A question that is answered by clicks, with a pointer after a wrong answer, and the form for worksheets."""
    for node in (0, 1):
        page.get_by_role("button", name=f"Node {node}", exact=True).click()
    page.get_by_text("For a class").click()
    button(page, "Check")
    expect(page.locator(".verdict")).to_contain_text("Not right yet.")


VIEWS: dict[str, tuple[str, Callable[[Page], None]]] = {
    "play": (f"#play?board={NEAR}", play),
    "edit": (f"#play?board={UNSOLVABLE}", edit),
    "solve": (f"#solve?board={BOARD}&method=ida_star(max(manhattan,gaschnig))", answer),
    "watch": (f"#watch?board={BOARD}&method=ida_star(manhattan)", record),
    "race": (f"#race?board={BOARD}", race),
    "space": ("#space?board=1,2,3/0,4,5", lambda page: says(page, ".space-facts", "of all 360.")),
    "home": ("#home", home),
    "share": (f"#play?board={BOARD}", share),
    "learn": ("#learn/beam", lambda page: expect(page.locator(".lesson canvas")).to_be_visible()),
    "lessons": ("#learn", lambda page: expect(page.locator(".cards").first).to_be_visible()),
    "exercises": ("#exercises/astar?form=astar.fill_h&seed=1", exercise),
    "touched": ("#exercises/astar?form=astar.order&seed=1", touched),
}
LOOKED_AT_FIRST = {("play", "light"), ("watch", "dark")}


def violations(page: Page) -> list[str]:
    """The errors that axe-core finds on the page as it is now."""
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['impact']}: {one['id']}: {one['help']}: {node['html'][:120]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("view", "theme"),
    [
        pytest.param(view, theme, marks=[] if (view, theme) in LOOKED_AT_FIRST else [pytest.mark.slow])
        for view in VIEWS
        for theme in ("light", "dark")
    ],
)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(visits: Visits, view: str, theme: str) -> None:
    """Contrasts, names and roles on a wide screen; then the same view on a narrow screen."""
    address, use = VIEWS[view]
    page = visits.open(address, theme=theme)
    use(page)
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert widest(page) <= 360
    if view == "play":
        page.evaluate("document.querySelector('#content').append(document.createElement('button'))")
        assert any("button-name" in one for one in violations(page)), "it finds a planted error"


def test_stages_fill_the_window_and_the_header_has_one_width(visits: Visits) -> None:
    page = visits.open("#learn", width=1366, height=768)
    width = page.locator(".masthead").evaluate("(header) => header.clientWidth")
    for view in ("play", "solve", "watch", "race", "space"):
        page.goto(f"{visits.url}#{view}")
        expect(page.locator(f".view.{view}")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") == 768, view
        assert page.locator(".masthead").evaluate("(header) => header.clientWidth") == width
    page.get_by_role("link", name="Learn").press("Enter")
    heading = page.get_by_role("heading", name="Learn", level=1)
    expect(heading).to_be_focused()
    expect(heading).to_have_css("outline-style", "none")


def test_large_boards_fit_on_a_narrow_screen(visits: Visits) -> None:
    page = visits.open("#learn", width=360)
    for size in ("10x10", "2x10"):
        page.goto(f"{visits.url}#play?board={one_line(make_goal(None, size)).replace(' / ', '/').replace(' ', ',')}")
        assert widest(page) <= 360
        button(page, "Edit")
        assert widest(page) <= 360
    page.get_by_role("link", name="Solve").click()
    expect(page.locator(".puzzle-card")).to_be_visible()
    assert widest(page) <= 360


def test_the_theme_follows_the_system_until_it_is_chosen(visits: Visits) -> None:
    page = visits.open("#play", theme="dark")

    def ground() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert ground() == "rgb(11, 16, 21)"
    page.get_by_role("button", name="Dark theme").click()
    assert ground() == "rgb(238, 242, 246)"
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert ground() == "rgb(238, 242, 246)"
    page.get_by_role("button", name="Dark theme").click()
    page.emulate_media(color_scheme="light")
    assert ground() == "rgb(238, 242, 246)", "the system's own choice is forgotten, and the page follows it again"


@pytest.mark.usefixtures("page_server")  # it stops the connection to the server
def test_the_page_reports_that_the_server_does_not_respond(visits: Visits) -> None:
    page = visits.open(f"#solve?board={BOARD}", is_own=True)
    page.context.set_offline(True)
    button(page, "Solve")
    says(page, ".results .notice", "The server does not respond.")
    page.context.set_offline(False)
    visits.errors.clear()  # the browser told of the connection
    button(page, "Solve")
    says(page, ".answer", "14 moves")
