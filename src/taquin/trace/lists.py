"""The open and the closed list of a recorded search after each step, as a student writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from taquin.trace.events import Event, ExpandEvent, GenerateEvent, ImproveEvent, IterationEvent
from taquin.trace.frontier import make_frontier
from taquin.trace.ordering import Scope, SearchRules, StoredNodes
from taquin.trace.trace import Trace
from taquin.trace.tree import SearchTree


@dataclass(frozen=True, slots=True)
class SearchLists:
    """What a search stores after a step. ``tree`` has the values of that step, until the next one is read."""

    rules: SearchRules
    tree: SearchTree
    open: tuple[int, ...]  # the open nodes, the next to be expanded first; empty in a search that stores only a path
    closed: tuple[int, ...]  # the expanded nodes that are remembered, in the order of their last expansion
    path: tuple[int, ...]  # from the root to the last expanded node; for a local search to the node that it went to
    values: Mapping[int, float]  # for recursive best-first search: the least f that was found below each open node


class ListReader:
    """Reads the lists after any step. Going forward costs the events in between, going back begins again."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._restart()

    def _restart(self) -> None:
        self._frontier = make_frontier(self._trace.rules)
        self._tree = self._frontier.tree
        self._closed: dict[int, None] = {}
        self._current = -1
        self._read = 0

    def after(self, step: int) -> SearchLists:
        """The lists after a step; 0 is before the first."""
        if step < self._tree.expansions:
            self._restart()
        events = self._trace.events
        while self._read < len(events):
            event = events[self._read]
            if isinstance(event, ExpandEvent) and self._tree.expansions == step:
                break
            self._add(event)
            self._read += 1
        return self._lists()

    def _add(self, event: Event) -> None:
        self._frontier.add(event)
        match event:
            case ExpandEvent(node):
                self._closed.pop(node, None)
                self._closed[node] = None
                self._current = node
            case ImproveEvent(node=node):
                self._closed.pop(node, None)
            case GenerateEvent() if self._current < 0:
                self._current = self._tree.roots[0]
            case IterationEvent() if self._trace.rules.unique_states is Scope.ITERATION:
                self._closed.clear()
            case _:
                pass

    def _lists(self) -> SearchLists:
        if self._trace.rules.held in (StoredNodes.PATH, StoredNodes.CURRENT):
            waiting: tuple[int, ...] = ()
        else:
            waiting = tuple(self._frontier.nodes())
        is_before = self._trace.rules.held is StoredNodes.SIBLINGS and not self._tree.expansions  # the root waits
        path = () if is_before or self._current < 0 else self._tree.path(self._place())
        values = {node: self._frontier.values[node] for node in waiting if node in self._frontier.values}
        return SearchLists(self._trace.rules, self._tree, waiting, tuple(self._closed), path, values)

    def _place(self) -> int:
        """The node where the search is: a local search has gone to the only child that it did not prune."""
        if self._trace.rules.held is StoredNodes.CURRENT and self._tree[self._current].expansions:
            kept = [child for child in self._tree[self._current].children if child in self._frontier.open]
            kept += [child for child in self._tree[self._current].children if self._tree[child].fate == "goal"]
            if kept:
                return kept[-1]
        return self._current
