"""Shared by all tests: settings of Hypothesis, and the exhaustive tables that check every solver."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from taquin.puzzle.board import Board
from taquin.tables.distances import DistanceTable, distance_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Contexts, Stage
    from serving import Serving
    from visiting import Visits

# A slow machine is not a failure. In CI the examples are the same in every run; elsewhere they differ.
settings.register_profile("taquin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("taquin")


# A shell ignores SIGINT in background jobs, and so would every process that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: the tests of the page wait for the browser most of the time."""
    return (os.cpu_count() or 1) + 1


GOALS = {
    "corner": Board([1, 2, 3, 4, 5, 6, 7, 8, 0]),
    "edge": Board([1, 2, 3, 4, 5, 6, 7, 0, 8]),
    "centre": Board([1, 2, 3, 8, 0, 4, 7, 6, 5]),
    "random": Board([5, 1, 7, 2, 8, 3, 0, 6, 4]),
}
"""Goals of the 3×3, by where the blank is."""


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty cache: no test sees the user's tables, or leaves any there."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAQUIN_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def corner() -> DistanceTable:
    """True distances of all 181,440 boards to the standard goal."""
    return distance_table(GOALS["corner"])


@pytest.fixture(scope="session", params=GOALS)
def table(request: pytest.FixtureRequest) -> DistanceTable:
    """True distances to each of the goals in turn."""
    return distance_table(GOALS[request.param])


@pytest.fixture
def ticking_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock for runs that goes 10 ms from one look to the next: a time limit is a number of looks, on any machine."""
    looks = count()
    monkeypatch.setattr("taquin.run.run.perf_counter", lambda: next(looks) / 100)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium. While it is open, no other event loop runs in this thread."""
    from browser import chromium

    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Contexts:
    """The browser's contexts, which all tests share."""
    from browser import Contexts

    return Contexts(browser)


@pytest.fixture
def stage(contexts: Contexts) -> Iterator[Stage]:
    """Makes pages; at the end of the test they are closed, and none of them may have had an error."""
    from browser import Stage

    made = Stage(contexts)
    yield made
    made.close()


@pytest.fixture(scope="session")
def page_server() -> Iterator[Serving]:
    """The server that the tests of the page visit."""
    from serving import serving

    with serving() as server:
        yield server


@pytest.fixture
def visits(page_server: Serving, contexts: Contexts) -> Iterator[Visits]:
    """Opens the page; at the end of the test it is closed, and must have had no error and asked no other host."""
    from visiting import Visits

    made = Visits(page_server.url, contexts)
    yield made
    made.close()
