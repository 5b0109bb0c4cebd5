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


@forms.add("expanded", "Count expanded nodes")
def _expanded(rng: Draw) -> Question:
    tree = _tree(rng)
    done = sum(node.is_expanded for node in tree)
    return number(
        "How many nodes of this tree have been expanded?",
        done,
        f"A node is expanded when its successors are generated: {done} nodes. The others wait in the frontier.",
        hint="Count the nodes with a solid border: their successors were generated.",
        tree=tree,
    )


@forms.add("generated", "Count generated nodes")
def _generated(rng: Draw) -> Question:
    tree = _tree(rng)
    return number(
        "How many nodes has the search generated so far? The root does not count.",
        len(tree) - 1,
        f"The tree has {len(tree)} nodes, and one of them is the root: {len(tree) - 1}.",
        hint="Count all nodes of the tree except the root.",
        tree=tree,
    )


@forms.add("frontier", "The largest frontier")
def _frontier(rng: Draw) -> Question:
    sizes = [1]
    for _ in range(6):
        sizes.append(max(1, sizes[-1] - 1 + rng.randrange(0, 4)))
    rows = [(step, after - before + 1) for step, (before, after) in enumerate(pairwise(sizes), start=1)]
    return number(
        "A search begins with the root in its frontier. Each step takes one node out and adds its new children. How "
        "large does the frontier get, counted after each step?",
        max(sizes),
        f"Sizes after each step: {commas(sizes[1:])}. The largest is {max(sizes)}.",
        hint="Keep a running size: one node less and its children more in each step.",
        table=Table.from_values(("step", "new children"), rows),
    )


@forms.add("other_names", "Counters of other courses")
def _other_names(rng: Draw) -> Question:
    expanded = rng.randrange(30, 900)
    return number(
        "Taquin reports {expanded} expanded nodes; it does not expand the goal. Another program also counts the goal "
        "when it takes it from the frontier. Which number does that program report for the same search?",
        expanded + 1,
        f"One more: {expanded} + 1 = {expanded + 1}. Compare only numbers with the same definition.",
        hint="The goal is one more node.",
        given={"expanded": expanded},
    )


@forms.add("mean", "The mean")
def _mean(rng: Draw) -> Question:
    values = _counts(rng, 5)
    return rounded(
        "Five boards took {values} expansions. What is the mean?",
        mean(values),
        f"({' + '.join(map(str, values))}) / 5 = {sum(values)} / 5 = {mean(values):.2f}.",
        hint="Divide the sum by the number of boards.",
        given={"values": commas(values)},
    )


@forms.add("median", "The median")
def _median(rng: Draw) -> Question:
    values = _counts(rng, 4)
    values.append(rng.randrange(5000, 20000))
    rng.shuffle(values)
    return number(
        "Five boards took {values} expansions. What is the median?",
        median(values),
        f"In order: {commas(sorted(values))}; the middle one is {median(values)}. The mean, {mean(values):.1f}, "
        "depends on one hard board.",
        hint="Sort the numbers first; the median is in the middle.",
        given={"values": commas(values)},
    )


@forms.add("speedup", "How many times fewer")
def _speedup(rng: Draw) -> Question:
    fewer = rng.randrange(10, 60)
    more = fewer * rng.randrange(2, 30) + rng.randrange(0, fewer)
    return rounded(
        "On one board A* expands {more} nodes with misplaced tiles and {fewer} with Manhattan distance. How many times "
        "as many is that?",
        more / fewer,
        f"{more} / {fewer} = {more / fewer:.2f}.",
        hint="Divide the larger number by the smaller one.",
        given={"more": more, "fewer": fewer},
    )


@forms.add("faster", "Fewer nodes or less time")
def _faster(rng: Draw) -> Question:
    while True:
        one, other = rng.randrange(100, 900) * 100, rng.randrange(20, 400) * 100
        cost, dear = rng.randrange(1, 5), rng.randrange(4, 25)
        times = one * cost / 1000, other * dear / 1000
        if other < one and abs(times[0] - times[1]) > 0.1 * max(times):
            break
    right = "the simple one" if times[0] < times[1] else "the expensive one"
    return choice(
        "A simple heuristic leads to {one} nodes at {cost} µs each, an expensive one to {other} nodes at {dear} µs "
        "each. Which one is faster?",
        right,
        ["the simple one", "the expensive one", "both take the same time"],
        f"{one:,} · {cost} µs = {times[0]:.1f} ms against {other:,} · {dear} µs = {times[1]:.1f} ms.",
        hint="Multiply nodes by the time of a node, for both.",
        given={"one": one, "cost": cost, "other": other, "dear": dear},
    )


@forms.add("rate", "Nodes per second")
def _rate(rng: Draw) -> Question:
    seconds, rate = rng.randrange(2, 20), rng.randrange(10, 90) * 1000
    return number(
        "A search generates {nodes} nodes in {seconds} s. How many nodes per second is that?",
        rate,
        f"{rate * seconds:,} / {seconds} = {rate:,}.",
        hint="Divide the nodes by the seconds.",
        given={"nodes": rate * seconds, "seconds": seconds},
    )


@forms.add("growth", "The growth from depth to depth")
def _growth(rng: Draw) -> Question:
    factor, first, start = rng.choice((1.5, 2, 3)), rng.randrange(2, 9) * 16, rng.randrange(4, 12)
    values = [int(first * factor**place) for place in range(4)]
    rows = [(start + 2 * place, value) for place, value in enumerate(values)]
    ratio = (values[-1] / values[0]) ** (1 / 6)
    return rounded(
        "The table shows the mean number of nodes for boards of different depths. By what factor does it grow per "
        "move, on average from the first row to the last?",
        ratio,
        f"Six moves lie between the first row and the last: ({values[-1]} / {values[0]})^(1/6) = {ratio:.2f}.",
        hint="Divide the last value by the first, then take the root for the moves between them.",
        tolerance=0.02,
        table=Table.from_values(("depth", "nodes"), rows),
    )


@forms.add("extrapolate", "Nodes at a larger depth")
def _extrapolate(rng: Draw) -> Question:
    factor, nodes, more = rng.choice((2, 3)), rng.randrange(100, 900), rng.randrange(2, 7)
    return number(
        "A search needs {nodes} nodes at depth 20 and {factor} times as many with each further move. How many nodes "
        "does it need at depth {depth}?",
        nodes * factor**more,
        f"{nodes} · {factor}^{more} = {nodes * factor**more:,}.",
        hint="Multiply by the factor once for each further move.",
        given={"nodes": nodes, "factor": factor, "depth": 20 + more},
    )


@forms.add("branching", "The effective branching factor")
def _branching(rng: Draw) -> Question:
    depth, nodes = rng.randrange(4, 13), rng.randrange(20, 600)
    factor = effective_branching_factor(nodes, depth)
    low = floor(100 * factor) / 100
    sums = [sum(value**power for power in range(1, depth + 1)) for value in (low, low + 0.01)]
    return rounded(
        "A search generates {nodes} nodes and finds a solution of {depth} moves. The effective branching factor b is "
        "that of a uniform tree of this depth with as many nodes: b + b^2 + … + b^{depth} = {nodes}. What is b?",
        factor,
        f"Trying values: for b = {low:.2f} the sum is {sums[0]:.1f}, for b = {low + 0.01:.2f} it is {sums[1]:.1f}; "
        f"b = {factor:.4f} gives {nodes}.",
        hint="Try a value of b: is the sum too large or too small?",
        tolerance=0.02,
        given={"nodes": nodes, "depth": depth},
    )


@forms.add("gap", "How far from the shortest")
def _gap(rng: Draw) -> Question:
    bound = rng.randrange(40, 90)
    length = bound + rng.randrange(1, 15)
    return number(
        "A run ends with a solution of {length} moves and a proven lower bound of {bound}. By at most how many per "
        "cent of the bound is the solution longer than a shortest one? Round up to a whole number.",
        ceil(100 * (length - bound) / bound),
        f"At most {plural(length - bound, 'move')}: {length - bound} / {bound} = {100 * (length - bound) / bound:.1f} "
        "%, rounded up.",
        hint="Divide the difference by the bound, not by the length.",
        given={"length": length, "bound": bound},
    )


@forms.add("status", "How a run ends")
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
        "With which status does this run end: {words}?",
        status,
        _STATUS,
        f"The status is {status}: {why}",
        hint="Check parity first; then ask what ended the search.",
        given={"words": words, "method": method, "nodes": limit},
        boards=[("start", start)],
    )
