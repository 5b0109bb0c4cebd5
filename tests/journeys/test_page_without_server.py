"""A visitor of the page without a server: before Python has loaded, and while a new version is published."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Contexts, wait_for_change
from static_page import PATH, served
from taquin.web.browser import export
from unloaded import IS_KEPT, PYTHON, without_python
from visiting import BOARD, NEAR, Visits, says, widest

MOST_REQUESTS = 20
"""Before Python is loaded."""


COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector('.loading-bar').getBoundingClientRect();
  const controls = [...document.querySelectorAll('a, button, input, select, summary')];
  const isCovered = (one) => one.checkVisibility() && one.getBoundingClientRect().bottom > bar.top;
  return controls.filter(isCovered).map((one) => one.outerHTML);
}"""
"""The controls that the loading bar covers when the page is scrolled to its end."""


def test_what_works_before_python_has_loaded(static: Visits) -> None:
    """Playing, the search that Watch shows first, a lesson, and the course; on a phone nothing is covered."""
    page = without_python(static, f"#play?board={NEAR}")
    assert len([url for url in static.requests if not PYTHON.search(url)]) <= MOST_REQUESTS
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    says(page, ".play", "Solved")
    page.goto(static.url + f"#watch?board={BOARD}")
    expect(page.locator(".watch-stage canvas").first).to_be_visible()
    page.goto(static.url + "#learn/astar")
    expect(page.locator(".lesson-stage canvas").first).to_be_visible()
    page.goto(static.url + "#exercises/astar")
    says(page, ".view", "A* expands the node with the least f")
    page.get_by_role("link", name="Weighted A* (weight 3) · Manhattan").click()
    says(page, ".watch .taquin-search-head", "Weighted A*")
    page.goto(static.url + f"#solve?board={BOARD}&method=ida_star(pdb)")
    says(page, ".running", "Python is loading (0.0 of ")
    says(page, ".running", "MB), then the search starts.")
    expect(page.locator(".running")).not_to_contain_text("Searching")
    says(page, ".loading-bar", "Python is loading (0.0 of ")
    page.locator(".solve .method-form summary").last.click()
    expect(page.locator(".solve").get_by_label("Threads")).to_be_disabled()
    says(page, ".method-form", "for more, use a terminal: taquin solve")
    says(page, ".method-form", "for 7-8, use a terminal: taquin pdb build")
    page.goto(static.url + "#race")
    says(page, ".view.race", "install Taquin and run taquin experiment")
    page.goto(static.url + "#learn")
    says(page, ".colophon", "taquin serve")
    page.set_viewport_size({"width": 390, "height": 844})
    for view in ("solve", "watch", "race", "space", "learn", "learn/astar", "exercises/astar", "play"):
        page.goto(f"{static.url}#{view}")
        expect(page.locator(f".view.{view.partition('/')[0]}").locator("visible=true")).to_be_visible()
        assert widest(page) <= 390, view
        assert page.evaluate(COVERED) == [], view


@pytest.mark.slow
def test_an_open_tab_keeps_its_version(exported: Path, contexts: Contexts, tmp_path: Path) -> None:
    """Two versions and two tabs: each tab works until it is reloaded, although the host has only the new files."""
    site, newer = tmp_path / "site", tmp_path / "newer"
    shutil.copytree(exported / PATH, site)
    shutil.copytree(exported / PATH, newer)
    for path in newer.glob("app-*/prepared/*.json"):
        path.write_text(path.read_text(encoding="utf-8").replace("A* expands the node", "NEWER"), encoding="utf-8")
    export.seal(newer)
    with served(tmp_path) as address:
        context = contexts.page(address, "light", "reduce", is_own=True).context
        tabs = [context.pages[0], context.new_page()]
        for tab in tabs:
            tab.goto(f"{address}site/#play?board={NEAR}")
        wait_for_change(tabs[0], lambda: bool(tabs[1].evaluate(IS_KEPT)))
        site.rename(tmp_path / "gone")
        newer.rename(site)
        tabs[0].evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)")
        for tab in tabs:
            says(tab, ".new-version", "A new version is here: reload")
        tabs[0].get_by_role("button", name="Reload").click()
        tabs[0].goto(f"{address}site/#exercises/astar")
        says(tabs[0], ".view", "NEWER")
        assert tabs[0].evaluate("crossOriginIsolated")
        tabs[1].goto(f"{address}site/#exercises/astar")
        says(tabs[1], ".view", "A* expands the node with the least f")
        tabs[1].goto(f"{address}site/#learn/ida_star")
        expect(tabs[1].locator(".lesson-stage canvas").first).to_be_visible()
        assert len(tabs[0].evaluate("() => caches.keys()")) == 2
        tabs[1].close()

        def is_forgotten() -> bool:
            tabs[0].reload()
            return len(tabs[0].evaluate("() => caches.keys()")) == 1

        wait_for_change(tabs[0], is_forgotten)
        context.close()
