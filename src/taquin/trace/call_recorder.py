"""Records a search by its calls: a program asks for successors and tests for the goal, and the trace follows from that.

Plain functions tell more than they seem to. Every call of ``successors`` makes new objects, so that the object that the
program passes on later names the node that it means, also where a tree search meets a board twice.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from taquin.puzzle.board import one_line
from taquin.puzzle.moves import Move, steps
from taquin.puzzle.problem import Problem
from taquin.run.result import Outcome
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

Cells = tuple[int, ...]
Successors = list[tuple[str, Cells]]


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of ``successors`` with its children, or of ``is_goal`` without."""

    cells: Cells
    children: Successors
    line: int
    """The line that called it."""


class CallRecorder:
    """What a program searches with: ``start``, ``is_goal``, ``successors`` and, around its heuristic, ``estimated``.

    A board is a tuple of its cells. After ``most_nodes`` boards no call is recorded, but all are counted.
    """

    def __init__(self, problem: Problem, *, most_nodes: int) -> None:
        self.problem = problem
        self.start: Cells = tuple(problem.start)
        self.expanded = self.made = 0
        self.passes = 0
        """How often the start was expanded."""
        self._goal = tuple(problem.goal)
        self._steps = [[(move.letter, target) for move, target in ways] for ways in steps(problem.shape)]
        self._most = most_nodes
        self._calls: list[_Call] = []
        self._estimates: dict[Cells, float] = {}
        self._found: Cells | None = None

    def is_goal(self, board: Cells) -> bool:
        """Whether the board is the goal."""
        is_goal = tuple(board) == self._goal
        if is_goal:
            self._found = board
        if self.made < self._most:
            self._calls.append(_Call(board, [], 0))
        return is_goal

    def successors(self, board: Cells) -> Successors:
        """The boards one slide away, as pairs of a move (U, D, L or R, where the blank goes) and a board."""
        children: Successors = []
        blank = board.index(0)
        for move, target in self._steps[blank]:
            cells = list(board)
            cells[blank], cells[target] = cells[target], 0
            children.append((move, tuple(cells)))
        if self.made < self._most:
            self._calls.append(_Call(board, children, sys._getframe(1).f_lineno))
        self.expanded += 1
        self.passes += board is self.start
        self.made += len(children)
        return list(children)

    def estimated(self, heuristic: Callable[[Cells], float]) -> Callable[[Cells], float]:
        """The heuristic, whose values become those of the nodes."""

        def h(board: Cells) -> float:
            value = heuristic(board)
            if self.made < self._most:
                self._estimates[tuple(board)] = value
            return value

        return h

    def trace(self, title: str, outcome: Outcome) -> tuple[Trace, list[int]]:
        """The recorded search, and for each of its expansions the line that asked for the successors.

        ``outcome`` says how it ended. A successor is a node if its board was new, or if the program used it later.
        Otherwise it is a duplicate. If the start is expanded again, a new iteration begins there.
        """
        used = {id(call.cells) for call in self._calls}
        nodes: dict[int, int] = {id(self.start): 0}  # by the identity of their boards, which the calls keep alive
        known: dict[Cells, int] = {self.start: 0}
        depths = [0]
        events: list[Event] = [GenerateEvent(0, -1, -1, 0, self._estimates.get(self.start, 0))]
        lines: list[int] = []
        iteration = 0
        for call in self._calls:
            if not call.line:
                continue
            if self.passes > 1 and call.cells is self.start:
                iteration += 1
                events.append(IterationEvent(iteration))
                known = {self.start: 0}
            node = nodes.get(id(call.cells), known.get(tuple(call.cells), -1))
            if node < 0:
                continue  # a board of the program's own making
            events.append(ExpandEvent(node))
            lines.append(call.line)
            for letter, cells in call.children:
                move, g = Move.parse(letter), depths[node] + 1
                if cells in known and id(cells) not in used:
                    events.append(DuplicateEvent(known[cells], node, move, g))
                    continue
                nodes[id(cells)] = number = len(depths)
                known.setdefault(cells, number)
                depths.append(g)
                events.append(GenerateEvent(number, node, move, g, self._estimates.get(cells, 0)))
        if self._found is not None and outcome.moves is not None:
            goal = nodes.get(id(self._found), known.get(tuple(self._found), -1))
            events += [GoalEvent(goal)] if goal >= 0 else []
        h = [event.h for event in events if isinstance(event, GenerateEvent)].__getitem__
        is_greedy = count_least(events, 0, h) == len(lines) > count_least(events, 1, h)
        rules = SearchRules(
            weight_g=int(not (self._estimates and is_greedy)),
            weight_h=int(bool(self._estimates)),
            bound="pass {}",
            unique_states=Scope.ITERATION if iteration else Scope.NONE,
        )
        boards = {"start": one_line(self.problem.start), "goal": one_line(self.problem.goal)}
        header = {"spec": title, "title": title, "rules": rules, **boards}
        stats = replace(Trace(header, tuple(events), outcome).fold(), expanded=self.expanded)
        return Trace(header, tuple(events), replace(outcome, stats=stats), self.made >= self._most), lines


def count_least(events: Iterable[Event], weight_g: float, h: Callable[[int], float]) -> int:
    """How many expansions, from the first on, take a node with the least ``weight_g`` · g + h of those that wait."""
    values: dict[int, float] = {}
    waiting: list[tuple[float, int]] = []
    expanded: set[int] = set()
    count = 0
    for event in events:
        match event:
            case GenerateEvent(node=node) | ImproveEvent(node=node):
                values[node] = weight_g * event.g + h(node)
                heappush(waiting, (values[node], node))
            case ExpandEvent(node=node):
                expanded.add(node)
                while waiting and waiting[0][1] in expanded:
                    heappop(waiting)
                if waiting and waiting[0][0] < values[node]:
                    break
                count += 1
    return count
