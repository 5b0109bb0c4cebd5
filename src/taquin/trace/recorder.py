"""The observers that record a run: all its events, or the states that it expands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from taquin.errors import TraceError
from taquin.puzzle.arguments import check_whole
from taquin.puzzle.board import Board, State
from taquin.puzzle.moves import steps
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.trace.events import (
    BehindEvent,
    DuplicateEvent,
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
    PruneEvent,
)
from taquin.trace.trace import Header, Trace

DEFAULT_CAP = 1_000_000


class Recorder(Observer):
    """Records a run. After ``cap`` events it records no more, and the trace says that it is truncated.

    >>> import taquin
    >>> recorder = Recorder()
    >>> _ = taquin.solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", observer=recorder)
    >>> recorder.trace()
    <Trace of astar(manhattan): 11 events, solved>
    """

    __slots__ = ("_events", "_header", "_outcome", "cap", "is_truncated")

    def __init__(self, cap: int = DEFAULT_CAP) -> None:
        self.cap = check_whole("cap", cap)
        self.is_truncated = False
        self._header: Header = {}
        self._events: list[Event] = []
        self._outcome: Outcome | None = None

    def trace(self) -> Trace:
        """The recorded trace. Raises ``TraceError`` while the run has not finished."""
        if self._outcome is None:
            raise TraceError("nothing is recorded yet: the run has not finished")
        return Trace(self._header, tuple(self._events), self._outcome, self.is_truncated)

    def _record(self, event: Event) -> None:
        if len(self._events) < self.cap:
            self._events.append(event)
        else:
            self.is_truncated = True

    def start(self, header: Mapping[str, object]) -> None:
        self.is_truncated = False
        self._header, self._events, self._outcome = cast("Header", {**header}), [], None

    def iteration(self, bound: float) -> None:
        self._record(IterationEvent(bound))

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        self._record(GenerateEvent(node, parent, int(move), g, h))

    def behind(self, node: int, h: float) -> None:
        self._record(BehindEvent(node, h))

    def duplicate(self, node: int, parent: int, move: int, g: float) -> None:
        self._record(DuplicateEvent(node, parent, int(move), g))

    def expand(self, node: int) -> None:
        self._record(ExpandEvent(node))

    def prune(self, node: int, reason: str) -> None:
        self._record(PruneEvent(node, reason))

    def improve(self, node: int, parent: int, move: int, g: float) -> None:
        self._record(ImproveEvent(node, parent, int(move), g))

    def goal(self, node: int) -> None:
        self._record(GoalEvent(node))

    def finish(self, outcome: Outcome) -> None:
        self._outcome = outcome


class ExpansionRecorder(Observer):
    """Records the states that a search expands, in order: enough to colour a picture of the whole space.

    After ``most_nodes`` nodes it records no more, and ``is_truncated`` says so. The first root is the start, a second
    one (of a search from both sides) the goal.

    >>> import taquin
    >>> start, goal = taquin.Board("1 2 3 / 4 0 5 / 7 8 6"), taquin.Board("1 2 3 / 4 5 6 / 7 8 0")
    >>> recorder = ExpansionRecorder(start, goal, most_nodes=1000)
    >>> taquin.solve(start, algorithm="astar(manhattan)", observer=recorder).length
    2
    >>> [list(state) for state in recorder.states]
    [[1, 2, 3, 4, 0, 5, 7, 8, 6], [1, 2, 3, 4, 5, 0, 7, 8, 6]]
    """

    __slots__ = ("_most_nodes", "_nodes", "_roots", "_targets", "is_truncated", "states")

    def __init__(self, start: Board, goal: Board, *, most_nodes: int) -> None:
        self._roots = [goal.state, start.state]
        self._targets = [{int(move): target for move, target in ways} for ways in steps(start.shape)]
        self._nodes: list[State] = []
        self._most_nodes = most_nodes
        self.states: list[State] = []
        """The states of the expanded nodes, in the order of their expansion; a state may occur several times."""
        self.is_truncated = False  # whether the search generated more nodes than were recorded

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        if len(self._nodes) >= self._most_nodes:
            self.is_truncated = True
        elif parent < 0:
            self._nodes.append(self._roots.pop())
        elif not self.is_truncated:
            state = self._nodes[parent]
            blank = state.index(0)
            target = self._targets[blank][move]
            cells = list(state)
            cells[blank], cells[target] = cells[target], 0
            self._nodes.append(bytes(cells))

    def expand(self, node: int) -> None:
        if node < len(self._nodes):
            self.states.append(self._nodes[node])
