"""The outcome of a comparison in sentences: all findings, or the answer to the question of a race and the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

from taquin.analysis.compare import Comparison, Row
from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text
from taquin.run.result import Quality, Status

_MOST_NAMED = 3

FAILURES = {
    Status.LIMIT: "reached a limit",
    Status.STUCK: "got stuck",
    Status.EXHAUSTED: "ended without a solution",
    Status.UNSOLVABLE: "ended without a solution",
    Status.CANCELLED: "was interrupted",
}


def _extremes(rows: Sequence[Row], value: Callable[[Row], int]) -> tuple[int, list[Row], int, list[Row]]:
    """The least value and the rows that have it, the largest value and the rows that have it."""
    least, most = min(map(value, rows)), max(map(value, rows))
    return least, [row for row in rows if value(row) == least], most, [row for row in rows if value(row) == most]


def _failed(comparison: Comparison, names: Callable[[Sequence[Row]], str]) -> list[str]:
    """Which methods found no solution, and why."""
    groups = [([row for row in comparison.rows if row.result.status is each], verb) for each, verb in FAILURES.items()]
    return [f"{names(rows)} {verb}." for rows, verb in groups if rows]


def _listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b and 5 more``."""
    if len(names) == 1:
        return names[0]
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _specs(rows: Sequence[Row]) -> str:
    return _listed([row.result.spec for row in rows])


def _titles(rows: Sequence[Row]) -> str:
    return _listed([row.method.title for row in rows])


# All findings, for the command line


def findings(comparison: Comparison) -> list[str]:
    """The sentences, the most important first."""
    if not comparison.problem.is_solvable:
        return ["No algorithm can solve this: the goal cannot be reached from the start."]
    if not comparison.rows:
        return ["No combination was run."]
    sentences = [_shortest(comparison), *_heuristics(comparison), *_longer(comparison)]
    if len(comparison.rows) == 1 and not comparison.solved:
        result = comparison.rows[0].result
        sentences.append(f"It ended as {ending_text(result.status, result.reason)}.")
    else:
        sentences += _failed(comparison, _specs)
    missing = comparison.planned - len(comparison.rows)
    if missing:
        were = "was" if missing == 1 else "were"
        sentences.append(f"The comparison was interrupted: {plural(missing, 'combination')} {were} not run.")
    return sentences


def _shortest(comparison: Comparison) -> str:
    """The length of a shortest solution, the methods that proved it, and those that expanded the fewest nodes."""
    best, optimum, solved = comparison.best, comparison.optimum, comparison.solved
    if best is None:
        none = f"None of the {len(comparison.rows)} combinations found a solution"
        if len(comparison.rows) == 1:
            none = f"{_specs(comparison.rows)} found no solution"
        needed = "is needed" if comparison.lower_bound == 1 else "are needed"
        return f"{none}; it is proven that {_moves(comparison.lower_bound)} or more {needed}."
    finders = [row for row in solved if row.result.length == best]
    if optimum is None:
        return (
            f"The shortest solution found has {_moves(best)} ({_specs(finders)}); "
            f"it is proven that {comparison.lower_bound} or more are needed."
        )
    provers = [row for row in solved if row.result.quality is Quality.OPTIMAL]
    shortest = f"The shortest solution has {_moves(optimum)}"
    if not provers:
        bounds = [row for row in comparison.rows if row.result.lower_bound == comparison.lower_bound]
        return f"{shortest}: found by {_specs(finders)}, and proven by the lower bound of {_specs(bounds)}."
    if len(provers) == 1:
        only = "" if len(comparison.rows) == 1 else "only "
        expanded = plural(provers[0].result.stats.expanded, "node")
        return f"{shortest}: {only}{_specs(provers)} proved it, with {expanded} expanded."
    fewest, first, most, last = _extremes(provers, _expanded)
    if fewest == most:
        proved = "both combinations" if len(provers) == 2 else f"all {len(provers)} combinations"
        return f"{shortest}; {proved} that proved it expanded {plural(fewest, 'node')}."
    return (
        f"{shortest}; of the {len(provers)} combinations that proved it, {_specs(first)} expanded the fewest nodes "
        f"({fewest:,}) and {_specs(last)} the most ({most:,})."
    )


def _heuristics(comparison: Comparison) -> list[str]:
    """The effect of the heuristic, for the algorithm that ran with most of them."""
    groups: dict[str, list[Row]] = {}
    for row in comparison.solved:
        if row.method.heuristic is not None:
            groups.setdefault(row.algorithm, []).append(row)
    groups = {key: rows for key, rows in groups.items() if len(rows) > 1}
    if not groups:
        return []

    def weight(key: str) -> tuple[bool, int]:
        return all(row.result.quality is Quality.OPTIMAL for row in groups[key]), len(groups[key])

    key = max(groups, key=weight)  # the first of equals
    rows = groups[key]
    fewest, first, most, last = _extremes(rows, lambda row: row.result.stats.generated)
    if fewest == most:
        return [f"With {key}, {_heuristic_names(rows)} generated {plural(fewest, 'node')} each."]
    numbers = f"({fewest:,}{' each' if len(first) > 1 else ''} against {most:,}{' each' if len(last) > 1 else ''})"
    ratio = most / fewest if fewest else 0
    times = "" if ratio < 1.05 else f"{ratio:.1f} times " if ratio < 9.95 else f"{ratio:,.0f} times "
    better, worse = _heuristic_names(first), _heuristic_names(last)
    return [f"With {key}, {better} generated {times}fewer nodes than {worse} {numbers}."]


def _longer(comparison: Comparison) -> list[str]:
    """Which solutions are longer than a shortest one, and by how much."""
    longer = [(excess, row) for row in comparison.solved if (excess := comparison.excess(row))]
    if not longer:
        return []
    least, most = (pick(excess for excess, _ in longer) for pick in (min, max))
    if len(longer) == 1:
        return [f"{_specs([longer[0][1]])} found a solution that is {_moves(least)} longer."]
    if least == most:
        return [f"{_specs([row for _, row in longer])} found solutions that are {_moves(least)} longer."]
    nearest = _specs([row for excess, row in longer if excess == least])
    farthest = _specs([row for excess, row in longer if excess == most])
    span = f"from {_moves(least)} more ({nearest}) to {most:,} more ({farthest})"
    return [f"{len(longer)} combinations found longer solutions, {span}."]


def _heuristic_names(rows: Sequence[Row]) -> str:
    return _listed([row.method.heuristic.text for row in rows if row.method.heuristic is not None])


def _moves(number: int) -> str:
    return plural(number, "move")


def _expanded(row: Row) -> int:
    return row.result.stats.expanded


def _stored(row: Row) -> int:
    return row.result.stats.max_stored


# A race, for the page


Question: TypeAlias = Literal["work", "memory", "time", "length", "success"]
"""The criterion of a race: nodes expanded, states in memory, time, length of the solution, or whether one is found."""

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
    others = [other for other in _ANSWERS if other not in (question, "success", "time") and comparison.solved]
    failed = [] if question == "success" and comparison.solved else _failed(comparison, _titles)
    times = [] if question == "time" and comparison.solved else [_times(comparison)[1]]
    return [*[_ANSWERS[other](comparison)[1] for other in others], *failed, *times]


def _least(
    comparison: Comparison, *, value: Callable[[Row], int], verb: str, noun: str, superlative: str = ""
) -> tuple[list[Row], str]:
    """The methods with a solution that have the least value, and the one that has the most."""
    rows = comparison.solved
    least, best, most, worst = _extremes(rows, value)
    if least == most:
        if len(rows) == 1:
            return [], f"{_titles(rows)} {verb} {plural(least, noun)}."
        return [], f"{_titles(rows)} {verb} the same number of {noun}s, {least:,}."
    each, every = ("" if len(group) == 1 else " each" for group in (best, worst))
    return best, (
        f"{_titles(best)} {verb} the fewest {noun}s{superlative}, {least:,}{each}; "
        f"{_titles(worst)} {verb} {most:,}{every}, {_times_as(most, least)}."
    )


def _length(comparison: Comparison) -> tuple[list[Row], str]:
    rows = comparison.solved
    shortest = min(row.result.length or 0 for row in rows)
    best = [row for row in rows if row.result.length == shortest]
    is_proven = any(row.result.quality is Quality.OPTIMAL for row in rows) or comparison.lower_bound == shortest
    proven = ", and none is shorter" if is_proven else ""
    longer = sorted((row for row in rows if row not in best), key=lambda row: row.result.length or 0)
    if not longer:
        found = "solutions" if len(best) > 1 else "a solution"
        return [], f"{_titles(best)} found {found} of {_moves(shortest)}{proven}."
    others = "; ".join(f"{row.method.title} found one of {_moves(row.result.length or 0)}" for row in longer)
    return best, f"{_titles(best)} found a solution of {_moves(shortest)}{proven}; {others}."


def _success(comparison: Comparison) -> tuple[list[Row], str]:
    solved = comparison.solved
    missing = _failed(comparison, _titles)
    verb = "found a solution" if len(solved) == 1 else "found solutions"
    return (list(solved) if missing else []), " ".join([f"{_titles(solved)} {verb}.", *missing])


def _times(comparison: Comparison) -> tuple[list[Row], str]:
    """Which method was the fastest, unless the times are too close or come from different backends."""
    backends = {row.result.backend for row in comparison.rows}
    if len(backends) > 1:
        native = _titles([row for row in comparison.rows if row.result.backend == "native"])
        return [], f"{native} ran on the native core, the others in Python: their times cannot be compared."
    where = "on the native core" if backends == {"native"} else "in Python"
    ran = f"All methods ran {where}" if len(comparison.rows) > 1 else f"It ran {where}"
    rows = sorted(comparison.solved, key=lambda row: row.result.seconds)
    if len(rows) < 2:
        return [], f"{ran}."
    first, second = rows[0].result.seconds, rows[1].result.seconds
    if second < CLEARLY * first or second - first < NOISE:
        return [], f"{ran}; the times of the fastest are too close to compare ({_time(first)} and {_time(second)})."
    fastest, other = rows[0].method.title, rows[1].method.title
    return rows[:1], f"{ran}; {fastest} was the fastest ({_time(first)}), then {other} ({_time(second)})."


_ANSWERS: dict[Question, Callable[[Comparison], tuple[list[Row], str]]] = {
    "success": _success,
    "length": _length,
    "work": partial(_least, value=_expanded, verb="expanded", noun="node"),
    "memory": partial(_least, value=_stored, verb="stored", noun="state", superlative=" at once"),
    "time": _times,
}


def _times_as(most: int, least: int) -> str:
    if not least:
        return "instead of none"
    ratio = most / least
    return f"{ratio:.1f} times as many" if ratio < 9.95 else f"{ratio:,.0f} times as many"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
