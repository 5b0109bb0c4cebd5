"""The states that a search expands, in order: less than a trace, and enough to colour a picture of the whole space."""

from __future__ import annotations

from taquin.puzzle.board import Board, State
from taquin.puzzle.moves import steps
from taquin.run.observer import Observer


class ExpansionRecorder(Observer):
    """Records the state of every expanded node, up to a number of nodes; the search goes on.

    The first root is the start, a second one (of a search from both sides) the goal.

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
        """The states of the expanded nodes, in the order of their expansion; a state may come several times."""
        self.is_truncated = False
        """Whether there were more nodes than were recorded."""

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """Store the state of the new node."""
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
        """Store the state of the expanded node."""
        if node < len(self._nodes):
            self.states.append(self._nodes[node])
