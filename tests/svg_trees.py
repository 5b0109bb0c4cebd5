"""Read a picture of a search tree back from its SVG: boxes, labels and edges with their places on the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree import ElementTree

from taquin.render.drawing.shapes import CAPITAL_HEIGHT, text_width

SPACE = "{http://www.w3.org/2000/svg}"
TOLERANCE = 0.03  # coordinates have two decimals


@dataclass(frozen=True)
class Box:
    """A rectangle on the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2

    def overlaps(self, other: Box) -> bool:
        is_beside = self.right <= other.left + TOLERANCE or other.right <= self.left + TOLERANCE
        return not (is_beside or self.bottom <= other.top + TOLERANCE or other.bottom <= self.top + TOLERANCE)

    def contains(self, other: Box) -> bool:
        return (
            self.left - TOLERANCE <= other.left
            and other.right <= self.right + TOLERANCE
            and self.top - TOLERANCE <= other.top
            and other.bottom <= self.bottom + TOLERANCE
        )

    def around(self, other: Box) -> Box:
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True)
class Text:
    """A label on the sheet; ``box`` is where its digits and capitals are, an upper estimate."""

    words: str
    box: Box
    is_bold: bool


@dataclass(frozen=True)
class Edge:
    """A line on the sheet."""

    points: tuple[tuple[float, float], ...]
    width: float
    stroke: str
    is_dashed: bool


@dataclass
class Card:
    """A node, a duplicate, or the note about nodes left out."""

    names: set[str]
    box: Box
    texts: list[Text]
    rectangles: list[Box]
    children: list[Card] = field(default_factory=list)
    edge: Edge | None = None
    letter: str = ""

    @property
    def number(self) -> int:
        return next(int(name.removeprefix("node-")) for name in self.names if name.startswith("node-"))

    @property
    def words(self) -> list[str]:
        return [text.words for text in self.texts]


class Picture:
    """A parsed picture."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.width, self.height = float(self.root.attrib["width"]), float(self.root.attrib["height"])
        self.texts: list[Text] = []
        self.cards: list[Card] = []
        self.edges: list[Edge] = []
        self.letters: list[Text] = []
        self.discs: list[Box] = []
        """What hides the edges behind letters."""
        self.parts: dict[str, list[Text]] = {"caption": [], "legend": [], "iteration": [], "meeting": [], "boards": []}
        self._walk(self.root, 0, 0, "")
        self._connect()

    def _walk(self, element: ElementTree.Element, x: float, y: float, part: str) -> None:
        for child in element:
            tag = child.tag.removeprefix(SPACE)
            if tag == "g":
                right, down = _moved(child)
                names = set(child.get("class", "").split())
                if names & {"node", "duplicate", "omission"}:
                    self._add_card(child, names, x + right, y + down)
                else:
                    self._walk(child, x + right, y + down, " ".join(names) or part)
            elif tag == "text":
                text = _text(child, x, y)
                self.texts.append(text)
                self.letters += [text] if part == "moves" else []
                if part in self.parts:
                    self.parts[part].append(text)
            elif tag == "circle" and part == "moves":
                x_, y_, radius = (float(child.attrib[name]) for name in ("cx", "cy", "r"))
                self.discs.append(Box(x + x_ - radius, y + y_ - radius, x + x_ + radius, y + y_ + radius))
            elif tag == "path" and part in ("edges", "meeting"):
                self.edges.append(_edge(child, x, y))

    def _add_card(self, element: ElementTree.Element, names: set[str], x: float, y: float) -> None:
        texts, rectangles, others = [], [], []
        for child, right, down in _flat(element, x, y):
            if child.tag == SPACE + "text":
                texts.append(_text(child, right, down))
            elif child.tag == SPACE + "rect":
                rectangles.append(_rectangle(child, right, down))
            elif child.tag == SPACE + "circle":
                others.append(_circle(child, right, down))
            elif child.tag == SPACE + "path":
                others.append(_polygon(child, right, down))
        boxes = [*rectangles, *(text.box for text in texts), *others] or [Box(x, y, x, y)]
        box = boxes[0]
        for other in boxes:
            box = box.around(other)
        self.texts += texts
        self.cards.append(Card(names, box, texts, rectangles))

    def _connect(self) -> None:
        """Find the cards at the ends of each edge, and the letter on its slanted part."""
        for edge in self.edges:
            ends = [self._card_at(*edge.points[0]), self._card_at(*edge.points[-1])]
            parent, child = ends
            if parent is None or child is None:
                continue
            parent.children.append(child)
            child.edge = edge
            (x0, y0), (x1, y1) = edge.points[-2:]
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            near = [text for text in self.letters if _is_at(text, *middle)]
            child.letter = near[0].words if near else ""

    def _card_at(self, x: float, y: float) -> Card | None:
        """The card whose upper or lower side has its middle here."""
        return next(
            (
                card
                for card in self.cards
                if abs(card.box.centre - x) < 2 and min(abs(card.box.top - y), abs(card.box.bottom - y)) < 6
            ),
            None,
        )

    @property
    def nodes(self) -> dict[int, Card]:
        return {card.number: card for card in self.cards if "node" in card.names}

    def named(self, name: str) -> list[Card]:
        return [card for card in self.cards if name in card.names]

    def lines(self, part: str) -> list[str]:
        return [text.words for text in self.parts[part]]

    @property
    def caption(self) -> str:
        return " ".join(self.lines("caption"))

    def check(self) -> None:
        """Nothing overlaps, and everything is on the sheet."""
        sheet = Box(0, 0, self.width, self.height)
        _check_apart([card.box for card in self.cards])
        _check_apart([text.box for text in self.texts])
        for text in self.texts:
            assert sheet.contains(text.box), text
        for card in self.cards:
            assert sheet.contains(card.box)
            if card.rectangles:
                assert all(card.rectangles[0].contains(text.box) for text in card.texts), card.words
        for text in (*self.letters, *self.parts["caption"], *self.parts["iteration"], *self.parts["legend"]):
            assert not any(text.box.overlaps(card.box) for card in self.cards), text
        for disc in self.discs:
            assert not any(disc.overlaps(card.box) for card in self.cards), disc
        for edge in self.edges:
            self._check_edge(edge)

    def _check_edge(self, edge: Edge) -> None:
        """It touches no card but those at its ends."""
        xs, ys = zip(*edge.points, strict=True)
        for card in self.cards:
            box = card.box
            if box.right < min(xs) or box.left > max(xs) or box.bottom < min(ys) or box.top > max(ys):
                continue
            inner = Box(box.left + 3, box.top + 6, box.right - 3, box.bottom - 6)
            for start, end in pairwise(edge.points):
                for step in range(101):
                    x = start[0] + (end[0] - start[0]) * step / 100
                    y = start[1] + (end[1] - start[1]) * step / 100
                    assert not (inner.left < x < inner.right and inner.top < y < inner.bottom), (edge, card.words)

    def check_centred(self) -> None:
        """Every parent is centred over its first and last child, and the children are in order."""
        for card in self.cards:
            if card.children:
                family = sorted(card.children, key=lambda child: child.box.left)
                assert abs(card.box.centre - (family[0].box.centre + family[-1].box.centre) / 2) < 0.1


def _check_apart(boxes: list[Box]) -> None:
    """No two boxes overlap. Boxes are sorted, so that only near ones are compared."""
    ordered = sorted(boxes, key=lambda box: box.top)
    for place, box in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.top >= box.bottom:
                break
            assert not box.overlaps(other), (box, other)


def _flat(element: ElementTree.Element, x: float, y: float) -> Iterator[tuple[ElementTree.Element, float, float]]:
    for child in element:
        if child.tag == SPACE + "g":
            right, down = _moved(child)
            yield from _flat(child, x + right, y + down)
        else:
            yield child, x, y


def _moved(element: ElementTree.Element) -> tuple[float, float]:
    transform = element.get("transform")
    if transform is None:
        return 0, 0
    found = re.fullmatch(r"translate\((\S+) (\S+)\)", transform)
    assert found, transform
    return float(found[1]), float(found[2])


def _text(element: ElementTree.Element, x: float, y: float) -> Text:
    words, size = element.text or "", float(element.attrib["font-size"])
    is_bold = element.get("font-weight") == "bold"
    width = text_width(words, size, is_bold=is_bold)
    left = x + float(element.attrib["x"]) - width * {"start": 0, "middle": 0.5}[element.get("text-anchor", "middle")]
    base = y + float(element.attrib["y"])
    return Text(words, Box(left, base - size * CAPITAL_HEIGHT, left + width, base), is_bold)


def _is_at(text: Text, x: float, y: float) -> bool:
    return abs(text.box.centre - x) < 1 and abs((text.box.top + text.box.bottom) / 2 - y) < 1


def _rectangle(element: ElementTree.Element, x: float, y: float) -> Box:
    left, top = x + float(element.attrib["x"]), y + float(element.attrib["y"])
    return Box(left, top, left + float(element.attrib["width"]), top + float(element.attrib["height"]))


def _circle(element: ElementTree.Element, x: float, y: float) -> Box:
    x, y, radius = x + float(element.attrib["cx"]), y + float(element.attrib["cy"]), float(element.attrib["r"])
    return Box(x - radius, y - radius, x + radius, y + radius)


def _polygon(element: ElementTree.Element, x: float, y: float) -> Box:
    numbers = [float(number) for number in element.attrib["d"].removeprefix("M").removesuffix("z").split()]
    return Box(x + min(numbers[::2]), y + min(numbers[1::2]), x + max(numbers[::2]), y + max(numbers[1::2]))


def _edge(element: ElementTree.Element, x: float, y: float) -> Edge:
    numbers = [float(number) for number in element.attrib["d"].removeprefix("M").split()]
    points = tuple((x + numbers[place], y + numbers[place + 1]) for place in range(0, len(numbers), 2))
    width = float(element.get("stroke-width", "1"))
    return Edge(points, width, element.attrib["stroke"], "stroke-dasharray" in element.attrib)
