"""``taquin report``: its figures against definitions written out here, and every form of output."""

from __future__ import annotations

import csv
import io
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from itertools import product
from math import exp, inf, log, prod
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any, NoReturn
from xml.etree import ElementTree

import pytest

from looping import for_each
from taquin.cli import run
from taquin.errors import SpecError
from taquin.experiments.record import Record, RecordedImprovement, RecordedIteration
from taquin.experiments.records import read_records
from taquin.experiments.report import charts
from taquin.experiments.report.charts import Runs, draw_charts
from taquin.experiments.report.files import to_csv, to_page
from taquin.experiments.report.measures import MEASURES, methods_of
from taquin.experiments.report.pairs import (
    compare_pairs,
    holm,
    rank_biserial,
    rank_methods,
    ratio_interval,
    signed_rank,
)
from taquin.experiments.report.report import Report, make_report
from taquin.experiments.report.summary import (
    by_depth,
    expansions_by_bound,
    initial_estimates,
    quality_over_time,
    summarise,
)
from taquin.experiments.report.tables import Table, provenance
from taquin.experiments.running.plan import Plan
from taquin.render.charts import experiment_charts
from taquin.render.drawing import svg
from taquin.render.drawing.shapes import Drawing
from taquin.run.limits import Limits
from terminal import Terminal

RECORDS = Path(__file__).parents[1] / "data" / "records"
A, B = "ida_star(manhattan)", "ida_star(linear_conflict)"
TIME = MEASURES["cpu_seconds"]
MANY = 15
"""Boards. With fewer than 14, SciPy computes the test of signed ranks from all signs, which takes a second."""


def row(method: str, index: int, seconds: float | None = 1.0, **changes: Any) -> Record:
    """A record of a solved run, or of one that reached its limit if it has no seconds."""
    found: dict[str, Any] = {"version": 1, "experiment": "e", "instances": "korf100", "index": index, "method": method}
    found |= {"repetition": 1, "spec": {"methods": [A, B]}, "tables": [], "iterations": [], "time_limit": 10.0}
    found |= {"host": "h", "cpu": "c", "cores": 2, "platform": "p", "taquin": "0.1.0", "python": "3.11", "rows": 4}
    found |= {"started": "2026-01-01T00:00:00Z", "finished": "2026-01-01T00:01:00Z", "backend": "native"}
    solved = {"status": "solved", "quality": "optimal", "length": 40 + index, "replayed": True, "agrees": True}
    found |= solved if seconds is not None else {"status": "limit", "reason": "the time limit is reached"}
    found |= {"optimum": 40 + index, "lower_bound": 40, "cpu_seconds": 10.0 if seconds is None else seconds}
    return Record(**{**found, "expanded": 1000 * index, **changes})


def sample(seed: int, count: int = 12) -> list[Record]:
    rng = Random(seed)
    rows = []
    for index in range(1, count + 1):
        seconds = rng.uniform(0.1, 5)
        rows.append(row(A, index, seconds))
        rows.append(row(B, index, seconds * rng.uniform(0.2, 0.9) if rng.random() < 0.8 else None))
    return rows


@for_each("seed", range(5))
def test_summaries_are_those_of_plain_definitions(seed: int) -> None:
    rows = sample(seed)
    for found in summarise(rows, TIME):
        mine = [one for one in rows if one["method"] == found.method]
        values = [one["cpu_seconds"] for one in mine if one["status"] == "solved"]
        assert (found.runs, found.solved, found.wrong, found.failed) == (len(mine), len(values), 0, 0)
        assert found.mean == pytest.approx(sum(values) / len(values))
        assert found.median == pytest.approx(median(values))
        assert found.max == max(values)
        assert found.geometric_mean == pytest.approx(prod(values) ** (1 / len(values)))
        assert found.par == pytest.approx((sum(values) + 20 * (len(mine) - len(values))) / len(mine))


def test_repetitions_count_by_their_median_and_only_if_all_are_solved() -> None:
    rows = [row(A, 1, 1.0), row(A, 1, 3.0, repetition=2), row(A, 1, 50.0, repetition=3)]
    rows += [row(A, 2, 7.0), row(A, 2, None, repetition=2)]
    (found,) = summarise(rows, TIME)
    assert (found.runs, found.boards, found.solved) == (5, 2, 4)
    assert (found.mean, found.max) == (3.0, 3.0)


def test_a_solution_that_was_not_replayed_is_not_solved_and_a_wrong_one_is_reported() -> None:
    rows = [
        row(A, 1),
        row(A, 2, replayed=False),
        row(A, 3, agrees=False, length=30),
        row(A, 4, None, status="crashed", error="segmentation fault"),
    ]
    (found,) = summarise(rows, TIME)
    assert (found.solved, found.wrong, found.failed) == (2, 2, 1)
    text = make_report(rows).to_text()
    assert "the moves do not lead to the goal" in text
    assert "length 30, at least 40, but the known optimum is 43" in text
    assert "segmentation fault" in text
    assert "Unexplained errors\n\nnone" in make_report([row(A, 1)]).to_text()


def test_without_a_time_limit_there_is_no_par() -> None:
    rows = [row(A, 1), row(A, 2, None, time_limit=None)]
    assert summarise(rows, TIME)[0].par is None
    assert summarise(rows, MEASURES["expanded"])[0].par is None


@for_each("seed", range(2))
def test_pairs_are_compared_on_common_boards(seed: int) -> None:
    rows = sample(seed)
    (pair,) = compare_pairs(rows, TIME)
    by_method = {m: {r["index"]: r["cpu_seconds"] for r in rows if r["method"] == m and r["length"]} for m in (A, B)}
    common = sorted(by_method[A].keys() & by_method[B].keys())
    xs, ys = ([by_method[m][index] for index in common] for m in (A, B))
    assert (pair.common, pair.only_first, pair.only_second) == (len(common), 12 - len(common), 0)
    assert pair.ratio == pytest.approx(prod(y / x for x, y in zip(xs, ys, strict=True)) ** (1 / len(xs)))
    assert (pair.low is None) == (pair.high is None) == (len(common) < 10)
    assert pair.low is None or 0.2 <= pair.low < (pair.ratio or 0) < (pair.high or 0) <= 0.9
    differences = [log(y / x) for x, y in zip(xs, ys, strict=True)] + [inf] * pair.only_first
    ranked = sorted(differences, key=abs)
    ranks = [fmean(place for place, other in enumerate(ranked, 1) if other == each) for each in differences]
    lost = sum(rank for rank, each in zip(ranks, differences, strict=True) if each < 0)
    assert pair.effect == pytest.approx(1 - 2 * lost / sum(ranks))
    signs = [sum(rank for rank, sign in zip(ranks, each, strict=True) if sign) for each in product((0, 1), repeat=12)]
    as_extreme = sum(abs(each - 39) >= abs(lost - 39) for each in signs)  # 39: half of the sum of the ranks 1 to 12
    assert pair.p_value == pytest.approx(as_extreme / 2**12, abs=1e-9)


def test_boards_that_one_method_never_ran_count_for_no_pair() -> None:
    rows = [row(A, 1), row(A, 2, None), row(B, 2), row(B, 3), row(A, 4), row(B, 4)]
    (pair,) = compare_pairs(rows, TIME)
    assert (pair.common, pair.only_first, pair.only_second) == (1, 0, 1)
    report = make_report(rows)
    missing = "Not every method ran on every board: 2 of the 8 pairs of a method and one of the 4 boards have no run."
    assert f"\n\n{missing} " in report.to_text()
    assert f"\n% {missing} " in report.to_latex()
    assert "Not every method" not in make_report(sample(1, MANY)).to_text()


def test_experiments_that_differ_are_told_apart() -> None:
    other: dict[str, Any] = {"spec": {"methods": [A]}, "time_limit": 2.0}
    report = make_report([row(A, 1), row(B, 1), row(A, 2, **other), row(B, 2, **other)])
    assert report.remarks[0] == "The runs had different limits: time 10 s; time 2 s."
    commands = report.tables[-1].rows[0][1]
    assert re.findall(r"--output (\S+?)(?:;|$)", commands) == ["repeat-1.jsonl", "repeat-2.jsonl"]


def test_methods_that_do_not_differ() -> None:
    assert (signed_rank([0, 0]), rank_biserial([0, 0]), holm([])) == (1, 0, [])
    assert ratio_interval([1, 2, 4] * 4, [3, 6, 12] * 4) == pytest.approx((3, 3, 3))
    assert ratio_interval([1, 1], [4, 4]) == (4, None, None)  # too few for an interval
    assert ratio_interval([0, 2], [3, 6]) == (None, None, None)


def test_methods_that_solved_nothing_are_not_compared() -> None:
    rows = [row(method, 1, None) for method in (A, B, "bfs")]
    assert {(pair.p_value, pair.adjusted, pair.effect) for pair in compare_pairs(rows, TIME)} == {(None, None, None)}
    assert rank_methods(rows, TIME) is None
    rows = [row(method, index, 1.0 if method == A else None) for method in (A, B, "bfs") for index in range(MANY)]
    first, second, unsolved = compare_pairs(rows, TIME)
    assert first.p_value is not None
    assert first.adjusted == second.adjusted == 2 * first.p_value  # Holm's correction over two pairs, not three
    assert unsolved.adjusted is None
    text = make_report(rows).to_text()
    assert re.search(r"^ida_star\(linear_conflict\) +bfs +0 +0 +0( +–){4}$", text, re.MULTILINE)
    assert "No board was solved by all methods" in " ".join(text.split())


def test_a_method_that_fails_on_half_of_the_boards_does_not_win() -> None:
    """B is twice as fast on the boards that it solves."""
    rows = [row(A, index, 2.0) for index in range(1, 21)]
    rows += [row(B, index, 1.0 if index <= 10 else None) for index in range(1, 21)]
    (pair,) = compare_pairs(rows, TIME)
    assert (pair.common, pair.only_first, pair.ratio) == (10, 10, 0.5)
    assert pair.effect == pytest.approx((155 - 55) / 210)  # ranks 1 to 10 against 11 to 20
    rows += [row("bfs", index, 3.0) for index in range(1, 21)]
    ranking = rank_methods(rows, TIME)
    assert ranking is not None
    assert ranking.ranks == {A: 1.5, B: 2.0, "bfs": 2.5}
    common = {found.method: found.solved_by_all for found in summarise(rows, TIME)}
    assert common == {A: 2.0, B: 1.0, "bfs": 3.0}


def test_statistics_are_those_of_published_examples() -> None:
    """The signed ranks of W. J. Conover's twins as R has them (``wilcox.test``), and M. Hollander and D. A. Wolfe's
    times to reach first base in baseball, from the help of R's ``friedman.test``."""
    first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]  # depression scale before and after therapy
    second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    differences = [x - y for x, y in zip(first, second, strict=True)]
    assert signed_rank(differences) == pytest.approx(0.0390625)  # V = 40; one-sided 0.01953 in R's help
    assert rank_biserial(differences) == pytest.approx((40 - 5) / 45)
    # fmt: off
    bases = [
        (5.40, 5.50, 5.55), (5.85, 5.70, 5.75), (5.20, 5.60, 5.50), (5.55, 5.50, 5.40), (5.90, 5.85, 5.70),
        (5.45, 5.55, 5.60), (5.40, 5.40, 5.35), (5.45, 5.50, 5.35), (5.25, 5.15, 5.00), (5.85, 5.80, 5.70),
        (5.25, 5.20, 5.10), (5.65, 5.55, 5.45), (5.60, 5.35, 5.45), (5.05, 5.00, 4.95), (5.50, 5.50, 5.40),
        (5.45, 5.55, 5.50), (5.55, 5.55, 5.35), (5.45, 5.50, 5.55), (5.50, 5.45, 5.25), (5.65, 5.60, 5.40),
        (5.70, 5.65, 5.55), (6.30, 6.30, 6.25),
    ]
    # fmt: on
    methods = ("round out", "narrow angle", "wide angle")
    rows = [row(methods[k], n, board[k]) for n, board in enumerate(bases, 1) for k in range(3)]
    ranking = rank_methods(rows, TIME)
    assert ranking is not None
    assert (round(ranking.statistic, 3), round(ranking.p_value, 6)) == (11.143, 0.003805)
    assert "chi-squared 11.1 with 2 degrees of freedom, p = 0.0038." in make_report(rows).to_text()


def test_backends_that_differ_are_reported() -> None:
    mixed = [row(A, 1), row(A, 2, backend="python"), row(B, 1)]
    first, second = (remark for remark in make_report(mixed).remarks if "backend" in remark)
    assert first.startswith(f"{A} has 1 run by the backend native and 1 run by the backend python: ")
    assert second.startswith("The methods ran on different backends, so their CPU seconds are not comparable: ")
    whole = [row(A, 1), row(B, 1, backend="python")]
    assert "different backends" in make_report(whole).to_text()
    assert "different backends" not in make_report(whole, measure="expanded").to_text()


def test_times_of_different_backends_are_not_compared() -> None:
    """A pair has its counts and nothing else; a method that ran on both backends is in no ranking."""
    names = {"a": "native", "b": "native", "c": "native", "d": "python"}
    rows = [row(name, n, n + ord(name), backend=kind) for name, kind in names.items() for n in range(MANY)]
    rows += [row("both", n, n + 1.0, backend=("native", "python")[n % 2]) for n in range(MANY)]
    pairs = compare_pairs(rows, TIME)
    blank = {(pair.first, pair.second) for pair in pairs if pair.ratio is None}
    assert blank == {(one, "d") for one in "abc"} | {(one, "both") for one in "abcd"}
    assert {(pair.common, pair.adjusted, pair.effect) for pair in pairs if pair.ratio is None} == {(MANY, None, None)}
    tables = [table for table in make_report(rows).tables if table.title.startswith("Ranks")]
    assert [(table.title, len(table.rows)) for table in tables] == [
        ("Ranks of methods by CPU seconds, backend native", 3)
    ]
    assert all(pair.ratio is not None for pair in compare_pairs(rows, MEASURES["length"]))


def test_a_baseline_is_compared_with_every_other_method(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row(name, n, n + 1.0 + ord(name)) for name in "abcd" for n in range(MANY)]
    pairs = compare_pairs(rows, TIME, "c")
    assert [(pair.first, pair.second) for pair in pairs] == [("c", "a"), ("c", "b"), ("c", "d")]
    assert {pair.adjusted for pair in pairs} == {
        3 * (pairs[0].p_value or 0)
    }  # Holm's correction over three pairs, not six
    assert run(["report", str(results), "--baseline", B, "--par", "10"]) == 0
    text = capsys.readouterr().out
    assert re.search(rf"^{re.escape(B)} +{re.escape(A)} ", text, re.MULTILINE)
    assert "PAR-10" in text
    assert "counts 10 times its time limit" in " ".join(text.split())
    assert run(["report", str(results), "--baseline", "ida_star(manhatan)"]) == 2
    assert f"did you mean '{A}'?" in capsys.readouterr().err


def test_curves_of_estimates_iterations_and_quality() -> None:
    steps = [RecordedIteration(39.0, 10, 20), RecordedIteration(41.0, 30, 60)]
    rows = [
        row(A, 1, 2.0, heuristic="manhattan", initial_h=35.0, iterations=steps, clock="cpu"),
        row(A, 2, None, heuristic="manhattan", initial_h=30.0, clock="cpu"),
    ]
    assert initial_estimates(rows) == {"manhattan": [(41, 35.0), (42, 30.0)]}
    assert expansions_by_bound(rows) == {A: [(-2, 10), (0, 30)]}
    later = [row(B, 1, 2.0, heuristic="blind", initial_h=0.0, iterations=steps), *rows]
    assert [*expansions_by_bound(later)] == [A, B], "a method has the same colour in every chart"
    assert [*initial_estimates(later)] == ["manhattan", "blind"]
    assert quality_over_time(rows) == ("CPU", {})  # all solutions are optimal
    found = [RecordedImprovement(0.5, 82, 35), RecordedImprovement(1.0, 50, 35)]
    rows += [row(B, 1, 3.0, length=50, quality="unproven", improvements=found, clock="cpu")]
    clock, curves = quality_over_time(rows)
    assert (clock, curves[A]) == ("CPU", [(2.0, 0.5), (10.0, 0.5)])  # one of two boards is solved
    assert curves[B] == [(0.5, 0.5), (1.0, pytest.approx(0.82)), (3.0, pytest.approx(0.82))]
    assert {"estimates", "iterations", "quality"} <= draw_charts(rows, TIME).keys()


def memory_by_length(runs: Runs) -> list[Drawing | None]:
    """A chart as one would add it who has not thought of runs without a solution."""
    points = runs.points("length", "peak_memory")
    return [experiment_charts.series(points, title="Memory", label="length", measure="bytes")]


def test_an_added_chart_works_on_real_runs_with_nulls(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = read_records(RECORDS / "64-fields.jsonl")
    assert {run.length for run in runs} > {None}
    assert {run.peak_memory for run in runs} > {None}
    monkeypatch.setattr(charts, "CHARTS", {"memory": memory_by_length})
    picture = svg.from_drawing(draw_charts(runs, TIME)["memory"])
    assert "hill_climbing(manhattan)" in picture
    assert "own.py:crash" not in picture, "no run of it has a length"


def test_an_added_chart_without_values_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "CHARTS", {"memory": memory_by_length})
    assert draw_charts([row(A, 1, peak_memory=None)], TIME) == {}


NOTHING: dict[str, Callable[[], Drawing | None]] = {
    "cactus": lambda: experiment_charts.cactus({A: [None]}, measure="m"),
    "boxes": lambda: experiment_charts.boxes({A: [None], B: []}, measure="m"),
    "scatter": lambda: experiment_charts.scatter([(None, None)], first=A, second=B, measure="m"),
    "estimates": lambda: experiment_charts.estimates({A: [(None, 1)]}),
    "quality": lambda: experiment_charts.quality({A: []}, clock="CPU"),
    "series": lambda: experiment_charts.series({A: [(1, None)], B: []}, title="t", label="l", measure="m"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_there_is_no_chart_of_nothing(name: str) -> None:
    assert NOTHING[name]() is None


def test_unsolved_boards_are_at_the_edge_of_the_scatter_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[float | None, float | None]] = []

    def keep(points: list[tuple[float | None, float | None]], **rest: object) -> None:
        seen.extend(points)

    monkeypatch.setattr(experiment_charts, "scatter", keep)
    seconds = {(A, 1): 1.0, (B, 1): None, (A, 2): 3.0, (B, 2): 2.0, (A, 3): None, (B, 3): None}
    draw_charts([row(*run, found) for run, found in seconds.items()], TIME)
    assert seen == [(1.0, None), (3.0, 2.0), (None, None)]  # of the last one there is nothing to draw


def test_columns_are_chosen(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["report", str(results)]
    assert run([*chosen, "--columns", "solved,lower_bound,mean"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"^method +solved +lower bound +mean$", text, re.MULTILINE)
    assert re.search(r"^ida_star\(manhattan\) +15 +40 ", text, re.MULTILINE)
    assert run([*chosen, "--measure", "lower_bound", "--format", "csv"]) == 2
    assert run(["report", str(results), "--measure", "lower_bound"]) == 0
    assert "Methods by lower bound" in capsys.readouterr().out


def test_means_by_optimal_length() -> None:
    rows = [row(A, 1, 2.0), row(A, 2, 4.0, optimum=41), row(B, 1, None), row(B, 3, 5.0, optimum=None)]
    assert by_depth(rows, TIME) == {41: {A: (2, 3.0)}, 43: {B: (1, 5.0)}}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    path.write_text("".join(one.to_line().decode() for one in sample(1, MANY)))
    return path


def test_every_line_fits_80_columns(results: Path) -> None:
    terminal = Terminal("report", str(results), environment={"COLUMNS": "80"})
    lines = terminal.read_rest().splitlines()
    assert terminal.leave() == 0
    assert max(map(len, lines)) <= 80
    assert {"#1      ida_star(manhattan)", "#2      ida_star(linear_conflict)"} <= set(lines)
    assert re.search(r"^method +runs .+ by all(\n#.+){2}\n\nmethod +PAR-2 +mean length\n", "\n".join(lines), re.M)


def test_a_report_is_printed_as_text(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(results)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("30 runs of 2 methods on 15 boards\n\nMethods by CPU seconds\n\nmethod ")
    assert re.search(r"^ida_star\(manhattan\) +15 +15 +0 +0 +15 ", text, re.MULTILINE)
    assert all(len(line) <= 130 for line in text.split("\n"))


def written_report(results: Path, ending: str) -> str:
    path = results.with_suffix(f".{ending}")
    assert run(["report", str(results), "-o", str(path)]) == 0
    return path.read_text()


def test_a_report_in_a_file_is_the_printed_one(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(results)]) == 0
    assert capsys.readouterr().out == written_report(results, "txt")


def test_a_report_in_markdown_has_tables(results: Path) -> None:
    assert "| ida_star(manhattan) " in written_report(results, "md").replace("\\_", "_")


def test_tables_in_latex_have_all_columns_in_every_row(results: Path) -> None:
    latex = written_report(results, "tex")
    assert re.search(r"ida\\_star\(manhattan\) +& +15 & +15", latex)
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 4  # no errors, no table of them
    for columns, body in re.findall(r"\\begin\{tabular\}\{(\w+)(?:\{.*?\})?\}(.*?)\\end", latex, re.DOTALL):
        assert {line.count(" & ") for line in body.split("\n") if " & " in line} == {len(columns) - 1}


def test_a_page_has_every_chart(results: Path) -> None:
    page = written_report(results, "html")
    assert page.count("<svg") == page.count("</svg>") == len(draw_charts(sample(1, MANY), TIME)) >= 5


def test_a_page_names_each_of_its_parts_once_and_nothing_outside(results: Path) -> None:
    page = written_report(results, "html")
    identifiers = re.findall(r'\bid="([^"]+)"', page)
    assert len(identifiers) == len(set(identifiers))
    assert not re.search(r'(?:src|href)="(?!#)', page)


def test_csv_has_the_runs(results: Path) -> None:
    read = list(csv.DictReader(io.StringIO(written_report(results, "csv"))))
    assert [int(one["index"]) for one in read] == [one["index"] for one in sample(1, MANY)]


def test_charts_are_drawn_into_a_folder(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = results.parent / "new" / "charts"
    assert run(["report", str(results), "--charts", str(folder), "--measure", "expanded"]) == 0
    names = {path.name for path in folder.iterdir()}
    assert names >= {"cactus.pdf", "boxes.pdf", "by-length.pdf", "against-length.pdf", "pair-1.pdf"}
    assert not names & {"estimates.pdf", "iterations.pdf", "quality.pdf"}, "these runs have no such values"
    assert all(path.read_bytes().startswith(b"%PDF") for path in folder.iterdir())
    assert "wrote" in capsys.readouterr().err


def test_names_leave_room_in_charts_and_are_valid_xml() -> None:
    name = "x" * 3000 + "\x1b"
    rows = [row(method, index, index) for method in (name, "\x1b[2J", A) for index in (1, 2)]
    for chart in draw_charts(rows, TIME).values():
        text = svg.from_drawing(chart)
        assert f"{'x' * 59}…" in text or "xx" not in text
        ElementTree.fromstring(text)


def test_charts_need_a_solved_run() -> None:
    assert draw_charts([row(A, 1, None)], TIME) == {}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["{results}", "-o", "report.docx"], "expected a file that ends in .txt, .md"),
        (["{results}", "-f", "csv", "-m", "expanded"], "--measure has no effect: csv holds the runs themselves"),
        (["{results}", "--chart-format", "svg"], "--chart-format has no effect without --charts"),
        (["{empty}"], "expected at least one run"),
        (["{results}", "--columns", "board"], "expected a column (runs, boards, solved"),
        (["{results}", "--columns", "medians"], "found 'medians' (did you mean 'median'?)"),
        (["{results}", "--measure", "expand"], "found 'expand' (did you mean 'expanded'?)"),
        (["missing.jsonl"], "no such file: 'missing.jsonl'"),
        (["{results}", "-f", "csv", "-o", "a.csv"], "--format has no effect with --output"),
        (["{results}", "--measure", "board"], "expected a measure (cpu_seconds"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], expected: str, results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = results.with_name("empty.jsonl")
    empty.touch()
    assert run(["report", *(word.format(results=results, empty=empty) for word in arguments)]) == 2
    captured = capsys.readouterr()
    assert expected in captured.err
    assert captured.err.count("\n") == 1


def test_a_cut_line_is_reported_and_the_rest_counts(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results.write_text(results.read_text()[:-20])
    assert run(["report", str(results)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("29 runs")
    assert "the last line is cut off" in captured.err


def test_invalid_records_are_reported_and_the_rest_counts(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = results.read_text().splitlines()
    lines[3:3] = [row(A, 50 + number, length=10**400).to_line().decode().strip() for number in range(25)]
    results.write_text("\n".join(lines) + "\n")
    assert run(["report", str(results)]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("30 runs of 2 methods")
    first, *_, more, last = captured.err.splitlines()
    assert first == f"taquin: {results}: line 4: length: expected a whole number, found a number of about 400 digits"
    assert (more, last) == ("taquin: … and 5 more", "taquin: error: the report leaves out 25 invalid records")
    assert captured.err.count("\n") == 22


def test_the_command_of_the_report_makes_the_same_plan(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command in the table, given to the shell's parser and to the command line, is the plan of the runs."""
    plan = Plan(("hardest8",), ("astar(manhattan)", "bfs"), repeat=2, seed=7, limits=Limits(time=60, memory=10**8))
    rows = [row(method, 1, spec=plan.spec) for method in plan.methods]
    (command,) = [cells[1] for cells in provenance(rows).rows if cells[0] == "command"]
    plans = []

    def take(found: Plan, *_: object, **__: object) -> NoReturn:
        plans.append(found)
        raise SpecError("the plan is known")

    monkeypatch.setattr("taquin.cli.commands.experiment.run_experiment", take)
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(command)[1:]) == 2
    assert plans == [plan]


def test_methods_are_in_the_order_of_the_plan() -> None:
    assert methods_of([row(B, 1), row(A, 1), row("bfs", 1)]) == [A, B, "bfs"]


def test_latex_cells() -> None:
    table = Table("p & q", ["a", "only first", "95 % interval"], [["taquin --x 'a_b'", "6e-08", "5-5-5 × _"]], "50 %.")
    latex = table.to_latex()
    assert r"\caption{p \& q. 50 \%.}" in latex
    assert re.search(r"a +& +only first & +95 \\% interval", latex)
    command = r"{\raggedright\texttt{taquin -{}-x \textquotesingle{}a{\char95}b\textquotesingle{}}\par}"
    assert re.search(rf"{re.escape(command)} & +6e-08 +& +5-5-5 \$\\times\$ \\_", latex)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_compiles_and_fits_the_page(results: Path) -> None:
    """With pdflatex: no error, and no line is wider than the page."""
    assert run(["report", str(results), "-o", str(results.with_name("tables.tex"))]) == 0
    paper = r"\documentclass{article}\usepackage{booktabs,graphicx}\begin{document}\input{tables}\end{document}"
    results.with_name("paper.tex").write_text(paper, encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(words, cwd=results.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "Overfull" not in done.stdout


def test_logs_of_the_text_are_of_the_right_size() -> None:
    assert [TIME.text(value) for value in (0.00012345, 12.345, 123.4)] == ["0.000123", "12.3", "123"]


@pytest.mark.slow
@pytest.mark.parametrize("count", [10, 25, 100])
def test_the_interval_covers_the_true_ratio_as_often_as_it_says(count: int) -> None:
    """95 % ± 2 % of 2000 samples, also where the logarithms are not normal: with heavy tails, skewed, and drawn from
    the ratios of nodes of Manhattan distance and linear conflict on Korf's 100 boards."""
    page = Path(__file__).parents[2] / "docs" / "lab" / "reproductions" / "linear-conflict-1992.md"
    table = re.findall(r"\| ([\d,]+) \| ([\d,]+) \| \d+\.\d \|", page.read_text())
    ratios = [log(int(theirs.replace(",", "")) / int(ours.replace(",", ""))) for ours, theirs in table]
    assert len(ratios) == 100
    rng = Random(7)
    populations: dict[str, tuple[Callable[[], float], float]] = {
        "normal": (lambda: rng.gauss(1, 0.5), 1.0),
        "heavy tails": (lambda: rng.choice((-1, 1)) * rng.expovariate(1), 0.0),
        "skewed": (lambda: rng.gammavariate(6, 1), 6.0),
        "two modes": (lambda: rng.choice((-1, 1)) + rng.gauss(0, 0.3), 0.0),
        "Korf's 100": (lambda: rng.choice(ratios), fmean(ratios)),
    }
    for name, (draw, mean) in populations.items():
        hits = 0
        for _ in range(2000):
            _, low, high = ratio_interval([1.0] * count, [exp(draw()) for _ in range(count)])
            assert low is not None and high is not None  # noqa: PT018
            hits += low <= exp(mean) <= high
        assert 0.93 <= hits / 2000 <= 0.97, name


def test_p_values_are_never_0() -> None:
    rows = [row(method, index, factor * index) for index in range(1, 90) for method, factor in ((A, 1), (B, 2))]
    assert "< 0.0001" in make_report(rows).to_text()
    assert (compare_pairs(rows, TIME)[0].p_value or 1) < 1e-10


HOSTILE_NAME = "a|b<script>[x](y)`*"


@pytest.fixture(scope="module")
def hostile_report() -> Report:
    return make_report([row(HOSTILE_NAME, 1, instances="=1+1"), row(A, 1, instances="=1+1")])


def test_names_are_escaped_in_markdown(hostile_report: Report) -> None:
    assert r"a\|b&lt;script&gt;\[x\](y)\`\*" in hostile_report.to_markdown()


def test_names_are_escaped_on_a_page(hostile_report: Report) -> None:
    assert "<script>" not in to_page(hostile_report, {})


def test_names_are_as_they_are_in_text(hostile_report: Report) -> None:
    assert HOSTILE_NAME in hostile_report.to_text()


def test_values_of_csv_are_no_formulas() -> None:
    (cells,) = csv.DictReader(io.StringIO(to_csv([row(A, 1, instances="=1+1", label="-x", best_h=-1.5)])))
    assert (cells["instances"], cells["label"], cells["best_h"]) == ("'=1+1", "'-x", "-1.5")
