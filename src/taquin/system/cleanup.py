"""What must not outlive this process, however it ends: its temporary folders, and (not on Linux) programs that it runs.

A process that is killed cannot remove anything, and one that is interrupted several times ends at once. So before a
folder exists, another process is told of it: the cleanup process, which is started with the first of them. It waits at
a pipe, whose end says that this process has ended, and then removes what is left. Worker processes end with their
parent (``worker_process``), and on Linux programs do, too (``program_process``).
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from taquin.system import cleanup_process
from taquin.system.cleanup_process import REMOVERS, kill_group
from taquin.system.files import write_fully
from taquin.system.interrupts import end_signals_held

_process: subprocess.Popen[bytes] | None = None
_lock = threading.Lock()


@contextmanager
def temporary_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """A new folder for this user alone, removed at the end of the block, or after the end of this process."""
    folder = Path(parent or tempfile.gettempdir()).absolute() / f"{prefix}{token_hex(8)}"
    with _kept("folder", str(folder)):
        folder.mkdir(mode=0o700)
        yield folder


@contextmanager
def killed_group(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process that leads a group, and this group, at the end of the block, or after that of this process."""
    name = str(process.pid)
    _tell(f"+group {name}")
    try:
        yield
    finally:
        kill_group(name)
        _tell(f"-group {name}")
        process.wait()


@contextmanager
def _kept(kind: str, name: str) -> Iterator[None]:
    """Remove a thing at the end of the block. If that is interrupted, the cleanup process does it."""
    _tell(f"+{kind} {name}")
    try:
        yield
    finally:
        REMOVERS[kind](name)
        _tell(f"-{kind} {name}")


def _tell(message: str) -> None:
    """Tell the cleanup process. Where no process can be started, nothing is removed after the end of this one."""
    global _process  # noqa: PLW0603 - a fact about the process
    if sys.platform == "emscripten":  # has no processes
        return
    with suppress(OSError), _lock:
        if _process is None:
            _process = _start()
        assert _process.stdin is not None
        write_fully(_process.stdin.fileno(), os.fsencode(message) + b"\0")


def _start() -> subprocess.Popen[bytes]:
    """The cleanup process. Signals for this one do not reach it: it has a session of its own, and holds them back."""
    command = [sys.executable or "python3", "-I", "-S", cleanup_process.__file__]
    null = subprocess.DEVNULL
    with end_signals_held():
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=null,
            stderr=null,
            bufsize=0,
            cwd=Path.cwd().anchor,
            start_new_session=sys.platform != "win32",
        )
    atexit.register(_end)
    return process


def _end() -> None:
    """At exit, let the cleanup process end too."""
    global _process  # noqa: PLW0603
    if _process is not None and _process.stdin is not None:
        _process.stdin.close()
        _process.wait()
        _process = None


def _forget() -> None:
    """In a forked process: the cleanup process belongs to the parent, and must notice the end of the parent."""
    global _lock, _process  # noqa: PLW0603
    _lock = threading.Lock()
    if _process is not None and _process.stdin is not None:
        _process.stdin.close()
        _process.returncode = 0  # it is no child of this process, which need not wait for it
        _process = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
