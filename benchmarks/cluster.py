"""Many short runs of an experiment on engines of this machine: runs per second, lost, twice, time and memory.

    .venv/bin/python benchmarks/cluster.py [--runs 1000] [--workers 2] [here] [threads] [dask]

The plan is A* and IDA* with Manhattan distance on random 8-puzzles, which take about a millisecond each. ``here`` is
the pool of ``taquin experiment``, ``threads`` a ``ThreadPoolExecutor``, ``dask`` a ``LocalCluster``. ``client`` is the
CPU time of the process that calls ``run_experiment`` for each run, and ``memory`` what it holds after each quarter of
the runs.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from korf import positive
from taquin.experiments import Plan, load, run_experiment
from taquin.experiments.running.experiment import ExperimentProgress
from taquin.system.memory import resident_bytes

METHODS = ("astar(manhattan)", "ida_star(manhattan)")


@contextmanager
def engine(name: str, workers: int) -> Iterator[Executor | None]:
    if name == "here":
        yield None
    elif name == "threads":
        with ThreadPoolExecutor(workers) as executor:
            yield executor
    else:
        distributed: Any = import_module("distributed")
        cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
        with cluster, distributed.Client(cluster) as client:
            yield client.get_executor(pure=False)


def measure(name: str, runs: int, workers: int, folder: Path) -> None:
    plan = Plan((f"random(3x3, count={-(-runs // len(METHODS))}, seed=1)",), METHODS)
    output = folder / f"{name}.jsonl"
    memory: dict[int, int] = {}

    def look(progress: ExperimentProgress) -> None:
        memory.setdefault(4 * progress.done // progress.total, resident_bytes())

    with engine(name, workers) as executor:
        began, cpu = monotonic(), process_time()
        summary = run_experiment(plan, output, executor=executor, jobs=workers, progress=look)
        seconds, cpu = monotonic() - began, process_time() - cpu
    lines, kept = len(output.read_bytes().splitlines()), len(load(output))
    sizes = ", ".join(f"{size / 1e6:.0f}" for _, size in sorted(memory.items()))
    print(
        f"{name}: {summary.done:,} of {summary.total:,} runs, {summary.total - kept} lost, {lines - kept} twice, "
        f"{seconds:.1f} s, {summary.done / seconds:.1f} runs/s, client {1000 * cpu / summary.done:.2f} ms per run, "
        f"memory {sizes} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", default=["here", "threads", "dask"], metavar="ENGINE")
    parser.add_argument("--runs", type=positive, default=1000)
    parser.add_argument("--workers", type=positive, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in options.engines:
            measure(name, options.runs, options.workers, Path(folder))


if __name__ == "__main__":
    main()
