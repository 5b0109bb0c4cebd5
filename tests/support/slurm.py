"""A Slurm cluster on this machine: a controller and nodes with one processor each, without systemd. It needs root."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from processes import free_port
from waiting import PATIENCE, wait_until

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch")
_SEARCHED = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
_LONG = 3 * PATIENCE  # Slurm waits two minutes before it runs the job of a lost node again

_CONFIGURATION = """
ClusterName=taquin
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=2
"""


def missing_programs() -> list[str]:
    """The programs of Slurm that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name, path=_SEARCHED) is None]


class Slurm:
    """A running cluster. ``environment`` is that of its commands."""

    def __init__(self, folder: Path, nodes: int) -> None:
        self.folder, self.nodes = folder, [f"n{number}" for number in range(1, nodes + 1)]
        self.environment = os.environ | {"PATH": _SEARCHED, "SLURM_CONF": str(folder / "slurm.conf")}
        self.environment.pop("VIRTUAL_ENV", None)

    def start(self) -> None:
        folder, host = self.folder, socket.gethostname().partition(".")[0]
        for name in ("state", *(f"spool.{node}" for node in self.nodes)):
            (folder / name).mkdir()
        lines = [_CONFIGURATION.format(host=host, port=free_port(), folder=folder)]
        lines += [
            f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=1 RealMemory=1000"
            for node in self.nodes
        ]
        lines += [f"PartitionName=all Nodes={','.join(self.nodes)} Default=YES MaxTime=60 State=UP\n"]
        (folder / "slurm.conf").write_text("\n".join(lines))
        (folder / "munge.key").touch(mode=0o600)
        (folder / "munge.key").write_bytes(secrets.token_bytes(1024))
        files = {"key": "munge.key", "socket": "munge.sock", "pid": "munge.pid", "log": "munge.log", "seed": "seed"}
        options = [f"--{kind}{'' if kind == 'socket' else '-file'}={folder / name}" for kind, name in files.items()]
        self.call("munged", *options, "--force")
        self.call("slurmctld")
        wait_until(lambda: self._run("scontrol", "ping").returncode == 0)
        for node in self.nodes:
            self.call("slurmd", "-N", node)
        wait_until(lambda: self.states() == dict.fromkeys(self.nodes, "idle"))

    def call(self, *command: str) -> str:
        """What a command of Slurm prints."""
        done = self._run(*command)
        assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
        return done.stdout

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False, cwd="/")

    def states(self) -> dict[str, str]:
        """The state of every node, such as ``idle``, ``allocated`` or ``down``."""
        lines = self.call("sinfo", "-h", "-N", "-o", "%N %T").splitlines()
        return {node: state.rstrip("*") for node, state in map(str.split, lines)}

    def jobs(self) -> list[str]:
        """The jobs that are not finished, each as its number and its state."""
        return self.call("squeue", "-h", "-r", "-o", "%i %T %N").splitlines()

    def wait_for_jobs(self) -> None:
        end = time.monotonic() + _LONG
        while jobs := self.jobs():
            assert time.monotonic() < end, jobs
            time.sleep(0.5)

    def kill_node(self, node: str) -> None:
        """End everything on a node at once, as a machine that loses its power."""
        lost = {int((self.folder / f"{node}.pid").read_text())}
        for process in self._processes(node):
            lost |= {process, *_manager(process)}
        for process in lost:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def drain(self, node: str) -> None:
        """Let a node take no more jobs."""
        self.call("scontrol", "update", f"nodename={node}", "state=drain", "reason=test")

    def stop(self) -> None:
        for node in self.nodes:
            with suppress(OSError, ValueError):
                self.kill_node(node)
        for name in ("controller", "munge"):
            with suppress(OSError, ValueError):
                os.kill(int((self.folder / f"{name}.pid").read_text()), signal.SIGKILL)

    def _processes(self, node: str) -> Iterator[int]:
        """The processes of the jobs on a node."""
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                environment = (folder / "environ").read_bytes()
                if f"SLURMD_NODENAME={node}\0".encode() in environment and self._conf in environment:
                    yield int(folder.name)

    @property
    def _conf(self) -> bytes:
        return f"SLURM_CONF={self.folder}/slurm.conf\0".encode()


def _manager(process: int) -> set[int]:
    """The process of Slurm that has started this process of a job; none if it has another parent."""
    with suppress(OSError, IndexError):
        parent = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        if Path(f"/proc/{parent}/comm").read_text().startswith("slurmstepd"):
            return {parent}
    return set()


@contextmanager
def slurm(folder: Path, nodes: int) -> Iterator[Slurm]:
    cluster = Slurm(folder, nodes)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
