"""The web server under load: requests per second, and latencies.

    python benchmarks/serve.py [--seconds 30] [--clients 50] [--workers N] [--method "astar(manhattan)"] [--json]

Starts ``taquin serve`` in a separate process. Clients, each with one connection, solve random 8-puzzles one after
another with ``POST /api/solve``. Every length is compared with the table of all distances. At the same time the page
and ``/api/check`` are requested twice a second. The report has the rate, the median and the 99th percentile of the
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
"""Seconds after which the memory of the server should no longer grow."""


@dataclass
class Load:
    """The duration of the run, the latencies of all responses, and the errors."""

    seconds: float
    responses: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Connection:
    """One persistent HTTP/1.1 connection, with only the parts of the protocol that the server uses."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request and read the status and the body of the response."""
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
    """Solve one random board after another, and check every response."""
    table = distance_table(standard(Shape(3, 3)))
    while perf_counter() < end:
        board = random_board(Shape(3, 3), rng=rng)
        request = {"board": one_line(board), "algorithm": method}
        began = perf_counter()
        try:
            status, body = await connection.request("POST", "/api/solve", json.dumps(request).encode())
            load.responses.append(perf_counter() - began)
            found = json.loads(body)
            if status != 200 or found["length"] != table.distance(board):
                load.errors.append(f"{status}: {body[:200]!r}")
        except (OSError, EOFError, ValueError, KeyError) as error:
            load.errors.append(f"{type(error).__name__}: {error}")
            return


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
    connections = [Connection(host, port) for _ in range(arguments.clients + 1)]
    status, _ = await connections[0].request("POST", "/api/solve", b'{"board": "123405678"}')
    assert status == 200
    began = perf_counter()
    end = began + arguments.seconds
    tasks = [
        asyncio.create_task(solve_on(connection, arguments.method, load, end, Random(seed)))
        for seed, connection in enumerate(connections[1:])
    ]
    tasks.append(asyncio.create_task(request_pages(connections[0], load, end)))
    await asyncio.sleep(min(SETTLED, arguments.seconds / 2))
    settled = process_memory(pid)
    await asyncio.gather(*tasks)
    seconds = perf_counter() - began
    for connection in connections:
        connection.close()
    await asyncio.sleep(0.5)
    return {
        "clients": arguments.clients,
        "seconds": seconds,
        "answers": len(load.responses),
        "per_second": len(load.responses) / seconds,
        **{f"{name}_ms": 1000 * value for name, value in percentiles(load.responses).items()},
        "page_p99_ms": 1000 * percentiles(load.pages)["p99"],
        "errors": load.errors[:10],
        "settled": [asdict(process) for process in settled],
        "ended": [asdict(process) for process in process_memory(pid)],
    }


def percentiles(times: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the maximum."""
    ordered = sorted(times) or [float("nan")]
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(0.99 * (len(ordered) - 1))], "largest": ordered[-1]}


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
        f"{found['answers']:,} boards in {found['seconds']:.1f} s from {found['clients']} clients: "
        f"{found['per_second']:,.0f} a second; median {found['p50_ms']:.1f} ms, 99 % within {found['p99_ms']:.1f} ms, "
        f"maximum {found['largest_ms']:.1f} ms"
    )
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
