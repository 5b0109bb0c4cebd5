"""Questions on IDA* and memory: bounds, pruned nodes, what is stored, what iterations cost, what RBFS keeps."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from taquin.lessons.exercises.drafts import (
    addition,
    choice,
    commas,
    comparison,
    distinct,
    listing,
    number,
    rounded,
    yes_no,
)
from taquin.lessons.exercises.material import Draw, Forms, f_of, manhattan, moment, recorded, sum_text, table_of
from taquin.lessons.exercises.question import FigureNode, Question, Table
from taquin.puzzle.board import Board
from taquin.puzzle.words import plural
from taquin.solving.solver import solve

forms = Forms("memory")


def _failed_iteration(rng: Draw) -> tuple[int, list[FigureNode], list[int]]:
    """A first iteration of IDA* that fails and whose tree fits on a page: its bound, its nodes and the pruned ones.

    The nodes do not show which of them were expanded.
    """
    while True:
        board = rng.near(6, 14)
        trace, bound = recorded(board, "ida_star(manhattan, lookback=2)"), manhattan(board)
        if len(trace.tree.begins) > 1:
            nodes = moment(trace, trace.tree.begins[1], show="gh").tree
            pruned = [node.number for node in nodes if f_of(node) > bound]
            if 5 <= len(nodes) <= 12 and len(pruned) >= 2:
                return bound, [replace(node, is_expanded=False) for node in nodes], pruned


@forms.with_goal("first_bound", lambda rng: rng.near(6, 22), "start")
def _first_bound(_: Draw, board: Board) -> Question:
    h = manhattan(board)
    return number(h, f"The bound of the first iteration is h of the start: {h}.")


@forms.add("pruned")
def _pruned(rng: Draw) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    return listing(
        pruned,
        f"Those with f = g + h > {bound}: {commas(f'node {n} ({sum_text(nodes[n])})' for n in pruned)}.",
        is_ordered=False,
        given={"bound": bound},
        tree=nodes,
    )


@forms.add("next_bound")
def _next_bound(rng: Draw) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    values = [f_of(nodes[n]) for n in pruned]
    return number(
        min(values),
        f"The least f above the bound: the pruned nodes have f = {commas(values)}, so {min(values)}.",
        given={"bound": bound},
        tree=nodes,
    )


@forms.add("next_bound_table")
def _next_bound_table(rng: Draw) -> Question:
    bound = rng.randrange(10, 20)
    values = [bound + 2 * rng.randrange(-3, 5) for _ in range(7)]
    values.append(bound + 2 * rng.randrange(1, 4))
    rng.shuffle(values)
    following = min(value for value in values if value > bound)
    return number(
        following,
        f"The least f that is larger than {bound}: {following}.",
        given={"bound": bound, "values": commas(values)},
    )


@forms.add("visit_order")
def _visit_order(rng: Draw) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    tree = [replace(node, board=None) for node in rng.renumbered(nodes)]
    order = [node.number for place, node in enumerate(tree) if place not in pruned]
    return listing(
        order,
        f"It expands the nodes with f ≤ {bound} in depth-first order: {commas(order)}.",
        given={"bound": bound},
        tree=tree,
    )


@forms.add("bounds")
def _bounds(rng: Draw) -> Question:
    while True:
        board = rng.near(8, 16)
        result = solve(board, algorithm="ida_star(manhattan)")
        bounds = [int(iteration.bound) for iteration in result.iterations]
        if 2 <= len(bounds) <= 5 and all(b - a == 2 for a, b in pairwise(bounds)):
            break
    return listing(
        bounds,
        f"From h = {bounds[0]} in steps of 2 up to the length {bounds[-1]}: {commas(bounds)}.",
        given={"h": bounds[0], "length": bounds[-1]},
        boards=[("start", board)],
    )


@forms.on_board("last_bound", lambda rng: rng.near(6, 20), "start")
def _last_bound(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    h = manhattan(board)
    return number(
        distance,
        f"The goal has f = g = {distance}. With a smaller bound it is pruned, and the bound never exceeds the length "
        "of a shortest solution.",
        given={"distance": distance, "h": h},
    )


@forms.add("step")
def _step(rng: Draw) -> Question:
    bound = rng.randrange(8, 30)
    right = str(bound + 2)
    return choice(
        right,
        distinct(right, (bound + 1, bound, bound + 3, bound - 2), 3),
        "g rises by 1 and h changes by 1, so f stays the same or rises by 2. The next bound is larger than "
        f"{bound} and has the same parity: {right}.",
        given={"bound": bound},
    )


@forms.on_board("stored", lambda rng: rng.near(8, 18), "start")
def _stored(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    return number(
        distance + 1,
        f"The start and one node for each of the {distance} moves: {distance + 1}.",
        given={"distance": distance},
    )


@forms.on_board("astar_memory", lambda rng: rng.near(10, 16), "start")
def _astar_memory(_: Draw, board: Board) -> Question:
    astar = recorded(board, "astar(manhattan)")
    stored = len(astar.tree)
    path = table_of().distance(board) + 1
    return rounded(
        stored / path,
        f"{stored} / {path} = {stored / path:.2f}. On harder boards the factor is much larger, because A* "
        "stores every node that it has generated.",
        given={"stored": stored, "path": path},
    )


@forms.add("bytes")
def _bytes(rng: Draw) -> Question:
    size, gigabytes, speed = rng.choice((50, 100, 200)), rng.choice((4, 8, 16)), rng.choice((1, 2, 4))
    nodes = gigabytes * 10**9 // size
    seconds = nodes // (speed * 10**6)
    return number(
        seconds,
        f"{gigabytes} · 10^9 / {size} = {nodes:,} nodes fit, which takes {nodes:,} / {speed},000,000 = {seconds} s.",
        given={"size": size, "speed": speed, "gigabytes": gigabytes},
    )


@forms.add("repeated")
def _repeated(rng: Draw) -> Question:
    factor, iterations = rng.randrange(2, 11), rng.randrange(3, 6)
    sizes = [factor**place for place in range(iterations)]
    return number(
        sum(sizes),
        f"{addition(sizes)}, only {sum(sizes) / sizes[-1]:.2f} times the last iteration.",
        given={"factor": factor, "iterations": iterations},
    )


@forms.add("backed_up")
def _backed_up(rng: Draw) -> Question:
    values = [rng.randrange(10, 24) for _ in range(3)]
    alternative = min(values) - rng.randrange(1, 4)
    return number(
        min(values),
        f"The least value of its children, {min(values)}: no solution below the node is shorter.",
        given={"values": commas(values), "alternative": alternative},
    )


@forms.add("go_back")
def _go_back(rng: Draw) -> Question:
    values = [rng.randrange(8, 20) for _ in range(3)]
    limit = rng.randrange(8, 20)
    rows = [(f"child {place}", value) for place, value in enumerate(values, start=1)]
    return yes_no(
        min(values) > limit,
        f"It goes back if the best child is worse than the limit: {comparison(min(values), limit)}, so it "
        f"{'goes back' if min(values) > limit else 'stays'}.",
        given={"limit": limit},
        table=Table.from_values(("child", "value"), rows),
    )


@forms.add("proof")
def _proof(rng: Draw) -> Question:
    bound = rng.randrange(10, 40)
    following = bound + 2
    return number(
        following,
        f"All paths were cut at nodes with f ≥ {following}, and f never overestimates: at least "
        f"{plural(following, 'move')}.",
        given={"bound": bound, "following": following},
    )
