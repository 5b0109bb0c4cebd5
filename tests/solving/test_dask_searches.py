"""One search on a real Dask cluster of processes, whose parts fail."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dask_processes import Scheduler, kill, scheduler
from processes import TAQUIN, started
from taquin import _native, solve
from taquin.experiments import instance_set
from waiting import PATIENCE, wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not _native.is_available(), reason=_native.describe()),
]
pytest.importorskip("distributed", reason="`make slow` installs it")

BOARD = "korf100(10)"
METHOD = "ida_star(manhattan)"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Scheduler]:
    with scheduler(tmp_path) as started_scheduler:
        yield started_scheduler


def test_a_worker_that_is_killed_costs_only_time(cluster: Scheduler) -> None:
    distributed: Any = import_module("distributed")
    board = instance_set(BOARD).instances[0].problem
    alone = solve(board, algorithm=METHOD)
    workers = [cluster.add_worker(), cluster.add_worker()]
    cluster.wait_for_workers(2)
    with distributed.Client(cluster.address) as client:

        def kill_one(progress: Any) -> None:
            if len(workers) == 2 and progress.expanded > alone.stats.expanded / 4:
                kill(workers.pop())

        shared = solve(board, algorithm=METHOD, executor=client.get_executor(pure=False), jobs=2, progress=kill_one)
    assert len(workers) == 1
    assert (shared.moves, shared.stats, shared.iterations) == (alone.moves, alone.stats, alone.iterations)


def test_ctrl_c_ends_a_shared_search_here_and_on_the_workers(cluster: Scheduler) -> None:
    distributed: Any = import_module("distributed")
    cluster.add_worker()
    cluster.wait_for_workers(1)
    command = [*TAQUIN, "solve", "korf100(88)", "-a", METHOD, "--dask", cluster.address]
    with started(command) as process, distributed.Client(cluster.address) as client:
        wait_until(lambda: any(client.processing().values()) or process.poll() is not None)
        os.kill(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (130, "")
        assert "cancelled" in output
        done = client.submit(os.getpid, pure=False)  # the worker has one thread, which is free again
        assert done.result(timeout=PATIENCE) > 0
