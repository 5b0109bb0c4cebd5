"""The outcome of a race in sentences: first the answer to its question, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from taquin.analysis.compare import Comparison, Row
from taquin.puzzle.words import plural
from taquin.render.text.findings import FAILURES, listed
from taquin.run.result import Quality

Question: TypeAlias = Literal["work", "memory", "length", "success"]
"""The criterion of a race: nodes expanded, states in memory, length of the solution, or whether one is found."""

CLEARLY = 1.5
NOISE = 0.005  # seconds
"""Of two single runs one counts as faster only if their times differ by this factor and by this much."""


def race_answer(comparison: Comparison, question: Question) -> tuple[str | None, str]:
    """The spec of the winner, if there is one, and the sentence that answers the question."""
    if not comparison.problem.is_solvable:
        return None, "No method can solve this board: the goal cannot be reached from it."
    if not comparison.solved:
        return None, "No method found a solution."
    best, sentence = _ANSWERS[question](comparison)
    return (best[0].result.spec if len(best) == 1 else None), sentence


def race_summary(comparison: Comparison, question: Question) -> list[str]:
    """The answers to the other questions, then times and backends."""
    if not comparison.problem.is_solvable or not comparison.rows:
        return []
    others = [other for other in _ANSWERS if other not in (question, "success") and comparison.solved]
    failed = [] if question == "success" and comparison.solved else _failed(comparison)
    return [*[_ANSWERS[other](comparison)[1] for other in others], *failed, _times(comparison)]


def _least(
    comparison: Comparison, value: Callable[[Row], int], verb: str, superlative: str, noun: str
) -> tuple[list[Row], str]:
    """The methods with a solution that have the least value, and the one that has the most."""
    rows = comparison.solved
    least, most = (pick(map(value, rows)) for pick in (min, max))
    best = [row for row in rows if value(row) == least]
    if least == most:
        if len(rows) == 1:
            return [], f"{_names(rows)} {verb} {plural(least, noun)}."
        return [], f"{_names(rows)} {verb} the same number of {noun}s, {least:,}."
    worst = [row for row in rows if value(row) == most]
    each, every = ("" if len(group) == 1 else " each" for group in (best, worst))
    return best, (
        f"{_names(best)} {verb} the fewest {noun}s{superlative}, {least:,}{each}; "
        f"{_names(worst)} {verb} {most:,}{every}, {_times_as(most, least)}."
    )


def _work(comparison: Comparison) -> tuple[list[Row], str]:
    return _least(comparison, lambda row: row.result.stats.expanded, "expanded", "", "node")


def _memory(comparison: Comparison) -> tuple[list[Row], str]:
    return _least(comparison, lambda row: row.result.stats.max_stored, "stored", " at once", "state")


def _length(comparison: Comparison) -> tuple[list[Row], str]:
    rows = comparison.solved
    shortest = min(row.result.length or 0 for row in rows)
    best = [row for row in rows if row.result.length == shortest]
    is_proven = any(row.result.quality is Quality.OPTIMAL for row in rows) or comparison.lower_bound == shortest
    proven = ", and none is shorter" if is_proven else ""
    longer = sorted((row for row in rows if row not in best), key=lambda row: row.result.length or 0)
    if not longer:
        all_same = f"{_names(best)} found solutions of {plural(shortest, 'move')}" if len(best) > 1 else ""
        return [], (all_same or f"{_names(best)} found a solution of {plural(shortest, 'move')}") + f"{proven}."
    others = "; ".join(f"{_name(row)} found one of {plural(row.result.length or 0, 'move')}" for row in longer)
    return best, f"{_names(best)} found a solution of {plural(shortest, 'move')}{proven}; {others}."


def _success(comparison: Comparison) -> tuple[list[Row], str]:
    solved = comparison.solved
    missing = _failed(comparison)
    verb = "found a solution" if len(solved) == 1 else "found solutions"
    return (list(solved) if missing else []), " ".join([f"{_names(solved)} {verb}.", *missing])


_ANSWERS: dict[Question, Callable[[Comparison], tuple[list[Row], str]]] = {
    "success": _success,
    "length": _length,
    "work": _work,
    "memory": _memory,
}


def _failed(comparison: Comparison) -> list[str]:
    """Which methods found no solution, and why."""
    groups = {
        verb: [row for row in comparison.rows if row.result.status is status] for status, verb in FAILURES.items()
    }
    return [f"{_names(rows)} {verb}." for verb, rows in groups.items() if rows]


def _times(comparison: Comparison) -> str:
    """Which method was the fastest, unless the times are too close or come from different backends."""
    backends = {row.result.backend for row in comparison.rows}
    if len(backends) > 1:
        native = _names([row for row in comparison.rows if row.result.backend == "native"])
        return f"{native} ran on the native core, the others in Python: their times cannot be compared."
    where = "on the native core" if backends == {"native"} else "in Python"
    ran = f"All methods ran {where}" if len(comparison.rows) > 1 else f"It ran {where}"
    rows = sorted(comparison.solved, key=lambda row: row.result.seconds)
    if len(rows) < 2:
        return f"{ran}."
    first, second = rows[0].result.seconds, rows[1].result.seconds
    if second < CLEARLY * first or second - first < NOISE:
        return f"{ran}; the times of the fastest are too close to compare ({_time(first)} and {_time(second)})."
    return f"{ran}; {_name(rows[0])} was the fastest ({_time(first)}), then {_name(rows[1])} ({_time(second)})."


def _times_as(most: int, least: int) -> str:
    if not least:
        return "instead of none"
    ratio = most / least
    return f"{ratio:.1f} times as many" if ratio < 9.95 else f"{ratio:,.0f} times as many"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _name(row: Row) -> str:
    return row.method.title


def _names(rows: Sequence[Row]) -> str:
    return listed([_name(row) for row in rows])
