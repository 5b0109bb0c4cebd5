"""The charts of a report: ``CHARTS`` lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from taquin.experiments.record import Record
from taquin.experiments.report.measures import (
    Measure,
    compared_values,
    floor_of,
    instance_of,
    is_solved,
    keep_apart,
    measure_of,
    methods_of,
    value_of,
)
from taquin.experiments.report.summary import by_depth, expansions_by_bound, initial_estimates, quality_over_time
from taquin.render.charts import experiment_charts as draw
from taquin.render.drawing.shapes import Drawing

_MOST_PAIRS = 6


class Runs:
    """The runs that the charts show, and their measure: of each board, and as a list, for every method that solved one.

    Methods that cannot be compared are apart.
    """

    def __init__(self, rows: Sequence[Record], measure: Measure) -> None:
        self.rows = keep_apart(rows)
        self.measure = measure
        self.boards = set(map(instance_of, self.rows))
        by_method = compared_values(self.rows, measure)
        self.by_method = {method: boards for method, boards in by_method.items() if boards}
        self.values = {method: list(boards.values()) for method, boards in self.by_method.items()}

    def points(self, x: str, y: str) -> draw.Points:
        """Two fields of every run, by method; a field of a run may be None."""
        across, up = measure_of(x), measure_of(y)
        points: dict[str, list[tuple[float | None, float | None]]] = {method: [] for method in methods_of(self.rows)}
        for row in self.rows:
            points[row.method].append((value_of(row, across), value_of(row, up)))
        return points


def _by_length(runs: Runs) -> Drawing | None:
    floor, depths = floor_of(runs.rows, runs.measure), by_depth(runs.rows, runs.measure)
    means = {
        method: [(depth, max(means[method][1], floor)) for depth, means in depths.items() if method in means]
        for method in runs.values
    }
    return draw.series(means, title="Mean by optimal length", label="optimal length", measure=runs.measure.name)


def _against_length(runs: Runs) -> Drawing | None:
    lengths = {(row.method, instance_of(row)): row.length for row in runs.rows if is_solved(row)}
    points = {
        method: [(lengths[method, instance], value) for instance, value in boards.items()]
        for method, boards in runs.by_method.items()
    }
    label, measure = "length of the solution", runs.measure.name
    return draw.series(points, title="Effort against length", label=label, measure=measure, has_lines=False)


def _iterations(runs: Runs) -> Drawing | None:
    label, points = "bound less the optimal length", expansions_by_bound(runs.rows)
    return draw.series(points, title="Expansions by bound on f", label=label, measure="nodes expanded")


def _quality(runs: Runs) -> Drawing | None:
    clock, curves = quality_over_time(runs.rows)
    return draw.quality(curves, clock=clock)


def _pairs(runs: Runs) -> Iterator[Drawing | None]:
    boards = {method: {instance_of(row) for row in runs.rows if row.method == method} for method in runs.values}
    for first, second in list(combinations(runs.values, 2))[:_MOST_PAIRS]:
        both = sorted(boards[first] & boards[second])
        points = [(runs.by_method[first].get(board), runs.by_method[second].get(board)) for board in both]
        yield draw.scatter(points, first=first, second=second, measure=runs.measure.name)


CHARTS: Mapping[str, Callable[[Runs], Iterable[Drawing | None]]] = {
    "cactus": lambda runs: [draw.cactus(runs.values, measure=runs.measure.name, boards=len(runs.boards))],
    "boxes": lambda runs: [draw.boxes(runs.values, measure=runs.measure.name)],
    "by-length": lambda runs: [_by_length(runs)],
    "against-length": lambda runs: [_against_length(runs)],
    "estimates": lambda runs: [draw.estimates(initial_estimates(runs.rows))],
    "iterations": lambda runs: [_iterations(runs)],
    "quality": lambda runs: [_quality(runs)],
    "pair-{number}": _pairs,
}
"""The names of the files, without endings, and what is drawn into them.

A chart need not look for values that are None or for methods without values: the functions of ``experiment_charts`` do,
and return None if nothing is left to draw.
"""


def draw_charts(rows: Sequence[Record], measure: Measure) -> dict[str, Drawing]:
    """The charts by their names."""
    runs = Runs(rows, measure)
    if not runs.values:
        return {}
    return {
        name.format(number=number): drawing
        for name, drawings in CHARTS.items()
        for number, drawing in enumerate((one for one in drawings(runs) if one is not None), start=1)
    }
