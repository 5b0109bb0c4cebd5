"""Charts: what is drawn, that nothing overlaps, and that the same values make the same bytes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import log10
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taquin
from svg_charts import Box, Chart
from taquin.analysis.compare import combine, compare_methods
from taquin.analysis.examine import TOLERANCE, EstimateCount, examine
from taquin.errors import BackendError, SpecError
from taquin.heuristics.tile_sum import Misplaced
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.problem import Problem
from taquin.render import charts
from taquin.render.charts import estimate_chart, search_profile
from taquin.render.charts.method_chart import lay_out
from taquin.render.charts.sheet import LOG_ZERO
from taquin.render.drawing.theme import DARK, LIGHT, Theme
from taquin.render.text.reading import reading_of
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.solving.registry import ALGORITHMS
from taquin.trace.trace import Trace

MIDDLE = Problem("8 1 3 / 4 0 2 / 7 6 5")
FIVE = standard(Shape(2, 3))


def results(*specs: str, nodes: int = 3000, problem: Problem = MIDDLE) -> list[Result]:
    return [row.result for row in compare_methods(problem, combine(problem, specs), limits=Limits(nodes=nodes))]


@pytest.fixture(scope="module")
def many() -> list[Result]:
    """Results of all algorithms on one board with a low node limit, so that many fail."""
    return results(nodes=400)


@pytest.fixture(scope="module")
def chart_of_many(many: list[Result]) -> bytes:
    """The chart of all these results, as SVG."""
    return charts.methods(many)


def record(spec: str, board: str | Board = MIDDLE.start, *, nodes: int | None = None, cap: int = 1_000_000) -> Trace:
    recorder = taquin.Recorder(cap)
    taquin.solve(board, algorithm=spec, observer=recorder, limits=Limits(nodes=nodes))
    return recorder.trace()


# Files


@pytest.mark.parametrize(
    ("format_", "beginning", "theme"),
    [
        ("svg", b"<?xml", LIGHT),
        pytest.param("pdf", b"%PDF", DARK, marks=pytest.mark.slow),
        pytest.param("png", b"\x89PNG", DARK, marks=pytest.mark.slow),
    ],
)
def test_the_same_values_make_the_same_bytes(format_: str, beginning: bytes, theme: Theme) -> None:
    found = [replace(result, seconds=0) for result in results("astar(manhattan)", "bfs")]
    again = [replace(result, seconds=1) for result in results("astar(manhattan)", "bfs")]
    one, other = (charts.methods(each, format_=format_, theme=theme) for each in (found, again))
    assert one == other
    assert one.startswith(beginning)
    assert b"matplotlib v" not in one.lower()  # nor its version


def test_the_same_bytes_in_another_process_whatever_the_user_has_set(tmp_path: PurePath) -> None:
    code = (
        "import sys, taquin, matplotlib; from taquin.render import charts\n"
        "matplotlib.rcParams.update({'font.size': 30, 'axes.grid': True, 'svg.fonttype': 'path'})\n"
        "recorder = taquin.Recorder()\n"
        "taquin.solve('8 1 3 / 4 0 2 / 7 6 5', algorithm='ida_star(manhattan)', observer=recorder)\n"
        "sys.stdout.buffer.write(charts.search(recorder.trace()))\n"
        "assert matplotlib.rcParams['font.size'] == 30 and 'matplotlib.pyplot' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == charts.search(record("ida_star(manhattan)"))


def test_an_unknown_format() -> None:
    assert [charts.format_of(PurePath(name)) for name in ("a.svg", "b.PNG", "c.d.pdf")] == ["svg", "png", "pdf"]
    with pytest.raises(SpecError, match=r"ends in \.svg, \.png or \.pdf, found \.jpg in 'x\.jpg'"):
        charts.format_of(PurePath("x.jpg"))
    with pytest.raises(SpecError, match=r"found none in 'chart'"):
        charts.format_of(PurePath("chart"))
    with pytest.raises(SpecError, match="expected the format svg, png or pdf, found 'gif'"):
        charts.methods(results("bfs"), format_="gif")


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.render.charts.sheet.find_spec", lambda name: None)
    with pytest.raises(BackendError, match=r"matplotlib, which is not installed \(pip install \"\.\[plot\]\"\)"):
        charts.methods(results("bfs"))


# Methods


def test_bars_are_as_long_as_the_log_of_their_nodes(many: list[Result], chart_of_many: bytes) -> None:
    chart = Chart(chart_of_many)
    longest = max(many, key=lambda result: result.stats.generated).stats.generated
    place = next(place for place, result in enumerate(many) if result.stats.generated == longest)
    unit = chart.boxes(f"generated-{place}")[0]
    scale = (unit.right - unit.left) / log10(longest / LOG_ZERO)
    for number, result in enumerate(many):
        for name, count in (("generated", result.stats.generated), ("expanded", result.stats.expanded)):
            (box, *_) = chart.boxes(f"{name}-{number}")
            expected = scale * log10(count / LOG_ZERO) if count else 0
            assert box.right - box.left == pytest.approx(expected, abs=0.01), (name, result.spec)
        generated, expanded = (chart.boxes(f"{name}-{number}")[0] for name in ("generated", "expanded"))
        assert generated.top < expanded.top < expanded.bottom < generated.bottom
    tops = [chart.boxes(f"generated-{number}")[0].top for number in range(len(many))]
    assert tops == sorted(tops)


def test_no_line_of_the_grid_crosses_a_number(many: list[Result]) -> None:
    some = many[:12]
    svg = charts.methods(some)
    chart = Chart(svg)
    for number, result in enumerate(some):
        (paper,) = chart.boxes(f"number-{number}")
        texts = [text.box for text in chart.texts() if text.text == f"{result.stats.generated:,}"]
        assert any(
            paper.left < box.left and box.right < paper.right and paper.top < box.top and box.bottom < paper.bottom
            for box in texts
        )
    assert svg.rindex(b'id="xtick_') < svg.index(b'id="number-0"')  # and so they are drawn above the grid


def test_a_long_chart_has_its_axis_above_it_too(many: list[Result], chart_of_many: bytes) -> None:
    words = Counter(Chart(chart_of_many).words())
    assert words["10"] == 2
    assert Counter(Chart(charts.methods(many[:3])).words())["10"] == 1


def test_failed_runs_are_hatched_and_named(many: list[Result], chart_of_many: bytes) -> None:
    svg = chart_of_many
    failed = [result for result in many if not result.is_solved]
    assert {result.status for result in failed} == {Status.LIMIT, Status.STUCK}
    words = Counter(Chart(svg).words())
    bounds = Counter(f"limit, ≥ {result.lower_bound}" for result in failed if result.status is Status.LIMIT)
    assert {word: count for word, count in words.items() if word.startswith("limit, ")} == bounds
    assert words["stuck"] == sum(result.status is Status.STUCK for result in failed)
    assert words["no solution: limit, stuck"] == 1
    for number, result in enumerate(many):
        group = svg.decode().split(f'id="generated-{number}"')[1].split("</g>")[0]
        assert ("url(#h" in group) is (not result.is_solved)


def test_solutions_are_named_by_their_length() -> None:
    found = results("astar(manhattan)", "greedy(misplaced)", "wastar(manhattan)")
    assert [bar.outcome for bar in lay_out(found)] == ["14 moves, proven", "26 moves (+12)", "14 moves"]
    assert [bar.outcome for bar in lay_out(found[1:])] == ["26 moves", "14 moves"]  # without a proof
    words = Chart(charts.methods(found)).words()
    for result, bar in zip(found, lay_out(found), strict=True):
        assert result.spec in words
        assert bar.outcome in words
        assert f"{result.stats.generated:,}" in words


def test_labels_of_all_methods_do_not_overlap(chart_of_many: bytes) -> None:
    chart = Chart(chart_of_many)
    assert chart.overlapping() == []
    assert chart.outside() == []


@pytest.mark.parametrize(
    "count", [1, 2, 7, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 4, 12, 20, 38))]
)
def test_labels_never_overlap(many: list[Result], count: int) -> None:
    chart = Chart(charts.methods(many[-count:]))
    assert chart.overlapping() == []
    assert chart.outside() == []


def test_long_names_are_broken_and_cut() -> None:
    (result,) = results("astar(manhattan)")
    path = "/home/somebody/in/a/folder/" + "very_" * 20 + "long.py:estimate$of$mine"
    long = "hill_climbing(linear_conflict, variant=stochastic, sideways=100, restarts=1000, never_undo=true)"
    chart = Chart(charts.methods([replace(result, spec=spec) for spec in (f"astar({path})", long, "bfs")]))
    assert chart.overlapping() == []
    assert chart.outside() == []
    assert any(word.startswith("astar(very") and word.endswith("estimate$of$mine)") for word in chart.words())
    assert "hill_climbing(linear_conflict," in chart.words()
    assert not any("/home" in word for word in chart.words())


def test_gaps_separate_algorithms() -> None:
    bars = lay_out(results("astar(manhattan)", "astar(misplaced)", "bfs"))
    assert [round(lower.y - upper.y, 2) for upper, lower in pairwise(bars)] == [1.0, 1.45]


def test_no_results_are_an_error() -> None:
    with pytest.raises(ValueError, match="at least one result"):
        charts.methods([])


# Searches


@pytest.mark.parametrize("spec", [spec.key for spec in ALGORITHMS])
def test_charts_and_counters_agree(spec: str) -> None:
    trace = record(spec, nodes=1500)
    stats = trace.outcome.stats
    columns = [search_profile.nodes_per_depth(trace)]
    if trace.tree.bounds:
        columns.append(search_profile.nodes_per_iteration(trace))
        assert len(columns[1].labels) == len(trace.outcome.iterations)
        per_iteration = [(each.generated, each.expanded) for each in trace.outcome.iterations]
        assert list(zip(*(values for _, values in columns[1].series), strict=True)) == per_iteration
    for each in columns:
        series = dict(each.series)
        if "expanded" in series:
            assert sum(series["generated"]) == stats.generated
            assert sum(series["expanded"]) == stats.expanded
        else:
            assert sum(map(sum, series.values())) == stats.generated
        assert all(len(values) == len(each.labels) for values in series.values())
    line = search_profile.timeline(trace, reading_of(trace))
    assert line.numbers[: stats.expanded] == tuple(range(1, stats.expanded + 1))


@pytest.mark.parametrize(
    ("spec", "theme"),
    [
        pytest.param(spec, theme, id=f"{spec}-{theme.name}", marks=[pytest.mark.slow] if (number + place) % 2 else [])
        for number, spec in enumerate(("bfs", "astar", "ida_star", "bidirectional", "dfs", "hill_climbing(restarts=3)"))
        for place, theme in enumerate((LIGHT, DARK))
    ],
)
def test_the_chart_of_a_search(spec: str, theme: Theme) -> None:
    trace = record(spec, nodes=3000)
    chart = Chart(charts.search(trace, theme=theme))
    assert chart.overlapping() == []
    assert chart.outside() == []
    assert trace.spec.partition("(")[0] in chart.title
    reading = reading_of(trace)
    columns = search_profile.nodes_per_iteration(trace) if trace.tree.bounds else search_profile.nodes_per_depth(trace)
    if len(columns.labels) <= 60:
        for place, (name, values) in enumerate(columns.series):
            assert len(chart.boxes(f"series-{place}")) == sum(value > 0 for value in values)
            assert name in chart.words()
    assert search_profile.held_name(reading.held) in chart.words()
    assert len(chart.boxes("end")) >= 1
    assert ("goal found" in chart.words()) is (trace.outcome.status is Status.SOLVED)


def test_bars_of_a_search_are_as_high_as_their_counts() -> None:
    trace = record("astar(manhattan)")
    (_, generated), (_, expanded) = search_profile.nodes_per_depth(trace).series
    assert max(generated) < 100  # otherwise the scale would be logarithmic
    chart = Chart(charts.search(trace))
    boxes = [chart.boxes("series-0"), chart.boxes("series-1")]
    unit = boxes[1][0].bottom - boxes[1][0].top  # the root: 1 node expanded
    for values, drawn in zip((generated, expanded), boxes, strict=True):
        heights = [box.bottom - box.top for box in drawn]
        assert heights == pytest.approx([unit * value for value in values if value], rel=1e-3)


@pytest.mark.parametrize(("board", "iterations"), [("1 2 3 / 4 0 5 / 7 8 6", 1), (MIDDLE.start, 3)])
def test_a_chart_of_few_iterations_has_no_empty_slot(board: str | Board, iterations: int) -> None:
    trace = record("ida_star(manhattan)", board)
    assert len(trace.tree.bounds) == iterations
    svg = charts.search(trace)
    first = svg.partition(b'id="axes_2"')[0]
    assert len(re.findall(rb'id="xtick_', first)) == iterations
    boxes = Chart(svg).boxes("series-0")
    spine = re.search(rb'id="patch_2">\s*<path d="M ([\d.]+) [\d.]+ *L ([\d.]+)', first.replace(b"\n", b" "))
    assert len(boxes) == iterations
    assert spine is not None
    left, right = sorted(map(float, spine.groups()))
    assert boxes[0].left - left == pytest.approx(right - boxes[-1].right, abs=0.1)


def test_ida_star_is_shown_per_bound() -> None:
    words = Chart(charts.search(record("ida_star(misplaced)"))).words()
    assert "bound of the iteration: f up to …" in words
    assert {"5", "6", "13", "14"} <= set(words)
    assert "Nodes on the current path over time" in words


def test_the_frontier_is_that_of_the_counters() -> None:
    trace = record("bfs")
    line = search_profile.timeline(trace, reading_of(trace))
    assert max(line.values) <= trace.outcome.stats.max_frontier <= max(line.values) + 1  # the current node


def test_local_search_shows_h_until_it_stops() -> None:
    trace = record("hill_climbing(manhattan, restarts=3)", "1 2 3 / 4 5 6 / 0 7 8")
    line = search_profile.timeline(trace, reading_of(trace))
    assert list(line.values) == [2, 1, 0]
    assert "Estimate h of the current state over time" in Chart(charts.search(trace)).words()


def test_a_truncated_trace_says_so() -> None:
    chart = Chart(charts.search(record("bfs", cap=500)))
    assert "Only the first 500 events were recorded; the search continued." in chart.words()
    assert chart.overlapping() == []


@pytest.mark.parametrize("board", ["1 2 3 / 4 5 6 / 8 7 0", "1 2 3 / 4 5 6 / 7 8 0"])
@pytest.mark.parametrize("spec", ["astar", "ida_star", "hill_climbing"])
def test_a_search_that_expanded_nothing(board: str, spec: str) -> None:
    chart = Chart(charts.search(record(spec, board)))
    assert "No node was expanded: there is nothing to draw." in chart.words()
    assert chart.overlapping() == []


@pytest.mark.parametrize("nodes", [5_000, pytest.param(40_000, marks=pytest.mark.slow)])
def test_very_long_searches_stay_small(nodes: int) -> None:
    trace = record("dfs", nodes=nodes)
    assert trace.tree.expansions > 0.9 * nodes
    assert len(charts.search(trace)) < 400_000


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.integers(1, 12))
def test_an_envelope_keeps_the_extremes(values: list[float], most: int) -> None:
    numbers, lows, highs = search_profile.envelope(range(len(values)), values, most)
    assert len(numbers) == len(lows) == len(highs) <= most or len(values) <= most
    assert (min(lows), max(highs)) == (min(values), max(values))
    for place, (first, low, high) in enumerate(zip(numbers, lows, highs, strict=True)):
        part = values[first : numbers[place + 1] if place + 1 < len(numbers) else None]
        assert (min(part), max(part)) == (low, high)


# Estimates


def counts_of(name: str) -> tuple[EstimateCount, ...]:
    return examine(name, FIVE).counts


@given(st.lists(st.tuples(st.floats(-3, 12), st.integers(0, 9), st.integers(1, 99)), min_size=1, max_size=30))
def test_a_field_above_the_diagonal_is_too_high(counts: list[tuple[float, int, int]]) -> None:
    fields = estimate_chart.fields_of(counts)
    assert sum(field.boards for field in fields) == sum(count for _, _, count in counts)
    over = sum(count for estimate, distance, count in counts if estimate > distance + TOLERANCE)
    assert sum(field.overestimated for field in fields) == over
    for field in fields:
        assert field.high - field.low == 1
        assert field.overestimated == (field.boards if field.high > field.distance else 0)


def test_an_admissible_heuristic_has_no_field_above_the_diagonal() -> None:
    counts = counts_of("manhattan")
    chart = Chart(charts.estimates([("manhattan", counts)], FIVE))
    pairs = {(distance, estimate) for estimate, distance, _ in counts}
    assert len(chart.boxes("fields")) == len(pairs)
    assert chart.boxes("overestimated") == []
    assert "admissible: never above the diagonal" in chart.words()
    assert "overestimated" not in chart.words()
    assert chart.overlapping() == []
    assert chart.outside() == []
    (diagonal,) = chart.boxes("diagonal")
    assert all(_side(box, diagonal) >= -0.01 for box in chart.boxes("fields"))


def test_overestimates_are_marked() -> None:
    counts = [(estimate * 1.5, distance, boards) for estimate, distance, boards in counts_of("manhattan")]
    chart = Chart(charts.estimates([("mine", counts), ("manhattan", counts_of("manhattan"))], FIVE, theme=DARK))
    fields = estimate_chart.fields_of(counts)
    over = [field for field in fields if field.overestimated]
    assert 0 < len(over) < len(fields)
    boxes = chart.boxes("overestimated")
    assert len(boxes) == len(over)
    assert all(_side(box, chart.boxes("diagonal")[0]) < -0.01 for box in boxes)
    boards = sum(field.overestimated for field in over)
    assert f"not admissible: overestimates on {boards:,} boards ({boards / 360:.2%})" in chart.words()
    assert chart.words().count("overestimated") == 1
    assert {"mine", "manhattan"} <= set(chart.words())
    assert "estimate (moves; fields round up)" in chart.words()
    assert chart.overlapping() == []


def _side(box: Box, diagonal: Box) -> float:
    """How far the centre of a field lies below the diagonal; negative above it."""
    share = ((box.left + box.right) / 2 - diagonal.left) / (diagonal.right - diagonal.left)
    return (box.top + box.bottom) / 2 - (diagonal.bottom + share * (diagonal.top - diagonal.bottom))


def test_the_means_are_those_of_the_boards() -> None:
    counts = counts_of("misplaced")
    heuristic, table = Misplaced(FIVE), taquin.DistanceTable(FIVE)
    expected = [
        (distance, sum(map(heuristic, table.states_at(distance))) / len(table.states_at(distance)))
        for distance in range(table.radius + 1)
    ]
    found = estimate_chart.means(counts)
    assert [distance for distance, _ in found] == [distance for distance, _ in expected]
    assert [mean for _, mean in found] == pytest.approx([mean for _, mean in expected])


def test_huge_estimates_share_fields() -> None:
    counts = [(1000 * estimate, distance, boards) for estimate, distance, boards in counts_of("manhattan")]
    chart = Chart(charts.estimates([("huge", counts)], FIVE))
    assert len(chart.boxes("overestimated")) <= 22 * 121
    assert len(chart.boxes("fields")) == 1  # the goal
    assert chart.overlapping() == []


def test_no_counts_are_an_error() -> None:
    with pytest.raises(ValueError, match="one heuristic or more"):
        charts.estimates([], FIVE)
