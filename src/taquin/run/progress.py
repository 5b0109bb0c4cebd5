"""Progress reports of a long run, and the state of a search that improves its solution."""

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

PROGRESS_EVERY = 0.1  # seconds between two progress reports


class Reporter:
    """Calls the listener of a run, if there is one, at most every ``PROGRESS_EVERY`` seconds."""

    def __init__(self, listener: ProgressListener | None, now: float) -> None:
        self.listener = listener
        self._next = now + PROGRESS_EVERY

    def is_due(self, now: float) -> bool:
        """Whether the next report is due; the one after it is due ``PROGRESS_EVERY`` seconds later."""
        if self.listener is None or now < self._next:
            return False
        self._next = now + PROGRESS_EVERY
        return True


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


class Anytime:
    """The state of a search that improves its solution, in addition to that of every other search."""

    def __init__(self, listener: ImprovementListener | None = None) -> None:
        self.listener = listener
        """The caller's function, for each solution that is shorter than all before it."""
        self.initial: bytes | None = None
        """The moves of a known solution that the search begins with."""
        self.default_time: float | None = None
        """The time limit in seconds once a solution exists, if no other is given."""
        self.length: int | None = None
        """The length of the best solution so far."""
        self.roots = 1
        """The roots of the search tree: 2 once a beam has started from the goal."""
        self._describe: Callable[[Sequence[int]], Improvement] | None = None

    def describe_by(self, describe: Callable[[Sequence[int]], Improvement]) -> None:
        """Set how the moves of a solution become what the listener gets."""
        self._describe = describe

    def report(self, moves: Sequence[int]) -> None:
        """Report a solution that is shorter than all before it."""
        self.length = len(moves)
        if self.listener is not None and self._describe is not None:
            self.listener(self._describe(moves))


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
