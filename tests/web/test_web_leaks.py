"""Nothing is left of a request when it is over: no memory, no open file, no process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import httpx2
import pytest

from serving import BOARD, ENDLESS, HARD, serve_process, workers_of
from waiting import PATIENCE, wait_until

WORKERS = 2


def solve(client: httpx2.Client) -> None:
    assert client.post("api/solve", json={"board": BOARD}).json()["length"] == 14


def fail(client: httpx2.Client) -> None:
    assert client.post("api/solve", json={"board": "1 1"}).status_code == 422


def open_page(client: httpx2.Client) -> None:
    assert client.get("").status_code == 200


def record(client: httpx2.Client) -> None:
    words = {"board": HARD, "algorithm": "bfs", "nodes": 300, "limits": {"nodes": 1000}}
    assert client.post("api/trace", json=words).json()["history"]["notice"]


def race(client: httpx2.Client) -> None:
    assert "finish" in client.post("api/race", json={"board": BOARD, "methods": ["astar", "greedy"]}).text


def disconnect(client: httpx2.Client) -> None:
    with client.stream("POST", "api/solve/stream", json=ENDLESS) as response:
        next(response.iter_lines())


def open_files(pid: int) -> int:
    return len([*Path(f"/proc/{pid}/fd").iterdir()])


def megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def use(client: httpx2.Client, pid: int, count: int, rng: Random) -> None:
    """Send requests of all kinds; from time to time kill a worker, which clients must not notice."""
    kinds: list[Callable[[httpx2.Client], None]] = [solve, fail, open_page, record, race, disconnect]
    for number in range(count):
        rng.choices(kinds, weights=(40, 20, 20, 10, 5, 5))[0](client)
        if number % 40 == 39:
            with suppress(ProcessLookupError):
                os.kill(rng.choice([*workers_of(pid)]), signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list open files")
@pytest.mark.slow  # test_web_limits.py counts open files after fewer requests
@pytest.mark.attack
def test_requests_leave_nothing_behind() -> None:
    with (
        serve_process("--workers", str(WORKERS)) as (process, url),
        httpx2.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        pid, rng = process.pid, Random(1)
        use(client, pid, 20, rng)
        wait_until(lambda: len(workers_of(pid)) == WORKERS)
        files, memory = open_files(pid), megabytes(pid)
        use(client, pid, 1000, rng)
        wait_until(lambda: len(workers_of(pid)) == WORKERS and open_files(pid) <= files)
        assert megabytes(pid) < memory + 20
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    for line in errors.splitlines():  # a worker that is killed while it starts
        assert line == "ERROR:    cannot start a worker process: it ended at once; trying again"
