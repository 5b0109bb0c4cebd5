"""Experiments on real Dask clusters of processes, whose parts fail."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from socket import socket
from typing import Any

import pytest

from dask_processes import Scheduler, kill, scheduler
from processes import TAQUIN, free_port, started
from taquin.experiments import Plan, load, run_experiment
from waiting import PATIENCE, is_alive, wait_until

pytestmark = pytest.mark.slow
pytest.importorskip("distributed", reason="`make slow` installs it")
psutil: Any = pytest.importorskip("psutil", reason="distributed installs it")

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


def test_a_local_cluster_says_nothing_of_another_one(tmp_path: Path) -> None:
    with socket() as other:
        with suppress(OSError):  # another cluster has this port already
            other.bind(("127.0.0.1", 8787))
            other.listen()
        with experiment(PLAN, tmp_path / "r.jsonl", "local") as process:
            assert finish(process)[::2] == (0, "")


def test_a_worker_that_is_killed_costs_no_record(cluster: Scheduler, tmp_path: Path, own: Path) -> None:
    plan, output = waiting_plan(own), tmp_path / "r.jsonl"
    workers = [cluster.add_worker(), cluster.add_worker()]
    with experiment(plan, output, cluster.address) as process:
        wait_until(lambda: bool(running(tmp_path)) or process.poll() is not None)
        parents = {parent.pid for parent in psutil.Process(running(tmp_path)[0]).parents()}
        (busy,) = (worker for worker in workers if worker.pid in parents)
        kill(busy)
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


def test_a_worker_without_the_files_refuses_the_runs(cluster: Scheduler, tmp_path: Path, own: Path) -> None:
    """The worker sees another folder at the same path: a mount namespace of its own."""
    output = tmp_path / "r.jsonl"
    hides = f'mount -t tmpfs none {own.parent / "hidden"} && exec "$@"'
    hidden = own.parent / "hidden"
    hidden.mkdir()
    (hidden / "own.py").write_text(own.read_text())
    plan = Plan(PLAN.instances, (*PLAN.methods, f"{hidden / 'own.py'}:waits"))
    if subprocess.run(["unshare", "-rm", "sh", "-c", hides, "sh", "true"], check=False).returncode != 0:
        pytest.skip("this system does not allow mounts in a user namespace (unshare -rm)")
    cluster.add_worker(before=("unshare", "-rm", "sh", "-c", hides, "sh"))
    with experiment(plan, output, cluster.address) as process:
        code, _, errors = finish(process)
    assert (code, output.read_text()) == (2, "")
    assert re.fullmatch(r"taquin: error: the worker on .*: cannot read .*own\.py': no such file[^\n]*\n", errors)


def test_a_full_disk_ends_the_experiment_with_one_line(cluster: Scheduler, tmp_path: Path) -> None:
    """The client writes to a disk of 16 KiB; what it has written is complete."""
    disk, kept = tmp_path / "disk", tmp_path / "kept.jsonl"
    disk.mkdir()
    script = f'mount -t tmpfs -o size=16k none {disk} && "$@"; code=$?; cp {disk}/r.jsonl {kept}; exit $code'
    if subprocess.run(["unshare", "-rm", "true"], check=False).returncode != 0:
        pytest.skip("this system does not allow mounts in a user namespace (unshare -rm)")
    cluster.add_worker()
    command = words(PLAN, disk / "r.jsonl", cluster.address)
    with started(["unshare", "-rm", "sh", "-c", script, "sh", *command]) as process:
        code, _, errors = finish(process)
    assert code == 2
    assert re.fullmatch(r"taquin: error: cannot write to .*r\.jsonl: no space left.* \(run the same[^\n]*\n", errors)
    with experiment(PLAN, kept, cluster.address) as process:
        assert finish(process)[0] == 0
    check_records(PLAN, kept, tmp_path)


def test_two_workers_share_one_cache_of_databases(
    cluster: Scheduler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TAQUIN_CACHE", str(cache))
    for _ in range(2):
        cluster.add_worker()
    cluster.wait_for_workers(2)
    plan, output = Plan(("random(4x4, count=6, seed=1, moves=30)",), ("ida_star(pdb(5-5-5))",)), tmp_path / "r.jsonl"
    with experiment(plan, output, cluster.address) as process:
        assert finish(process)[::2] == (0, "")
    check_records(plan, output, tmp_path)
    assert len({tuple(row["tables"]) for row in load(output)}) == 1
    assert not list(cache.rglob("*draft*"))


def test_a_scheduler_with_another_version_of_dask_is_refused(tmp_path: Path) -> None:
    distributed: Any = import_module("distributed")
    other = "2026.7.0" if distributed.__version__ != "2026.7.0" else "2026.6.0"
    packages = tmp_path / "packages"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(packages)]
    subprocess.run([*install, f"dask=={other}", f"distributed=={other}"], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(packages))
        with ExitStack() as stack:
            theirs = Scheduler(tmp_path, stack)
            patch.delenv("PYTHONPATH")
            with experiment(PLAN, tmp_path / "r.jsonl", theirs.address) as process:
                code, _, errors = finish(process)
    assert code == 2
    assert errors == (
        f"taquin: error: the scheduler at {theirs.address} has version {other} of distributed; this is "
        f"{distributed.__version__} (install the same version of dask and distributed on all machines)\n"
    )


def test_a_cluster_with_tls_takes_clients_with_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority, key, certificate = (tmp_path / name for name in ("ca.pem", "key.pem", "cert.pem"))
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    authority.write_bytes(certificate.read_bytes())
    files = ("--tls-ca-file", str(authority), "--tls-cert", str(certificate), "--tls-key", str(key))
    with scheduler(tmp_path, "--protocol", "tls", *files) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.add_worker(*files)
        with experiment(PLAN, tmp_path / "r.jsonl", cluster.address) as process:
            code, _, errors = finish(process)
        assert code == 2
        assert errors.startswith(f"taquin: error: no Dask scheduler answers at {cluster.address}: ")
        assert errors.count("\n") == 1
        prefix = "DASK_DISTRIBUTED__COMM__TLS__"
        monkeypatch.setenv(f"{prefix}CA_FILE", str(authority))
        monkeypatch.setenv(f"{prefix}CLIENT__CERT", str(certificate))
        monkeypatch.setenv(f"{prefix}CLIENT__KEY", str(key))
        with experiment(PLAN, tmp_path / "r.jsonl", cluster.address) as process:
            assert finish(process)[::2] == (0, "")
    check_records(PLAN, tmp_path / "r.jsonl", tmp_path)
