"""Real-time search: decide on each move after a fixed amount of look-ahead, and learn from it.

R. E. Korf, *Real-time heuristic search*, Artificial Intelligence 42, 1990; S. Russell, P. Norvig, *Artificial
Intelligence: A Modern Approach*, section "Online search".
"""

from __future__ import annotations

import sys
from math import inf

from taquin.algorithms.local import DEAD_END, Candidate, Walk
from taquin.heuristics.base import Estimate
from taquin.puzzle.problem import S, StateSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run


class LearnedEstimate(Estimate[S]):
    """A heuristic, and what a search has learned about the states that it left."""

    __slots__ = ("_heuristic", "_learned")

    def __init__(self, heuristic: Estimate[S]) -> None:
        self._heuristic = heuristic
        self._learned: dict[S, float] = {}

    def __len__(self) -> int:
        return len(self._learned)

    def __call__(self, state: S) -> float:
        learned = self._learned.get(state)
        return self._heuristic(state) if learned is None else learned

    def learn(self, state: S, value: float) -> None:
        self._learned[state] = value

    def memory(self) -> int:
        size = sys.getsizeof(next(iter(self._learned), b"")) + sys.getsizeof(0.5)
        return sys.getsizeof(self._learned) + len(self._learned) * size


def lrta_star(space: StateSpace[S], run: Run, heuristic: Estimate[S], *, lookahead: int = 1) -> Outcome:
    """LRTA*: move to the neighbour that looks best ``lookahead`` moves ahead, and raise h of the state that is left.

    The state that is left learns the least cost + h that the look-ahead found, so that the search does not stay in a
    local optimum: h there rises until a way out looks better. If h is admissible, so is what is learned. Complete where
    the goal can be reached from every state, as on boards; not optimal. Memory grows with the states visited, and a
    move takes time that is exponential in ``lookahead``.
    """
    learned = LearnedEstimate(heuristic)
    walk = Walk(space, run, learned)
    run.budget.memory = learned.memory
    while not walk.is_at_goal():
        if walk.is_at_depth_limit():
            return run.exhausted(is_complete=False)
        here = walk.current
        neighbours = [walk.generate(move, state) for move, state in walk.expand()]
        if not neighbours:
            return run.failed(Status.STUCK, DEAD_END)
        depth = min(lookahead, run.depth_limit - len(walk.moves))
        values = [1 + _look_ahead(walk, neighbour, here.state, 1, depth) for neighbour in neighbours]
        value = max(here.h, min(values))
        learned.learn(here.state, value)
        if here.state == space.start:
            run.raise_lower_bound(value)
        walk.take(neighbours[values.index(min(values))], neighbours if depth == 1 else [])
        run.measure(0, len(learned) + 1)
    return run.solved(walk.moves, walk.current.node)


def _look_ahead(walk: Walk[S], node: Candidate[S], previous: S, g: int, depth: float) -> float:
    """The least cost + h at the edge of the look-ahead below a node, which is ``g`` moves from the current state.

    It is never below h of the node itself: a state that was left before may have learned more.
    """
    if g >= depth or walk.space.is_goal(node.state):
        return node.h
    best = inf
    for child in walk.look(node, len(walk.moves) + g, previous):
        best = min(best, 1 + _look_ahead(walk, child, node.state, g + 1, depth))
        if g + 1 >= depth or walk.space.is_goal(child.state):
            walk.run.prune(child.node, "look-ahead")
    return node.h if best == inf else max(node.h, best)  # infinite at a dead end
