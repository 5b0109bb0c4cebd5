"""Learn: a page for each algorithm and heuristic, with an example that plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from taquin.lessons import lesson_texts
from taquin.solving.registry import ALGORITHMS, HEURISTICS
from visiting import Visits, holds, says

NAMES = {spec.key: spec.name for spec in ALGORITHMS} | {spec.key: spec.name for spec in HEURISTICS}


def test_all_lessons_are_listed_and_have_their_parts(visits: Visits) -> None:
    page = visits.open("#learn")
    links = page.locator(".cards a").all()
    listed = [str(link.get_attribute("href")) for link in links]
    assert sorted(listed) == sorted(f"#learn/{key}" for key in NAMES)
    page.goto(f"{visits.url}#learn/ida_star")
    lesson = next(lesson for lesson in lesson_texts() if lesson.key == "ida_star")
    expect(page.locator("h1").locator("visible=true")).to_have_text("IDA*")
    lines = [line.strip() for line in lesson.pseudocode.splitlines()]
    expect(page.locator(".lesson .code-panel code")).to_have_text(lines)
    for text in (lesson.look, "If h is admissible", "It finds a shortest solution: 9 moves."):
        says(page, ".lesson", text)
    says(page, ".lesson cite", "Depth-first iterative-deepening: an optimal admissible tree search")
    expect(page).to_have_title("IDA* · Taquin")


def test_the_example_plays_and_a_lesson_is_printed_light_and_without_controls(visits: Visits) -> None:
    page = visits.open("#learn/hill_climbing", theme="dark")
    says(page, ".lesson .taquin-search-head", "before the first step")
    page.get_by_label("Speed").locator("visible=true").select_option("16")
    page.get_by_role("button", name="Play (Space)").locator("visible=true").click()
    says(page, ".lesson .taquin-search-head", "Stuck: h = 5 here, and the best neighbour has h = 6 (local optimum)")
    says(page, ".lesson .code-panel", "no move is taken: h is 5 here, and the best neighbour has h = 6")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    for name in (".masthead", ".contents", ".lesson .taquin-transport", ".colophon"):
        expect(page.locator(name)).to_be_hidden()
    for name in (".lesson .code-panel", ".lesson canvas", ".lesson cite"):
        expect(page.locator(name).first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    page.emulate_media(media="screen", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light dark"


def test_the_example_has_no_void_and_links_lead_on(visits: Visits) -> None:
    page = visits.open("#learn/astar")
    for width, height in ((1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".lesson-text .code-panel")).to_have_count(1)
        main, tree, legend, box = (
            page.locator(f".lesson {name}").evaluate("element => element.getBoundingClientRect().toJSON()")
            for name in (".taquin-search-main", ".taquin-tree", ".taquin-legend", ".code-panel")
        )
        assert abs(main["height"] - tree["height"]) <= 1
        assert tree["top"] < legend["top"] < legend["bottom"] <= tree["bottom"]
        assert box["right"] <= tree["left"], "the text is beside its example"
    page.locator(".contents").get_by_role("link", name="Linear conflict").click()
    says(page, ".lesson", "At the start h = 8; a shortest solution has 10 moves.")
    page.get_by_role("link", name="Solve with it").click()
    expect(page.get_by_label("Heuristic").locator("visible=true")).to_have_value("linear_conflict")
    page.go_back()
    expect(page.locator("h1").locator("visible=true")).to_have_text("Linear conflict")


def test_the_first_lesson_is_marked_and_what_was_opened(visits: Visits) -> None:
    page = visits.open("#learn", is_own=True)
    first, second = (page.locator(".is-path > li").nth(place) for place in (0, 1))
    expect(first).to_contain_text("Breadth-first search Begin here")
    first.get_by_role("link").click()
    page.get_by_role("link", name="Next lesson: depth-first search").click()
    says(page, ".view", "Depth-first search")
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(second).to_contain_text("✓ opened")
    expect(page.locator(".is-path > li").nth(2)).to_contain_text("Next")
    page.goto(f"{visits.url}#exercises")
    expect(page.locator(".exercises .cards > li").first).to_contain_text("Begin here")


def test_the_tree_of_an_example_is_shown_at_every_width(visits: Visits) -> None:
    page = visits.open("#learn/astar")
    canvas = page.locator(".lesson-stage canvas")
    for width in (1210, 1330, 1440, 1700, 1770):
        page.set_viewport_size({"width": width, "height": 768})
        expect(canvas).to_be_visible()
        holds(page, "() => document.querySelector('.lesson-stage canvas').clientHeight > 150")


@pytest.mark.slow
def test_every_lesson_opens_and_shows_its_tree(visits: Visits) -> None:
    page = visits.open("#learn")
    for key, name in NAMES.items():
        page.goto(f"{visits.url}#learn/{key}")
        expect(page.locator("h1").locator("visible=true")).to_have_text(name, ignore_case=True)
        expect(page.locator(".lesson .taquin-tree canvas").locator("visible=true")).to_be_visible()
        says(page, ".lesson", "Example")
