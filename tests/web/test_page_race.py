"""Race: methods on one board, live, with a chart, a table and a sentence at the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from serving import HARD
from taquin.solving.solver import solve
from visiting import BOARD, Visits, button, says

METHODS = ["astar(misplaced)", "astar(manhattan)", "greedy(manhattan)"]


def racing(visits: Visits, methods: list[str], board: str = BOARD, width: int = 1280) -> Page:
    page = visits.open(f"#race?board={board}&methods={';'.join(methods)}", width=width)
    button(page, "Start the race")
    return page


def entrants(page: Page) -> list[str]:
    return page.locator(".entrants code").all_inner_texts()


def test_a_race_ends_with_a_sentence_a_chart_and_a_table(visits: Visits) -> None:
    page = racing(visits, METHODS)
    says(page, ".sentence", "found a solution first, after")
    says(page, ".findings", "The shortest solution has 14 moves")
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".race-table tbody tr").all()]
    assert [row[0].strip() for row in rows] == METHODS
    for row in rows:
        expected = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=row[0].strip())
        stats = expected.stats
        assert row[2:6] == [
            f"{value:,}" for value in (expected.length, stats.expanded, stats.generated, stats.max_stored)
        ]
    assert [row[1] for row in rows] == ["solved, shortest", "solved, shortest", "solved"]


def test_the_chart_shows_what_is_chosen(visits: Visits) -> None:
    page = racing(visits, METHODS)
    chart = page.locator(".chart svg")
    expect(chart).to_have_attribute("aria-label", re.compile(r"Nodes expanded\. astar\(misplaced\): 301"))
    page.get_by_label("Length", exact=True).check()
    expect(chart).to_have_attribute("aria-label", re.compile(r"greedy\(manhattan\): 36"))
    widths = [float(bar.get_attribute("width") or 0) for bar in page.locator(".chart-bar").all()]
    assert widths[0] == widths[1] < widths[2]
    page.get_by_label("Memory", exact=True).check()
    widths = [float(bar.get_attribute("width") or 0) for bar in page.locator(".chart-bar").all()]
    assert widths[0] == max(widths)


def test_methods_are_added_taken_out_and_put_into_the_link(visits: Visits) -> None:
    page = visits.open(f"#race?board={BOARD}")
    before = entrants(page)
    page.get_by_text("Add a method").click()
    page.locator("details[open]").get_by_label("Algorithm").select_option("rbfs")
    button(page, "Add to the race")
    assert entrants(page) == [*before, "rbfs(manhattan)"]
    button(page, "Add to the race")
    says(page, ".results .notice", "rbfs(manhattan) is already in the race.")
    page.get_by_role("button", name="Remove bfs from the race").click()
    assert entrants(page) == [*before[1:], "rbfs(manhattan)"]
    expect(page).to_have_url(re.compile(r"methods=ucs;greedy\(manhattan\);astar\(manhattan\);rbfs\(manhattan\)$"))
    assert entrants(visits.open(page.url.removeprefix(visits.url))) == entrants(page)
    for name in ("ucs", "greedy(manhattan)", "astar(manhattan)"):
        page.get_by_role("button", name=f"Remove {name} from the race").click()
    expect(page.get_by_role("button", name="Start the race")).to_have_attribute("aria-disabled", "true")


def test_at_most_eight_methods(visits: Visits) -> None:
    methods = [f"wastar(manhattan,weight={weight})" for weight in range(2, 10)]
    page = racing(visits, methods)
    says(page, ".sentence", "found a solution first")
    page.get_by_text("Add a method").click()
    expect(page.get_by_role("button", name="Add to the race")).to_have_attribute("aria-disabled", "true")
    assert page.locator(".chart-bar").count() == 8


def test_live_counters_and_a_stop(visits: Visits) -> None:
    page = racing(visits, ["ida_star(misplaced)", "bfs"], HARD.replace(" / ", "/").replace(" ", ","))
    expect(page.locator(".race-table tbody tr").first).to_have_attribute("data-state", "running")
    cell = page.locator(".race-table tbody tr").first.locator("td").nth(2)
    expect(cell).not_to_have_text("–")
    before = cell.inner_text()
    expect(cell).not_to_have_text(before)
    button(page, "Stop")
    says(page, ".results .notice", "Stopped.")
    expect(page.locator(".race-table tbody tr").first).to_have_attribute("data-state", "stopped")


def test_a_method_that_fails_leaves_the_race(visits: Visits) -> None:
    board = "/".join(",".join(str(5 * row + column + 1) for column in range(5)) for row in range(5))
    board = board.replace("24,25", "0,24")
    page = racing(visits, ["astar(manhattan)", "astar(walking_distance)"], board)
    says(page, ".sentence", "astar(manhattan) found a solution first")
    says(page, ".race-table", "failed")


def test_an_example_race(visits: Visits) -> None:
    page = visits.open(f"#race?board={BOARD}")
    page.get_by_text("Example races").click()
    page.get_by_label("Example races").select_option(label="Heuristics for A*")
    assert [text.split("(")[0] for text in entrants(page)] == ["astar"] * 4


def test_an_unsolvable_board_ends_at_once(visits: Visits) -> None:
    page = racing(visits, METHODS, "1,2,3/4,5,6/8,7,0")
    says(page, ".findings", "No algorithm can solve this: the goal cannot be reached from the start.")
