"""Every picture is legible: nothing overlaps, nothing leaves the page, and every text has enough contrast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain, pairwise

import pytest

import drawings
from boxes import Box, overlapping
from taquin.render.drawing.paper import page_scale
from taquin.render.drawing.shapes import (
    CAPITAL_HEIGHT,
    Curve,
    Drawing,
    Group,
    Label,
    Line,
    Outline,
    Point,
    Rectangle,
    Shape,
    path_of,
    text_width,
)
from taquin.render.drawing.theme import DARK, LIGHT, Theme

CARDS = {"node", "duplicate", "omission", "state", "board"}


def is_end(card: Box, x: float, y: float) -> bool:
    """Whether an edge may end here: in the middle of a side of a card."""
    is_middle = abs((card.left + card.right) / 2 - x) < 2, abs((card.top + card.bottom) / 2 - y) < 2
    is_edge = min(abs(card.top - y), abs(card.bottom - y)) < 6, min(abs(card.left - x), abs(card.right - x)) < 6
    return (is_middle[0] and is_edge[0]) or (is_middle[1] and is_edge[1])


def is_inside(card: Box, x: float, y: float) -> bool:
    return card.left + 3 < x < card.right - 3 and card.top + 6 < y < card.bottom - 6


@dataclass(frozen=True)
class Placed:
    """A shape that is not a group, its place, the group around it, and the number of its card; 0 if it is on none."""

    shape: Outline | Label
    x: float
    y: float
    group: str
    card: int

    @property
    def points(self) -> list[Point]:
        if isinstance(self.shape, Label):
            left, base = self.x + self.shape.left, self.y + self.shape.baseline
            return [(left, base - CAPITAL_HEIGHT * self.shape.size), (left + self.shape.width, base)]
        path = path_of(self.shape, self.x, self.y)
        return [path.start, *chain.from_iterable(path.segments)]

    @cached_property
    def box(self) -> Box:
        half = 0 if isinstance(self.shape, Label) or not self.shape.stroke else self.shape.stroke_width / 2
        xs, ys = zip(*self.points, strict=True)
        return Box(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)

    def is_under(self, box: Box) -> bool:
        """Whether it is an area that hides what is behind the middle of a box."""
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        is_there = self.box.left < x < self.box.right and self.box.top < y < self.box.bottom
        return is_there and not isinstance(self.shape, Curve | Label) and bool(self.shape.fill)


class Page:
    """The visible shapes of a drawing in the order in which they are drawn, and the boxes of its cards."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.shapes: list[Placed] = []
        self.cards: dict[int, Box] = {}
        self._add(drawing.shapes, 0, 0, "", 0)

    def _add(self, shapes: Iterable[Shape], x: float, y: float, group: str, card: int) -> None:
        for shape in shapes:
            if not isinstance(shape, Group):
                self.shapes.append(Placed(shape, x, y, group, card))
            elif not shape.is_hidden:
                self._add_group(shape, x + shape.x, y + shape.y, group, card)

    def _add_group(self, group: Group, x: float, y: float, outer: str, card: int) -> None:
        if card or CARDS.isdisjoint(group.name.split()):
            self._add(group.shapes, x, y, outer if card else group.name or outer, card)
            return
        number, first = len(self.cards) + 1, len(self.shapes)
        self.cards[number] = Box(x, y, x, y)
        self._add(group.shapes, x, y, "card", number)
        boxes = [each.box for each in self.shapes[first:]]
        if boxes:
            lefts, tops, rights, bottoms = zip(*boxes, strict=True)
            self.cards[number] = Box(min(lefts), min(tops), max(rights), max(bottoms))

    def labels(self) -> Iterator[tuple[Placed, Label, str]]:
        """Every text with the colour behind it; it must lie within what it is written on."""
        before: dict[int, list[Placed]] = {}
        for each in self.shapes:
            if not isinstance(each.shape, Label):
                before.setdefault(each.card, []).append(each)
                continue
            under = next((other for other in reversed(before.get(each.card, [])) if other.is_under(each.box)), None)
            if under is None:
                yield each, each.shape, self.drawing.background
            else:
                assert under.box.contains(each.box), f"{each.shape.text!r} leaves its box"
                yield each, each.shape, under.shape.fill

    def check(self) -> None:
        sheet = Box(0, 0, self.drawing.width, self.drawing.height)
        for each in self.shapes:
            assert sheet.contains(each.box), f"{each.shape} leaves the page"
        texts = list(self.labels())
        for _, label, paper in texts:
            assert contrast(label.fill, paper) >= 4.5, f"{label.text!r} in {label.fill} on {paper}"
        assert not overlapping({(label.text, each.box) for each, label, _ in texts})  # a tile at home has two faces
        assert not overlapping({("", card) for card in self.cards.values()})
        for each in self.shapes:
            if not each.card and not isinstance(each.shape, Line | Curve):
                assert not any(each.box.overlaps(card) for card in self.cards.values()), f"{each.shape} is on a card"
            if isinstance(each.shape, Line) and each.group == "edges":
                self._check_edge(each.points, is_link=each.shape.dashes == (2, 5))

    def _check_edge(self, points: list[Point], *, is_link: bool) -> None:
        """It ends at cards, unless it is a part of the link between two searches, and crosses none."""
        if not is_link:
            assert all(any(is_end(card, x, y) for card in self.cards.values()) for x, y in (points[0], points[-1]))
        (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*points, strict=True))
        near = [card for card in self.cards.values() if card.overlaps(Box(left - 1, top - 1, right + 1, bottom + 1))]
        for (x, y), (end_x, end_y) in pairwise(points):
            steps = [(x + (end_x - x) * step / 50, y + (end_y - y) * step / 50) for step in range(51)]
            assert not any(is_inside(card, *step) for card in near for step in steps), "an edge crosses a card"


def luminance(colour: str) -> float:
    """As WCAG 2.2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    if not other:  # a transparent picture: its texts are on tiles
        raise AssertionError("a text without a background")
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", [*drawings.GOLDEN, *drawings.HOSTILE])
def test_nothing_overlaps_and_nothing_leaves_the_page(name: str) -> None:
    drawing = {**drawings.GOLDEN, **drawings.HOSTILE}[name]()
    Page(drawing).check()
    assert drawing.title
    assert drawing.description
    if name in drawings.DOTS:  # on a page of A4 its numbers of 8.5 pixels have 6 of 1/96 inch
        assert page_scale(drawing) >= 0.69


def test_the_check_finds_faults() -> None:
    def page(*shapes: Shape) -> Page:
        drawing = Drawing(
            width=100, height=50, title="", description="", shapes=shapes, font="", background=LIGHT.paper
        )
        return Page(drawing)

    text = Label(50, 20, "8", 10, LIGHT.ink)
    page(text, Group((Rectangle(0, 30, 10, 10),), name="node")).check()
    for faulty in (
        page(text, replace(text, x=52)),
        page(replace(text, x=98)),
        page(replace(text, fill=LIGHT.frame)),
        page(Rectangle(48, 0, 4, 40, fill=LIGHT.paper), text),
        page(text, Group((Rectangle(0, 0, 50, 50),), name="node")),
        page(*(Group((Rectangle(0, y, 10, 10),), name="node 1") for y in (10, 18))),
        page(Group((Line(((5, 0), (5, 40)), stroke=LIGHT.edge),), name="edges")),
    ):
        with pytest.raises(AssertionError):
            faulty.check()


# Themes


themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


@themes
def test_every_colour_has_enough_contrast(theme: Theme) -> None:
    """Texts, borders with a meaning, and the colours of values, which are in order without hues too."""
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # an example of WCAG
    texts = [(theme.ink_on(color), color) for color in theme.ramp]
    texts += [(ink, theme.paper) for ink in (theme.ink, theme.muted, theme.path)]
    texts += [(surface.ink, surface.face) for _, surface in drawings.surfaces(theme)]
    for ink, behind in [*texts, (theme.ink, theme.moved.face)]:
        assert contrast(ink, behind) >= 4.5, (ink, behind)
    for line in (theme.edge, theme.path):
        assert contrast(line, theme.paper) >= 3, line
    for name, surface in drawings.surfaces(theme):
        assert contrast(surface.edge, surface.face) >= 3, name
        assert contrast(surface.edge, theme.paper) >= 3, name
    ramp = [contrast(color, theme.paper) for color in theme.ramp]
    assert all(one > 1.1 * other for one, other in pairwise(ramp))


@themes
def test_colour_is_never_the_only_sign(theme: Theme) -> None:
    """Without their colours the states of nodes still differ, by the border's weight or dashes."""
    states = [theme.expanded, theme.frontier, theme.pruned, theme.duplicate, theme.goal]
    assert len({(state.weight, state.dashes) for state in states}) == len(states)
    assert theme.tile.weight != theme.moved.weight


def test_the_estimated_width_of_digits_is_an_upper_bound() -> None:
    assert text_width("0", 1) >= 0.636  # DejaVu Sans, the widest of the usual fonts
    assert text_width("0", 1, is_bold=True) >= 0.6958


def test_themes_differ_in_every_colour_and_in_nothing_else() -> None:
    for field in fields(Theme):
        light, dark = getattr(LIGHT, field.name), getattr(DARK, field.name)
        if field.name in ("font", "thin", "medium", "thick"):
            assert light == dark
        else:
            assert light != dark
        if not isinstance(light, str | tuple | float | int):
            assert replace(light, face="", edge="", ink="") == replace(dark, face="", edge="", ink="")
