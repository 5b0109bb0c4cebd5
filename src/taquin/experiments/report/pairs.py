"""Two methods on the same instances: ratio with its interval, significance, and effect size. It needs SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import combinations

from taquin.errors import missing_package
from taquin.experiments.records import Row
from taquin.experiments.report.measures import Instance, Measure, instance_of, methods_of, solved_values

RESAMPLES = 2000
LEVEL = 0.95
_SEED = 1
_FEWEST = 2
"""With fewer common instances there is no interval and no test."""


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
    ratio: float | None = None
    """The geometric mean of second / first: 2 means that the second needs twice as much. None if a value is 0."""
    low: float | None = None
    """The ends of the bootstrap interval of the ratio, at 95 % (BCa, or percentile where all ratios are equal)."""
    high: float | None = None
    p_value: float | None = None
    """Wilcoxon signed rank, two-sided: the probability of such differences if both methods were alike."""
    effect: float | None = None
    """Vargha and Delaney's A: how probable it is that a value of the second is larger than one of the first, ties
    counted half. 0.5: no difference."""


def has_scipy() -> bool:
    """Whether SciPy is installed."""
    return find_spec("scipy") is not None


def compare_pairs(rows: Sequence[Row], measure: Measure) -> list[PairSummary]:
    """Every pair of methods. Raises ``BackendError`` if SciPy is missing."""
    if not has_scipy():
        raise missing_package("comparing pairs needs SciPy", "stats")
    values = {method: solved_values(rows, method, measure) for method in methods_of(rows)}
    ran = {method: {instance_of(row) for row in rows if row["method"] == method} for method in values}

    def on_common(method: str, other: str) -> dict[Instance, float]:
        return {instance: value for instance, value in values[method].items() if instance in ran[other]}

    return [
        _compare(first, on_common(first, second), second, on_common(second, first))
        for first, second in combinations(values, 2)
    ]


def _compare(first: str, before: dict[Instance, float], second: str, after: dict[Instance, float]) -> PairSummary:
    common = [instance for instance in before if instance in after]
    counts = {
        "first": first,
        "second": second,
        "common": len(common),
        "only_first": len(before) - len(common),
        "only_second": len(after) - len(common),
    }
    if len(common) < _FEWEST:
        return PairSummary(**counts)  # type: ignore[arg-type]
    xs, ys = [before[instance] for instance in common], [after[instance] for instance in common]
    ratio, low, high = ratio_interval(xs, ys)
    tests = {"p_value": signed_rank(xs, ys), "effect": superiority(xs, ys)}
    return PairSummary(**counts, ratio=ratio, low=low, high=high, **tests)  # type: ignore[arg-type]


def ratio_interval(xs: Sequence[float], ys: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """The geometric mean of y / x and its bootstrap interval; None if a value is not positive."""
    import numpy as np
    from scipy.stats import bootstrap

    if min(*xs, *ys) <= 0:
        return None, None, None
    logs = np.log(np.asarray(ys, dtype=float) / np.asarray(xs, dtype=float))
    ratio = float(np.exp(logs.mean()))
    if np.ptp(logs) < 1e-12:  # all ratios are equal
        return ratio, ratio, ratio
    found = bootstrap(
        (logs,), np.mean, n_resamples=RESAMPLES, confidence_level=LEVEL, method="BCa", rng=np.random.default_rng(_SEED)
    )
    low, high = (float(np.exp(end)) for end in found.confidence_interval)
    return ratio, low, high


def signed_rank(xs: Sequence[float], ys: Sequence[float]) -> float:
    """The p-value of Wilcoxon's signed rank test; 1 if all pairs are equal."""
    from scipy.stats import wilcoxon

    if all(x == y for x, y in zip(xs, ys, strict=True)):
        return 1.0
    return float(wilcoxon(ys, xs).pvalue)


def superiority(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Vargha and Delaney's A of the second over the first (Journal of Educational and Behavioral Statistics, 2000).

    >>> superiority([1, 2, 3], [3, 4, 5])  # 8 of 9 pairs are larger, one is equal
    0.9444444444444444
    """
    from scipy.stats import mannwhitneyu

    return float(mannwhitneyu(ys, xs).statistic) / (len(xs) * len(ys))
