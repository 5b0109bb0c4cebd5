"""How far a long run has come, told at every poll and shown by whoever asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """A look at a run in the middle of its work."""

    seconds: float
    expanded: int
    generated: int
    lower_bound: float
    memory: int
    best_h: float | None


ProgressListener: TypeAlias = Callable[[Progress], None]
