"""A Dask scheduler and its workers, in processes of their own, so that each can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from processes import started
from waiting import PATIENCE, wait_until

DASK = (sys.executable, "-m", "dask")


class Scheduler:
    """A scheduler that listens on a free port of this machine, and its workers; all are killed at the end."""

    def __init__(self, folder: Path, stack: ExitStack, options: Sequence[str] = ()) -> None:
        self.file = folder / "scheduler.json"
        self._folder, self._stack = folder, stack
        options = ("--scheduler-file", str(self.file), "--port", "0", "--host", "127.0.0.1", "--no-dashboard", *options)
        self.process = self._start(*DASK, "scheduler", *options)
        wait_until(self.file.is_file)

    @property
    def address(self) -> str:
        return str(json.loads(self.file.read_text())["address"])

    def add_worker(self, *options: str, before: Sequence[str] = (), threads: int = 1) -> subprocess.Popen[str]:
        """A worker without a nanny, which would replace it; ``before`` is a command that runs it."""
        return self._start(
            *(*before, *DASK, "worker", "--scheduler-file", str(self.file), "--nthreads", str(threads), "--no-nanny"),
            *("--no-dashboard", "--local-directory", str(self._folder), *options),
        )

    def wait_for_workers(self, count: int) -> None:
        """Return when this many workers are connected."""
        distributed: Any = import_module("distributed")
        with distributed.Client(self.address) as client:
            client.wait_for_workers(count, timeout=PATIENCE)

    def _start(self, *command: str) -> subprocess.Popen[str]:
        nowhere = subprocess.DEVNULL
        environment = os.environ | {"PYTHONWARNINGS": ""}
        return self._stack.enter_context(started(list(command), stdout=nowhere, stderr=nowhere, env=environment))


@contextmanager
def scheduler(folder: Path, *options: str) -> Iterator[Scheduler]:
    with ExitStack() as stack:
        yield Scheduler(folder, stack, options)


def kill(process: subprocess.Popen[str]) -> None:
    """End only this process, as the loss of a machine does."""
    os.kill(process.pid, signal.SIGKILL)
