"""Many short runs of an experiment on engines of this machine: lost, twice, runs per second, CPU time and memory.

    .venv/bin/python benchmarks/cluster.py [--runs 1000] [--workers 2] [--seconds 600] [--reads] [ENGINE ...]

The plan is A* and IDA* with Manhattan distance on random 8-puzzles, which take a millisecond or two each. ENGINE is

- ``here``, the pool of ``taquin experiment``, and ``threads``, a ``ThreadPoolExecutor``;
- ``dask``, the ``LocalCluster`` of ``--dask local``, and ``parsl``, a ``HighThroughputExecutor``, if installed;
- ``slurm``, workers of Dask that dask-jobqueue starts as Slurm jobs, and ``array``, a Slurm array with ``--shard``;
  both start a Slurm cluster on this machine, which must have Slurm, and need root;
- ``answers``, an executor that makes no runs, and answers with records of one run: what the client alone needs.

By default the first three. Each engine runs in a process of its own, which is the parent of all that the engine starts,
and so knows its CPU time, also of daemons; the start and the end of the engine are part of it. ``--seconds`` cancels
the experiment after that time. CPU times are in milliseconds per run: ``all`` of all processes; ``searches`` as the
records have them; ``client`` of the process that calls ``run_experiment``, in which a ``LocalCluster`` has its
scheduler; ``Taquin's`` of the thread that calls it. ``memory`` is what the client holds after each quarter of the runs.
``--reads`` reads the results file again: to resume, and for a report with all statistics, with their CPU times and
memory.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from copy import copy
from importlib import import_module
from pathlib import Path
from time import monotonic, process_time, sleep, thread_time
from typing import Any

from msgspec import Struct
from msgspec.json import decode

from korf import positive
from report import REPORT
from report import measure as measure_program
from taquin.experiments import Plan, run_experiment
from taquin.experiments.running.batches import BatchRequest
from taquin.experiments.running.experiment import ExperimentProgress
from taquin.experiments.running.local_runs import run_locally
from taquin.run.limits import Cancellation
from taquin.system.cluster import LOCAL, dask_cluster
from taquin.system.memory import resident_bytes

METHODS = ("astar(manhattan)", "ida_star(manhattan)")
ENGINES = ("here", "threads", "dask", "parsl", "slurm", "array", "answers")
SUPPORT = Path(__file__).parents[1] / "tests" / "support"
RESUME = "import sys; from taquin.cli import run; sys.exit(run(['experiment', *sys.argv[1:]]))"
_ADOPTS_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


class Kept(Struct):
    """What is kept of a record: the program that reads the file would inherit the peak of this process."""

    instances: str
    index: int
    method: str
    repetition: int
    cpu_seconds: float


class Answering(Executor):
    """An executor whose thread answers a batch with records of one run that was made before."""

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self._thread = thread
        task = Plan(("hardest8",), METHODS[:1]).tasks()[0]
        (self._made,) = run_locally([task], jobs=1)

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        return self._thread.submit(self._answer, *arguments)

    def _answer(self, request: bytes) -> bytes:
        lines = []
        for record in decode(request, type=BatchRequest).records:
            answer = copy(self._made)
            for name in ("experiment", "instances", "index", "board", "method", "heuristic", "repetition", "spec"):
                setattr(answer, name, record[name])
            lines.append(answer.to_line())
        return b"".join(lines)


@contextmanager
def slurm_cluster(folder: Path, nodes: int) -> Iterator[Any]:
    sys.path.insert(0, str(SUPPORT))
    place = folder / "slurm"
    place.mkdir()
    with import_module("slurm").slurm(place, nodes=nodes) as cluster:
        yield cluster


@contextmanager
def engine(name: str, workers: int, folder: Path) -> Iterator[Executor | None]:
    with ExitStack() as stack:
        if name == "here":
            yield None
        elif name == "answers":
            yield Answering(stack.enter_context(ThreadPoolExecutor(1)))
        elif name == "threads":
            yield stack.enter_context(ThreadPoolExecutor(workers))
        elif name == "parsl":
            executor: Any = import_module("parsl.executors").HighThroughputExecutor(max_workers_per_node=workers)
            config = import_module("parsl.config").Config(executors=[executor], run_dir=str(folder / "parsl"))
            yield stack.enter_context(import_module("parsl.concurrent").ParslPoolExecutor(config))
        elif name == "dask":
            yield stack.enter_context(dask_cluster(LOCAL, workers)).executor
        else:
            slurm = stack.enter_context(slurm_cluster(folder, workers))
            os.environ.update({key: slurm.environment[key] for key in ("SLURM_CONF", "PATH")})
            cluster = import_module("dask_jobqueue").SLURMCluster(
                cores=1,
                processes=1,
                memory="900MB",
                walltime="00:50:00",
                nanny=False,
                scheduler_options={"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"},
                log_directory=str(folder),
                local_directory=str(folder),
            )
            cluster.scale(jobs=workers)
            client_of: Any = import_module("distributed").Client
            client = stack.enter_context(client_of(stack.enter_context(cluster)))
            client.wait_for_workers(workers)
            yield client.get_executor(pure=False)


def run_array(options: list[str], workers: int, folder: Path) -> list[Path]:
    """The runs as a Slurm array with a shard for each worker: their results files."""
    program = Path(sys.executable).with_name("taquin")
    shards = f"--shard $SLURM_ARRAY_TASK_ID/{workers} -o r-$SLURM_ARRAY_TASK_ID.jsonl --jobs 1"
    words = " ".join(f"'{word}'" if re.search(r"\W", word) else word for word in options)
    script = folder / "submit.sh"
    script.write_text(
        f'cd {folder}\nsbatch --array=1-{workers} --wrap "{program} experiment {words} {shards}"\n'.replace(
            "$SLURM", "\\$SLURM"
        )
    )
    with slurm_cluster(folder, workers) as cluster:
        cluster.call("bash", str(script))
        cluster.wait_for_jobs()
    return sorted(folder.glob("r-*.jsonl"))


def measure(name: str, runs: int, workers: int, seconds: float, *, reads: bool, folder: Path) -> str:
    sets = (f"random(3x3, count={-(-runs // len(METHODS))}, seed=1)",)
    options = [word for each in sets for word in ("-i", each)] + [word for each in METHODS for word in ("-m", each)]
    outputs = [folder / f"{name}.jsonl"]
    memory: dict[int, int] = {}
    cancellation = Cancellation()
    total = len(METHODS) * -(-runs // len(METHODS))
    client = own = 0.0
    began = monotonic()
    if name == "array":
        outputs = run_array(options, workers, folder)
        wall = monotonic() - began
    else:

        def look(progress: ExperimentProgress) -> None:
            memory.setdefault(4 * progress.done // progress.total, resident_bytes())
            if monotonic() > began + seconds:
                cancellation.cancel()

        with engine(name, workers, folder) as executor:
            began, client, own = monotonic(), process_time(), thread_time()
            plan = Plan(sets, METHODS)
            run_experiment(plan, outputs[0], executor=executor, jobs=workers, cancellation=cancellation, progress=look)
            wall, client, own = monotonic() - began, process_time() - client, thread_time() - own
    used = all_cpu_time()
    lines, kept = 0, dict[tuple[object, ...], float]()
    for path in outputs:
        with path.open("rb") as file:
            for line in file:
                row = decode(line, type=Kept)
                lines += 1
                kept[row.instances, row.index, row.method, row.repetition] = row.cpu_seconds
    searches = sum(kept.values())
    lost = "" if cancellation.is_cancelled else f" {total - len(kept)} lost,"
    parts = {"all": used, "searches": searches, "client": client, "Taquin's": own}
    times = ", ".join(f"{part} {1000 * value / len(kept):.2f}" for part, value in parts.items() if value)
    sizes = ", ".join(f"{size / 1e6:.0f}" for _, size in sorted(memory.items()))
    report = (
        f"{name}: {len(kept):,} of {total:,} runs,{lost} {lines - len(kept)} twice, {wall:.1f} s, "
        f"{len(kept) / wall:.1f} runs/s; CPU time per run in ms: {times}; memory {sizes or '-'} MB"
    )
    if reads:
        if not cancellation.is_cancelled and name != "array":
            resumed = measure_program(sys.executable, RESUME, *options, "-o", str(outputs[0]))
            report += f"\n{name}: resume {resumed[0]:.1f} s of CPU time, {resumed[1] / 1e6:.0f} MB"
        read = measure_program(sys.executable, REPORT, *map(str, outputs))
        report += f"\n{name}: report {read[0]:.1f} s of CPU time, {read[1] / 1e6:.0f} MB"
    return report


def all_cpu_time() -> float:
    """CPU time of this process and of all that it started, whose last ones may be about to end."""
    end = monotonic() + 30
    with suppress(ChildProcessError):
        while monotonic() < end:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                sleep(0.1)
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in usage)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="*", default=ENGINES[:3], metavar="ENGINE")
    parser.add_argument("--runs", type=positive, default=1000)
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument("--seconds", type=positive, default=10**6)
    parser.add_argument("--reads", action="store_true")
    parser.add_argument("--in-this-process", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if unknown := set(options.engines) - set(ENGINES):
        parser.error(f"expected engines of {', '.join(ENGINES)}, found {', '.join(unknown)}")
    if options.in_this_process:
        ctypes.CDLL(None).prctl(_ADOPTS_ORPHANS, 1, 0, 0, 0)
        with tempfile.TemporaryDirectory() as folder:
            (name,) = options.engines
            limits = (options.runs, options.workers, options.seconds)
            print(measure(name, *limits, reads=options.reads, folder=Path(folder)), flush=True)
        return
    given = [f"--{name}={getattr(options, name)}" for name in ("runs", "workers", "seconds")]
    given += ["--reads"] * options.reads
    for name in options.engines:
        subprocess.run([sys.executable, __file__, name, *given, "--in-this-process"], check=True)


if __name__ == "__main__":
    main()
