"""What differs between the runs of an experiment and those of its repetition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import median

from taquin.experiments.record import Record
from taquin.experiments.report.measures import methods_of
from taquin.experiments.report.report import Report
from taquin.experiments.report.tables import Table
from taquin.puzzle.words import plural
from taquin.run.definitions import COUNTERS

_RESULTS = ("status", "length", "cost", "quality", "lower_bound", "moves", "backend", "initial_h")
_COUNTS = tuple(counter.name for counter in COUNTERS)
_MACHINE = ("taquin", "commit", "core", "python", "platform", "cpu", "cores", "card")
_MOST_SHOWN = 50
_NOTE = (
    "Same results: status, length, bounds and moves. Time: median over the boards of the CPU time of the repetition "
    "divided by that of the first run. Runs that a limit of time or memory stopped, methods that use all their time "
    "and those with several threads depend on the speed of the machine."
)


def compare_repetition(first: Sequence[Record], again: Sequence[Record]) -> Report:
    """The tables that compare the runs of two results files of one experiment; runs that only one has are left out."""
    before = {row.key: row for row in first}
    pairs = [(before[row.key], row) for row in again if row.key in before]
    differences = [difference for pair in pairs for difference in islice(_differences(*pair), 1)]
    same = len(pairs) - len(differences)
    single = len(before) + len(again) - 2 * len(pairs)
    left_out = f"; {plural(single, 'run')} {'is' if single == 1 else 'are'} in one file only" if single else ""
    return Report(
        f"{same:,} of {plural(len(pairs), 'repeated run')} {'has' if same == 1 else 'have'} the same results and counts"
        f"{left_out}",
        (
            Table(
                "Repeated runs",
                ["method", "runs", "same results", "same counts", "time"],
                [_row(method, pairs) for method in methods_of([new for _, new in pairs])],
                _NOTE,
            ),
            Table(
                "What differs",
                ["board", "method", "repetition", "what", "first", "repeated"],
                differences[:_MOST_SHOWN],
                f"{len(differences) - _MOST_SHOWN:,} more differ." if len(differences) > _MOST_SHOWN else "",
                left=6,
            ),
            Table("Where they ran", ["what", "first", "repeated"], list(_machines(first, again)), left=3),
        ),
    )


def _row(method: str, pairs: Sequence[tuple[Record, Record]]) -> list[str]:
    mine = [(old, new) for old, new in pairs if new.method == method]
    ratios = [new.cpu_seconds / old.cpu_seconds for old, new in mine if old.cpu_seconds and new.cpu_seconds]
    same = [sum(_has_same(old, new, names) for old, new in mine) for names in (_RESULTS, _COUNTS)]
    return [method, f"{len(mine):,}", *(f"{count:,}" for count in same), f"× {median(ratios):.2f}" if ratios else "–"]


def _has_same(old: Record, new: Record, names: Sequence[str]) -> bool:
    return all(old[name] == new[name] for name in names)


def _differences(old: Record, new: Record) -> Iterator[list[str]]:
    for name in (*_RESULTS, *_COUNTS):
        if old[name] != new[name]:
            values = (str(row[name] if row[name] is not None else "–") for row in (old, new))
            yield [f"{new.instances} {new.index}", new.method, str(new.repetition), name, *values]


def _machines(first: Sequence[Record], again: Sequence[Record]) -> Iterator[list[str]]:
    for name in _MACHINE:
        texts = ["; ".join(dict.fromkeys(str(row[name] or "–") for row in rows)) for rows in (first, again)]
        if set(texts) != {"–"}:
            yield [name, *texts]
