"""A student with the exercises: from the list of units to answers, scores, and a worksheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from taquin.lessons import worksheet as sheet
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.quiz import choose_questions, find_form
from taquin.render.drawing.pdf import from_pages
from visiting import Visits, board, button, says


def test_units_are_listed_and_lead_to_learn_and_watch_and_back(visits: Visits) -> None:
    page = visits.open("#exercises")
    links = page.locator(".exercises .cards a")
    expect(links).to_have_count(len(UNITS))
    links.first.click()
    expect(page.locator(".exercises h1")).to_have_text(UNITS[0].title)
    says(page, ".unit-text", UNITS[0].paragraphs()[0])
    expect(page.locator(".question-text")).to_be_visible()
    page.wait_for_url("**form=space.*")
    page.goto(f"{visits.url}#exercises/astar")
    expect(page.locator(".exercises h1")).to_have_text("A* and ties")
    assert board(page, ".unit-text .taquin-board") == "1,5,6/3,0,8/4,7,2"
    page.get_by_role("link", name="Weighted A*", exact=True).click()
    expect(page.locator("h1").locator("visible=true")).to_have_text("Weighted A*")
    page.get_by_role("link", name="Exercises: A* and ties").locator("visible=true").click()
    page.get_by_role("link", name="Weighted A* (weight 3) · Manhattan").click()
    says(page, ".watch .taquin-search-head", "Weighted A*")
    button(page, "Options")
    page.get_by_role("link", name="Exercises: Heuristics, admissible and consistent").locator("visible=true").click()
    expect(page.locator(".exercises h1")).to_have_text("Heuristics, admissible and consistent")


@pytest.mark.usefixtures("page_server")  # it looks at the requests
def test_answers_are_graded_once_scored_and_exported(visits: Visits, tmp_path: Path) -> None:
    page = visits.open("#exercises/space?form=space.inversions&seed=7")
    question = find_form("space.inversions").question(7)
    expect(page.locator(".question-text")).to_have_text(question.text)
    answer = page.get_by_label("Your answer")
    answer.fill("many")
    answer.press("Enter")
    says(page, ".verdict", "Expected a number, found 'many'.")
    answer.fill(f"{question.answer} inversions")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("() => { const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit(); }")
    says(page, ".verdict", "Right.")
    says(page, ".verdict", question.explanation)
    says(page, ".score", "1 of 1 answer right.")
    assert [url.rpartition("/")[2] for url in asked] == ["grade"]
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


def test_a_version_has_an_end_a_worksheet_and_a_key(visits: Visits, tmp_path: Path) -> None:
    questions = list(choose_questions("space", 7, 2))
    page = visits.open("#exercises/space?version=7&count=2")
    says(page, ".unit-questions h2", "Questions of version 7")
    for question in questions:
        expect(page.locator(".question-text")).to_have_text(question.text)
        button(page, "Show the answer")
        says(page, ".verdict", "The answer is")
        if question is questions[0]:
            button(page, "Next question")
            page.wait_for_url("**question=2")
    button(page, "Finish")
    says(page, ".question-text", "Version 7: 0 of 2 answers right.")
    page.get_by_text("For a class").click()
    page.get_by_label("Version").fill("7")
    page.get_by_label("Questions").fill("2")
    link = page.get_by_role("link", name="Open version 7 on the page")
    expect(link).to_have_attribute("href", "#exercises/space?version=7&count=2")
    expect(page.locator(".worksheet code")).to_have_text("taquin quiz space --seed 7 --count 2")
    notes = "version 7", f"version 7: {sheet.command_of('space', 7, 2)}"
    for name, note in zip(("Worksheet (PDF)", "Key (PDF)"), notes, strict=True):
        with page.expect_download() as download:
            button(page, name)
        download.value.save_as(tmp_path / "sheet.pdf")
        expected = sheet.Sheet(UNITS[0].title, questions, note, is_key="Key" in name)
        assert (tmp_path / "sheet.pdf").read_bytes() == from_pages(expected.pages())
    for address, message in (
        ("#exercises/space?version=seven", "This link is not valid: a version is a whole number, and has 1 to 40"),
        ("#exercises/nothing", "There is no unit 'nothing'."),
        ("#exercises/space?form=space.nothing&seed=1", "This unit has no question 'space.nothing'."),
    ):
        page.goto(visits.url + address)
        says(page, ".exercises .notice", message)
