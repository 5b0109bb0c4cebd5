"""Charts: their numbers are right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taquin
from cases import each_case
from drawings import FIVE, HOSTILE, MIDDLE, NEAR, counts_of, record, results
from taquin.analysis.compare import compare
from taquin.heuristics.manhattan import Misplaced
from taquin.puzzle.rounding import exceeds
from taquin.render.charts import boards_chart, estimate_chart, method_chart, search_chart
from taquin.render.charts.axes import LOG_ZERO, Axis, marker
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing, Group, Label, Rectangle, Shape
from taquin.render.drawing.theme import LIGHT
from taquin.solving.registry import ALGORITHMS


def part(drawing: Drawing, name: str) -> tuple[Shape, ...]:
    """The shapes of the group with this name."""

    def search(shapes: tuple[Shape, ...]) -> Iterator[Group]:
        for shape in shapes:
            if isinstance(shape, Group):
                yield from [shape] if shape.name == name else search(shape.shapes)

    (group,) = search(drawing.shapes)
    return group.shapes


def test_bars_are_as_long_as_the_log_of_their_nodes() -> None:
    many = results(nodes=400)  # so few that many methods fail
    drawing, ratios = method_chart.methods(many), set()
    for number, result in enumerate(many):
        bars = [shape for shape in part(drawing, f"bar-{number}") if isinstance(shape, Rectangle)][:-1]
        counts = [count for count in (result.stats.generated, result.stats.expanded) if count]
        ratios |= {round(bar.width / log10(count / LOG_ZERO), 6) for bar, count in zip(bars, counts, strict=True)}
        assert all(bool(bar.dashes) is not result.is_solved for bar in bars if bar.stroke)
    assert len(ratios) == 1


def test_long_names_are_broken_and_cut() -> None:
    names = [label.text for label, _, _ in HOSTILE["chart of long names"]().flat() if isinstance(label, Label)]
    assert "hill_climbing(linear_conflict," in names
    assert not any("/home" in name for name in names)


def test_points_are_the_boards_and_their_medians() -> None:
    comparison = compare([MIDDLE, NEAR, MIDDLE, NEAR], algorithms=["astar(manhattan)", "bfs"], nodes=1000)
    astar, bfs = boards_chart.series_of(comparison)
    expanded = {board: comparison.by_method["astar(manhattan)"][board].result.stats.expanded for board in (1, 2, 3, 4)}
    assert astar.solved == ((14, expanded[1]), (3, expanded[2]), (14, expanded[3]), (3, expanded[4]))
    assert astar.medians == [(3, expanded[2]), (14, expanded[1])]
    limited = comparison.by_method["bfs"][1].result
    assert not limited.is_solved
    assert bfs.unsolved == ((14, limited.stats.expanded),) * 2  # the lengths are those that A* found
    drawing = boards_chart.boards(comparison)
    sizes = [len(part(drawing, f"method-{place}")) for place in (0, 1)]
    assert sizes == [1 + 4 + 2, 4 + 1]  # a line of medians needs two lengths
    assert "without a solution" in drawing.description


def test_a_median_of_an_even_number_of_boards_is_between_two() -> None:
    series = boards_chart.Series("a", ((5, 10), (5, 20), (7, 4)), ())
    assert series.medians == [(5, 15), (7, 4)]


def test_boards_that_no_method_solved_cannot_be_drawn() -> None:
    with pytest.raises(taquin.SpecError, match="no method solved a board"):
        taquin.draw(compare([MIDDLE], algorithms=["bfs"], nodes=1))


@given(st.integers(1, 10**9), st.booleans())
def test_the_numbers_of_an_axis_are_few_and_on_it(largest: int, is_log: bool) -> None:
    axis = Axis.of_counts(largest, 0, 100, is_log=is_log)
    places = [axis.at(tick) for tick in axis.ticks]
    assert 1 <= len(places) <= 12
    assert places == sorted(places)
    assert places[0] >= 0
    assert places[-1] <= 100


def test_neighbouring_methods_differ_in_colour_and_in_marker() -> None:
    signs = [marker(place, 0, 0, 1, LIGHT) for place in range(12)]
    assert len({repr(sign) for sign in signs}) == 12


@each_case("spec", [spec.key for spec in ALGORITHMS])
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
    picture = svg.from_drawing(search_chart.search(replace(trace, header={**trace.header, "rules": rules})))
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
    over = sum(count for estimate, distance, count in counts if exceeds(estimate, distance, unit=1))
    assert sum(field.overestimated for field in fields) == over
    assert all(field.overestimated == (field.boards if field.high > field.distance else 0) for field in fields)


def test_the_means_are_those_of_the_boards() -> None:
    heuristic, table = Misplaced(FIVE), taquin.DistanceTable(FIVE)
    for distance, mean in estimate_chart.means(counts_of("misplaced")):
        values = [heuristic(state) for state in table.states_at(distance)]
        assert mean == pytest.approx(sum(values) / len(values))
