"""Charts of comparisons, searches and heuristics: ``CHARTS`` lists them.

The function of a chart takes a value, runs no search, and returns a ``Drawing``. ``experiments/report/charts.py`` lists
the charts of experiments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from taquin.analysis.comparison import BoardsComparison, Comparison
from taquin.analysis.examine import Examination
from taquin.render.charts import boards_chart, estimate_chart, method_chart, search_chart
from taquin.render.drawing.shapes import Drawing
from taquin.run.result import Result
from taquin.trace.trace import Trace

Chart: TypeAlias = tuple[str, Callable[..., Drawing]]
"""The title of a picture, and the function that draws it."""

CHARTS: dict[type, Chart] = {
    Comparison: ("a chart of methods", method_chart.methods),
    BoardsComparison: ("a chart of methods on boards", boards_chart.boards),
    Trace: ("a chart of a search", search_chart.search),
    Examination: ("a chart of estimates", estimate_chart.examination),
}
"""The charts by the class of the values that they show."""


def chart_of(value: object) -> Chart | None:
    """The chart of a value, if there is one. Results in a list are compared."""
    if isinstance(value, list | tuple) and value and all(isinstance(member, Result) for member in value):
        return CHARTS[Comparison]
    return next((chart for kind, chart in CHARTS.items() if isinstance(value, kind)), None)
