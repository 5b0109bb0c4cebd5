"""``taquin serve`` as its users see it: an address, Ctrl-C, and no process left."""

from __future__ import annotations

import errno
import json
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import httpx2
import pytest

import taquin
from cases import each_case
from serving import BOARD, ENDLESS, serve_process, workers_of
from taquin.cli import run
from taquin.cli.commands import serve as serve_command
from taquin.errors import install_command
from taquin.web.server.security import own_address
from taquin.web.server.serve import Address, Server
from taquin.web.settings import Settings
from waiting import PATIENCE, is_alive, wait_until


@pytest.fixture(scope="module")
def client() -> Iterator[httpx2.Client]:
    with httpx2.Client(timeout=PATIENCE) as client:
        yield client


def solved(client: httpx2.Client, url: str) -> bool:
    return bool(client.post(f"{url}api/solve", json={"board": BOARD}).json()["length"] == 14)


def is_queued(client: httpx2.Client, url: str) -> bool:
    """Whether one more long run has to wait, because as many as may run do. It disconnects at once."""
    with client.stream("POST", f"{url}api/solve/stream", json=ENDLESS) as stream:
        return next(stream.iter_lines()) == "event: queued"


def test_it_prints_its_address_and_responds_there(
    client: httpx2.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a folder that has a ``random.py``: neither the server nor its workers load it."""
    for name in ("random.py", "struct.py", "json.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')")
    monkeypatch.chdir(tmp_path)
    paths = {"PYTHONSAFEPATH": "1", "PYTHONPATH": str(Path(taquin.__file__).parents[1])}
    with serve_process("--workers", "1", "--time", "5s", "--memory", "200MB", **paths) as (_, url):
        limits = client.get(f"{url}api/registry").json()["limits"]
        assert (limits["time"], limits["usual_time"], limits["memory"]) == (5, 5, 200_000_000)
        response = client.post(f"{url}api/solve", json={"board": BOARD, "limits": {"time": 6}})
        assert response.json()["error"]["message"] == "expected a time limit of at most 5, found 6"
        assert url.startswith("http://127.0.0.1:")
        assert solved(client, url)
        assert "Taquin" in client.get(url).text
        for address in filter(None, ("127.0.0.2", own_address())):
            with socket.socket() as connection:
                assert connection.connect_ex((address, httpx2.URL(url).port or 80)) == errno.ECONNREFUSED


def test_its_workers_end_with_it(client: httpx2.Client) -> None:
    """One request and one stream are running when the signal comes."""
    with serve_process("--workers", "3") as (process, url):
        assert solved(client, url)
        wait_until(lambda: len(workers_of(process.pid)) == 3)
        workers = workers_of(process.pid)
        with ThreadPoolExecutor(1) as threads:
            words = {**ENDLESS, "limits": {"time": 60}}
            asked = threads.submit(lambda: client.post(f"{url}api/solve", json=words))
            with client.stream("POST", f"{url}api/solve/stream", json=words) as stream:
                lines = stream.iter_lines()
                while next(lines) != "event: progress":
                    pass
                wait_until(lambda: is_queued(client, url))
                process.send_signal(signal.SIGTERM)
                out, err = process.communicate(timeout=PATIENCE)
                told = [json.loads(line[6:]) for line in lines if line.startswith('data: {"error"')]
            assert asked.result().status_code == 503
        assert [answer["error"]["kind"] for answer in told] == ["stopping"]
        assert (process.returncode, out, err) == (0, "stopped\n", "")
        wait_until(lambda: not any(map(is_alive, workers)))


@pytest.mark.parametrize("words", [["--time", "0"], ["--memory", "0"], ["--time", "soon"]])
def test_invalid_limits_of_the_server(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-open", "--port", "0", *words]) == 2
    assert "expected" in line_of(capsys)


# Mistakes


def line_of(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("taquin: error: ").rstrip()


def test_a_port_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(["serve", "--port", str(port), "--no-open"]) == 2
    assert line_of(capsys) == (f"port {port} of 127.0.0.1 is in use by another server (choose one with --port, or 0)")


def test_a_host_that_is_invalid_or_another_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--host", "no such host", "--no-open"]) == 2
    assert line_of(capsys).startswith("cannot listen on 'no such host':")
    assert run(["serve", "--host", "192.0.2.1", "--port", "0", "--no-open"]) == 2
    assert line_of(capsys).startswith("cannot listen on port 0 of 192.0.2.1: ")


@each_case("name", ["http://teacher.example", "a b", "", "teacher.example/page", "-"])
def test_an_invalid_name_to_allow(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["serve", "--allow-host", name, "--no-open"]) == 2
    assert line_of(capsys) == (
        f"expected a host name such as teacher.example, without protocol and path, found {name!r} (--allow-host NAME)"
    )


@pytest.mark.parametrize("name", ["starlette", "uvicorn", "segno"])
def test_without_the_extra(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(serve_command, "find_spec", lambda wanted: None if wanted == name else find_spec(wanted))
    assert run(["serve", "--no-open"]) == 2
    assert line_of(capsys) == f"the web page needs {name}, which is not installed ({install_command('web')})"


def test_other_addresses_print_a_warning(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "serve_until_ended", lambda server: server._address.socket.close())
    assert run(["serve", "--host", "0.0.0.0", "--port", "0", "--no-open"]) == 0
    out, err = capsys.readouterr()
    assert re.match(r"Taquin is at http://127.0.0.1:\d+/ \(Ctrl-C stops it\)\n", out)
    assert re.search(r"\nOther machines open http://[0-9.]+:[0-9]+/\n", out) or not own_address()
    expected = "anyone who can reach this machine can use this server; connections are not encrypted"
    assert err == f"taquin: warning: {expected}\n"


def test_workers_and_the_engine_in_the_browser_import_no_web_framework() -> None:
    """Nor does the API that both use."""
    folder = Path(taquin.__file__).parent / "web"
    names = [
        f"taquin.web.{path.parent.name}.{path.stem}"
        for kind in ("api", "browser")
        for path in folder.glob(f"{kind}/*.py")
    ]
    code = f"import sys, taquin.web.server.worker, {', '.join(sorted(names))}; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert {"taquin.web.api.solving", "taquin.web.browser.engine"} <= {*output.split()}
    assert not {"starlette", "uvicorn"} & {*output.split()}


# The address and the browser


def test_the_page_is_opened_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    address = Address.bind("127.0.0.1", 0)
    server = Server(address, Settings(workers=1), is_open=True)
    thread = Thread(target=server.serve_until_ended)
    thread.start()
    wait_until(lambda: bool(opened))
    server.should_exit = True
    thread.join()
    assert opened == [address.url]


@pytest.mark.parametrize(
    ("platform", "environment", "has_screen"),
    [("linux", {}, False), ("linux", {"DISPLAY": ":0"}, True), ("darwin", {}, True), ("win32", {}, True)],
)
def test_no_browser_is_opened_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], has_screen: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(serve_command, "environ", environment)
    assert serve_command._has_screen() is has_screen


def test_the_command_line_works_without_the_extra() -> None:
    """Help and the other commands do not import it."""
    code = (
        "import sys\n"
        "from taquin.cli import run\n"
        f"run(['serve', '--help']); run(['solve', '{BOARD}']); run(['list'])\n"
        "sys.exit(bool({'fastapi', 'uvicorn', 'pydantic'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_help_explains_other_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "only this machine can open the page" in text
    assert "anyone who can reach this machine can open it" in text


def test_help_states_the_limits_of_searches(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    settings = Settings()
    assert f"limits: {settings.usual_time:g} s (a request may ask for up to --time), {settings.nodes:,} nodes" in text
    assert f"Default: {settings.time:g}s." in text
    assert f"Default: {settings.memory // 1_000_000}MB." in text
    assert f"at most {settings.side} rows and columns" in text


@pytest.mark.parametrize(
    ("host", "url", "is_open_to_all"),
    [
        ("127.0.0.1", "http://127.0.0.1:", False),
        ("localhost", "http://localhost:", False),
        ("0.0.0.0", "http://127.0.0.1:", True),
    ],
)
def test_addresses(host: str, url: str, is_open_to_all: bool) -> None:
    address = Address.bind(host, 0)
    with address.socket:
        assert address.url == f"{url}{address.port}/"
        assert bool(address.url_elsewhere) <= is_open_to_all
