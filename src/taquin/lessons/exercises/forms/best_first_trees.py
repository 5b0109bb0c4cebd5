"""Questions on the search trees of A*: fill in values, find the next node, the order, the path."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from taquin.lessons.exercises.drafts import listing, number
from taquin.lessons.exercises.material import GOAL, Moment, moment, recorded_search
from taquin.lessons.exercises.question import FigureNode, Forms, Question
from taquin.trace.trace import Trace

forms = Forms("astar")


def _search(rng: Random, method: str = "astar(manhattan)") -> Trace:
    return recorded_search(rng, method, (5, 11), (8, 16))


def _steps(rng: Random, trace: Trace, least: int = 2) -> int:
    return rng.randrange(least, max(least + 1, min(6, trace.fold().expanded)))


def _blank(shown: Moment, names: str) -> tuple[FigureNode, ...]:
    """The tree without these values."""
    return tuple(
        replace(node, h=None if "h" in names else node.h, f=None if "f" in names else node.f) for node in shown.tree
    )


@forms.add("fill_f", "Fill in f")
def _fill_f(rng: Random) -> Question:
    trace = _search(rng)
    shown = moment(trace, _steps(rng, trace), show="ghf")
    values = [f"{node.f:g}" for node in shown.tree]
    return listing(
        "Write f of every node of this tree, in the order of the node numbers.",
        values,
        "f = g + h: "
        + ", ".join(f"node {node.number}: {node.g:g} + {node.h:g} = {node.f:g}" for node in shown.tree)
        + ".",
        tree=_blank(shown, "f"),
        blanks=("f",),
    )


@forms.add("fill_h", "Fill in h and f")
def _fill_h(rng: Random) -> Question:
    trace = _search(rng)
    shown = moment(trace, 1, show="ghf")
    values = [f"{node.f:g}" for node in shown.tree]
    return listing(
        "Work out h (Manhattan distance to the goal beside the tree) and f of every node. Write the values of f in the "
        "order of the node numbers.",
        values,
        "h and f: " + ", ".join(f"node {node.number}: h {node.h:g}, f {node.f:g}" for node in shown.tree) + ".",
        boards=[("goal", GOAL)],
        tree=_blank(shown, "hf"),
        blanks=("h", "f"),
    )


@forms.add("next_in_tree", "Which node of the tree is next")
def _next_in_tree(rng: Random) -> Question:
    trace = _search(rng)
    shown = moment(trace, _steps(rng, trace), show="gh")
    following = shown.open[0]
    waiting = ", ".join(f"node {n}: {_f(shown, n):g}" for n in sorted(shown.open))
    return number(
        "This is the tree of A* with Manhattan distance; of equal nodes the oldest goes first. Which node is expanded "
        "next?",
        following,
        f"f of the nodes that wait: {waiting}. The least is {_f(shown, following):g}, and {following} is the oldest "
        "node that has it.",
        tree=shown.tree,
    )


def _f(shown: Moment, number_: int) -> float:
    node = shown.node(number_)
    assert node.g is not None
    assert node.h is not None
    return node.g + node.h


@forms.add("order", "The order of expansion")
def _order(rng: Random) -> Question:
    trace = _search(rng)
    count = min(4, trace.fold().expanded)
    full = moment(trace, count, show="gh")
    tree = tuple(replace(node, is_expanded=False) for node in full.tree)
    return listing(
        "A* with Manhattan distance has expanded {count} nodes of this tree; of equal nodes the oldest goes first. "
        "Which ones, in order?",
        full.closed,
        "Each time the node with the least f = g + h of those known: "
        + ", then ".join(f"{n} (f = {_f(full, n):g})" for n in full.closed)
        + ".",
        given={"count": count},
        tree=tree,
    )


@forms.add("path", "The path to a node")
def _path(rng: Random) -> Question:
    trace = recorded_search(rng, "astar(manhattan)", (4, 6), (6, 14))
    path = trace.node_path
    shown = moment(trace, trace.fold().expanded, show="gh")
    return listing(
        "A* has found the goal at node {node}. Which nodes are on the solution, from the root to the goal?",
        path,
        f"Go from node {path[-1]} to its parent again and again: {', '.join(map(str, reversed(path)))}; then read it "
        "backwards.",
        given={"node": path[-1]},
        tree=shown.tree,
    )
