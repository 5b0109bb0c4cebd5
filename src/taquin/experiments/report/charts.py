"""The charts of a report, from the runs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from taquin.experiments.records import Row
from taquin.experiments.report.measures import Measure, instance_of, is_solved, methods_of, solved_values
from taquin.experiments.report.summary import by_depth

_MOST_PAIRS = 6


def draw_charts(rows: Sequence[Row], measure: Measure, *, format_: str = "svg") -> dict[str, bytes]:
    """The charts as files of this format, by their names. Raises ``BackendError`` without matplotlib."""
    from taquin.render.charts import experiment_charts as draw

    methods = methods_of(rows)
    by_method = {method: solved_values(rows, method, measure) for method in methods}
    values = {method: list(found.values()) for method, found in by_method.items() if found}
    if not values:
        return {}
    charts = {
        "cactus": draw.cactus(values, measure=measure.name, format_=format_),
        "boxes": draw.boxes(values, measure=measure.name, format_=format_),
    }
    means = {
        method: [(depth, found[method][1]) for depth, found in by_depth(rows, measure).items() if method in found]
        for method in values
    }
    if any(means.values()):
        charts["by-length"] = draw.by_length(means, measure=measure.name, format_=format_)
    lengths = {(row["method"], instance_of(row)): row["length"] for row in rows if is_solved(row)}
    points = {
        method: [(lengths[method, instance], value) for instance, value in by_method[method].items()]
        for method in values
    }
    charts["against-length"] = draw.against_length(points, measure=measure.name, format_=format_)
    for number, (first, second) in enumerate(combinations(values, 2), start=1):
        common = [
            (value, by_method[second][key]) for key, value in by_method[first].items() if key in by_method[second]
        ]
        if number <= _MOST_PAIRS and common:
            chart = draw.scatter(common, first=first, second=second, measure=measure.name, format_=format_)
            charts[f"pair-{number}"] = chart
    return charts
