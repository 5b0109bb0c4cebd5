"""The page without a server, in Chromium: what works before Python has loaded, searches, cancelling, and offline."""

from __future__ import annotations

from collections.abc import Iterator
from gzip import compress
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, Worker, expect

from browser import Contexts, wait_for_change
from serving import HARD
from static_page import ISOLATION, PATH, RUNTIME, served
from visiting import BOARD, NEAR, Visits, board, button, says, widest

HARD_ADDRESS = HARD.replace(" / ", "/").replace(" ", ",")
KORF_2 = "13,5,4,10/9,12,8,14/2,3,7,1/0,15,11,6"
"""The second of Korf's boards, 55 moves from the goal with the blank first (Korf 1985)."""
MOST_REQUESTS = 20
"""Before Python is loaded."""
MOST_BYTES = 12_000_000
"""Of all files, compressed as web hosts do it."""
COVERED = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector('.loading-bar').getBoundingClientRect();
  const controls = [...document.querySelectorAll('a, button, input, select, summary')];
  const isCovered = (one) => one.checkVisibility() && one.getBoundingClientRect().bottom > bar.top;
  return controls.filter(isCovered).map((one) => one.outerHTML);
}"""
"""The controls that the loading bar covers when the page is scrolled to its end."""
IS_KEPT = "() => caches.keys().then((names) => names.length > 0 && navigator.serviceWorker.controller !== null)"

FAIL_TO_RESPOND = """() => {
  const post = self.postMessage;
  self.postMessage = (data) => {
    if (data.kind === "response") throw new RangeError("Array buffer allocation failed");
    post.call(self, data);
  };
}"""
THROW = "() => void setTimeout(() => { throw new RangeError('Out of memory'); })"


@pytest.fixture
def static(static_address: str, contexts: Contexts) -> Iterator[Visits]:
    made = Visits(static_address, contexts)
    yield made
    made.close()


def without_python(static: Visits, view: str, *, fails: bool = False) -> Page:
    """A page where the files of Python never arrive, or where its WebAssembly cannot be fetched."""

    def answer(route: Route) -> None:
        url = route.request.url
        if url.endswith(".json") or (fails and not url.endswith("pyodide.asm.wasm")):
            route.continue_()
        elif fails:
            route.abort()

    page = static.contexts.page(static.url, "light", "reduce", is_own=True)
    page.route("**/python/*", answer)
    static.pages.append(page)
    page.on("request", static._list)
    page.goto(static.url + view)
    page.wait_for_selector("html[data-ready]")
    return page


def test_what_works_before_python_has_loaded(static: Visits) -> None:
    """Playing, the search that Watch shows first, a lesson, and the course; on a phone nothing is covered."""
    page = without_python(static, f"#play?board={NEAR}")
    assert len([url for url in static.requests if "/python/" not in url]) <= MOST_REQUESTS
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
    says(page, ".loading-bar", "Loading Python: 0.0 of ")
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


def test_all_files_together_are_small(exported: Path) -> None:
    files = [path for path in exported.rglob("*") if path.is_file()]
    assert sum(len(compress(path.read_bytes(), 6)) for path in files) <= MOST_BYTES


def test_a_page_opened_from_a_disk_says_what_to_do(exported: Path, contexts: Contexts) -> None:
    page = contexts.page("file:", "light", "reduce", is_own=True)
    page.goto((exported / PATH / "index.html").as_uri())
    says(page, ".unstarted", "If you opened it from a disk, run python -m http.server in its folder")
    page.context.close()


@pytest.mark.slow
def test_python_is_loaded_again_after_every_failure(static: Visits) -> None:
    """A file that cannot be fetched, a search that is cancelled, too little memory for a response, and an error."""
    page = without_python(static, f"#solve?board={BOARD}&method=astar(manhattan)", fails=True)
    says(page, ".results .notice", "Python could not be loaded.")
    expect(page.locator(".loading-bar")).to_be_hidden()
    page.unroute_all()
    button(page, "Solve")
    says(page, ".answer", "14 moves")
    says(page, ".answer", "Proven shortest.")
    workers = cancel_and_go_on(page, static.url)
    wait_for_change(page, lambda: len(set(workers) - set(page.workers)) == 1)
    page.workers[0].evaluate(FAIL_TO_RESPOND)
    page.goto(static.url + f"#solve?board={BOARD}&method=dfs")
    says(page, ".notice", "This tab ran out of memory, and Python was restarted.")
    page.goto(static.url + f"#solve?board={NEAR}&method=bfs")
    says(page, ".answer", "2 moves")
    worker = page.workers[0]
    worker.evaluate(THROW)
    wait_for_change(page, lambda: worker not in page.workers)


def cancel_and_go_on(page: Page, url: str) -> list[Worker]:
    """Cancel a search, and run another one. Returns the workers before."""
    page.goto(f"{url}#solve?board={HARD_ADDRESS}&method=ida_star(misplaced)")
    says(page, ".view.solve", "expanded")
    workers = page.workers
    button(page, "Cancel")
    says(page, ".view.solve", "Cancelled")
    page.goto(f"{url}#solve?board={BOARD}&method=bfs")
    says(page, ".answer", "14 moves")
    return workers


@pytest.mark.slow
def test_with_shared_memory_a_worker_survives_and_the_second_visit_needs_no_server(
    exported: Path, contexts: Contexts
) -> None:
    with served(exported, ISOLATION) as address:
        visits = Visits(address + PATH, contexts)
        page = visits.open(f"#solve?board={HARD_ADDRESS}&method=bfs", is_own=True)
        page.get_by_text("Limits").click()
        page.get_by_label("Megabytes").fill("5")
        says(page, ".answer", "Reached the memory limit of 5 MB.")
        if (RUNTIME / "taquin_core.wasm").exists():
            page.get_by_label("Megabytes").fill("")
            page.goto(f"{visits.url}#solve?board={KORF_2}&goal=blank-first")
            says(page, ".answer", "55 moves")
            says(page, ".answer", "Proven shortest.")
            says(page, ".answer .facts", "C++ core")
        before = cancel_and_go_on(page, visits.url)
        assert set(before) <= set(page.workers)
        wait_for_change(page, lambda: bool(page.evaluate(IS_KEPT)))
    page.goto(visits.url + f"#solve?board={NEAR}&method=bfs")
    page.reload()
    says(page, ".answer", "2 moves")
    page.goto(visits.url + f"#play?board={BOARD}")
    assert board(page) == BOARD
    visits.close()
