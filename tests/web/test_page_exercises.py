"""Exercises on the page: a unit, a question, its grade, the score and the export."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from taquin.lessons.course import UNITS
from taquin.lessons.exercises import make_question
from visiting import Visits, says


def test_every_unit_is_listed_and_opens(visits: Visits) -> None:
    page = visits.open("#exercises")
    links = page.locator(".exercises .cards a")
    expect(links).to_have_count(len(UNITS))
    links.first.click()
    expect(page.locator(".exercises h1")).to_have_text(UNITS[0].title)
    says(page, ".unit-text", UNITS[0].paragraphs()[0])
    expect(page.locator(".question-text")).to_be_visible()
    page.wait_for_url("**form=space.*")


def test_answers_are_graded_scored_and_exported(visits: Visits, tmp_path: Path) -> None:
    page = visits.open("#exercises/space?form=space.inversions&seed=7")
    question = make_question("space.inversions", 7)
    expect(page.locator(".question-text")).to_have_text(question.text)
    answer = page.get_by_label("Your answer")
    answer.fill("many")
    answer.press("Enter")
    says(page, ".verdict", "Expected a number, found 'many'.")
    answer.fill(f"{question.answer} inversions")
    answer.press("Enter")
    says(page, ".verdict", "Right.")
    says(page, ".verdict", question.explanation)
    says(page, ".score", "1 of 1 answer right.")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_empty()
    page.get_by_role("button", name="Show the answer").click()
    says(page, ".verdict", "The answer is")
    says(page, ".score", "1 of 2 answers right.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export results").click()
    download.value.save_as(tmp_path / "results.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "results.csv").read_text(encoding="utf-8"))))
    assert [row["verdict"] for row in rows] == ["right", "skipped"]
    assert (rows[0]["form"], rows[0]["typed"]) == ("space.inversions", f"{question.answer} inversions")
    page.reload()
    says(page, ".score", "1 of 2 answers right.")
    page.get_by_role("button", name="Clear my results").click()
    says(page, ".score", "1 of 2 answers right.")
    page.get_by_role("button", name="Clear all results?").click()
    says(page, ".score", "No answers yet")


@pytest.mark.usefixtures("page_server")  # it looks at the requests
def test_an_answer_counts_once(visits: Visits) -> None:
    page = visits.open("#exercises/space?form=space.inversions&seed=7")
    page.get_by_label("Your answer").fill(str(make_question("space.inversions", 7).answer))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("() => { const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit(); }")
    says(page, ".score", "1 of 1 answer right.")
    assert [url.rpartition("/")[2] for url in asked] == ["grade"]


def test_a_choice_is_answered_with_the_keyboard(visits: Visits) -> None:
    question = make_question("heuristics.admissible", 3)
    page = visits.open("#exercises/heuristics?form=heuristics.admissible&seed=3")
    place = question.choices.index(question.answer)
    page.locator(".choice input").first.focus()
    page.keyboard.press("Space")
    for _ in range(place):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, ".verdict", "Right.")


def test_links_to_nothing_are_named(visits: Visits) -> None:
    page = visits.open("#exercises/nothing")
    says(page, ".exercises .notice", 'There is no unit "nothing".')
    page = visits.open("#exercises/space?form=space.nothing&seed=1")
    says(page, ".exercises .notice", 'This unit has no question "space.nothing".')
    expect(page.locator(".question-text")).to_be_visible()
