"""A server that gets a signal ends, whatever is open and whatever hangs, and its workers end with it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import httpx2
import pytest

from processes import started, wait_for_all
from serving import ENDLESS, workers_of
from waiting import PATIENCE, is_alive, wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

SERVE = "from taquin.cli import main\nmain(['serve', '--no-open', '--port', '0', '--workers', '2'])\n"
GRACE = "from taquin.web.server import serve\nserve.END_TIME = 0.5\n"
HANG = "import time\ndef hang(*arguments, **options):\n    print('hanging', flush=True)\n    time.sleep(1e6)\n"
FAULTS = {
    "a stream ignores its cancellation": (
        "import asyncio\n"
        "from taquin.web.server.streams import EventStream\n"
        "call = EventStream.__call__\n"
        "async def ignore(stream, *arguments):\n"
        "    try:\n"
        "        await call(stream, *arguments)\n"
        "    finally:\n"
        "        print('hanging', flush=True)\n"
        "        while True:\n"
        "            try:\n"
        "                await asyncio.sleep(1e6)\n"
        "            except asyncio.CancelledError:\n"
        "                pass\n"
        "EventStream.__call__ = ignore\n"
    ),
    "the event loop is blocked": ("from taquin.web.server.async_pool import AsyncPool\nAsyncPool.stop = hang\n"),
}


@contextmanager
def serving(script: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    with started([sys.executable, "-c", script + SERVE]) as process:
        assert process.stdout is not None
        words: list[str] = []
        while "Taquin" not in words:
            words = process.stdout.readline().split()
        yield process, words[3]


@pytest.mark.parametrize(
    "fault",
    [
        "a stream ignores its cancellation",
        pytest.param("the event loop is blocked", marks=[pytest.mark.slow, pytest.mark.attack]),
    ],
)
def test_a_server_ends_although_something_hangs(fault: str) -> None:
    """With a search and its stream open."""
    with serving(GRACE + HANG + FAULTS[fault]) as (process, url), httpx2.Client(timeout=PATIENCE) as client:
        with client.stream("POST", f"{url}api/solve/stream", json={**ENDLESS, "limits": {"time": 60}}) as stream:
            lines = stream.iter_lines()
            while next(lines) != "event: progress":
                pass
            wait_until(lambda: len(workers_of(process.pid)) == 2)
            workers = workers_of(process.pid)
            process.send_signal(signal.SIGTERM)
            output, errors = wait_for_all(process)
        assert "hanging" in output
        assert process.returncode == 130
        assert errors.splitlines()[-1] == "taquin: error: the process did not stop within 0.5 s, and was ended"
        wait_until(lambda: not any(map(is_alive, workers)))


DEATHLESS = (
    "from multiprocessing.popen_spawn_posix import Popen\n"
    "from taquin.system.worker_process import Lifeline\n"
    "from taquin.web.server import serve\n"
    "Popen.kill = Lifeline.cut = lambda self: None\n"
    f"serve.END_TIME = {PATIENCE}\n"
)


def test_a_server_does_not_wait_for_workers_that_survive_their_kill() -> None:
    """As one in the middle of a system call does. The workers end after the server, with its end of their pipes."""
    with serving(DEATHLESS) as (process, _):
        wait_until(lambda: len(workers_of(process.pid)) == 2)
        workers = workers_of(process.pid)
        process.send_signal(signal.SIGTERM)
        output, errors = wait_for_all(process)
    assert (process.returncode, output, errors) == (0, "stopped\n", "")
    wait_until(lambda: not any(map(is_alive, workers)))


def test_a_server_stops_although_a_client_does_not_take_its_responses() -> None:
    """Without a traceback, also after a second Ctrl-C."""
    with serving("from taquin.web.server import serve\nserve.CLOSING_TIME = 0.2\n") as (process, url):
        place = httpx2.URL(url)
        with socket.create_connection((place.host, place.port or 80)) as connection:
            connection.setblocking(False)
            request = b"GET /api/registry HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000
            wait_until(lambda: not can_send(connection, request))  # the server waits for the client, and reads no more
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGINT)
            output, errors = wait_for_all(process)
    assert (process.returncode, output, errors) == (0, "stopped\n", "")


def can_send(connection: socket.socket, data: bytes) -> bool:
    with suppress(BlockingIOError):
        return connection.send(data) > 0
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_the_server_with_exit_code_0(number: signal.Signals) -> None:
    """As soon as it has printed its address, although it does not listen yet."""
    with serving("") as (process, _):
        process.send_signal(number)
        output, errors = wait_for_all(process)
    assert (process.returncode, output, errors) == (0, "stopped\n", "")


def test_a_server_stops_while_it_receives_a_body() -> None:
    """Without a traceback, and without waiting for the rest of the body."""
    with serving("") as (process, url):
        place = httpx2.URL(url)
        with socket.create_connection((place.host, place.port or 80)) as connection:
            head = f"POST /api/solve HTTP/1.1\r\nHost: {place.host}\r\nContent-Type: application/json\r\n"
            connection.sendall(f"{head}Expect: 100-continue\r\nContent-Length: 500\r\n\r\n".encode())
            assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")  # the server reads the body
            connection.sendall(b'{"board":')
            process.send_signal(signal.SIGTERM)
            output, errors = wait_for_all(process)
            assert connection.recv(1000).startswith(b"HTTP/1.1 503 ")
    assert (process.returncode, output, errors) == (0, "stopped\n", "")
