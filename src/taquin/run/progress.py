"""Progress reports of a long run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """The counters and bounds of a run that has not finished."""

    seconds: float
    expanded: int
    generated: int
    lower_bound: float
    memory: int
    best_h: float | None


ProgressListener: TypeAlias = Callable[[Progress], None]
