"""The contract of every trace: dense numbers, known nodes, g that grows along paths, moves that can be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taquin.errors import TraceError
from taquin.puzzle.board import State
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome, Status
from taquin.trace.events import DuplicateEvent, Event, GenerateEvent, ImproveEvent
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree

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
    """Checks the events of a trace, one after another, and adds them to its tree, which knows nodes and their g."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.tree = SearchTree()
        probe = Trace(header, (), Outcome(status=Status.CANCELLED))
        self.positions = Positions(probe) if probe.has_boards else None

    def check(self, event: Event, line: int) -> None:
        """Raise ``TraceError`` if this event cannot follow those before it."""
        try:
            if isinstance(event, GenerateEvent) and event.node != len(self.tree):
                raise TraceError(f"expected node {len(self.tree)} as the next one, found {event.node}")
            self.tree.add(event)
            if isinstance(event, GenerateEvent) and event.parent == -1:
                self._add_root(event.move)
            elif isinstance(event, GenerateEvent | DuplicateEvent | ImproveEvent):
                self._check_move(event)
        except TraceError as error:
            raise TraceError(f"line {line}: {error.message}") from error

    def _add_root(self, move: int) -> None:
        if move != -1:
            raise TraceError("a root has no move")
        if self.positions is not None and not self.positions.add_root():
            raise TraceError("a third root: expected the start and perhaps the goal")

    def _check_move(self, event: GenerateEvent | DuplicateEvent | ImproveEvent) -> None:
        """Check the move from a node to a new one, or to a known one."""
        node, parent, move, g = event.node, event.parent, event.move, event.g
        if move == -1:
            raise TraceError("expected a move (U, D, L or R), found none")
        if not g > self.tree[parent].g:
            raise TraceError(f"g = {g:g} is not more than the {self.tree[parent].g:g} of the parent {parent}")
        if self.positions is None:
            return
        position = self.positions.after(parent, move)
        if position is None:
            raise TraceError(f"the move {Move(move).word} leads off the board of node {parent}")
        if isinstance(event, GenerateEvent):
            self.positions.add(position)
        elif position != self.positions[node]:
            raise TraceError(f"this move from node {parent} does not lead to node {node}")
