"""One search tree as shapes: cards in a tidy layout, and edges with the moves on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from taquin.render.drawing.shapes import Circle, Group, Label, Line, Point, Rectangle, Shape, text_width
from taquin.render.drawing.theme import Theme
from taquin.render.tree.cards import LINK, WIDE, Card, CardMaker, Spacing
from taquin.render.tree.layout import tidy
from taquin.render.tree.selection import Selection
from taquin.trace.tree import TreeNode

_STEEPNESS = 0.04  # extra height for a long edge, as a share of its length: flat edges of one parent would overlap
_MEETING = "same board"


@dataclass(frozen=True, slots=True)
class Panel:
    """A drawn tree, or two whose leaves face each other; its upper left corner is at 0, 0."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    cards: tuple[Card, ...]
    has_boards: bool = False  # whether the boards of the solution path are beside the tree


def panel(selection: Selection, maker: CardMaker, *, is_turned: bool = False) -> Panel:
    """The tree of one iteration, from the top down, or turned, from left to right.

    For a bidirectional search the second tree is drawn upside down below the first; it is never turned.
    """
    first, *others = selection.roots
    if is_turned and not others:
        turned = _tree(selection, maker, first, "to the right", TurnedTree)
        return Panel(turned.width, turned.height, tuple(turned.shapes()), tuple(turned.cards))
    tree = _tree(selection, maker, first, "below")
    if others:
        return _facing(tree, _tree(selection, maker, others[0], "above"), maker.theme)
    return Panel(tree.width, tree.height, tuple(tree.shapes()), tuple(tree.cards))


def _tree(
    selection: Selection, maker: CardMaker, root: int, where: str, kind: type[CardTree] | None = None
) -> CardTree:
    """The tree below a root; ``where`` is the direction from a card to its children."""
    items, goals = list(selection.walk(root)), selection.trace.goal_nodes
    meetings = goals[:2] if len(goals) > 1 else ()
    met = [place for place, (item, _) in enumerate(items) if isinstance(item, TreeNode) and item.number in meetings]
    cards = [(maker.card(item, where), parent) for item, parent in items]
    return (kind or CardTree)(cards, maker.spacing, maker.theme, meeting=met[-1] if met else -1)


class CardTree:
    """The cards of one tree, laid out. The shapes can be drawn upside down.

    Every card comes after its parent, with the index of it; -1 for the root. ``meeting`` is the index of the node where
    two searches met, or of the end of the link from it; -1 if there is none.
    """

    def __init__(self, cards: Iterable[tuple[Card, int]], spacing: Spacing, theme: Theme, *, meeting: int = -1) -> None:
        self.theme, self.spacing, self.meeting = theme, spacing, meeting
        self.cards: list[Card] = []
        self.children: list[list[int]] = []
        self.levels: list[int] = []
        for card, parent in cards:
            self._add(card, parent)
        if self.meeting >= 0:
            self._add_link()
        self._lay_out()

    def _lay_out(self) -> None:
        layout = tidy(self.children, [card.width for card in self.cards], gap=self.spacing.gap)
        self.centres, self.width = layout.centres, layout.width
        self._stack_levels()

    def _add(self, card: Card, parent: int, *, is_centred: bool = False) -> int:
        """Add a card below its parent, as its last child or in the middle; returns its index."""
        place = len(self.cards)
        self.cards.append(card)
        self.children.append([])
        self.levels.append(self.levels[parent] + 1 if parent >= 0 else 0)
        if parent >= 0:
            family = self.children[parent]
            family.insert((len(family) + 1) // 2 if is_centred else len(family), place)
        return place

    def _add_link(self) -> None:
        """Add link cards from the meeting down to the last level, so that the line to the other tree crosses no card.

        They are in the middle, so that the node stays centred over its own children.
        """
        for _ in range(self.levels[self.meeting], max(self.levels)):
            self.meeting = self._add(LINK, self.meeting, is_centred=True)

    def _stack_levels(self) -> None:
        spacing = self.spacing
        heights = [0.0] * (max(self.levels) + 1)
        rises = [spacing.rise] * len(heights)
        for place, level in enumerate(self.levels):
            heights[level] = max(heights[level], self.cards[place].height)
            for child in self.children[place][:1]:  # the first and the last child are equally distant
                span = abs(self.centres[place] - self.centres[child])
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
        for place, family in enumerate(self.children):
            for child in family:
                edges += self._edge(place, child, x, lambda vertical: y + turned(vertical), labels)
        edges.sort(key=lambda edge: edge.stroke_width)  # the path is drawn last
        yield Group(tuple(edges), name="edges")
        for place, card in enumerate(self.cards):
            if card is not LINK:
                left, top = x + self.centres[place] - card.width / 2, y + turned(self.head(place), card.height)
                yield Group(card.shapes, left, top, name=card.label.classes)
        yield Group(tuple(labels), name="moves")

    def head(self, place: int) -> float:
        level = self.levels[place]
        slack = self.bottoms[level] - self.tops[level] - self.cards[place].height
        return self.tops[level] + (slack / 2 if self.spacing.is_centred else 0)

    def foot(self, place: int) -> float:
        return self.head(place) + self.cards[place].height

    def _edge(
        self, parent: int, child: int, x: float, at: Callable[[float], float], labels: list[Shape]
    ) -> Iterator[Line]:
        """A line from the parent down to the child, with the move on its middle."""
        above, below, level = self.cards[parent], self.cards[child], self.levels[parent]
        start, end = x + self.centres[parent], x + self.centres[child]
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


class TurnedTree(CardTree):
    """The cards of one tree from left to right: levels are columns, and ``centres`` are heights."""

    def _lay_out(self) -> None:
        layout = tidy(self.children, [card.height for card in self.cards], gap=self.spacing.gap / 2)
        self.centres, self.height = layout.centres, layout.width
        widths = [0.0] * (max(self.levels) + 1)
        for place, level in enumerate(self.levels):
            widths[level] = max(widths[level], self.cards[place].width)
        self.lefts = [0.0]
        for width in widths:
            self.lefts.append(self.lefts[-1] + width + self.spacing.rise)
        self.rights = [left + width for left, width in zip(self.lefts, widths, strict=False)]
        self.width = self.rights[-1]

    def shapes(self, x: float = 0, y: float = 0, *, is_upside_down: bool = False) -> Iterator[Shape]:
        """The edges, then the cards on them, then the moves."""
        labels: list[Shape] = []
        edges: list[Line] = []
        for place, family in enumerate(self.children):
            for child in family:
                above, below, level = self.cards[place], self.cards[child], self.levels[place]
                start, end = y + self.centres[place], y + self.centres[child]
                columns = (self.lefts[level] + above.width, self.rights[level], self.lefts[level + 1])
                points = tuple(zip((x + column for column in columns), (start, start, end), strict=True))
                edges.append(self._line(above, below, points[int(points[0] == points[1]) :]))
                if below.label.letter:
                    middle = x + (self.rights[level] + self.lefts[level + 1]) / 2
                    labels += _move(below, middle, (start + end) / 2, self.spacing.letter, self.theme)
        edges.sort(key=lambda edge: edge.stroke_width)  # the path is drawn last
        yield Group(tuple(edges), name="edges")
        for place, card in enumerate(self.cards):
            left, top = x + self.lefts[self.levels[place]], y + self.centres[place] - card.height / 2
            yield Group(card.shapes, left, top, name=card.label.classes)
        yield Group(tuple(labels), name="moves")


def _move(card: Card, x: float, y: float, size: float, theme: Theme) -> tuple[Shape, ...]:
    """The letter of a move, on a disc that hides the edge behind it."""
    is_strong = card.label.is_on_path
    fill = theme.path if is_strong else theme.muted if card.label.is_muted else theme.ink
    return Circle(x, y, size * 8 / 11, fill=theme.paper), Label(x, y, card.label.letter, size, fill, is_bold=is_strong)


def _facing(forward: CardTree, backward: CardTree, theme: Theme) -> Panel:
    """Two trees whose leaves face each other; if they met, the two meeting nodes are in one column."""
    trees = (forward, backward)
    have_met = all(tree.meeting >= 0 for tree in trees)
    centres = [tree.centres[tree.meeting] if have_met else tree.width / 2 for tree in trees]
    left, right = max(centres) - centres[0], max(centres) - centres[1]
    width = max(left + forward.width, right + backward.width)
    top = forward.height + 2 * WIDE.rise
    link = _link(max(centres), forward, backward, top, theme) if have_met else ()
    shapes = (*link, *forward.shapes(left), *backward.shapes(right, top, is_upside_down=True))
    return Panel(width, top + backward.height, shapes, (*forward.cards, *backward.cards))


def _link(x: float, forward: CardTree, backward: CardTree, top: float, theme: Theme) -> Sequence[Shape]:
    """The line between the nodes where two searches met."""
    start = forward.height - _slack(forward)
    end = top + _slack(backward)
    y, width = forward.height + WIDE.rise, text_width(_MEETING, 11, is_bold=True) + 8
    shapes = (
        Line(((x, start), (x, end)), stroke=theme.path, stroke_width=theme.thick, dashes=(2, 5)),
        Rectangle(x - width / 2, y - 9, width, 18, fill=theme.paper),
        Label(x, y, _MEETING, 11, theme.path, is_bold=True),
    )
    return (Group(shapes, name="meeting"),)


def _slack(tree: CardTree) -> float:
    """The space between the card at which the link ends and the bottom of its level."""
    return tree.bottoms[tree.levels[tree.meeting]] - tree.foot(tree.meeting)
