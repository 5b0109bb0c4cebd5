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

NO_THREAD = RuntimeError("can't start new thread")
NO_PROCESS = BlockingIOError("No more processes")


def failing(function: Callable[..., Any], *errors: Exception) -> Callable[..., Any]:
    """The function, which raises these errors at first."""
    left = list(errors)

    async def fail_first(*arguments: Any, **options: Any) -> Any:
        if left:
            raise left.pop(0)
        return await function(*arguments, **options)

    return fail_first


def test_a_server_without_threads_and_processes_for_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Process, "start", failing(Process.start, NO_PROCESS, NO_THREAD))
    monkeypatch.setattr(anyio.to_thread, "run_sync", failing(anyio.to_thread.run_sync, NO_THREAD))
    with serving(Settings(workers=1)) as server:
        assert server.answer("solve", board="8 1 3 / 4 0 2 / 7 6 5")["length"] == 14
        refused = server.client.get("/")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        assert refused.json()["error"]["message"] == "the server is busy: no thread can be started"
        assert server.client.get("/").status_code == 200
    errors = capsys.readouterr().err
    assert re.findall("cannot start .*", errors) == ["cannot start a worker process: no more processes; trying again"]
    assert "Traceback" not in errors
