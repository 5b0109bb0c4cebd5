"""Reproductions on length against effort: searches within a bound, and ARA*, on Korf's 15-puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from statistics import fmean

from taquin.algorithms.ara_star import ara_star
from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import KORF, Bench, Row, standard_error
from taquin.heuristics.manhattan import Manhattan
from taquin.puzzle.problem import Problem
from taquin.run.limits import Cancellation
from taquin.run.result import Status
from taquin.run.run import Run, Stop
from taquin.solving.method import make_method

BOUNDS = {"wastar": (1.3, 1.5, 1.75, 2, 2.5, 3, 5), "dps": (2, 3, 5), "ees": (2, 3, 5)}
"""By algorithm. DPS and EES run in Python, where smaller weights take too long."""


def measure_bounded(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set(KORF[subset]).instances
    for algorithm, weight in [(name, weight) for name, weights in BOUNDS.items() for weight in weights]:
        method = make_method(algorithm, "manhattan", {"weight": weight})
        solved = list(bench.solve_all(boards, method, f"{algorithm}, weight {weight:g}"))
        expanded = [result.stats.expanded for _, result in solved]
        factors = [(result.length or 0) / (instance.optimum or 1) for instance, result in solved]
        yield {
            "algorithm": algorithm,
            "weight": weight,
            "boards": len(boards),
            "expanded": fmean(expanded),
            "error": standard_error(expanded),
            "length": fmean(result.length or 0 for _, result in solved),
            "factor": fmean(factors),
            "largest": max(factors),
        }


# Profiles of ARA*: the length and the proven bound of its best solution by expansions, on 15-puzzles

WEIGHTS = (1.5, 3, 5)
EXPANSIONS = (1_000, 3_000, 10_000, 30_000, 100_000)


class _Profile(Run):
    """A run that records its best length and its lower bound at the given expansions, and stops at the last one."""

    def __init__(self, cancellation: Cancellation) -> None:
        super().__init__(cancellation=cancellation)
        self.points: list[tuple[int | None, int]] = []

    def record(self) -> None:
        self.points.append((self.anytime.length, ceil(self.lower_bound - 1e-9)))

    def expand(self, node: int) -> None:
        if len(self.points) == len(EXPANSIONS):
            raise Stop(Status.LIMIT, "the last point is recorded")
        super().expand(node)
        if self.counters.expanded == EXPANSIONS[len(self.points)]:
            self.record()


def profile(problem: Problem, weight: float, bench: Bench) -> list[tuple[int | None, int]]:
    """The best length, if there is one, and the lower bound at each number of expansions."""
    run = _Profile(bench.cancellation)
    with suppress(Stop):  # raised if there is no solution at the end
        ara_star(problem.space, run, Manhattan(problem.goal), weight=weight)
    bench.check()
    while len(run.points) < len(EXPANSIONS):  # the solution was proven shortest before
        run.record()
    return run.points


def measure_profiles(subset: str, bench: Bench) -> Iterator[Row]:
    boards = instance_set("korf100(easy)").instances[: 6 if subset == "few" else None]
    for weight in WEIGHTS:
        profiles = []
        for number, instance in enumerate(boards, start=1):
            bench.show(f"weight {weight:g}: board {number} of {len(boards)}")
            profiles.append((profile(instance.problem, weight, bench), instance.optimum or 1))
        for place, expansions in enumerate(EXPANSIONS):
            solved = [(length, points[place][1], best) for points, best in profiles if (length := points[place][0])]
            yield {
                "weight": weight,
                "expanded": expansions,
                "solved": len(solved),
                "proven": sum(length <= bound for length, bound, _ in solved),
                "factor": fmean(length / best for length, _, best in solved) if solved else None,
                "bound": fmean(length / bound for length, bound, _ in solved) if solved else None,
            }
