"""The contract of every trace: dense numbers, known nodes, g that grows along paths, moves that can be played."""

from __future__ import annotations

from taquin.errors import TraceError
from taquin.puzzle.board import State
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome, Status
from taquin.trace.events import DuplicateEvent, Event, GenerateEvent, ImproveEvent
from taquin.trace.trace import Header, Trace
from taquin.trace.tree import SearchTree

MOST_CELLS = 256
"""On larger boards only the blank's cell of each node is stored and compared: a state takes kilobytes there."""


class Contract:
    """Checks the events of a trace, one after another, and adds them to its tree, which knows nodes and their g."""

    def __init__(self, header: Header) -> None:
        self.tree = SearchTree()
        trace = Trace(header, (), Outcome(status=Status.CANCELLED))
        self._space: TileSpace | None = None  # only of boards
        self._roots: list[State | int] = []
        self._positions: list[State | int] = []  # of each node its state, or on large boards the cell of the blank
        if trace.has_boards:
            start, goal = trace.start, trace.goal
            if start.shape != goal.shape:
                raise TraceError(f"the trace goes from a {start.shape} board to a {goal.shape} one")
            self._space = TileSpace(start.state, goal.state, start.shape)
            has_states = start.shape.cells <= MOST_CELLS
            self._roots = [board.state if has_states else board.blank for board in (goal, start)]

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
        """The first root is the start, the second one the goal."""
        if move != -1:
            raise TraceError("a root has no move")
        if len(self.tree.roots) > 2:
            raise TraceError("a third root: expected the start and perhaps the goal")
        if self._space is not None:
            self._positions.append(self._roots.pop())

    def _check_move(self, event: GenerateEvent | DuplicateEvent | ImproveEvent) -> None:
        """Check the move from a node to a new one, or to a known one."""
        node, parent, move, g = event.node, event.parent, event.move, event.g
        if move == -1:
            raise TraceError("expected a move (U, D, L or R), found none")
        if not g > self.tree[parent].g:
            raise TraceError(f"g = {g:g} must exceed the parent's g ({self.tree[parent].g:g})")
        if self._space is None:
            return
        before = self._positions[parent]
        after: State | int | None
        if isinstance(before, int):
            after = self._space.shape.neighbour(before, *Move(move).offset)
        else:
            after = dict(self._space.successors(before)).get(Move(move))
        if after is None:
            raise TraceError(f"the move {Move(move).word} leads off the board of node {parent}")
        if isinstance(event, GenerateEvent):
            self._positions.append(after)
        elif after != self._positions[node]:
            raise TraceError(f"this move from node {parent} does not lead to node {node}")
