"""The report on some runs: its tables, in every written form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taquin.errors import SpecError, install_command
from taquin.experiments.records import Row
from taquin.experiments.report.measures import (
    Measure,
    instance_of,
    is_failure,
    is_solved,
    is_wrong,
    keep_apart,
    measure_of,
    methods_of,
)
from taquin.experiments.report.pairs import PairSummary, compare_pairs, has_scipy
from taquin.experiments.report.provenance import limits_text, provenance
from taquin.experiments.report.summary import MethodSummary, by_depth, summarise
from taquin.experiments.report.tables import Table
from taquin.puzzle.words import plural

_MOST_ERRORS = 50
_PACKAGES = r"% in the preamble: \usepackage{booktabs,graphicx}"


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a report, and remarks for the reader."""

    title: str
    tables: tuple[Table, ...]
    remarks: tuple[str, ...] = ()

    def to_text(self) -> str:
        return "\n\n".join([self.title, *self.remarks, *(table.to_text() for table in self.tables)]) + "\n"

    def to_markdown(self) -> str:
        parts = [f"# {self.title}", *self.remarks, *(table.to_markdown() for table in self.tables)]
        return "\n\n".join(parts) + "\n"

    def to_latex(self) -> str:
        head = "\n".join([f"% {self.title}", *(f"% {remark}" for remark in self.remarks), _PACKAGES])
        return "\n\n".join([head, *(table.to_latex() for table in self.tables if table.rows)]) + "\n"


def make_report(rows: Sequence[Row], *, measure: str = "cpu_seconds") -> Report:
    """The report on the runs of one or several results files, as ``load`` returns them.

    Raises ``SpecError`` if there are none, or for an unknown measure.
    """
    chosen = measure_of(measure)
    if not rows:
        raise SpecError("expected at least one run, found an empty results file")
    rows = keep_apart(rows)
    tables = [_method_table(summarise(rows, chosen), chosen)]
    remarks = [*_missing_runs(rows), *_different_limits(rows), *_different_backends(rows)]
    if len(methods_of(rows)) > 1:
        if has_scipy():
            tables.append(_pair_table(compare_pairs(rows, chosen), chosen))
        else:
            remarks.append(f"Pairs of methods are compared if SciPy is installed: {install_command('stats')}")
    tables += [_depth_table(rows, chosen), _error_table(rows), provenance(rows)]
    count = len({instance_of(row) for row in rows})
    title = f"{plural(len(rows), 'run')} of {plural(len(methods_of(rows)), 'method')} on {plural(count, 'board')}"
    return Report(title, tuple(tables), tuple(remarks))


def _missing_runs(rows: Sequence[Row]) -> Iterator[str]:
    """A remark if some methods did not run on all boards: the experiment was interrupted, or methods had others."""
    boards, found = {instance_of(row) for row in rows}, {(row["method"], instance_of(row)) for row in rows}
    whole = len(methods_of(rows)) * len(boards)
    if len(found) < whole:
        yield (
            f"Not every method ran on every board: {whole - len(found):,} of {whole:,} runs are missing. "
            "Pairs of methods are compared on the boards that both ran."
        )


def _different_limits(rows: Sequence[Row]) -> Iterator[str]:
    limits = list(dict.fromkeys(map(limits_text, rows)))
    if len(limits) > 1:
        yield f"The runs had different limits: {'; '.join(limits)}."


def _different_backends(rows: Sequence[Row]) -> Iterator[str]:
    """A remark for every method that ran partly in the core and partly in Python."""
    for method in methods_of(rows):
        searched = [row for row in rows if row["method"] == method and row["status"] != "unsolvable" and row["backend"]]
        counts = Counter(row["backend"] for row in searched)
        if len(counts) > 1:
            both = " and ".join(f"{plural(count, 'run')} by the backend {name}" for name, count in counts.most_common())
            yield f"{method} has {both}: their times are not comparable."


def _method_table(summaries: Sequence[MethodSummary], measure: Measure) -> Table:
    headers = ["method", "runs", "solved", "wrong", "failed", "proven", "mean", "median", "max", "geometric mean"]
    note = (
        f"Mean, median, maximum and geometric mean: {measure.name} on the boards that the method solved in every "
        "repetition (median of the repetitions), so methods that solved other boards are not comparable by them."
    )
    if measure.is_time:
        headers.append("PAR-2")
        note += " PAR-2: mean over all runs, a run without a solution counts twice its time limit."
    rows = []
    for found in summaries:
        counts = (found.runs, found.solved, found.wrong, found.failures, found.proven)
        values = (found.mean, found.median, found.maximum, found.geometric_mean)
        cells = [found.method, *(f"{count:,}" for count in counts), *map(measure.text, values)]
        rows.append([*cells, measure.text(found.par2)] if measure.is_time else cells)
    if measure.key != "length":
        headers.append("mean length")
        for cells, found in zip(rows, summaries, strict=True):
            cells.append("–" if found.mean_length is None else f"{found.mean_length:.2f}")
    return Table(f"Methods by {measure.name}", headers, rows, note)


def _pair_table(pairs: Sequence[PairSummary], measure: Measure) -> Table:
    headers = ["first", "second", "both", "only first", "only second", "ratio", "95 % interval", "p", "A"]
    rows = [
        [
            pair.first,
            pair.second,
            *(f"{count:,}" for count in (pair.common, pair.only_first, pair.only_second)),
            _number(pair.ratio),
            "–" if pair.low is None else f"{_number(pair.low)} to {_number(pair.high)}",
            "–" if pair.p_value is None else f"{pair.p_value:.2g}",
            "–" if pair.effect is None else f"{pair.effect:.2f}",
        ]
        for pair in pairs
    ]
    note = (
        "Both, only first, only second: which of the two solved a board that both ran. The rest is about boards that "
        f"both solved. Ratio: geometric mean of second / first of the {measure.name}, with its "
        "bootstrap interval. p: Wilcoxon signed rank test, two-sided. A: Vargha and Delaney's probability that the "
        "second needs more; 0.5 is no difference."
    )
    return Table(f"Pairs of methods by {measure.name}", headers, rows, note, left=2)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _depth_table(rows: Sequence[Row], measure: Measure) -> Table:
    methods = methods_of(rows)
    groups = by_depth(rows, measure)
    cells = [
        [str(depth)]
        + [f"{measure.text(found[method][1])} ({found[method][0]})" if method in found else "–" for method in methods]
        for depth, found in groups.items()
    ]
    note = "In brackets: how many boards of that optimal length the method solved." if cells else ""
    return Table(f"Mean {measure.name} by optimal length", ["length", *methods], cells, note)


def _error_table(rows: Sequence[Row]) -> Table:
    """Everything that neither a solution nor a limit explains."""
    bad = [row for row in rows if _is_unexplained(row)]
    cells = [
        [f"{row['instances']} {row['index']}", row["method"], str(row["repetition"]), row["status"], _complaint(row)]
        for row in bad[:_MOST_ERRORS]
    ]
    note = f"{len(bad) - _MOST_ERRORS:,} more are in the results file." if len(bad) > _MOST_ERRORS else ""
    return Table("Unexplained errors", ["board", "method", "repetition", "status", "what"], cells, note, left=5)


def _is_unexplained(row: Row) -> bool:
    return is_failure(row) or is_wrong(row) or (row["status"] == "solved" and not is_solved(row))


def _complaint(row: Row) -> str:
    if row["replayed"] is False:
        return "the moves do not lead to the goal"
    if row["agrees"] is False:
        return f"length {row['length']}, at least {row['lower_bound']}, but the known optimum is {row['optimum']}"
    return " ".join(str(row["error"] or row["reason"] or "no replay").split())[:120]
