"""Points for the charts of a report: estimates of the starts, iterations, and the quality of solutions over time."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TypeAlias

from taquin.experiments.records import Row
from taquin.experiments.report.measures import Instance, cost_of, instance_of, is_solved, methods_of
from taquin.experiments.report.summary import optimal_lengths

Points: TypeAlias = dict[str, list[tuple[float, float]]]


def initial_estimates(rows: Sequence[Row]) -> Points:
    """For every heuristic, the optimal length and the estimate of each start."""
    lengths = optimal_lengths(rows)
    found: dict[str, dict[Instance, tuple[float, float]]] = {}
    for row in rows:
        if row["initial_h"] is not None and (instance := instance_of(row)) in lengths:
            found.setdefault(row["heuristic"], {})[instance] = lengths[instance], row["initial_h"]
    return {heuristic: sorted(points.values()) for heuristic, points in found.items()}


def expansions_by_bound(rows: Sequence[Row]) -> Points:
    """For every method with iterations, the mean expansions by the bound minus the optimal length, of solved runs."""
    lengths = optimal_lengths(rows)
    found: dict[str, dict[float, list[float]]] = {}
    for row in rows:
        if is_solved(row) and instance_of(row) in lengths:
            for each in row["iterations"] or ():
                bound = each["bound"] - lengths[instance_of(row)]
                if bound > 0:  # of a search that improves a longer solution
                    continue
                found.setdefault(row["method"], {}).setdefault(bound, []).append(each["expanded"])
    return {
        method: [(bound, fmean(by_bound[bound])) for bound in sorted(by_bound)] for method, by_bound in found.items()
    }


def quality_over_time(rows: Sequence[Row]) -> tuple[str, dict[str, list[tuple[float, float]]]]:
    """The clock, and for every method the mean of best known length / length so far, after each improvement of a run.

    A run without a solution has 0, and one that does not improve its solution has it when it ends. Empty if no solution
    is longer than the best known one: there is nothing to see then.
    """
    clock = "CPU" if all(row["clock"] == "cpu" for row in rows) else "wall"
    best = optimal_lengths(rows)
    for row in filter(is_solved, rows):
        best[instance_of(row)] = min(best.get(instance_of(row), cost_of(row)), cost_of(row))
    if not any(cost_of(row) > best[instance_of(row)] for row in filter(is_solved, rows)):
        return clock, {}
    return clock, {
        method: curve
        for method in methods_of(rows)
        if (curve := _curve([row for row in rows if row["method"] == method], best, clock))
    }


def _curve(rows: Sequence[Row], best: dict[Instance, float], clock: str) -> list[tuple[float, float]]:
    total, curve = 0.0, []
    for seconds, gain in sorted(gain for row in rows if is_solved(row) for gain in _gains(row, best, clock)):
        total += gain
        curve.append((seconds, total / len(rows)))
    end = max((row[f"{clock.lower()}_seconds"] or 0 for row in rows), default=0)
    return [*curve, (max(end, curve[-1][0]), curve[-1][1])] if curve else []


def _gains(row: Row, best: dict[Instance, float], clock: str) -> list[tuple[float, float]]:
    """When the quality of a run rose, and by how much."""
    ended = {"seconds": row[f"{clock.lower()}_seconds"] or 0, "length": cost_of(row)}
    gains, before = [], 0.0
    for each in [*(row["improvements"] or ()), ended]:
        quality = best[instance_of(row)] / each["length"] if each["length"] else 1.0
        if quality > before:
            gains.append((each["seconds"], quality - before))
            before = quality
    return gains
