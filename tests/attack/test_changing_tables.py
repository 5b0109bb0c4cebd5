"""Files of tables that change while searches read them: a search is right, or it is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from figures import Tally
from taquin import _native

SCRIPT = Path(__file__).with_name("changing_tables.py")


@pytest.mark.skipif(not _native.is_available(), reason="without the core every table is copied")
@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("count", [20, pytest.param(2_000, marks=pytest.mark.attack)])
def test_changing_tables(count: int, tally: Tally) -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), str(count), "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        number, _, what = line.partition(" ")
        for _ in range(int(number)):
            tally.add(what if what.startswith("wrong") else "")
    assert tally.tried == count
