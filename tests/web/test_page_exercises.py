"""Exercises on the page: a unit, a question, its grade, the score and the export."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from taquin.lessons.exercises.question import Question
from taquin.lessons.exercises.quiz import find_form
from taquin.puzzle.board import Board
from visiting import Visits, button, says


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
