"""A plugin of pytest for ``mutants.py``: appends the functions that each test calls to ``called_functions.jsonl``.

One line per test: its node ID, whether it passed, its processor time in seconds, and the functions of taquin that it
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
    row = (item.nodeid, item.nodeid not in failed, sum(os.times()[:4]) - before, own)
    with Path(HERE, "called_functions.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember tests that failed or were skipped."""
    if not report.passed:
        failed.add(report.nodeid)
