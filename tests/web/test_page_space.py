"""Space: every board of a small puzzle by its distance, coloured by a search, and explored by pointer and keys."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from browser import wait_for_frames
from taquin.puzzle.board import Board
from taquin.puzzle.goals import standard
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable
from taquin.trace.recorder import ExpansionRecorder
from visiting import BOARD, Visits, board, button, says

SMALL = "1,2,3/0,4,5"
"""A board of 2×3, whose space has 360 boards."""
PREVIEW = ".space .rail .taquin-board"


LIST = """async ([goal, start, columns]) => {
  const { Board } = await import("./modules/board.js");
  const { breadthFirst, listSpace } = await import("./page/space_search.js");
  const [target, board] = [goal, start].map((cells) => new Board(cells, cells.length / columns, columns));
  const space = listSpace(target);
  return [[...space.codes], space.counts, breadthFirst(space, board)];
}"""


def colours(page: Page) -> int:
    """How many different colours the picture has."""
    wait_for_frames(page)
    picture = Image.open(BytesIO(page.locator(".space-canvas").screenshot())).convert("RGB")
    found = picture.getcolors(picture.width * picture.height)
    assert found is not None
    return len(found)


def test_a_search_colours_the_boards_that_it_expands(visits: Visits) -> None:
    page = visits.open(f"#space?board={SMALL}&method=bfs")
    expected = solve("1 2 3 / 0 4 5", algorithm="bfs")
    says(page, ".space .taquin-counter", f"{expected.stats.expanded} of {expected.stats.expanded} expanded")
    says(page, ".space-facts", "of all 360. The solution has")
    every = colours(page)
    page.get_by_label("Expansions", exact=True).fill("0")
    says(page, ".space .taquin-counter", f"0 of {expected.stats.expanded} expanded")
    assert colours(page) < every
    page.get_by_label("Algorithm").locator("visible=true").select_option("greedy")
    says(page, ".space-facts", "expansion")
    expect(page).to_have_url(f"{visits.url}#space?board={SMALL}&method=greedy(manhattan)")


@pytest.mark.usefixtures("page_server")  # a page without a server has its modules in one file
@pytest.mark.parametrize("start", ["1 2 3 / 0 4 5", "8 6 7 / 2 5 4 / 3 0 1", "0 3 / 2 1", "1 2 3 4 / 0 5 6 7"])
def test_the_space_and_breadth_first_search_are_those_of_python(visits: Visits, start: str) -> None:
    page = visits.open("#learn", is_bundled=False)
    board = Board(start)
    codes, counts, found = page.evaluate(LIST, [list(standard(board.shape)), list(board), board.shape.columns])
    goal = standard(board.shape)
    table = DistanceTable(shape=board.shape)
    base = board.shape.cells
    layers = [[number(state, base) for state in table.states_at(depth)] for depth in range(table.radius + 1)]
    assert goal == table.goal
    assert counts == [len(layer) for layer in layers]
    assert codes == [code for layer in layers for code in layer]
    recorder = ExpansionRecorder(board, goal, most_nodes=400_000)
    expected = solve(board, algorithm="bfs", observer=recorder)
    assert found["moves"] == (None if expected.solution is None else expected.solution.text())
    assert found["expanded"] == expected.stats.expanded
    assert [codes[place] for place in found["places"]] == [number(state, base) for state in recorder.states]


def number(state: Sequence[int], base: int) -> int:
    """The code of a state."""
    return reduce(lambda code, tile: code * base + tile, state, 0)


@pytest.mark.parametrize("engine", ["visits", "static"])
def test_a_visitor_sees_the_whole_space_without_waiting(request: pytest.FixtureRequest, engine: str) -> None:
    """From the first screen, by breadth-first search, without a request; A* is one button away."""
    made: Visits = request.getfixturevalue(engine)
    page = made.open("#home", is_own=True)
    made.requests.clear()
    page.get_by_role("link", name="See all 181,440 boards").click()
    says(page, ".space-facts", "181,438 expansions of 181,438 different boards: 100 % of all 181,440.")
    assert not [url for url in made.requests if "/api/" in url or "/prepared/" in url]
    expect(page.get_by_role("button", name="Breadth-first", exact=True)).to_have_attribute("aria-pressed", "true")
    button(page, "A* · Manhattan")
    says(page, ".space-facts", "20,415 expansions of 20,415 different boards: 11 % of all 181,440.")
    button(page, "Breadth-first")
    says(page, ".space-facts", "100 % of all")


def test_space_begins_far_from_the_goal_unless_a_board_was_chosen(visits: Visits) -> None:
    page = visits.open("#home", is_own=True)
    page.locator("nav.views a[data-view=space]").click()
    says(page, ".space-facts", "The solution has 31 moves.")
    page.goto(f"{visits.url}#space?board={SMALL}")
    says(page, ".space-facts", "of all 360.")
    page.goto(f"{visits.url}#space?board={BOARD}")
    says(page, ".space-facts", "The solution has 14 moves.")


def test_a_board_is_shown_with_its_distance_by_pointer_and_by_keys(visits: Visits) -> None:
    page = visits.open(f"#space?board={SMALL}&method=astar(manhattan)")
    table = DistanceTable(shape="2x3")
    start = table.distance(Board("1 2 3 / 0 4 5"))
    says(page, ".space .rail", f"{start} moves from the goal, 2 neighbours. Expansion 1 of the search.")
    page.locator(".space-canvas").focus()
    page.keyboard.press("ArrowLeft")
    assert board(page, PREVIEW) == "1,2,3/4,0,5"
    says(page, ".space .rail", f"{table.distance(Board('1 2 3 / 4 0 5'))} move")
    box = page.locator(".space-canvas").bounding_box()
    assert box is not None
    before = board(page, PREVIEW)
    for share in (0.45, 0.5, 0.55, 0.6):
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 0.5 * box["height"])
    shown = board(page, PREVIEW)
    assert shown != before
    distance = table.distance(Board(shown.replace(",", " ").replace("/", " / ")))
    says(page, ".space .rail", f"{distance} moves from the goal")
    button(page, "Zoom in")
    button(page, "Whole space")


def test_a_board_that_is_too_large_is_told_and_a_long_search_can_be_cancelled(visits: Visits) -> None:
    page = visits.open("#space?board=1,2,3,4/5,6,7,8/9,10,11,12/13,14,0,15")
    says(page, ".space .notice", "A 4×4 puzzle has too many boards to draw.")
    button(page, "Use a 3×3 board")
    says(page, ".space-facts", "of all 181,440. The solution has 31 moves.")
    page = visits.open("#space?board=8,6,7/2,5,4/3,0,1&method=depth_limited(limit=40)")
    says(page, ".space-facts", "expansions in")
    button(page, "Cancel")
    says(page, ".space-facts", "Cancelled.")
    says(page, ".space .taquin-counter", "0 of 0 expanded")  # nothing of the search before
    page.get_by_label("Algorithm").locator("visible=true").select_option("greedy")
    says(page, ".space-facts", "of all 181,440. The solution has")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
