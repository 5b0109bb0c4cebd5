"""Methods on the same instances: ratios with intervals, tests and effect sizes of pairs, and ranks. It needs SciPy.

All compare logarithms, as ratios do. A run without a solution is a censored value: it is worse than every run with one,
and by how much is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import combinations
from math import inf, isinf, log

from taquin.errors import missing_package
from taquin.experiments.record import Record
from taquin.experiments.report.measures import Instance, Measure, backends_of, compared_values, instance_of, methods_of

LEVEL = 0.95
FEWEST = 10
"""With fewer boards that both have solved there is no interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSummary:
    """Two methods, compared on the instances that both have run."""

    first: str
    second: str
    common: int
    """Instances that both have solved."""
    only_first: int
    """Instances that both have run, and only the first has solved."""
    only_second: int
    ratio: float | None
    """The geometric mean of second / first where both have solved: 2 means that the second needs twice as much. None
    without such instances, or if a value is 0. This and what follows is None for a time on different backends."""
    low: float | None
    """The ends of the interval of the ratio, at 95 %: Student's t on the logarithms. None for fewer than ``FEWEST``."""
    high: float | None
    p_value: float | None
    """Wilcoxon signed rank on the logarithms, two-sided, with the instances that only one has solved as the largest
    differences: the probability of such differences if both methods were alike. None if neither has solved any."""
    effect: float | None
    """The matched-pairs rank-biserial correlation: 1 if the second needs more everywhere, -1 if it needs less. None if
    neither has solved any."""
    adjusted: float | None = None
    """The p-value after Holm's correction over all pairs that have one."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Three or more methods on the instances that all have run."""

    ranks: dict[str, float]
    """The mean rank of each method over the instances: 1 is the best; methods without a solution share the last."""
    instances: int
    statistic: float
    """Friedman's, corrected for ties: chi-squared with one degree of freedom less than there are methods."""
    p_value: float


def has_scipy() -> bool:
    return find_spec("scipy") is not None


def compare_pairs(rows: Sequence[Record], measure: Measure, baseline: str | None = None) -> list[PairSummary]:
    """Every pair of methods, or only those of ``baseline`` with another one. Raises ``BackendError`` without SciPy.

    A pair whose values are not comparable, because of the backends that ran, has only its counts.
    """
    values, groups = _values(rows, measure), comparable_methods(rows, measure)
    names = combinations(values, 2) if baseline is None else ((baseline, name) for name in values if name != baseline)
    pairs = [_compare((first, values[first]), (second, values[second])) for first, second in names]
    pairs = [
        pair if any({pair.first, pair.second} <= group for group in groups.values()) else _blank(pair) for pair in pairs
    ]
    adjusted = iter(holm([pair.p_value for pair in pairs if pair.p_value is not None]))
    return [pair if pair.p_value is None else replace(pair, adjusted=next(adjusted)) for pair in pairs]


def _blank(pair: PairSummary) -> PairSummary:
    return replace(pair, ratio=None, low=None, high=None, p_value=None, effect=None)


def comparable_methods(rows: Sequence[Record], measure: Measure) -> dict[str, set[str]]:
    """Groups of methods whose values can be compared: for times and memory by backend, if several ran; else one."""
    ran = {method: set(backends_of(rows, method)) for method in methods_of(rows)}
    backends = sorted(set().union(*ran.values()))
    if len(backends) < 2 or not measure.depends_on_backend:
        return {"": set(ran)}
    return {backend: {method for method, names in ran.items() if names <= {backend}} for backend in backends}


def rank_methods(rows: Sequence[Record], measure: Measure) -> Ranking | None:
    """The ranks of three or more methods, and Friedman's test; None if it has nothing to compare."""
    from scipy.stats import friedmanchisquare, rankdata

    values = _values(rows, measure)
    common = sorted(set.intersection(*map(set, values.values())))
    boards = [
        ranked for instance in common if len(set(ranked := [measured[instance] for measured in values.values()])) > 1
    ]
    if len(values) < 3 or not boards:
        return None
    ranks = dict(zip(values, rankdata(boards, axis=1).mean(axis=0).tolist(), strict=True))
    test = friedmanchisquare(*zip(*boards, strict=True))
    return Ranking(ranks, len(boards), float(test.statistic), float(test.pvalue))


def _values(rows: Sequence[Record], measure: Measure) -> dict[str, dict[Instance, float]]:
    """The value of every method on every instance that it has run; infinite without a solution."""
    if not has_scipy():
        raise missing_package("comparing methods needs SciPy", "stats")
    ran: dict[str, dict[Instance, float]] = {method: {} for method in methods_of(rows)}
    compared = compared_values(rows, measure)
    for row in rows:
        if (instance := instance_of(row)) not in compared[row.method]:
            ran[row.method][instance] = inf
    return {method: values | ran[method] if ran[method] else values for method, values in compared.items()}


def log_ratio(x: float, y: float) -> float:
    """The logarithm of y / x, 0 if both are 0 or both infinite.

    >>> log_ratio(1, inf), log_ratio(0, 0), log_ratio(inf, 5), log_ratio(3, 3)
    (inf, 0.0, -inf, 0.0)
    """
    if x == y:
        return 0.0
    if x == 0 or y == 0 or isinf(x) or isinf(y):
        return inf if y > x else -inf
    return log(y / x)


def _compare(one: tuple[str, dict[Instance, float]], other: tuple[str, dict[Instance, float]]) -> PairSummary:
    (first, before), (second, after) = one, other
    both = [(value, after[instance]) for instance, value in before.items() if instance in after]
    solved = [(x, y) for x, y in both if not isinf(x) and not isinf(y)]
    ratio, low, high = ratio_interval(*zip(*solved, strict=True)) if solved else (None, None, None)
    differences = [log_ratio(x, y) for x, y in both]
    is_comparable = any(not isinf(min(x, y)) for x, y in both)
    return PairSummary(
        first=first,
        second=second,
        common=len(solved),
        only_first=sum(isinf(y) and not isinf(x) for x, y in both),
        only_second=sum(isinf(x) and not isinf(y) for x, y in both),
        ratio=ratio,
        low=low,
        high=high,
        p_value=signed_rank(differences) if is_comparable else None,
        effect=rank_biserial(differences) if is_comparable else None,
    )


def ratio_interval(xs: Sequence[float], ys: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The geometric mean of y / x and its interval; None if a value is not positive, no interval for few values."""
    import numpy as np
    from scipy.stats import t

    if min(*xs, *ys) <= 0:
        return None, None, None
    logs = np.log(np.asarray(ys, dtype=float) / np.asarray(xs, dtype=float))
    mean = float(logs.mean())
    if len(logs) < FEWEST:
        return float(np.exp(mean)), None, None
    half = float(t.ppf((1 + LEVEL) / 2, len(logs) - 1) * logs.std(ddof=1) / np.sqrt(len(logs)))
    return float(np.exp(mean)), float(np.exp(mean - half)), float(np.exp(mean + half))


def signed_rank(differences: Sequence[float]) -> float:
    """The p-value of Wilcoxon's signed rank test, two-sided, with Pratt's ranks of differences of 0; 1 if all are 0."""
    from scipy.stats import wilcoxon

    return float(wilcoxon(_finite(differences), zero_method="pratt").pvalue) if any(differences) else 1.0


def rank_biserial(differences: Sequence[float]) -> float:
    """(W⁺ - W⁻) / (sum of all ranks) of the same test (D. S. Kerby, Comprehensive Psychology 3, 2014).

    >>> rank_biserial([1, 2, 3]), rank_biserial([1, -2, inf, 0])
    (1.0, 0.3)
    """
    from scipy.stats import rankdata

    ranks = rankdata([abs(difference) for difference in differences])
    signed = sum(
        rank * ((difference > 0) - (difference < 0)) for rank, difference in zip(ranks, differences, strict=True)
    )
    return float(signed / sum(ranks)) if any(differences) else 0.0


def _finite(differences: Sequence[float]) -> list[float]:
    """The differences with the same signs and the same order of sizes."""
    largest = max((abs(difference) for difference in differences if not isinf(difference)), default=0.0) + 1
    return [
        largest if difference == inf else -largest if difference == -inf else difference for difference in differences
    ]


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: if all hypotheses are true, at most 5 % of experiments have a corrected p-value below 5 %.

    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979.

    >>> [round(each, 9) for each in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, (len(p_values) - place) * p_values[index])
        adjusted[index] = min(largest, 1.0)
    return adjusted
