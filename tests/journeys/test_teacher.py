"""A lesson plan: made on the page, followed step by step, given away as a link and as a file."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from visiting import BOARD, Visits, button, says

STEPS = [(f"#watch?board={BOARD}&step=3", "Which node is next?"), (f"#race?board={BOARD}", "Place your bets.")]


def add(page: Page, sentence: str) -> None:
    button(page, "Share")
    page.get_by_label("Sentence for the lesson plan").fill(sentence)
    button(page, "Add to lesson plan")


def test_a_plan_is_made_followed_and_given_away(visits: Visits, tmp_path: Path) -> None:
    page = visits.open(STEPS[0][0], is_own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator(".plan-bar")).to_be_hidden()
    expect(page.locator(".watch canvas")).to_be_visible()
    add(page, STEPS[0][1])
    page.goto(visits.url + STEPS[1][0])
    add(page, STEPS[1][1])
    says(page, ".plan-bar", "2 / 2")
    button(page, "Back")
    says(page, ".plan-words", STEPS[0][1])
    says(page, ".watch .taquin-search-head", "step 3")
    button(page, "Next")
    says(page, ".race-line", "Which expands the fewest nodes?")
    button(page, "Edit the plan")
    page.get_by_role("button", name="Move step 2 up").click()
    page.get_by_label("Sentence of step 1").fill("Bet first.")
    page.get_by_label("Sentence of step 1").press("Tab")
    with page.expect_download() as saved:
        button(page, "Save file")
    saved.value.save_as(tmp_path / "plan.json")
    assert [step["text"] for step in json.loads((tmp_path / "plan.json").read_text())["steps"]] == [
        "Bet first.",
        STEPS[0][1],
    ]
    button(page, "Copy link")
    says(page, "dialog.plan .notice", "Copied the link")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    student = visits.open(STEPS[0][0], is_own=True)
    add(student, "My own.")
    student.goto(link)
    says(student, ".plan-words", "Bet first.")
    says(student, ".race-line", "Which expands the fewest nodes?")
    button(student, "Next")
    says(student, ".watch .taquin-search-head", "step 3")
    student.reload()
    says(student, ".plan-bar", "2 / 2")
    button(student, "Edit the plan")
    for name, sentence in (("1 step", "My own."), ("2 steps", "Bet first.")):  # no plan is lost
        button(student, f"Bring back the other plan ({name})")
        expect(student.get_by_label("Sentence of step 1")).to_have_value(sentence)


def test_on_a_phone_a_plan_is_one_line_and_plans_that_are_not_valid_are_refused(visits: Visits, tmp_path: Path) -> None:
    page = visits.open("#plan?steps=AAAA")
    says(page, "main > .notice", "This link is not valid: the lesson plan in it is damaged.")
    add(page, "A sentence that is too long for one line of a phone, with much to look at.")
    page.set_viewport_size({"width": 390, "height": 844})
    words, edit = page.locator(".plan-words"), page.get_by_role("button", name="Edit the plan", exact=True)

    def lines() -> float:
        return float(words.evaluate("(each) => each.clientHeight / parseFloat(getComputedStyle(each).fontSize)"))

    assert lines() < 2
    expect(edit).to_be_hidden()
    page.get_by_role("button", name="Whole sentence").click()
    assert lines() > 2
    edit.click()
    for content, message in (
        ("{", "a file that is not JSON"),
        ("[" * 100_000, "a file that is not JSON"),
        (json.dumps({"steps": [{"link": "#home", "text": "é"}]}).encode("utf-16"), "not JSON in UTF-8"),
        (b'{"steps": [{"link": "#home", "text": "\xe9"}]}', "not JSON in UTF-8"),
        (" " * 2_000_000 + "{}", "at most 2 MB, found a larger file"),
        ('{"taquin_plan": 2, "steps": [{"link": "#home"}]}', "expected a lesson plan of version 1"),
        ("null", "a list 'steps'"),
        (json.dumps({"steps": [{"link": f"#code?python={'A' * 4000}"}]}), "characters each in step 1, found 4013"),
        ('{"steps": []}', "a list 'steps'"),
        ('{"steps": "#home"}', "a list 'steps'"),
        ('{"steps": [null]}', "step 1 has no link into this page"),
        (json.dumps({"steps": [{"link": "#home"}] * 61}), "expected at most 60 steps, found 61"),
        ('{"steps": [{"link": "javascript:alert(1)"}]}', "step 1 has no link into this page"),
        (json.dumps({"steps": [{"link": link, "text": text} for link, text in STEPS]}), "Opened plan.json."),
    ):
        (tmp_path / "plan.json").write_bytes(content.encode() if isinstance(content, str) else content)
        page.locator("dialog.plan input[type=file]").set_input_files(tmp_path / "plan.json")
        says(page, "dialog.plan .notice", message)
    expect(page.locator(".plan-steps li")).to_have_count(2)
    button(page, "Delete the plan")
    button(page, "Delete all steps?")
    expect(page.locator(".plan-bar")).to_be_hidden()


def test_a_plan_may_have_exercises_of_code(visits: Visits) -> None:
    page = visits.open("#code/between", is_own=True)
    add(page, "Write it yourself.")
    page.goto(f"{visits.url}#code/find_bug")
    says(page, ".code-about", "Find the mistake")
    button(page, "Show this step")
    says(page, ".plan-words", "Write it yourself.")
    says(page, ".code-about", "never above the Manhattan distance")
