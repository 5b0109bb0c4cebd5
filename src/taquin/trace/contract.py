"""What every trace keeps to: dense numbers, known nodes, g that grows along paths, moves that can be played."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.errors import TraceError
from taquin.puzzle.moves import Move
from taquin.run.result import Outcome, Status
from taquin.trace.events import Event, ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, PruneEvent
from taquin.trace.trace import Trace


class Contract:
    """Watches the events of a trace that comes from anywhere, one after another."""

    def __init__(self, header: Mapping[str, str]) -> None:
        self.g: list[float] = []
        self.blanks: list[int] = []
        self.roots: list[int] | None = None
        probe = Trace(header, (), Outcome(status=Status.CANCELLED))
        if probe.has_boards:
            if probe.start.shape != probe.goal.shape:
                raise TraceError(f"the trace goes from a {probe.start.shape} board to a {probe.goal.shape} one")
            self.roots, self.shape = [probe.start.blank, probe.goal.blank], probe.start.shape

    def check(self, event: Event, line: int) -> None:
        """Raise ``TraceError`` if this event cannot follow those before it."""
        fault = self._find_fault(event)
        if fault:
            raise TraceError(f"line {line}: {fault}")

    def _find_fault(self, event: Event) -> str:
        match event:
            case GenerateEvent(node=node) if node != len(self.g):
                return f"expected node {len(self.g)} as the next one, found {node}"
            case GenerateEvent(parent=-1, move=move, g=g):
                if move != -1:
                    return "a root has no move"
                self.g.append(g)
                if self.roots is not None:
                    if not self.roots:
                        return "a third root: expected the start and perhaps the goal"
                    self.blanks.append(self.roots.pop(0))
            case GenerateEvent(parent=parent, move=move, g=g):
                fault = self._find_fault_in_edge(parent, move, g)
                if not fault:
                    self.g.append(g)
                    if self.roots is not None:
                        self.blanks.append(self._target(parent, move))
                return fault
            case ImproveEvent(node, parent, move, g):
                if self._is_unknown(node):
                    return f"node {node} is not generated yet"
                fault = self._find_fault_in_edge(parent, move, g)
                if not fault and not g < self.g[node]:
                    fault = f"g = {g:g} is no improvement of node {node}, which has {self.g[node]:g}"
                if not fault and self.roots is not None and self._target(parent, move) != self.blanks[node]:
                    fault = f"this move from node {parent} does not lead to node {node}"
                self.g[node] = g
                return fault
            case ExpandEvent(node=node) | PruneEvent(node=node) | GoalEvent(node=node) if self._is_unknown(node):
                return f"node {node} is not generated yet"
            case _:
                pass
        return ""

    def _is_unknown(self, node: int) -> bool:
        return not 0 <= node < len(self.g)

    def _target(self, parent: int, move: int) -> int:
        """Where this move takes the blank, or -1 beyond the edge."""
        cell = self.shape.neighbour(self.blanks[parent], *Move(move).offset)
        return -1 if cell is None else cell

    def _find_fault_in_edge(self, parent: int, move: int, g: float) -> str:
        if self._is_unknown(parent):
            return f"the parent {parent} is not generated yet"
        if move == -1:
            return "expected a move (U, D, L or R), found none"
        if not g > self.g[parent]:
            return f"g = {g:g} is not more than the {self.g[parent]:g} of the parent {parent}"
        if self.roots is not None and self._target(parent, move) < 0:
            return f"the move {Move(move).word} leads off the board of node {parent}"
        return ""
