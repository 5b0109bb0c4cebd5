"""Recorded searches."""

from __future__ import annotations

from typing import Any

from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace


def recorded(start: object, goal: object = None, *, cap: int = 50_000, **options: Any) -> Trace:
    """The trace of ``solve`` with these arguments."""
    recorder = Recorder(cap)
    solve(start, goal, observer=recorder, **options)  # type: ignore[arg-type]
    return recorder.trace()
