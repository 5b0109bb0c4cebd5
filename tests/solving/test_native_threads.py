"""The native core on a system that cannot start threads: the calling thread does all the work."""

from __future__ import annotations

import subprocess
import sys

import pytest

from taquin import _native

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif("ida_star" not in _native.capabilities(), reason=_native.describe())

LARGEST_STACK = 2**47
"""The stack of a new thread has this limit's size, and no address space has room for it: no thread can start."""

SCRIPT = """
from threading import Thread
from taquin import _native, solve
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets

try:
    Thread(target=int).start()
except RuntimeError:
    print("no thread can start")

core = _native.load()
large, small = (core.Grid(blank_targets(Shape(*sides))) for sides in [(4, 4), (2, 5)])

def ida_star(threads):
    spec = f"ida_star(linear_conflict, threads={threads})"
    result = solve("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", "blank-first", algorithm=spec, backend="native")
    return result.solution, result.stats

def pattern(threads):
    work = core.PatternBuild(large, bytes([0, 1, 2, 3]), 15, threads)
    assert work.run(None)
    return bytes(work.take_entries())

for work in ida_star, pattern:
    assert work(4) == work(1), work
    print(work.__name__)
ranking = core.StateRanking(small, 9)
assert sum(core.fill_distances(ranking, bytearray(len(ranking)), 4, None)) == len(ranking)
print("distances")
"""


def forbid_threads() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (LARGEST_STACK, hard))


@pytest.mark.skipif(sys.platform != "linux", reason="the size of a thread's stack is the limit of stacks on Linux")
def test_the_calling_thread_does_all_the_work() -> None:
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hard not in {resource.RLIM_INFINITY, -1} and hard < LARGEST_STACK:
        pytest.skip("this process may not raise the limit of stacks")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        preexec_fn=forbid_threads,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["no thread can start", "ida_star", "pattern", "distances"]
