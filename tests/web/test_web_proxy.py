"""The nginx file of the examples: slow clients and too many connections end at the proxy, and the rest works."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest

from processes import free_port
from serving import BOARD, ENDLESS, Serving, events, serving
from taquin.web.settings import Settings
from waiting import PATIENCE, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")]

FILE = Path(__file__).parents[2] / "examples" / "server" / "nginx.conf"
NAME = "puzzles.example"


def can_connect(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def proxy_of(server: Serving, folder: Path) -> Iterator[int]:
    """nginx with the file of the examples, with shorter times; its port."""
    port, text = free_port(), FILE.read_text()
    for old, new in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("http://127.0.0.1:8000", server.url.rstrip("/")),
        ("_timeout 10s", "_timeout 1s"),
        ("taquin_connections 50", "taquin_connections 5"),
    ):
        assert old in text
        text = text.replace(old, new)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors;"
        f"events {{}} http {{ access_log off; {paths}\n{text}\n}}"
    )
    process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        wait_until(lambda: can_connect(port))
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    settings = Settings(workers=2, hosts=frozenset({NAME}), proxies=frozenset({NAME}), time=3600)
    with serving(settings) as server, proxy_of(server, tmp_path_factory.mktemp("nginx")) as port:
        yield port


@pytest.fixture
def client(port: int) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", headers={"host": NAME}, timeout=PATIENCE) as client:
        yield client


def test_the_page_a_search_and_a_stream(client: httpx2.Client) -> None:
    assert "Taquin" in client.get("/").text
    headers = {"origin": f"http://{NAME}", "sec-fetch-site": "same-origin"}
    assert client.post("/api/solve", json={"board": BOARD}, headers=headers).json()["length"] == 14
    with client.stream("POST", "/api/solve/stream", json={**ENDLESS, "limits": {"time": 3600}}) as response:
        stream = events(response)
        assert next(stream)[0] == "progress"  # it is not held back until the search ends
        stream.close()  # type: ignore[attr-defined]
    assert client.post("/api/solve", json={"board": BOARD}).json()["length"] == 14  # the search was stopped


@pytest.mark.parametrize(
    "sent",
    [b"GET / HTTP/1.1\r\nX-Slow: ", b"POST /api/solve HTTP/1.1\r\nHost: puzzles.example\r\nContent-Length: 9\r\n\r\n{"],
)
def test_a_slow_request_ends_at_the_proxy(port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        connection.sendall(sent)
        assert connection.recv(65_536)[:12] in (b"", b"HTTP/1.1 408")


def test_one_address_has_a_limited_number_of_connections(port: int, client: httpx2.Client) -> None:
    request = f"POST /api/solve HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\n{{".encode()
    with ExitStack() as stack:
        for _ in range(5):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
            connection.sendall(request)
        wait_until(lambda: client.get("/").status_code == 503)
    wait_until(lambda: client.get("/").status_code == 200)
