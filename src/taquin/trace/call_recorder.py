"""Records a search by its calls: a program asks for successors and tests for the goal, and the trace follows from that.

Plain functions tell more than they seem to. Every call of ``successors`` makes new objects, so that the object that the
program passes on later names the node that it means, also where a tree search meets a board twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from heapq import heappop, heappush
from typing import Any, TypeAlias

from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace
from taquin.run.run import Run
from taquin.trace.events import (
    DuplicateEvent,
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
)
from taquin.trace.ordering import Scope, SearchRules
from taquin.trace.trace import Trace

Cells: TypeAlias = tuple[int, ...]
Successors: TypeAlias = list[tuple[str, Cells]]


class CallRecorder:
    """What a program searches with: ``start``, ``is_goal``, ``successors`` and, around its heuristic, ``estimated``.

    A board is a tuple of its cells. Every call of ``successors`` counts as an expansion of the run. If the run has an
    observer, the calls are recorded until ``most`` boards have been made.
    """

    def __init__(self, space: TileSpace, run: Run, most: int) -> None:
        self.start: Cells = tuple(space.start)
        self.passes = 0
        """How often the start was expanded."""
        self.lines: list[int] = []
        """For each expansion of the trace the line of the program that asked for the successors."""
        self._space = TileSpace(self.start, tuple(space.goal), space.shape)
        self._run, self._most = run, most if run.observer is not None else 0
        self._calls: list[tuple[Cells, Successors, int]] = []  # of ``is_goal`` too: it makes none, and its line is 0
        self._estimates: dict[Cells, float] = {}
        self._found: Cells | None = None
        self._has_sums = False  # whether the program has added something to an estimate, as A* adds g
        self._kinds = {kind: self._noticing(kind) for kind in (int, float)}

    def _noticing(self, kind: type[Any]) -> type[Any]:
        """Numbers of this kind that notice an addition."""

        def add(one: object, other: object) -> Any:
            self._has_sums = True
            return kind(one) + other

        return type(kind.__name__, (kind,), {"__add__": add, "__radd__": add})

    @property
    def _is_full(self) -> bool:
        return self._run.counters.generated >= self._most

    def is_goal(self, board: Cells) -> bool:
        """Whether the board is the goal."""
        is_goal = self._space.is_goal(tuple(board))
        if is_goal:
            self._found = board
        if not self._is_full:
            self._calls.append((board, [], 0))
        return is_goal

    def successors(self, board: Cells) -> Successors:
        """The boards one slide away, as pairs of a move (U, D, L or R, where the blank goes) and a board."""
        self._run.expand(0)
        self.passes += board is self.start
        children = [(move.letter, tuple(child)) for move, child in self._space.successors(tuple(board))]
        if not self._is_full:
            self._calls.append((board, children, sys._getframe(1).f_lineno))
        self._run.counters.generated += len(children)
        return list(children)

    def estimated(self, heuristic: Callable[[Cells], float]) -> Callable[[Cells], float]:
        """The heuristic, whose values become those of the nodes."""
        if not self._most:
            return heuristic

        def h(board: Cells) -> float:
            value = heuristic(board)
            if not self._is_full:
                self._estimates[tuple(board)] = value
            kind = self._kinds.get(type(value))
            return kind(value) if kind else value

        return h

    def trace(self, run: Trace) -> Trace:
        """The trace of the run, with the events and the rules that follow from the calls.

        A successor is a node if its board was new, or if the program used it later. Otherwise it is a duplicate. If the
        start is expanded again, a new iteration begins there.
        """
        used = {id(board) for board, _, _ in self._calls}
        nodes = {id(self.start): 0}  # by the identity of their boards, which the calls keep alive
        known, boards, depths = {self.start: 0}, [self.start], [0]
        events: list[Event] = [GenerateEvent(0, -1, -1, 0, self._estimates.get(self.start, 0))]
        iteration = 0
        for board, children, line in self._calls:
            if line and self.passes > 1 and board is self.start:
                iteration += 1
                events.append(IterationEvent(iteration))
                known = {self.start: 0}
            node = nodes.get(id(board), known.get(tuple(board), -1))
            if not line or node < 0:  # a board that the program itself has made
                continue
            events.append(ExpandEvent(node))
            self.lines.append(line)
            for letter, cells in children:
                move, g, number = Move.parse(letter), depths[node] + 1, len(boards)
                if known.setdefault(cells, number) != number and id(cells) not in used:
                    events.append(DuplicateEvent(known[cells], node, move, g))
                    continue
                nodes[id(cells)] = number
                boards.append(cells)
                depths.append(g)
                events.append(GenerateEvent(number, node, move, g, self._estimates.get(cells, 0)))
        if self._found is not None and run.outcome.moves is not None:
            goal = nodes.get(id(self._found), known.get(tuple(self._found), -1))
            events += [GoalEvent(goal)] if goal >= 0 else []
        h = [event.h for event in events if isinstance(event, GenerateEvent)].__getitem__
        by_h, by_f = (count_least(events, weight, h, boards.__getitem__) == len(self.lines) for weight in (0, 1))
        is_greedy = by_h and not (by_f and self._has_sums)  # on easy boards A* may always take the least h, too
        rules = SearchRules(
            weight_g=int(not (self._estimates and is_greedy)),
            weight_h=int(bool(self._estimates)),
            bound="pass {}",
            unique_states=Scope.ITERATION if iteration else Scope.NONE,
        )
        trace = Trace({**run.header, "rules": rules}, tuple(events), run.outcome, self._is_full)
        stats = replace(trace.fold(), expanded=run.outcome.stats.expanded)
        return replace(trace, outcome=replace(run.outcome, stats=stats))


def count_least(
    events: Iterable[Event], weight_g: float, h: Callable[[int], float], board: Callable[[int], Hashable] = int
) -> int:
    """How many expansions, from the first on, take a node with the least ``weight_g`` · g + h of those that wait.

    A node does not wait any more if another one with its ``board`` was expanded.
    """
    values: dict[int, float] = {}
    waiting: list[tuple[float, int]] = []
    expanded: set[Hashable] = set()
    count = 0
    for event in events:
        match event:
            case GenerateEvent(node=node) | ImproveEvent(node=node):
                values[node] = weight_g * event.g + h(node)
                heappush(waiting, (values[node], node))
            case ExpandEvent(node=node):
                expanded.add(board(node))
                while waiting and board(waiting[0][1]) in expanded:
                    heappop(waiting)
                if waiting and waiting[0][0] < values[node]:
                    break
                count += 1
    return count
