"""The summary of a comparison in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.analysis.compare import Comparison, Row
from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text
from taquin.run.result import Quality, Status

_MOST_NAMED = 3


def findings(comparison: Comparison) -> list[str]:
    """The sentences, the most important first."""
    if not comparison.problem.is_solvable:
        return ["No algorithm can solve this: the goal cannot be reached from the start."]
    if not comparison.rows:
        return ["No combination was run."]
    sentences = [_shortest(comparison), *_heuristics(comparison), *_longer(comparison), *_failed(comparison)]
    missing = comparison.planned - len(comparison.rows)
    if missing:
        sentences.append(f"The comparison was interrupted: {plural(missing, 'combination')} {_were(missing)} not run.")
    return sentences


def _shortest(comparison: Comparison) -> str:
    """The length of a shortest solution, the methods that proved it, and those that expanded the fewest nodes."""
    best, optimum, solved = comparison.best, comparison.optimum, comparison.solved
    if best is None:
        single = f"{_name(comparison.rows[0])} found no solution" if len(comparison.rows) == 1 else ""
        none = single or f"None of the {len(comparison.rows)} combinations found a solution"
        return f"{none}; it is proven that {_moves(comparison.lower_bound)} or more {_are_needed(comparison)}."
    finders = [row for row in solved if row.result.length == best]
    if optimum is None:
        return (
            f"The shortest solution found has {_moves(best)} ({_names(finders)}); "
            f"it is proven that {comparison.lower_bound} or more are needed."
        )
    provers = [row for row in solved if row.result.quality is Quality.OPTIMAL]
    shortest = f"The shortest solution has {_moves(optimum)}"
    if not provers:
        bounds = [row for row in comparison.rows if row.result.lower_bound == comparison.lower_bound]
        return f"{shortest}: found by {_names(finders)}, and proven by the lower bound of {_names(bounds)}."
    if len(provers) == 1:
        only = "" if len(comparison.rows) == 1 else "only "
        expanded = plural(provers[0].result.stats.expanded, "node")
        return f"{shortest}: {only}{_name(provers[0])} proved it, with {expanded} expanded."
    fewest, most = (pick(row.result.stats.expanded for row in provers) for pick in (min, max))
    if fewest == most:
        proved = "both combinations" if len(provers) == 2 else f"all {len(provers)} combinations"
        return f"{shortest}; {proved} that proved it expanded {plural(fewest, 'node')}."
    first = [row for row in provers if row.result.stats.expanded == fewest]
    last = [row for row in provers if row.result.stats.expanded == most]
    return (
        f"{shortest}; of the {len(provers)} combinations that proved it, {_names(first)} expanded the fewest nodes "
        f"({fewest:,}) and {_names(last)} the most ({most:,})."
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
    fewest, most = (pick(row.result.stats.generated for row in rows) for pick in (min, max))
    if fewest == most:
        return [f"With {key}, {_heuristic_names(rows)} generated {plural(fewest, 'node')} each."]
    first = [row for row in rows if row.result.stats.generated == fewest]
    last = [row for row in rows if row.result.stats.generated == most]
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
        return [f"{_name(longer[0][1])} found a solution that is {_moves(least)} longer."]
    if least == most:
        return [f"{_names([row for _, row in longer])} found solutions that are {_moves(least)} longer."]
    nearest = _names([row for excess, row in longer if excess == least])
    farthest = _names([row for excess, row in longer if excess == most])
    span = f"from {_moves(least)} more ({nearest}) to {most:,} more ({farthest})"
    return [f"{len(longer)} combinations found longer solutions, {span}."]


FAILURES = {
    Status.LIMIT: "reached a limit",
    Status.STUCK: "got stuck",
    Status.EXHAUSTED: "ended without a solution",
    Status.UNSOLVABLE: "ended without a solution",
    Status.CANCELLED: "was interrupted",
}


def _failed(comparison: Comparison) -> list[str]:
    """Which runs found no solution, and why."""
    if len(comparison.rows) == 1 and not comparison.solved:
        result = comparison.rows[0].result
        return [f"It ended as {ending_text(result.status, result.reason)}."]
    parts = []
    for status, verb in FAILURES.items():
        rows = [row for row in comparison.rows if row.result.status is status]
        if rows:
            parts.append(f"{_names(rows)} {verb}")
    if not parts:
        return []
    return [f"{'; '.join(parts)}."]


def _name(row: Row) -> str:
    return row.result.spec


def _names(rows: Sequence[Row]) -> str:
    return listed([_name(row) for row in rows])


def _heuristic_names(rows: Sequence[Row]) -> str:
    return listed([row.method.heuristic.text for row in rows if row.method.heuristic is not None])


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``, ``a, b and 5 more``."""
    if len(names) == 1:
        return names[0]
    if len(names) > _MOST_NAMED:
        names = [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} more"]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _moves(number: int) -> str:
    return plural(number, "move")


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _are_needed(comparison: Comparison) -> str:
    return "is needed" if comparison.lower_bound == 1 else "are needed"
