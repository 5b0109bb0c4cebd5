"""A mapped file that is truncated while it is read: the process goes on, and knows it."""

from __future__ import annotations

import os
import subprocess
import sys
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import pytest

from taquin import _native
from waiting import PATIENCE

core: Any = _native.load()
pytestmark = [
    pytest.mark.skipif(core is None, reason=_native.describe()),
    pytest.mark.skipif(os.name == "nt", reason="a mapped file cannot be truncated"),
]

PAGE = 4096


def run(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, in which ``mapped`` is a mapping of a file of eight pages."""
    path.write_bytes(bytes([7]) * 8 * PAGE)
    start = (
        "import os, sys\n"
        "from mmap import ACCESS_READ, mmap\n"
        "from taquin import _native\n"
        "path = sys.argv[1]\n"
        "file = open(path, 'rb')\n"
        "mapped = mmap(file.fileno(), 0, access=ACCESS_READ)\n"
    )
    command = [sys.executable, "-c", start + code, str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_what_is_left_is_read_and_the_rest_is_zeros(tmp_path: Path) -> None:
    ended = run(
        "guard = _native.load().MappingGuard(memoryview(mapped))\n"
        "print(guard.is_broken)\n"
        f"os.truncate(path, 2 * {PAGE})\n"
        f"print(mapped[{PAGE}], guard.is_broken)\n"
        f"print(mapped[5 * {PAGE} + 3], guard.is_broken)\n"
        f"print(sum(mapped[:]) == 7 * 2 * {PAGE})\n"
        "del guard, mapped\n",
        tmp_path / "table",
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == ["False", "7", "False", "0", "True", "True"]


def test_a_mapping_without_a_guard_ends_the_process_as_before(tmp_path: Path) -> None:
    ended = run(
        f"other = mmap(-1, {PAGE})\n"
        "guard = _native.load().MappingGuard(memoryview(other))\n"
        "os.truncate(path, 0)\n"
        "print(mapped[0])\n",
        tmp_path / "table",
    )
    assert ended.returncode != 0  # of the handler that was there before: a sanitizer has its own
    assert ended.stdout == ""


def test_guards_are_released(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(bytes(PAGE))
    with path.open("rb") as file:
        mapped = mmap(file.fileno(), 0, access=ACCESS_READ)
        for _ in range(3):
            guards = [core.MappingGuard(memoryview(mapped)) for _ in range(200)]
            del guards
        with pytest.raises(ValueError, match="at most 256"):
            _ = [core.MappingGuard(memoryview(mapped)) for _ in range(257)]
