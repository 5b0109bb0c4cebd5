"""The web server under load: requests per second, and latencies.

    python benchmarks/serve.py [--seconds 30] [--clients 50] [--mixed] [--slow N] [--one-address]
                               [--workers N] [--method "astar(manhattan)"] [--json]

Starts ``taquin serve`` in a separate process. Clients, each with one connection, solve random 8-puzzles one after
another with ``POST /api/solve``. Every length is compared with the table of all distances. With ``--mixed`` each of
them also requests the page, hints, checks, recorded searches, pictures and 15-puzzles; with ``--slow N`` one more
client has N searches in progress at any time, of 30 s each. On Linux every client has an address of its own, as in a
network, unless ``--one-address`` is given.

At the same time the page and ``/api/check`` are requested twice a second. The report has the rate, percentiles of the
latencies, and the memory of the server's processes after 3 s and at the end. The exit code is 1 if any response was
wrong or missing.

The client uses sockets directly, so that it takes little CPU time from the server on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from urllib.parse import urlsplit

from taquin import _native
from taquin.analysis.random_boards import random_board, scrambled_board
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.system.cores import core_count
from taquin.tables.distances import distance_table

HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
"""80 moves from the goal."""
SETTLED = 3.0
"""Seconds after which the memory of the server should no longer grow."""


@dataclass
class Load:
    """The duration of the run, the latencies of all responses, and the errors."""

    seconds: float
    responses: list[float] = field(default_factory=list)
    kinds: dict[str, list[float]] = field(default_factory=dict)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Connection:
    """One persistent HTTP/1.1 connection, with only the parts of the protocol that the server uses."""

    def __init__(self, host: str, port: int, source: str = "") -> None:
        self.host, self.port = host, port
        self.source = (source, 0) if source and sys.platform == "linux" else None
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request and read the status and the body of the response."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port, local_addr=self.source)
        reader, writer = self.streams
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(length)

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass(frozen=True)
class Request:
    """A request, and what its response must have."""

    kind: str
    path: str
    words: dict[str, object] | None
    wanted: dict[str, object] = field(default_factory=dict)


def solve_request(rng: Random, method: str) -> Request:
    """Solve a random 8-puzzle."""
    board = random_board(Shape(3, 3), rng=rng)
    length = distance_table(standard(Shape(3, 3))).distance(board)
    return Request("solve", "solve", {"board": one_line(board), "algorithm": method}, {"length": length})


def mixed_request(rng: Random, method: str) -> Request:
    """What users of the page request, in a mixture."""
    small = one_line(random_board(Shape(3, 3), rng=rng))
    large = one_line(scrambled_board(standard(Shape(4, 4)), 30, rng=rng))
    solved: dict[str, object] = {"status": "solved"}
    make: list[Callable[[], Request]] = [
        lambda: solve_request(rng, method),
        lambda: Request("page", "/page/main.js", None),
        lambda: Request("check", "check", {"board": small}, {"solvable": True}),
        lambda: Request("hint", "hint", {"board": small}, solved),
        lambda: Request("trace", "trace", {"board": small, "algorithm": "greedy", "nodes": 200}, solved),
        lambda: Request("draw", "draw", {"board": small, "kind": "board"}),
        lambda: Request("15-puzzle", "solve", {"board": large, "algorithm": "ida_star(linear_conflict)"}, solved),
    ]
    return rng.choices(make, weights=(30, 15, 15, 15, 10, 5, 10))[0]()


async def request_on(
    connection: Connection, make: Callable[[Random, str], Request], method: str, load: Load, end: float, rng: Random
) -> None:
    """Send one request after another until the end, and at least one; check every response."""
    while True:
        request = make(rng, method)
        body = b"" if request.words is None else json.dumps(request.words).encode()
        began = perf_counter()
        try:
            if request.words is None:
                status, found = await connection.request("GET", request.path)
            else:
                status, found = await connection.request("POST", f"/api/{request.path}", body)
            load.responses.append(perf_counter() - began)
            load.kinds.setdefault(request.kind, []).append(load.responses[-1])
            if status != 200 or (request.wanted and not request.wanted.items() <= json.loads(found).items()):
                load.errors.append(f"{request.kind}: {status}: {found[:200]!r}")
        except (OSError, EOFError, ValueError, KeyError) as error:
            load.errors.append(f"{type(error).__name__}: {error}")
            return
        if perf_counter() >= end:
            return


async def request_slowly(connection: Connection, load: Load) -> None:
    """Request one search after another that takes 30 s, until this is cancelled."""
    body = json.dumps({"board": HARD, "algorithm": "ida_star(misplaced)", "backend": "python"}).encode()
    while True:
        status, found = await connection.request("POST", "/api/solve", body)
        if status not in (200, 503):  # one that has waited too long is refused
            load.errors.append(f"slow: {status}: {found[:200]!r}")


async def request_pages(connection: Connection, load: Load, end: float) -> None:
    """Request the page, and ``/api/check``, which needs no worker, twice a second."""
    check = json.dumps({"board": "1 2 3 / 4 5 6 / 8 7 0"}).encode()
    while perf_counter() < end:
        for method, path, body in (("GET", "/", b""), ("POST", "/api/check", check)):
            began = perf_counter()
            status, _ = await connection.request(method, path, body)
            load.pages.append(perf_counter() - began)
            if status != 200:
                load.errors.append(f"{path}: {status}")
        await asyncio.sleep(0.5)


async def run(url: str, pid: int, arguments: argparse.Namespace) -> dict[str, object]:
    """Run the clients and return the measurements."""
    place = urlsplit(url)
    host, port = place.hostname or "", place.port or 80
    load = Load(arguments.seconds)
    sources = [f"127.1.{number // 200}.{number % 200 + 1}" for number in range(arguments.clients + 1)]
    if arguments.one_address:
        sources = [""] * len(sources)
    connections = [Connection(host, port, source) for source in sources[1:]]
    pages, slow = Connection(host, port), [Connection(host, port, sources[0]) for _ in range(arguments.slow)]
    status, _ = await pages.request("POST", "/api/solve", b'{"board": "123405678"}')
    assert status == 200
    background = [asyncio.create_task(request_slowly(connection, load)) for connection in slow]
    await asyncio.sleep(1 if slow else 0)
    make = mixed_request if arguments.mixed else solve_request
    await asyncio.gather(  # one request each that is not measured: the workers load what they need
        *(
            request_on(connection, make, arguments.method, Load(0), 0, Random(seed))
            for seed, connection in enumerate(connections)
        )
    )
    began = perf_counter()
    end = began + arguments.seconds
    tasks = [
        asyncio.create_task(request_on(connection, make, arguments.method, load, end, Random(seed)))
        for seed, connection in enumerate(connections)
    ]
    tasks.append(asyncio.create_task(request_pages(pages, load, end)))
    await asyncio.sleep(min(SETTLED, arguments.seconds / 2))
    settled = process_memory(pid)
    await asyncio.gather(*tasks)
    seconds = perf_counter() - began
    for task in background:
        task.cancel()
    await asyncio.gather(*background, return_exceptions=True)
    for connection in (*connections, pages, *slow):
        connection.close()
    await asyncio.sleep(0.5)
    return {
        "clients": arguments.clients,
        "slow": arguments.slow,
        "seconds": seconds,
        "answers": len(load.responses),
        "per_second": len(load.responses) / seconds,
        **{f"{name}_ms": 1000 * value for name, value in percentiles(load.responses).items()},
        "kinds_p95_ms": {kind: 1000 * percentiles(times)["p95"] for kind, times in sorted(load.kinds.items())},
        "page_p99_ms": 1000 * percentiles(load.pages)["p99"],
        "errors": load.errors[:10],
        "settled": [asdict(process) for process in settled],
        "ended": [asdict(process) for process in process_memory(pid)],
    }


def percentiles(times: list[float]) -> dict[str, float]:
    """The median, the 95th and the 99th percentile, and the maximum."""
    ordered = sorted(times) or [float("nan")]
    places = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "largest": 1.0}
    return {name: ordered[round(place * (len(ordered) - 1))] for name, place in places.items()}


@dataclass(frozen=True)
class ProcessMemory:
    """A process and its resident memory."""

    pid: int
    megabytes: float


def process_memory(pid: int) -> list[ProcessMemory]:
    """The memory of the server and of its workers; empty on systems without ``/proc``."""
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.is_dir():
        return []
    workers = sorted({int(child) for path in tasks.glob("*/children") for child in path.read_text().split()})
    found = []
    for each in (pid, *workers):
        status = Path(f"/proc/{each}/status").read_text()
        kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
        found.append(ProcessMemory(each, kilobytes / 1024))
    return found


def report(found: dict[str, object]) -> None:
    print(
        f"{found['answers']:,} responses in {found['seconds']:.1f} s to {found['clients']} clients: "
        f"{found['per_second']:,.0f} a second; median {found['p50_ms']:.1f} ms, 95 % within {found['p95_ms']:.1f} ms, "
        f"99 % within {found['p99_ms']:.1f} ms, maximum {found['largest_ms']:.1f} ms"
    )
    kinds = found["kinds_p95_ms"]
    assert isinstance(kinds, dict)
    print("95 % by kind, ms: " + ", ".join(f"{kind} {time:.0f}" for kind, time in kinds.items()))
    print(f"page and /api/check at the same time: 99 % within {found['page_p99_ms']:.1f} ms")
    for name in ("settled", "ended"):
        sizes = found[name]
        assert isinstance(sizes, list)
        print(f"{name:<8}{len(sizes)} processes, {sum(size['megabytes'] for size in sizes):.0f} MB")
    for error in found["errors"] if isinstance(found["errors"], list) else ():
        print(f"error: {error}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="duration of the run")
    parser.add_argument("--clients", type=int, default=50, help="number of parallel clients")
    parser.add_argument("--mixed", action="store_true", help="requests of all kinds, not only 8-puzzles")
    parser.add_argument("--slow", type=int, default=0, help="slow searches of one more client, at any time")
    parser.add_argument("--one-address", action="store_true", help="all clients have one address, as behind a proxy")
    parser.add_argument("--workers", type=int, help="number of worker processes; default: the server's")
    parser.add_argument("--method", default="astar(manhattan)", help="method that solves the boards")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    command = [sys.executable, "-m", "taquin", "serve", "--no-open", "--port", "0"]
    command += [] if arguments.workers is None else ["--workers", str(arguments.workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            found = asyncio.run(run(server.stdout.readline().split()[3], server.pid, arguments))
        finally:
            server.terminate()
    if arguments.json:
        print(json.dumps(found))
    else:
        print(f"{_native.describe()}, {core_count()} cores, {platform.machine()}, Python {platform.python_version()}")
        report(found)
    return 1 if found["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
