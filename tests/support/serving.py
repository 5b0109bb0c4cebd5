"""A real server for the web tests, in a thread of the test's process or in a separate process."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from unittest.mock import patch

import httpx2
import pytest

from processes import TAQUIN, started
from taquin.cli import run
from taquin.web.server.app import Site
from taquin.web.server.serve import Address, Server
from taquin.web.settings import Settings
from waiting import PATIENCE, children, wait_until

BOARD = "8 1 3 / 4 0 2 / 7 6 5"  # 14 moves from the standard goal
HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
"""A 4×4 board of 80 moves: a Python search runs until it is stopped."""
ENDLESS = {"board": HARD, "algorithm": "ida_star", "heuristic": "misplaced", "backend": "python"}


@dataclass(frozen=True)
class Serving:
    """A running server and a client."""

    site: Site
    client: httpx2.Client
    url: str

    def post(self, path: str, **words: object) -> httpx2.Response:
        """Post JSON."""
        return self.client.post(f"/api/{path}", json=words)

    def get(self, path: str) -> httpx2.Response:
        """Get an object."""
        return self.client.get(f"/api/{path}")

    def answer(self, path: str, **words: object) -> Any:
        """The object that a valid request returns."""
        response = self.post(path, **words)
        assert response.status_code == 200, response.text
        return response.json()

    def workers(self) -> set[int]:
        """The process IDs of the workers that are ready."""
        return set(self.site.pool.identities())


@contextmanager
def serving(settings: Settings | None = None, host: str = "127.0.0.1") -> Iterator[Serving]:
    """A server on a free port with ready workers and an empty cache; both are removed at the end."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, TAQUIN_CACHE=folder):
        yield from _serving(settings or Settings(workers=2), host)


def _serving(settings: Settings, host: str) -> Iterator[Serving]:
    address = Address.bind(host, 0)
    server = Server(address, settings)
    thread = Thread(target=server.serve_until_ended, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started and len(server.site.pool.identities()) == settings.workers)
        with httpx2.Client(base_url=address.url, timeout=PATIENCE) as client:
            yield Serving(server.site, client, address.url)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


@contextmanager
def client_at(server: Serving, address: str) -> Iterator[httpx2.Client]:
    """A client with another address of this machine, such as 127.0.0.2."""
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            pytest.skip(f"this system does not have the address {address}")
    transport = httpx2.HTTPTransport(local_address=address)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE, transport=transport) as client:
        yield client


def events(response: httpx2.Response) -> Iterator[tuple[str, Any]]:
    """The events of a stream, as they come."""
    kind = ""
    for line in response.iter_lines():
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


@contextmanager
def stream_until(
    client: httpx2.Client, kind: str, words: Mapping[str, object], path: str = "solve/stream", **headers: str
) -> Iterator[Iterator[tuple[str, Any]]]:
    """A stream after its first event of this kind, and the rest of it; the client disconnects at the end."""
    with client.stream("POST", f"/api/{path}", json=dict(words), headers=headers) as response:
        rest = events(response)
        while next(rest)[0] != kind:
            pass
        yield rest  # kept: a stream whose reader is gone is closed by the client


def streamed(server: Serving, path: str, **words: object) -> list[tuple[str, Any]]:
    """All events of a stream."""
    with server.client.stream("POST", f"/api/{path}", json=words) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        return list(events(response))


def command_json(capsys: Any, *arguments: str) -> Any:
    """What a command prints with --json."""
    run([*arguments, "--json"])
    return json.loads(capsys.readouterr().out)


def workers_of(pid: int) -> set[int]:
    """The worker processes of a server; without the process that multiprocessing starts for itself."""

    def command(child: int) -> str:
        whole = ["ps", "-ww", "-o", "args=", str(child)]  # without -ww it may cut the line at 80 columns
        return subprocess.run(whole, capture_output=True, text=True, check=False).stdout

    return {child for child in children(pid) if "spawn_main" in command(child)}


@contextmanager
def serve_process(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``taquin serve`` in a process, and its address. It is killed at the end."""
    command = [*TAQUIN, "serve", "--no-open", "--port", "0", *arguments]
    with started(command, env={**os.environ, **environment}) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().split()[3]
