"""The outcome of a comparison on many boards in sentences: what it shows, with the numbers, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean, median

from taquin.analysis.comparison import BoardsComparison, MethodSummary
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text.comparison import FAILURES, MOST_NAMED, fastest, names_text, ratio_text
from taquin.run.result import Status

_SMALLER = {
    "misplaced": {"blind"},
    "gaschnig": {"misplaced", "blind"},
    "euclidean": {"misplaced", "blind"},
    "manhattan": {"euclidean", "misplaced", "blind"},
    "linear_conflict": {"manhattan", "euclidean", "misplaced", "blind"},
    "walking_distance": {"manhattan", "euclidean", "misplaced", "blind"},
}
"""Which heuristics each one dominates: on every board it is at least as large, and both are admissible."""

_EQUAL = 1.05  # a smaller factor is called "about as many"
_FEWEST_FOR_TREND = 9  # boards
_TREND = 1.5  # the factor of the longest third of the boards to that of the shortest
_CHANCE = 0.05  # a sign test with a larger p may be chance
_FEW = 10  # boards


@dataclass(frozen=True, slots=True)
class Pair:
    """The method that expanded fewer nodes, and another one, on the boards that both solved."""

    better: str
    other: str
    factors: tuple[tuple[int, float], ...]
    """For each board, from the shortest solution to the longest: its length, and how many times more the other did."""

    @property
    def factor(self) -> float:
        return median(factor for _, factor in self.factors)

    @property
    def wins(self) -> int:
        """The boards on which it expanded fewer nodes."""
        return sum(factor > 1 for _, factor in self.factors)

    @property
    def chance(self) -> float:
        """The p-value of a two-sided sign test: how likely so uneven a split is if neither method is better.

        >>> Pair("a", "b", tuple((10, 2.0) for _ in range(5))).chance
        0.0625
        """
        losses = sum(factor < 1 for _, factor in self.factors)
        boards, fewer = self.wins + losses, min(self.wins, losses)
        ways: int = sum(comb(boards, count) for count in range(fewer + 1))
        return min(1.0, 2 * ways / 2.0**boards)


def board_findings(comparison: BoardsComparison) -> list[str]:
    """What the runs show: boards solved, lengths, nodes with their factors, and times."""
    if not comparison.rows:
        return ["No run was finished."]
    if not any(summary.solved for summary in comparison.summaries):
        return [*_solved(comparison), f"No method solved a {comparison.kind}."]
    times = _times(comparison)
    efforts = [*map(_effort, _shown(pairs_of(comparison))), *_reason(comparison)]
    return [*_solved(comparison), *_lengths(comparison), *efforts, *times[1]]


def board_caveats(comparison: BoardsComparison) -> list[str]:
    """What may not be concluded."""
    if not comparison.rows:
        return []
    return [*_chances(comparison), *_limited(comparison), *_slower(comparison), _scope(comparison)]


def pairs_of(comparison: BoardsComparison) -> list[Pair]:
    """The best method with each other one, the closest first.

    The best is the one with the fewest nodes among those that solved the most boards.
    """
    best = min(_ablest(comparison), key=lambda summary: summary.medians["expanded"] or 0).method.text
    pairs = [_pair(comparison, best, other) for other in comparison.by_method if other != best]
    return sorted((pair for pair in pairs if pair.factors), key=lambda pair: pair.factor)


def _ablest(comparison: BoardsComparison) -> list[MethodSummary]:
    """The methods that solved the most boards: a method that gives up on the hard ones is not the faster one."""
    most = max(summary.solved for summary in comparison.summaries)
    return [summary for summary in comparison.summaries if summary.solved == most]


def _pair(comparison: BoardsComparison, better: str, other: str) -> Pair:
    first, second = comparison.by_method[better], comparison.by_method[other]
    factors = []
    for board in first.keys() & second.keys():
        one, two = first[board].result, second[board].result
        if one.is_solved and two.is_solved:
            factor = max(two.stats.expanded, 1) / max(one.stats.expanded, 1)
            factors.append((comparison.length_of(board) or 0, factor))
    return Pair(better, other, tuple(sorted(factors)))


def _shown(pairs: Sequence[Pair]) -> Sequence[Pair]:
    """All pairs, or the closest and the most distant ones if there are many."""
    return pairs if len(pairs) <= MOST_NAMED else [*pairs[: MOST_NAMED - 1], pairs[-1]]


def _effort(pair: Pair) -> str:
    boards = len(pair.factors)
    on = f"fewer on {pair.wins:,} of {plural(boards, 'board')}"
    if pair.factor < _EQUAL:
        return f"{pair.better} expanded about as many nodes as {pair.other} (median), {on}."
    return (
        f"{pair.better} expanded {ratio_text(pair.factor)} times fewer nodes than {pair.other} (median), {on}"
        f"{_trend(pair)}."
    )


def _reason(comparison: BoardsComparison) -> Iterator[str]:
    """Why the best method expanded fewer nodes than the most distant one, where both found shortest solutions only."""
    pairs = [pair for pair in pairs_of(comparison) if pair.factor >= _EQUAL]
    if not pairs:
        return
    names = pairs[-1].better, pairs[-1].other
    rows = [comparison.by_method[name] for name in names]
    shared = [board for board in rows[0].keys() & rows[1].keys() if all(one[board].excess == 0 for one in rows)]
    factors = [[one[board].effective_branching_factor for board in shared] for one in rows]
    if len(shared) < len(pairs[-1].factors) or any(factor is None for one in factors for factor in one):
        return
    best, other = (median(factor for factor in one if factor is not None) for one in factors)
    if f"{best:.2f}" >= f"{other:.2f}":
        return
    methods = [next(iter(one.values())).method for one in rows]
    keys = [method.heuristic.spec.key if method.heuristic and method.heuristic.spec else "blind" for method in methods]
    growth = f"the effective branching factor is {best:.2f} instead of {other:.2f} (medians)"
    if keys[1] in _SMALLER.get(keys[0], ()) and methods[0].algorithm is methods[1].algorithm:
        yield (
            f"Why: {keys[0]} is at least as large as {keys[1]} on every board (it dominates it), so fewer nodes have "
            f"an f below the length of the solution; {growth}. See `taquin course heuristics`."
        )
    else:
        yield f"Why: {growth}, and nodes grow with its power of the depth. See `taquin course measuring`."


def _trend(pair: Pair) -> str:
    """Whether the factor grows or shrinks with the length, from third to third of the boards; else empty."""
    count = len(pair.factors)
    if count < _FEWEST_FOR_TREND:
        return ""
    third = count // 3
    parts = pair.factors[:third], pair.factors[third:-third], pair.factors[-third:]
    short, middle, long = (median(factor for _, factor in part) for part in parts)
    if short < middle < long and long >= _TREND * short:
        change = "larger"
    elif short > middle > long and short >= _TREND * long:
        change = "smaller"
    else:
        return ""
    least, most = f"{pair.factors[third - 1][0]:,} moves or fewer", f"{pair.factors[-third][0]:,} or more"
    return (
        f"; the longer the solution, the {change} the factor: {ratio_text(short)} on the boards of {least}, "
        f"{ratio_text(long)} on those of {most}"
    )


def _solved(comparison: BoardsComparison) -> Iterator[str]:
    summaries, boards = comparison.summaries, plural(len(comparison.boards), comparison.kind)
    complete = [summary.method.text for summary in summaries if summary.solved == len(comparison.boards)]
    if complete:
        are_all = 1 < len(complete) == len(summaries)
        every = "Both methods" if len(summaries) == 2 else f"All {len(summaries)} methods"
        names = every if are_all else names_text(complete)
        yield f"{names} solved all {boards}."
    for summary in summaries:
        if summary.solved < summary.boards:
            reasons = [f"{FAILURES[Status(status)]} on {count:,}" for status, count in summary.failures.items()]
            yield f"{summary.method.text} solved {summary.solved:,} of {boards}: it {' and '.join(reasons)}."


def _lengths(comparison: BoardsComparison) -> Iterator[str]:
    """Which methods found only shortest or cheapest solutions, and how far those of the others are from that."""
    has_costs = any(row.cost != row.result.length for row in comparison.rows)
    excesses = {
        name: [row.excess for row in rows.values() if row.excess is not None]
        for name, rows in comparison.by_method.items()
    }
    shortest = [name for name, values in excesses.items() if values and not any(values)]
    if shortest:
        yield f"All solutions of {names_text(shortest)} are {'cheapest' if has_costs else 'shortest'}."
    for name, values in excesses.items():
        if any(values) and has_costs:
            mean, most = f"{fmean(values):,g}", f"{max(values):,g}"
            yield f"The solutions of {name} cost {mean} more than optimal on average, at most {most}."
        elif any(values):
            yield (
                f"The solutions of {name} are {fmean(values):,.1f} moves longer than optimal on average, "
                f"at most {max(values):,}."
            )


def _times(comparison: BoardsComparison) -> tuple[str | None, list[str]]:
    """The method with the least median time, if it is clear, and a sentence if all ran on one backend."""
    backends = {summary.backend for summary in comparison.summaries}
    if len(backends) > 1 or "," in (backend := backends.pop()):
        return None, []
    seconds = {summary.method.text: summary.medians["seconds"] or 0 for summary in _ablest(comparison)}
    winner, sentence = fastest(seconds, backend, are_several=len(comparison.summaries) > 1, of=" per board, median")
    return winner, [sentence]


# What may not be concluded


def _chances(comparison: BoardsComparison) -> Iterator[str]:
    if any(summary.solved for summary in comparison.summaries):
        for pair in _shown(pairs_of(comparison)):
            if pair.chance > _CHANCE:
                yield (
                    f"Whether {pair.better} or {pair.other} needs fewer nodes is open: such a split of "
                    f"{plural(len(pair.factors), 'board')} can be chance (sign test, p = {pair.chance:.2f})."
                )


def _limited(comparison: BoardsComparison) -> Iterator[str]:
    """Why the means of methods that reached a limit are too low."""
    limited = [summary for summary in comparison.summaries if str(Status.LIMIT) in summary.failures]
    if limited:
        names = names_text([summary.method.text for summary in limited])
        its, count = ("its", "counts") if len(limited) == 1 else ("their", "count")
        yield (
            f"{names} {count} unfinished runs with what they did up to the limit, so {its} true effort is larger; the "
            "factors are over boards that both methods solved, the easier ones."
        )


def _slower(comparison: BoardsComparison) -> Iterator[str]:
    winner, _ = _times(comparison)
    pairs = pairs_of(comparison) if winner is not None else []
    if pairs and pairs[0].better != winner:
        yield f"Fewer nodes are not less time here: {pairs[0].better} expanded the fewest, {winner} was the fastest."


def _scope(comparison: BoardsComparison) -> str:
    first, count = comparison.boards[0], len(comparison.boards)
    kind = f"{first.shape} boards" if isinstance(first, Problem) else "spaces"
    few = f" {count} are few: compare more." if count < _FEW else ""
    return f"This holds for these {kind}; other sizes, goals and difficulties may give other factors.{few}"
