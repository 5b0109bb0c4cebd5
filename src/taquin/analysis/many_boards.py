"""Many methods on many boards: how often each method finds a solution, and at what cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
    """One method on one or more boards. Means are over all boards, that of the length over those that it solved."""

    method: Method
    heuristic: str | None
    """The heuristic, with the databases that it looked up."""
    backend: str
    """The backends that ran it."""
    boards: int
    solved: int
    success_rate: float
    failures: dict[str, int]
    """The number of failed runs by their status."""
    mean_length: float | None
    mean_expanded: float
    mean_generated: float
    mean_seconds: float

    def to_dict(self) -> dict[str, object]:
        """The summary as plain values."""
        numbers = {name: value for name, value in vars(self).items() if name not in ("method", "heuristic")}
        named = self.method.heuristic
        return {
            "spec": self.method.text,
            "algorithm": self.method.algorithm.key,
            "heuristic": None if named is None else named.text,
            **numbers,
            "mean_seconds": round(self.mean_seconds, 6),
        }


def _summarise(method: Method, results: Sequence[Result | SpaceResult[Any, Any]]) -> MethodSummary:
    named = None if method.heuristic is None else method.heuristic.text
    lengths = [result.length for result in results if result.length is not None]
    solved = sum(result.is_solved for result in results)
    return MethodSummary(
        method,
        heuristic=getattr(results[0], "heuristic", named),
        backend=", ".join(sorted({getattr(result, "backend", "python") for result in results})),
        boards=len(results),
        solved=solved,
        success_rate=solved / len(results),
        failures=dict(Counter(str(result.status) for result in results if not result.is_solved)),
        mean_length=fmean(lengths) if lengths else None,
        mean_expanded=fmean(result.stats.expanded for result in results),
        mean_generated=fmean(result.stats.generated for result in results),
        mean_seconds=fmean(result.seconds for result in results),
    )


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
            summaries.append(_summarise(method, results))
    return summaries


def summarise(rows: Sequence[Row]) -> list[MethodSummary]:
    """One summary for each method of these rows, in their order."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.method.text, []).append(row)
    return [_summarise(group[0].method, [row.result for row in group]) for group in groups.values()]
