"""One row per method: how much it solved, and how long that took; points for charts. It needs no other package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median
from typing import TypeAlias

from taquin.experiments.record import Record
from taquin.experiments.report.measures import (
    Instance,
    Measure,
    cost_of,
    instance_of,
    is_solved,
    is_wrong,
    methods_of,
    solved_values,
    value_of,
)

PAR_FACTOR = 2.0
"""In PAR-2, a run without a solution counts as twice its time limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodSummary:
    """All runs of one method, by the columns of a report. Mean, median, max and geometric mean: of what it solved."""

    method: str
    runs: int
    boards: int
    solved: int
    """Runs that were solved and replayed."""
    wrong: int
    """Runs that claim what is false."""
    failed: int
    """Errors, crashes and kills."""
    proven: int
    """Runs whose solution is proven to be shortest."""
    mean: float | None
    median: float | None
    max: float | None
    geometric_mean: float | None
    """None if a value is 0."""
    solved_by_all: float | None
    """The mean over the instances that all methods have solved."""
    par: float | None
    """The mean of a time over all runs, those without a solution with a multiple of the limit; None for other measures,
    or if such a run had no time limit."""
    mean_length: float | None


def summarise(rows: Sequence[Record], measure: Measure, par_factor: float = PAR_FACTOR) -> list[MethodSummary]:
    common = solved_by_all(rows, measure)
    by_method: dict[str, list[Record]] = {method: [] for method in methods_of(rows)}
    for row in rows:
        by_method[row.method].append(row)
    values = solved_values(rows, measure)
    return [_summarise(mine, values[method], measure, common, par_factor) for method, mine in by_method.items()]


def solved_by_all(rows: Sequence[Record], measure: Measure) -> set[Instance]:
    """The instances that all methods have solved in every repetition."""
    return set.intersection(*map(set, solved_values(rows, measure).values()))


def _summarise(
    rows: Sequence[Record],
    by_instance: dict[Instance, float],
    measure: Measure,
    common: set[Instance],
    par_factor: float,
) -> MethodSummary:
    """The summary of the runs of one method, with its value on every instance that it has solved."""
    values = list(by_instance.values())
    lengths = [row.length for row in rows if is_solved(row) and row.length is not None]
    return MethodSummary(
        method=rows[0].method,
        runs=len(rows),
        boards=len({instance_of(row) for row in rows}),
        solved=sum(map(is_solved, rows)),
        wrong=sum(map(is_wrong, rows)),
        failed=sum(row.is_failure for row in rows),
        proven=sum(is_solved(row) and row.quality == "optimal" for row in rows),
        mean=fmean(values) if values else None,
        median=median(values) if values else None,
        max=max(values, default=None),
        geometric_mean=geometric_mean(values) if values and min(values) > 0 else None,
        solved_by_all=fmean(by_instance[instance] for instance in common) if common else None,
        par=penalised_mean(rows, measure, par_factor),
        mean_length=fmean(lengths) if lengths else None,
    )


def penalised_mean(rows: Sequence[Record], measure: Measure, par_factor: float) -> float | None:
    if not measure.is_time:
        return None
    total = 0.0
    for row in rows:
        value = value_of(row, measure) if is_solved(row) else None
        if value is None:
            if row.time_limit is None:
                return None
            value = par_factor * row.time_limit
        total += value
    return total / len(rows)


def optimal_lengths(rows: Sequence[Record]) -> dict[Instance, float]:
    """The optimal length, or cost, of every instance for which the set has one, or else a run has proven one."""
    depths: dict[Instance, float] = {}
    for row in rows:
        if row.optimum is not None:
            depths[instance_of(row)] = row.optimum
        elif is_solved(row) and row.quality == "optimal":
            depths.setdefault(instance_of(row), cost_of(row))
    return depths


def by_depth(rows: Sequence[Record], measure: Measure) -> dict[float, dict[str, tuple[int, float]]]:
    """For every optimal length, by method: how many instances it solved, and the mean of the measure over them."""
    depths = optimal_lengths(rows)
    groups: dict[float, dict[str, list[float]]] = {}
    for method, values_of in solved_values(rows, measure).items():
        for instance, value in values_of.items():
            if instance in depths:
                groups.setdefault(depths[instance], {}).setdefault(method, []).append(value)
    return {
        depth: {method: (len(values), fmean(values)) for method, values in groups[depth].items()}
        for depth in sorted(groups)
    }


# Points for charts: estimates of the starts, iterations, and the quality of solutions over time

Points: TypeAlias = dict[str, list[tuple[float, float]]]


def _in_order_of_methods(rows: Sequence[Record]) -> list[Record]:
    """The rows by method, so that a method has the same colour in every chart."""
    methods = methods_of(rows)
    return sorted(rows, key=lambda row: methods.index(row.method))


def initial_estimates(rows: Sequence[Record]) -> Points:
    """For every heuristic, the optimal length and the estimate of each start."""
    lengths = optimal_lengths(rows)
    by_heuristic: dict[str, dict[Instance, tuple[float, float]]] = {}
    for row in _in_order_of_methods(rows):
        if row.initial_h is not None and (instance := instance_of(row)) in lengths:
            by_heuristic.setdefault(row.heuristic or "", {})[instance] = lengths[instance], row.initial_h
    return {heuristic: sorted(points.values()) for heuristic, points in by_heuristic.items()}


def expansions_by_bound(rows: Sequence[Record]) -> Points:
    """For every method with iterations, the mean expansions by the bound minus the optimal length, of solved runs."""
    lengths = optimal_lengths(rows)
    by_method: dict[str, dict[float, list[float]]] = {}
    for row in _in_order_of_methods(rows):
        if is_solved(row) and instance_of(row) in lengths:
            for iteration in row.iterations:
                bound = iteration.bound - lengths[instance_of(row)]
                if bound > 0:  # of a search that improves a longer solution
                    continue
                by_method.setdefault(row.method, {}).setdefault(bound, []).append(iteration.expanded)
    return {
        method: [(bound, fmean(by_bound[bound])) for bound in sorted(by_bound)]
        for method, by_bound in by_method.items()
    }


def quality_over_time(rows: Sequence[Record]) -> tuple[str, dict[str, list[tuple[float, float]]]]:
    """The clock, and for every method the mean of best known length / length so far, after each improvement of a run.

    A run without a solution has 0, and one that does not improve its solution has it when it ends. Empty if no solution
    is longer than the best known one: there is nothing to see then.
    """
    clock = "CPU" if all(row.clock == "cpu" for row in rows) else "wall"
    best = optimal_lengths(rows)
    for row in filter(is_solved, rows):
        best[instance_of(row)] = min(best.get(instance_of(row), cost_of(row)), cost_of(row))
    if not any(cost_of(row) > best[instance_of(row)] for row in filter(is_solved, rows)):
        return clock, {}
    return clock, {
        method: curve
        for method in methods_of(rows)
        if (curve := _curve([row for row in rows if row.method == method], best, clock))
    }


def _curve(rows: Sequence[Record], best: dict[Instance, float], clock: str) -> list[tuple[float, float]]:
    total, curve = 0.0, []
    for seconds, gain in sorted(gain for row in rows if is_solved(row) for gain in _gains(row, best, clock)):
        total += gain
        curve.append((seconds, total / len(rows)))
    end = max((_seconds(row, clock) for row in rows), default=0)
    return [*curve, (max(end, curve[-1][0]), curve[-1][1])] if curve else []


def _seconds(row: Record, clock: str) -> float:
    return (row.cpu_seconds if clock == "CPU" else row.wall_seconds) or 0


def _gains(row: Record, best: dict[Instance, float], clock: str) -> list[tuple[float, float]]:
    """When the quality of a run rose, and by how much."""
    steps = [(improvement.seconds, improvement.length) for improvement in row.improvements]
    gains, before = [], 0.0
    for seconds, length in [*steps, (_seconds(row, clock), cost_of(row))]:
        quality = best[instance_of(row)] / length if length else 1.0
        if quality > before:
            gains.append((seconds, quality - before))
            before = quality
    return gains
