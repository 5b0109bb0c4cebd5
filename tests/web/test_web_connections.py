"""Connections: the server does not wait long for a client, and slow clients make room for others."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import cycle, islice
from typing import Any

import httpx2
import pytest

from figures import Tally
from serving import BOARD, ENDLESS, Serving, client_at, serving, stream_until
from taquin.web.settings import Settings
from waiting import PATIENCE, wait_until

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "body": HEAD + b'Content-Length: 100\r\n\r\n{"board"',
    "chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{    \r\n",
}

REQUEST = b"GET /api/registry HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW = {
    "head": (b"GET / HTTP/1.1\r\nX-Slow: ", b"a"),
    "second head": (b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nX-Slow: ", b"a"),
    "body": (UNFINISHED["body"], b" "),
    "chunks": (UNFINISHED["chunks"], b"1\r\n \r\n"),
    "body of a GET request": (REQUEST[:-2] + b"Content-Length: 100000\r\n\r\n", b" "),
    "body for a page": (b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", b" "),
}


def connect(url: str) -> socket.socket:
    place = httpx2.URL(url)
    return socket.create_connection((place.host, place.port or 80), PATIENCE)


def response_on(connection: socket.socket) -> tuple[int, str, dict[str, Any]]:
    """The response that the server sends: status, headers, error."""
    text = ""
    while not text.endswith("}}"):
        text += connection.recv(65_536).decode()
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


def trickle(connection: socket.socket, data: bytes) -> bool:
    """Send a little, and say whether the server has closed the connection."""
    try:
        connection.send(data)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return is_closed(connection)


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    """Heads and bodies must be complete after a second; idle connections are closed after one too."""
    with serving(Settings(workers=1, request_time=1, idle_time=1, send_time=1)) as server:
        yield server


@pytest.mark.parametrize("part", UNFINISHED)
def test_an_unfinished_body_ends_with_an_error(server: Serving, part: str) -> None:
    with connect(server.url) as connection:
        connection.sendall(UNFINISHED[part])
        status, headers, error = response_on(connection)
        assert (status, error["message"]) == (408, "the request was not received within 1 s")
        assert "content-security-policy" in headers
        wait_until(lambda: is_closed(connection))


def test_an_idle_connection_is_closed_after_a_response(server: Serving) -> None:
    with connect(server.url) as connection:
        connection.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        wait_until(lambda: is_closed(connection))


@pytest.mark.parametrize("kind", SLOW)
def test_a_slow_sender_is_disconnected(server: Serving, kind: str) -> None:
    """However long it goes on sending."""
    first, rest = SLOW[kind]
    with connect(server.url) as connection:
        connection.sendall(first)
        wait_until(lambda: trickle(connection, rest))
    assert server.post("check", board=BOARD).status_code == 200


@pytest.mark.attack
def test_200_slow_senders_at_once(server: Serving, tally: Tally) -> None:
    """All of them are disconnected, and another client is served meanwhile."""
    with ExitStack() as stack:
        slow = []
        for kind in islice(cycle(SLOW), 200):
            first, rest = SLOW[kind]
            connection = stack.enter_context(connect(server.url))
            connection.sendall(first)
            slow.append((connection, rest))

        def are_disconnected() -> bool:
            response = server.client.post("/api/check", json={"board": BOARD}, headers={"Connection": "close"})
            tally.add("" if response.status_code == 200 else response.text, "another client")
            for sender in slow.copy():
                if trickle(*sender):
                    slow.remove(sender)
                    tally.add("")
            return not slow

        wait_until(are_disconnected)


def test_a_client_that_takes_no_responses_is_disconnected(server: Serving) -> None:
    with connect(server.url) as connection:
        connection.setblocking(False)

        def is_disconnected() -> bool:
            try:
                return connection.send(REQUEST) == 0
            except BlockingIOError:
                return False
            except OSError:
                return True

        wait_until(is_disconnected)


def test_new_connections_take_the_place_of_those_that_wait() -> None:
    """Of the client with the most; one that is being served stays."""
    with (
        serving(Settings(workers=1, connections=8)) as server,
        ExitStack() as stack,
        client_at(server, "127.0.0.2") as user,
    ):
        rest = stack.enter_context(stream_until(user, "progress", {**ENDLESS, "limits": {"time": 60}}))
        with client_at(server, "127.0.0.3") as other:
            kept = stack.enter_context(other.stream("GET", "/"))  # idle when the loop below ends
            kept.read()
            slow = [stack.enter_context(connect(server.url)) for _ in range(20)]
            for number, connection in enumerate(slow):
                with suppress(OSError):  # closed
                    connection.sendall((REQUEST[:-2], UNFINISHED["body"], b"")[number % 3])
            assert other.post("/api/check", json={"board": BOARD}).status_code == 200
            assert other.get("/").status_code == 200
            wait_until(lambda: sum(not is_closed(connection) for connection in slow) <= 6)
        assert next(rest)[0] == "progress"


def test_a_connection_too_many_gets_an_error() -> None:
    """If all others are being served."""
    words = {**ENDLESS, "limits": {"time": 60}}
    with serving(Settings(workers=1, connections=2)) as server, httpx2.Client(base_url=server.url) as client:
        with stream_until(client, "progress", words), stream_until(client, "queued", words):
            response = httpx2.get(f"{server.url}")
            assert (response.status_code, response.headers["connection"]) == (503, "close")
            assert response.json()["error"]["message"] == "the server is busy: all connections are in use"
            assert "content-security-policy" in response.headers
        wait_until(lambda: httpx2.get(f"{server.url}").status_code == 200)


def test_bytes_that_are_not_http_get_an_error(server: Serving) -> None:
    with connect(server.url) as connection:
        connection.sendall(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 400"
