"""A plugin of pytest for ``mutants.py``: writes the functions that each test calls to ``called_functions.json``.

One row per test: its node ID, whether it passed, its processor time in seconds, and the functions of taquin that it
called, as file and first line. Only calls are traced, so that loops run at full speed.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

HERE = f"{Path.cwd()}/"
called: set[CodeType] = set()
failed: set[str] = set()
rows: list[tuple[str, bool, float, list[tuple[str, int]]]] = []


def trace(frame: FrameType, event: str, argument: object) -> None:
    called.add(frame.f_code)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Trace one test with its fixtures."""
    called.clear()
    before = sum(os.times()[:4])
    sys.settrace(trace)
    threading.settrace(trace)
    result = yield
    sys.settrace(None)
    threading.settrace(None)
    places = {(code.co_filename, code.co_firstlineno) for code in called}
    own = [(file.removeprefix(HERE), line) for file, line in places if file.startswith(f"{HERE}src/taquin/")]
    rows.append((item.nodeid, item.nodeid not in failed, sum(os.times()[:4]) - before, own))
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember tests that failed or were skipped."""
    if not report.passed:
        failed.add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the rows."""
    Path("called_functions.json").write_text(json.dumps(rows), encoding="utf-8")
