"""The server under load, as ``benchmarks/serve.py`` measures it: no error, no leak, and the page still responds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "serve.py"


def loaded(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--json", *arguments], capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def check(found: dict[str, Any]) -> None:
    assert found["errors"] == []
    assert found["answers"] >= found["clients"]
    settled, ended = found["settled"], found["ended"]
    assert [process["pid"] for process in ended] == [process["pid"] for process in settled]
    for before, after in zip(settled, ended, strict=True):
        assert after["megabytes"] < before["megabytes"] + 30, "a process grows"


@pytest.mark.slow
@pytest.mark.attack
def test_a_hundred_mixed_clients_and_one_with_forty_slow_searches() -> None:
    """No other client waits for a slow search to end."""
    found = loaded("--seconds", "20", "--clients", "100", "--mixed", "--slow", "40")
    check(found)
    assert found["p95_ms"] < 30_000, "as long as a slow search takes"
