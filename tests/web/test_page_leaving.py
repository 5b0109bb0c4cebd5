"""Leaving a view ends what it was computing, so that the next view does not wait: with a server, and without."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import NamedTuple

import pytest
from playwright.sync_api import Error, Page, Request, Route, Worker, expect

from browser import wait_for_change
from serving import HARD, Serving
from unloaded import PYTHON
from visiting import NEAR, Visits, button, says
from waiting import wait_until

HARD_ADDRESS = HARD.replace(" / ", "/").replace(" ", ",")
METHOD = "ida_star(misplaced)"


class Case(NamedTuple):
    """A view with something that takes long."""

    address: str
    begin: str = ""
    """The button that begins it; some views begin by themselves."""
    path: str = ""
    """Of the request."""
    running: str = "Cancel"
    """What the view says meanwhile."""


CASES = {
    "watch": Case(f"#watch?board={HARD_ADDRESS}&method={METHOD}", path="trace/stream"),
    "watch two": Case(f"#watch?board={HARD_ADDRESS}&method={METHOD}&with=dfs", path="trace/pair/stream"),
    "solve": Case(f"#solve?board={HARD_ADDRESS}&method={METHOD}", path="solve/stream"),
    "race": Case(f"#race?board={HARD_ADDRESS}&methods={METHOD};idbfs", "Start the race", "race", "Stop"),
    "space": Case("#space?board=8,6,7/2,5,4/3,0,1&method=depth_limited(limit=40)", path="expansions/stream"),
    "play": Case(f"#play?board={HARD_ADDRESS}", "Hint", "hint", "Searching"),
}


NOTE_PATHS = """(() => {
  window.paths = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...others) {
    window.paths.push(message.path);
    return post.call(this, message, ...others);
  };
})()"""
"""Notes the paths of the requests that workers get."""


def keep(route: Route, routes: list[Route]) -> None:
    """Do not answer a request yet. Playwright takes no built-in function."""
    routes.append(route)


def leave(page: Page) -> None:
    """Follow the link to another view."""
    page.locator("nav.views a[data-view=learn]").click()
    expect(page.locator(".view.learn:not(.exercises)").first).to_be_visible()


@pytest.mark.parametrize("name", CASES)
def test_leaving_aborts_the_request_and_frees_the_worker(visits: Visits, page_server: Serving, name: str) -> None:
    address, begin, path, _ = CASES[name]
    sent, aborted = list[str](), list[str]()

    def note(request: Request) -> None:
        aborted.append(request.url.partition("/api/")[2])

    page = visits.open("#learn")
    page.on("request", lambda request: sent.append(request.url.partition("/api/")[2]))
    page.on("requestfailed", note)
    page.goto(visits.url + address)
    if begin:
        button(page, begin)
    wait_for_change(page, lambda: path in sent and bool(page_server.site.pool.identities(are_busy=True)))
    leave(page)
    wait_for_change(page, lambda: path in aborted)
    wait_until(lambda: not page_server.site.pool.identities(are_busy=True))
    page.remove_listener("requestfailed", note)


WAITING = {
    "home": ("#home", "trace"),
    "learn": ("#learn/astar", "trace"),
    "a unit": ("#exercises/astar", "course/unit"),
    "a question": ("#exercises/astar?form=astar.next_in_tree&seed=77", "exercise"),
    "a version": ("#exercises/astar?version=77", "course/version"),
}
"""Views whose searches are short: their address, and the path of a request. They may wait for others all the same."""


@pytest.mark.parametrize("name", WAITING)
def test_leaving_aborts_a_request_that_waits(visits: Visits, name: str) -> None:
    address, path = WAITING[name]
    sent, aborted = list[Route](), list[str]()

    def note(request: Request) -> None:
        aborted.append(request.url.partition("/api/")[2])

    page = visits.open("#play", is_own=True)
    page.on("requestfailed", note)
    page.route(f"**/api/{path}", lambda route: keep(route, sent))  # no response comes
    page.goto(visits.url + address)
    wait_for_change(page, lambda: bool(sent))
    page.locator("nav.views a[data-view=solve]").click()
    wait_for_change(page, lambda: path in aborted)
    page.unroute_all()
    page.go_back()
    shown = page.locator(".taquin-tree canvas, .question").locator("visible=true").first
    expect(shown).to_be_visible()


def test_leaving_drops_a_question_that_waits_for_python(static: Visits) -> None:
    """On the page without a server, where home, lessons and first questions are prepared."""
    page = static.open("#play", is_own=True)
    page.add_init_script(NOTE_PATHS)
    held = list[Route]()
    page.goto(f"{static.url}empty")
    page.route(PYTHON, lambda route: keep(route, held))
    page.goto(static.url + WAITING["a question"][0])
    says(page, ".unit-questions", "Python")
    wait_for_change(page, lambda: bool(held))
    page.goto(f"{static.url}#solve?board={NEAR}&method=bfs")
    page.unroute(PYTHON)
    for route in held:
        with suppress(Error):  # the worker that has asked may have ended
            route.continue_()
    says(page, ".answer", "2 moves")
    paths = page.evaluate("window.paths")
    assert "solve/stream" in paths
    assert "exercise" not in paths


def test_leaving_ends_the_worker_of_the_page_without_a_server(static: Visits) -> None:
    page = static.open(f"#solve?board={NEAR}&method=bfs", is_own=True)
    says(page, ".answer", "2 moves")
    for case in CASES.values():
        wait_for_change(page, lambda: len(page.workers) == 2)
        workers = set(page.workers)
        page.goto(static.url + case.address)
        if case.begin:
            button(page, case.begin)
        says(page, "main", case.running)
        leave(page)
        wait_for_change(page, partial(is_one_gone, page, workers))
    page.goto(f"{static.url}#solve?board={NEAR}&method=dfs")
    says(page, ".answer", "Not proven shortest")


def is_one_gone(page: Page, workers: set[Worker]) -> bool:
    return not workers <= set(page.workers)


def test_code_that_is_left_ends_with_its_frame(static: Visits) -> None:
    page = static.open("#code", is_own=True)
    page.locator(".code-editor textarea").first.wait_for(state="attached")
    page.evaluate("document.querySelector('.code-ace').env.editor.setValue('while True:\\n    pass\\n')")
    button(page, "Run")
    says(page, ".coding .notice", "Running")
    frames = page.locator("iframe").element_handles()  # of the run, and perhaps one that waits for the next run
    leave(page)
    wait_for_change(page, lambda: not all(frame.evaluate("frame => frame.isConnected") for frame in frames))
    page.go_back()
    says(page, ".coding .notice", "Stopped. Your code is still here.")


def test_a_view_that_was_left_begins_again_on_return(visits: Visits) -> None:
    """A search without a result runs again; the best solution of one that improves it stays."""
    page = visits.open(f"#solve?board={HARD_ADDRESS}&method={METHOD}")
    says(page, ".progress-words", "expanded ·")
    leave(page)
    page.go_back()
    says(page, ".progress-words", "expanded ·")
    page.goto(f"{visits.url}#race?board={HARD_ADDRESS}&methods={METHOD};bfs")
    button(page, "Start the race")
    says(page, ".race", "Stop")
    leave(page)
    page.go_back()
    says(page, ".race .notice", "Stopped: 0 of 2 methods had finished.")
    button(page, "Race again")
