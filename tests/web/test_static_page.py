"""The page without a server, in Chromium: what works before Python has loaded, searches, cancelling, and offline."""

from __future__ import annotations

import re
from gzip import compress
from pathlib import Path

import pytest
from playwright.sync_api import Page, Worker, expect

from browser import Contexts, wait_for_change
from serving import HARD
from static_page import ISOLATION, PATH, RUNTIME, served, worker_script
from unloaded import IS_KEPT, without_python
from visiting import BOARD, NEAR, UNSOLVABLE, Visits, board, button, says

HARD_ADDRESS = HARD.replace(" / ", "/").replace(" ", ",")
KORF_2 = "13,5,4,10/9,12,8,14/2,3,7,1/0,15,11,6"
"""The second of Korf's boards, 55 moves from the goal with the blank first (Korf 1985)."""
MOST_BYTES, MOST_FIRST_BYTES = 16_500_000, 11_000_000
"""Of all files, and of those that are loaded before Python is ready, compressed as web hosts do it."""
POLICY = re.compile(r"^Content-Security-Policy: (.*)$", re.MULTILINE)
GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "static-page.md"

FAIL_TO_RESPOND = """() => {
  const post = self.postMessage;
  self.postMessage = (data) => {
    if (data.kind === "response") throw new RangeError("Array buffer allocation failed");
    post.call(self, data);
  };
}"""
THROW = "() => void setTimeout(() => { throw new RangeError('Out of memory'); })"


ASK = """async ([script, body]) => {
  const worker = new Worker(script, { type: "module" });
  const next = (kind) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === kind) resolve(data);
      else if (data.kind === "failed") reject(new Error(data.message));
    };
  });
  const { isRestored } = await next("ready");
  worker.postMessage({ path: "solve", body: JSON.stringify(body) });
  const { content } = await next("response");
  return [isRestored, JSON.parse(new TextDecoder().decode(content))];
}"""
"""Whether Python was started from its snapshot, and its response to a request."""


def test_small_boards_need_no_python(static: Visits) -> None:
    """Hints, ratings, the parity rule and a repair; and the first question of a unit."""
    page = without_python(static, f"#play?board={NEAR}")
    button(page, "Hint")
    says(page, ".coach-words", "2 moves are left.")
    button(page, "Show the move")
    says(page, ".coach-words", "Slide tile 7 left (←).")
    page.get_by_label("Rate my moves").check()
    page.keyboard.press("ArrowDown")
    says(page, ".coach-words", "Not the best move: 3 moves left. Best was tile 7 left (←): 1 left.")
    page.goto(static.url + f"#play?board={UNSOLVABLE}")
    says(page, ".view.play", "With an odd number of columns no move changes the parity of the inversions")
    button(page, "Swap 7 and 8")
    assert board(page) == "1,2,3/4,5,6/7,8,0"
    page.goto(static.url + "#exercises/heuristics")
    expect(page.locator(".question").first).to_be_visible()
    page.goto(static.url + f"#play?board={HARD_ADDRESS}")
    button(page, "Hint")
    says(page, ".coach-words", "MB), then the search starts.")


def test_the_files_are_small(exported: Path) -> None:
    files = [path for path in exported.rglob("*") if path.is_file()]
    sizes = {path: len(compress(path.read_bytes(), 6)) for path in files}
    assert sum(sizes.values()) <= MOST_BYTES
    later = ("packages.bin", "python_stdlib.zip", "LICENSES.txt", "service_worker.js")
    first = [path for path in files if path.name not in later]
    assert sum(sizes[path] for path in first) <= MOST_FIRST_BYTES


@pytest.mark.skipif(not (RUNTIME / "taquin_core.wasm").exists(), reason="the page has no compiled core")
def test_a_15_puzzle_runs_on_the_core_after_a_start_from_the_snapshot(
    exported: Path, static_address: str, contexts: Contexts
) -> None:
    """The memory of the snapshot has never seen a core."""
    page = contexts.page(static_address, "light", "reduce", is_own=True)
    page.goto(static_address + "LICENSES.txt")
    request = {"board": KORF_2.replace(",", " "), "goal": "blank-first"}
    is_restored, result = page.evaluate(ASK, [f"../../{worker_script(exported)}", request])
    page.context.close()
    assert is_restored
    assert (result["length"], result["quality"], result["backend"]) == (55, "optimal", "native")


@pytest.mark.slow
def test_python_starts_without_snapshot_and_core(exported: Path, static_address: str, contexts: Contexts) -> None:
    page = contexts.page(static_address, "light", "reduce", is_own=True)
    page.goto(static_address + "LICENSES.txt")
    page.route(re.compile(r"snapshot\.bin|taquin_core\.wasm"), lambda route: route.fulfill(status=404))
    request = {"board": BOARD.replace(",", " "), "algorithm": "astar(manhattan)"}
    is_restored, result = page.evaluate(ASK, [f"../../{worker_script(exported)}", request])
    page.context.close()
    assert not is_restored
    assert (result["length"], result["quality"], result["backend"]) == (14, "optimal", "python")


@pytest.mark.slow
def test_a_policy_that_blocks_webassembly_is_named(exported: Path, contexts: Contexts) -> None:
    with served(exported, {"Content-Security-Policy": "default-src 'self'"}) as address:
        page = contexts.page(address, "light", "reduce", is_own=True)
        page.goto(f"{address}{PATH}#solve?board={BOARD}&method=bfs")
        says(page, ".results .notice", "This web host does not let the page run WebAssembly, which Python needs.")
        says(page, ".results .notice", "add 'wasm-unsafe-eval' to script-src")
        page.context.close()


@pytest.mark.slow
def test_the_page_works_under_the_policy_of_the_guide(exported: Path, contexts: Contexts) -> None:
    [policy] = POLICY.findall(GUIDE.read_text(encoding="utf-8"))
    with served(exported, {"Content-Security-Policy": policy}) as address:
        visits = Visits(address + PATH, contexts)
        page = visits.open(f"#solve?board={BOARD}&method=bfs", is_own=True)
        says(page, ".answer", "14 moves")
        page.goto(f"{visits.url}#watch?board={BOARD}&method=bfs")
        expect(page.locator(".watch-stage canvas").first).to_be_visible()
        visits.close()


@pytest.mark.slow
def test_a_missing_prepared_file_is_named_and_computed(static: Visits) -> None:
    page = static.contexts.page(static.url, "light", "reduce", is_own=True)
    page.route("**/prepared/*.json", lambda route: route.fulfill(status=404))
    static.pages.append(page)
    page.on("request", static._list)
    page.goto(static.url + f"#solve?board={BOARD}&method=bfs")
    says(page, ".loading-bar:not([hidden])", "This copy of the page is incomplete: prepared/index.json is missing.")
    says(page, ".answer", "14 moves")


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
