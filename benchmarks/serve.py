"""The web server under load: requests per second and how long the slowest wait.

    python benchmarks/serve.py [--seconds 30] [--clients 50] [--workers N] [--method "astar(manhattan)"] [--json]

Starts ``taquin serve`` in a process of its own and lets clients, each with one connection, solve random 8-puzzles one
after another over ``POST /api/solve``. Every length is held against the table of all distances. Meanwhile the page and
``/api/check`` are asked for twice a second. At the end come the rate, the median and the 99th percentile of the times
from request to answer, and what the server's processes hold, after 3 s and at the end. The exit code is 1 if any answer
was wrong or missing.

The client is a few lines over sockets, so that it takes little of the machine that both run on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from urllib.parse import urlsplit

from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.cores import core_count
from taquin.run.result import one_line
from taquin.tables.distances import distance_table

SETTLED = 3.0
"""Seconds after which the server has seen everything once, and should not grow any more."""


@dataclass
class Load:
    """What was asked, and what came of it."""

    seconds: float
    answers: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Connection:
    """One connection that stays open: HTTP/1.1, and no more of it than the server speaks."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request and read the answer: its status and its body."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.startswith("content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(length)

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


async def solve_on(connection: Connection, method: str, load: Load, end: float, rng: Random) -> None:
    """Solve one random board after another, and check every answer."""
    table = distance_table(standard(Shape(3, 3)))
    while perf_counter() < end:
        board = random_board(Shape(3, 3), rng=rng)
        words = {"board": one_line(board), "algorithm": method}
        began = perf_counter()
        try:
            status, body = await connection.ask("POST", "/api/solve", json.dumps(words).encode())
            load.answers.append(perf_counter() - began)
            found = json.loads(body)
            if status != 200 or found["length"] != table.distance(board):
                load.errors.append(f"{status}: {body[:200]!r}")
        except (OSError, EOFError, ValueError, KeyError) as error:
            load.errors.append(f"{type(error).__name__}: {error}")
            return


async def visit(connection: Connection, load: Load, end: float) -> None:
    """Ask for the page, and for what needs no worker, twice a second."""
    check = json.dumps({"board": "1 2 3 / 4 5 6 / 8 7 0"}).encode()
    while perf_counter() < end:
        for method, path, body in (("GET", "/", b""), ("POST", "/api/check", check)):
            began = perf_counter()
            status, _ = await connection.ask(method, path, body)
            load.pages.append(perf_counter() - began)
            if status != 200:
                load.errors.append(f"{path}: {status}")
        await asyncio.sleep(0.5)


async def run(url: str, pid: int, arguments: argparse.Namespace) -> dict[str, object]:
    """Load the server, and say what it did."""
    place = urlsplit(url)
    host, port = place.hostname or "", place.port or 80
    load = Load(arguments.seconds)
    connections = [Connection(host, port) for _ in range(arguments.clients + 1)]
    status, _ = await connections[0].ask("POST", "/api/solve", b'{"board": "123405678"}')
    assert status == 200
    began = perf_counter()
    end = began + arguments.seconds
    tasks = [
        asyncio.create_task(solve_on(connection, arguments.method, load, end, Random(seed)))
        for seed, connection in enumerate(connections[1:])
    ]
    tasks.append(asyncio.create_task(visit(connections[0], load, end)))
    await asyncio.sleep(min(SETTLED, arguments.seconds / 2))
    settled = family(pid)
    await asyncio.gather(*tasks)
    seconds = perf_counter() - began
    for connection in connections:
        connection.close()
    await asyncio.sleep(0.5)
    return {
        "clients": arguments.clients,
        "seconds": seconds,
        "answers": len(load.answers),
        "per_second": len(load.answers) / seconds,
        **{f"{name}_ms": 1000 * value for name, value in spread(load.answers).items()},
        "page_p99_ms": 1000 * spread(load.pages)["p99"],
        "errors": load.errors[:10],
        "settled": [asdict(process) for process in settled],
        "ended": [asdict(process) for process in family(pid)],
    }


def spread(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and the largest."""
    ordered = sorted(times) or [float("nan")]
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(0.99 * (len(ordered) - 1))], "largest": ordered[-1]}


@dataclass(frozen=True)
class Size:
    """A process and what it holds."""

    pid: int
    megabytes: float


def family(pid: int) -> list[Size]:
    """The server and its workers; empty where the system does not tell."""
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.is_dir():
        return []
    workers = sorted({int(child) for path in tasks.glob("*/children") for child in path.read_text().split()})
    found = []
    for each in (pid, *workers):
        status = Path(f"/proc/{each}/status").read_text()
        kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
        found.append(Size(each, kilobytes / 1024))
    return found


def report(found: dict[str, object]) -> None:
    print(
        f"{found['answers']:,} boards in {found['seconds']:.1f} s from {found['clients']} clients: "
        f"{found['per_second']:,.0f} a second; median {found['p50_ms']:.1f} ms, 99 % within {found['p99_ms']:.1f} ms, "
        f"the slowest {found['largest_ms']:.1f} ms"
    )
    print(f"page and /api/check meanwhile: 99 % within {found['page_p99_ms']:.1f} ms")
    for name in ("settled", "ended"):
        sizes = found[name]
        assert isinstance(sizes, list)
        print(f"{name:<8}{len(sizes)} processes, {sum(size['megabytes'] for size in sizes):.0f} MB")
    for error in found["errors"] if isinstance(found["errors"], list) else ():
        print(f"error: {error}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="how long")
    parser.add_argument("--clients", type=int, default=50, help="requests at once")
    parser.add_argument("--workers", type=int, help="processes that search; the server's default if left out")
    parser.add_argument("--method", default="astar(manhattan)", help="what solves the boards")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    command = [sys.executable, "-c", "from taquin.cli import main; main()", "serve", "--no-open", "--port", "0"]
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
