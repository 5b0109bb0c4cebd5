"""Run ``taquin`` in a separate process, and control all processes that it starts."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from waiting import PATIENCE

TAQUIN = [sys.executable, "-m", "taquin"]


def free_port() -> int:
    """A port of this machine that no server uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A command in a new session; at the end, all processes of the session are killed."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, **{"stdout": pipe, "stderr": pipe, "text": True, "start_new_session": True, **options}
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        _read_to_the_end(process)


def _read_to_the_end(process: subprocess.Popen[str]) -> None:
    """Wait for a killed process. One of its children may have left the session and still hold its output open."""
    try:
        process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        raise AssertionError(f"a process that {process.args!r} started left its session, and still runs") from None


MARK = "TAQUIN_TEST_MARK"
"""A variable of the environment, by which a test finds all processes that a command has started."""


def marked(mark: str) -> list[int]:
    """The processes whose environment has ``MARK`` with this value, also those without their parent. Only on Linux."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (folder / "environ").read_bytes():  # empty for a zombie
                found.append(int(folder.name))
    return found


def has_begun(pid: int) -> bool:
    """Whether Taquin's signal handlers are installed (Python itself handles only Ctrl-C). Works on Linux only."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught >> (signal.SIGTERM - 1) & 1)


def allow_one_process() -> None:
    """For ``preexec_fn``: the process can start neither threads nor processes, even as root.

    The limit does not hold for root and for the capabilities that are dropped here. Files are opened with the rights of
    the effective user, which stays the same.
    """
    import ctypes
    import resource

    if os.getuid() == 0:
        system = ctypes.CDLL(None, use_errno=True)
        for capability in (21, 24):  # CAP_SYS_ADMIN and CAP_SYS_RESOURCE
            if system.prctl(24, capability, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
                raise OSError(ctypes.get_errno(), "a capability cannot be dropped")
        os.umask(0)  # some checks test what the real user may write
        os.setresuid(65534, 0, 0)
    resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))


def wait_for_all(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until the process and all its children have ended, and return what they wrote: they share its output."""
    output, errors = process.communicate(timeout=PATIENCE)
    return output, errors
