"""The contract of every trace: dense numbers, known nodes, g that grows along paths, moves that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taquin.errors import TraceError
from taquin.puzzle.board import State
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome, Status
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, PruneEvent
from taquin.trace.trace import Trace

MOST_CELLS = 256
"""On larger boards only the blank's cell of each node is stored and compared: a state takes kilobytes there."""


class Positions:
    """The position of every node of a trace: its state, or on large boards the cell of the blank."""

    def __init__(self, trace: Trace) -> None:
        start, goal = trace.start, trace.goal
        if start.shape != goal.shape:
            raise TraceError(f"the trace goes from a {start.shape} board to a {goal.shape} one")
        self._space = TileSpace(start.state, goal.state, start.shape)
        self._has_states = start.shape.cells <= MOST_CELLS
        self._roots = [board.state if self._has_states else board.blank for board in (goal, start)]
        self._nodes: list[State | int] = []

    def __getitem__(self, node: int) -> State | int:
        return self._nodes[node]

    def add_root(self) -> bool:
        """Add the start, and the goal after it; False if both are there already."""
        if not self._roots:
            return False
        self._nodes.append(self._roots.pop())
        return True

    def add(self, position: State | int) -> None:
        self._nodes.append(position)

    def after(self, node: int, move: int) -> State | int | None:
        """The position after a move from a node, or None if the move leads off the board."""
        position = self._nodes[node]
        if isinstance(position, int):
            return self._space.shape.neighbour(position, *Move(move).offset)
        return dict(self._space.successors(position)).get(Move(move))


class Contract:
    """Checks the events of a trace, one after another."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.g: list[float] = []
        probe = Trace(header, (), Outcome(status=Status.CANCELLED))
        self.positions = Positions(probe) if probe.has_boards else None

    def check(self, event: Event, line: int) -> None:
        """Raise ``TraceError`` if this event cannot follow those before it."""
        fault = self._find_fault(event)
        if fault:
            raise TraceError(f"line {line}: {fault}")

    def is_known(self, node: int) -> bool:
        return 0 <= node < len(self.g)

    def _find_fault(self, event: Event) -> str:
        match event:
            case GenerateEvent(node=node) if node != len(self.g):
                return f"expected node {len(self.g)} as the next one, found {node}"
            case GenerateEvent(parent=-1, move=move, g=g):
                return self._add_root(move, g)
            case GenerateEvent(parent=parent, move=move, g=g):
                return self._add_node(parent, move, g)
            case DuplicateEvent(node, parent, move, g):
                return self._find_fault_in_path(node, parent, move, g)
            case ImproveEvent(node, parent, move, g):
                fault = self._find_fault_in_path(node, parent, move, g)
                if not fault and not g < self.g[node]:
                    fault = f"g = {g:g} does not improve node {node}, which has {self.g[node]:g}"
                if not fault:
                    self.g[node] = g
                return fault
            case ExpandEvent(node=node) | PruneEvent(node=node) | GoalEvent(node=node) if not self.is_known(node):
                return f"node {node} is not generated yet"
            case _:
                return ""

    def _add_root(self, move: int, g: float) -> str:
        if move != -1:
            return "a root has no move"
        if self.positions is not None and not self.positions.add_root():
            return "a third root: expected the start and perhaps the goal"
        self.g.append(g)
        return ""

    def _add_node(self, parent: int, move: int, g: float) -> str:
        fault, position = self._check_edge(parent, move, g)
        if not fault:
            self.g.append(g)
            if self.positions is not None and position is not None:
                self.positions.add(position)
        return fault

    def _find_fault_in_path(self, node: int, parent: int, move: int, g: float) -> str:
        """What is wrong with another path to a known node."""
        if not self.is_known(node):
            return f"node {node} is not generated yet"
        fault, position = self._check_edge(parent, move, g)
        if not fault and self.positions is not None and position != self.positions[node]:
            fault = f"this move from node {parent} does not lead to node {node}"
        return fault

    def _check_edge(self, parent: int, move: int, g: float) -> tuple[str, State | int | None]:
        """What is wrong with a move from a node, and the position that it leads to; None in a trace without boards."""
        if not self.is_known(parent):
            return f"the parent {parent} is not generated yet", None
        if move == -1:
            return "expected a move (U, D, L or R), found none", None
        if not g > self.g[parent]:
            return f"g = {g:g} is not more than the {self.g[parent]:g} of the parent {parent}", None
        if self.positions is None:
            return "", None
        position = self.positions.after(parent, move)
        fault = f"the move {Move(move).word} leads off the board of node {parent}" if position is None else ""
        return fault, position
