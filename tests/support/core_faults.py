"""Fault injection for the core, as in SQLite: in a separate process, the n-th call of a kind fails, for every n.

A test calls ``run_with_faults``; the script that it runs uses ``Faults``. The library that makes calls fail is
``tests/data/core_faults.cpp``.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path

import pytest

from waiting import PATIENCE

SOURCE = Path(__file__).parents[1] / "data" / "core_faults.cpp"


class Kind(IntEnum):
    """What fails, with its number in the library."""

    ALLOCATION = 1
    """Of C++ anywhere, and of tables of the core."""
    THREAD_START = 2


def compile_library(folder: Path) -> Path:
    """Compile the library in this folder. Skips the test if that is impossible."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("needs Linux and a C++ compiler")
    library = folder / "faults.so"
    if not library.exists():
        command = [compiler, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)
    return library


def run_with_faults(library: Path, script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the tests with the library loaded."""
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=False,
        timeout=5 * PATIENCE,
    )


class Faults:
    """The library, in a process that has it loaded."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.faults_disarm.restype = ctypes.c_long

    def count(self, kind: Kind, work: Callable[[], object]) -> int:
        """The number of calls of this kind during the work."""
        self._library.faults_arm(int(kind), ctypes.c_long(0), 0)
        try:
            work()
        finally:
            count = self._library.faults_disarm()
        return int(count)

    def fail(self, kind: Kind, call: int, work: Callable[[], object], *, lasts: bool) -> object:
        """Do the work while this call fails, or this call and all later ones; return its result or exception."""
        self._library.faults_arm(int(kind), ctypes.c_long(call), int(lasts))
        try:
            return work()
        except Exception as error:  # noqa: BLE001 - the caller judges it
            return error
        finally:
            self._library.faults_disarm()
