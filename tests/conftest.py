"""Shared by all tests: settings of Hypothesis, and the exhaustive tables that check every solver."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Generator, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

import figures
import platforms
from taquin.puzzle.board import Board
from taquin.tables.distances import DistanceTable, distance_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Contexts, Stage
    from serving import Serving
    from visiting import Visits

# A slow machine is not a failure. In CI the examples are the same in every run; elsewhere they differ. `make slow` runs
# the tests that use Hypothesis again, with the second profile.
for profile, examples in (("quick", 20), ("thorough", 100)):
    settings.register_profile(profile, max_examples=examples, deadline=None, derandomize="CI" in os.environ)
settings.load_profile("quick")

# The tests start hundreds of processes. Without cached bytecode, each would compile what it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


# Shells ignore SIGINT in background jobs, and nohup ignores SIGHUP; the processes of a test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


collect_ignore = [str(Path(__file__).parent / name) for name in platforms.left_out()]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of these tests."""
    parser.addoption(
        "--no-skips", action="store_true", help="a skipped test is an error, except for platforms.MAY_SKIP"
    )
    parser.addoption("--update-golden", action="store_true", help="write the files of tests/golden again")
    parser.addoption("--static", action="store_true", help="test the page without a server where a test allows it")
    parser.addoption(
        "--answers", type=int, default=100_000, help="of make attack: the number of answers on random goals"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores, because tests of the page and of the server wait for other processes."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object | None:
    """Run each file in one process, so that its fixtures are made once, and all files with a browser in one process.

    `make slow` and `make attack` split files, because they have few files with much work in each.
    """
    if not config.option.markexpr.startswith("not slow"):
        return None

    from xdist.scheduler import LoadScopeScheduling

    class Files(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
        def _split_scope(self, nodeid: str) -> str:
            path = nodeid.partition("::")[0]
            return "browser" if _uses_browser(path) else path

    return Files(config, log)


@cache
def _uses_browser(path: str) -> bool:
    text = (Path(__file__).parent.parent / path).read_text(encoding="utf-8")
    return any(f"from {module} import" in text for module in ("browser", "visiting"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the figures of the tests marked attack, if there are any."""
    stats = terminalreporter.stats
    reports = [*stats.get("passed", []), *stats.get("failed", [])]
    for title, lines in (("attack", figures.table(reports)), ("readers of texts", figures.readers_table(reports))):
        if lines:
            terminalreporter.section(title)
            for line in lines:
                terminalreporter.write_line(line)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With ``--no-skips``, name the tests that were skipped for a reason that is not in the list, and fail."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if not session.config.getoption("--no-skips") or reporter is None:
        return
    reports = reporter.stats.get("skipped", [])
    lines = platforms.refused([(report.nodeid, report.longrepr[2].removeprefix("Skipped: ")) for report in reports])
    if lines:
        reporter.section("skipped, but --no-skips was given", red=True)
        for line in lines:
            reporter.write_line(line)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the browser, and attach figures to the report of every attack.

    The figures are one try, unless the test counts with ``tally``.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.get_closest_marker(figures.KEY) is not None:
            item.user_properties.append((figures.KEY, figures.new_row(item.nodeid)))


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Fail a test if one of its counted tries failed."""
    result = yield
    counted = pyfuncitem.funcargs.get("tally")
    if isinstance(counted, figures.Tally) and counted.failures:
        pytest.fail(f"{len(counted.failures)} of {counted.tried} failed, such as {counted.failures[:3]}")
    return result


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of an empty cache folder, in which only this test stores tables."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be locked, as on some file systems that clusters share."""

    def fail(*arguments: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr("msvcrt.locking" if sys.platform == "win32" else "fcntl.flock", fail)


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> figures.Tally:
    """Counts the tries of a test, which fails if one of them fails."""
    row = dict(request.node.user_properties).get(figures.KEY, figures.new_row(request.node.nodeid))
    return figures.Tally(row)


GOALS = {
    "corner": Board([1, 2, 3, 4, 5, 6, 7, 8, 0]),
    "edge": Board([1, 2, 3, 4, 5, 6, 7, 0, 8]),
    "centre": Board([1, 2, 3, 8, 0, 4, 7, 6, 5]),
    "random": Board([5, 1, 7, 2, 8, 3, 0, 6, 4]),
}
"""Goals of the 3×3, by where the blank is."""


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty cache, so that tests neither use nor change the user's tables."""
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
    """A clock for runs that advances 10 ms per reading, so that a time limit means the same on any machine."""
    looks = count()
    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: next(looks) / 100)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, open until the last test has run."""
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
    """Makes pages; at the end of the test, closes them and fails if one had an error."""
    from browser import Stage

    made = Stage(contexts)
    yield made
    made.close()


@pytest.fixture(scope="module")
def module_stage(contexts: Contexts) -> Iterator[Stage]:
    """The same for all tests of a file, which share a page."""
    from browser import Stage

    made = Stage(contexts)
    yield made
    made.close()


@pytest.fixture(scope="session")
def page_server() -> Iterator[Serving]:
    """The server for the tests of the page. The browser caches its 50 files."""
    from serving import serving

    with serving() as server:
        server.site.pages.caching = "max-age=3600"
        yield server


@pytest.fixture(scope="session")
def exported() -> Iterator[Path]:
    """A folder with the page as plain files."""
    from static_page import exported_page

    with exported_page() as folder:
        yield folder


@pytest.fixture(scope="session")
def static_address(exported: Path) -> Iterator[str]:
    """The address of the page as plain files."""
    from static_page import FEW_TYPES, PATH, served

    with served(exported, types=FEW_TYPES) as address:
        yield address + PATH


@pytest.fixture
def static(static_address: str, contexts: Contexts) -> Iterator[Visits]:
    """Opens the page as plain files."""
    from visiting import Visits

    made = Visits(static_address, contexts)
    yield made
    made.close()


@pytest.fixture
def visits(request: pytest.FixtureRequest, contexts: Contexts) -> Iterator[Visits]:
    """Opens the page; at the end of the test, closes it and fails if it had an error or contacted another host."""
    from visiting import Visits

    if request.config.getoption("--static"):
        if "page_server" in request.fixturenames:
            pytest.skip("a test of the server, or of the requests to it")
        address = request.getfixturevalue("static_address")
    else:
        address = request.getfixturevalue("page_server").url
    made = Visits(address, contexts)
    yield made
    made.close()
