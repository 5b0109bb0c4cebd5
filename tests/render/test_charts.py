"""Charts: their numbers are right, their texts do not overlap, and settings of the user change nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

import taquin
from boxes import Box, overlapping
from drawings import MIDDLE, record
from looping import for_each
from svg_reading import SPACE, groups, parse, words
from taquin.analysis.compare import compare
from taquin.analysis.examine import TOLERANCE, EstimateCount, examine
from taquin.heuristics.manhattan import Misplaced
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.render.charts import estimate_chart, experiment_charts, method_chart, search_chart
from taquin.render.charts.sheet import LOG_ZERO
from taquin.render.drawing.theme import DARK
from taquin.run.result import Result
from taquin.solving.registry import ALGORITHMS

FIVE = standard(Shape(2, 3))


def results(*specs: str, nodes: int = 3000) -> list[Result]:
    return [row.result for row in compare(MIDDLE, algorithms=specs, nodes=nodes)]


@pytest.fixture(scope="module")
def many() -> list[Result]:
    """Results of all algorithms on one board with a low node limit, so that many fail."""
    return results(nodes=400)


def counts_of(name: str, factor: float = 1) -> list[EstimateCount]:
    found = examine(name, FIVE).counts
    return [EstimateCount(factor * estimate, distance, boards) for estimate, distance, boards in found]


# Geometry


def texts(chart: bytes) -> Iterator[tuple[str, Box]]:
    """Every text and its box, in the font of the layout, which is wider than the fonts that the charts name."""
    for element in parse(chart).iter(f"{SPACE}text"):
        text, css = "".join(element.itertext()), element.attrib["style"]
        size = float(re.search(r"font(?:-size)?: (?:.*? )?([\d.]+)px", css)[1])  # type: ignore[index]
        font = FontProperties(family=["DejaVu Sans"], size=size, weight="bold" if "700" in css else "normal")
        width = float(TextToPath().get_text_width_height_descent(text, font, ismath=False)[0])
        anchor = re.search(r"text-anchor: (\w+)", css)
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor[1] if anchor else "start"]
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        if "rotate(-90" in element.get("transform", ""):
            yield text, Box(x - 0.72 * size, y - (1 - share) * width, x, y + share * width)
        elif "rotate(-0)" in element.get("transform", "rotate(-0)"):
            yield text, Box(x - share * width, y - 0.72 * size, x + (1 - share) * width, y)


def check(chart: bytes) -> None:
    """Texts do not overlap, and none leaves the sheet."""
    width, height = map(float, parse(chart).attrib["viewBox"].split()[2:])
    found = list(texts(chart))
    assert not overlapping(found)
    for text, box in found:
        assert Box(0, 0, width, height).contains(box), text


CHARTS: dict[str, Callable[[], bytes]] = {
    "bfs": lambda: search_chart.search(record(MIDDLE, "bfs", nodes=3000)),
    "very deep": lambda: search_chart.search(record(MIDDLE, "dfs", nodes=5000)),
    "iterations": lambda: search_chart.search(record(MIDDLE, "ida_star(misplaced)"), theme=DARK),
    "nothing expanded": lambda: search_chart.search(record("1 2 3 / 4 5 6 / 7 8 0", "hill_climbing")),
    "overestimates": lambda: estimate_chart.estimates(
        [("a", counts_of("manhattan", 1.5)), ("b", counts_of("misplaced"))], FIVE
    ),
    "huge estimates": lambda: estimate_chart.estimates([("huge", counts_of("manhattan", 1000))], FIVE, theme=DARK),
    "cactus": lambda: experiment_charts.cactus({"a": [1.0, 2.5], "b": [2.0, 4e6]}, measure="nodes"),
    "scatter": lambda: experiment_charts.scatter([(1, 2), (3, 500)], first="a", second="b", measure="seconds"),
    "censored": lambda: experiment_charts.scatter([(1, 2), (3, None)], first="a", second="b", measure="seconds"),
    "quality": lambda: experiment_charts.quality({"a": [(0.0, 0.5), (20.0, 1.0)]}, clock="CPU"),
    "experiment estimates": lambda: experiment_charts.estimates({"a": [(40, 30.0), (50, 41.0)]}),
    "boxes": lambda: experiment_charts.boxes({"a": [1.0, 2.0], "b": [2.0]}, measure="nodes"),
}


slow = pytest.mark.slow


@pytest.mark.parametrize("name", CHARTS)
def test_texts_do_not_overlap(name: str) -> None:
    check(CHARTS[name]())


def test_texts_of_methods_do_not_overlap(many: list[Result]) -> None:
    check(method_chart.methods(many[-7:]))


def test_long_names_are_broken_and_cut() -> None:
    (result,) = results("astar(manhattan)")
    path = "/home/me/in/a/folder/" + "very_" * 20 + "long.py:estimate$of$mine"
    long = "hill_climbing(linear_conflict, variant=stochastic, sideways=100, restarts=1000, never_undo=true)"
    chart = method_chart.methods([replace(result, spec=spec) for spec in (f"astar({path})", long, "bfs")])
    check(chart)
    assert "hill_climbing(linear_conflict," in words(parse(chart))
    assert b"/home" not in chart


# Files


@slow
def test_the_same_bytes_in_another_process_whatever_the_user_has_set() -> None:
    code = (
        "import sys, taquin, matplotlib; from taquin.render.charts import search_chart\n"
        "matplotlib.rcParams.update({'font.size': 30, 'axes.grid': True, 'svg.fonttype': 'path'})\n"
        "recorder = taquin.Recorder()\n"
        "taquin.solve('8 1 3 / 4 0 2 / 7 6 5', algorithm='ida_star(manhattan)', observer=recorder)\n"
        "sys.stdout.buffer.write(search_chart.search(recorder.trace()))\n"
        "assert matplotlib.rcParams['font.size'] == 30 and 'matplotlib.pyplot' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == search_chart.search(record(MIDDLE, "ida_star(manhattan)"))


# Numbers


def test_bars_are_as_long_as_the_log_of_their_nodes(many: list[Result]) -> None:
    chart = method_chart.methods(many)
    check(chart)
    root, ratios = parse(chart), set()
    for number, result in enumerate(many):
        for name, count in (("generated", result.stats.generated), ("expanded", result.stats.expanded)):
            (bar,) = groups(root, f"{name}-{number}")
            xs = [float(x) for x in re.findall(r"[ML] ([\d.]+)", bar[0].attrib["d"])]
            if count:
                ratios.add(round((max(xs) - min(xs)) / log10(count / LOG_ZERO), 2))
            assert ("url(#h" in bar[0].get("style", "")) is (name == "generated" and not result.is_solved)
    assert len(ratios) == 1


@for_each("spec", [spec.key for spec in ALGORITHMS])
def test_charts_and_counters_agree(spec: str) -> None:
    trace = record(MIDDLE, spec, nodes=1500)
    stats = trace.outcome.stats
    columns = [search_chart.nodes_per_depth(trace)]
    if trace.tree.bounds:
        columns.append(search_chart.nodes_per_iteration(trace))
    for each in columns:
        series = dict(each.series)
        assert sum(sum(values) for name, values in series.items() if name != "expanded") == stats.generated
        assert sum(series.get("expanded", [stats.expanded])) == stats.expanded
        assert all(len(values) == len(each.labels) for values in series.values())
    line = search_chart.timeline(trace)
    assert len(line.values) in (stats.expanded, stats.expanded + 1)  # a local search ends at the goal


def test_the_text_of_a_bound_in_a_file_is_not_a_template() -> None:
    trace = record(MIDDLE, "ida_star(misplaced)")
    rules = replace(trace.rules, bound="{0.__class__} {:>9999999999} $\\frac$ {}")
    picture = search_chart.search(replace(trace, header={**trace.header, "rules": rules})).decode()
    assert "{0.__class__} {:&gt;9999999999} $\\frac$ …" in picture


def test_the_timeline_is_the_frontier_or_the_estimate() -> None:
    trace = record(MIDDLE, "bfs")
    line = search_chart.timeline(trace)
    assert max(line.values) <= trace.outcome.stats.max_frontier <= max(line.values) + 1  # the current node
    local = record("1 2 3 / 4 5 6 / 0 7 8", "hill_climbing(manhattan, restarts=3)")
    assert search_chart.timeline(local).values == (2, 1, 0)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.integers(1, 12))
def test_an_envelope_keeps_the_extremes(values: list[float], most: int) -> None:
    numbers, lows, highs = search_chart.envelope(values, most)
    assert len(numbers) == len(lows) == len(highs) <= most or len(values) <= most
    for place, (first, low, high) in enumerate(zip(numbers, lows, highs, strict=True)):
        part = values[first : numbers[place + 1] if place + 1 < len(numbers) else None]
        assert (min(part), max(part)) == (low, high)


@given(st.lists(st.tuples(st.floats(-3, 12), st.integers(0, 9), st.integers(1, 99)), min_size=1, max_size=30))
def test_a_field_above_the_diagonal_is_too_high(counts: list[tuple[float, int, int]]) -> None:
    fields = estimate_chart.fields_of(counts)
    assert sum(field.boards for field in fields) == sum(count for _, _, count in counts)
    over = sum(count for estimate, distance, count in counts if estimate > distance + TOLERANCE)
    assert sum(field.overestimated for field in fields) == over
    assert all(field.overestimated == (field.boards if field.high > field.distance else 0) for field in fields)


def test_the_means_are_those_of_the_boards() -> None:
    heuristic, table = Misplaced(FIVE), taquin.DistanceTable(FIVE)
    for distance, mean in estimate_chart.means(counts_of("misplaced")):
        values = [heuristic(state) for state in table.states_at(distance)]
        assert mean == pytest.approx(sum(values) / len(values))
