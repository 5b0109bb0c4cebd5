"""No argument makes the compiled core crash, whatever it is: a call returns or raises an exception."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from figures import Tally
from taquin import _native

SCRIPT = Path(__file__).with_name("random_bindings.py")
BATCH = 1_000


@pytest.mark.skipif(not _native.is_available(), reason="the native core is not installed")
@pytest.mark.parametrize("batches", [1, pytest.param(30, marks=pytest.mark.attack)])
def test_calls_of_the_core_with_wrong_arguments(batches: int, tally: Tally) -> None:
    for seed in range(batches):
        command = [sys.executable, str(SCRIPT), str(BATCH), str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        complaint = (
            "" if done.returncode == 0 else f"exit code {done.returncode} with seed {seed}: {done.stderr[-500:]}"
        )
        for _ in range(BATCH - 1):
            tally.add("")
        tally.add(complaint, command)
