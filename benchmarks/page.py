"""The page without a server in Chromium: how soon it can be used, what it transfers, and Korf's 100 boards.

    make page
    python benchmarks/page.py [--folder build/page --folder another] [--visits 3] [--no-slow] [--no-korf]

Serves each folder with gzip, and opens it in a new browser context for each first visit; a second visit follows in the
same context, once the service worker has kept all files. The folders take turns, so that their times can be compared on
a busy machine. Times are seconds from the beginning of the navigation, the medians of the visits:

- playable: the page shows its first view, and responds;
- Python: a web worker is ready to search;
- 8-puzzle: the hardest 8-puzzle, which is not prepared, is solved by A*;
- Korf 1: the first of Korf's 15-puzzles (57 moves) is solved by the default method;
- Watch 31: A* with misplaced tiles on the hardest 8-puzzle is shown, and its 143,840 expansions have ended.

Then the same at 10 Mbit/s, shared by all connections: the server throttles itself, because a browser's throttling does
not reach workers. Bytes are those that the server sent; with --no-slow those before Python is ready are too many: a
local server has sent more before the script notices. At last a web worker solves Korf's 100 boards by the default
method, and the core of this machine does the same on one thread; every length is compared with the published one.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Lock, Thread
from typing import Any

from taquin.experiments.instances import instance_set
from taquin.puzzle.board import one_line
from taquin.solving.solver import solve

ROOT = Path(__file__).parents[1]
HARDEST = "#solve?board=8,6,7/2,5,4/3,0,1&method=astar(manhattan)"
KORF_1 = "#solve?board=14,13,15,7/11,12,9,5/6,0,2,1/4,8,10,3&goal=blank-first"
WATCH_31 = "#watch?board=8,6,7/2,5,4/3,0,1&method=astar(misplaced)"
SLOW = 10_000_000 / 8
"""Bytes per second."""
CHUNK = 16_384
MEGABYTE = 1e6
READY = "html[data-ready]"
PYTHON = "python"
ANSWER = ".answer:not([hidden]) .facts"
RECORDED = ".watch:has(.taquin-counter):has(.cancel[hidden])"
COLUMNS = ("playable", "Python", "8-puzzle", "Korf 1", "Watch 31")
WATCH = """(() => {
  const seen = window.seen = {};
  const selectors = ["html[data-ready]", ".answer:not([hidden]) .facts",
    ".watch:has(.taquin-counter):has(.cancel[hidden])"];
  const look = () => {
    for (const one of selectors) if (!(one in seen) && document.querySelector(one)) seen[one] = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(...values) {
      super(...values);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "ready") seen.python ??= performance.now();
      });
    }
  };
})()"""
"""Notes when a selector is first found, and when a worker is ready."""
IS_KEPT = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const names = await caches.keys();
  return names.length > 0 && (await (await caches.open(names[0])).keys()).length > 50;
}"""
SOLVE_ALL = """async ([boards, script]) => {
  const worker = new Worker(script, { type: "module" });
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


class Line:
    """What a server sends through: counts bytes, and lets at most ``speed`` of them pass per second."""

    def __init__(self, speed: float = 0) -> None:
        self.speed = speed
        self.sent = 0
        self._lock = Lock()
        self._free = 0.0

    def send(self, stream: Any, content: bytes) -> None:
        for start in range(0, len(content), CHUNK):
            part = content[start : start + CHUNK]
            with self._lock:
                self.sent += len(part)
                begin = max(self._free, time.monotonic())
                self._free = begin + (len(part) / self.speed if self.speed else 0)
            time.sleep(max(0.0, self._free - time.monotonic()))
            stream.write(part)


class Files(SimpleHTTPRequestHandler):
    """Serves files, compressed, through a line."""

    protocol_version = "HTTP/1.1"
    packed: dict[Path, bytes] = {}  # noqa: RUF012 - shared by all requests

    def __init__(self, *values: Any, line: Line, **options: Any) -> None:
        self._line = line
        super().__init__(*values, **options)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        if path not in self.packed:
            self.packed[path] = gzip.compress(path.read_bytes(), 6, mtime=0)
        tag = f'"{hash(self.packed[path])}"'
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.send_header("ETag", tag)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(self.packed[path])))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self._line.send(self.wfile, self.packed[path])

    def log_message(self, *values: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """A server of files."""

    def handle_error(self, *values: object) -> None:
        """A browser that is closed drops its connections."""


@contextmanager
def served(folder: Path, line: Line) -> Iterator[str]:
    """The address of a folder."""
    with Server(("127.0.0.1", 0), partial(Files, directory=str(folder), line=line)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def visit(context: Any, address: str, what: str, line: Line) -> tuple[dict[str, float], int, Any]:
    """When things were first seen, in seconds; the bytes that were sent until ``what`` was seen; and the page."""
    before = line.sent
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    while what not in (seen := page.evaluate("window.seen ?? {}")):
        page.wait_for_timeout(10)
    return {name: value / 1000 for name, value in seen.items()}, line.sent - before, page


def leave(page: Any, *, is_kept: bool) -> None:
    """Close a page; before that, wait until the browser has kept everything."""
    while is_kept and not page.evaluate(IS_KEPT):
        page.wait_for_timeout(50)
    if is_kept:
        page.wait_for_timeout(5000)  # tables are built and stored
    page.close()


def measure(browser: Any, folder: Path, rows: dict[str, list[list[float]]]) -> tuple[int, int]:
    """Add the times of a first and a second visit to the rows. Returns the bytes before Python is ready, and all."""
    line, times = Line(), {"first visit": [0.0] * len(COLUMNS), "second visit": [0.0] * len(COLUMNS)}
    with served(folder, line) as url:
        for what, address, places in (
            (PYTHON, "", {READY: 0, PYTHON: 1}),
            (ANSWER, HARDEST, {ANSWER: 2}),
            (ANSWER, KORF_1, {ANSWER: 3}),
            (RECORDED, WATCH_31, {RECORDED: 4}),
        ):
            context, start = browser.new_context(), line.sent
            for name, row in times.items():
                seen, sent, page = visit(context, url + address, what, line)
                leave(page, is_kept=name == "first visit")
                for key, place in places.items():
                    row[place] = seen[key]
                if what == PYTHON and name == "first visit":
                    first, everything = sent, line.sent - start
            context.close()
    for name, row in times.items():
        rows.setdefault(name, []).append(row)
    return first, everything


def measure_slowly(browser: Any, folder: Path, rows: dict[str, list[list[float]]]) -> int:
    """The same at 10 Mbit/s, without the searches. Returns the bytes before Python is ready."""
    line, context = Line(SLOW), browser.new_context()
    with served(folder, line) as url:
        seen, sent, _ = visit(context, url, PYTHON, line)
        context.close()
    rows.setdefault("at 10 Mbit/s", []).append([seen[READY], seen[PYTHON]])
    return sent


def report(name: str, times: list[float], expanded: int) -> None:
    """Print the mean and the worst of some times, and the nodes that were expanded."""
    mean = sum(times) / len(times)
    speed = expanded / sum(times) / 1000
    print(f"Korf's 100 {name}: mean {mean:.1f} ms, worst {max(times):.0f} ms, {speed:.1f} M nodes a second")


def solve_korf(browser: Any, folder: Path) -> int:
    """Solve Korf's boards in a worker and by the core of this machine. Returns the number of wrong lengths."""
    instances = instance_set("korf100").instances
    with served(folder, Line()) as url:
        page = browser.new_page()
        page.goto(url + "LICENSES.txt")
        script = next(folder.rglob("python_worker.js")).relative_to(folder).as_posix()
        found = page.evaluate(SOLVE_ALL, [[one_line(one.board) for one in instances], script])
    rows = found["results"]
    print(f"the first 15-puzzle, with its databases built: {found['setUp']:.0f} ms")
    report("in the browser", [row["milliseconds"] for row in rows], sum(row["expanded"] for row in rows))
    method = rows[0]["spec"].replace("threads=0", "threads=1")
    solve(instances[0].board, goal="blank-first", algorithm=method)  # builds the databases
    times, expanded, wrong = [], 0, 0
    for instance, row in zip(instances, rows, strict=True):
        begin = time.perf_counter()
        result = solve(instance.board, goal="blank-first", algorithm=method)
        times.append(1000 * (time.perf_counter() - begin))
        expanded += result.stats.expanded
        wrong += not row["length"] == result.length == instance.optimum
    report("natively, one thread", times, expanded)
    print(f"{wrong} wrong lengths")
    return wrong


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, action="append", help="may be given several times")
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--no-slow", action="store_true", help="not at 10 Mbit/s")
    parser.add_argument("--no-korf", action="store_true", help="not Korf's 100 boards")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium

    folders = given.folder or [ROOT / "build" / "page"]
    tables: dict[Path, dict[str, list[list[float]]]] = {folder: {} for folder in folders}
    sent: dict[Path, tuple[int, int]] = {}
    with chromium() as browser:
        for _ in range(given.visits):
            for folder in folders:
                sent[folder] = measure(browser, folder, tables[folder])
                if not given.no_slow:
                    sent[folder] = (measure_slowly(browser, folder, tables[folder]), sent[folder][1])
        for folder, rows in tables.items():
            first, everything = sent[folder]
            print(
                f"\n{folder}: {first / MEGABYTE:.1f} MB before Python is ready, {everything / MEGABYTE:.1f} MB in all"
            )
            print(f"{'':14}" + "".join(f"{column:>10}" for column in COLUMNS))
            for name, visits in rows.items():
                medians = (median(values) for values in zip(*visits, strict=True))
                print(f"{name:14}" + "".join(f"{value:>8.2f} s" for value in medians))
        return 0 if given.no_korf else int(solve_korf(browser, folders[-1]) > 0)


if __name__ == "__main__":
    sys.exit(main())
