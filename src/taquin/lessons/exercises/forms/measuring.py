"""Questions on measuring searches: counters, averages, growth, and what a run proves."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from statistics import mean, median

from taquin.analysis.branching import effective_branching_factor
from taquin.lessons.exercises.drafts import choice, commas, number, rounded
from taquin.lessons.exercises.material import Draw, Forms, moment
from taquin.lessons.exercises.question import FigureNode, Question, Table
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.solving.solver import solve

forms = Forms("measuring")
_STATUS = ("solved", "unsolvable", "exhausted", "stuck", "limit")


def _counts(rng: Draw, count: int) -> list[int]:
    return [rng.randrange(20, 400) for _ in range(count)]


def _tree(rng: Draw) -> tuple[FigureNode, ...]:
    """The tree of A* after a few expansions."""
    trace = rng.recorded_search("astar(manhattan)", (4, 10), (7, 15))
    return moment(trace, rng.randrange(2, min(trace.fold().expanded, 5) + 1), show="gh").tree


@forms.add("expanded")
def _expanded(rng: Draw) -> Question:
    tree = _tree(rng)
    done = sum(node.is_expanded for node in tree)
    return number(
        done,
        f"A node is expanded when its successors are generated: {done} nodes. The others wait in the frontier.",
        tree=tree,
    )


@forms.add("generated")
def _generated(rng: Draw) -> Question:
    tree = _tree(rng)
    return number(
        len(tree) - 1,
        f"The tree has {len(tree)} nodes, and one of them is the root: {len(tree) - 1}.",
        tree=tree,
    )


@forms.add("frontier")
def _frontier(rng: Draw) -> Question:
    sizes = [1]
    for _ in range(6):
        sizes.append(max(1, sizes[-1] - 1 + rng.randrange(0, 4)))
    rows = [(step, after - before + 1) for step, (before, after) in enumerate(pairwise(sizes), start=1)]
    return number(
        max(sizes),
        f"Sizes after each step: {commas(sizes[1:])}. The largest is {max(sizes)}.",
        table=Table.from_values(("step", "new children"), rows),
    )


@forms.add("other_names")
def _other_names(rng: Draw) -> Question:
    expanded = rng.randrange(30, 900)
    return number(
        expanded + 1,
        f"One more: {expanded} + 1 = {expanded + 1}. Compare only numbers with the same definition.",
        given={"expanded": expanded},
    )


@forms.add("mean")
def _mean(rng: Draw) -> Question:
    values = _counts(rng, 5)
    return rounded(
        mean(values),
        f"({' + '.join(map(str, values))}) / 5 = {sum(values)} / 5 = {mean(values):.2f}.",
        given={"values": commas(values)},
    )


@forms.add("median")
def _median(rng: Draw) -> Question:
    values = _counts(rng, 4)
    values.append(rng.randrange(5000, 20000))
    rng.shuffle(values)
    return number(
        median(values),
        f"In order: {commas(sorted(values))}; the middle one is {median(values)}. The mean, {mean(values):.1f}, "
        "depends on one hard board.",
        given={"values": commas(values)},
    )


@forms.add("speedup")
def _speedup(rng: Draw) -> Question:
    fewer = rng.randrange(10, 60)
    more = fewer * rng.randrange(2, 30) + rng.randrange(0, fewer)
    return rounded(more / fewer, f"{more} / {fewer} = {more / fewer:.2f}.", given={"more": more, "fewer": fewer})


@forms.add("faster")
def _faster(rng: Draw) -> Question:
    while True:
        one, other = rng.randrange(100, 900) * 100, rng.randrange(20, 400) * 100
        cost, dear = rng.randrange(1, 5), rng.randrange(4, 25)
        times = one * cost / 1000, other * dear / 1000
        if other < one and abs(times[0] - times[1]) > 0.1 * max(times):
            break
    right = "the simple one" if times[0] < times[1] else "the expensive one"
    return choice(
        right,
        ["the simple one", "the expensive one", "both take the same time"],
        f"{one:,} · {cost} µs = {times[0]:.1f} ms against {other:,} · {dear} µs = {times[1]:.1f} ms.",
        given={"one": one, "cost": cost, "other": other, "dear": dear},
    )


@forms.add("rate")
def _rate(rng: Draw) -> Question:
    seconds, rate = rng.randrange(2, 20), rng.randrange(10, 90) * 1000
    return number(
        rate,
        f"{rate * seconds:,} / {seconds} = {rate:,}.",
        given={"nodes": rate * seconds, "seconds": seconds},
    )


@forms.add("growth")
def _growth(rng: Draw) -> Question:
    factor, first, start = rng.choice((1.5, 2, 3)), rng.randrange(2, 9) * 16, rng.randrange(4, 12)
    values = [int(first * factor**place) for place in range(4)]
    rows = [(start + 2 * place, value) for place, value in enumerate(values)]
    ratio = (values[-1] / values[0]) ** (1 / 6)
    return rounded(
        ratio,
        f"Six moves lie between the first row and the last: ({values[-1]} / {values[0]})^(1/6) = {ratio:.2f}.",
        tolerance=0.02,
        table=Table.from_values(("depth", "nodes"), rows),
    )


@forms.add("extrapolate")
def _extrapolate(rng: Draw) -> Question:
    factor, nodes, more = rng.choice((2, 3)), rng.randrange(100, 900), rng.randrange(2, 7)
    return number(
        nodes * factor**more,
        f"{nodes} · {factor}^{more} = {nodes * factor**more:,}.",
        given={"nodes": nodes, "factor": factor, "depth": 20 + more},
    )


@forms.add("branching")
def _branching(rng: Draw) -> Question:
    depth, nodes = rng.randrange(4, 13), rng.randrange(20, 600)
    factor = effective_branching_factor(nodes, depth)
    low = floor(100 * factor) / 100
    sums = [sum(value**power for power in range(1, depth + 1)) for value in (low, low + 0.01)]
    return rounded(
        factor,
        f"Trying values: for b = {low:.2f} the sum is {sums[0]:.1f}, for b = {low + 0.01:.2f} it is {sums[1]:.1f}; "
        f"b = {factor:.4f} gives {nodes}.",
        tolerance=0.02,
        given={"nodes": nodes, "depth": depth},
    )


@forms.add("gap")
def _gap(rng: Draw) -> Question:
    bound = rng.randrange(40, 90)
    length = bound + rng.randrange(1, 15)
    return number(
        ceil(100 * (length - bound) / bound),
        f"At most {plural(length - bound, 'move')}: {length - bound} / {bound} = {100 * (length - bound) / bound:.1f} "
        "%, rounded up.",
        given={"length": length, "bound": bound},
    )


@forms.add("status")
def _status(rng: Draw) -> Question:
    story = rng.choice(("unsolvable", "limit", "exhausted", "stuck", "solved"))
    start = rng.near(14, 20)
    method, limit, words = "astar(manhattan)", 0, "A* with Manhattan distance"
    while story == "unsolvable" and Problem(start).is_solvable:
        start = rng.shuffled()
    if story == "limit":
        limit, words = 20, "A* with Manhattan distance, stopped after 20 generated nodes"
    if story == "exhausted":
        method, words = "depth_limited(limit=6)", "depth-limited search with the limit 6"
    if story == "stuck":
        method, words = "hill_climbing(manhattan)", "hill climbing with Manhattan distance"
        while str(solve(start, algorithm=method).status) != "stuck":
            start = rng.near(14, 20)
    status = str(solve(start, algorithm=method, backend="python", nodes=limit or None).status)
    why = {
        "solved": "the search found the goal.",
        "unsolvable": "start and goal differ in parity, which is checked before any search.",
        "exhausted": "all paths within the depth limit were searched; the shortest solution is longer.",
        "stuck": "every neighbour of the last board has a larger h.",
        "limit": "the limit on nodes ended the search; nothing is proven about the board.",
    }[status]
    return choice(
        status,
        _STATUS,
        f"The status is {status}: {why}",
        given={"words": words, "method": method, "nodes": limit},
        boards=[("start", start)],
    )
