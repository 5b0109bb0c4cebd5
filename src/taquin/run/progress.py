"""Progress reports of a long run, and what a search that improves its solution needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution


@dataclass(frozen=True, slots=True)
class Progress:
    """The counters and bounds of a run that has not finished: what a function ``progress`` is called with.

    >>> progress = Progress(seconds=0.5, expanded=90, generated=250, lower_bound=12, memory=20_000, best_h=3)
    >>> progress.expanded, progress.length
    (90, None)
    """

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
    """A solution that a search will try to improve: what a function ``improvement`` is called with.

    >>> Improvement(seconds=0.5, solution=Solution("1 2 3 / 4 5 6 / 0 7 8", "RR"), lower_bound=2).length
    2
    """

    seconds: float
    solution: Solution
    lower_bound: int
    """The bound proven at that time: no solution is shorter."""
    metric: Metric = Metric.MOVES
    """What ``length`` and ``lower_bound`` count."""

    @property
    def length(self) -> int:
        """The length of the solution."""
        return self.metric.cost(self.solution.moves)


ImprovementListener: TypeAlias = Callable[[Improvement], None]


@dataclass(slots=True)
class Anytime:
    """What anytime solving holds in addition to every other search."""

    initial: bytes | None = None
    """The moves of a known solution that the search begins with."""
    default_time: float | None = None
    """The time limit in seconds once a solution exists, if no other is given."""
    improvement: ImprovementListener | None = None
    """The caller's listener, for each solution that is shorter than all before it."""
    listener: Callable[[Sequence[int]], None] | None = None
    """The same with the moves of the solution."""
    length: int | None = None
    """The length of the best solution so far."""
    roots: int = 1
    """The roots of the search tree: 2 once a beam has started from the goal."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How many boards of a batch are finished, and how many of these are solved.

    >>> BatchProgress(done=3, total=10, solved=3, seconds=1.5).done
    3
    """

    done: int
    total: int | None
    """The number of boards, or None if an iterator without a length gives them."""
    solved: int
    seconds: float


BatchListener: TypeAlias = Callable[[BatchProgress], None]

BoardListener: TypeAlias = Callable[[int, int], None]
"""Called while a board at a chosen distance is searched: the number of solved boards, and their largest distance."""
