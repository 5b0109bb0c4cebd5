"""The states on all shortest solutions, found by layers that grow from both ends until they meet."""

from __future__ import annotations

import sys
from collections.abc import Set

from taquin.heuristics.base import Heuristic
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.slides import InSlides
from taquin.puzzle.board import Board, State
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.slides import Metric, SlideSpace
from taquin.run.run import Run
from taquin.solving.default_methods import proving_method

_QUICK_LENGTH = 45  # solutions of the 15-puzzle up to this length take a second with linear conflict
_STATE_BYTES = 100  # an entry of a dictionary that is two thirds full


def meeting_layers(problem: Problem, length: int, run: Run) -> list[Set[State]]:
    """The states on shortest solutions by their distance from the start. Raises ``Stop`` at a limit."""
    forward = _Side(problem.space, problem.start, _heuristic(problem, problem.goal, length), length)
    backward = _Side(problem.space, problem.goal, _heuristic(problem, problem.start, length), length)
    run.budget.memory = lambda: forward.memory() + backward.memory()
    while forward.depth + backward.depth < length:
        min(forward, backward, key=lambda side: len(side.layers[-1])).grow(run)
    forward.heuristic.check_tables()
    backward.heuristic.check_tables()
    meeting = forward.layers[-1].keys() & backward.layers[-1].keys()
    return [*reversed(forward.traced(meeting)), meeting, *backward.traced(meeting)]


def _heuristic(problem: Problem, goal: Board, length: int) -> Heuristic:
    """The heuristic of the proving method, but only for long solutions: its tables for the start take half a second."""
    if problem.metric is Metric.SLIDES:
        return InSlides(LinearConflict(goal))
    choice = proving_method(problem.shape).heuristic
    return LinearConflict(goal) if choice is None or length <= _QUICK_LENGTH else choice.build(goal)


class _Side:
    """The layers from one end: layer i has the states at distance i, without those too far from the other end."""

    def __init__(self, space: TileSpace | SlideSpace, origin: Board, heuristic: Heuristic, length: int) -> None:
        self.space = space
        self.heuristic = heuristic
        self.length = length
        self.layers: list[dict[State, float]] = [{origin.state: heuristic(origin.state)}]
        self.stored = 1

    @property
    def depth(self) -> int:
        return len(self.layers) - 1

    def grow(self, run: Run) -> None:
        """Add one layer. States of the last two layers are skipped: they are not farther away."""
        counters, successors, update = run.counters, self.space.successors, self.heuristic.update
        room = self.length - self.depth - 1
        last, known = self.layers[-1], self.layers[-2] if self.depth else {}
        layer: dict[State, float] = {}
        for state, value in last.items():
            if counters.expanded >= run.next_poll:
                run.poll()
            counters.expanded += 1
            for _, child in successors(state):
                if child in layer or child in known or child in last:
                    continue
                counters.generated += 1
                estimate = update(value, state, child)
                if estimate <= room:
                    layer[child] = estimate
                    self.stored += 1
        self.layers.append(layer)

    def traced(self, meeting: Set[State]) -> list[set[State]]:
        """The states of each layer that lead to these, from the last layer but one back to the first."""
        traced_layers: list[set[State]] = []
        here = meeting
        for layer in reversed(self.layers[:-1]):
            here = {near for state in here for _, near in self.space.predecessors(state) if near in layer}
            traced_layers.append(here)
        return traced_layers

    def memory(self) -> int:
        """An estimate of the bytes in use."""
        return self.stored * (_STATE_BYTES + sys.getsizeof(next(iter(self.layers[0]))))
