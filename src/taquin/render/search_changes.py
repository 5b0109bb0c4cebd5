"""What every step of a recorded search changes: nodes, counters, and the frontier, by replaying its events."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from taquin.render.search_types import ChangesRecord, CountersRecord, StatesRecord
from taquin.render.text.reading import move_letter
from taquin.render.text.sentences import Sentences
from taquin.trace.events import (
    DuplicateEvent,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
    PruneEvent,
)
from taquin.trace.frontier import Key, make_frontier
from taquin.trace.ordering import Order, Scope, StoredNodes
from taquin.trace.steps import ChildStatus, Step
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

T = TypeVar("T", bound=Hashable)


class Table(Generic[T]):
    """Different values in the order of their first use. Columns hold their places."""

    def __init__(self) -> None:
        self._places: dict[T, int] = {}

    def place(self, value: T) -> int:
        """The place of a value, which is added if it is new."""
        return self._places.setdefault(value, len(self._places))

    def __iter__(self) -> Iterator[T]:
        return iter(self._places)


Values = Table[tuple[float, float]]
"""Pairs of g and h."""


@dataclass(frozen=True, slots=True)
class SearchChanges:
    """The columns of all steps, from step 0 on, and the table of the states to which they refer."""

    changes: ChangesRecord
    counters: CountersRecord
    states: StatesRecord


def current_node(trace: Trace, step: Step) -> int:
    """The node where the search is after a step: for a local search the one that it went to."""
    if trace.rules.is_local:
        taken = [child.node for child in step.children if child.status is ChildStatus.NEW]
        if len(taken) == 1:
            return taken[0]
    return step.node


def make_changes(
    trace: Trace, sentences: Sentences, steps: list[Step], values: Values, *, has_closing: bool
) -> SearchChanges:
    """What happened to nodes in each step: their last parent, move, value, state and rank; ``values`` is added to.

    Nodes that wait are expanded in the order of their ranks, in a bidirectional search those of each side.
    """
    replay = _Replay(trace, steps, has_closing=has_closing)
    states: Table[tuple[str, bool, str, tuple[str, ...]]] = Table()
    counters: CountersRecord = {"expanded": [], "generated": [], "frontier": [], "stored": []}
    rows: list[tuple[int, int, int, int, str]] = []
    keys: list[Key] = []
    ends = []
    for touched in replay.touched():
        frontier, stored = replay.held()
        counters["expanded"].append(replay.tree.expansions)
        counters["generated"].append(len(replay.tree) - len(replay.tree.roots))
        counters["frontier"].append(frontier)
        counters["stored"].append(stored)
        for node in touched:
            kind, waits = replay.kind(node), replay.waits(node)
            lines = tuple(sentences.state(node, kind, waits=waits))
            state = states.place((kind, waits, sentences.tag(node, kind), lines))
            keys.append(replay.frontier.key(node.number) if waits else ())
            rows.append((node.number, node.parent, values.place((node.g, node.h)), state, move_letter(node.move)))
        ends.append(len(rows))
    ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return SearchChanges(
        changes={
            "end": ends,
            "node": [node for node, _, _, _, _ in rows],
            "parent": [parent for _, parent, _, _, _ in rows],
            "value": [value for _, _, value, _, _ in rows],
            "state": [state for _, _, _, state, _ in rows],
            "move": [move for _, _, _, _, move in rows],
            "rank": [ranks[key] for key in keys],
        },
        counters=counters,
        states={
            "kind": [kind for kind, _, _, _ in states],
            "waits": [waits for _, waits, _, _ in states],
            "tag": [tag for _, _, tag, _ in states],
            "lines": [[*lines] for _, _, _, lines in states],
        },
    )


class _Replay:
    """The events of a trace, step by step: the tree and the frontier after each."""

    def __init__(self, trace: Trace, steps: list[Step], *, has_closing: bool) -> None:
        self.trace, self.rules, self.steps, self.has_closing = trace, trace.rules, steps, has_closing
        self.frontier = make_frontier(self.rules)
        self.tree = self.frontier.tree
        self.ended_at = -1  # the node where a local search ended without a goal
        self.forgotten = 0  # nodes of earlier iterations, if a search forgets them
        self.last = -1  # the node that was expanded last
        self.left: set[Hashable] = set()
        """The states that a real-time search has left: it stores what it learned about each."""
        self.looks_ahead = any(isinstance(event, PruneEvent) and event.reason == "look-ahead" for event in trace.events)

    def touched(self) -> Iterator[list[TreeNode]]:
        """For each step, from 0 on: the nodes that it made or changed, as they are at its end, new ones in order."""
        touched: dict[int, None] = {}
        is_closing = False
        for event in self.trace.events:
            match event:
                case IterationEvent() | DuplicateEvent():
                    node = -1
                case ExpandEvent(node):
                    yield self._at_the_end_of_a_step(touched)
                    touched = {}
                    self.last = node
                    if self.rules.unique_states is Scope.ITERATION and self.tree[node].is_root:
                        self.forgotten = len(self.tree) - len(self.tree.roots)
                case GoalEvent(node) if self.has_closing and not is_closing:
                    yield self._at_the_end_of_a_step(touched)
                    touched, is_closing = {}, True
                    if len(self.trace.goal_nodes) == 1:  # where two searches meet, no node is taken
                        self.frontier.take(node)
                case ImproveEvent(node):
                    touched.pop(node, None)  # it becomes the last child of its new parent
                case GenerateEvent(node) | PruneEvent(node) | GoalEvent(node):
                    pass
            self.frontier.add(event)
            if node >= 0:
                touched[node] = None
        if self.rules.is_local and self.steps and not self.trace.goal_nodes:
            self.ended_at = current_node(self.trace, self.steps[-1])
            touched[self.ended_at] = None
        yield self._at_the_end_of_a_step(touched)

    def _at_the_end_of_a_step(self, touched: dict[int, None]) -> list[TreeNode]:
        """The nodes that the step made or changed, and those whose place in the frontier it changed."""
        moved = self.frontier.take_changed() - touched.keys()
        return [self.tree[number] for number in (*touched, *sorted(moved))]

    def held(self) -> tuple[int, int]:
        """How many nodes the frontier has after a step, and how many are stored: the kind of memory decides."""
        tree, waiting = self.tree, len(self.frontier.open)
        path = int(tree[self.last].g) + 1 if self.last >= 0 else 1
        match self.rules.held:
            case StoredNodes.FRONTIER:
                return waiting, len(tree) - self.forgotten
            case StoredNodes.SIBLINGS:
                return waiting, waiting + (path if self.last >= 0 else 0)
            case StoredNodes.PATH:
                return path, len(tree) if self.rules.drops_duplicates else path + (self.last >= 0)
            case _ if self.trace.header.get("algorithm") == "anytime":
                return 1, path + (self.last >= 0)  # the best solution; the beams on larger boards are not counted
            case _:
                neighbours = self._neighbours()
                return neighbours, max(neighbours, self._learned()) + 1

    def _neighbours(self) -> int:
        """How many neighbours a local search compared at once in its last step."""
        if not self.tree.expansions or self.rules.weight_g:  # constructive solving makes its moves on one board
            return 0
        children = self.steps[self.tree.expansions - 1].children
        return sum(child.reason not in ("rejected", "look-ahead") for child in children) or min(1, len(children))

    def _learned(self) -> int:
        """About how many states a real-time search has learned a value: those it left, not those it looked at."""
        if self.rules.order is Order.LEARNED and self.last >= 0:
            node = self.tree[self.last]
            if node.is_root or len(node.expansions) > 1 or not self.looks_ahead:
                self.left.add(self.trace.board(self.last) if self.trace.has_boards else self.last)
        return len(self.left)

    def waits(self, node: TreeNode) -> bool:
        return node.number in self.frontier.open

    def kind(self, node: TreeNode) -> str:
        if node.fate == "goal":
            return "goal"
        if node.number == self.ended_at:
            return "stuck"
        if node.expansions:
            return "expanded"
        return "pruned" if node.fate else "frontier"
