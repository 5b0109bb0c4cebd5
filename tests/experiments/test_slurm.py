"""Experiments on a real Slurm cluster: the array of the docs, and dask-jobqueue; nodes are killed and drained."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from slurm import Slurm, missing_programs, slurm
from taquin.experiments import Plan, load, run_experiment
from waiting import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing_programs()), reason=f"not installed: {', '.join(missing_programs())}"),
    pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="Slurm needs root"),
]

DOCS = Path(__file__).parents[2] / "docs" / "how-to" / "cluster.md"
SAME = ("instances", "index", "method", "repetition", "seed", "status", "length", "moves", "expanded", "generated")

OWN = """
import os, time
from pathlib import Path

FOLDER = Path(__file__).parent

def waits(space):
    (FOLDER / f"running-{os.environ['SLURMD_NODENAME']}").touch()
    while not (FOLDER / "go").exists():
        time.sleep(0.05)
    return None
"""
SPEC = """
instances = ["random(3x3, count=4, seed=1)"]
methods = ["astar(manhattan)", "bfs", "own.py:waits"]
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Slurm]:
    (tmp_path / "slurm").mkdir()
    with slurm(tmp_path / "slurm", nodes=3) as started:
        yield started


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a plan, some of whose runs wait for the file ``go``."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "own.py").write_text(OWN)
    (folder / "spec.toml").write_text(SPEC)
    monkeypatch.chdir(folder)
    return folder


def plan() -> Plan:
    return Plan(("random(3x3, count=4, seed=1)",), ("astar(manhattan)", "bfs", "own.py:waits"))


def lose_two_nodes(cluster: Slurm, work: Path) -> None:
    """When runs wait on all nodes: one is lost, one takes no more jobs. Then the runs go on."""
    wait_until(lambda: len(list(work.glob("running-*"))) == 3)
    cluster.kill_node("n2")
    cluster.drain("n3")
    wait_until(lambda: cluster.states()["n2"] == "down")
    (work / "go").touch()


def check_records(work: Path, *files: Path) -> None:
    """Nothing is lost, nothing is there twice, and the records are those of this machine."""
    os.environ["SLURMD_NODENAME"] = "here"
    try:
        run_experiment(plan(), work / "here.jsonl", jobs=2)
    finally:
        del os.environ["SLURMD_NODENAME"]
    rows = [[tuple(row[name] for name in SAME) for row in load(*paths)] for paths in (files, [work / "here.jsonl"])]
    assert sum(len(path.read_text().splitlines()) for path in files) == len(rows[1]) == 12
    assert sorted(rows[0], key=repr) == sorted(rows[1], key=repr)


def test_the_array_of_the_docs_survives_the_loss_of_nodes(cluster: Slurm, work: Path) -> None:
    (command,) = re.findall(r"^sbatch .*$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    script = work / "submit.sh"
    script.write_text(f"cd {work}\n{command.replace('1-10', '1-4').replace('/10', '/4')}\n")
    cluster.environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{cluster.environment['PATH']}"
    cluster.call("bash", str(script))
    lose_two_nodes(cluster, work)
    cluster.wait_for_jobs()
    check_records(work, *sorted(work.glob("r-*.jsonl")))


def test_a_dask_cluster_of_slurm_jobs_survives_the_loss_of_nodes(
    cluster: Slurm, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobqueue: Any = pytest.importorskip("dask_jobqueue", reason="`make slow` installs it")
    client_of: Any = import_module("distributed").Client
    for name in ("SLURM_CONF", "PATH"):
        monkeypatch.setenv(name, cluster.environment[name])
    output = work / "results.jsonl"
    with (
        jobqueue.SLURMCluster(
            cores=1,
            processes=1,
            memory="900MB",
            walltime="00:30:00",
            nanny=False,
            scheduler_options={"host": "127.0.0.1", "dashboard_address": None},
            log_directory=str(work),
            local_directory=str(work),
        ) as jobs,
        client_of(jobs) as client,
        ThreadPoolExecutor(1) as thread,
    ):
        jobs.scale(jobs=3)
        losing = thread.submit(lose_two_nodes, cluster, work)
        summary = run_experiment(
            plan(), output, executor=client.get_executor(pure=False), jobs=lambda: sum(client.ncores().values())
        )
        losing.result()
    assert (summary.done, summary.is_complete) == (12, True)
    check_records(work, output)
