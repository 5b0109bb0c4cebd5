"""The cards that a search tree is drawn with: a node with its board and values, a duplicate, or what is left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from taquin.board import Board
from taquin.moves import Move
from taquin.render.board_picture import legible_cell
from taquin.render.drawing import Group, Label, Shape, text_width
from taquin.render.reading import Reading
from taquin.render.text import number
from taquin.render.theme import Surface, Theme
from taquin.render.tree_face import ROW, SMALL_TEXT, Face
from taquin.render.tree_selection import Duplicate, Selection
from taquin.result import Status
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

Kind: TypeAlias = Literal["expanded", "frontier", "pruned", "duplicate", "goal", "stuck", "omission", "stem"]


@dataclass(frozen=True, slots=True)
class Card:
    """Something with a place in the tree. ``shapes`` are drawn from its upper left corner, which is at 0, 0."""

    kind: Kind
    width: float
    height: float
    shapes: tuple[Shape, ...]
    name: str = ""
    """Its class in SVG, which names the node."""
    letter: str = ""
    """The move that led here."""
    is_on_path: bool = False
    is_on_way: bool = False
    """On the way that a failed local search went."""
    marks: frozenset[str] = frozenset()
    """What else it shows that a legend must explain."""

    @property
    def is_muted(self) -> bool:
        """Whether the search went no further here."""
        return self.kind in ("pruned", "duplicate", "omission")


STEM = Card("stem", 2, 0, ())
"""Keeps a column free, for the line between the nodes where two searches met."""


class CardMaker:
    """Makes the cards of one selection."""

    def __init__(self, selection: Selection, reading: Reading, theme: Theme) -> None:
        self.selection, self.reading, self.theme = selection, reading, theme
        self.trace: Trace = selection.trace
        self.path = selection.path_here
        self.goal: Board | None = self.trace.goal if self.trace.has_boards else None
        self.cell = legible_cell(self.trace.start.shape) - 3 if self.trace.has_boards else 0

    def node(self, node: TreeNode) -> Card:
        """The card of a node."""
        kind = self._kind(node)
        ranks = _ranks(self.selection.branch.expansions(node.number))
        board = self.trace.board(node.number) if self.trace.has_boards else None
        is_on_path = node.number in self.path
        face = Face(
            title=f"{node.number}",
            surface=self.surface(kind),
            theme=self.theme,
            badge=ranks,
            board=board,
            goal=self.goal,
            cell=self.cell,
            values=tuple(self.reading.formula.parts(node.g, node.h)),
            notes=tuple(self._notes(node, kind)),
            has_ring=is_on_path,
            is_muted=kind == "pruned",
        )
        marks = {*(["rank"] if ranks else []), *([node.fate] if kind == "pruned" else [])}
        if board is not None and self.goal is not None and kind != "pruned" and any(map(_is_home, board, self.goal)):
            marks.add("home")
        return Card(
            kind,
            *face.draw(),
            name=f"node node-{node.number} {kind}{' path' if is_on_path else ''}",
            letter="" if node.is_root else Move(node.move).letter,
            is_on_path=is_on_path,
            is_on_way=node.number in self.selection.way,
            marks=frozenset(marks),
        )

    def duplicate(self, item: Duplicate) -> Card:
        """The card of a child that was dropped: the board, and the node that has it."""
        face = Face(
            title=f"= {item.known}",
            surface=self.theme.duplicate,
            theme=self.theme,
            board=self.trace.board(item.known) if self.trace.has_boards else None,
            cell=self.cell,
            notes=("duplicate",),
            is_muted=True,
        )
        letter = Move(item.move).letter if item.move >= 0 else "?"
        return Card("duplicate", *face.draw(), name=f"duplicate duplicate-of-{item.known}", letter=letter)

    def omission(self, count: int) -> Card:
        """What stands where nodes are left out."""
        lines = (f"… {count:,} more", f"node{'' if count == 1 else 's'} below")
        width = max(text_width(line, SMALL_TEXT) for line in lines)
        labels = [
            Label(width / 2, (place + 0.5) * ROW, line, SMALL_TEXT, self.theme.muted)
            for place, line in enumerate(lines)
        ]
        return Card("omission", width, len(lines) * ROW, tuple(labels), name="omission")

    def surface(self, kind: Kind) -> Surface:
        """How a card of this kind is painted."""
        theme = self.theme
        surfaces = {
            "expanded": theme.expanded,
            "frontier": theme.frontier,
            "pruned": theme.pruned,
            "duplicate": theme.duplicate,
            "goal": theme.goal,
            "stuck": theme.moved,
        }
        return surfaces[kind]

    def _kind(self, node: TreeNode) -> Kind:
        if node.fate == "goal":
            return "goal"
        if self._is_stuck(node):
            return "stuck"
        if self.selection.branch.expansions(node.number):
            return "expanded"
        return "pruned" if node.fate else "frontier"

    def _is_stuck(self, node: TreeNode) -> bool:
        """Whether a local search ended here, at least in this round."""
        branch = self.selection.branch
        return self.reading.is_local and node.number == branch.last_place and node.number not in self.path

    def _notes(self, node: TreeNode, kind: Kind) -> Iterable[str]:
        roots, outcome = self.trace.tree.roots, self.trace.outcome
        if node.is_root:
            yield "start" if node.number == roots[0] else "goal"
        if kind == "goal":
            yield "meeting" if len(self.trace.goal_nodes) > 1 else "goal"
        elif kind == "stuck":
            iteration = self.selection.branch.iteration
            is_end = iteration in (None, len(self.trace.tree.bounds)) and outcome.status is Status.STUCK
            yield f"stuck: {outcome.reason.partition(':')[0]}" if is_end else "gave up here"
        elif node.fate:
            yield self._why(node)
        if node.improvements:
            times = f" {node.improvements:,} times" if node.improvements > 1 else ""
            yield f"improved{times}"

    def _why(self, node: TreeNode) -> str:
        """Why a node was pruned."""
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
    """When a node was expanded; of many times the first ones."""
    if len(expansions) <= 3:
        return ", ".join(f"{when:,}" for when in expansions)
    return f"{expansions[0]:,}, {expansions[1]:,}, … {len(expansions):,}×"


def _is_home(tile: int, wanted: int) -> bool:
    return tile == wanted != 0


def group_of(card: Card, x: float, y: float) -> Group:
    """The card at its place."""
    return Group(card.shapes, x, y, name=card.name)
