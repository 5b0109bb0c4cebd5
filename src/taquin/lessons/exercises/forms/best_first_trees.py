"""Questions on the search trees of A*: fill in values, find the next node, the order, the path."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from taquin.lessons.exercises.drafts import commas, listing, number
from taquin.lessons.exercises.material import GOAL, Moment, f_of, moment, recorded_search, sum_text
from taquin.lessons.exercises.question import Forms, Question
from taquin.trace.trace import Trace

forms = Forms("astar")


def _search(rng: Random) -> Trace:
    return recorded_search(rng, "astar(manhattan)", (5, 11), (8, 16))


def _some_steps(rng: Random) -> Moment:
    """A search of A* after a few expansions."""
    trace = _search(rng)
    return moment(trace, rng.randrange(2, max(3, min(6, trace.fold().expanded))), show="gh")


@forms.add("fill_f", "Fill in f")
def _fill_f(rng: Random) -> Question:
    tree = _some_steps(rng).tree
    return listing(
        "Write f of every node of this tree, in the order of the node numbers.",
        [f_of(node) for node in tree],
        f"f = g + h: {commas(f'node {node.number}: {sum_text(node)}' for node in tree)}.",
        tree=tree,
        blanks=("f",),
    )


@forms.add("fill_h", "Fill in h and f")
def _fill_h(rng: Random) -> Question:
    tree = moment(_search(rng), 1, show="gh").tree
    return listing(
        "Work out h (the Manhattan distance to this goal) and f of every node. Write the values of f in the order of "
        "the node numbers.",
        [f_of(node) for node in tree],
        "; ".join(f"node {node.number}: h = {node.h:g}, f = {f_of(node)}" for node in tree) + ".",
        boards=[("goal", GOAL)],
        tree=[replace(node, h=None) for node in tree],
        blanks=("h", "f"),
    )


@forms.add("next_in_tree", "Which node of the tree is next")
def _next_in_tree(rng: Random) -> Question:
    shown = _some_steps(rng)
    following = shown.open[0]
    waiting = commas(f"node {n}: {f_of(shown.node(n))}" for n in sorted(shown.open))
    return number(
        "This is the tree of A* with Manhattan distance; of nodes with equal f, the oldest is expanded first. Which "
        "node is expanded next?",
        following,
        f"f of the nodes in the frontier: {waiting}. The least is {f_of(shown.node(following))}, and {following} is "
        "the oldest node that has it.",
        tree=shown.tree,
    )


@forms.add("order", "The order of expansion")
def _order(rng: Random) -> Question:
    trace = _search(rng)
    count = min(4, trace.fold().expanded)
    shown = moment(trace, count, show="gh")
    return listing(
        "A* with Manhattan distance has expanded {count} nodes of this tree; of nodes with equal f, the oldest first. "
        "Which nodes, in order?",
        shown.closed,
        "Each time the node in the frontier with the least f = g + h: "
        + ", then ".join(f"{n} (f = {f_of(shown.node(n))})" for n in shown.closed)
        + ".",
        given={"count": count},
        tree=[replace(node, is_expanded=False) for node in shown.tree],
    )


@forms.add("path", "The path to a node")
def _path(rng: Random) -> Question:
    trace = recorded_search(rng, "astar(manhattan)", (4, 6), (6, 14))
    path = trace.node_path
    shown = moment(trace, trace.fold().expanded, show="gh")
    return listing(
        "A* has found the goal at node {node}. Which nodes are on the solution, from the root to the goal?",
        path,
        f"Go from node {path[-1]} to its parent again and again: {commas(reversed(path))}. Then reverse the list.",
        given={"node": path[-1]},
        tree=shown.tree,
    )
