"""One IDA* search on a 24-puzzle: two threads, and two workers of an executor or a Dask cluster, in one run.

    .venv/bin/python benchmarks/shared_search.py [--rounds 1] [--workers 2] [--split 64] [ENGINE ...]

ENGINE is ``threads``, the threads of the core in one process; ``executor``, a ``ThreadPoolExecutor``; or ``dask``, a
``LocalCluster`` of processes. All three by default, in turn. The board is one whose search expands 329 million nodes:
about 20 s on one core. Moves and counters must be the same everywhere; otherwise the exit code is 1.

CPU time is that of the search in all processes, without the start of the cluster. ``efficiency`` is the CPU time of
the first engine divided by that of the engine, and the same for wall times, which other programs disturb more. ``idle``
is the part of the workers' time in which they wait for the last task of an iteration, by the nodes of the tasks in the
order in which they were sent: it does not depend on the speed of the machine.

With ``--split 64`` the search is split into the tasks that 64 workers would get in a search of an hour, in which no
task is too short, and the workers of this machine do them all. A second line says what part of their time 64 workers
would use, by arithmetic.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from heapq import heapreplace
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from korf import positive
from taquin import solve
from taquin.experiments import instance_set
from taquin.run.result import Result
from taquin.solving import shared_search
from taquin.solving.shared_search import BranchesFound, BranchTask
from taquin.system.cluster import LOCAL, dask_cluster

BOARD = "random(5x5, count=1, seed=1, moves=110)"
METHOD = "ida_star(linear_conflict, lookback=12{threads})"
ENGINES = ("threads", "executor", "dask")


class Recording(Executor):
    """An executor that keeps the tasks of a search and what they found, in the order in which they were sent."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self.tasks: list[tuple[BranchTask, Future[Any]]] = []

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        future = self._executor.submit(function, *arguments, **options)
        self.tasks.append((arguments[0], future))
        return future

    def nodes(self) -> dict[int, list[int]]:
        """The nodes that the tasks expanded, by the bound of their iteration."""
        expanded: dict[int, list[int]] = {}
        for task, future in self.tasks:
            if future.done() and not future.cancelled() and future.exception() is None:
                found: BranchesFound = future.result()[0]
                expanded.setdefault(task.bound, []).append(found.expanded)
        return expanded


def makespan(sizes: list[int], workers: int) -> int:
    """When the last of these tasks ends, if each is given to the first worker that is free."""
    busy = [0] * workers
    for size in sizes:
        heapreplace(busy, busy[0] + size)
    return max(busy)


@dataclass
class Measured:
    """A search on an engine."""

    result: Result
    wall: float
    cpu: float
    """CPU time of all processes, without the start of the engine."""
    client: float
    """CPU time of the process that calls ``solve``."""
    tasks: float = 0.0
    """CPU time of the threads that run the tasks, if they are in other processes."""
    sizes: dict[int, list[int]] = field(default_factory=dict)
    """The nodes of the tasks, by the bound of their iteration."""

    @property
    def total(self) -> int:
        """The nodes of all tasks."""
        return sum(map(sum, self.sizes.values()))

    def longest(self, workers: int) -> int:
        """The nodes of the worker that is the last to end each iteration."""
        return sum(makespan(sizes, workers) for sizes in self.sizes.values())

    def text(self, name: str, workers: int) -> str:
        text = f"{name}: length {self.result.length}, {self.result.stats.expanded:,} expanded, {self.wall:.1f} s"
        text += f", CPU time {self.cpu:.2f} s"
        if self.sizes:
            idle = 1 - self.total / workers / self.longest(workers)
            count = sum(map(len, self.sizes.values()))
            parts = f"tasks {self.tasks:.2f} s, " if self.tasks else ""
            text += (
                f" ({parts}client {self.client:.2f} s), {count} tasks in {len(self.sizes)} iterations, idle {idle:.1%}"
            )
        return text


@contextmanager
def engine(name: str, workers: int) -> Iterator[tuple[Executor, Callable[[], list[tuple[float, float]]]]]:
    """An executor, and a function that tells the ``cpu_times`` of its workers in other processes."""
    if name == "executor":
        with ThreadPoolExecutor(workers) as executor:
            yield executor, list
    else:
        with dask_cluster(LOCAL, workers) as cluster:
            client: Any = import_module("distributed").get_client()
            client.run(import_module, "taquin.solving.shared_search")
            yield cluster.executor, lambda: list(client.run(cpu_times).values())


def cpu_times() -> tuple[float, float]:
    """CPU time of this process, and of its busiest thread, which is the one that runs the tasks of a worker."""
    threads = import_module("psutil").Process().threads()
    return process_time(), max(thread.user_time + thread.system_time for thread in threads)


def measure(name: str, workers: int, split: int) -> Measured:
    problem = instance_set(BOARD).instances[0].problem
    if name == "threads":
        began, cpu = perf_counter(), process_time()
        result = solve(problem, algorithm=METHOD.format(threads=f", threads={workers}"))
        used = process_time() - cpu
        return Measured(result, perf_counter() - began, used, used)
    with engine(name, workers) as (executor, others):
        recording = Recording(executor)
        began, client, before = perf_counter(), process_time(), others()
        result = solve(problem, algorithm=METHOD.format(threads=""), executor=recording, jobs=split)
        wall, client, after = perf_counter() - began, process_time() - client, others()
        cpu = client + sum(process for process, _ in after) - sum(process for process, _ in before)
        tasks = sum(thread for _, thread in after)  # before, this thread did nothing
        return Measured(result, wall, cpu, client, tasks, recording.nodes())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", default=ENGINES, metavar="ENGINE")
    parser.add_argument("--rounds", type=positive, default=1)
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument("--split", type=positive)
    options = parser.parse_args()
    if unknown := set(options.engines) - set(ENGINES):
        parser.error(f"expected engines of {', '.join(ENGINES)}, found {', '.join(unknown)}")
    split = options.split or options.workers
    if options.split:
        shared_search._LEAST_SECONDS = 1e-9
    base: Measured | None = None
    is_same = True
    for name in options.engines * options.rounds:
        found = measure(name, options.workers, split)
        text = found.text(name, split)
        if base is not None:
            by_cpu, by_wall = base.cpu / found.cpu, base.wall / found.wall
            text += f"; efficiency {by_cpu:.2f} by CPU time, {by_wall:.2f} by wall time"
            is_same &= (found.result.moves, found.result.stats) == (base.result.moves, base.result.stats)
        print(text, flush=True)
        if found.sizes and options.split:
            print(
                f"  by arithmetic, {split} workers use {found.total / split / found.longest(split):.0%} of their time"
            )
        base = base or found
    sys.exit(0 if is_same else 1)


if __name__ == "__main__":
    main()
