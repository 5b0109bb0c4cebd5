"""Reproductions on length against effort: searches within a bound, and ARA*, on Korf's 15-puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from statistics import fmean

from taquin.algorithms.ara_star import ara_star
from taquin.experiments.instances import instance_set
from taquin.experiments.reproductions.reproduction import KORF, Bench, Column, Reproduction, Row, Subset, standard_error
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


BOUNDED_SUBOPTIMAL = Reproduction(
    name="bounded-suboptimal",
    title="Weighted A*, DPS and EES with Manhattan distance: lengths and nodes by bound",
    source="I. Pohl, Heuristic search viewed as path finding in a graph, Artificial Intelligence 1, 1970; D. "
    "Gilon, A. Felner and R. Stern, Dynamic potential search, SoCS 2016; J. Thayer and W. Ruml, Bounded suboptimal "
    "search, IJCAI 2011. A solution is at most weight times as long as the shortest. No published table over Korf's "
    "100 instances could be looked up, so the bound is tested here",
    convention="nodes expanded, states that are reached by a cheaper path are expanded again; ± is the standard error "
    "of the mean; factor: length divided by the published optimal length, as a mean and the largest",
    columns={
        "weight": Column("weight (bound)", "g"),
        "expanded": Column("expanded", ",.0f"),
        "error": Column("±", ",.0f"),
        "length": Column("mean length", ".2f"),
        "factor": Column("mean factor", ".3f"),
        "largest": Column("largest factor", ".3f"),
    },
    subsets={"easy": Subset("the 25 easy instances of Korf's 100", 40), "all": Subset("all 100 instances", 400)},
    measure=measure_bounded,
)


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


ARA_STAR = Reproduction(
    name="ara-star",
    title="ARA* with Manhattan distance on Korf's 15-puzzles: length and proven bound by expansions",
    source="M. Likhachev, G. Gordon and S. Thrun, ARA*: anytime A* with provable bounds on sub-optimality, NIPS 2003. "
    "Its figures are for a simulated robot arm and an outdoor rover: the figures here are our own",
    convention="nodes expanded; the weight falls by 0.5 after each iteration. Factor: length divided by the published "
    "optimal length; bound: length divided by the proven lower bound; means over the boards solved so far",
    columns={
        "weight": Column("first weight", "g"),
        "proven": Column("proven shortest"),
        "factor": Column("mean factor", ".3f"),
        "bound": Column("mean bound", ".3f"),
    },
    subsets={"few": Subset("the first 6 easy instances", 30), "all": Subset("the 25 easy instances", 120)},
    measure=measure_profiles,
)
