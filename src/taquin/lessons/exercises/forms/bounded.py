"""Questions of the unit on A*: searches with a bound on the length, which node is next, and what they prove."""

from __future__ import annotations

from math import ceil

from taquin.lessons.exercises.drafts import commas, number, rounded, which_node
from taquin.lessons.exercises.material import Draw, Forms, f_sums, frontier_table
from taquin.lessons.exercises.question import Question, Table

forms = Forms("astar")


@forms.add("weighted", is_extra=True)
def _weighted(rng: Draw) -> Question:
    while True:
        nodes, weight = rng.random_frontier(has_tie=False), rng.choice((2, 3, 5))
        values = {node.number: node.g + weight * node.h for node in nodes}
        best = [number for number, value in values.items() if value == min(values.values())]
        if len(best) == 1:
            break
    sums = commas(f"node {number}: {g} + {weight} · {h} = {g + weight * h}" for number, g, h in nodes)
    return which_node(
        best[0],
        f"g + weight · h: {sums}. The least is {min(values.values())}.",
        given={"weight": weight},
        table=frontier_table(nodes),
    )


@forms.add("weighted_bound", is_extra=True)
def _weighted_bound(rng: Draw) -> Question:
    weight, length = rng.choice((1.5, 2, 3)), rng.randrange(15, 60)
    least = ceil(length / weight)
    return number(
        least,
        f"The solution is at most {weight:g} times as long as a shortest one: {length} / {weight:g} = "
        f"{length / weight:.2f}, so at least {least}.",
        given={"weight": weight, "length": length},
    )


@forms.add("focal", is_extra=True)
def _focal(rng: Draw) -> Question:
    """Neither the node with the least f nor the one with the least h, so that both conditions matter."""
    while True:
        nodes, weight = rng.random_frontier(has_tie=False), rng.choice((1.25, 1.5, 2))
        least = min(node.f for node in nodes)
        within = sorted((node for node in nodes if node.f <= weight * least), key=lambda node: node.h)
        best = within[0]
        is_tie = len(within) > 1 and within[1].h == best.h
        if not is_tie and best.f > least and best.h > min(node.h for node in nodes):
            break
    return which_node(
        best.number,
        f"f = g + h: {f_sums(nodes)}. The least f is {least}, so f may be up to {weight:g} · {least} = "
        f"{weight * least:g}. Of {commas(f'node {node.number} (h = {node.h})' for node in within)}, node {best.number} "
        "has the least h.",
        given={"weight": weight},
        table=frontier_table(nodes),
    )


@forms.add("potential", is_extra=True)
def _potential(rng: Draw) -> Question:
    """Not the node with the least h: that is what focal search expands."""
    while True:
        nodes, weight = rng.random_frontier(has_tie=False), rng.choice((1.5, 2, 3))
        limit = weight * min(node.f for node in nodes)
        ranked = sorted(nodes, key=lambda node: (node.g - limit) / node.h)
        best, second = ((limit - node.g) / node.h for node in ranked[:2])
        if best - second > 0.1 and ranked[0].h > min(node.h for node in nodes):
            break
    potentials = commas(
        f"node {node.number}: ({limit:g} - {node.g}) / {node.h} = {(limit - node.g) / node.h:.2f}" for node in nodes
    )
    return which_node(
        ranked[0].number,
        f"f = g + h: {f_sums(nodes)}. The limit is {limit:g}. Potentials: {potentials}.",
        given={"weight": weight},
        table=frontier_table(nodes),
    )


@forms.add("estimates", is_extra=True)
def _estimates(rng: Draw) -> Question:
    while True:
        nodes, weight = rng.random_frontier(has_tie=False), rng.choice((1.25, 1.5, 2))
        rows = [(node, node.h + rng.randrange(0, 5)) for node in nodes]
        limit = weight * min(node.f for node in nodes)
        least = min(node.g + corrected for node, corrected in rows)
        near = sorted((corrected, node) for node, corrected in rows if node.g + corrected <= weight * least)
        nearest = near[0][1]
        has_one_nearest = len(near) > 1 and near[0][0] < near[1][0]
        if has_one_nearest and nearest.g + near[0][0] <= limit and nearest.h > min(node.h for node in nodes):
            break
    sums = commas(f"node {node.number}: {node.g} + {corrected} = {node.g + corrected}" for node, corrected in rows)
    return which_node(
        nearest.number,
        f"Corrected f: {sums}. At most {weight:g} · {least} = {weight * least:g}: "
        f"{commas(f'node {node.number} (corrected h = {corrected})' for corrected, node in near)}. Node "
        f"{nearest.number} has the least, and its corrected f {nearest.g + near[0][0]} is at most {weight:g} times the "
        f"least f: {limit:g}.",
        given={"weight": weight},
        table=Table.from_values(("node", "g", "h", "corrected h"), [(*node, corrected) for node, corrected in rows]),
    )


@forms.add("next_weight", is_extra=True)
def _next_weight(rng: Draw) -> Question:
    weight, step = rng.choice((2, 2.5, 3)), rng.choice((0.1, 0.2, 0.5))
    least = rng.randrange(12, 40)
    length = least + 2 * rng.randrange(1, ceil(least * (weight - 1) / 2))
    proven = length / least
    following = max(1.0, min(weight, proven) - step)
    return rounded(
        following,
        f"No solution is shorter than {least} moves, so {length} / {least} = {proven:.2f} is proven, less than the "
        f"weight {weight:g}. {proven:.2f} - {step:g} = {proven - step:.2f}"
        + ("." if proven - step >= 1 else ", which is below 1: the next weight is 1."),
        given={"weight": weight, "length": length, "least": least, "step": step},
    )
