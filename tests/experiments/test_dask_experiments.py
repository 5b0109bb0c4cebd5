"""Experiments on real Dask clusters of processes, whose parts fail."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dask_processes import Scheduler, kill, scheduler
from processes import TAQUIN, free_port, started
from taquin.experiments import Plan, load, run_experiment
from waiting import PATIENCE, is_alive, wait_until

pytestmark = pytest.mark.slow
pytest.importorskip("distributed", reason="`make slow` installs it")

SAME = ("instances", "index", "method", "repetition", "seed", "status", "length", "moves", "expanded", "generated")
PLAN = Plan(("random(3x3, count=6, seed=1)",), ("astar(manhattan)", "hill_climbing(manhattan)"), repeat=2)

OWN = """
import os, time
from pathlib import Path

FOLDER = Path({folder!r})

def waits(space):
    place = FOLDER / f"running-{{os.getpid()}}"
    place.touch()
    while not (FOLDER / "go").exists():
        time.sleep(0.02)
    place.unlink()
    return None

def allocates(space):
    kept = []
    while True:
        kept.append(bytearray(10**7))
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of algorithms: one waits for the file ``go``, one takes all memory."""
    path = tmp_path / "own.py"
    path.write_text(OWN.format(folder=str(tmp_path)))
    return path


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Scheduler]:
    with scheduler(tmp_path) as started_scheduler:
        yield started_scheduler


def running(folder: Path) -> list[int]:
    """The processes of the runs that wait."""
    return [int(path.name.partition("-")[2]) for path in folder.glob("running-*")]


def words(plan: Plan, output: Path, address: object) -> list[str]:
    """The command that makes this plan."""
    options = [word for name in plan.instances for word in ("-i", name)]
    options += [word for method in plan.methods for word in ("-m", method)]
    return [*TAQUIN, "experiment", *options, "-r", str(plan.repeat), "-o", str(output), "--dask", str(address)]


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit code of a command, and what it printed."""
    output, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, output, errors


@contextmanager
def experiment(plan: Plan, output: Path, address: object) -> Iterator[subprocess.Popen[str]]:
    with started(words(plan, output, address)) as process:
        yield process


def check_records(plan: Plan, output: Path, folder: Path) -> None:
    """Nothing is lost, nothing is there twice, and the records are those of this machine."""
    here = folder / "here.jsonl"
    run_experiment(plan, here, jobs=1)
    rows = [[tuple(row[name] for name in SAME) for row in load(path)] for path in (output, here)]
    assert len(output.read_text().splitlines()) == len(rows[0])
    assert sorted(rows[0], key=repr) == sorted(rows[1], key=repr)


def waiting_plan(own: Path) -> Plan:
    return Plan(PLAN.instances, (*PLAN.methods, f"{own}:waits"))


def test_a_local_cluster_gives_the_records_of_this_machine_and_resumes(tmp_path: Path) -> None:
    output = tmp_path / "r.jsonl"
    for new in ("24 runs: 24 ", "24 runs, none of them new"):
        with experiment(PLAN, output, "local") as process:
            code, text, errors = finish(process)
        assert (code, errors) == (0, "")
        assert new.removesuffix("24 ") in text
    check_records(PLAN, output, tmp_path)


def test_a_worker_that_is_killed_costs_no_record(cluster: Scheduler, tmp_path: Path, own: Path) -> None:
    plan, output = waiting_plan(own), tmp_path / "r.jsonl"
    first, _ = cluster.add_worker(), cluster.add_worker()
    with experiment(plan, output, cluster.address) as process:
        wait_until(lambda: len(running(tmp_path)) == 2 or process.poll() is not None)
        kill(first)
        (tmp_path / "go").touch()
        code, text, errors = finish(process)
    assert (code, errors) == (0, "")
    assert "18 runs: " in text
    check_records(plan, output, tmp_path)


def test_a_cluster_that_loses_all_workers_waits_for_others(cluster: Scheduler, tmp_path: Path, own: Path) -> None:
    plan, output = waiting_plan(own), tmp_path / "r.jsonl"
    worker = cluster.add_worker()
    cluster.wait_for_workers(1)
    with experiment(plan, output, cluster.file) as process:
        wait_until(lambda: bool(running(tmp_path)) or process.poll() is not None)
        kill(worker)
        assert process.stderr is not None
        assert process.stderr.readline() == (
            "taquin: no workers are connected; waiting for one (Ctrl-C ends; the same command resumes)\n"
        )
        (tmp_path / "go").touch()
        cluster.add_worker()
        code, _, errors = finish(process)
    assert (code, errors) == (0, "")
    check_records(plan, output, tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_client_that_ends_leaves_no_runs_and_is_started_again(
    cluster: Scheduler, tmp_path: Path, own: Path, number: signal.Signals
) -> None:
    plan, output = waiting_plan(own), tmp_path / "r.jsonl"
    cluster.add_worker()
    with experiment(plan, output, cluster.address) as process:
        wait_until(lambda: bool(running(tmp_path)) or process.poll() is not None)
        (abandoned,) = running(tmp_path)
        os.kill(process.pid, number)
        code, _, errors = finish(process)
    if number == signal.SIGINT:
        assert code == 130
        assert errors.startswith("taquin: interrupted: ")
        assert errors.count("\n") == 1
    wait_until(lambda: not is_alive(abandoned))  # the worker does not go on with it
    (tmp_path / "go").touch()
    with experiment(plan, output, cluster.address) as process:
        assert finish(process)[::2] == (0, "")
    check_records(plan, output, tmp_path)


def test_a_scheduler_that_is_killed_ends_the_experiment_with_one_line(
    cluster: Scheduler, tmp_path: Path, own: Path
) -> None:
    output = tmp_path / "r.jsonl"
    cluster.add_worker()
    with experiment(waiting_plan(own), output, cluster.address) as process:
        wait_until(lambda: bool(running(tmp_path)) or process.poll() is not None)
        kill(cluster.process)
        code, _, errors = finish(process)
    assert code == 2
    assert errors == ("taquin: error: the connection to the workers is lost (run the same command again to resume)\n")


def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    with experiment(PLAN, tmp_path / "r.jsonl", address) as process:
        code, _, errors = finish(process)
    assert code == 2
    assert errors.startswith(f"taquin: error: no Dask scheduler answers at {address}: ")
    assert errors.count("\n") == 1


def test_a_worker_without_memory_records_it(cluster: Scheduler, tmp_path: Path, own: Path) -> None:
    plan, output = Plan(("hardest8",), ("astar(manhattan)", f"{own}:allocates")), tmp_path / "r.jsonl"
    cluster.add_worker(before=("prlimit", f"--as={2 << 30}"))
    with experiment(plan, output, cluster.address) as process:
        code, text, _ = finish(process)
    assert code == 0
    assert "4 runs: 2 limit, 2 solved" in text or "4 runs: 2 solved, 2 limit" in text
    assert {row["reason"] for row in load(output)} == {None, "out of memory"}
