"""Connections: a slow body ends with an error, and there is a limit of connections."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest

from serving import BOARD, Serving, serving
from taquin.web.settings import Settings
from waiting import PATIENCE, wait_until

HEAD = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UNFINISHED = {
    "body": HEAD + b'Content-Length: 100\r\n\r\n{"board"',
    "chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{    \r\n",
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


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    """Bodies must be complete after a second; idle connections are closed after one too."""
    with serving(Settings(workers=1, request_time=1, idle_time=1)) as server:
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


def test_a_connection_too_many_gets_an_error() -> None:
    with serving(Settings(workers=1, connections=8)) as server, ExitStack() as stack:
        opened = [stack.enter_context(connect(server.url)) for _ in range(10)]
        opened[-1].sendall(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert opened[-1].recv(12) == b"HTTP/1.1 503"
        for connection in opened:
            connection.close()
        wait_until(lambda: server.post("check", board=BOARD).status_code == 200)
