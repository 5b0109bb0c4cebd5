"""The outcome of a comparison in sentences, each the answer to a question: for the terminal, a race, or a pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from taquin.analysis.compare import Comparison, Row
from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text
from taquin.run.result import Quality, Status
from taquin.trace.trace import Trace

_MOST_NAMED = 3
_UNSOLVABLE = "No method can solve this board: the goal cannot be reached from it."

FAILURES = {
    Status.LIMIT: "reached a limit",
    Status.STUCK: "got stuck",
    Status.EXHAUSTED: "ended without a solution",
    Status.UNSOLVABLE: "ended without a solution",
    Status.CANCELLED: "was interrupted",
}


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


def findings(comparison: Comparison) -> list[str]:
    """The sentences of the command line, with the specs of its table: length, nodes, heuristics, failures."""
    if not comparison.problem.is_solvable:
        return [_UNSOLVABLE]
    if not comparison.rows:
        return ["No method was run."]
    sentences = [_length(comparison, _specs)[1]]
    if comparison.solved:
        sentences += [_work(comparison, _specs)[1], *_heuristics(comparison)]
    if len(comparison.rows) == 1 and not comparison.solved:
        result = comparison.rows[0].result
        sentences.append(f"It ended as {ending_text(result.status, result.reason)}.")
    else:
        sentences += _failed(comparison, _specs)
    missing = comparison.planned - len(comparison.rows)
    if missing:
        were = "was" if missing == 1 else "were"
        sentences.append(f"The comparison was interrupted: {plural(missing, 'method')} {were} not run.")
    return sentences


def _heuristics(comparison: Comparison) -> list[str]:
    """The effect of the heuristic, for the algorithm that ran with most of them, if others ran too."""
    groups: dict[str, list[Row]] = {}
    for row in comparison.solved:
        if row.method.heuristic is not None:
            groups.setdefault(row.algorithm, []).append(row)
    algorithm = max(groups, key=lambda key: len(groups[key]), default="")  # the first of equals
    if not algorithm or not 1 < len(groups[algorithm]) < len(comparison.solved):
        return []
    compared = _least(groups[algorithm], _heuristic_names, "generated")
    return [f"With {algorithm}, {compared[1]}"]


def _heuristic_names(rows: Sequence[Row]) -> str:
    return _listed([row.method.heuristic.text for row in rows if row.method.heuristic is not None])


def _moves(number: int) -> str:
    return plural(number, "move")


# A race, for the page, with the titles of methods


Question: TypeAlias = Literal["work", "memory", "time", "length", "success"]
"""The criterion of a race: nodes expanded, states in memory, time, length of the solution, or whether one is found."""

CLEARLY = 1.5
NOISE = 0.005  # seconds
"""Of two single runs one counts as faster only if their times differ by this factor and by this much."""


def race_answer(comparison: Comparison, question: Question) -> tuple[str | None, str]:
    """The spec of the winner, if there is one, and the sentence that answers the question."""
    if not comparison.problem.is_solvable:
        return None, _UNSOLVABLE
    if not comparison.solved:
        return None, _length(comparison, _titles)[1]
    best, sentence = _ANSWERS[question](comparison, _titles)
    return (best[0].result.spec if len(best) == 1 else None), sentence


def race_summary(comparison: Comparison, question: Question) -> list[str]:
    """The answers to the other questions, then times and backends."""
    if not comparison.problem.is_solvable or not comparison.rows:
        return []
    others = [other for other in _ANSWERS if other not in (question, "success", "time") and comparison.solved]
    failed = [] if question == "success" and comparison.solved else _failed(comparison, _titles)
    times = [] if question == "time" and comparison.solved else [_times(comparison, _titles)[1]]
    return [*[_ANSWERS[other](comparison, _titles)[1] for other in others], *failed, *times]


# The answer to each question: the methods that are best, if others are worse, and a sentence

Names: TypeAlias = Callable[[Sequence[Row]], str]
Answer: TypeAlias = tuple[list[Row], str]


def _length(comparison: Comparison, names: Names) -> Answer:
    rows, proven = comparison.solved, comparison.lower_bound
    needed = f"; it is proven that {_moves(proven)} or more {'is' if proven == 1 else 'are'} needed"
    if not rows:
        return [], f"No method found a solution{needed}."
    shortest = min(row.result.length or 0 for row in rows)
    best = [row for row in rows if row.result.length == shortest]
    longer = sorted((row for row in rows if row not in best), key=lambda row: row.result.length or 0)
    is_proven = any(row.result.quality is Quality.OPTIMAL for row in rows) or proven == shortest
    found = f"found {'a solution' if len(best) == 1 else 'solutions'} of {_moves(shortest)}"
    text = f"{names(best)} {found}{', and none is shorter' if is_proven else needed}"
    others = [f"{names([row])} found one of {_moves(row.result.length or 0)}" for row in longer]
    if len(others) > _MOST_NAMED:
        lengths = [row.result.length or 0 for row in longer]
        others = [f"{len(longer)} others found solutions of {lengths[0]:,} to {_moves(lengths[-1])}"]
    return (best if longer else []), "; ".join([text, *others]) + "."


def _work(comparison: Comparison, names: Names) -> Answer:
    return _least(comparison.solved, names, "expanded")


def _memory(comparison: Comparison, names: Names) -> Answer:
    return _least(comparison.solved, names, "max_stored", verb="stored", noun="state", superlative=" at once")


def _least(
    rows: Sequence[Row], names: Names, counter: str, *, verb: str = "", noun: str = "node", superlative: str = ""
) -> Answer:
    """The methods with a solution that have the least value of a counter, and the ones that have the most."""
    counts = [getattr(row.result.stats, counter) for row in rows]
    least, most, verb = min(counts), max(counts), verb or counter
    best, worst = ([row for row, count in zip(rows, counts, strict=True) if count == end] for end in (least, most))
    if least == most:
        if len(rows) == 1:
            return [], f"{names(rows)} {verb} {plural(least, noun)}."
        return [], f"{names(rows)} {verb} the same number of {noun}s, {least:,}."
    each, every = ("" if len(group) == 1 else " each" for group in (best, worst))
    return best, (
        f"{names(best)} {verb} the fewest {noun}s{superlative}, {least:,}{each}; "
        f"{names(worst)} {verb} {most:,}{every}, {_times_as(most, least)}."
    )


def _success(comparison: Comparison, names: Names) -> Answer:
    solved = comparison.solved
    missing = _failed(comparison, names)
    verb = "found a solution" if len(solved) == 1 else "found solutions"
    return (list(solved) if missing else []), " ".join([f"{names(solved)} {verb}.", *missing])


def _times(comparison: Comparison, names: Names) -> Answer:
    """Which method was the fastest, unless the times are too close or come from different backends."""
    backends = {row.result.backend for row in comparison.rows}
    if len(backends) > 1:
        native = names([row for row in comparison.rows if row.result.backend == "native"])
        return [], f"{native} ran on the native core, the others in Python: their times cannot be compared."
    where = "on the native core" if backends == {"native"} else "in Python"
    ran = f"All methods ran {where}" if len(comparison.rows) > 1 else f"It ran {where}"
    rows = sorted(comparison.solved, key=lambda row: row.result.seconds)
    if len(rows) < 2:
        return [], f"{ran}."
    first, second = rows[0].result.seconds, rows[1].result.seconds
    if second < CLEARLY * first or second - first < NOISE:
        return [], f"{ran}; the times of the fastest are too close to compare ({_time(first)} and {_time(second)})."
    fastest, other = names(rows[:1]), names(rows[1:2])
    return rows[:1], f"{ran}; {fastest} was the fastest ({_time(first)}), then {other} ({_time(second)})."


_ANSWERS: dict[Question, Callable[[Comparison, Names], Answer]] = {
    "success": _success,
    "length": _length,
    "work": _work,
    "memory": _memory,
    "time": _times,
}


def _times_as(most: int, least: int) -> str:
    if not least:
        return "instead of none"
    ratio = most / least
    return f"{ratio:.1f} times as many" if ratio < 9.95 else f"{ratio:,.0f} times as many"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


# Two searches on one board, compared in one sentence


def pair_sentence(first: Trace, second: Trace) -> str:
    """Which search expanded more nodes, which stored more, and what they found.

    >>> import taquin
    >>> def record(method):
    ...     recorder = taquin.Recorder()
    ...     _ = taquin.solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=method, observer=recorder)
    ...     return recorder.trace()
    >>> pair_sentence(record("astar(misplaced)"), record("astar(manhattan)"))  # doctest: +NORMALIZE_WHITESPACE
    'A* · Misplaced tiles expanded 4.0 times as many nodes as A* · Manhattan (301 against 76) and stored 3.9 times as
    many at once (499 against 128); both found solutions of 14 moves.'
    """
    names = _names(first, second)
    stats = first.outcome.stats, second.outcome.stats
    expanded = _more(names, (stats[0].expanded, stats[1].expanded), "expanded", "nodes")
    stored = _more(names, (stats[0].max_stored, stats[1].max_stored), "stored", "at once")
    if not expanded[0] or expanded[0] == stored[0] or not stored[0]:
        both = f"{expanded[0] or stored[0] or 'Both'} {expanded[1]} and {stored[1]}"
    else:
        both = f"{expanded[0]} {expanded[1]}, but {stored[0]} {stored[1]}"
    return f"{both}; {_found(first, second, names)}."


def _names(first: Trace, second: Trace) -> tuple[str, str]:
    names = first.title, second.title
    return names if names[0] != names[1] else (f"{names[0]} (left)", f"{names[1]} (right)")


def _more(names: tuple[str, str], counts: tuple[int, int], verb: str, what: str) -> tuple[str, str]:
    """The method with the larger count, and what it did; no method where both are equal."""
    place = int(counts[1] > counts[0])
    most, least = counts[place], counts[1 - place]
    if most == least:
        return "", f"{verb} the same number of nodes{' at once' if what == 'at once' else ''} ({most:,})"
    other = f" as {names[1 - place]}" if what == "nodes" else f" {what}"
    nodes = " nodes" if what == "nodes" else ""
    ratio = most / max(least, 1)
    times = f"{ratio:,.{1 if ratio < 10 else 0}f} times as many" if ratio >= 1.1 else "slightly more"
    linked = other if "times" in times else other.replace(" as ", " than ")
    return names[place], f"{verb} {times}{nodes}{linked} ({most:,} against {least:,})"


def _found(first: Trace, second: Trace, names: tuple[str, str]) -> str:
    lengths = [None if trace.outcome.moves is None else len(trace.outcome.moves) for trace in (first, second)]
    if lengths[0] is not None and lengths[0] == lengths[1]:
        return f"both found solutions of {plural(lengths[0], 'move')}"
    parts = []
    for trace, name, length in zip((first, second), names, lengths, strict=True):
        outcome = trace.outcome
        ending = (
            f"found {plural(length, 'move')}" if length is not None else ending_text(outcome.status, outcome.reason)
        )
        parts.append(f"{name}{'' if length is not None else ':'} {ending}")
    return ", ".join(parts)
