"""CPU time and memory of ``taquin report`` on many records, in one or several installations in turn.

    .venv/bin/python benchmarks/report.py [--rows 40000] [--rounds 3] [PYTHON ...]

PYTHON are interpreters that have Taquin installed, such as ``../before/.venv/bin/python`` and ``.venv/bin/python``; by
default the one that runs the script. The records are those of real runs, four methods on 25 random 8-puzzles, repeated
with other numbers of boards and other times until there are as many rows as asked for. ``load`` is the time of
``taquin.experiments.load``, ``report`` that of the whole command with all statistics, both in seconds of CPU time and
the least of the rounds; ``memory`` is the peak of the command.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from korf import positive

METHODS = ("ida_star(manhattan)", "ida_star(linear_conflict)", "astar(manhattan)", "astar(linear_conflict)")
BOARDS = 25
LOAD = "import sys; from taquin.experiments import load; load(sys.argv[1])"
REPORT = "import sys; from taquin.cli import run; sys.exit(run(['report', *sys.argv[1:]]))"
NO_THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Threads of NumPy that wait would count as CPU time."""


def real_records(folder: Path) -> list[dict[str, object]]:
    """The records of 100 short runs on this machine."""
    from taquin.experiments import Plan, run_experiment

    plan = Plan((f"random(3x3, count={BOARDS}, seed=1)",), METHODS)
    run_experiment(plan, folder / "real.jsonl")
    return [json.loads(line) for line in (folder / "real.jsonl").read_bytes().splitlines()]


def repeated(records: list[dict[str, object]], rows: int) -> Iterator[bytes]:
    """As many lines of a results file: boards get other numbers, and times differ by up to a half."""
    random = Random(1)
    for place in range(rows):
        copy, number = divmod(place, len(records))
        record = dict(records[number])
        record["index"] = int(str(record["index"])) + copy * BOARDS
        for name in ("cpu_seconds", "wall_seconds", "first_seconds", "last_seconds"):
            record[name] = round(float(str(record[name])) * random.uniform(1, 1.5), 6)
        yield json.dumps(record, ensure_ascii=False).encode() + b"\n"


def measure(python: str, program: str, *arguments: str) -> tuple[float, int]:
    """CPU time in seconds and peak memory in bytes of a process of this interpreter."""
    words = [python, "-c", program, *arguments]
    with subprocess.Popen(words, env=os.environ | NO_THREADS, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{python} ended with exit code {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], metavar="PYTHON")
    parser.add_argument("--rows", type=positive, default=40_000)
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--skip-load", action="store_true", help="measure only the command")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.jsonl"
        with file.open("wb") as stream:
            stream.writelines(repeated(real_records(Path(folder)), options.rows))
        print(f"{options.rows:,} records, {file.stat().st_size / 1e6:,.0f} MB; least of {options.rounds}")
        loads: dict[str, list[float]] = {python: [] for python in options.pythons}
        reports: dict[str, list[tuple[float, int]]] = {python: [] for python in options.pythons}
        for _ in range(options.rounds):
            for python in options.pythons:
                if not options.skip_load:
                    loads[python].append(measure(python, LOAD, str(file))[0])
                reports[python].append(measure(python, REPORT, str(file)))
    for python in options.pythons:
        load = f"load {min(loads[python]):.2f} s, " if loads[python] else ""
        report, memory = (min(values) for values in zip(*reports[python], strict=True))
        print(f"{python}: {load}report {report:.2f} s, memory {memory / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
