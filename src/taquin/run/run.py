"""``Run``: what every search holds. It checks the limits, counts, and calls the observer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from taquin.puzzle.arguments import check_callable, check_kind
from taquin.puzzle.rounding import plain
from taquin.puzzle.words import plural
from taquin.run.budget import Budget
from taquin.run.limits import Cancellation, Limits
from taquin.run.observer import Observer
from taquin.run.progress import Anytime, ImprovementListener, Progress, ProgressListener, Reporter
from taquin.run.result import Counters, Iteration, Outcome, Status

if TYPE_CHECKING:
    from taquin.system.executors import Workers


class Run:
    """One run of one search.

    A search reports what it does: ``expand``, ``generate``, ``duplicate``, ``improve`` and ``prune`` each count one
    event, and pass it to the observer if one is attached. ``expand`` also checks the limits: it raises ``Stop`` when
    one is reached, and ``execute`` turns the counters so far into an outcome. A search ends with ``solved``,
    ``exhausted`` or ``failed``.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        observer: Observer | None = None,
        cancellation: Cancellation | None = None,
        progress: ProgressListener | None = None,
        improvement: ImprovementListener | None = None,
        *,
        clock: str = "wall",
    ) -> None:
        """``clock`` says which time is limited: ``wall``, or ``cpu`` for the CPU time of the process."""
        check_attached(observer, cancellation, progress)
        self.observer = observer
        self.budget = Budget(limits or Limits(), cancellation or Cancellation(), clock)
        self.reporter = Reporter(progress, self.budget.began)
        self.anytime = Anytime(improvement)
        self.counters = Counters()
        self.workers: Workers | None = None
        """Of other machines, which share a search of IDA*."""
        self.lower_bound: float = 0
        self.best_h: float | None = None
        self.is_depth_limited = False  # whether the depth limit prevented an expansion
        self.partial_path: Callable[[], tuple[Iterable[int], float]] | None = None
        """The moves to the current state of a local search, and its estimate; set by local searches."""
        self.next_poll = 0
        self._stated_bound: float | None = None
        self._iterations: list[Iteration] = []  # with the counters at the beginning of each

    def begin_with(self, moves: bytes, lower_bound: int = 0) -> None:
        """Give a search that improves its solution a known one, and a lower bound that is proven."""
        self.anytime.initial = moves
        self.lower_bound = max(self.lower_bound, lower_bound)

    def state_bound(self, bound: float) -> None:
        """Report this bound in place of ``lower_bound``, which is not proven: the heuristic may overestimate."""
        self._stated_bound = bound

    # Limits ------------------------------------------------------------------------------------------------------

    @property
    def limits(self) -> Limits:
        """The limits of the budget."""
        return self.budget.limits

    @property
    def depth_limit(self) -> float:
        """The largest depth of a node; infinite without a limit. Loops read it once."""
        return float("inf") if self.limits.depth is None else self.limits.depth

    def poll(self) -> None:
        """Check the limits, and set the next check. Raises ``Stop`` when a limit is reached or the run is cancelled."""
        now = self.budget.now()
        self.next_poll = self.counters.expanded + self.budget.stride(now)
        self._report_due_progress(now)
        self.budget.check(now, generated=self.counters.generated)

    def poll_between_expansions(self) -> None:
        """Check the limits regularly in a search that generates many nodes in one expansion."""
        if not self.budget.skips_poll():
            self.poll()
            self.next_poll = self.counters.expanded

    def check(self, preparing: int = 0) -> None:
        """Check all limits but that of nodes, at any time; ``preparing`` is memory in addition to that of the search.

        The limit of nodes is checked between two expansions only: the time of this call depends on the speed of the
        machine, and the node at which a search ends must not.
        """
        now = self.budget.now()
        self._report_due_progress(now)
        self.budget.check(now, preparing=preparing)

    def elapsed(self) -> float:
        """Seconds since the beginning, by the clock of the time limit."""
        return self.budget.elapsed()

    def seconds_left(self) -> float:
        """Seconds until the time limit, infinite without one."""
        return self.budget.seconds_left()

    def _report_due_progress(self, now: float) -> None:
        if self.reporter.is_due(now):
            self._report_progress(now)

    def _report_progress(self, now: float) -> None:
        if self.reporter.listener is not None:
            self.reporter.listener(
                Progress(
                    now - self.budget.began,
                    self.counters.expanded,
                    self.counters.generated,
                    plain(self.proven_bound),
                    self.budget.memory(),
                    self.best_h,
                    self.anytime.length,
                )
            )

    @property
    def proven_bound(self) -> float:
        """The lower bound that is reported: an int, a float, or a ``Fraction`` where costs are fractions."""
        return self.lower_bound if self._stated_bound is None else self._stated_bound

    # Events ------------------------------------------------------------------------------------------------------

    def begin_iteration(self, bound: float) -> None:
        if self.observer is not None:
            self.observer.iteration(plain(bound))
        self._iterations.append(Iteration(plain(bound), self.counters.expanded, self.counters.generated))

    def add_root(self, node: int, h: float) -> None:
        """Report a root: the start, and the goal too in a bidirectional search. Its h is a first lower bound."""
        self.lower_bound = max(self.lower_bound, h)
        self.counters.max_frontier += 1
        self.counters.max_stored += 1
        if self.observer is not None:
            self.observer.generate(node, -1, -1, 0, plain(h))

    @property
    def next_node(self) -> int:
        """The number of the node that is generated next, in a search that numbers its nodes as it reports them."""
        return self.counters.generated + self.anytime.roots

    def expand(self, node: int) -> None:
        """Check the limits, then count an expansion: the successors of the node are generated next."""
        counters = self.counters
        if counters.expanded >= self.next_poll:
            self.poll()
        counters.expanded += 1
        if self.observer is not None:
            self.observer.expand(node)

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        counters = self.counters
        counters.generated += 1
        if g > counters.max_depth:
            counters.max_depth = g
        if self.observer is not None:
            self.observer.generate(node, parent, move, plain(g), plain(h))

    def look_behind(self, node: int, h: float) -> None:
        """Report the estimate of the distance from a new node back to the root of its side."""
        if self.observer is not None:
            self.observer.behind(node, plain(h))

    def duplicate(self, node: int, parent: int, move: int, g: float) -> None:
        """Count a child that is dropped because the known ``node`` has its state."""
        self.counters.duplicates += 1
        if self.observer is not None:
            self.observer.duplicate(node, parent, move, plain(g))

    def improve(self, node: int, parent: int, move: int, g: float, *, is_reopened: bool) -> None:
        """Report a cheaper path to a known node. It counts as reopened if the node was expanded."""
        self.counters.reopened += is_reopened
        if self.observer is not None:
            self.observer.improve(node, parent, move, plain(g))

    def prune(self, node: int, reason: str) -> None:
        """Count a generated node that is cut off."""
        self.counters.pruned += 1
        if self.observer is not None:
            self.observer.prune(node, reason)

    def prune_at_depth_limit(self, node: int) -> None:
        """Count a node that is not expanded because the depth limit allows no longer path."""
        self.is_depth_limited = True
        self.prune(node, "depth")

    def report_solution(self, moves: Sequence[int]) -> None:
        """Report a solution that is shorter than all before it, in a search that continues, for a default time."""
        if self.limits.time is None:
            self.budget.limit_time(self.anytime.default_time)
        self.anytime.report(moves)
        self._report_progress(self.budget.now())

    def measure(self, frontier: int, stored: int) -> None:
        """Keep the maxima of the nodes in the frontier and of the nodes stored."""
        counters = self.counters
        if frontier > counters.max_frontier:
            counters.max_frontier = frontier
        if stored > counters.max_stored:
            counters.max_stored = stored

    def raise_lower_bound(self, bound: float) -> None:
        """Record that no solution is shorter, except through nodes that were pruned at the depth limit."""
        if self.is_depth_limited:
            bound = min(bound, self.depth_limit + 1)
        self.lower_bound = max(self.lower_bound, bound)

    # Outcomes ----------------------------------------------------------------------------------------------------

    def solved(self, moves: Iterable[int], *goals: int, reason: str = "") -> Outcome:
        """The outcome of a run that found these moves and ended at these nodes.

        ``reason`` says why a search stopped before it could improve its solution further.
        """
        if self.observer is not None:
            for node in goals:
                self.observer.goal(node)
        return self._outcome(Status.SOLVED, tuple(moves), reason)

    def exhausted(self, *, is_complete: bool = True) -> Outcome:
        """The outcome of a search that has no node left to expand.

        Without a depth limit that proves the problem unsolvable. With one, a search that is not complete may have
        missed a solution within the limit, because it knows some state by a longer path than necessary.
        """
        if not self.is_depth_limited:
            return self.failed(Status.UNSOLVABLE, "every state that can be reached was searched")
        if not is_complete:
            return self.failed(Status.EXHAUSTED, f"found no {self._within_depth()}")
        self.lower_bound = max(self.lower_bound, self.depth_limit + 1)
        return self.too_deep()

    def too_deep(self) -> Outcome:
        """The outcome of a search that found no solution within the depth limit, which proves that there is none.

        With a heuristic that may overestimate it proves nothing: the search may have pruned a solution.
        """
        verb = "" if self._stated_bound is None else "found "
        return self.failed(Status.EXHAUSTED, f"{verb}no {self._within_depth()}")

    def _within_depth(self) -> str:
        return f"solution within the depth limit of {plural(self.limits.depth or 0, 'move')}"

    def failed(self, status: Status, reason: str) -> Outcome:
        return self._outcome(status, None, reason)

    def _outcome(self, status: Status, moves: tuple[int, ...] | None, reason: str) -> Outcome:
        partial_moves, final_h = None, None
        if moves is None and self.partial_path is not None:
            partial_moves, final_h = self.partial_path()
        return Outcome(
            status=status,
            moves=moves,
            reason=reason,
            stats=self.counters.freeze(),
            iterations=self._finished_iterations(),
            lower_bound=plain(self.proven_bound),
            best_h=self.best_h,
            partial_moves=None if partial_moves is None else tuple(partial_moves),
            final_h=final_h,
        )

    def _finished_iterations(self) -> tuple[Iteration, ...]:
        """The iterations with what each counted: the difference between its beginning and the next one's."""
        end = Iteration(0, self.counters.expanded, self.counters.generated)
        return tuple(
            Iteration(this.bound, after.expanded - this.expanded, after.generated - this.generated)
            for this, after in zip(self._iterations, [*self._iterations[1:], end], strict=False)
        )

    def adopt(
        self,
        counters: object,
        iterations: Iterable[tuple[float, int, int]],
        lower_bound: float,
        *,
        is_depth_limited: bool,
    ) -> None:
        """Take over what another backend has counted and proven; ``counters`` has the attributes of ``Counters``."""
        self.counters = Counters.of(counters)
        self._iterations = [Iteration(*values) for values in iterations]
        self.lower_bound = max(self.lower_bound, lower_bound)
        self.is_depth_limited = is_depth_limited


def check_attached(observer: object = None, cancellation: object = None, progress: object = None) -> None:
    """Raise ``SpecError`` unless what a caller attaches to a run is of the right kind."""
    check_kind("observer", observer, Observer | None, "an Observer")
    check_kind("cancellation", cancellation, Cancellation | None, "a Cancellation")
    check_callable("progress", progress, "a function of a Progress")
