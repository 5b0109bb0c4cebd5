"""Many methods on many boards: how often each method finds a solution, and at what cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import Any

from taquin.analysis.compare import PYTHON_NODES, Row, limits_of_every_run
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.space_sets import SpaceInstance, run_on_space
from taquin.solving.spaces import SpaceResult


@dataclass(frozen=True)
class MethodSummary:
    """The results of one method on one or more boards.

    >>> from taquin import solve
    >>> from taquin.solving.method import choose_method
    >>> boards = ["1 2 3 / 4 5 6 / 7 0 8", "8 6 7 / 2 5 4 / 3 0 1"]
    >>> method = choose_method("hill_climbing(manhattan)")
    >>> summary = MethodSummary(method, tuple(solve(board, algorithm=method.text) for board in boards))
    >>> summary.solved, summary.boards, summary.success_rate, summary.mean_length
    (1, 2, 0.5, 1.0)
    """

    method: Method
    results: tuple[Result | SpaceResult[Any, Any], ...]

    @property
    def boards(self) -> int:
        """The number of boards that it was run on."""
        return len(self.results)

    @cached_property
    def solved(self) -> int:
        return sum(result.is_solved for result in self.results)

    @property
    def success_rate(self) -> float:
        """The share of the boards that it solved, from 0 to 1."""
        return self.solved / self.boards

    @cached_property
    def failures(self) -> dict[str, int]:
        """The number of failed runs by their status."""
        return dict(Counter(str(result.status) for result in self.results if not result.is_solved))

    @property
    def mean_length(self) -> float | None:
        """The mean length of its solutions; None if it solved no board."""
        lengths = [result.length for result in self.results if result.length is not None]
        return fmean(lengths) if lengths else None

    @property
    def mean_expanded(self) -> float:
        """The mean number of nodes expanded, over all boards."""
        return fmean(result.stats.expanded for result in self.results)

    @property
    def mean_generated(self) -> float:
        """The mean number of nodes generated, over all boards."""
        return fmean(result.stats.generated for result in self.results)

    @property
    def mean_seconds(self) -> float:
        """The mean time of a run, over all boards."""
        return fmean(result.seconds for result in self.results)

    @property
    def backend(self) -> str:
        """The backends that ran it."""
        return ", ".join(sorted({getattr(result, "backend", "python") for result in self.results}))

    @property
    def heuristic(self) -> str | None:
        """The heuristic, with the databases that it looked up."""
        own = None if self.method.heuristic is None else self.method.heuristic.text
        return getattr(self.results[0], "heuristic", own)

    def to_dict(self) -> dict[str, object]:
        """The summary as plain values."""
        return {
            "spec": self.method.text,
            "algorithm": self.method.algorithm.key,
            "heuristic": None if self.method.heuristic is None else self.method.heuristic.text,
            "backend": self.backend,
            "boards": self.boards,
            "solved": self.solved,
            "success_rate": self.success_rate,
            "failures": self.failures,
            "mean_length": self.mean_length,
            "mean_expanded": self.mean_expanded,
            "mean_generated": self.mean_generated,
            "mean_seconds": round(self.mean_seconds, 6),
        }


def compare_spaces(
    instances: Sequence[SpaceInstance],
    methods: Sequence[Method],
    limits: Limits,
    cancellation: Cancellation,
    progress: Callable[[int, int], ProgressListener | None] | None,
) -> list[MethodSummary]:
    """Run every method on every space of a user, with the limits of ``compare_boards`` for Python."""
    given = limits_of_every_run(limits)
    if given is not limits:
        given = replace(given, nodes=PYTHON_NODES)
    summaries = []
    for place, method in enumerate(methods):
        results: list[SpaceResult[Any, Any]] = []
        for number, instance in enumerate(instances):
            listener = None if progress is None else progress(place, number)
            result = run_on_space(instance, method, Run(given, None, cancellation, listener))
            if result.status is Status.CANCELLED:
                break
            results.append(result)
        if results:
            summaries.append(MethodSummary(method, tuple(results)))
    return summaries


def summarise(rows: Sequence[Row]) -> list[MethodSummary]:
    """One summary for each method of these rows, in their order."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.method.text, []).append(row)
    return [MethodSummary(group[0].method, tuple(row.result for row in group)) for group in groups.values()]
