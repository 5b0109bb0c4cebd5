"""Charts of comparisons, searches and heuristics, drawn with matplotlib (the extra ``plot``).

Every function takes values, runs no search, and returns the bytes of an SVG, PNG or PDF file: the same bytes for the
same values.
"""

from __future__ import annotations

from taquin.render.charts.estimate_chart import Count, estimates
from taquin.render.charts.method_chart import methods
from taquin.render.charts.search_chart import search
from taquin.render.charts.sheet import FORMATS, check_matplotlib

__all__ = ["FORMATS", "Count", "check_matplotlib", "estimates", "methods", "search"]
