"""The view Code in Chromium: searches of users in the stage, errors, and code that must not reach anything."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser import Contexts
from serving import serving
from static_page import PATH
from taquin.web.server.security import CODE_POLICY
from taquin.web.settings import Settings
from visiting import Visits, button, holds, says, widest

FILL = "code => ace.edit(document.querySelector('.code-ace')).setValue(code, -1)"
TEXT = "ace.edit(document.querySelector('.code-ace')).getValue()"
HOSTILE = r"""
const { python } = self.passed;
const attempts = {
  fetch: () => fetch(python + "files.json"),
  foreign: () => fetch("https://taquin.invalid/"),
  request: () => { const request = new XMLHttpRequest(); request.open("GET", python, false); request.send(); },
  import: () => import(python + "../page/main.js"),
  script: () => import("data:text/javascript,export default 1"),
  importScripts: () => importScripts(python + "../page/main.js"),
  eval: () => eval("1"),
  worker: () => new Worker(python + "../page/python_worker.js"),
  indexedDB: () => new Promise((resolve, reject) => {
    const request = indexedDB.open("taquin");
    request.onsuccess = resolve;
    request.onerror = reject;
  }),
  caches: () => caches.keys(),
  files: () => navigator.storage.getDirectory(),
  localStorage: () => localStorage.length,
  window: () => window.parent.document,
  socket: () => new Promise((resolve, reject) => {
    const socket = new WebSocket(python.replace("http", "ws"));
    socket.onopen = resolve;
    socket.onerror = reject;
  }),
};
const reached = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    reached.push(name);
  } catch {}
}
new BroadcastChannel("taquin").postMessage("hostile");
const tell = (message) => postMessage(JSON.stringify(message));
tell({ kind: "ready" });
self.onmessage = () => {
  const error = { message: `origin ${self.origin}, reached ${reached.join() || "nothing"}`, hint: "" };
  tell({ kind: "response", text: JSON.stringify({ error }) });
};
"""
"""Takes the place of Python in the sandbox, where nothing is removed: the frame and its policy are enough."""
LISTEN = "() => { new BroadcastChannel('taquin').onmessage = () => { globalThis.wasReached = true; }; }"
IN_FRAME = """async () => {
  const attempts = [
    () => parent.document, () => localStorage, () => fetch("https://taquin.invalid/"), () => top.location.href,
  ];
  const reached = [];
  for (const [place, attempt] of attempts.entries()) {
    try { await attempt(); reached.push(place); } catch {}
  }
  return [origin, reached];
}"""


def write(page: Page, code: str) -> None:
    """Replace the code, and run it."""
    page.locator(".code-ace").wait_for()
    page.evaluate(FILL, code)
    button(page, "Run")


def reach(page: Page, wanted: str) -> None:
    """Press Tab until the focus is where it should be."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(f"({wanted})(document.activeElement)"):
            return
    pytest.fail(f"Tab does not reach {wanted}")


def test_a_search_is_shown_and_an_error_has_its_line(static: Visits) -> None:
    page = static.open("#code")
    says(page, ".coding", "A* with heapq")
    page.keyboard.press("Control+Enter")
    button(page, "Run")
    says(page, ".coding .notice", "Your code found a solution of 14 moves.")
    says(page, ".coding .taquin-search", "step 0 / 77")
    page.keyboard.press("End")
    says(page, ".coding .taquin-counters", "Expanded76Generated127")
    page.locator(".coding .taquin-search-head").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".code-ace .code-line")).to_be_visible()
    write(page, "def search(start, successors):\n    print('one')\n    successors(start)\n    return 1 / 0\n")
    says(page, ".coding .notice", "Line 4: Your code failed: ZeroDivisionError: division by zero.")
    says(page, ".code-printed", "one")
    says(page, ".coding .taquin-search", "step 0 / 1")
    page.set_viewport_size({"width": 390, "height": 844})
    assert widest(page) <= 390


def test_a_link_has_the_code_and_does_not_run_it(static: Visits) -> None:
    page = static.open("#code")
    code = "def search(start):\n    print('of a stranger')\n"
    page.locator(".code-ace").wait_for()
    page.evaluate(FILL, code)
    holds(page, "() => location.hash.includes('python=')")
    other = static.open(page.evaluate("location.hash"), is_own=True)
    says(other, ".coding .notice", "This code came with the link. Read it before you run it.")
    other.locator(".code-ace").wait_for()
    assert other.evaluate(TEXT) == code
    assert len(other.frames) == 1
    expect(other.locator(".code-printed")).to_be_hidden()
    other.goto("about:blank")
    other.goto(f"{static.url}#code")  # the code of a link replaces nothing until it is changed
    other.locator(".code-ace").wait_for()
    assert "heappush" in other.evaluate(TEXT)


def test_a_loop_without_end_is_stopped(static: Visits) -> None:
    page = static.open("#code")
    code = "def search(start):\n    print('begun')\n    while True:\n        pass\n"
    write(page, code)
    says(page, ".code-printed", "begun")
    button(page, "Stop")
    says(page, ".coding .notice", "Stopped.")
    assert page.evaluate(TEXT) == code
    write(page, "def search(start, is_goal):\n    return ''\n")
    says(page, ".coding .notice", "Your code returned moves that do not lead to the goal")


def test_hostile_code_reaches_nothing(static_address: str, contexts: Contexts) -> None:
    """Not the network, not what the browser keeps for the page, not another tab, and not the page."""
    page = contexts.page(static_address, "light", "reduce", is_own=True)
    page.route("**/sandbox_worker.js", lambda route: route.fulfill(body=HOSTILE, content_type="text/javascript"))
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(static_address + "#code")
    page.evaluate(LISTEN)
    button(page, "Run")
    says(page, ".coding .notice", "Origin null, reached nothing.")
    assert not page.evaluate("'wasReached' in globalThis")
    assert page.frames[1].evaluate(IN_FRAME) == ["null", []]
    assert [url for url in requests if not url.startswith((static_address, "blob:"))] == []
    contexts.give_back(page, static_address, f"{static_address}/empty")


def test_the_policy_of_the_server_names_the_script_of_the_frame(static: Visits) -> None:
    page = static.open("#code")
    button(page, "Run")
    script = page.frames[1].locator("script").text_content() or ""  # waits for it
    assert b64encode(sha256(script.encode()).digest()).decode() in CODE_POLICY


def test_an_exercise_of_a_unit_is_checked_and_counts(static: Visits) -> None:
    page = static.open("#exercises/heuristics")
    page.get_by_role("link", name="A heuristic between two").click()
    says(page, ".code-about", "never above the Manhattan distance")
    page.locator(".code-ace").wait_for()
    button(page, "Check")
    says(page, ".coding .notice", "Not yet. h is above Misplaced tiles on 0 boards, and below it on 0 boards.")
    expect(page.locator(".facts-table tr").first).to_contain_text("admissible")
    page.get_by_text("The whole report as text").click()
    says(page, ".code-report", "both give the same estimate on every board")
    right = page.evaluate(TEXT).replace("+= 1", "+= max(rows, across)")
    page.evaluate(FILL, right)
    button(page, "Check")
    says(page, ".coding .notice", "Solved. Your h is admissible and consistent on 181,440 boards.")
    page.get_by_role("link", name="To the unit of this exercise").click()
    says(page, ".unit-links", "✓ A heuristic between two")
    says(page, ".score", "1 of 1 answer right.")
    page.go_back()
    says(page, ".code-about", "never above the Manhattan distance")
    assert page.evaluate(TEXT) == right


def test_every_program_keeps_what_the_user_made_of_it(static: Visits) -> None:
    page = static.open("#code/greedy")
    page.locator(".code-ace").wait_for()
    page.evaluate(FILL, "def h(board, goal):\n    return 1\n")
    page.get_by_label("Program to begin with").select_option("between")
    page.get_by_label("Program to begin with").select_option("greedy")
    says(page, ".coding .notice", "This is your version.")
    assert page.evaluate(TEXT) == "def h(board, goal):\n    return 1\n"
    button(page, "Begin again")
    assert "heappush" in page.evaluate(TEXT)


def test_the_code_races_in_the_sandbox(static: Visits) -> None:
    page = static.open("#code/astar")
    button(page, "Run")
    button(page, "Race it")
    assert len(page.locator(".lanes li").all()) == 3
    button(page, "Start the race")
    says(page, ".race .sentence", "Your code and A* · Manhattan expanded the fewest nodes, 76 each")
    page.get_by_label("Remove Your code from the race").click()
    page.get_by_text("Add a method").click()
    button(page, "Add your code")
    says(page, ".race .entrants", "Your code")
    page.goto("about:blank")
    other = static.open("#race?methods=code;bfs", is_own=True)
    button(other, "Start the race")
    says(other, ".race .notice", "There is no code of yours.")


def test_the_keyboard_alone_writes_runs_and_leaves_the_editor(static: Visits) -> None:
    page = static.open("#code/heuristic")
    page.locator(".code-ace").wait_for()
    page.get_by_label("Program to begin with").focus()
    reach(page, "e => e.classList.contains('ace_scroller')")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("def search(start):\nprint('typed')")
    page.keyboard.press("Control+Enter")
    says(page, ".code-printed", "typed")
    says(page, ".coding .notice", "Your code found no solution.")
    page.keyboard.press("Escape")
    reach(page, "e => e.textContent === 'Check'")
    reach(page, "e => e.getAttribute('aria-label') === 'Printed'")


@pytest.mark.slow
def test_a_server_with_an_exported_page_runs_code_in_the_browser(exported: Path, contexts: Contexts) -> None:
    """Without one, the view says what is missing."""
    with serving(Settings(workers=1, page=exported / PATH)) as server:
        visits = Visits(server.url, contexts)
        page = visits.open("#code")
        button(page, "Run")
        says(page, ".coding .notice", "Your code found a solution of 14 moves.")
        visits.close()


def test_a_server_without_one_says_what_is_missing(visits: Visits) -> None:
    """Above everything else, also where the user has a version of the program; there is no button that does nothing."""
    page = visits.open("#code")
    if visits.url.endswith(PATH):
        pytest.skip("a test of the server")
    missing = page.locator(".coding .rail > section > :first-child")
    expect(missing).to_contain_text("this server was started without Python for the browser.")
    assert [text.split("\n") for text in missing.locator("pre").all_inner_texts()] == [
        ["make runtime", "make web"],
        ["taquin export-page PAGE --runtime RUNTIME", "taquin serve --page PAGE"],
    ]
    page.locator(".code-area").fill("def h(board, goal):\n    return 0\n")
    page.keyboard.press("Control+Enter")
    page.reload()
    says(page, ".coding [role=status]", "This is your version.")
    expect(missing).to_be_visible()
    for name in ("Run", "Check", "Stop"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
