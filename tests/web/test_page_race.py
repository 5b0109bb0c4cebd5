"""Race: a bet, methods on one board, a replay, then a sentence, a table, and lanes to compare."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from racing import METHODS, START, racing
from serving import HARD
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, button, says

LARGE = "1,2,3,4,5/6,7,8,9,10/11,12,13,14,15/16,17,18,19,20/21,22,23,0,24"


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
