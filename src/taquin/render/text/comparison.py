"""The outcome of a comparison in sentences, each the answer to a question: for the terminal, a race, or a pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from taquin.analysis.comparison import Comparison, Row
from taquin.puzzle.rounding import round_up
from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text
from taquin.run.result import Quality, Stats, Status
from taquin.trace.trace import Trace

MOST_NAMED = 3
_UNSOLVABLE = "No method can solve this board: the goal cannot be reached from it."

FAILURES = {
    Status.LIMIT: "reached a limit",
    Status.STUCK: "got stuck",
    Status.EXHAUSTED: "ended without a solution",
    Status.UNSOLVABLE: "ended without a solution",
    Status.CANCELLED: "was interrupted",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """One run, with the name that the sentences use."""

    name: str
    spec: str = ""
    status: Status
    length: int | None
    stats: Stats
    lower_bound: float
    is_optimal: bool = False
    seconds: float = 0
    backend: str = ""


def _run(row: Row, name: str) -> _Run:
    result = row.result
    return _Run(
        name=name,
        spec=result.spec,
        status=result.status,
        length=result.length if result.is_solved else None,
        stats=result.stats,
        lower_bound=result.lower_bound,
        is_optimal=result.quality is Quality.OPTIMAL,
        seconds=result.seconds,
        backend=result.backend,
    )


def _names(runs: Sequence[_Run]) -> str:
    return names_text([run.name for run in runs])


def names_text(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b and 5 more``."""
    if len(names) == 1:
        return names[0]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _solved(runs: Sequence[_Run]) -> list[_Run]:
    return [run for run in runs if run.length is not None]


def _failed(runs: Sequence[_Run]) -> list[str]:
    """Which methods found no solution, and why."""
    groups = [([run for run in runs if run.status is status], verb) for status, verb in FAILURES.items()]
    return [f"{_names(group)} {verb}." for group, verb in groups if group]


# The command line: the specs of its table


def findings(comparison: Comparison) -> list[str]:
    """The sentences of the command line: length, nodes, heuristics, failures."""
    if not comparison.problem.is_solvable:
        return [_UNSOLVABLE]
    if not comparison.rows:
        return ["No method was run."]
    runs = [_run(row, row.result.spec) for row in comparison.rows]
    sentences = [_length(runs)[1]]
    if _solved(runs):
        sentences += [_ANSWERS["work"](runs)[1], *_heuristics(comparison)]
    if len(runs) == 1 and not _solved(runs):
        result = comparison.rows[0].result
        sentences.append(f"It ended as {ending_text(result.status, result.reason)}.")
    else:
        sentences += _failed(runs)
    missing = comparison.planned - len(runs)
    if missing:
        were = "was" if missing == 1 else "were"
        sentences.append(f"The comparison was interrupted: {plural(missing, 'method')} {were} not run.")
    return sentences


def _heuristics(comparison: Comparison) -> list[str]:
    """The effect of the heuristic, for the algorithm that ran with most of them, if others ran too."""
    groups: dict[str, list[_Run]] = {}
    for row in comparison.solved:
        if row.method.heuristic is not None:
            groups.setdefault(row.algorithm, []).append(_run(row, row.method.heuristic.text))
    algorithm = max(groups, key=lambda key: len(groups[key]), default="")  # the first of equals
    if not algorithm or not 1 < len(groups[algorithm]) < len(comparison.solved):
        return []
    return [f"With {algorithm}, {_least(groups[algorithm], 'generated')[1]}"]


# The page: the titles of methods


Question: TypeAlias = Literal["work", "memory", "time", "length", "success"]
"""The criterion of a race: nodes expanded, states in memory, time, length of the solution, or whether one is found."""

CLEARLY = 1.5
NOISE = 0.005  # seconds
"""Of two single runs one counts as faster only if their times differ by this factor and by this much."""


def race_answer(comparison: Comparison, question: Question) -> tuple[str | None, str]:
    """The spec of the winner, if there is one, and the sentence that answers the question."""
    if not comparison.problem.is_solvable:
        return None, _UNSOLVABLE
    runs = _titled(comparison)
    best, sentence = _ANSWERS[question if _solved(runs) else "length"](runs)
    return (best[0].spec if len(best) == 1 else None), sentence


def race_summary(comparison: Comparison, question: Question) -> list[str]:
    """The answers to the other questions, then times and backends."""
    if not comparison.problem.is_solvable or not comparison.rows:
        return []
    runs = _titled(comparison)
    has_solution = bool(_solved(runs))
    others = [other for other in _ANSWERS if other not in (question, "success", "time") and has_solution]
    failed = [] if question == "success" and has_solution else _failed(runs)
    times = [] if question == "time" and has_solution else [_times(runs)[1]]
    return [*[_ANSWERS[other](runs)[1] for other in others], *failed, *times]


def _titled(comparison: Comparison) -> list[_Run]:
    return [_run(row, row.method.title) for row in comparison.rows]


def pair_sentences(first: Trace, second: Trace) -> str:
    """What two recorded searches on one board found, and which expanded and stored less.

    >>> import taquin
    >>> def record(method):
    ...     recorder = taquin.Recorder()
    ...     _ = taquin.solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=method, observer=recorder)
    ...     return recorder.trace()
    >>> pair_sentences(record("astar(misplaced)"), record("astar(manhattan)"))  # doctest: +NORMALIZE_WHITESPACE
    'A* · Misplaced tiles and A* · Manhattan found solutions of 14 moves, and none is shorter. A* · Manhattan expanded
    the fewest nodes, 76; A* · Misplaced tiles expanded 301, 4.0 times as many. A* · Manhattan stored the fewest states
    at once, 128; A* · Misplaced tiles stored 499, 3.9 times as many.'
    """
    runs = [
        _Run(
            name=trace.title,
            status=trace.outcome.status,
            length=None if trace.outcome.moves is None else len(trace.outcome.moves),
            stats=trace.outcome.stats,
            lower_bound=trace.outcome.lower_bound,
        )
        for trace in (first, second)
    ]
    if first.title == second.title:
        runs = [replace(run, name=f"{run.name} ({side})") for run, side in zip(runs, ("left", "right"), strict=True)]
    return " ".join([_length(runs)[1], *_failed(runs), _least(runs, "expanded")[1], _stored(runs)[1]])


# The answer to each question: the methods that are best, if others are worse, and a sentence

Answer: TypeAlias = tuple[list[_Run], str]


def _length(runs: Sequence[_Run]) -> Answer:
    solved, proven = _solved(runs), max((round_up(run.lower_bound) for run in runs), default=0)
    needed = f"; it is proven that {plural(proven, 'move')} or more {'is' if proven == 1 else 'are'} needed"
    needed = needed if proven else ""
    if not solved:
        return [], f"No method found a solution{needed}."
    shortest = min(run.length or 0 for run in solved)
    best = [run for run in solved if run.length == shortest]
    longer = sorted((run for run in solved if run.length != shortest), key=lambda run: run.length or 0)
    is_proven = any(run.is_optimal for run in solved) or proven == shortest
    verb = f"found {'a solution' if len(best) == 1 else 'solutions'} of {plural(shortest, 'move')}"
    text = f"{_names(best)} {verb}{', and none is shorter' if is_proven else needed}"
    others = [f"{run.name} found one of {plural(run.length or 0, 'move')}" for run in longer]
    if len(others) > MOST_NAMED:
        lengths = [run.length or 0 for run in longer]
        others = [f"{len(longer)} others found solutions of {lengths[0]:,} to {plural(lengths[-1], 'move')}"]
    return (best if longer else []), "; ".join([text, *others]) + "."


def _stored(runs: Sequence[_Run]) -> Answer:
    known = [run for run in runs if run.stats.max_stored] or runs  # not of a user's algorithm that reports nothing
    return _least(known, "max_stored", verb="stored", noun="state", superlative=" at once")


def _least(runs: Sequence[_Run], counter: str, *, verb: str = "", noun: str = "node", superlative: str = "") -> Answer:
    """The methods that have the least value of a counter, and the ones that have the most."""
    counts = [getattr(run.stats, counter) for run in runs]
    least, most, verb = min(counts), max(counts), verb or counter
    best, worst = ([run for run, count in zip(runs, counts, strict=True) if count == end] for end in (least, most))
    if least == most:
        if len(runs) == 1:
            return [], f"{_names(runs)} {verb} {plural(least, noun)}."
        return [], f"{_names(runs)} {verb} the same number of {noun}s{superlative}, {least:,}."
    of_best, of_worst = ("" if len(group) == 1 else " each" for group in (best, worst))
    return best, (
        f"{_names(best)} {verb} the fewest {noun}s{superlative}, {least:,}{of_best}; "
        f"{_names(worst)} {verb} {most:,}{of_worst}, {_times_as(most, least)}."
    )


def _success(runs: Sequence[_Run]) -> Answer:
    solved, missing = _solved(runs), _failed(runs)
    verb = "found a solution" if len(solved) == 1 else "found solutions"
    return (solved if missing else []), " ".join([f"{_names(solved)} {verb}.", *missing])


def _times(runs: Sequence[_Run]) -> Answer:
    """Which method was the fastest, unless the times are too close or come from different backends."""
    backends = {run.backend for run in runs}
    if len(backends) > 1:
        native = _names([run for run in runs if run.backend == "native"])
        return [], f"{native} ran on the native core, the others in Python: their times cannot be compared."
    seconds = {run.name: run.seconds for run in _solved(runs)}
    winner, sentence = fastest(seconds, backends.pop(), are_several=len(runs) > 1)
    return [run for run in runs if run.name == winner], sentence


def fastest(seconds: Mapping[str, float], backend: str, *, are_several: bool, of: str = "") -> tuple[str | None, str]:
    """Which method was clearly the fastest, if one was, and a sentence; ``of`` says which times these are."""
    where = "on the native core" if backend == "native" else "in Python"
    ran = f"All methods ran {where}" if are_several else f"It ran {where}"
    times = sorted(seconds.items(), key=lambda item: item[1])[:2]
    if len(times) < 2:
        return None, f"{ran}."
    (winner, first), (other, second) = times
    if second < CLEARLY * first or second - first < NOISE:
        words = f"the times of the fastest are too close to compare ({_time(first)} and {_time(second)}{of})"
        return None, f"{ran}; {words}."
    return winner, f"{ran}; {winner} was the fastest ({_time(first)}{of}), then {other} ({_time(second)})."


_ANSWERS: dict[Question, Callable[[Sequence[_Run]], Answer]] = {
    "success": _success,
    "length": _length,
    "work": lambda runs: _least(_solved(runs), "expanded"),
    "memory": lambda runs: _stored(_solved(runs)),
    "time": _times,
}


def _times_as(most: int, least: int) -> str:
    if not least:
        return "instead of none"
    return f"{ratio_text(most / least)} times as many"


def ratio_text(ratio: float) -> str:
    """A factor with two digits or more.

    >>> ratio_text(3.94), ratio_text(186.2)
    ('3.9', '186')
    """
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"
