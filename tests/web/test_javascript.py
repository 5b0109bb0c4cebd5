"""The modules of the page that need no browser, tested in Node.js (tests/javascript)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "javascript"
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("name", sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.test.mjs")))
def test_modules_in_node(name: str) -> None:
    """One process for each file; the report of a failure names the test in it."""
    command = [str(NODE), "--test", "--test-reporter", "tap", str(FOLDER / f"{name}.test.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n# fail 0\n" in done.stdout
    assert "\n# tests 0\n" not in done.stdout
