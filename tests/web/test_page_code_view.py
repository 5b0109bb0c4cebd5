"""The view Code: what it shows when it opens, after an error, after a check; an editor that can be read."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from browser import wait_for_change, wait_for_frames
from visiting import Visits, button, says

FILL = "code => ace.edit(document.querySelector('.code-ace')).setValue(code, -1)"


def opened(static: Visits) -> Page:
    """The view with a starter that nobody has changed."""
    page = static.open("#code", is_own=True)
    says(page, ".coding .taquin-search-head", "step ")
    return page


def test_the_view_opens_with_the_search_of_its_program_and_a_run_plays(static: Visits) -> None:
    page = opened(static)
    slider = page.get_by_label("Step", exact=True)
    assert slider.input_value() == slider.get_attribute("max") != "0"
    expect(page.locator(".coding .taquin-search")).to_be_visible()
    page.emulate_media(reduced_motion="no-preference")
    button(page, "Run")
    says(page, ".coding .notice", "Step through it")
    wait_for_change(page, lambda: int(slider.input_value()) > 0)


def test_code_of_a_link_and_changed_code_wait_for_a_click(static: Visits) -> None:
    page = opened(static)
    page.evaluate(FILL, "def search(start, goal, successors):\n    print('ran')\n")
    page.goto(f"{static.url}#learn")
    page.go_back()
    page.reload()
    page.locator(".code-ace").wait_for()
    says(page, ".code-stage", "Run shows your search here")
    expect(page.locator("iframe")).to_have_count(0)


def test_an_error_dims_the_search_before_it_until_the_next_run(static: Visits) -> None:
    page = opened(static)
    stage = page.locator(".coding .watch-stage")
    code = page.evaluate("ace.edit(document.querySelector('.code-ace')).getValue()")
    page.evaluate(FILL, "def search(:\n")
    button(page, "Run")
    expect(stage).to_have_class(re.compile("is-stale"))
    expect(page.locator(".coding .taquin-search")).to_be_visible()
    page.evaluate(FILL, code)
    button(page, "Run")
    expect(stage).not_to_have_class(re.compile("is-stale"))


def test_a_check_answers_with_sentences_and_a_table(static: Visits) -> None:
    page = opened(static)
    button(page, "Check")
    says(page, ".coding .notice", "Your search is right on")
    heads = page.locator(".code-report th[scope=col]")
    expect(heads.first).to_have_text("board")
    expect(heads.last).to_have_text("verdict")
    expect(page.locator(".code-report pre")).to_be_hidden()
    page.get_by_text("The whole report as text").click()
    expect(page.locator(".code-report pre")).to_be_visible()


def test_an_unknown_program_is_named(visits: Visits) -> None:
    page = visits.open("#code/nope")
    says(page, ".coding .notice:not(.code-missing)", "There is no program 'nope'.")


@pytest.mark.parametrize("scale", [1, 1.25, 2])
def test_underscores_are_seen_at_every_pixel_ratio(static: Visits, scale: float) -> None:
    """The picture of `is_goal` differs from that of `is goal` by a line as wide as a letter, below the letters."""
    page = static.contexts.page(static.url, "light", "reduce", scale=scale, is_own=True)
    static.pages.append(page)
    page.on("request", static._list)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{static.url}#code")
    page.locator(".code-ace").wait_for()
    pictures = list[Image.Image]()
    for text in ("is_goal", "is goal"):
        page.evaluate(FILL, f"{text}\n" * 5)
        page.evaluate("document.activeElement.blur()")
        expect(page.locator(".code-ace .ace_line").nth(2)).to_have_text(text)
        wait_for_frames(page)
        line = None
        while line is None:  # the editor may draw its lines anew
            line = page.locator(".code-ace .ace_line").nth(2).bounding_box()
        clip = {"x": line["x"], "y": line["y"], "width": 80, "height": line["height"]}
        pictures.append(Image.open(BytesIO(page.screenshot(clip=clip))).convert("L"))  # type: ignore[arg-type]
    difference = ImageChops.difference(*pictures)
    box = difference.point(lambda value: 255 * (value > 80)).getbbox()
    assert box is not None, "the underscore is invisible"
    assert box[2] - box[0] >= 6 * scale
    page.context.close()
    static.pages.remove(page)
