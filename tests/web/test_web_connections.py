"""Connections: slow and idle ones are closed, there are at most so many, and none of this fills the log."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import resource
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from typing import Any

import httpx2
import pytest

from serving import ENDLESS, Serving, serve_process, serving
from taquin.web.descriptors import AcceptErrors, room_for_connections
from taquin.web.settings import Settings
from waiting import PATIENCE, wait_until

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
HOUR = 3600


def connect(url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection; from another address of this machine if one is given."""
    place = httpx2.URL(url)
    return socket.create_connection((place.host, place.port or 80), PATIENCE, (source, 0))


@contextmanager
def connections(server: Serving, *sent: bytes) -> Iterator[list[socket.socket]]:
    """One connection for each of these texts, which the server has received."""
    with ExitStack() as stack:
        opened = [stack.enter_context(connect(server.url)) for _ in sent]
        for connection, text in zip(opened, sent, strict=True):
            connection.sendall(text)
        yield opened


def response_on(connection: socket.socket) -> tuple[int, str, dict[str, Any]]:
    """The response that the server sends before it closes the connection: status, headers, error."""
    text = b"".join(iter(lambda: connection.recv(65_536), b"")).decode()
    headers, _, body = text.partition("\r\n\r\n")
    return int(headers.split()[1]), headers, json.loads(body)["error"]


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it. Does not wait."""
    if not select.select([connection], [], [], 0)[0]:
        return False
    try:
        return connection.recv(65_536) == b""
    except ConnectionResetError:
        return True


HEAD = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "request line": b"GET / HT",
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1\r\n",
    "body": HEAD + b'Content-Length: 100\r\n\r\n{"board"',
    "chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{    \r\n",
}


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    """Requests must be complete after a second; idle connections are closed after one too."""
    with serving(Settings(workers=1, request_time=1, idle_time=1)) as server:
        yield server


@pytest.mark.parametrize("part", UNFINISHED)
def test_an_unfinished_request_ends_with_an_error(server: Serving, part: str) -> None:
    with connections(server, UNFINISHED[part]) as (connection,):
        status, headers, error = response_on(connection)
    assert (status, error["message"]) == (408, "the request was not received within 1 s")
    assert "Content-Security-Policy" in headers
    assert "Connection: close" in headers


def test_a_request_that_is_sent_byte_by_byte_ends_too(server: Serving) -> None:
    """Every byte is progress, and yet the whole request has one deadline."""
    with connect(server.url) as connection:

        def is_over() -> bool:
            if is_closed(connection):
                return True
            try:
                connection.sendall(b"x")
            except OSError:
                return True
            return False

        connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        wait_until(is_over)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/lessons HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
        HEAD + b"Content-Length: 99999\r\n\r\n",
    ],
    ids=["nothing sent", "after a response", "a body that is not read", "a body that is too large"],
)
def test_an_idle_connection_is_closed(server: Serving, sent: bytes) -> None:
    with connections(server, sent) as (connection,):
        wait_until(lambda: is_closed(connection))


def test_a_connection_is_used_again_before_it_is_closed() -> None:
    with serving(Settings(workers=1, idle_time=HOUR, request_time=HOUR)) as server, connect(server.url) as connection:
        for _ in range(3):
            connection.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(15) == b"HTTP/1.1 404 No"
            wait_until(lambda: b"}}" in connection.recv(65_536))


def test_a_long_search_is_not_a_slow_request(server: Serving) -> None:
    assert server.answer("solve", **ENDLESS, limits={"time": 2})["reason"] == "the time limit of 2 s is reached"


def test_bytes_that_are_not_http_get_an_error(server: Serving) -> None:
    with connections(server, b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n") as (connection,):
        status, _, error = response_on(connection)
    assert (status, error["kind"], error["message"]) == (400, "request", "the request is not valid HTTP")


def test_a_client_that_does_not_read_is_disconnected() -> None:
    """It requests more than the buffers of both systems hold, and never reads."""
    with serving(Settings(workers=1, read_time=0.5)) as server, connect(server.url) as connection:
        request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"

        def is_disconnected() -> bool:
            try:
                connection.send(request, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return False
            except OSError:
                return True
            return False

        wait_until(is_disconnected)
        assert server.answer("check", board=BOARD)["solvable"]


# Room


def test_connections_that_send_nothing_do_not_keep_others_out() -> None:
    """The one that has waited longest is closed, of the client that has the most."""
    with serving(Settings(workers=1, connections=8, request_time=HOUR, idle_time=HOUR)) as server, ExitStack() as stack:
        guest = stack.enter_context(connect(server.url, "127.0.0.2"))
        wait_until(lambda: len(server.connections) == 1)
        idle = []
        for _ in range(20):
            idle.append(stack.enter_context(connect(server.url)))
            idle[-1].sendall(b"GET")
        assert server.answer("solve", board=BOARD)["length"] == 14
        wait_until(lambda: len(server.connections) <= 8)
        wait_until(lambda: all(map(is_closed, idle[:12])))
        assert not is_closed(guest)
        guest.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert guest.recv(9) == b"HTTP/1.1 "


def test_a_connection_too_many_gets_an_error() -> None:
    body = json.dumps({**ENDLESS, "limits": {"time": HOUR}}).encode()
    request = HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    settings = Settings(workers=1, connections=2, time=HOUR, patience=HOUR)
    with serving(settings) as server, connections(server, request, request):
        wait_until(lambda: len(server.connections) == 2 and not any(each.is_waiting for each in server.connections))
        with connect(server.url) as third:
            status, headers, error = response_on(third)
        assert (status, error["kind"]) == (503, "busy")
        assert error["message"] == "the server is busy: 2 connections are open, which is the limit"
        assert "Retry-After: " in headers


# Open files


@pytest.mark.parametrize(("limit", "least", "most"), [(20_000, 1000, 1000), (256, 80, 150), (20, 4, 4)])
def test_connections_leave_room_for_other_files(
    monkeypatch: pytest.MonkeyPatch, limit: int, least: int, most: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit, limit))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    assert least <= room_for_connections(Settings(workers=8)) <= most


def test_the_limit_of_open_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 100_000))
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: asked.append(pair))
    assert room_for_connections(Settings()) == 1000
    ((soft, hard),) = asked
    assert 1000 < soft < 2000
    assert hard == 100_000


def test_that_no_connection_can_be_accepted_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    handler = AcceptErrors()
    context = {"message": "…", "exception": OSError(errno.EMFILE, "Too many open files"), "socket": None}
    with caplog.at_level(logging.ERROR):
        for _ in range(1000):
            handler(loop, dict(context))
        handler(loop, {"message": "another error"})
    loop.close()
    assert [record.getMessage() for record in caplog.records] == [
        "cannot accept connections: too many open files; trying again every second",
        "another error",
    ]


def test_a_flood_of_connections_is_survived_with_few_open_files() -> None:
    """300 connections that send a byte now and then, at a limit of 256 open files: the server serves on, silently.

    It also ends at once, while they are open.
    """
    with serve_process("--workers", "2", files=256) as (process, url), ExitStack() as stack:
        flood = [stack.enter_context(connect(url)) for _ in range(300)]
        for connection, part in zip(flood, cycle(UNFINISHED.values()), strict=False):
            send_if_open(connection, part)
        with httpx2.Client(timeout=PATIENCE) as client:
            for _ in range(5):
                for connection in flood:
                    send_if_open(connection, b"x")
                assert client.post(f"{url}api/solve", json={"board": BOARD}).json()["length"] == 14
                assert client.get(url).status_code == 200
        wait_until(lambda: sum(map(is_closed, flood)) >= 100)  # the rest are closed when their time is over
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert errors == ""


def send_if_open(connection: socket.socket, text: bytes) -> None:
    with suppress(OSError):
        connection.sendall(text)
