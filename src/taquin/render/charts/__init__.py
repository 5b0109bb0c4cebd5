"""Charts of comparisons, searches and heuristics: ``CHARTS`` lists them.

The function of a chart takes a value, runs no search, and returns a ``Drawing``. ``experiments/report/charts.py`` lists
the charts of experiments.
"""

from __future__ import annotations

from dataclasses import dataclass
from pkgutil import resolve_name

from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.theme import Theme


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of a kind of values. A class or function is named as ``module:name``, and loaded when it is used."""

    title: str
    function: str
    of: str  # the class of the values
    of_list: str = ""  # the class of the members, if it also shows lists

    def shows(self, value: object) -> bool:
        """Whether this is the chart of such a value."""
        if self.of_list and isinstance(value, list | tuple) and value:
            return all(_is_a(member, self.of_list) for member in value)
        return _is_a(value, self.of)

    def draw(self, value: object, theme: Theme) -> Drawing:
        drawn: Drawing = resolve_name(self.function)(value, theme=theme)
        return drawn


def _is_a(value: object, name: str) -> bool:
    return any(f"{base.__module__}:{base.__qualname__}" == name for base in type(value).__mro__)


CHARTS = (
    Chart(
        "a chart of methods",
        "taquin.render.charts.method_chart:methods",
        of="taquin.analysis.comparison:Comparison",
        of_list="taquin.run.result:Result",
    ),
    Chart(
        "a chart of methods on boards",
        "taquin.render.charts.boards_chart:boards",
        of="taquin.analysis.comparison:BoardsComparison",
    ),
    Chart(
        "a chart of a search",
        "taquin.render.charts.search_chart:search",
        of="taquin.trace.trace:Trace",
    ),
    Chart(
        "a chart of estimates",
        "taquin.render.charts.estimate_chart:examination",
        of="taquin.analysis.examine:Examination",
    ),
)


def chart_of(value: object) -> Chart | None:
    """The chart of a value, if there is one."""
    return next((chart for chart in CHARTS if chart.shows(value)), None)
