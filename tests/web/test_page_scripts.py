"""Every script on the page: what a teacher types in a lesson plan appears as typed, also from its link."""

from __future__ import annotations

import pytest

from scripts import HIDDEN, TEXTS
from visiting import BOARD, Visits, button, says


@pytest.mark.parametrize("name", [name for name in TEXTS if name not in HIDDEN])
def test_a_sentence_of_a_plan_appears_as_typed(name: str, visits: Visits) -> None:
    page = visits.open(f"#watch?board={BOARD}", is_own=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Share")
    page.get_by_label("Sentence for the lesson plan").fill(TEXTS[name])
    button(page, "Add to lesson plan")
    says(page, ".plan-words", TEXTS[name])
    button(page, "Edit the plan")
    button(page, "Copy link")
    says(page, "dialog.plan .notice", "Copied the link")
    student = visits.open(f"#watch?board={BOARD}", is_own=True)
    student.goto(str(page.evaluate("navigator.clipboard.readText()")))
    says(student, ".plan-words", TEXTS[name])
