"""A recorded run: its header, its events and its outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypedDict, cast

from taquin.errors import BoardError, FormatError, MoveError, TraceError
from taquin.puzzle.arguments import as_real
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move
from taquin.puzzle.presenters import present
from taquin.puzzle.problem import ReversibleSpace
from taquin.puzzle.words import printable_line, shown, state_text
from taquin.run.result import Outcome, Stats, Status
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, PruneEvent
from taquin.trace.ordering import SearchRules
from taquin.trace.tree import SearchTree, TreeNode

_LONGEST_STATE = 30  # characters


class Header(TypedDict, total=False):
    """What was searched, and how. Every key may be missing: a run of another program says less."""

    spec: str
    """The text that reproduces the run."""
    title: str
    """The method as people write it."""
    algorithm: str
    """The key of the registry; only of an algorithm of Taquin."""
    rules: SearchRules
    """How the search compares and holds nodes; only of an algorithm of Taquin."""
    start: str
    """The first board; only of a search of boards."""
    goal: str
    moment: str
    """Of a trace that is cut at a step: which one."""
    space: ReversibleSpace[Hashable]
    """What was searched, if it is a space of the user's own; it is reversible only if the search needed that."""
    moves: Sequence[Hashable]
    """The moves of that space by number; empty if they are numbers."""


@suggests_names
@dataclass(frozen=True, repr=False)
class Trace:
    """A recorded run.

    ``header`` has the ``spec`` of the method, its ``title``, the key of its ``algorithm`` and the ``rules`` of its
    search (the latter two only for an algorithm of Taquin), and for boards the ``start`` and the ``goal``.

    >>> import taquin
    >>> recorder = taquin.Recorder()
    >>> _ = taquin.solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", observer=recorder)
    >>> trace = recorder.trace()
    >>> trace.node_path, trace.board(4), trace.fold().expanded
    ((0, 4, 6), Board('1 2 3 / 4 5 0 / 7 8 6'), 2)
    """

    header: Header
    events: tuple[Event, ...]
    outcome: Outcome
    is_truncated: bool = False

    def __repr__(self) -> str:
        return f"<Trace of {self.spec or 'a search'}: {len(self.events):,} events, {self.outcome.status}>"

    def __len__(self) -> int:
        return len(self.events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __bool__(self) -> bool:
        return True

    @property
    def spec(self) -> str:
        """The text that reproduces the run."""
        return self.header.get("spec", "")

    @property
    def title(self) -> str:
        """The method as people write it: "A* · Manhattan"."""
        return self.header.get("title", self.spec) or "a search"

    @cached_property
    def rules(self) -> SearchRules:
        """How the search compares and holds nodes. Without rules in the header, h counts if a node has one."""
        rules = self.header.get("rules")
        return rules or SearchRules(weight_h=int(any(node.h for node in self.tree.nodes.values())))

    @property
    def has_boards(self) -> bool:
        """Whether the run searched boards: toy spaces have none."""
        return "start" in self.header and "goal" in self.header

    @property
    def state_noun(self) -> str:
        """What sentences call a state: "board", or "state" in a space of the user's own."""
        return "state" if "space" in self.header else "board"

    @property
    def start_name(self) -> str:
        """What marks the root: "start", with the state where a space of the user's own begins if it is short."""
        state = self.state_text(self.tree.roots[0]) if "space" in self.header else ""
        return f"start: {state}" if 0 < len(state) <= _LONGEST_STATE else "start"

    def move_name(self, move: int) -> str:
        """The word of a move: Up, Down, Left or Right, or what a space of the user's own calls it."""
        return Move(move).word if "space" not in self.header else printable_line(str(self._own_move(move)))

    def move_mark(self, move: int) -> str | None:
        """The letter of a move, or what a space of the user's own calls it; None for -1."""
        if move == -1:
            return None
        return Move(move).letter if "space" not in self.header else self.move_name(move)

    def _own_move(self, move: int) -> Hashable:
        names = self.header["moves"]
        return names[move] if names else move

    @cached_property
    def start(self) -> Board:
        """The board that the search began with. Raises ``TraceError`` if the header names none."""
        return _board_of("start", self.header.get("start"))

    @cached_property
    def goal(self) -> Board:
        """The board that it searched for. Raises ``TraceError`` if the header names none."""
        return _board_of("goal", self.header.get("goal"))

    @cached_property
    def tree(self) -> TraceTree:
        """The tree of nodes that the events describe."""
        return TraceTree(self)

    @cached_property
    def goal_nodes(self) -> tuple[int, ...]:
        """The node of the goal; two nodes where two searches met; empty if the run found no solution."""
        return tuple(event.node for event in self.events if isinstance(event, GoalEvent))

    @cached_property
    def node_path(self) -> tuple[int, ...]:
        """The numbers of the nodes on the solution, from the start to the goal."""
        paths = [self.tree.path(node) for node in self.goal_nodes]
        if len(paths) == 2:  # two searches met: the second path leads back to the goal
            return (*paths[0], *reversed(paths[1][:-1]))
        return paths[0] if paths else ()

    def board(self, node: int) -> Board:
        """The board of a node. The boards on its path are cached, so that a call takes constant time on average.

        Raises ``TraceError`` if there is no such node, or if a move on its path cannot be played.
        """
        return cast("Board", self.state(node))

    def state(self, node: int) -> Hashable:
        """``board``, or the state of a node of a space of the user's own, whose ``successors`` is called again."""
        if as_real(node) is None:
            raise TraceError(f"expected the number of a node, found {shown(node)}")
        states, tree, path = self._states, self.tree, []
        while node not in states:
            path.append(node)
            if tree[node].is_root:
                raise TraceError(f"node {node} is a third root: expected the start and perhaps the goal")
            node = tree[node].parent
        state = states[node]
        for number in reversed(path):
            try:
                state = states[number] = self._play(state, tree[number])
            except (MoveError, ValueError) as error:
                raise TraceError(f"the move to node {number} cannot be played: {error}") from error
        return state

    def _play(self, state: Hashable, node: TreeNode) -> Hashable:
        if isinstance(state, Board) and "space" not in self.header:
            return state.play(Move(node.move))
        space, wanted = self.header["space"], self._own_move(node.move)
        ways = space.successors(state) if node.root == self.tree.roots[0] else space.predecessors(state)
        for move, child in ways:
            if move == wanted:
                return child
        raise ValueError(f"{shown(wanted)} is not among the moves from {shown(state)}")

    @cached_property
    def _states(self) -> dict[int, Hashable]:
        searched = self.header.get("space", self)
        return {root: getattr(searched, name) for root, name in zip(self.tree.roots, ("start", "goal"), strict=False)}

    def state_text(self, node: int) -> str:
        """The state of a node on one line."""
        state = self.state(node)
        return one_line(state) if isinstance(state, Board) else state_text(state)

    def fold(self) -> Stats:
        """Count the events. If the trace is not truncated, these are the counters of the run.

        No event contains ``max_frontier`` and ``max_stored``: they stay 0.
        """
        counts: Counter[type] = Counter(map(type, self.events))
        depths = [event.g for event in self.events if isinstance(event, GenerateEvent) and event.parent >= 0]
        reopened, closed = 0, set[int]()
        for event in self.events:
            if isinstance(event, ExpandEvent):
                closed.add(event.node)
            elif isinstance(event, ImproveEvent):
                reopened += event.node in closed
                closed.discard(event.node)
        return Stats(
            expanded=counts[ExpandEvent],
            generated=len(depths),
            duplicates=counts[DuplicateEvent],
            reopened=reopened,
            pruned=counts[PruneEvent],
            max_depth=max(depths, default=0),
        )


class TraceTree(SearchTree):
    """The tree of a whole trace, which can be printed and drawn."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace.events)
        self.trace = trace

    def __str__(self) -> str:
        """What ``taquin tree`` prints below the boards."""
        return present("search as text", self.trace)


def trace_after(trace: Trace, step: int) -> Trace:
    """The trace up to a step: 0 is before the first expansion; after the last step it is the whole trace.

    The header has the ``moment``, which replaces how the search ended.
    """
    expansions = 0
    for place, event in enumerate(trace.events):
        if isinstance(event, ExpandEvent | GoalEvent) and expansions == step:
            moment = f"after step {step:,}" if step else "before the first step"
            part = Trace({**trace.header, "moment": moment}, trace.events[:place], Outcome(status=Status.CANCELLED))
            return replace(part, outcome=Outcome(status=Status.CANCELLED, stats=part.fold()))
        expansions += isinstance(event, ExpandEvent)
    return trace


def _board_of(name: str, text: str | None) -> Board:
    """A board of the header. One line without a slash is a single row."""
    if text is None:
        raise TraceError(f"the header of the trace names no {name}")
    try:
        return Board(text, None if "/" in text else Shape(1, len(text.split())))
    except (BoardError, FormatError) as error:
        raise TraceError(f"the {name} in the header of the trace is not a board: {error}") from error
