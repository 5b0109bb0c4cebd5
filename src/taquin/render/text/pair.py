"""Two searches on one board, compared in one sentence."""

from __future__ import annotations

from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text
from taquin.trace.trace import Trace


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
