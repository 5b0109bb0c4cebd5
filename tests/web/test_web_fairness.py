"""Clients take turns, short runs do not wait for long ones, and one client cannot fill the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar, cast

import httpx2
import pytest

from serving import ENDLESS, Serving, client_at, events, serving
from taquin.web.pool.process import Process
from taquin.web.pool.turns import Turn, Turns
from taquin.web.pool.workers import Pool
from taquin.web.settings import Settings
from waiting import wait_until

T = TypeVar("T")
BOARD = "8 1 3 / 4 0 2 / 7 6 5"
HOUR = 3600.0
WORKER = cast(Process, object())


# The order of turns


def served(turns: Turns, waiting: list[Turn]) -> list[int]:
    """Serve as many runs as may have a worker, and return their places in the list, in order."""
    order = []
    while turns.serve(WORKER):
        order += [place for place, turn in enumerate(waiting) if turn.worker.done() and place not in order]
    return order


def queue_of(turns: Turns, clients: str) -> list[Turn]:
    return [turns.join(client) for client in clients]


async def order_of(settings: Settings, clients: str) -> list[int]:
    turns = Turns(settings)
    return served(turns, queue_of(turns, clients))


def run_alone(play: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread: in this one the browser of other tests may have an event loop."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, play).result()


@pytest.mark.parametrize(
    ("clients", "order"),
    [
        ("aaaab", [0, 4, 1, 2, 3]),
        ("aaabbbc", [0, 3, 6, 1, 4, 2, 5]),
        ("aaaa", [0, 1, 2, 3]),
        ("", []),
    ],
)
def test_clients_take_turns(clients: str, order: list[int]) -> None:
    settings = Settings(workers=99, trial_time=0, client_runs=99)
    assert run_alone(order_of(settings, clients)) == order


@pytest.mark.parametrize(("workers", "long", "of_client"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 3, 2), (8, 7, 6)])
def test_long_runs_leave_workers_for_others(workers: int, long: int, of_client: int) -> None:
    settings = Settings(workers=workers)
    assert (settings.long_runs, settings.long_runs_of_client) == (long, of_client)

    async def play() -> None:
        turns = Turns(settings)
        waiting = queue_of(turns, "aaaaaaaaabbbbbbbbb")
        for turn in waiting:
            turn.was_tried = True
        order = served(turns, waiting)
        assert len(order) == long
        assert len([place for place in order if place < 9]) <= max(of_client, (long + 1) // 2)
        alone = Turns(settings)
        waiting = queue_of(alone, "aaaaaaaaa")
        for turn in waiting:
            turn.was_tried = True
        assert len(served(alone, waiting)) == of_client

    run_alone(play())


def test_every_waiting_run_is_tried_once_and_keeps_its_place() -> None:
    async def play() -> None:
        turns = Turns(Settings(workers=2))
        long, first, second = queue_of(turns, "aaa")
        assert turns.serve(WORKER)
        assert (long.worker.done(), long.is_trial) == (True, False)
        assert turns.serve(WORKER)
        assert (first.worker.done(), first.is_trial) == (True, True)
        turns.wait_again(first)
        assert turns.serve(WORKER)
        assert (second.worker.done(), second.is_trial) == (True, True)
        turns.wait_again(second)
        assert not turns.serve(WORKER)
        assert [turns.ahead_of(turn) for turn in (first, second)] == [0, 1]
        turns.leave(long)
        assert turns.serve(WORKER)
        assert (first.worker.done(), first.is_trial) == (True, False)

    run_alone(play())


def test_a_run_that_leaves_frees_its_place() -> None:
    async def play() -> None:
        turns = Turns(Settings(workers=1, trial_time=0))
        first, second, third = queue_of(turns, "aba")
        assert [turns.ahead_of(turn) for turn in (first, second, third)] == [0, 1, 2]
        turns.leave(first)
        assert [turns.ahead_of(turn) for turn in (third, second)] == [0, 1]
        assert turns.serve(WORKER)
        assert third.worker.done()
        assert not turns.serve(WORKER)
        turns.leave(third)
        assert turns.serve(WORKER)
        turns.leave(second)
        assert vars(turns)["_waiting"] == vars(turns)["_long"] == {}

    run_alone(play())


# The server


@contextmanager
def long_runs(client: httpx2.Client, count: int) -> Iterator[list[Iterator[tuple[str, Any]]]]:
    """Streams of searches that do not end before the client disconnects."""
    words = {**ENDLESS, "limits": {"time": HOUR}}
    with ExitStack() as stack:
        yield [
            events(stack.enter_context(client.stream("POST", "/api/solve/stream", json=words))) for _ in range(count)
        ]


def until(stream: Iterator[tuple[str, Any]], kind: str) -> None:
    while next(stream)[0] != kind:
        pass


@pytest.fixture
def server(shared: Serving) -> Serving:
    """The server, when the runs of the test before have ended."""
    wait_until(lambda: not shared.site.pool.identities(are_busy=True))
    return shared


@pytest.fixture(scope="module")
def shared() -> Iterator[Serving]:
    settings = Settings(workers=3, time=HOUR, patience=HOUR, trial_time=1, client_queue=1)
    with serving(settings) as server:
        yield server


def test_long_runs_of_one_client_do_not_delay_those_of_another(server: Serving) -> None:
    """One run of the first client is in progress and its others wait, while another client's begin."""
    with long_runs(server.client, 3) as first, client_at(server, "127.0.0.2") as other:
        until(first[0], "progress")
        with long_runs(other, 1) as (second,):
            until(second, "progress")
        assert other.post("/api/solve", json={"board": BOARD}).json()["length"] == 14


def test_a_short_run_does_not_wait_for_long_ones_of_its_own_client(server: Serving) -> None:
    with long_runs(server.client, 2) as (first, second):
        until(first, "progress")
        until(second, "queued")  # it was tried, and did not end
        wait_until(lambda: is_solved_soon(server))


def is_solved_soon(server: Serving) -> bool:
    """Whether a short run ends before long. On a busy machine one trial may be too short for it: then it waits."""
    try:
        response = server.client.post("/api/solve", json={"board": BOARD}, timeout=5)
    except httpx2.TimeoutException:
        return False
    return bool(response.json()["length"] == 14)


def test_one_client_cannot_fill_the_queue(server: Serving) -> None:
    with long_runs(server.client, 4) as streams:
        until(streams[0], "progress")
        response = server.post("solve", board=BOARD)
        assert response.status_code == 503
        assert response.json()["error"]["message"] == (
            "the server is busy: 4 runs of your address are in progress or waiting, which is the limit for one client"
        )
        with client_at(server, "127.0.0.2") as other:
            assert other.post("/api/solve", json={"board": BOARD}).json()["length"] == 14


def test_work_of_more_than_a_few_milliseconds_is_done_by_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the server itself computes, no other client gets anything."""
    admitted: list[str] = []
    admit = Pool.admit

    def note(pool: Pool, client: str) -> Any:
        admitted.append(client)
        return admit(pool, client)

    monkeypatch.setattr(Pool, "admit", note)
    with serving(Settings(workers=1)) as server:
        for name, body, count in (
            ("qr", {"text": "a" * 500}, 1),
            ("random", {"size": "10x10", "count": 100}, 2),
            ("random", {"size": "3x3"}, 2),
        ):
            assert server.client.post(f"/api/{name}", json=body).status_code == 200
            assert len(admitted) == count
