"""The report on some runs: its tables, in every written form."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from statistics import fmean

from taquin.errors import SpecError, install_command
from taquin.experiments.record import NUMBER_FIELDS, Record
from taquin.experiments.report.measures import (
    Measure,
    backends_of,
    floor_of,
    instance_of,
    is_solved,
    is_wrong,
    keep_apart,
    measure_of,
    methods_of,
    solved_values,
)
from taquin.experiments.report.pairs import (
    FEWEST,
    PairSummary,
    Ranking,
    comparable_methods,
    compare_pairs,
    has_scipy,
    rank_methods,
)
from taquin.experiments.report.summary import PAR_FACTOR, MethodSummary, by_depth, solved_by_all, summarise
from taquin.experiments.report.tables import Table, limits_text, provenance
from taquin.puzzle.words import near_hint, plural, printable_line, shown
from taquin.render.drawing.tikz import engine
from taquin.render.text import layout

_MOST_ERRORS = 50
_PACKAGES = r"% in the preamble: \usepackage{booktabs,graphicx}"


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a report, and remarks for the reader."""

    title: str
    tables: tuple[Table, ...]
    remarks: tuple[str, ...] = ()

    def to_text(self, width: int = sys.maxsize) -> str:
        """The report for a terminal of this width: where method names are too long, tables have numbers instead."""
        tables = self.tables
        if any(table.needs_short_names(width) for table in tables):
            names = {row[0]: f"#{number}" for number, row in enumerate(tables[0].rows, start=1)}
            listed = Table("Methods", ["number", "method"], [[names[method], method] for method in names], left=2)
            tables = (listed, *(table.with_names(names) for table in tables))
        parts = [self.title, *self.remarks, *(table.to_text(width) for table in tables)]
        return layout.wrapped("\n\n".join(parts) + "\n", width)

    def to_markdown(self) -> str:
        parts = [f"# {self.title}", *self.remarks, *(table.to_markdown() for table in self.tables)]
        return "\n\n".join(parts) + "\n"

    def to_latex(self) -> str:
        head = "\n".join([f"% {self.title}", *(f"% {remark}" for remark in self.remarks), _PACKAGES])
        text = "\n\n".join([head, *(table.to_latex() for table in self.tables if table.rows)]) + "\n"
        return engine(text) + text


def make_report(
    rows: Sequence[Record],
    *,
    measure: str = "cpu_seconds",
    columns: Sequence[str] = (),
    baseline: str | None = None,
    par_factor: float = PAR_FACTOR,
) -> Report:
    """The report on the runs of one or several results files, as ``load`` returns them.

    ``columns`` are those of the table of methods, if not the usual ones: some of ``COLUMNS``, or fields with numbers,
    whose means it shows. With ``baseline`` the others are compared with this method only. Raises ``SpecError`` if there
    are no runs, or for an unknown measure, column or baseline.
    """
    chosen = measure_of(measure)
    if not rows:
        raise SpecError("expected at least one run, found an empty results file")
    rows = keep_apart(rows)
    methods = methods_of(rows)
    if baseline is not None and baseline not in methods:
        hint = near_hint(baseline, methods, f"the methods are {', '.join(methods)}")
        raise SpecError(f"no run is of the baseline {shown(baseline)}", hint=hint)
    tables = [_method_table(rows, chosen, columns, par_factor)]
    remarks = [*_missing_runs(rows), *_different_limits(rows), *_different_backends(rows, chosen)]
    if len(methods) > 1:
        if has_scipy():
            tables.append(_pair_table(compare_pairs(rows, chosen, baseline), chosen, floor_of(rows, chosen)))
            for backend, group in comparable_methods(rows, chosen).items():
                ranked = rows if group == set(methods) else [row for row in rows if row.method in group]
                if ranking := rank_methods(ranked, chosen) if ranked else None:
                    tables.append(_rank_table(ranking, chosen, backend))
        else:
            remarks.append(f"Methods are compared if SciPy is installed: {install_command('stats')}")
    tables += [_depth_table(rows, chosen), _error_table(rows), provenance(rows)]
    count = len({instance_of(row) for row in rows})
    title = f"{plural(len(rows), 'run')} of {plural(len(methods), 'method')} on {plural(count, 'board')}"
    return Report(title, tuple(tables), tuple(map(printable_line, remarks)))


def _missing_runs(rows: Sequence[Record]) -> Iterator[str]:
    """A remark if some methods did not run on all boards: the experiment was interrupted, or methods had others."""
    boards, ran = {instance_of(row) for row in rows}, {(row.method, instance_of(row)) for row in rows}
    whole = len(methods_of(rows)) * len(boards)
    if len(ran) < whole:
        yield (
            f"Not every method ran on every board: {whole - len(ran):,} of the {whole:,} pairs of a method and one of "
            f"the {plural(len(boards), 'board')} have no run. "
            "Pairs of methods are compared on the boards that both ran."
        )


def _different_limits(rows: Sequence[Record]) -> Iterator[str]:
    alike = {(row.time_limit, row.node_limit, row.memory_limit, row.depth_limit): row for row in rows}
    limits = list(dict.fromkeys(map(limits_text, alike.values())))
    if len(limits) > 1:
        yield f"The runs had different limits: {'; '.join(limits)}."


def _different_backends(rows: Sequence[Record], measure: Measure) -> Iterator[str]:
    """A remark for every method that ran partly in the core and partly in Python, and one for methods that differ."""
    methods: dict[str, list[str]] = {}
    for method in methods_of(rows):
        counts = backends_of(rows, method)
        if len(counts) > 1:
            both = " and ".join(f"{plural(count, 'run')} by the backend {name}" for name, count in counts.most_common())
            yield f"{method} has {both}: their times are not comparable."
        for name in counts:
            methods.setdefault(name, []).append(method)
    if len(methods) > 1 and measure.depends_on_backend:
        names = "; ".join(f"{backend}: {', '.join(ran)}" for backend, ran in methods.items())
        yield (
            f"The methods ran on different backends, so their {measure.name} are not comparable: pairs on different "
            f"backends are blank, and ranks are those on one backend ({names})."
        )


COLUMNS = tuple(column.name for column in fields(MethodSummary) if column.name != "method")
"""The columns of the table of methods; fields of records are others."""
_OF_SOLVED_BOARDS = ("mean", "median", "max", "geometric_mean")
"""Columns about the boards that each method solved, which may be other boards for each."""


def _title(column: str, par_factor: float) -> str:
    return f"PAR-{par_factor:g}" if column == "par" else column.replace("_", " ")


def _text(summary: MethodSummary, column: str, measure: Measure) -> str:
    value = getattr(summary, column)
    if column in ("runs", "boards", "solved", "wrong", "failed", "proven"):
        return f"{value:,}"
    if column == "mean_length":
        return "–" if value is None else f"{value:.2f}"
    return measure.text(value)


def _method_table(rows: Sequence[Record], measure: Measure, columns: Sequence[str], par_factor: float) -> Table:
    left_out = [
        "boards",
        "geometric_mean",
        *([] if measure.is_time else ["par"]),
        *(["mean_length"] if measure.key == "length" else []),
    ]
    columns = columns or [name for name in COLUMNS if name not in left_out]
    others = {name: measure_of(name) for name in _check_columns(columns) if name not in COLUMNS}
    means = {
        (method, name): other.text(fmean(values.values()) if values else None)
        for name, other in others.items()
        for method, values in solved_values(rows, other).items()
    }
    cells = [
        [
            summary.method,
            *(_text(summary, name, measure) if name in COLUMNS else means[summary.method, name] for name in columns),
        ]
        for summary in summarise(rows, measure, par_factor)
    ]
    common = len(solved_by_all(rows, measure))
    notes = []
    if values := [_title(name, par_factor) for name in columns if name in _OF_SOLVED_BOARDS]:
        notes.append(
            f"{', '.join(values).capitalize()}: {measure.name} on the boards that the method solved in every "
            "repetition (median of the repetitions), so methods that solved other boards are not comparable by them."
        )
    if "solved_by_all" in columns and common:
        notes.append(f"Solved by all: the mean on the {plural(common, 'board')} that all methods solved.")
    elif "solved_by_all" in columns:
        notes.append("No board was solved by all methods.")
    if "par" in columns:
        title = _title("par", par_factor)
        notes.append(
            f"{title}: mean over all runs, a run without a solution counts {par_factor:g} times its time limit."
        )
    if others:
        names = ", ".join(other.name for other in others.values())
        notes.append(f"{names[:1].upper()}{names[1:]}: means on the boards that the method solved.")
    headers = ["method", *(_title(name, par_factor) if name in COLUMNS else others[name].name for name in columns)]
    return Table(f"Methods by {measure.name}", headers, cells, " ".join(notes))


def _check_columns(columns: Sequence[str]) -> Sequence[str]:
    for name in columns:
        if name not in COLUMNS and name not in NUMBER_FIELDS:
            known = [*COLUMNS, *NUMBER_FIELDS]
            raise SpecError(
                f"expected a column ({', '.join(COLUMNS)}; {', '.join(NUMBER_FIELDS)}), found {shown(name)}",
                hint=near_hint(name, known),
            )
    return columns


def _pair_table(pairs: Sequence[PairSummary], measure: Measure, floor: float) -> Table:
    headers = ["first", "second", "both", "only first", "only second", "ratio", "95 % interval", "p", "r"]
    rows = [
        [
            pair.first,
            pair.second,
            *(f"{count:,}" for count in (pair.common, pair.only_first, pair.only_second)),
            _number(pair.ratio),
            "–" if pair.low is None else f"{_number(pair.low)} to {_number(pair.high)}",
            "–" if pair.adjusted is None else p_text(pair.adjusted),
            "–" if pair.effect is None else f"{pair.effect:+.2f}",
        ]
        for pair in pairs
    ]
    note = (
        "Both, only first, only second: which of the two solved a board that both ran. Ratio: geometric mean of second "
        f"/ first of the {measure.name} on the boards that both solved, with an interval by Student's t on the "
        f"logarithms (from {FEWEST} boards on). p and r compare the logarithms on all boards: if only one method "
        "solved a board, that difference is larger than all others. p: Wilcoxon signed rank test, two-sided, with "
        "Pratt's treatment of zeros (boards without a difference are ranked, and their ranks left out of the sums) and "
        "Holm's correction over these pairs. r: matched-pairs rank-biserial correlation, from -1 (the second always "
        "needs less) to +1 (it always needs more)."
    )
    if measure.is_time:
        note += f" Times below {floor:.2g} s, the floor of the measurement, count as this here, in ranks and in charts."
    return Table(f"Pairs of methods by {measure.name}", headers, rows, note, left=2)


def _rank_table(ranking: Ranking, measure: Measure, backend: str) -> Table:
    rows = [[method, f"{rank:.2f}"] for method, rank in sorted(ranking.ranks.items(), key=lambda item: item[1])]
    p_value = p_text(ranking.p_value)
    note = (
        f"Mean rank over {plural(ranking.instances, 'board')}, 1 is the best; methods that did not solve a board share "
        "its last ranks, and boards on which all are equal, such as those that none solved, are left out. Friedman's "
        "test that all methods are alike: chi-squared "
        f"{ranking.statistic:,.1f} with {plural(len(rows) - 1, 'degree')} of freedom, "
        f"p {p_value if p_value.startswith('<') else f'= {p_value}'}."
    )
    title = f"Ranks of methods by {measure.name}{backend and f', backend {backend}'}"
    return Table(title, ["method", "mean rank"], rows, note)


def p_text(value: float) -> str:
    """A p-value; never 0.

    >>> p_text(0.0321), p_text(1e-20), p_text(1.0)
    ('0.032', '< 0.0001', '1')
    """
    return "< 0.0001" if value < 0.0001 else f"{value:.2g}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def _depth_table(rows: Sequence[Record], measure: Measure) -> Table:
    methods = methods_of(rows)
    groups = by_depth(rows, measure)
    cells = [
        [f"{depth:g}"]
        + [
            f"{measure.text(by_method[method][1])} ({by_method[method][0]})" if method in by_method else "–"
            for method in methods
        ]
        for depth, by_method in groups.items()
    ]
    note = "In brackets: how many boards of that optimal length the method solved." if cells else ""
    return Table(f"Mean {measure.name} by optimal length", ["length", *methods], cells, note)


def _error_table(rows: Sequence[Record]) -> Table:
    """Everything that neither a solution nor a limit explains."""
    bad = [row for row in rows if _is_unexplained(row)]
    cells = [
        [f"{row.instances} {row.index}", row.method, str(row.repetition), row.status, _complaint(row)]
        for row in bad[:_MOST_ERRORS]
    ]
    note = f"{len(bad) - _MOST_ERRORS:,} more are in the results file." if len(bad) > _MOST_ERRORS else ""
    return Table("Unexplained errors", ["board", "method", "repetition", "status", "what"], cells, note, left=5)


def _is_unexplained(row: Record) -> bool:
    return row.is_failure or is_wrong(row) or (row.status == "solved" and not is_solved(row))


def _complaint(row: Record) -> str:
    if row.replayed is False:
        return "the moves do not lead to the goal"
    if row.agrees is False:
        return f"length {row.length}, at least {row.lower_bound}, but the known optimum is {row.optimum}"
    return " ".join(str(row.error or row.reason or "no replay").split())[:120]
