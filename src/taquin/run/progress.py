"""Progress reports of a long run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from taquin.puzzle.solution import Solution


@dataclass(frozen=True, slots=True)
class Progress:
    """The counters and bounds of a run that has not finished."""

    seconds: float
    expanded: int
    generated: int
    lower_bound: float
    memory: int
    best_h: float | None
    length: int | None = None
    """The length of the best solution so far, in a search that improves its solution."""


ProgressListener: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Improvement:
    """A solution that a search has found and goes on to improve, and the lower bound at that time."""

    seconds: float
    solution: Solution
    lower_bound: int

    @property
    def length(self) -> int:
        """The length of the solution."""
        return self.solution.length


ImprovementListener: TypeAlias = Callable[[Improvement], None]


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How many boards of a batch are finished, and how many of these are solved.

    >>> BatchProgress(done=3, total=10, solved=3, seconds=1.5)
    BatchProgress(done=3, total=10, solved=3, seconds=1.5)
    """

    done: int
    total: int | None
    """The number of boards, or None if they come from an iterator without a length."""
    solved: int
    seconds: float


BatchListener: TypeAlias = Callable[[BatchProgress], None]
