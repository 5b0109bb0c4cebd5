"""The page in a browser with hostile links, texts and file names: nothing runs, nothing becomes an element.

The content security policy would stop most scripts; here the elements must not appear in the first place.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from figures import Tally
from hostile import ELEMENT, MARK, TEXTS, fault
from visiting import NEAR, Visits, says

VIEWS = ["home", "play", "solve", "watch", "race", "space", "learn", "exercises"]
NAMES = ["board", "goal", "method", "methods", "question", "with", "step", "node", "form", "seed", ELEMENT]


def escaped(text: str) -> str:
    """A text in a fragment. Half of the characters that have a meaning there are left as they are."""
    return (
        text.replace("\0", "%00")
        .replace(" ", "%20")
        .replace('"', "%22")
        .replace("<", "%3C")
        .replace("\u202e", "%E2%80%AE")
    )


def links(random: Random, count: int) -> list[str]:
    found = [f"#{view}?method={escaped(TEXTS[-3])}" for view in ("solve", "watch")]
    found += [f"#{escaped(text)}" for text in TEXTS] + [f"#learn/{escaped(text)}" for text in TEXTS[:6]]
    while len(found) < count:
        pairs = [
            f"{escaped(random.choice(NAMES))}={escaped(random.choice(TEXTS))}" for _ in range(random.randint(1, 3))
        ]
        topic = f"/{escaped(random.choice(TEXTS))}" if random.random() < 0.2 else ""
        found.append(f"#{random.choice(VIEWS)}{topic}?{'&'.join(pairs)}")
    return found[:count]


@pytest.mark.parametrize("count", [4, pytest.param(150, marks=pytest.mark.attack)])
def test_hostile_links(count: int, visits: Visits, tally: Tally) -> None:
    page = visits.open()
    for link in links(Random(1), count):
        page.goto(f"{visits.url}/empty")
        page.goto(visits.url + link)
        page.wait_for_selector("html[data-ready]")
        tally.add(fault(page) or " ".join(visits.errors), link[:200])
        visits.errors.clear()


def test_hostile_texts_on_the_page(visits: Visits, tmp_path: Path, tally: Tally) -> None:
    page = visits.open("#exercises/space?form=space.inversions&seed=7")
    for text in TEXTS[:4]:
        answer = page.get_by_label("Your answer")
        answer.fill(text)
        answer.press("Enter")
        says(page, ".verdict", "Expected a number")
        tally.add(fault(page), ("answer", text))
    page.goto(f"{visits.url}#play?board={NEAR}")
    picture = tmp_path / f"{TEXTS[3].replace('/', '')}.svg"
    picture.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="parent.{MARK}=1">'
        f"<script>parent.{MARK}=1</script><rect width='90' height='90'/></svg>"
    )
    page.locator('input[type="file"]').first.set_input_files(picture)
    expect(page.get_by_role("button", name="Remove picture")).to_have_count(1)
    tally.add(fault(page), "a picture with a script")


def test_exported_answers_are_no_formulas(visits: Visits, tmp_path: Path) -> None:
    page = visits.open("#exercises/space")
    typed = ["=1+1", "@x", "-3", "+x", "a\rb"]
    answers = [{"form": "space.inversions", "verdict": "wrong", "typed": text} for text in typed]
    page.evaluate("answers => localStorage.setItem('taquin.exercises', JSON.stringify(answers))", answers)
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export results").click()
    download.value.save_as(tmp_path / "results.csv")
    text = (tmp_path / "results.csv").read_bytes().decode()
    found = [row["typed"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    assert found == ["'=1+1", "'@x", "-3", "'+x", "a\rb"]
