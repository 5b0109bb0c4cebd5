"""The page without a server in Chromium: how soon it can be used, and Korf's 100 boards.

    make page
    python benchmarks/page.py [--folder build/page] [--visits 3]

Serves the folder, and opens it in a new browser context for each visit. Times are in milliseconds from the beginning of
the navigation: to the first paint, until Play can be used, until a link to a prepared search shows its tree, and until
the first search by Python has ended. Then a web worker solves Korf's 100 boards by the default method, and the core of
this machine does the same on one thread. Every length is compared with the published one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from taquin.experiments.instances import instance_set
from taquin.puzzle.board import one_line
from taquin.solving.solver import solve

ROOT = Path(__file__).parents[1]
BOARD = "8,1,3/4,0,2/7,6,5"
SOLVE_ALL = """async (boards) => {
  const worker = new Worker("page/python_worker.js", { type: "module" });
  const next = (kind) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === kind) resolve(data);
      if (data.kind === "failed") reject(new Error(data.message));
    };
  });
  const ask = async (board) => {
    const begin = performance.now();
    worker.postMessage({ path: "solve", body: JSON.stringify({ board, goal: "blank-first" }) });
    const { content } = await next("response");
    return { ...JSON.parse(new TextDecoder().decode(content)), milliseconds: performance.now() - begin };
  };
  await next("ready");
  const first = await ask("1 0 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15");
  const results = [];
  for (const board of boards) results.push(await ask(board));
  return { setUp: first.milliseconds, results };
}"""


def visit(browser: Any, url: str, address: str, selector: str) -> tuple[float, float, int]:
    """When the first paint came, when the selector was there, and the number of requests before Python's."""
    context, requests = browser.new_context(), list[str]()
    page = context.new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.goto(url + address, wait_until="commit")
    page.wait_for_selector(selector, timeout=120_000)
    seen = page.evaluate("performance.now()")
    paint = page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")
    context.close()
    return paint, seen, len([one for one in requests if "/python/" not in one])


def report(name: str, times: list[float], expanded: int) -> None:
    """Print the mean and the worst of some times, and the nodes that were expanded."""
    mean = sum(times) / len(times)
    speed = expanded / sum(times) / 1000
    print(f"Korf's 100 {name}: mean {mean:.1f} ms, worst {max(times):.0f} ms, {speed:.1f} M nodes a second")


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "page")
    parser.add_argument("--visits", type=int, default=3)
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium
    from static_page import served

    instances = instance_set("korf100").instances
    with served(given.folder) as url, chromium() as browser:
        for _ in range(given.visits):
            paint, ready, requests = visit(browser, url, "", "html[data-ready]")
            watch = visit(browser, url, f"#watch?board={BOARD}", ".watch-stage canvas")[1]
            search = visit(browser, url, f"#solve?board={BOARD}&method=bfs", ".answer")[1]
            print(f"first paint {paint:.0f} ms, playable {ready:.0f} ms, {requests} requests before Python")
            print(f"prepared link {watch:.0f} ms, first search {search:.0f} ms")
        page = browser.new_page()
        page.goto(url + "LICENSES.txt")
        found = page.evaluate(SOLVE_ALL, [one_line(each.board) for each in instances])
    rows = found["results"]
    print(f"the first 15-puzzle, with its databases built: {found['setUp']:.0f} ms")
    report("in the browser", [row["milliseconds"] for row in rows], sum(row["expanded"] for row in rows))
    method = rows[0]["spec"].replace("threads=0", "threads=1")
    solve(instances[0].board, goal="blank-first", algorithm=method)  # builds the databases
    times, expanded, wrong = [], 0, 0
    for instance, row in zip(instances, rows, strict=True):
        begin = perf_counter()
        result = solve(instance.board, goal="blank-first", algorithm=method)
        times.append(1000 * (perf_counter() - begin))
        expanded += result.stats.expanded
        wrong += not row["length"] == result.length == instance.optimum
    report("natively, one thread", times, expanded)
    print(f"{wrong} wrong lengths")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
