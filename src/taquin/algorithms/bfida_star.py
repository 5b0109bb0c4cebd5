"""BFIDA* (breadth-first iterative-deepening A*): breadth-first heuristic search within growing bounds on f = g + h.

R. Zhou, E. A. Hansen, "Breadth-first heuristic search", Artificial Intelligence 170, 2006.
"""

from __future__ import annotations

import sys
from math import inf

from taquin.algorithms.node_table import NodeTable
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.result import Outcome
from taquin.run.run import Run


def bfida_star(space: StateSpace[S], run: Run, heuristic: Estimate[S]) -> Outcome:
    """Search layer by layer within a bound on f = g + h, and again with the least f beyond the bound.

    Optimal if the heuristic is admissible, also where it is inconsistent: the first node of a state has its least g.
    Complete. An iteration forgets the nodes of the one before, and stores every state that it generates. The paper also
    deletes old layers, and then finds the path by divide and conquer; here they stay, so that a trace shows them.
    """
    bound = heuristic(space.start)
    run.add_root(0, bound)
    while True:
        run.raise_lower_bound(bound)
        run.begin_iteration(bound)
        outcome, bound = _search_layers(space, run, heuristic, bound)
        if outcome is not None:
            return outcome
        if bound > run.depth_limit or bound == inf:
            run.is_depth_limited |= bound < inf
            return run.exhausted()


def _search_layers(
    space: StateSpace[S], run: Run, heuristic: Estimate[S], bound: float
) -> tuple[Outcome | None, float]:
    """One iteration: breadth-first search that prunes children with f > bound.

    Returns the outcome, if it reached the goal, and the least f beyond the bound. A pruned child stays known: it is
    generated once. The root is node 0 in every iteration; the others have new numbers, ``before`` more than their
    place in the table.
    """
    nodes: NodeTable[S] = NodeTable()
    nodes.add_root(space.start, heuristic(space.start))
    known = {space.start: 0}  # numbers of nodes
    run.budget.memory = lambda: nodes.memory() + sys.getsizeof(known)
    before = run.counters.generated
    next_bound = inf
    layer = [0]  # places in the table, the oldest first

    while layer:
        following: list[int] = []
        for done, place in enumerate(layer, start=1):
            node = before + place if place else 0
            state, g, h = nodes.states[place], nodes.g[place], nodes.h[place]
            if space.is_goal(state):
                return run.solved(nodes.path(place), node), bound
            if g >= run.depth_limit:
                run.prune_at_depth_limit(node)
                continue
            run.expand(node)
            for move, child in space.successors(state):
                if child in known:
                    run.duplicate(known[child], node, move, g + 1)
                    continue
                child_h = heuristic.update(h, state, child)
                child_place = nodes.add(child, place, move, g + 1, child_h)
                number = known[child] = before + child_place
                run.generate(number, node, move, g + 1, child_h)
                f = g + 1 + child_h
                if f > bound:
                    run.prune(number, "bound")
                    next_bound = min(next_bound, f)
                else:
                    following.append(child_place)
            run.measure(len(layer) - done + len(following), len(nodes))
        layer = following
    return None, next_bound
