"""Race: a bet, methods on one board, a replay, then a sentence, a table, and lanes to compare."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from serving import HARD
from taquin.solving.solver import solve
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, button, says

METHODS = ["astar(misplaced)", "astar(manhattan)", "greedy(manhattan)"]
TITLES = ["A* · Misplaced tiles", "A* · Manhattan", "Greedy best-first search · Manhattan"]


START = "Start the race"
LARGE = "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,23,0,24"


def racing(visits: Visits, methods: list[str], board: str = BOARD, width: int = 1280) -> Page:
    page = visits.open(f"#race?board={board}&methods={';'.join(methods)}", width=width)
    button(page, START)
    return page


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


def test_a_bet_is_in_the_link_and_is_judged_at_the_end_unless_there_is_no_winner(visits: Visits) -> None:
    page = visits.open(f"#race?board={BOARD}&methods={';'.join(METHODS)}")
    expect(page.locator(".race .results .results")).to_be_hidden()  # nothing has run
    page.get_by_label("A* · Manhattan", exact=True).check()
    expect(page).to_have_url(re.compile(r"&bet=astar\(manhattan\)$"))
    again = visits.open(page.url.removeprefix(visits.url))
    button(again, START)
    says(again, ".bet", "You bet on A* · Manhattan, and won.")
    expect(again.get_by_label("A* · Manhattan", exact=True)).to_be_disabled()
    again.get_by_label("Question").select_option("length")
    again.get_by_label("Greedy best-first search · Manhattan", exact=True).check()
    button(again, START)
    says(again, ".bet", "You bet on Greedy best-first search · Manhattan; there is no single winner.")
    page.goto(f"{visits.url}#race?board={UNSOLVABLE}&methods={';'.join(METHODS)}&bet=astar(manhattan)")
    says(page, ".race .notice", "The goal cannot be reached from this board.")
    button(page, START)
    says(page, ".sentence", "No method can solve this board")
    says(page, ".bet", "there is no single winner")
    expect(page.locator(".is-winner")).to_have_count(0)


def test_at_most_eight_methods_and_one_that_fails_leaves_the_race(visits: Visits) -> None:
    methods = [f"wastar(manhattan,weight={weight})" for weight in range(2, 10)]
    page = racing(visits, methods, NEAR)
    says(page, ".sentence", "expanded")
    page.get_by_text("Add a method").click()
    expect(page.get_by_role("button", name="Add to the race")).to_have_attribute("aria-disabled", "true")
    assert page.locator(".lane-bar").count() == 8
    page.goto(f"{visits.url}#race?board={LARGE}&methods=astar(manhattan);astar(walking_distance)")
    button(page, START)
    says(page, ".sentence", "A* · Manhattan expanded")
    says(page, ".race-table", "failed")


def test_a_stop_keeps_what_has_finished(visits: Visits) -> None:
    page = racing(visits, ["constructive", "ida_star(misplaced)"], HARD.replace(" / ", "/").replace(" ", ","))
    finished, running = page.locator(".race-table tbody tr").all()
    words = page.locator(".lane-words")
    expect(words.last).to_have_text(re.compile(r"^[\d,]+ expanded …$"))
    before = words.last.inner_text()
    expect(words.last).not_to_have_text(before)
    expect(words.first).to_have_text("finished")
    button(page, "Stop")
    says(page, ".results .notice", "Stopped: 1 of 2 methods had finished.")
    says(page, ".sentence", "Constructive solving expanded ")
    expect(finished).to_have_attribute("data-state", "solved")
    expect(running).to_have_attribute("data-state", "stopped")
    expect(page.locator(".lanes .is-done")).to_have_count(1)


def test_the_replay_shows_the_measure_and_then_the_result(visits: Visits) -> None:
    page = visits.open("#learn", motion="no-preference")
    for question, rate, ends in (
        ("work", "Nodes expanded: 745 per second for each method.", ["5,960 · 14 moves", "76 · 14 moves"]),
        ("length", "Length of the solution: 2 per second for each method.", ["14 · 14 moves", "14 · 14 moves"]),
    ):
        page.goto(f"{visits.url}#race?board={BOARD}&methods=bfs;astar(manhattan)&question={question}")
        button(page, START)
        says(page, ".track", rate)
        if page.get_by_role("button", name="Skip to the result").is_visible():
            page.get_by_role("button", name=re.compile("Skip|Replay")).click()
        expect(page.get_by_role("button", name="Replay", exact=True)).to_be_visible()
        expect(page.locator(".sentence")).to_be_visible()
        assert page.locator(".lane-words").all_inner_texts() == ends
