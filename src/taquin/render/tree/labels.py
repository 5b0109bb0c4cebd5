"""The text of each node in a search tree: its kind, its number, its values, and notes such as why it was pruned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.render.drawing.theme import Surface, Theme
from taquin.render.text.layout import number
from taquin.render.tree.selection import Duplicate, Item, LeftOut, Selection
from taquin.run.result import Status
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

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
    def classes(self) -> str:
        sort = "node" if self.name.startswith("node") else ""
        return " ".join(filter(None, (sort, self.name, self.kind, "path" if self.is_on_path else "")))


class LabelMaker:
    """Makes the labels of one selection."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.reading = selection, selection.reading
        self.trace: Trace = selection.trace
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
            ranks=_ranks(self.selection.branch.expansions(node.number)),
            values=tuple(self.reading.formula.parts(node.g, node.h)),
            notes=tuple(self._notes(node, kind)),
            reason=node.fate if kind == "pruned" else "",
            letter="" if node.is_root else Move(node.move).letter,
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
            notes=("duplicate",),
            letter=Move(item.move).letter if item.move >= 0 else "?",
        )

    def _board(self, node: int) -> Board | None:
        return self.trace.board(node) if self.trace.has_boards else None

    def _kind(self, node: TreeNode) -> Kind:
        branch = self.selection.branch
        if node.fate == "goal":
            return "goal"
        if self.reading.is_local and node.number == branch.last_node and node.number not in self.path:
            return "stuck"  # a local search ended here, at least in this iteration
        if branch.expansions(node.number):
            return "expanded"
        return "pruned" if node.fate else "frontier"

    def _notes(self, node: TreeNode, kind: Kind) -> Iterator[str]:
        roots, outcome = self.trace.tree.roots, self.trace.outcome
        if node.is_root:
            yield "start" if node.number == roots[0] else "goal"
        if kind == "goal":
            yield "meeting" if len(self.trace.goal_nodes) > 1 else "goal"
        elif kind == "stuck":
            iteration = self.selection.branch.iteration
            is_end = iteration in (None, len(self.trace.tree.bounds)) and outcome.status is Status.STUCK
            what = re.sub(r"^h = .* [(](.*)[)]$|(:| after ).*", r"\1", outcome.reason)  # the caption has all of it
            yield f"stuck: {what}" if is_end else "stopped here"
        elif node.fate:
            yield self._why(node)
        if node.improvements:
            times = f" {node.improvements:,} times" if node.improvements > 1 else ""
            yield f"improved{times}"

    def _why(self, node: TreeNode) -> str:
        match node.fate:
            case "bound":
                bounds = self.trace.tree.bounds
                f = number(self.reading.formula.value(node.g, node.h))
                return f"f {f} > {number(bounds[node.iteration - 1])}" if node.iteration else "bound"
            case "depth":
                return "depth limit"
            case "beam":
                return "outside beam"
            case fate:
                return fate


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
