"""One row per method: how much it solved, and how long that took. It needs no other package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, median

from taquin.experiments.records import Row
from taquin.experiments.report.measures import (
    Instance,
    Measure,
    cost_of,
    instance_of,
    is_failure,
    is_solved,
    is_wrong,
    methods_of,
    solved_values,
)

PENALTY = 2
"""PAR-2: a run without a solution counts as twice its time limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodSummary:
    """All runs of one method. Mean, median, maximum and geometric mean are of the instances that it solved."""

    method: str
    runs: int
    instances: int
    solved: int
    """Runs that were solved and replayed."""
    wrong: int
    """Runs that claim what is false."""
    failures: int
    """Errors, crashes and kills."""
    proven: int
    """Runs whose solution is proven to be shortest."""
    mean: float | None
    median: float | None
    maximum: float | None
    geometric_mean: float | None
    """None if a value is 0."""
    par2: float | None
    """The mean of a time over all runs, those without a solution with twice the limit; None for other measures, or if
    such a run had no time limit."""
    solved_by_all: float | None
    """The mean over the instances that all methods have solved."""
    mean_length: float | None


def summarise(rows: Sequence[Row], measure: Measure) -> list[MethodSummary]:
    common = solved_by_all(rows, measure)
    return [
        _summarise([row for row in rows if row["method"] == method], measure, common) for method in methods_of(rows)
    ]


def solved_by_all(rows: Sequence[Row], measure: Measure) -> set[Instance]:
    """The instances that all methods have solved in every repetition."""
    return set.intersection(*(set(solved_values(rows, method, measure)) for method in methods_of(rows)))


def _summarise(rows: Sequence[Row], measure: Measure, common: set[Instance]) -> MethodSummary:
    method = rows[0]["method"]
    by_instance = solved_values(rows, method, measure)
    values = list(by_instance.values())
    lengths = [row["length"] for row in rows if is_solved(row)]
    return MethodSummary(
        method=method,
        runs=len(rows),
        instances=len({instance_of(row) for row in rows}),
        solved=sum(map(is_solved, rows)),
        wrong=sum(map(is_wrong, rows)),
        failures=sum(map(is_failure, rows)),
        proven=sum(is_solved(row) and row["quality"] == "optimal" for row in rows),
        mean=fmean(values) if values else None,
        median=median(values) if values else None,
        maximum=max(values, default=None),
        geometric_mean=geometric_mean(values),
        par2=penalised_mean(rows, measure),
        solved_by_all=fmean(by_instance[instance] for instance in common) if common else None,
        mean_length=fmean(lengths) if lengths else None,
    )


def geometric_mean(values: Sequence[float]) -> float | None:
    """The geometric mean; None without values, or if one is not positive.

    >>> round(geometric_mean([1, 10, 100]), 9)
    10.0
    """
    if not values or min(values) <= 0:
        return None
    return exp(fmean(map(log, values)))


def penalised_mean(rows: Sequence[Row], measure: Measure) -> float | None:
    if not measure.is_time:
        return None
    total = 0.0
    for row in rows:
        value = row[measure.key] if is_solved(row) else None
        if value is None:
            if row["time_limit"] is None:
                return None
            value = PENALTY * row["time_limit"]
        total += value
    return total / len(rows)


def optimal_lengths(rows: Sequence[Row]) -> dict[Instance, float]:
    """The optimal length, or cost, of every instance for which the set has one, or else a run has proven one."""
    depths: dict[Instance, float] = {}
    for row in rows:
        if row["optimum"] is not None:
            depths[instance_of(row)] = row["optimum"]
        elif is_solved(row) and row["quality"] == "optimal":
            depths.setdefault(instance_of(row), cost_of(row))
    return depths


def by_depth(rows: Sequence[Row], measure: Measure) -> dict[float, dict[str, tuple[int, float]]]:
    """For every optimal length, by method: how many instances it solved, and the mean of the measure over them."""
    depths = optimal_lengths(rows)
    groups: dict[float, dict[str, list[float]]] = {}
    for method in methods_of(rows):
        for instance, value in solved_values(rows, method, measure).items():
            if instance in depths:
                groups.setdefault(depths[instance], {}).setdefault(method, []).append(value)
    return {
        depth: {method: (len(values), fmean(values)) for method, values in groups[depth].items()}
        for depth in sorted(groups)
    }
