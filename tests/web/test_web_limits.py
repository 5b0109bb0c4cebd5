"""The limits of requests: time, nodes, memory, sizes, queue; and that cancelled runs stop."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import repeat
from pathlib import Path
from typing import Any

import httpx2
import pytest

from serving import BOARD, ENDLESS, HARD, Serving, events, serving, stream_until
from taquin.puzzle.words import plural
from taquin.run.limits import Cancellation, Limits
from taquin.system.cores import core_count
from taquin.web.api.endpoints import ROUTES
from taquin.web.api.job import Job, Service, ignore
from taquin.web.api.race import RaceRequest, race
from taquin.web.settings import Settings
from waiting import wait_until

HOUR = 3600.0
"""Seconds. Longer than any client of these tests waits: a run that ends was ended by something else."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    """One worker, so that a second run waits for the first; and no limit of time ends a run before a test does.

    At the end nothing of all the requests may be left: no open file, except the one that multiprocessing keeps.
    """
    settings = Settings(
        workers=1, queue=2, time=HOUR, grace=HOUR, overrun=HOUR, patience=HOUR, trace_time=HOUR, trace_nodes=2000
    )
    before = open_files()
    with serving(settings) as server:
        yield server
    wait_until(lambda: open_files() <= before + 1)


def open_files() -> int:
    """The number of open files of this process; 0 where the system does not list them."""
    folder = Path("/proc/self/fd")
    return len([*folder.iterdir()]) if folder.is_dir() else 0


def running(
    server: Serving, path: str = "solve/stream", **words: Any
) -> AbstractContextManager[Iterator[tuple[str, Any]]]:
    """A search that has started."""
    return stream_until(server.client, "progress", words, path)


def queued(server: Serving, **words: Any) -> AbstractContextManager[Iterator[tuple[str, Any]]]:
    """A search that waits for a worker."""
    return stream_until(server.client, "queued", words)


def is_admitted(server: Serving) -> bool:
    """Whether there is room for one more request. It disconnects at once."""
    with server.client.stream("POST", "/api/solve/stream", json={"board": BOARD}) as response:
        return response.status_code == 200


def solved_when_admitted(server: Serving) -> Any:
    """The result of a small board. The server may still count clients that have just disconnected."""
    found: list[httpx2.Response] = []

    def is_answered() -> bool:
        found.append(server.post("solve", board=BOARD))
        return found[-1].status_code != 503

    wait_until(is_answered)
    assert found[-1].status_code == 200, found[-1].text
    return found[-1].json()


def refused(response: httpx2.Response, status: int, kind: str) -> str:
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error["kind"] == kind
    message: str = error["message"]
    return message


# Time, nodes, memory


def test_a_run_ends_at_its_time_its_memory_and_its_nodes(server: Serving) -> None:
    for path in ("solve", "trace"):
        assert server.answer(path, **ENDLESS, limits={"time": 0.3})["status"] == "limit"
    assert server.answer("hint", board=HARD, limits={"time": 0.3})["status"] in ("limit", "solved")
    found = server.answer("solve", board=HARD, algorithm="astar", limits={"memory": "20MB"}, backend="python")
    assert (found["status"], found["reason"]) == ("limit", "reached the memory limit of 20 MB")
    found = server.answer("solve", board=HARD, algorithm="bfs", limits={"nodes": "1k"})
    assert found["reason"] == "reached the limit of 1,000 nodes"


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"time": 3601}, "expected a time limit of at most 3,600, found 3,601"),
        ({"time": "2h"}, "expected a time limit of at most 3,600, found 7,200"),
        ({"nodes": "10G"}, "expected a nodes limit of at most 1,000,000,000, found 10,000,000,000"),
        ({"memory": "2GB"}, "expected a memory limit of at most 1,000,000,000, found 2,000,000,000"),
        ({"time": -1}, "expected the time limit to be a finite number from 0 to 1,000,000,000, found -1.0"),
    ],
)
def test_more_than_the_server_allows_is_refused(server: Serving, limits: dict[str, Any], said: str) -> None:
    assert refused(server.post("solve", board=BOARD, limits=limits), 422, "limit") == said


def answer(settings: Settings, path: str, **words: Any) -> Any:
    """What a server with these settings returns."""
    job = ROUTES[path].call(json.dumps(words), Service(settings))
    assert isinstance(job, Job)
    return json.loads(job.finish(job.call(cancellation=Cancellation(), progress=ignore)))


def test_without_limits_those_of_the_server_apply() -> None:
    """To a request without limits, and to one with limits that are null."""
    settings = Settings(nodes=20, usual_time=HOUR, trace_time=HOUR)
    for limits in ({}, {"limits": {"nodes": None}}):
        for path in ("solve", "trace", "hint"):
            assert answer(settings, path, board=HARD, **limits)["reason"] == "reached the limit of 20 nodes"
        assert answer(settings, "judge", board=HARD, moves="R", **limits)["before"] is None
    settings = Settings(usual_time=0.2, memory=50_000_000)
    assert answer(settings, "solve", **ENDLESS)["reason"] == "reached the time limit of 0.2 s"
    entered = race(RaceRequest(board=HARD, methods=["bfs", "astar"]), Service(settings))
    assert entered.limits == Limits(time=0.2, nodes=1_000_000_000, memory=50_000_000)


# Sizes


def test_a_board_that_is_too_large_is_refused_and_the_largest_is_not(server: Serving) -> None:
    cells = " ".join(map(str, range(11 * 11)))
    for path in ("solve", "check", "hint", "trace"):
        said = refused(server.post(path, board=cells), 422, "board")
        assert said == "expected a board of at most 10 rows and columns, found 11×11"
    board = " ".join(map(str, [*range(1, 99), 0, 99]))
    assert server.answer("solve", board=board)["length"] == 1


def test_a_body_that_is_too_large_is_refused(server: Serving) -> None:
    """One of unknown length as soon as it is too large."""
    assert "65,536 bytes" in refused(server.post("solve", board=" " * 70_000), 413, "too large")
    pieces = repeat(b" " * 10_000, 1000)
    headers = {"content-type": "application/json"}
    try:
        response = server.client.post("/api/solve", content=pieces, headers=headers)
        refused(response, 413, "too large")
    except httpx2.NetworkError:
        pass  # the server closed the connection while the client was still sending
    assert server.answer("check", board=BOARD)["solvable"]


def test_a_trace_has_no_more_nodes_than_the_server_allows(server: Serving) -> None:
    said = refused(server.post("trace", board=BOARD, nodes=2001), 422, "limit")
    assert said == "expected at most 2,000 nodes to record, found 2,001"
    found = server.answer("trace", board=BOARD, algorithm="bfs", limits={"time": HOUR})
    assert len(found["nodes"]["born"]) == 2000
    assert found["history"]["notice"]


def test_more_threads_than_the_server_has_cores_are_refused(server: Serving) -> None:
    for threads in (core_count() + 1, 1024):
        said = refused(server.post("solve", board=BOARD, algorithm=f"ida_star(threads={threads})"), 422, "limit")
        assert said == f"expected at most {plural(core_count(), 'thread')}, one per core of the server, found more"
    assert server.answer("solve", board=BOARD, algorithm="ida_star(threads=0)")["status"] == "solved"


def test_a_strip_that_is_too_long_is_refused_and_an_animation_is_not(server: Serving) -> None:
    words = {"board": BOARD, "moves": "UD" * 1200}
    said = refused(server.post("draw", **words, kind="strip"), 422, "limit")
    assert said == "a strip of 2,401 boards has 21,609 cells, more than 20,000"
    assert len(server.post("draw", **words).content) < 1_000_000
    refused(server.post("random", moves=100_001), 422, "request")


# Places


def test_a_full_server_refuses_runs_and_serves_the_rest(server: Serving) -> None:
    words: dict[str, Any] = {**ENDLESS, "limits": {"time": HOUR}}
    with running(server, **words), queued(server, **words), queued(server, **words):
        response = server.post("solve", board=BOARD)
        assert refused(response, 503, "busy").startswith("the server is busy: 3 runs")
        assert int(response.headers["retry-after"]) >= 1
        refused(server.post("race", board=BOARD, methods=["bfs", "astar"]), 503, "busy")
        assert server.answer("check", board=BOARD)["solvable"]
        assert server.get("registry").status_code == 200
        assert server.post("random", size="4x4").status_code == 200
        assert server.client.get("/").status_code == 200
    assert solved_when_admitted(server)["length"] == 14


def test_a_run_that_waits_too_long_gets_an_error() -> None:
    with serving(Settings(workers=1, patience=0.3)) as server:
        with running(server, **ENDLESS):
            said = refused(server.post("solve", board=BOARD), 503, "busy")
        assert said == "the server is busy: no worker became free within 0.3 s"


def test_a_waiting_run_gets_the_number_ahead_and_is_not_affected_by_a_crash(server: Serving) -> None:
    with running(server, **ENDLESS, limits={"time": HOUR}) as first_run:
        with server.client.stream("POST", "/api/solve/stream", json={"board": BOARD}) as response:
            second_run = events(response)
            assert next(second_run) == ("queued", {"ahead": 0})
            (victim,) = server.workers()
            os.kill(victim, signal.SIGKILL)
            assert [kind for kind, _ in second_run] == ["result"]
        *_, (kind, last) = first_run
        assert (kind, last["error"]["kind"]) == ("error", "crash")
        assert "was restarted" in last["error"]["message"]
    assert victim not in server.workers()


# Leaving


def test_a_search_stops_when_its_client_disconnects(server: Serving) -> None:
    """The only worker is free again, and it is the same one: the search was cancelled, the process was not ended."""
    before = server.workers()
    for algorithm, backend in (("astar(manhattan)", "python"), ("astar(manhattan)", "auto"), ("ida_star", "auto")):
        with running(server, board=HARD, algorithm=algorithm, backend=backend, limits={"time": HOUR}):
            pass
        assert server.answer("solve", board=BOARD)["length"] == 14
    methods = ["ida_star(misplaced)", "ida_star(manhattan)", "iddfs"]
    with running(server, "race", board=HARD, methods=methods, limits={"time": HOUR}):
        pass
    assert solved_when_admitted(server)["length"] == 14
    assert server.workers() == before


def test_work_without_a_stream_stops_too(server: Serving) -> None:
    before = server.workers()
    content = json.dumps({"size": "10x10", "moves": 100_000, "count": 100})
    url = httpx2.URL(server.url)
    request = (
        f"POST /api/random HTTP/1.1\r\nHost: {url.host}:{url.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n{content}"
    )
    with socket.create_connection((url.host, url.port or 80)) as connection:
        connection.sendall(request.encode())
        wait_until(lambda: bool(server.site.pool.identities(are_busy=True)))
    assert server.answer("solve", board=BOARD)["length"] == 14
    assert server.workers() == before


def test_a_disconnected_client_leaves_the_queue(server: Serving) -> None:
    with running(server, **ENDLESS, limits={"time": HOUR}):
        for _ in range(4):  # twice as many as there is room for
            wait_until(lambda: is_admitted(server))
    assert solved_when_admitted(server)["length"] == 14


def test_a_worker_that_ignores_cancellation_or_its_time_limit_is_replaced() -> None:
    """A process after SIGSTOP does not react to anything."""
    with serving(Settings(workers=1, grace=0.2, overrun=0.2, patience=HOUR)) as server:
        (deaf,) = server.workers()
        with running(server, **ENDLESS, limits={"time": 60}):
            os.kill(deaf, signal.SIGSTOP)
        assert server.answer("solve", board=BOARD, limits={"time": 60})["length"] == 14
        wait_until(lambda: len(server.workers()) == 1)
        assert deaf not in server.workers()
        (deaf,) = server.workers()
        os.kill(deaf, signal.SIGSTOP)
        response = server.post("solve", board=BOARD, limits={"time": 0.1})
        assert refused(response, 504, "timeout") == "the run did not stop within 0.1 s and was killed"
        assert server.answer("solve", board=BOARD)["length"] == 14
        assert deaf not in server.workers()
