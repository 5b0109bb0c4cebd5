"""A recorded search as the object that ``/api/trace`` sends and that notebooks show. Its readers decide its fields.

A step is one expansion, and step 0 the time before the first; a search that found the goal has a last step in which it
is chosen. ``nodes`` has one column for each property of nodes that does not change: the iteration, the step in which
the node was made, and the steps in which it was expanded.

``history`` has every step ready to be shown, so that a viewer needs no knowledge of any algorithm: it applies and
reverts changes of nodes, and shows sentences. Sentences and values that occur often are in tables, and columns have
their indexes. 20,000 nodes take about 4 MB.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import accumulate
from typing import TypeVar

from taquin.puzzle.moves import Move
from taquin.render.search_types import (
    ChangesRecord,
    ChildrenRecord,
    CountersRecord,
    HistoryRecord,
    NamedIterationRecord,
    SearchRecord,
    StepsRecord,
)
from taquin.render.text.reading import held_order, iteration_name, move_letter
from taquin.render.text.sentences import Sentences, has_closing, origin_phrase
from taquin.run.result import Status
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
from taquin.trace.steps import ChildStatus, Step, steps
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

T = TypeVar("T", bound=Hashable)


def _place(value: T, table: dict[T, int]) -> int:
    """The place of a value in a table of different values, to which it is added if it is new."""
    return table.setdefault(value, len(table))


class ShownSearch:
    """A recorded search with what all its records need: its sentences and its steps."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.sentences = Sentences(trace)
        self.steps: list[Step] = list(steps(trace))
        self.has_closing = has_closing(trace)


def search_record(search: ShownSearch) -> SearchRecord:
    """The object: the method, the puzzle, how the run ended, the nodes, and the history of every step."""
    trace, outcome = search.trace, search.trace.outcome
    nodes = [trace.tree[number] for number in range(len(trace.tree))]
    return {
        "spec": trace.spec,
        "name": trace.title,
        "start": trace.header.get("start"),
        "goal": trace.header.get("goal"),
        "status": str(outcome.status),
        "reason": outcome.reason or None,
        "duplicates": outcome.stats.duplicates,
        "pruned": outcome.stats.pruned,
        "node_path": list(trace.node_path),
        "reading": {"name": search.sentences.formula.name, "held": str(trace.rules.held)},
        "steps": trace.tree.expansions,
        "nodes": {
            "iteration": [node.iteration for node in nodes],
            "born": [node.born for node in nodes],
            "expansions": [node.expansions for node in nodes],
        },
        "history": SearchHistory(search).to_dict(),
    }


class SearchHistory:
    """Every step of a search, ready to be shown: the ``history`` of the record."""

    def __init__(self, search: ShownSearch) -> None:
        self.trace, self.rules, self.sentences = search.trace, search.trace.rules, search.sentences
        self.steps, self.has_closing = search.steps, search.has_closing
        self.texts: dict[str, int] = {}
        self.values: dict[tuple[float, float], int] = {}
        self.states: dict[tuple[str, bool, str, tuple[str, ...]], int] = {}
        self.left: set[Hashable] = set()
        """The states that a real-time search has left: it stores what it learned about each."""
        self.looks_ahead = any(
            isinstance(event, PruneEvent) and event.reason == "look-ahead" for event in self.trace.events
        )

    def to_dict(self) -> HistoryRecord:
        formula, trace = self.sentences.formula, self.trace
        shown_steps, children, changes = self._steps(), self._children(), self._changes()
        pairs = list(self.values)  # the columns above have filled the tables, which are in the order of first use
        return {
            "steps": shown_steps,
            "children": children,
            "changes": changes,
            "counters": self.counters,
            "texts": list(self.texts),
            "values": {
                "compared": [formula.value(g, h) for g, h in pairs],
                "sum": [formula.sum(g, h) for g, h in pairs],
                "parts": [formula.parts(g, h) for g, h in pairs],
            },
            "states": {
                "kind": [kind for kind, _, _, _ in self.states],
                "waits": [waits for _, waits, _, _ in self.states],
                "tag": [tag for _, _, tag, _ in self.states],
                "lines": [[*lines] for _, _, _, lines in self.states],
            },
            "iterations": self._iterations(),
            "roots": [self.sentences.origin(root, -1, -1) for root in trace.tree.roots],
            "origins": {move.letter: origin_phrase(move.word) for move in Move},
            "start": "before the first step: " + "; ".join(self.sentences.start()),
            "end": self._end(),
            "goal_nodes": list(trace.goal_nodes),
            "held_order": held_order(self.rules),
            "notice": f"Only the first {self._share()} are recorded." if trace.is_truncated else "",
        }

    def _share(self) -> str:
        return f"{self.trace.tree.expansions:,} of {self.trace.outcome.stats.expanded:,} expansions"

    def _end(self) -> str:
        """How the search ended, or where its record does; a sentence without its full stop."""
        outcome = self.trace.outcome
        if not self.trace.is_truncated:
            text = self.sentences.ending()
            return text[:1].upper() + text[1:]
        is_solved = outcome.status is Status.SOLVED
        ended = "solved the board" if is_solved else f"ended: {outcome.reason or outcome.status}"
        return f"Recording ends here: {self._share()}. The search went on and {ended}"

    def _steps(self) -> StepsRecord:
        columns: StepsRecord = {
            "node": [step.node for step in self.steps],
            "current": [self._current_node(step) for step in self.steps],
            "iteration": [step.iteration for step in self.steps],
            "title": [self.sentences.title(step) for step in self.steps],
            "notes": [[*self.sentences.dropped(step), self.sentences.held(step)] for step in self.steps],
        }
        if self.has_closing:
            goal = self.trace.goal_nodes[0]
            columns["node"].append(goal)
            columns["current"].append(goal)
            columns["iteration"].append(self.steps[-1].iteration)
            columns["title"].append(self.sentences.closing_title())
            columns["notes"].append(self.sentences.closing_notes())
        return columns

    def _current_node(self, step: Step) -> int:
        """The node where the search is after a step: for a local search the one that it went to."""
        if self.rules.is_local:
            taken = [child.node for child in step.children if child.status is ChildStatus.NEW]
            if len(taken) == 1:
                return taken[0]
        return step.node

    def _children(self) -> ChildrenRecord:
        """The children of each step; those of step n begin where those of step n - 1 end."""
        pairs = [(child, step) for step in self.steps for child in step.children]
        ends = list(accumulate(len(step.children) for step in self.steps))
        return {
            "end": [*ends, len(pairs)] if self.has_closing else ends,
            "parent": [child.parent for child, _ in pairs],
            "move": [move_letter(child.move) for child, _ in pairs],
            "node": [child.node for child, _ in pairs],
            "value": [_place((child.g, child.h), self.values) for child, _ in pairs],
            "fate": [str(child.status) for child, _ in pairs],
            "label": [_place(self.sentences.move(child, step), self.texts) for child, step in pairs],
            "text": [_place(self.sentences.fate(child, step), self.texts) for child, step in pairs],
        }

    def _changes(self) -> ChangesRecord:
        """What happened to nodes in each step, from step 0 on: their last parent, move, value, state and rank.

        Nodes that wait are expanded in the order of their ranks, in a bidirectional search those of each side.
        """
        rows: list[tuple[int, int, int, int, str]] = []
        keys: list[Key] = []
        ends = []
        self.counters: CountersRecord = {"expanded": [], "generated": [], "frontier": [], "stored": []}
        for touched in self._touched():
            self._count()
            for node in touched:
                keys.append(self.frontier.key(node.number) if node.number in self.frontier.open else ())
                value = _place((node.g, node.h), self.values)
                rows.append((node.number, node.parent, value, self._state(node), move_letter(node.move)))
            ends.append(len(rows))
        ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
        return {
            "end": ends,
            "node": [node for node, _, _, _, _ in rows],
            "parent": [parent for _, parent, _, _, _ in rows],
            "value": [value for _, _, value, _, _ in rows],
            "state": [state for _, _, _, state, _ in rows],
            "move": [move for _, _, _, _, move in rows],
            "rank": [ranks[key] for key in keys],
        }

    def _touched(self) -> Iterator[list[TreeNode]]:
        """For each step, from 0 on: the nodes that it made or changed, as they are at its end, new ones in order."""
        self.frontier = make_frontier(self.rules)
        self.tree, self.ended_at = self.frontier.tree, -1
        self.forgotten = 0  # nodes of earlier iterations, if a search forgets them
        touched: dict[int, None] = {}
        self.last = -1  # the node that was expanded last
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
            self.ended_at = self._current_node(self.steps[-1])
            touched[self.ended_at] = None
        yield self._at_the_end_of_a_step(touched)

    def _at_the_end_of_a_step(self, touched: dict[int, None]) -> list[TreeNode]:
        """The nodes that the step made or changed, and those whose place in the frontier it changed."""
        moved = self.frontier.take_changed() - touched.keys()
        return [self.tree[number] for number in (*touched, *sorted(moved))]

    def _count(self) -> None:
        """The counters after a step. What a search stores is what its kind of memory says."""
        tree, waiting = self.tree, len(self.frontier.open)
        path = int(tree[self.last].g) + 1 if self.last >= 0 else 1
        match self.rules.held:
            case StoredNodes.FRONTIER:
                held = (waiting, len(tree) - self.forgotten)
            case StoredNodes.SIBLINGS:
                held = (waiting, waiting + (path if self.last >= 0 else 0))
            case StoredNodes.PATH:
                held = (path, len(tree) if self.rules.drops_duplicates else path + (self.last >= 0))
            case _ if self.trace.header.get("algorithm") == "anytime":
                held = (1, path + (self.last >= 0))  # the best solution; the beams on larger boards are not counted
            case _:
                neighbours = self._neighbours()
                held = (neighbours, max(neighbours, self._learned()) + 1)
        self.counters["expanded"].append(tree.expansions)
        self.counters["generated"].append(len(tree) - len(tree.roots))
        self.counters["frontier"].append(held[0])
        self.counters["stored"].append(held[1])

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

    def _state(self, node: TreeNode) -> int:
        kind = self._kind(node)
        waits = node.number in self.frontier.open
        lines = tuple(self.sentences.state(node, kind, waits=waits))
        return _place((kind, waits, self.sentences.tag(node, kind), lines), self.states)

    def _kind(self, node: TreeNode) -> str:
        if node.fate == "goal":
            return "goal"
        if node.number == self.ended_at:
            return "stuck"
        if node.expansions:
            return "expanded"
        return "pruned" if node.fate else "frontier"

    def _iterations(self) -> list[NamedIterationRecord]:
        """The iterations of an iterated search: the name, the first step, and how many nodes were expanded."""
        begins = [*self.trace.tree.begins, len(self.steps)]
        iterations: list[NamedIterationRecord] = []
        for place, bound in enumerate(self.trace.tree.bounds):
            name = iteration_name(self.rules, place + 1, bound).removeprefix(f"iteration {place + 1}: ")
            first = min(begins[place] + 1, len(self.steps))
            iterations.append({"name": name, "step": first, "expanded": begins[place + 1] - begins[place]})
        return iterations
