"""Questions on IDA* and memory: bounds, pruned nodes, what is stored."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from taquin.lessons.exercises.drafts import commas, listing, number
from taquin.lessons.exercises.material import GOAL, f_of, manhattan, near, renumbered, sum_text, with_goal
from taquin.lessons.exercises.question import FigureNode, Forms, Question
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.solving.solver import solve

forms = Forms("memory")


def _visit(board: Board, bound: float) -> tuple[list[FigureNode], list[int], bool]:
    """An iteration of IDA*: all nodes in the order of generation, those that are pruned, and if the goal is found."""
    nodes: list[FigureNode] = []
    pruned: list[int] = []

    def visit(here: Board, parent: int, move: Move | None, g: int) -> bool:
        number_ = len(nodes)
        h = manhattan(here)
        is_cut = g + h > bound
        nodes.append(
            FigureNode(
                number=number_,
                parent=parent,
                move=move.letter if move is not None else "",
                board=here,
                g=g,
                h=h,
                is_expanded=not is_cut and here != GOAL,
            )
        )
        if is_cut:
            pruned.append(number_)
            return False
        if here == GOAL:
            return True
        return any(
            visit(here.play_unchecked(following), number_, following, g + 1)
            for following in here.moves()
            if move is None or following is not move.opposite
        )

    is_found = visit(board, -1, None, 0)
    return nodes, pruned, is_found


def _failed_iteration(rng: Random) -> tuple[int, list[FigureNode], list[int]]:
    """A first iteration of IDA* that fails and whose tree fits on a page: its bound, its nodes and the pruned ones.

    The nodes do not show which of them were expanded.
    """
    while True:
        board = near(rng, 6, 14)
        bound = manhattan(board)
        nodes, pruned, is_found = _visit(board, bound)
        if not is_found and 5 <= len(nodes) <= 12 and len(pruned) >= 2:
            return bound, [replace(node, is_expanded=False) for node in nodes], pruned


@forms.add("first_bound", "The first bound")
def _first_bound(rng: Random) -> Question:
    board = near(rng, 6, 22)
    h = manhattan(board)
    return number(
        "IDA* with Manhattan distance solves this board. What is its first bound?",
        h,
        f"The bound of the first iteration is h of the start: {h}.",
        boards=with_goal(board, "start"),
    )


@forms.add("pruned", "Which nodes are pruned")
def _pruned(rng: Random) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    return listing(
        "This is the tree of one iteration of IDA* with the bound {bound}. Which nodes were pruned?",
        pruned,
        f"Those with f = g + h > {bound}: {commas(f'node {n} ({sum_text(nodes[n])})' for n in pruned)}.",
        is_ordered=False,
        given={"bound": bound},
        tree=nodes,
    )


@forms.add("next_bound", "The next bound")
def _next_bound(rng: Random) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    values = [f_of(nodes[n]) for n in pruned]
    return number(
        "This is the tree of one iteration of IDA* with the bound {bound}; the goal was not found. What is the bound "
        "of the next iteration?",
        min(values),
        f"The least f above the bound: the pruned nodes have f = {commas(values)}, so {min(values)}.",
        given={"bound": bound},
        tree=nodes,
    )


@forms.add("next_bound_table", "The least value above the bound")
def _next_bound_table(rng: Random) -> Question:
    bound = rng.randrange(10, 20)
    values = [bound + 2 * rng.randrange(-3, 5) for _ in range(7)]
    values.append(bound + 2 * rng.randrange(1, 4))
    rng.shuffle(values)
    following = min(value for value in values if value > bound)
    return number(
        "An iteration of IDA* with the bound {bound} generates nodes with f = {values}, and finds no goal. What is the "
        "next bound?",
        following,
        f"The least f that is larger than {bound}: {following}.",
        given={"bound": bound, "values": commas(values)},
    )


@forms.add("visit_order", "Depth-first within the bound")
def _visit_order(rng: Random) -> Question:
    bound, nodes, pruned = _failed_iteration(rng)
    tree = [replace(node, board=None) for node in renumbered(rng, nodes)]
    order = [node.number for place, node in enumerate(tree) if place not in pruned]
    return listing(
        "IDA* searches this tree depth-first with the bound {bound}, the left child first. Which nodes does it expand, "
        "in order? The goal is not in the tree.",
        order,
        f"It expands the nodes with f ≤ {bound} in depth-first order: {commas(order)}.",
        given={"bound": bound},
        tree=tree,
    )


@forms.add("bounds", "All bounds of a run")
def _bounds(rng: Random) -> Question:
    while True:
        board = near(rng, 8, 16)
        result = solve(board, algorithm="ida_star(manhattan)")
        bounds = [int(each.bound) for each in result.iterations]
        if 2 <= len(bounds) <= 5 and all(b - a == 2 for a, b in pairwise(bounds)):
            break
    return listing(
        "The start has h = {h}, a shortest solution has {length} moves, and each bound is larger by 2 than the one "
        "before. Which bounds does IDA* use?",
        bounds,
        f"From h = {bounds[0]} in steps of 2 up to the length {bounds[-1]}: {commas(bounds)}.",
        given={"h": bounds[0], "length": bounds[-1]},
        boards=[("start", board)],
    )
