"""Solve: methods from the registry, progress, cancelling, the result, its player, and what can be saved and copied."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Download, Page, expect

from serving import HARD, Serving
from svg_reading import description, parse
from taquin.analysis.random_boards import random_board
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.solving.registry import ALGORITHMS, HEURISTICS
from taquin.solving.solver import solve
from taquin.trace.formats import read_lines
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, board, button, says
from waiting import wait_until

HARD_ADDRESS = HARD.replace(" / ", "/").replace(" ", ",")


def facts(page: Page) -> dict[str, str]:
    pairs = page.locator(".answer .facts > div").all()
    return {one.locator("dt").inner_text(): one.locator("dd").inner_text() for one in pairs}


def solved(visits: Visits, *, is_own: bool = False) -> Page:
    """The view solves the board when it is opened."""
    page = visits.open(f"#solve?board={BOARD}&method=astar(manhattan)", is_own=is_own)
    expect(page.locator(".answer")).to_be_visible()
    return page


def test_the_result_is_that_of_the_command(visits: Visits) -> None:
    page = solved(visits)
    expected = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar(manhattan)")
    says(page, ".answer", "14 moves")
    says(page, ".answer", "Proven shortest.")
    found = facts(page)
    assert found["Method"] == "astar(manhattan)"
    assert found["Expanded"] == str(expected.stats.expanded)
    assert found["Generated"] == str(expected.stats.generated)
    moves = "".join(page.locator(".answer .taquin-moves li").all_inner_texts())
    assert moves == str(expected.solution)
    page.goto(f"{visits.url}#solve?board={BOARD}&method=ida_star(manhattan)")
    page.get_by_text("3 iterations").click()
    bounds = page.locator(".answer table tbody td:first-child").all_inner_texts()
    assert bounds == ["10", "12", "14"]


def test_every_method_can_be_chosen_shows_its_guarantees_and_is_in_the_link(visits: Visits) -> None:
    page = visits.open(f"#solve?board={BOARD}&method=wastar(manhattan,weight=3)")
    algorithm, heuristic = page.get_by_label("Algorithm"), page.get_by_label("Heuristic")
    keys = [
        [str(one.get_attribute("value")) for one in each.locator("option").all()] for each in (algorithm, heuristic)
    ]
    assert keys == [["", *(spec.key for spec in ALGORITHMS)], [spec.key for spec in HEURISTICS]]
    says(page, ".promises", "It finds a solution whenever there is one.")
    says(page, ".promises", "at most 3 times as long as the shortest, because Manhattan distance never overestimates.")
    page.get_by_label("Weight").fill("2")
    heuristic.select_option("max")
    page.get_by_label("Linear conflict", exact=True).check()
    says(page, ".answer", "wastar(max(manhattan, gaschnig, linear_conflict), weight=2)")
    expect(page).to_have_url(
        re.compile(r"method=wastar\(max\(manhattan,%20gaschnig,%20linear_conflict\),%20weight=2\)$")
    )
    page.reload()
    expect(page.get_by_label("Linear conflict", exact=True)).to_be_checked()
    expect(page.get_by_label("Weight")).to_have_value("2")
    algorithm.select_option("bfs")
    expect(heuristic).to_be_hidden()
    algorithm.select_option("")
    says(page, ".promises", "For this board: astar(linear_conflict).")


def test_a_long_search_shows_progress_can_be_cancelled_and_ends_at_limits(visits: Visits, page_server: Serving) -> None:
    page = visits.open(f"#solve?board={HARD_ADDRESS}&method=ida_star(misplaced)")
    says(page, ".progress-words", "expanded ·")
    button(page, "Cancel")
    says(page, ".results .notice", "Cancelled: the search has stopped.")
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    expect(page.locator(".running .taquin-board")).to_be_visible()
    wait_until(lambda: len(page_server.workers()) == 2)  # whichever was searching is ready for others
    page.get_by_label("Algorithm").select_option("greedy")
    says(page, ".answer", "Not proven shortest")
    page.goto(f"{visits.url}#solve?board={HARD_ADDRESS}&method=astar(misplaced)")
    page.get_by_text("Limits").click()
    page.get_by_label("Nodes").fill("5000")
    says(page, ".answer", "Reached the limit of 5,000 nodes.")


@pytest.mark.usefixtures("page_server")  # it looks at the requests
def test_a_search_that_is_stopped_keeps_its_best_solution(visits: Visits) -> None:
    """A 10x10 board: the solution so far can be played while the search runs, and stays when it is stopped."""
    text = one_line(random_board(Shape(10, 10), rng=Random(1)))
    start = text.replace(" / ", "/").replace(" ", ",")
    page = visits.open(f"#solve?board={start}&goal=standard")
    page.get_by_text("Limits").click()
    with page.expect_request(lambda request: '"time":60' in (request.post_data or "")) as request:
        page.get_by_label("Seconds").fill("60")
    assert json.loads(request.value.post_data or "") == {
        "board": text,
        "goal": one_line(make_goal("standard", "10x10")),
        "size": "10x10",
        "metric": "moves",
        "limits": {"time": 60},
    }
    expect(page.locator(".running .length-curve svg")).to_be_visible()
    page.locator(".running").get_by_role("button", name="One step forward (Right)").click()
    assert board(page, ".running .taquin-board") != start
    stop = page.get_by_role("button", name=re.compile(r"Stop and keep \d+ moves"))
    stop.click()
    expect(page.locator(".answer")).to_have_text(re.compile(r"^\s*\d+ moves\s*At most .* You stopped the search after"))
    expect(page.locator(".answer .facts")).not_to_have_text(re.compile("NaN|Backend"))
    assert facts(page)["Method"] == "anytime"
    expect(page.locator(".answer .length-curve svg")).to_be_visible()
    button(page, "To the end (End)")
    assert board(page, ".answer .taquin-board").startswith("1,2,3,4,5,6,7,8,9,10/11,")
    expect(page.get_by_role("button", name="Try 1 minute more")).to_be_visible()


def test_results_without_a_solution_say_why(visits: Visits) -> None:
    page = visits.open(f"#solve?board={UNSOLVABLE}", width=1366, height=768)
    says(page, ".results .notice", "The goal cannot be reached from this board.")
    assert page.locator(".notice:visible", has_text="cannot be reached").count() == 1
    assert board(page, ".running .taquin-board") == "1,2,3/4,5,6/8,7,0"
    swap = page.locator(".results").get_by_role("button", name="Swap 7 and 8")
    expect(swap).to_be_in_viewport()
    swap.click()
    says(page, ".answer", "0 moves")
    page.goto(f"{visits.url}#solve?board=2,7,3/8,1,4/6,0,5&method=hill_climbing(manhattan)")
    says(page, ".answer", "The search got stuck")
    says(page, ".answer", "It stopped at 1 2 3 / 0 6 4 / 7 8 5 after 10 moves.")
    page.get_by_role("button", name="To the end").click()
    says(page, ".answer .player-place", "10")
    page.goto(f"{visits.url}#solve?board={BOARD}&method=ida_star(pdb(9-9))")
    says(page, ".results .notice", "add up to 18")
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(f"{visits.url}#solve?board={NEAR}&method=bfs")
    says(page, ".answer", "2 moves")
    button(page, "Solve")
    expect(page.locator(".answer .headline")).to_be_in_viewport()


def test_any_text_form_of_a_board_is_read_and_solve_waits_for_it(visits: Visits) -> None:
    page = visits.open("#solve")
    text = page.get_by_label("Board", exact=True)
    text.fill("1 2 3 4")
    page.keyboard.press("Tab")
    says(page, ".puzzle-card .notice", "4 at row 2, column 2 is too large")
    text.fill("123456078")
    button(page, "Solve")
    says(page, ".answer", "2 moves")
    expect(text).to_have_value("1 2 3 / 4 5 6 / 0 7 8")
    assert board(page, ".puzzle-card .taquin-board") == NEAR
    text.fill("123456778")
    button(page, "Solve")
    says(page, ".puzzle-card .notice", "tile 7 appears twice")
    expect(page.locator(".answer")).to_be_hidden()  # it was for another board
    text.fill("123456078")
    page.keyboard.press("Enter")
    says(page, ".answer", "2 moves")


def export(page: Page, name: str) -> None:
    button(page, "Export")
    button(page, name)


def saved(download: Download, folder: Path) -> str:
    download.save_as(folder / download.suggested_filename)
    return (folder / download.suggested_filename).read_text(encoding="utf-8")


def test_animation_and_trace_are_saved_and_moves_text_and_link_copied(visits: Visits, tmp_path: Path) -> None:
    page = solved(visits, is_own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with page.expect_download() as svg:
        export(page, "Animated SVG")
    assert svg.value.suggested_filename == "taquin.svg"
    assert "The blank goes: Right, Down, Left, Left, Up" in description(parse(saved(svg.value, tmp_path)))
    with page.expect_download() as lines:
        export(page, "Trace")
    trace = read_lines(saved(lines.value, tmp_path).splitlines())
    assert trace.fold().expanded == int(facts(page)["Expanded"])

    def copied(name: str) -> str:
        export(page, name)
        says(page, ".answer .notice", "Copied")
        return str(page.evaluate("navigator.clipboard.readText()"))

    assert copied("Copy moves") == "RDLLUURDLDRURD"
    text = copied("Copy as text")
    assert "method astar(manhattan)" in text
    assert text.rstrip().endswith("14 D\n1 2 3\n4 5 6\n7 8 0")
    link = copied("Copy link")
    assert link == f"{visits.url}#solve?board={BOARD}&method=astar(manhattan)"


def test_slides_are_counted_if_they_are_chosen(visits: Visits) -> None:
    page = visits.open("#solve?board=8,6,7/2,5,4/3,0,1&metric=slides")
    expect(page.locator(".answer .headline")).to_have_text("20 slides")
    says(page, ".answer", "Proven shortest.")
    assert facts(page)["Single moves"] == "31"
    expect(page.get_by_role("link", name="Watch the search")).to_have_count(0)
    says(page, ".promises", "For this board: ida_star(pdb).")
    page.get_by_label("Count").select_option("moves")
    expect(page.locator(".answer .headline")).to_have_text("31 moves")
    assert "metric" not in page.url
    page.goto(f"{visits.url}#solve?board=8,6,7/2,5,4/3,0,1&metric=tiles")
    says(page, "body", "expected metric to be one of moves, slides, found 'tiles'")
