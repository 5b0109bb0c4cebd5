"""A race of methods: entrants, the question, the table and the sentence at the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from racing import METHODS, START, racing
from taquin.solving.solver import solve
from visiting import BOARD, Visits, button, says

TITLES = ["A* · Misplaced tiles", "A* · Manhattan", "Greedy best-first search · Manhattan"]


def entrants(page: Page) -> list[str]:
    return page.locator(".entrants li > span").all_inner_texts()


def test_a_race_ends_with_a_sentence_a_table_and_lanes_that_compare(visits: Visits) -> None:
    page = racing(visits, METHODS)
    says(
        page,
        ".sentence",
        "A* · Manhattan expanded the fewest nodes, 76; A* · Misplaced tiles expanded 301, 4.0 times as",
    )
    said = " ".join(page.locator(".findings p").all_inner_texts())
    assert "found solutions of 14 moves, and none is shorter; Greedy best-first search" in said
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".race-table tbody tr").all()]
    assert [row[0].strip() for row in rows] == TITLES
    for row, method in zip(rows, METHODS, strict=True):
        expected = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=method)
        stats = expected.stats
        assert row[2:6] == [
            f"{value:,}" for value in (expected.length, stats.expanded, stats.generated, stats.max_stored)
        ]
    assert [row[1] for row in rows] == ["proven shortest", "proven shortest", "solved"]
    scroller = page.locator(".scroller")
    assert scroller.evaluate("one => one.scrollWidth <= one.clientWidth"), "the table fits: no column is cut off"
    words = page.locator(".lane-words")
    expect(words).to_have_text(["301 · 14 moves", "76 · 14 moves", re.compile(r"^\d+ · 36 moves$")])
    page.get_by_label("Length", exact=True).check()
    expect(words).to_have_text(["14 · 14 moves", "14 · 14 moves", "36 · 36 moves"])
    widths = [bar.evaluate("bar => bar.getBoundingClientRect().width") for bar in page.locator(".lane-bar").all()]
    assert widths[0] == widths[1] < widths[2]
    expect(page.locator(".lanes .is-winner")).to_have_text(re.compile("^A\\* · Manhattan"))


def test_methods_are_added_and_taken_out_and_with_the_question_in_the_link(visits: Visits) -> None:
    page = visits.open(f"#race?board={BOARD}")
    before = entrants(page)
    page.get_by_text("Add a method").click()
    page.locator("details[open]").get_by_label("Algorithm").select_option("rbfs")
    button(page, "Add to the race")
    assert entrants(page) == [*before, "Recursive best-first search · Manhattan"]
    button(page, "Add to the race")
    says(page, ".results .notice", "Recursive best-first search · Manhattan is already in the race.")
    page.get_by_role("button", name="Remove Breadth-first search from the race").click()
    assert entrants(page) == [*before[1:], "Recursive best-first search · Manhattan"]
    expect(page).to_have_url(re.compile(r"methods=ucs;greedy\(manhattan\);astar\(manhattan\);rbfs\(manhattan\)$"))
    page.reload()
    expect(page.locator(".entrants li")).to_have_count(4)
    for name in ("Uniform-cost search", "Greedy best-first search · Manhattan", "A* · Manhattan"):
        page.get_by_role("button", name=f"Remove {name} from the race").click()
    expect(page.get_by_role("button", name=START)).to_have_attribute("aria-disabled", "true")
    page.get_by_label("Preset").select_option(label="Memory")
    assert entrants(page)[1] == "IDA* · Manhattan"
    button(page, START)
    says(page, ".sentence", "IDA* · Manhattan stored the fewest states at once,")
    page.get_by_label("Question").select_option("length")
    page.wait_for_url("**question=length*")
    says(page, ".race-line", "Which finds the shortest solution?")
    expect(page.locator(".sentence")).to_be_hidden()
    page.reload()
    expect(page.get_by_label("Question")).to_have_value("length")
