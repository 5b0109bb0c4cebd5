"""Questions on A* and greedy search: f, ties, when to stop, and their search trees."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from taquin.lessons.exercises.drafts import addition, choice, commas, listing, number, which_node, yes_no
from taquin.lessons.exercises.forms.bounded import forms as bounded_forms
from taquin.lessons.exercises.material import (
    GOAL,
    Draw,
    Forms,
    FrontierNode,
    Moment,
    f_of,
    f_sums,
    frontier_table,
    manhattan,
    moment,
    sum_text,
    with_least_f,
)
from taquin.lessons.exercises.question import Question
from taquin.puzzle.board import Board
from taquin.trace.trace import Trace

forms = Forms("astar")
_RULES = {"fifo": "the oldest", "lifo": "the newest", "low_h": "the one with the least h"}


@forms.with_goal("f_of_child", lambda rng: rng.near(6, 20))
def _f_of_child(rng: Draw, board: Board) -> Question:
    g = rng.randrange(1, 9)
    move = rng.choice(board.moves())
    h = manhattan(board.play(move))
    return number(
        g + 1 + h,
        f"The child has g = {g} + 1 = {g + 1} and h = {h}, so f = {addition((g + 1, h))}.",
        given={"g": g, "move": move.word},
    )


@forms.add("next")
def _next(rng: Draw) -> Question:
    nodes = rng.random_frontier(has_tie=False)
    (best,) = with_least_f(nodes)
    return which_node(
        best.number,
        f"f = g + h: {f_sums(nodes)}. Node {best.number} has the least f.",
        table=frontier_table(nodes),
    )


def _tie(rng: Draw, rule: str) -> Question:
    nodes = rng.random_frontier(has_tie=True)
    chosen = _chosen(nodes, rule)
    *others, last = (str(node.number) for node in with_least_f(nodes))
    names = f"{', '.join(others)} and {last}"
    return which_node(
        chosen,
        f"f = g + h: {f_sums(nodes)}. The nodes {names} have the least f; of these, {_RULES[rule]} is {chosen}.",
        given={"rule": rule},
        table=frontier_table(nodes),
    )


for _name, _rule in (("tie_oldest", "fifo"), ("tie_newest", "lifo"), ("tie_low_h", "low_h")):
    forms.add(_name)(partial(_tie, rule=_rule))


def _chosen(nodes: list[FrontierNode], rule: str) -> int:
    keys = {"fifo": lambda node: node.number, "lifo": lambda node: -node.number, "low_h": lambda node: node.h}
    return min(with_least_f(nodes), key=keys[rule]).number


@forms.add("which_rule")
def _which_rule(rng: Draw) -> Question:
    while True:
        nodes = rng.random_frontier(has_tie=True)
        chosen = {rule: _chosen(nodes, rule) for rule in _RULES}
        if len(set(chosen.values())) == 3:
            break
    rule = rng.choice(list(_RULES))
    return choice(
        _RULES[rule],
        _RULES.values(),
        f"f = g + h: {f_sums(nodes)}. Of the nodes with the least f, {_RULES[rule]} is {chosen[rule]}.",
        given={"node": chosen[rule]},
        table=frontier_table(nodes),
    )


@forms.add("greedy", is_extra=True)
def _greedy(rng: Draw) -> Question:
    while True:
        nodes = rng.random_frontier(has_tie=False)
        least = min(node.h for node in nodes)
        nearest = [node.number for node in nodes if node.h == least]
        if len(nearest) == 1:
            break
    return which_node(
        nearest[0],
        f"Greedy search looks at h alone: node {nearest[0]} has the least, {least}. The cost of the path to it does "
        "not count.",
        table=frontier_table(nodes),
    )


@forms.add("stop")
def _stop(rng: Draw) -> Question:
    goal_f = rng.randrange(10, 20)
    least = goal_f + rng.choice((-2, 0, 2))
    others = [least + 2 * rng.randrange(0, 3) for _ in range(3)]
    values = sorted([least, *others])
    return yes_no(
        least >= goal_f,
        f"A solution through a node costs at least its f. The least f of the others is {values[0]}, which is ",
        yes=f"not less than {goal_f}: yes.",
        no=f"less than {goal_f}: a shorter one may exist.",
        given={"goal": goal_f, "others": commas(values)},
    )


@forms.add("surely")
def _surely(rng: Draw) -> Question:
    cost = rng.randrange(10, 16)
    values = [cost + 2 * rng.randrange(-3, 3) for _ in range(7)]
    if not any(value < cost for value in values):
        values[0] = cost - 2
    count = sum(value < cost for value in values)
    return number(
        count,
        f"It expands every reachable node with f < {cost}: {count} of them. Whether it expands nodes with f = {cost} "
        f"depends on the tie-break; nodes with f > {cost} are never expanded.",
        given={"cost": cost, "values": commas(values)},
    )


@forms.add("improve")
def _improve(rng: Draw) -> Question:
    old, h = rng.randrange(7, 12), rng.randrange(2, 9)
    parent = old - rng.randrange(2, 5)
    return number(
        parent + 1 + h,
        f"The new path costs {parent} + 1 = {parent + 1}, less than {old}. The node gets the new g and parent: "
        f"f = {addition((parent + 1, h))}.",
        given={"old": old, "h": h, "parent": parent},
    )


@forms.add("pair", is_extra=True)
def _pair(rng: Draw) -> Question:
    forward, backward = ((rng.randrange(2, 12), rng.randrange(2, 12)) for _ in range(2))
    f, other_f, between = sum(forward), sum(backward), forward[0] + backward[0] + 1
    return number(
        max(f, other_f, between),
        f"The two nodes have f = {f} and f = {other_f}, and the paths to them have {forward[0]} + {backward[0]} moves, "
        f"with at least one more between them: {between}. The largest of the three is {max(f, other_f, between)}.",
        given=dict(zip(("g", "h", "other_g", "other_h"), (*forward, *backward), strict=True)),
    )


def _search(rng: Draw) -> Trace:
    return rng.recorded_search("astar(manhattan)", (5, 11), (8, 16))


def _some_steps(rng: Draw) -> Moment:
    """A search of A* after a few expansions."""
    trace = _search(rng)
    return moment(trace, rng.randrange(2, max(3, min(6, trace.fold().expanded))), show="gh")


@forms.add("fill_f")
def _fill_f(rng: Draw) -> Question:
    tree = _some_steps(rng).tree
    return listing(
        [f_of(node) for node in tree],
        f"f = g + h: {commas(f'node {node.number}: {sum_text(node)}' for node in tree)}.",
        tree=tree,
        blanks=("f",),
    )


@forms.add("fill_h")
def _fill_h(rng: Draw) -> Question:
    tree = moment(_search(rng), 1, show="gh").tree
    return listing(
        [f_of(node) for node in tree],
        "; ".join(f"node {node.number}: h = {node.h:g}, f = {f_of(node)}" for node in tree) + ".",
        boards=[("goal", GOAL)],
        tree=[replace(node, h=None) for node in tree],
        blanks=("h", "f"),
    )


@forms.add("next_in_tree")
def _next_in_tree(rng: Draw) -> Question:
    shown = _some_steps(rng)
    following = shown.open[0]
    waiting = commas(f"node {n}: {f_of(shown.node(n))}" for n in sorted(shown.open))
    return which_node(
        following,
        f"f of the nodes in the frontier: {waiting}. The least is {f_of(shown.node(following))}, and {following} is "
        "the oldest node that has it.",
        tree=shown.tree,
    )


@forms.add("order")
def _order(rng: Draw) -> Question:
    trace = _search(rng)
    count = min(4, trace.fold().expanded)
    shown = moment(trace, count, show="gh")
    return listing(
        shown.closed,
        "Each time the node in the frontier with the least f = g + h: "
        + ", then ".join(f"{n} (f = {f_of(shown.node(n))})" for n in shown.closed)
        + ".",
        given={"count": count},
        tree=[replace(node, is_expanded=False) for node in shown.tree],
    )


@forms.add("path")
def _path(rng: Draw) -> Question:
    trace = rng.recorded_search("astar(manhattan)", (4, 6), (6, 14))
    path = trace.node_path
    shown = moment(trace, trace.fold().expanded, show="gh")
    return listing(
        path,
        f"Go from node {path[-1]} to its parent again and again: {commas(reversed(path))}. Then reverse the list.",
        given={"node": path[-1]},
        tree=shown.tree,
    )


forms.all += bounded_forms.all
