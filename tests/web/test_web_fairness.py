"""Clients take turns, each has its share of the workers, and one client cannot fill the queue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from serving import BOARD, ENDLESS, Serving, client_at, serving, stream_until
from taquin.system.tasks import Queue, Task
from taquin.web.api import playing
from taquin.web.api.job import Job, Service
from taquin.web.api.playing import CodeRequest, RandomRequest
from taquin.web.settings import Settings
from waiting import wait_until

HOUR = 3600.0
LONG = {**ENDLESS, "limits": {"time": HOUR}}
"""A search that does not end before its client disconnects."""


# The order of tasks


def queue_of(clients: str, share: int) -> tuple[Queue[int, None], list[Task[int, None]]]:
    queue: Queue[int, None] = Queue(share)
    tasks = [Task[int, None](place, client=client) for place, client in enumerate(clients)]
    for task in tasks:
        queue.add(task)
    return queue, tasks


def begun(queue: Queue[int, None]) -> list[int]:
    """Begin as many tasks as may run; their places, in order."""
    order = []
    while (task := queue.next()) is not None:
        queue.begin(task)
        order.append(task.request)
    return order


@pytest.mark.parametrize(
    ("clients", "share", "order"),
    [
        ("aaabbbc", 9, [0, 3, 6, 1, 4, 2, 5]),
        ("aaaab", 2, [0, 4, 1]),
        ("aaabbb", 1, [0, 3]),
        ("aaaab", 9, [0, 4, 1, 2, 3]),
        ("aaaa", 9, [0, 1, 2, 3]),
        ("", 9, []),
    ],
)
def test_clients_take_turns_and_have_a_share(clients: str, share: int, order: list[int]) -> None:
    queue, _ = queue_of(clients, share)
    assert begun(queue) == order
    assert queue.size() == len(clients)


# The server


@pytest.fixture
def server(shared: Serving) -> Serving:
    """The server, when the runs of the test before have ended."""
    wait_until(lambda: not shared.site.pool.identities(are_busy=True))
    return shared


@pytest.fixture(scope="module")
def shared() -> Iterator[Serving]:
    with serving(Settings(workers=2, time=HOUR, patience=HOUR, client_queue=1)) as server:
        yield server


def test_long_runs_of_one_client_do_not_delay_those_of_another(server: Serving) -> None:
    """One run of the first client is in progress and its others wait, while another client's begin."""
    one = server.client
    with (
        stream_until(one, "progress", LONG),
        stream_until(one, "queued", LONG),
        client_at(server, "127.0.0.2") as other,
    ):
        with stream_until(other, "progress", LONG):
            pass
        assert other.post("/api/solve", json={"board": BOARD}).json()["length"] == 14


def test_one_client_cannot_fill_the_queue(server: Serving) -> None:
    one = server.client
    with stream_until(one, "progress", LONG), stream_until(one, "queued", LONG), stream_until(one, "queued", LONG):
        response = server.post("solve", board=BOARD)
        assert response.status_code == 503
        assert response.json()["error"]["message"] == (
            "the server is busy: 3 runs of your address are in progress or waiting, which is the limit for one client"
        )
        with client_at(server, "127.0.0.2") as other:
            assert other.post("/api/solve", json={"board": BOARD}).json()["length"] == 14


def test_a_proxy_on_this_machine_names_the_client(server: Serving) -> None:
    """Each address in X-Forwarded-For has a share of its own."""
    with ExitStack() as stack:
        for address in ("203.0.113.1", "203.0.113.2"):
            stack.enter_context(stream_until(server.client, "progress", LONG, **{"x-forwarded-for": address}))


def test_work_of_more_than_a_few_milliseconds_is_done_by_a_worker() -> None:
    """While the server itself computes, no other client gets anything."""
    service = Service(Settings())
    assert isinstance(playing.qr(CodeRequest(text="a" * 500), service), Job)
    assert isinstance(playing.random(RandomRequest(size="10x10", count=100), service), Job)
    assert isinstance(playing.random(RandomRequest(size="3x3"), service), bytes)


def test_a_task_that_ends_or_leaves_frees_its_place() -> None:
    queue, (first, second, third) = queue_of("aba", 1)
    assert [queue.ahead_of(task) for task in (first, second, third)] == [0, 1, 2]
    queue.remove(first)
    assert [queue.ahead_of(task) for task in (third, second)] == [0, 1]
    assert begun(queue) == [2, 1]
    assert (queue.size(), queue.size_of("a"), queue.size_of("b"), queue.size_of("c")) == (2, 1, 1, 0)
    queue.end(second)
    queue.end(third)
    assert queue.size() == 0


@pytest.mark.parametrize(("workers", "share"), [(1, 1), (2, 1), (4, 3), (8, 7)])
def test_one_worker_is_left_for_other_clients(workers: int, share: int) -> None:
    assert Settings(workers=workers).runs_per_client == share
