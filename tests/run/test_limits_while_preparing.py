"""The limits of a run are also checked while it builds databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from taquin import _native
from taquin.run.limits import Cancellation, Limits, check_limits, limits_checked_by
from taquin.run.result import Status
from taquin.solving.solver import solve
from taquin.tables.pdb import store

HARD = "2 15 1 12 / 8 5 6 11 / 4 9 10 7 / 3 14 13 0"
SPEC = "ida_star(pdb(1 3 5 7 9|2 4 6 8 10|11 12 13 14 15))"

needs_core = pytest.mark.skipif(not _native.is_available(), reason="the native core is not built")


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    store._obtain.cache_clear()


def has_built() -> bool:
    return store._obtain.cache_info().currsize > 0


@needs_core
@pytest.mark.parametrize("backend", ["native", "python"])
def test_time(backend: str) -> None:
    result = solve(HARD, algorithm=SPEC, limits=Limits(time=0.01), backend=backend)  # type: ignore[arg-type]
    assert (result.status, result.stats.expanded) == (Status.LIMIT, 0)
    assert not has_built()
    assert result.lower_bound > 0  # Manhattan distance proves something, whatever was built


@needs_core
def test_an_interrupted_build_leaves_nothing_behind() -> None:
    solve(HARD, algorithm=SPEC, limits=Limits(time=0.01))
    easy = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15"
    assert solve(easy, algorithm=SPEC).length == 1
    assert has_built()


@needs_core
def test_cancellation() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    assert solve(HARD, algorithm=SPEC, cancellation=cancellation).status is Status.CANCELLED
    assert not has_built()


def test_limits_are_checked_only_within_a_run() -> None:
    check_limits()
    calls: list[int] = []
    with limits_checked_by(calls.append):
        check_limits()
    check_limits()
    assert calls == [0]
