"""One search tree as shapes: cards in a tidy layout, and edges with the moves on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from taquin.render.drawing.shapes import Circle, Group, Label, Line, Point, Rectangle, Shape, text_width
from taquin.render.drawing.theme import Theme
from taquin.render.tree.cards import LINK, Card, CardMaker
from taquin.render.tree.dots import DotMaker
from taquin.render.tree.layout import Layout, tidy
from taquin.render.tree.selection import Selection
from taquin.trace.tree import TreeNode

_STEEPNESS = 0.04
"""Extra height for a long edge, as a share of its length: flat edges of one parent would overlap."""
_MEETING = "same board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spacing:
    """The distances between the cards of a tree."""

    gap: float
    """Between cards of one level."""
    rise: float
    """Between levels, at least."""
    highest: float
    """Between levels, at most."""
    letter: float
    """The font of the moves on the edges."""
    is_centred: bool = False
    """Whether the cards of a level have their middles on one line, not their upper sides."""


WIDE = Spacing(gap=14, rise=34, highest=110, letter=11)
"""For cards with boards."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawn tree, or two whose leaves face each other; its upper left corner is at 0, 0."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cards: tuple[Card, ...]
    has_boards: bool = False
    """Whether the boards of the solution path are beside the tree."""


@dataclass(frozen=True, slots=True)
class CardTree:
    """The cards of one tree in preorder, and the indices of the children of each; the first is the root."""

    cards: list[Card]
    children: list[list[int]]
    levels: list[int]
    meeting: int
    """The index of the node where two searches met, or of the end of the link from it; -1 if there is none."""


def panel(selection: Selection, maker: CardMaker | DotMaker, theme: Theme, spacing: Spacing = WIDE) -> Panel:
    """The tree of one iteration. For a bidirectional search the second tree is drawn upside down below the first."""
    roots = selection.roots
    wheres = ["below", "above"] if len(roots) == 2 else ["below"] * len(roots)
    trees = [
        _Tree(_card_tree(selection, maker, root, where), theme, spacing)
        for root, where in zip(roots, wheres, strict=True)
    ]
    if len(trees) == 2:
        return _facing(trees[0], trees[1], theme)
    return _side_by_side(trees)


def _side_by_side(trees: Sequence[_Tree]) -> Panel:
    """Trees in a row: one, except for traces of other state spaces with three or more roots."""
    shapes: list[Shape] = []
    x = 0.0
    for tree in trees:
        shapes += tree.shapes(x)
        x += tree.layout.width + tree.spacing.rise
    cards = [card for tree in trees for card in tree.card_tree.cards]
    return Panel(x - trees[-1].spacing.rise, max(tree.height for tree in trees), tuple(shapes), tuple(cards))


def _card_tree(selection: Selection, maker: CardMaker | DotMaker, root: int, where: str) -> CardTree:
    """Make the cards of a tree; ``where`` is the direction from a card to its children."""
    goals = selection.trace.goal_nodes
    card_tree = CardTree([], [], [], -1)
    met = -1
    for place, (item, parent) in enumerate(selection.walk(root)):
        card_tree.cards.append(maker.card(item, where))
        card_tree.children.append([])
        card_tree.levels.append(card_tree.levels[parent] + 1 if parent >= 0 else 0)
        if parent >= 0:
            card_tree.children[parent].append(place)
        if len(goals) > 1 and isinstance(item, TreeNode) and item.number in goals[:2]:
            met = place
    return card_tree if met < 0 else _with_link(card_tree, met)


def _with_link(card_tree: CardTree, met: int) -> CardTree:
    """Add link cards from the meeting down to the last level, so that the line to the other tree crosses no card."""
    place = met
    for level in range(card_tree.levels[met] + 1, max(card_tree.levels) + 1):
        card_tree.cards.append(LINK)
        card_tree.children.append([])
        card_tree.levels.append(level)
        family = card_tree.children[place]
        place = len(card_tree.cards) - 1
        family.insert((len(family) + 1) // 2, place)  # in the middle: the node stays centred over its own children
    return replace(card_tree, meeting=place)


class _Tree:
    """A laid-out tree of cards. The shapes can be drawn upside down."""

    def __init__(self, card_tree: CardTree, theme: Theme, spacing: Spacing) -> None:
        self.card_tree, self.theme, self.spacing = card_tree, theme, spacing
        self.layout: Layout = tidy(card_tree.children, [card.width for card in card_tree.cards], gap=spacing.gap)
        heights = [0.0] * (max(card_tree.levels) + 1)
        for card, level in zip(card_tree.cards, card_tree.levels, strict=True):
            heights[level] = max(heights[level], card.height)
        rises = [spacing.rise] * len(heights)
        for parent, family in enumerate(card_tree.children):
            for child in family[:1]:  # the first and the last child are equally distant
                span = abs(self.layout.centres[parent] - self.layout.centres[child])
                level = card_tree.levels[parent]
                rises[level] = max(rises[level], min(spacing.highest, spacing.rise + (span - 100) * _STEEPNESS))
        self.tops = [0.0]
        for height, rise in zip(heights, rises, strict=True):
            self.tops.append(self.tops[-1] + height + rise)
        self.bottoms = [top + height for top, height in zip(self.tops, heights, strict=False)]
        self.height = self.bottoms[-1]

    def shapes(self, x: float = 0, y: float = 0, *, is_upside_down: bool = False) -> Iterator[Shape]:
        """The edges, then the cards on them, then the moves; the text is upright in both cases."""

        def turned(vertical: float, height: float = 0) -> float:
            return self.height - vertical - height if is_upside_down else vertical

        labels: list[Shape] = []
        edges: list[Line] = []
        for place, family in enumerate(self.card_tree.children):
            for child in family:
                edges += self._edge(place, child, x, lambda vertical: y + turned(vertical), labels)
        edges.sort(key=lambda edge: edge.stroke_width)  # the path is drawn last
        yield Group(tuple(edges), name="edges")
        for place, card in enumerate(self.card_tree.cards):
            if card is not LINK:
                top = turned(self.head(place), card.height)
                yield Group(
                    card.shapes, x + self.layout.centres[place] - card.width / 2, y + top, name=card.label.classes
                )
        yield Group(tuple(labels), name="moves")

    def head(self, place: int) -> float:
        """The upper side of a card."""
        card, level = self.card_tree.cards[place], self.card_tree.levels[place]
        slack = self.bottoms[level] - self.tops[level] - card.height
        return self.tops[level] + (slack / 2 if self.spacing.is_centred else 0)

    def foot(self, place: int) -> float:
        """The lower side of a card."""
        return self.head(place) + self.card_tree.cards[place].height

    def _edge(
        self, parent: int, child: int, x: float, at: Callable[[float], float], labels: list[Shape]
    ) -> Iterator[Line]:
        """A line from the parent down to the child, with the move on its middle."""
        above, below, level = self.card_tree.cards[parent], self.card_tree.cards[child], self.card_tree.levels[parent]
        start, end = x + self.layout.centres[parent], x + self.layout.centres[child]
        heights = (self.foot(parent), self.bottoms[level], self.tops[level + 1], self.head(child))
        points = tuple(zip((start, start, end, end), map(at, heights), strict=True))
        first, last = int(heights[0] == heights[1]), 3 if heights[2] == heights[3] else 4
        yield self._line(above, below, points[first:last])
        if below.label.letter:
            x, y = (start + end) / 2, at((self.bottoms[level] + self.tops[level + 1]) / 2)
            labels += _move(below, x, y, self.spacing.letter, self.theme)

    def _line(self, above: Card, below: Card, points: tuple[Point, ...]) -> Line:
        theme = self.theme
        if below is LINK:
            return Line(points, stroke=theme.path, stroke_width=theme.thick, dashes=(2, 5))
        if above.label.is_on_path and below.label.is_on_path:
            return Line(points, stroke=theme.path, stroke_width=theme.thick)
        if above.label.is_on_main_path and below.label.is_on_main_path:
            return Line(points, stroke=theme.ink, stroke_width=theme.thick)
        if below.label.is_muted:
            return Line(points, stroke=theme.edge, stroke_width=theme.thin, dashes=(3, 3))
        return Line(points, stroke=theme.edge, stroke_width=theme.medium)


def _move(card: Card, x: float, y: float, size: float, theme: Theme) -> tuple[Shape, ...]:
    """The letter of a move, on a disc that hides the edge behind it."""
    is_strong = card.label.is_on_path
    fill = theme.path if is_strong else theme.muted if card.label.is_muted else theme.ink
    return Circle(x, y, size * 8 / 11, fill=theme.paper), Label(x, y, card.label.letter, size, fill, is_bold=is_strong)


def _facing(forward: _Tree, backward: _Tree, theme: Theme) -> Panel:
    """Two trees whose leaves face each other; if they met, the two meeting nodes are in one column."""
    ends = [tree.card_tree.meeting for tree in (forward, backward)]
    have_met = min(ends) >= 0
    centres = [
        tree.layout.centres[end] if have_met else tree.layout.width / 2
        for tree, end in zip((forward, backward), ends, strict=True)
    ]
    left, right = max(centres) - centres[0], max(centres) - centres[1]
    width = max(left + forward.layout.width, right + backward.layout.width)
    top = forward.height + 2 * WIDE.rise
    link = _link(max(centres), forward, backward, top, theme) if have_met else ()
    shapes = (*link, *forward.shapes(left), *backward.shapes(right, top, is_upside_down=True))
    return Panel(width, top + backward.height, shapes, (*forward.card_tree.cards, *backward.card_tree.cards))


def _link(x: float, forward: _Tree, backward: _Tree, top: float, theme: Theme) -> Sequence[Shape]:
    """The line between the nodes where two searches met."""
    start = forward.height - _slack(forward)
    end = top + _slack(backward)
    y, width = forward.height + WIDE.rise, text_width(_MEETING, 11, is_bold=True) + 8
    return (
        Group(
            (
                Line(((x, start), (x, end)), stroke=theme.path, stroke_width=theme.thick, dashes=(2, 5)),
                Rectangle(x - width / 2, y - 9, width, 18, fill=theme.paper),
                Label(x, y, _MEETING, 11, theme.path, is_bold=True),
            ),
            name="meeting",
        ),
    )


def _slack(tree: _Tree) -> float:
    """The space between the card at which the link ends and the bottom of its level."""
    meeting = tree.card_tree.meeting
    return tree.bottoms[tree.card_tree.levels[meeting]] - tree.foot(meeting)
