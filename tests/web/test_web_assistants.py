"""``taquin mcp``: the tools as the protocol's own client sees them, over standard input and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import httpx2
import pytest

from cases import each_case
from processes import MARK, TAQUIN, marked, started
from serving import BOARD, ENDLESS
from taquin.cli import run
from taquin.errors import install_command
from taquin.web.api.errors import ApiError
from taquin.web.settings import Settings
from waiting import PATIENCE, children, is_alive, wait_until

if TYPE_CHECKING:  # imported inside functions: it takes a second
    from mcp import Client, StdioServerParameters
    from mcp_types import CallToolResult

EASY = "1 2 3 / 4 0 5 / 7 8 6"
RIGHT = "def solve(rows):\n    return 'RD'\n"


class Assistant:
    """A client that stays connected, in a thread with an event loop."""

    def __init__(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        self.client, self._loop = client, loop

    def begin(self, name: str, **arguments: object) -> Future[CallToolResult]:
        return asyncio.run_coroutine_threadsafe(self.client.call_tool(name, arguments), self._loop)

    def call(self, name: str, **arguments: object) -> CallToolResult:
        return self.begin(name, **arguments).result(PATIENCE)

    def record(self, name: str, **arguments: object) -> Any:
        """The object that a valid call returns."""
        result = self.call(name, **arguments)
        assert not result.is_error, result.content
        return result.structured_content

    def error(self, name: str, **arguments: object) -> str:
        """The text of an error."""
        result = self.call(name, **arguments)
        [content] = result.content
        assert content.type == "text"
        assert result.is_error, content.text
        return content.text

    def names(self) -> set[str]:
        listed = asyncio.run_coroutine_threadsafe(self.client.list_tools(), self._loop).result(PATIENCE)
        return {tool.name for tool in listed.tools}


@contextmanager
def connected(server: StdioServerParameters | str) -> Iterator[Assistant]:
    from mcp import Client

    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    ready: Future[Client] = Future()
    done = asyncio.Event()

    async def hold() -> None:
        async with Client(server, read_timeout_seconds=PATIENCE) as client:
            ready.set_result(client)
            await done.wait()

    holding = asyncio.run_coroutine_threadsafe(hold(), loop)
    holding.add_done_callback(lambda task: None if ready.done() else ready.set_exception(task.exception() or OSError()))
    try:
        yield Assistant(ready.result(PATIENCE), loop)
        loop.call_soon_threadsafe(done.set)
        holding.result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


def command(*options: str) -> StdioServerParameters:
    from mcp import StdioServerParameters

    return StdioServerParameters(command=TAQUIN[0], args=[*TAQUIN[1:], "mcp", *options], env=dict(os.environ))


@pytest.fixture(scope="module")
def assistant() -> Iterator[Assistant]:
    with connected(command("--workers", "1", "--allow-code")) as client:
        yield client


def without_times(value: Any) -> Any:
    """A record without what differs between two runs."""
    if isinstance(value, dict):
        return {key: without_times(part) for key, part in value.items() if key not in ("seconds", "limits", "memory")}
    return [without_times(part) for part in value] if isinstance(value, list) else value


def test_every_tool_is_listed(assistant: Assistant) -> None:
    assert assistant.names() == {"check", "solve", "hint", "verify", "compare", "tree", "board", "judge"}


SAME: dict[str, tuple[dict[str, object], list[str]]] = {
    "check": ({"board": "1 2 3 / 4 5 6 / 8 7 0"}, ["1 2 3 / 4 5 6 / 8 7 0"]),
    "solve": ({"board": BOARD, "algorithm": "astar(manhattan)"}, [BOARD, "-a", "astar(manhattan)"]),
    "hint": ({"board": BOARD}, [BOARD]),
    "verify": ({"board": EASY, "moves": "RUDD"}, [EASY, "RUDD"]),
    "compare": (
        {"board": EASY, "methods": ["astar(manhattan)", "bfs"]},
        [EASY, "-a", "astar(manhattan),bfs"],
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_a_result_is_the_object_of_the_command_line(
    name: str, assistant: Assistant, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, words = SAME[name]
    run([name, *words, "--json"])
    expected = json.loads(capsys.readouterr().out)
    assert without_times(assistant.record(name, **arguments)) == without_times(expected)


def test_the_text_of_a_result_is_its_object(assistant: Assistant) -> None:
    result = assistant.call("check", board=BOARD)
    [content] = result.content
    assert content.type == "text"
    assert json.loads(content.text) == result.structured_content


def test_a_wrong_solution_is_a_result_and_not_an_error(assistant: Assistant) -> None:
    record = assistant.record("verify", board=EASY, moves="UU")
    assert (record["correct"], record["breaks_at"]) == (False, 2)


def test_a_screen_of_methods_is_compared_by_default(assistant: Assistant) -> None:
    assert len(assistant.record("compare", board=EASY)["rows"]) > 5


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("tree", {"algorithm": "astar(manhattan)"}), ("board", {}), ("board", {"moves": "RD"})],
    ids=["tree", "board", "strip"],
)
def test_a_picture_is_an_image(name: str, arguments: dict[str, str], assistant: Assistant) -> None:
    [content] = assistant.call(name, board=EASY, **arguments).content
    assert content.type == "image", content
    assert content.mime_type == "image/png"
    assert b64decode(content.data).startswith(b"\x89PNG")


def test_a_picture_can_be_svg(assistant: Assistant) -> None:
    [content] = assistant.call("board", board=EASY, format="svg").content
    assert content.type == "image"
    assert b64decode(content.data).startswith(b"<svg")


MISTAKES: dict[str, tuple[str, dict[str, object], str]] = {
    "no board": ("solve", {}, "board: field required"),
    "a wrong board": ("solve", {"board": "1 2 3 / 3 0 5"}, "3 appears"),
    "an unknown argument": ("check", {"board": EASY, "timeout": 3}, "limits.time"),
    "an unknown method": ("solve", {"board": EASY, "algorithm": "astra"}, "astar"),
    "a file of code": ("solve", {"board": EASY, "algorithm": "mine.py:search"}, "found a file"),
    "no moves": ("verify", {"board": EASY, "moves": " "}, "expected moves"),
    "unreadable moves": ("verify", {"board": EASY, "moves": "sideways"}, "sideways"),
    "a large board": ("check", {"board": EASY, "size": "11x11"}, "at most 10 rows"),
    "too much time": ("solve", {"board": EASY, "limits": {"time": 301}}, "at most 300"),
    "too many nodes": ("hint", {"board": EASY, "limits": {"nodes": 10**12}}, "1,000,000,000"),
    "too many methods": ("compare", {"board": EASY, "methods": [f"wastar(weight={n})" for n in range(2, 12)]}, "8"),
    "long arguments": ("check", {"board": "1 " * 40_000}, "65,536 bytes"),
    "an unknown format": ("tree", {"board": EASY, "format": "pdf"}, "'png'"),
    "control characters": ("check", {"board": "1 2 \x1b[31m 3"}, "found"),
    "a long picture": ("board", {"board": EASY, "moves": "RL" * 150}, "more than 8,000"),
    "an unknown tool": ("solver", {}, "expected one of check"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_bad_input_is_an_error_of_one_line(mistake: str, assistant: Assistant) -> None:
    name, arguments, expected = MISTAKES[mistake]
    text = assistant.error(name, **arguments)
    assert expected in text
    assert text.isprintable()


def test_a_cancelled_search_frees_its_worker(assistant: Assistant) -> None:
    """The server has one worker: the second search waits for it."""
    endless = assistant.begin("solve", **ENDLESS, limits={"time": 300})
    with pytest.raises(TimeoutError):
        endless.result(1)
    endless.cancel()
    assert assistant.record("solve", board=EASY)["status"] == "solved"


def test_a_function_is_judged(assistant: Assistant) -> None:
    record = assistant.record("judge", code=RIGHT, call="solve(rows)", boards=[EASY])
    assert (record["right"], [board["verdict"] for board in record["boards"]]) == (True, ["shortest"])


def test_code_runs_only_where_the_user_allows_it() -> None:
    from mcp_types import CallToolRequestParams

    from taquin.web.server.assistants import Assistants

    server = Assistants(Settings())
    request = CallToolRequestParams(name="judge", arguments={"code": RIGHT})
    with pytest.raises(ApiError) as error:
        asyncio.run(server.respond(request))
    assert "--allow-code" in error.value.hint


def test_a_judgement_ends_within_the_time_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The function would run for as long as the judge lets it."""
    from mcp_types import CallToolRequestParams

    from taquin.web.server.assistants import Assistants

    mark = str(uuid4())
    monkeypatch.setenv(MARK, mark)
    server = Assistants(Settings(time=0.5), allows_code=True)
    code = "def solve(rows):\n    while True: pass\n"
    with pytest.raises(ApiError, match="took more than"):
        asyncio.run(server.respond(CallToolRequestParams(name="judge", arguments={"code": code})))
    wait_until(lambda: not set(marked(mark)) - {os.getpid()})


BAD_CODE: dict[str, tuple[dict[str, object], str]] = {
    "no such function": ({"function": "search"}, "search"),
    "no name": ({"function": "solve.py:x"}, "name of a function"),
    "a wrong board": ({"boards": ["1 1"]}, "2 cells"),
    "two goals": ({"boards": [EASY, "1 2 / 0 3"]}, "same goal"),
}


@pytest.mark.parametrize("mistake", BAD_CODE)
def test_what_cannot_be_judged_is_an_error_of_one_line(mistake: str, assistant: Assistant) -> None:
    arguments, expected = BAD_CODE[mistake]
    text = assistant.error("judge", **{"code": RIGHT, "boards": [EASY], **arguments})
    assert expected in text
    assert text.isprintable()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with started([*TAQUIN, "mcp", "--http", "--port", "0", "--workers", "1"]) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http"))


def test_http_has_the_same_tools(url: str) -> None:
    with connected(url) as client:
        assert client.record("solve", board=EASY)["length"] == 2


def test_requests_of_other_sites_are_refused(url: str) -> None:
    headers = {"Origin": "http://other.example", "Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert httpx2.post(url, json=body, headers=headers, timeout=PATIENCE).status_code == 403


def test_requests_for_another_host_are_refused(url: str) -> None:
    headers = {"Host": "other.example", "Accept": "application/json, text/event-stream"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert httpx2.post(url, json=body, headers=headers, timeout=PATIENCE).status_code == 421


def test_the_end_of_the_input_stops_it() -> None:
    done = subprocess.run([*TAQUIN, "mcp"], input="", capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_signal_stops_it_and_its_workers() -> None:
    with started([*TAQUIN, "mcp", "--workers", "1"], stdin=subprocess.PIPE) as process:
        wait_until(lambda: bool(children(process.pid)))
        workers = children(process.pid)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        wait_until(lambda: not any(map(is_alive, workers)))


def test_without_its_library_one_line_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("taquin.cli.commands.mcp.version", missing)
    assert run(["mcp"]) == 2
    assert install_command("mcp") in capsys.readouterr().err


@each_case("words", [["--host", "0.0.0.0"], ["--allow-host", "*"]])
def test_code_of_other_machines_is_refused(words: list[str]) -> None:
    assert run(["mcp", "--http", "--port", "0", "--allow-code", *words]) == 2


def test_options_of_http_need_http() -> None:
    assert run(["mcp", "--port", "9000"]) == 2
