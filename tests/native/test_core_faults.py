"""A run that cannot allocate memory or start a thread fails cleanly or succeeds, and the next run works.

``core_fault_runs.py`` has the runs. In each of them every call fails once alone, and once with all later calls.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import core_fault_runs
from core_faults import Kind, compile_library, run_with_faults
from taquin import _native

SCRIPT = Path(core_fault_runs.__file__)
LONG = ("constructive_on_5x5", "distances_on_threads")
SHORT = tuple(name for name in core_fault_runs.RUNS if name not in LONG)

pytestmark = pytest.mark.skipif(not _native.is_available(), reason="the native core is not built")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_library(tmp_path_factory.mktemp("faults"))


def repeat(library: Path, kind: Kind, step: int, *names: str) -> dict[str, list[int]]:
    """For every run: calls of this kind, calls that failed, and runs that succeeded nevertheless."""
    done = run_with_faults(library, SCRIPT, kind.name, str(step), *names)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, list[int]] = json.loads(done.stdout)
    return found


def check_allocations(found: dict[str, list[int]]) -> None:
    for name, (calls, failed, unharmed) in found.items():
        assert calls > 0, name
        assert failed > unharmed, f"{name}: no failure was noticed"


def check_thread_starts(found: dict[str, list[int]]) -> None:
    """The run completes with fewer threads."""
    assert all(failed == unharmed for _, failed, unharmed in found.values())
    on_threads = {name for name, (calls, _, _) in found.items() if calls > 0}
    assert on_threads == found.keys() & {"database", "ida_star_on_threads", "distances_on_threads", "slides"}


@pytest.mark.parametrize("step", [40, pytest.param(1, marks=pytest.mark.slow)])
def test_any_allocation_may_fail(library: Path, step: int) -> None:
    """The first and every 40th call; every call in the slow test."""
    check_allocations(repeat(library, Kind.ALLOCATION, step, *SHORT))


def test_any_thread_may_fail_to_start(library: Path) -> None:
    """Also all of them: the calling thread then does all the work."""
    check_thread_starts(repeat(library, Kind.THREAD_START, 1, *SHORT))
    check_thread_starts(repeat(library, Kind.THREAD_START, 100, "distances_on_threads"))


@pytest.mark.slow
def test_any_allocation_of_long_runs_may_fail(library: Path) -> None:
    check_allocations(repeat(library, Kind.ALLOCATION, 1, *LONG))


@pytest.mark.slow
def test_any_thread_of_long_runs_may_fail_to_start(library: Path) -> None:
    check_thread_starts(repeat(library, Kind.THREAD_START, 1, *LONG))


def test_the_library_lets_the_call_fail_that_is_named(library: Path, tmp_path: Path) -> None:
    """Otherwise the tests above could not fail."""
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
        "import threading\n"
        "from core_faults import Faults, Kind\n"
        "def start():\n"
        "    for number in range(3):\n"
        "        thread = threading.Thread(target=int)\n"
        "        try:\n"
        "            thread.start()\n"
        "        except RuntimeError:\n"
        "            yield number\n"
        "        else:\n"
        "            thread.join()\n"
        "work = lambda: list(start())\n"
        "faults, kind = Faults(), Kind.THREAD_START\n"
        "failed = [faults.fail(kind, 2, work, lasts=lasts) for lasts in (False, True)]\n"
        "print(faults.count(kind, work), failed, work())\n"
    )
    done = run_with_faults(library, script)
    assert (done.stdout, done.stderr) == ("3 [[1], [1, 2]] []\n", "")
