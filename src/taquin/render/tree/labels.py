"""The words of a drawn search tree: of each node its kind, number, values and notes, and the caption of the tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.text.reading import ending_text, formula_of, iteration_name, path_text, prune_words
from taquin.render.tree.selection import Duplicate, Focus, Item, LeftOut, Selection
from taquin.run.result import Status
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

_LONGEST_STATE = 60  # characters of a state of the user's own on a card

Kind: TypeAlias = Literal["expanded", "frontier", "pruned", "duplicate", "goal", "stuck", "omission", "link"]


def surface_of(kind: Kind, theme: Theme) -> Surface:
    """The surface of the same name; where a search stopped, that of a tile that has just moved."""
    surface: Surface = getattr(theme, "moved" if kind == "stuck" else kind)
    return surface


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeLabel:
    """The text of a node, or of a child that was dropped as a duplicate."""

    kind: Kind
    title: str  # the number of the node; for a duplicate, = and the number of the node with the same board
    name: str  # its name in files: letters, digits and hyphens
    board: Board | None = None
    ranks: str = ""  # when it was expanded
    values: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()  # the names of the values that the reader of an exercise fills in
    is_exercise: bool = False  # then no value is marked as the one that the search compares
    notes: tuple[str, ...] = ()
    reason: str = ""  # the reason in the trace why it was pruned
    letter: str = ""  # the move that led here
    is_on_path: bool = False
    is_on_main_path: bool = False  # on the main path of the selection (``Selection.main_path``)

    @property
    def is_muted(self) -> bool:
        """Whether the search did not continue from here, or nodes are left out."""
        return self.kind in ("pruned", "duplicate", "omission")

    @property
    def is_bare(self) -> bool:
        """Whether the number is all that the node shows."""
        return self.board is None and not (self.ranks or self.values or self.blanks or self.notes)

    @property
    def classes(self) -> str:
        sort = "node" if self.name.startswith("node") else ""
        return " ".join(filter(None, (sort, self.name, self.kind, "path" if self.is_on_path else "")))


class LabelMaker:
    """Makes the labels of one selection."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.trace = selection, selection.trace
        self.formula = formula_of(self.trace.rules)
        self.path = selection.path_in_iteration

    def label(self, item: Item, where: str = "below") -> NodeLabel:
        """The label of anything in a drawn tree; ``where`` is the direction from a node to its children."""
        match item:
            case LeftOut(count, has_goal):
                return NodeLabel(kind="omission", title="", name="", notes=omission(count, where, has_goal=has_goal))
            case Duplicate():
                return self._duplicate(item)
            case _:
                return self.node(item)

    def node(self, node: TreeNode) -> NodeLabel:
        kind = self._kind(node)
        return NodeLabel(
            kind=kind,
            title=f"{node.number}",
            name=f"node-{node.number}",
            board=self._board(node.number),
            ranks=_ranks(self.selection.expansions(node.number)),
            values=tuple(self.formula.parts(node.g, node.h)),
            notes=(*self._own_state(node.number, node.move), *self._notes(node, kind)),
            reason=node.fate if kind == "pruned" else "",
            letter="" if node.is_root else self._letter(node.move),
            is_on_path=node.number in self.path,
            is_on_main_path=node.number in self.selection.main_path,
        )

    def _duplicate(self, item: Duplicate) -> NodeLabel:
        """The label of a child that was dropped: its board, and the node with the same board."""
        return NodeLabel(
            kind="duplicate",
            title=f"= {item.known}",
            name=f"duplicate-of-{item.known}",
            board=self._board(item.known),
            notes=(*self._own_state(item.known, item.move), "duplicate"),
            letter=self._letter(item.move) if item.move >= 0 else "?",
        )

    def _letter(self, move: int) -> str:
        return "" if "space" in self.trace.header else Move(move).letter

    def _own_state(self, node: int, move: int) -> Iterator[str]:
        """In a space of the user's own: the state, and the name of the move, which may be too long for an edge."""
        if "space" not in self.trace.header:
            return
        state = self.trace.state_text(node)
        yield state if len(state) <= _LONGEST_STATE else f"{state[:_LONGEST_STATE]} …"
        if move != -1 and self.trace.move_name(move) != state:  # in a graph, a move is named after where it leads
            yield f"move {self.trace.move_name(move)}"

    def _board(self, node: int) -> Board | None:
        return self.trace.board(node) if self.trace.has_boards else None

    def _kind(self, node: TreeNode) -> Kind:
        selection = self.selection
        if node.fate == "goal":
            return "goal"
        if self.trace.rules.is_local and node.number == selection.last_node and node.number not in self.path:
            return "stuck"  # a local search ended here, at least in this iteration
        if selection.expansions(node.number):
            return "expanded"
        return "pruned" if node.fate else "frontier"

    def _notes(self, node: TreeNode, kind: Kind) -> Iterator[str]:
        roots, outcome = self.trace.tree.roots, self.trace.outcome
        if node.is_root:
            yield "start" if node.number == roots[0] else "goal"
        if kind == "goal":
            yield "meeting" if len(self.trace.goal_nodes) > 1 else "goal"
        elif kind == "stuck":
            iteration = self.selection.iteration
            is_end = iteration in (None, len(self.trace.tree.bounds)) and outcome.status is Status.STUCK
            what = re.sub(r"^h = .* [(](.*)[)]$|(:| after ).*", r"\1", outcome.reason)  # the caption has all of it
            yield f"stuck: {what}" if is_end else "stopped here"
        elif node.fate:
            bound = self.trace.tree.bounds[node.iteration - 1] if node.iteration else None
            yield prune_words(node.fate, self.trace.rules, node.g, node.h, bound).note
        if node.improvements:
            times = f" {node.improvements:,} times" if node.improvements > 1 else ""
            yield f"improved{times}"


def _ranks(expansions: list[int]) -> str:
    """When a node was expanded; only the first times if there are many."""
    if len(expansions) <= 3:
        return ", ".join(f"{when:,}" for when in expansions)
    return f"{expansions[0]:,}, {expansions[1]:,}, … {len(expansions):,}×"


def omission(count: int, where: str = "below", *, has_goal: bool = False) -> tuple[str, ...]:
    """The lines in place of nodes that are left out; ``where`` they would be, and whether the goal is among them.

    >>> omission(1234), omission(1, "above", has_goal=True)
    (('… 1,234 more', 'nodes below'), ('… 1 more', 'node above:', 'the goal'))
    """
    noun = "node" if count == 1 else "nodes"
    if not has_goal:
        return f"… {count:,} more", f"{noun} {where}"
    return f"… {count:,} more", f"{noun} {where}:", "the goal" if count == 1 else "with the goal"


# The caption: how the run ended, its counters, and what is left out

_MOST_CELLS = 36  # boards of more cells are too long for a line
_MOST_ROUNDS = 8


def describe_run(trace: Trace) -> str:
    """The method, how the run ended and why, and how large its tree is."""
    ending = title(trace, has_reason=True)
    return ending if has_no_search(trace) else f"{ending}; {_describe_size(trace)}"


def title(trace: Trace, *, has_reason: bool = False) -> str:
    """The method, and how the run ended."""
    outcome, method = trace.outcome, trace.spec or "a search"
    if "moment" in trace.header:  # a search that is cut at a step
        return f"{method}, {trace.header['moment']}"
    if outcome.moves is not None:
        return f"{method}: solved in {plural(len(outcome.moves), 'move')}"
    return f"{method}: {ending_text(outcome.status, outcome.reason if has_reason else '')}"


def _describe_size(trace: Trace) -> str:
    recorded = " recorded" if trace.is_truncated else ""
    return f"{plural(len(trace.tree), 'node')}{recorded}, {trace.outcome.stats.expanded:,} expanded"


def has_no_search(trace: Trace) -> bool:
    """Whether the problem was found unsolvable before any search."""
    return trace.outcome.status is Status.UNSOLVABLE and not trace.events


def caption(selections: Sequence[Selection]) -> Iterator[str]:
    """The lines under the title of a picture."""
    trace = selections[0].trace
    if trace.outcome.moves is None and trace.outcome.reason:
        yield trace.outcome.reason
    if trace.has_boards and trace.start.shape.cells <= _MOST_CELLS:
        yield f"start {one_line(trace.start)}, goal {one_line(trace.goal)}"
    if has_no_search(trace):
        return
    stats = trace.outcome.stats
    counters = [plural(stats.duplicates, "duplicate"), f"{stats.reopened:,} reopened", f"{stats.pruned:,} pruned"]
    yield ", ".join([_describe_size(trace), *(text for text in counters if not text.startswith("0 "))])
    if trace.node_path:
        yield f"solution path: {path_text(trace.node_path)}"
    if len(trace.tree.roots) > 1:
        meeting = " and ".join(map(str, trace.goal_nodes))
        met = f"; nodes {meeting} are the same {trace.state_noun}" if meeting else ""
        yield f"one tree grows down from the start, one up from the goal{met}"
    if trace.is_truncated:
        yield f"only the first {plural(len(trace.events), 'event')} of the search are recorded"
    for selection in selections:
        path = [node for node in trace.node_path if node in selection.path_in_iteration]
        missing = sum(node not in selection.shown for node in path)
        if missing:
            yield f"cut off: {missing:,} of the {plural(len(path), 'node')} of the solution path, including the goal"
    yield from _other_iterations(selections)
    if len(trace.tree.bounds) < 2:  # otherwise each iteration has its own note
        yield from left_out(selections[0])


def _other_iterations(selections: Sequence[Selection]) -> Iterator[str]:
    tree, rules = selections[0].trace.tree, selections[0].trace.rules
    bounds = tree.bounds
    drawn = {selection.iteration for selection in selections}
    missing = [place for place in range(1, len(bounds) + 1) if place not in drawn]
    if not missing:
        return
    sizes = Counter(node.iteration for node in tree.nodes.values())
    named = [f"{iteration_name(rules, place, bounds[place - 1])}, {plural(sizes[place], 'node')}" for place in missing]
    if len(named) > _MOST_ROUNDS:
        named[_MOST_ROUNDS // 2 : -_MOST_ROUNDS // 2] = [f"… {len(named) - _MOST_ROUNDS:,} more …"]
    yield f"not drawn: {'; '.join(named)}"


def left_out(selection: Selection) -> Iterator[str]:
    """How much of this selection is not shown."""
    missing = len(selection.depths) - len(selection.shown)
    parts = []
    if missing:
        parts.append(f"{missing:,} of {plural(len(selection.depths), 'node')}")
    if selection.hidden:
        parts.append(plural(selection.hidden, "pruned node"))
    if selection.duplicates_left_out:
        parts.append(plural(selection.duplicates_left_out, "duplicate"))
    if selection.undoing:
        parts.append(f"{selection.undoing:,} child{'' if selection.undoing == 1 else 'ren'} undoing the last move")
    if not selection.shown and selection.cut.focus is Focus.PATH:
        yield "there is no solution path to show"
    elif parts:
        yield f"left out: {', '.join(parts)}{_view(selection) if missing else ''}"


def _view(selection: Selection) -> str:
    if selection.cut.focus is Focus.PATH:
        return "; only the solution path is shown"
    if selection.is_around_main_path:
        path = "the solution path" if selection.path_in_iteration else "the path of the local search"
        return f"; {path} and the children of its nodes are shown"
    return ""
