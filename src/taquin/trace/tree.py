"""The search tree of a trace: nodes with parents, children and values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from taquin.errors import TraceError, missing_package
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.words import shown
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

if TYPE_CHECKING:
    from networkx import DiGraph


@dataclass(slots=True)
class TreeNode:
    """One node of the tree."""

    number: int
    parent: int
    move: int
    g: float
    h: float
    iteration: int
    born: int  # how many expansions came before it, with that of its parent
    root: int  # the root of its tree
    children: list[int] = field(default_factory=list)
    duplicates: list[tuple[int, int]] = field(default_factory=list)
    """Children that were dropped: the move, and the known node with the same state. Each is listed once."""
    expansions: list[int] = field(default_factory=list)
    """The numbers of its expansions: 1 for the first expansion of the run."""
    fate: str = ""  # why it was pruned, or ``goal``, or empty
    behind: float | None = None
    """The estimate of the distance back to the root of its side, in a search that uses it."""
    improvements: int = 0  # how often a cheaper path to it was found

    @property
    def f(self) -> float:
        return self.g + self.h

    @property
    def is_root(self) -> bool:
        return self.parent < 0


@suggests_names
class SearchTree:
    """The nodes of a trace by number. An improved node is a child of its last parent, with its last g.

    No parent has a larger g than its child, and only a smaller g improves a node, so every path ends at a root. An
    event that breaks this, or that mentions an unknown node, raises ``TraceError``.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.nodes: dict[int, TreeNode] = {}
        self.roots: list[int] = []
        self.bounds: list[float] = []
        """The bound of each iteration; nodes of the first have ``iteration`` 1, a root generated before it 0."""
        self.begins: list[int] = []  # how many expansions came before each iteration
        self.expansions = 0
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        match event:
            case GenerateEvent(node, parent, move, g, h):
                siblings, root = self.roots, node
                if parent >= 0:
                    self._check_order(node, self[parent], g)
                    siblings, root = self[parent].children, self[parent].root
                if node in self.nodes:
                    raise TraceError(f"the trace generates node {node} twice")
                self.nodes[node] = TreeNode(node, parent, move, g, h, len(self.bounds), self.expansions, root)
                siblings.append(node)
            case BehindEvent(node, h):
                self[node].behind = h
            case ExpandEvent(node):
                self.expansions += 1
                self[node].expansions.append(self.expansions)
            case ImproveEvent(node, parent, move, g):
                self._improve(self[node], self[parent], move, g)
            case DuplicateEvent(node, parent, move):
                self._add_duplicate(self[node], self[parent], move)
            case PruneEvent(node, reason):
                self[node].fate = reason
            case GoalEvent(node):
                self[node].fate = "goal"
            case IterationEvent(bound):
                self.bounds.append(bound)
                self.begins.append(self.expansions)

    def _improve(self, known: TreeNode, parent: TreeNode, move: int, g: float) -> None:
        if known.is_root or not g < known.g:
            raise TraceError(f"g = {g:g} does not improve node {known.number}, which has {known.g:g}")
        self._check_order(known.number, parent, g)
        self[known.parent].children.remove(known.number)
        parent.children.append(known.number)
        known.parent, known.move, known.g = parent.number, move, g
        known.improvements += 1
        known.fate = ""  # a node that was pruned at the depth limit is open again

    def _add_duplicate(self, known: TreeNode, parent: TreeNode, move: int) -> None:
        if (move, known.number) not in parent.duplicates:  # a reopened parent drops the same child again
            parent.duplicates.append((move, known.number))

    def _check_order(self, node: int, parent: TreeNode, g: float) -> None:
        if not g >= parent.g:
            raise TraceError(f"the trace gives node {node} g = {g:g}, and its parent {parent.number} has {parent.g:g}")

    def __getitem__(self, node: int) -> TreeNode:
        try:
            return self.nodes[node]
        except (KeyError, TypeError):
            raise TraceError(f"node {shown(node)} is not generated yet") from None

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"<SearchTree: {len(self):,} nodes>"

    def side(self, node: int) -> int:
        """0 if the node belongs to the search from the start, 1 if it belongs to a search from the goal."""
        return self.roots.index(self[node].root)

    def to_networkx(self) -> DiGraph:
        """The tree as a graph of networkx, which must be installed.

        Nodes are numbers with ``g``, ``h``, ``f``, ``iteration``, ``expansions`` (when it was expanded, as text: "1"
        is the first expansion of the run, "3 8" a reopened node) and ``fate``; edges have the number of the ``move``.
        ``Trace.board(node)`` is the board of a node. All values can be written as GraphML.
        """
        networkx = import_networkx()
        graph = networkx.DiGraph()
        for node in self.nodes.values():
            values = {"g": node.g, "h": node.h, "f": node.f, "iteration": node.iteration, "fate": node.fate}
            graph.add_node(node.number, **values, expansions=" ".join(map(str, node.expansions)))
            if not node.is_root:
                graph.add_edge(node.parent, node.number, move=node.move)
        return graph

    def path(self, node: int) -> tuple[int, ...]:
        """The numbers of the nodes from the root to this one."""
        numbers = [node]
        while not self[numbers[-1]].is_root:
            numbers.append(self[numbers[-1]].parent)
        return tuple(reversed(numbers))


def import_networkx() -> Any:
    """The module. Raises ``BackendError`` with an installation hint if it is missing."""
    try:
        import networkx
    except ImportError:
        raise missing_package("graphs are made with networkx", "networkx") from None
    return networkx
