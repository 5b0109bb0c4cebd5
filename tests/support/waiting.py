"""Waiting for a condition, and for processes: no test assumes how fast the machine is."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Timeout of a wait in seconds. Much longer than any wait on a busy machine."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Return as soon as the condition holds; fail if it does not hold in time."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"the condition did not hold within {PATIENCE:g} s"
        time.sleep(0.01)


def children(pid: int) -> set[int]:
    """The processes that this one has started."""
    tasks = Path(f"/proc/{pid}/task")
    if tasks.is_dir():
        return {int(child) for path in tasks.glob("*/children") for child in path.read_text().split()}
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return {int(child) for child in found.stdout.split()}


def is_alive(pid: int) -> bool:
    """Whether the process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
