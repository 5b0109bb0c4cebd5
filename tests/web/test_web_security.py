"""Security: headers, hosts, origins, and that no request reads, runs or writes a file."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import taquin
from cases import each_case
from serving import BOARD, Serving, serving
from taquin.errors import SpecError
from taquin.solving import heuristic_choice
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.method import choose_method
from taquin.tables.storage.folder import cache_folder
from taquin.web.api.endpoints import ROUTES
from taquin.web.bundle import BUNDLES, STATIC, bundle
from taquin.web.server import app
from taquin.web.server.security import HEADERS, allowed_hosts, own_address, read_host
from taquin.web.settings import Settings


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(Settings(workers=1)) as server:
        yield server


def answers_of_all_kinds(server: Serving) -> dict[str, httpx2.Response]:
    client = server.client
    return {
        "page": client.get("/"),
        "script": client.get("/modules/board.js"),
        "no file": client.get("/nothing"),
        "answer": server.post("solve", board=BOARD),
        "stream": server.post("solve/stream", board=BOARD),
        "bad words": server.post("solve"),
        "bad board": server.post("solve", board="1 1"),
        "no JSON": client.post("/api/solve", content="{", headers={"content-type": "application/json"}),
        "too large": server.post("solve", board=" " * 70_000),
        "no route": client.get("/api/nothing"),
        "other method": client.get("/api/solve"),
        "other host": client.get("/", headers={"host": "evil.example"}),
        "other origin": client.post("/api/solve", json={"board": BOARD}, headers={"origin": "https://evil.example"}),
        "preflight": client.options("/api/solve", headers={"origin": "https://evil.example"}),
    }


def test_every_response_has_the_headers(server: Serving) -> None:
    for name, response in answers_of_all_kinds(server).items():
        for header, value in HEADERS.items():
            assert response.headers.get_list(header) == [value], name
        assert len(response.headers.get_list("cache-control")) == 1, name
        assert not [header for header in response.headers if header.startswith("access-control-")], name
        assert "server" not in response.headers


def test_the_policy_allows_this_server_only() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    allowed = {"'none'", "'self'", "blob:", "data:"}
    assert {word for words in policy.values() for word in words.split()} <= allowed


def test_the_server_accepts_the_names_of_this_machine(server: Serving) -> None:
    for host in ("LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000"):
        assert server.client.get("/", headers={"host": host}).status_code == 200, host
    zones = ("127.0.0.1%evil.example", "127.0.0.1%25evil.example", "[::1%evil]")
    for host in ("localhost.evil.example:8000", "[::1].evil.example", "", "192.168.0.1", *zones):
        for path in ("/", "/api/registry"):
            assert server.client.get(path, headers={"host": host}).status_code == 421, host


def test_a_body_with_two_ends_is_refused(server: Serving) -> None:
    """By its length and by its chunks: a proxy in front of the server may believe the other one."""
    url = server.client.base_url
    request = f"POST /api/check HTTP/1.1\r\nHost: {url.host}\r\nContent-Type: application/json\r\n"
    request += "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    with socket.create_connection((url.host, url.port or 80)) as connection:
        connection.sendall(request.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


@pytest.fixture(scope="module")
def public() -> Iterator[Serving]:
    """A server that other machines can reach, as ``--host 0.0.0.0 --allow-host Taquin.example`` makes it."""
    hosts = allowed_hosts("0.0.0.0", [read_host("Taquin.example")], is_loopback=False)
    with serving(Settings(workers=1, hosts=hosts), "0.0.0.0") as server:
        yield server


def test_a_public_server_accepts_its_own_names(public: Serving) -> None:
    own = ("localhost:8000", "taquin.example", "TAQUIN.example.:8000", socket.gethostname(), own_address())
    for host in filter(None, own):
        assert public.client.get("/", headers={"host": host}).status_code == 200, host
    for host in ("evil.example", "taquin.example.evil.example", "203.0.113.7", ""):
        for path in ("/", "/api/registry"):
            assert public.client.get(path, headers={"host": host}).status_code == 421, host


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2", own_address() or "127.0.0.3"])
def test_a_public_server_accepts_every_address_that_reaches_it(public: Serving, address: str) -> None:
    """As students do who type the address of their teacher's machine."""
    url = httpx2.URL(public.url).copy_with(host=address)
    headers = {"origin": f"http://{address}:{url.port}", "sec-fetch-site": "same-origin"}
    assert public.client.get(url).status_code == 200
    response = public.client.post(url.join("/api/check"), json={"board": BOARD}, headers=headers)
    assert response.status_code == 200


def test_any_name_may_be_accepted_and_a_proxy_that_was_allowed_may_replace_the_host() -> None:
    """Without other settings nginx passes on the address of the server, not the name that the browser uses."""
    any_name = allowed_hosts("0.0.0.0", ["*"], is_loopback=False)
    with serving(Settings(workers=1, hosts=any_name, proxies=frozenset({"puzzles.example"}))) as server:
        assert server.client.get("/", headers={"host": "anything.example"}).status_code == 200
        for origin, status in (
            ("https://puzzles.example", 200),
            ("https://puzzles.example:8443", 200),
            ("https://evil.example", 403),
            ("http://localhost:1", 403),
        ):
            headers = {"origin": origin, "sec-fetch-site": "same-origin"}
            response = server.client.post("/api/check", json={"board": BOARD}, headers=headers)
            assert response.status_code == status
    assert "--allow-host" in response.json()["error"]["hint"]


FOREIGN = [
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"},
    {"sec-fetch-site": "same-site"},
    {"origin": "null"},
    {"origin": "https://evil.example"},
    {"origin": "http://localhost:1"},
    {"origin": "evil://{host}"},
    {"origin": "http:///{host}"},
    {"origin": "{host}"},
]


@each_case("headers", FOREIGN)
@each_case("path", ["/", "/page/main.js", "/api/registry", "/api/lessons", "/api/openapi.json"])
def test_requests_of_other_sites_are_refused(server: Serving, path: str, headers: dict[str, str]) -> None:
    host = server.url.rstrip("/").removeprefix("http://")
    headers = {name: value.format(host=host) for name, value in headers.items()}
    for response in (
        server.client.get(path, headers=headers),
        server.client.head(path, headers=headers),
        server.client.post("/api/solve", json={"board": BOARD}, headers=headers),
    ):
        assert response.status_code == 403
    assert response.json()["error"]["kind"] == "origin"


def test_requests_of_no_other_site_are_accepted(server: Serving) -> None:
    own = {"origin": server.url.rstrip("/"), "sec-fetch-site": "same-origin"}
    for headers in ({}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, own):
        assert server.client.get("/api/registry", headers=headers).status_code == 200
        assert server.client.post("/api/check", json={"board": BOARD}, headers=headers).status_code == 200


def test_a_link_on_another_site_opens_the_page_and_nothing_else(server: Serving) -> None:
    followed = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    framed = {**followed, "sec-fetch-dest": "iframe"}
    for path in ("/", "/index.html", "/?board=1"):
        assert server.client.get(path, headers=followed).status_code == 200
        assert server.client.get(path, headers=framed).status_code == 403
    for path in ("/api/registry", "/api/openapi.json", "/api"):
        assert server.client.get(path, headers=followed).status_code == 403
    assert server.client.post("/", headers=followed).status_code == 403


def test_only_json_is_read_and_only_light_requests_are_made_by_get(server: Serving) -> None:
    """What a link, a picture or a form on another site can send starts no work."""
    assert {path for path, route in ROUTES.items() if route.body is None} == {"registry", "lessons", "course"}
    assert server.get("random").status_code == 405
    for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = server.client.post("/api/solve", content=b'{"board": "1 2 3 0"}', headers={"content-type": kind})
        assert response.status_code == 415


def test_a_body_with_a_content_encoding_is_refused(server: Serving) -> None:
    """It would be read as it is, whether it is compressed or not."""
    content, kind = b'{"board": "1 2 3 0"}', ("content-type", "application/json")
    for codings in (["gzip"], ["GZip"], ["br"], ["identity, gzip"], ["identity", "gzip"], ["x"]):
        for body in (content, gzip.compress(content)):
            headers = [kind, *(("content-encoding", coding) for coding in codings)]
            response = server.client.post("/api/check", content=body, headers=headers)
            assert response.status_code == 415, codings
            assert response.json()["error"] == {
                "kind": "request",
                "message": f"expected a body without Content-Encoding, found {', '.join(codings)!r}",
                "hint": "send the JSON uncompressed",
            }
    for coding in ("identity", "Identity", ""):
        headers = [kind, ("content-encoding", coding)]
        assert server.client.post("/api/check", content=content, headers=headers).status_code == 200, coding


# Files


@pytest.mark.parametrize(
    "words",
    [
        {"heuristic": " {file}:estimate "},
        {"algorithm": "{file}:estimate"},
        {"algorithm": "astar(max({file}:estimate, manhattan))"},
        {"algorithm": "bfs", "heuristic": "{file}:estimate"},
        {"algorithm": "astar({file}:estimate)"},
        {"heuristic": "max(manhattan, {file}:estimate)"},
    ],
)
def test_no_file_of_python_is_run(server: Serving, tmp_path: Path, words: dict[str, str]) -> None:
    mark = tmp_path / "ran"
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(mark)!r}, 'w')\ndef estimate(board, goal): return 0\n")
    named: Any = {name: text.replace("{file}", str(file)) for name, text in words.items()}
    for path in ("solve", "solve/stream", "trace", "trace/lines"):
        response = server.post(path, board=BOARD, **named)
        assert response.status_code == 422
        assert "found a file" in response.json()["error"]["message"]
    for text in named.values():
        assert server.post("race", board=BOARD, methods=["bfs", text]).status_code == 422
    assert not mark.exists()


@pytest.mark.parametrize("words", [{"board": "{file}"}, {"board": BOARD, "goal": "{file}"}, {"board": "-"}])
def test_no_file_of_boards_is_read(server: Serving, tmp_path: Path, words: dict[str, str]) -> None:
    file = tmp_path / "board.txt"
    file.write_text("1 2 3 4 5 6 7 8 0")
    named: Any = {name: text.replace("{file}", str(file)) for name, text in words.items()}
    for path in ("solve", "check", "hint", "trace", "draw"):
        response = server.post(path, **named)
        assert response.status_code == 422
        assert "no such file" not in response.text


@pytest.mark.parametrize("partition", ["7-8", "15", "8-7", "1 2 3 4 5 6 7 8|9 10 11 12 13 14 15"])
def test_no_huge_table_is_built(server: Serving, partition: str) -> None:
    board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15"
    heuristic = f"pdb(partition={partition})"
    response = server.post("solve", board=board, algorithm="ida_star", heuristic=heuristic)
    assert response.status_code == 422
    assert re.search("too large|too many|placements|needs the native core", response.json()["error"]["message"])


def test_no_table_is_written(server: Serving) -> None:
    server.post("solve", board="1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", algorithm="ida_star(pdb)")
    server.post("hint", board="1 2 3 4 / 5 6 7 8 / 9 10 11 0")
    server.post("random", size="3x4", depth=5)
    server.post("depths", size="3x4")
    assert not cache_folder().is_dir() or not [*cache_folder().rglob("*.*")]


# The page


def test_the_page_is_served_with_its_types(server: Serving) -> None:
    assert server.client.get("/").headers["content-type"] == "text/html; charset=utf-8"
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            name = path.relative_to(STATIC).as_posix()
            response = server.client.get(f"/{name}")
            assert response.text == (bundle(path) if name in BUNDLES else path.read_text("utf-8"))
            assert response.headers["content-type"] == app.TYPES[path.suffix]
            assert response.headers["cache-control"] == "no-cache"


def test_bundles_leave_out_comments_and_nothing_else(tmp_path: Path) -> None:
    code = "const one = 1;\n/** @type {number} */ (one).toFixed();\nconst two = 2; // the next\n"
    path = tmp_path / "code.js"
    path.write_text(f"/** Numbers. */\n{code}/**\n * The last **line**.\n */\n  // The end.\n", "utf-8")
    assert bundle(path) == code


@each_case("name", BUNDLES)
def test_bundles_are_compressed_and_not_sent_again_if_unchanged(server: Serving, name: str) -> None:
    plain = server.client.get(f"/{name}", headers={"accept-encoding": "identity"})
    packed = server.client.get(f"/{name}", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    again = server.client.get(f"/{name}", headers={"if-none-match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    assert server.client.get(f"/{name}", headers={"if-none-match": '"other"'}).status_code == 200


OUTSIDE = ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/modules/../../app.py", "//etc/passwd")


@each_case("path", [*OUTSIDE, "/%00", "/modules", "/a\\b"])
def test_nothing_else_is_served(server: Serving, path: str) -> None:
    response = server.client.get(httpx2.URL(server.url).copy_with(raw_path=path.encode()))
    assert response.status_code in (404, 307)
    assert b"import" not in response.content
    assert b"root:" not in response.content


def test_no_response_names_another_host() -> None:
    """The export of the page writes a file with the licences of what it copies, and their addresses."""
    for path in (Path(taquin.__file__).parent / "web").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://(?!\{|\[\{)", text) or path.name == "export.py", path
        assert not re.search(r"^\s*(import|from) (urllib|http|requests|httpx)", text, re.MULTILINE), path


@pytest.mark.parametrize("spec", ["{}", "max({}, manhattan)", "max(max({}))"])
def test_a_spec_runs_a_file_only_where_the_guard_finds_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    """The server refuses what ``names_file`` finds; without ``names_file`` no spec reaches ``load_function``."""
    file = tmp_path / "mine.py"
    file.write_text("def estimate(board, goal): return 0\n")
    text = spec.format(f"{file}:estimate")
    assert not choose_heuristic(text).admissible
    monkeypatch.setattr(heuristic_choice, "names_file", lambda text: False)
    monkeypatch.setattr(heuristic_choice, "load_function", lambda text: pytest.fail(f"{text} would be run"))
    with pytest.raises(SpecError):
        choose_heuristic(text)
    with pytest.raises(SpecError):
        choose_method(f"astar({text})")


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    secret, folder = tmp_path / "secret.txt", tmp_path / "static"
    secret.write_text("secret")
    folder.mkdir()
    (folder / "link.txt").symlink_to(secret)
    (folder / "file.txt").write_text("file")
    found, _ = app.Pages(folder).lookup_path("file.txt")
    assert found
    found, _ = app.Pages(folder).lookup_path("link.txt")
    assert not found
