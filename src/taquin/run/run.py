"""What every search carries along: limits to obey, counters to keep, an observer to tell."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter
from typing import Generic, TypeVar

from taquin.run.limits import Cancellation, Limits
from taquin.run.observer import Observer
from taquin.run.progress import Progress, ProgressListener
from taquin.run.result import Counters, Iteration, Outcome, Status

POLL_EVERY = 64
"""Expansions between two looks at the clock: even a heuristic that takes a millisecond stops within 0.2 s."""

PROGRESS_EVERY = 0.1
"""Seconds between two words of progress."""

S = TypeVar("S")


class Stop(Exception):
    """A limit or a cancellation ends the run. Never leaves ``execute``."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Run:
    """One run of one search.

    The loop of every algorithm says, before it expands a node::

        if counters.expanded >= run.due:
            run.poll()

    and that is all it knows of time, nodes, memory and Ctrl-C: ``poll`` raises ``Stop``, and ``execute`` makes the
    counters so far into an outcome.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        observer: Observer | None = None,
        cancellation: Cancellation | None = None,
        progress: ProgressListener | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.observer = observer
        self.cancellation = cancellation or Cancellation()
        self.progress = progress
        self.counters = Counters()
        self.lower_bound: float = 0
        self.best_h: float | None = None
        self.depth: float = float("inf") if self.limits.depth is None else self.limits.depth
        self.is_depth_cut = False
        self.memory: Callable[[], int] = lambda: 0
        self.due = 0
        self._rounds: list[Iteration] = []
        self._began = perf_counter()
        self._next_progress = self._began + PROGRESS_EVERY

    def poll(self) -> None:
        """Look at the limits and say when to look again. Raises ``Stop`` when one is reached."""
        limits, counters = self.limits, self.counters
        self.due = counters.expanded + (POLL_EVERY if limits.nodes is None else 1)
        now = perf_counter()
        if self.progress is not None and now >= self._next_progress:
            self._next_progress = now + PROGRESS_EVERY
            self.progress(self._progress(now))
        if self.cancellation.is_cancelled:
            raise Stop(Status.CANCELLED, "cancelled")
        if limits.nodes is not None and counters.generated >= limits.nodes:
            raise Stop(Status.LIMIT, f"the limit of {limits.nodes:,} nodes is reached")
        if limits.time is not None and now - self._began >= limits.time:
            raise Stop(Status.LIMIT, f"the time limit of {limits.time:g} s is reached")
        if limits.memory is not None and self.memory() >= limits.memory:
            raise Stop(Status.LIMIT, f"the memory limit of {limits.memory / 1e6:,.0f} MB is reached")

    def _progress(self, now: float) -> Progress:
        counters = self.counters
        return Progress(
            now - self._began, counters.expanded, counters.generated, self.lower_bound, self.memory(), self.best_h
        )

    def adopt(
        self,
        counters: Mapping[str, int],
        rounds: Iterable[tuple[float, int, int]],
        lower_bound: float,
        *,
        is_depth_cut: bool,
    ) -> None:
        """Take over what another backend has counted and proven."""
        self.counters = Counters(**counters)
        self._rounds = [Iteration(*values) for values in rounds]
        self.lower_bound = max(self.lower_bound, lower_bound)
        self.is_depth_cut = is_depth_cut

    def begin_iteration(self, bound: float) -> None:
        """Tell of a new round and remember what was counted before it."""
        if self.observer is not None:
            self.observer.iteration(bound)
        self._rounds.append(Iteration(bound, self.counters.expanded, self.counters.generated))

    def add_root(self, node: int, h: float) -> None:
        """Tell of a root: the start, and the goal too where the search goes both ways. Its h is a first bound."""
        self.lower_bound = max(self.lower_bound, h)
        self.counters.max_frontier += 1
        self.counters.max_stored += 1
        if self.observer is not None:
            self.observer.generate(node, -1, -1, 0, h)

    def raise_lower_bound(self, bound: float) -> None:
        """Remember that no solution is shorter. What was cut off at the depth limit may lead to any that is longer."""
        if self.is_depth_cut:
            bound = min(bound, self.depth + 1)
        self.lower_bound = max(self.lower_bound, bound)

    def cut(self, node: int) -> None:
        """Count and tell that a node is not expanded because it is as deep as the limit allows."""
        self.is_depth_cut = True
        self.counters.pruned += 1
        if self.observer is not None:
            self.observer.prune(node, "depth")

    def solved(self, moves: Iterable[int], *goals: int) -> Outcome:
        """The outcome of a run that found these moves and ended at these nodes."""
        if self.observer is not None:
            for node in goals:
                self.observer.goal(node)
        return self._outcome(Status.SOLVED, tuple(moves), "")

    def failed(self, status: Status, reason: str) -> Outcome:
        """The outcome of a run that ended without a solution."""
        return self._outcome(status, None, reason)

    def ran_dry(self, *, is_exhaustive: bool = True) -> Outcome:
        """The outcome of a search with nothing left to expand.

        One that is not exhaustive may miss a solution within the depth limit: it knows some state by a longer way.
        """
        if self.is_depth_cut and is_exhaustive:
            self.lower_bound = max(self.lower_bound, self.depth + 1)
            return self.failed(Status.LIMIT, f"no solution within the depth limit of {self.limits.depth} moves")
        if self.is_depth_cut:
            return self.failed(Status.LIMIT, f"found no solution within the depth limit of {self.limits.depth} moves")
        return self.failed(Status.UNSOLVABLE, "every state that can be reached was searched")

    def _outcome(self, status: Status, moves: tuple[int, ...] | None, reason: str) -> Outcome:
        return Outcome(
            status=status,
            moves=moves,
            reason=reason,
            stats=self.counters.freeze(),
            iterations=self._iterations(),
            lower_bound=self.lower_bound,
            best_h=self.best_h,
        )

    def _iterations(self) -> tuple[Iteration, ...]:
        """The rounds with what each counted: the difference between its beginning and the next one's."""
        end = Iteration(0, self.counters.expanded, self.counters.generated)
        return tuple(
            Iteration(this.bound, after.expanded - this.expanded, after.generated - this.generated)
            for this, after in zip(self._rounds, [*self._rounds[1:], end], strict=False)
        )


def execute(search: Callable[[], Outcome], run: Run, header: Mapping[str, str]) -> Outcome:
    """Run a search to its end, whatever ends it, and tell the observer of both."""
    observer = run.observer
    if observer is not None:
        observer.start(header)
    try:
        outcome = search()
    except Stop as stop:
        outcome = run.failed(stop.status, stop.reason)
    if observer is not None:
        observer.finish(outcome)
    return outcome


class Nodes(Generic[S]):
    """The nodes of a search that stores them, by number: state, parent, move, g and h, in parallel arrays."""

    __slots__ = ("g", "h", "moves", "parents", "states")

    def __init__(self) -> None:
        self.states: list[S] = []
        self.parents = array("i")
        self.moves = bytearray()
        self.g = array("i")
        self.h: list[float] = []

    def __len__(self) -> int:
        return len(self.states)

    def add(self, state: S, parent: int, move: int, g: int, h: float) -> int:
        """Store a node and return its number."""
        self.states.append(state)
        self.parents.append(parent)
        self.moves.append(move)
        self.g.append(g)
        self.h.append(h)
        return len(self.states) - 1

    def path(self, node: int) -> list[int]:
        """The moves from the root to this node."""
        moves = []
        while self.parents[node] >= 0:
            moves.append(self.moves[node])
            node = self.parents[node]
        return moves[::-1]

    def memory(self) -> int:
        """An estimate of the bytes in use, in O(1): the arrays as they are, and the states as large as the first."""
        arrays = sum(map(sys.getsizeof, (self.states, self.parents, self.moves, self.g, self.h)))
        number = sys.getsizeof(1 << 20)  # the node's number, as the dictionary of known states holds it
        return arrays + len(self) * (_allocated(self.states[0]) + number) if self.states else arrays


def _allocated(value: object) -> int:
    """Bytes that the allocator gives for a value: a multiple of 16."""
    return (sys.getsizeof(value) + 15) // 16 * 16
