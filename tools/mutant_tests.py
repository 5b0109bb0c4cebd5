"""A plugin of pytest for ``mutants.py``: records what the tests cover, or runs chosen tests in a given order.

With ``--record FILE``, each test appends a line of JSON to the file: its node ID, whether it passed, and its processor
time. Under ``coverage run``, coverage notes the lines of each test. With ``--plan FILE``: runs the tests of the file, a
JSON object from node IDs to limits of processor time, in this order. A test that exceeds its limit ends the process by
SIGPROF: nothing else would interrupt the core.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage

LONGEST = 60
"""Seconds of processor time for a test without a limit: what is not interrupted under coverage would run for ever."""
failed: set[str] = set()
limits: dict[str, float] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", type=Path)
    parser.addoption("--plan", type=Path)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the plan, in its order."""
    if config.option.plan is not None:
        limits.update(json.loads(config.option.plan.read_text(encoding="utf-8")))
        order = {name: number for number, name in enumerate(limits)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure or limit one test with its fixtures."""
    coverage = Coverage.current()
    if coverage is not None:
        coverage.switch_context(item.nodeid)
    before = sum(os.times()[:4])
    signal.setitimer(signal.ITIMER_PROF, limits.get(item.nodeid, LONGEST))
    result = yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = sum(os.times()[:4]) - before
    if coverage is not None:
        coverage.switch_context("")
    if item.config.option.record is not None:
        with item.config.option.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps((item.nodeid, item.nodeid not in failed, round(seconds, 3))) + "\n")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember tests that failed or were skipped."""
    if not report.passed:
        failed.add(report.nodeid)
