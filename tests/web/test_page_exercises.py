"""Exercises on the page: a unit, a question, its grade, the score and the export."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from taquin.lessons import worksheet as sheet
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.question import Question
from taquin.lessons.exercises.quiz import choose_questions, find_form
from taquin.puzzle.board import Board
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


def test_a_wrong_answer_has_a_pointer_and_a_second_try(visits: Visits) -> None:
    question = find_form("astar.next_in_tree").question(2)
    page = visits.open("#exercises/astar?form=astar.next_in_tree&seed=2")
    wrong = next(node.number for node in question.tree if str(node.number) != question.answer)
    page.get_by_role("button", name=f"Node {wrong}", exact=True).click()
    expect(page.get_by_label("Your answer")).to_have_value(str(wrong))
    button(page, "Check")
    says(page, ".verdict", "Not right yet. Try once more.")
    says(page, ".verdict", question.hint)
    says(page, ".score", "No answers yet")
    page.get_by_role("button", name=f"Node {question.answer}", exact=True).click()
    button(page, "Check")
    says(page, ".verdict", "Right, at the second try.")
    says(page, ".verdict", question.explanation)
    says(page, ".score", "1 of 1 answer right, 1 at the second try.")
    expect(page.get_by_role("button", name=f"Node {wrong}", exact=True)).to_be_disabled()


def test_an_order_is_clicked_and_dragged_and_blanks_are_filled_in_in_the_tree(visits: Visits) -> None:
    answer = find_form("astar.order").question(1).answer.split()
    page = visits.open("#exercises/astar?form=astar.order&seed=1")
    field, items = page.get_by_label("Your answer", exact=True), page.locator(".order-item")
    for node in (answer[1], answer[0], answer[3], answer[2], "0"):
        page.get_by_role("button", name=f"Node {node}", exact=True).click()
    items.last.click()
    expect(items).to_have_text([answer[1], answer[0], answer[3], answer[2]])
    items.first.drag_to(items.nth(1))
    expect(field).to_have_value(f"{answer[0]} {answer[1]} {answer[3]} {answer[2]}")
    items.nth(3).focus()
    page.keyboard.press("ArrowLeft")
    expect(field).to_have_value(" ".join(answer))
    expect(items.nth(2)).to_be_focused()
    expect(page.get_by_role("button", name=f"Node {answer[2]}", exact=True)).to_have_attribute("data-places", "3")
    button(page, "Check")
    says(page, ".verdict", "Right.")
    question = find_form("astar.fill_h").question(1)
    page.goto(f"{visits.url}#exercises/astar?form=astar.fill_h&seed=1")
    expect(page.locator(".question figcaption")).to_have_text("goal")
    for number, value in enumerate(question.answer.split()[:-1]):
        page.get_by_label(f"f of node {number}").fill(value)
    page.get_by_label("f of node 0").press("Enter")
    says(page, ".verdict", "Expected a value in every blank; found an empty one.")
    last = len(question.tree) - 1
    page.get_by_label(f"f of node {last}").fill(question.answer.split()[-1])
    expect(page.get_by_label("Your answer")).to_have_value(question.answer)
    page.get_by_label(f"f of node {last}").press("Enter")
    says(page, ".verdict", "Right.")


def open_question(visits: Visits, page: Page, form: str) -> Question:
    """The first question of a form, shown on the page."""
    question = find_form(form).question(1)
    page.goto(f"{visits.url}#exercises/{form.partition('.')[0]}?form={form}&seed=1")
    expect(page.locator(".question-text")).to_have_text(question.text)
    expect(page.locator(".verdict")).to_be_empty()
    return question


def test_moves_are_played_choices_rows_and_tiles_clicked_and_cells_swapped(visits: Visits) -> None:
    page = visits.open("#exercises")
    arrows = {"U": "ArrowDown", "D": "ArrowUp", "L": "ArrowRight", "R": "ArrowLeft"}
    moves = open_question(visits, page, "space.shortest").answer
    page.locator(".question .taquin-board").first.focus()
    for move in moves:
        page.keyboard.press(arrows[move])
    button(page, "Check")
    says(page, ".verdict", "Right.")
    touched = {"astar.next": "node", "cost.path": "", "space.slid_tile": "Tile", "databases.cells": "Cell"}
    for form, tag in touched.items():
        for item in open_question(visits, page, form).answer.split():
            page.get_by_role("button", name=f"{tag} {item}".strip(), exact=True).click()
        button(page, "Check")
        says(page, ".verdict", "Right.")
    question = open_question(visits, page, "databases.mirror")
    shown, wanted = list(question.board), list(Board(question.answer))
    for cell, tile in enumerate(wanted):
        if (other := shown.index(tile)) != cell:
            for each in (cell, other):
                row, column = divmod(each, 3)
                page.get_by_role("button", name=f"Row {row + 1}, column {column + 1} of your board").click()
            shown[cell], shown[other] = shown[other], shown[cell]
    button(page, "Check")
    says(page, ".verdict", "Right.")
    question = open_question(visits, page, "heuristics.admissible")
    page.locator(".choice input").first.focus()
    page.keyboard.press("Space")
    for _ in range(question.choices.index(question.answer)):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    says(page, ".verdict", "Right.")


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
