"""``taquin`` in a process of its own, with all the processes that it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from waiting import PATIENCE

TAQUIN = [sys.executable, "-m", "taquin"]


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A command in a session of its own; whatever is left of the session at the end is killed."""
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
        process.communicate()


def wait_for_all(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until the process and all others that it has started have ended: they share its output. What they wrote."""
    output, errors = process.communicate(timeout=PATIENCE)
    return output, errors
