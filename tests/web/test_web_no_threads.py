"""A server that cannot start a thread or a process for a while: one line in the log, and it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import anyio.to_thread
import pytest

from serving import serving
from taquin.web.pool.process import Process
from taquin.web.settings import Settings

BOARD = "8 1 3 / 4 0 2 / 7 6 5"


def failing(function: Callable[..., Any], error: Exception, times: int) -> Callable[..., Any]:
    """The function, which raises the error so many times at first."""
    left = times

    async def fail_first(*arguments: Any, **options: Any) -> Any:
        nonlocal left
        if left:
            left -= 1
            raise error
        return await function(*arguments, **options)

    return fail_first


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), BlockingIOError("No more processes")])
def test_workers_are_started_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    monkeypatch.setattr(Process, "start", failing(Process.start, error, 2))
    with serving(Settings(workers=1)) as server:
        assert server.answer("solve", board=BOARD)["length"] == 14
    assert re.findall("cannot start .*", capsys.readouterr().err) == [
        f"cannot start a worker process: {str(error).lower()}; trying again"
    ]


def test_a_page_without_a_thread_is_a_busy_server(monkeypatch: pytest.MonkeyPatch) -> None:
    error = RuntimeError("can't start new thread")
    monkeypatch.setattr(anyio.to_thread, "run_sync", failing(anyio.to_thread.run_sync, error, 1))
    with serving(Settings(workers=1)) as server:
        refused = server.client.get("/")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        assert refused.json()["error"]["message"] == "the server is busy: no thread can be started"
        assert server.client.get("/").status_code == 200
