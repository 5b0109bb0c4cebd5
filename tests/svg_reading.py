"""Read the pictures that Taquin writes, for tests: boxes, labels and key frames with their places on the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

NAMESPACE = "{http://www.w3.org/2000/svg}"

DIGIT_WIDTH = 0.7
"""No digit of a bold sans-serif font is wider (DejaVu Sans Bold has 0.696, Arial 0.556), for a font of size 1."""
LETTER_WIDTH = 0.6
"""Words of more than a few letters are not wider than this for each letter."""


@dataclass(frozen=True)
class Box:
    """A visible rectangle: half of its border is outside the rectangle in the file."""

    left: float
    top: float
    right: float
    bottom: float
    fill: str
    stroke: str
    width: float

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right - 1e-6
            and other.left < self.right - 1e-6
            and self.top < other.bottom - 1e-6
            and other.top < self.bottom - 1e-6
        )


@dataclass(frozen=True)
class TextLine:
    """A line of text, and the box that it takes at most."""

    text: str
    box: Box
    size: float
    fill: str

    @property
    def middle(self) -> tuple[float, float]:
        return (self.box.left + self.box.right) / 2, (self.box.top + self.box.bottom) / 2


def parse(svg: str) -> Element:
    return ElementTree.fromstring(svg)


def elements(root: Element, *, hidden: bool = False) -> Iterator[tuple[Element, str, float, float]]:
    """Every element that draws, with the class of its innermost group and how far it is moved."""
    yield from _elements(root, "", 0, 0, hidden)


def _elements(
    parent: Element, name: str, x: float, y: float, hidden: bool
) -> Iterator[tuple[Element, str, float, float]]:
    for child in parent:
        if child.tag == f"{NAMESPACE}g":
            if child.get("opacity") == "0" and not hidden:
                continue
            move = re.fullmatch(r"translate\((\S+) (\S+)\)", child.get("transform", "translate(0 0)"))
            assert move is not None
            inner = child.get("class", name)
            yield from _elements(child, inner, x + float(move[1]), y + float(move[2]), hidden)
        elif child.tag not in (f"{NAMESPACE}title", f"{NAMESPACE}desc", f"{NAMESPACE}style"):
            yield child, name, x, y


def boxes(root: Element) -> list[Box]:
    found = []
    for element, _, x, y in elements(root):
        if element.tag == f"{NAMESPACE}rect":
            left, top = x + float(element.get("x", 0)), y + float(element.get("y", 0))
            half = float(element.get("stroke-width", 1)) / 2 if element.get("stroke") else 0
            found.append(
                Box(
                    left - half,
                    top - half,
                    left + float(element.attrib["width"]) + half,
                    top + float(element.attrib["height"]) + half,
                    element.get("fill", ""),
                    element.get("stroke", ""),
                    2 * half,
                )
            )
    return found


def words(root: Element) -> list[TextLine]:
    found = []
    for element, _, x, y in elements(root):
        if element.tag == f"{NAMESPACE}text":
            text, size = element.text or "", float(element.attrib["font-size"])
            width = sum(DIGIT_WIDTH if letter.isdecimal() else LETTER_WIDTH for letter in text) * size
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "middle")]
            left, baseline = x + float(element.attrib["x"]) - share * width, y + float(element.attrib["y"])
            box = Box(left, baseline - 0.75 * size, left + width, baseline + 0.02 * size, "", "", 0)
            found.append(TextLine(text, box, size, element.attrib["fill"]))
    return found


def dots(root: Element) -> list[tuple[float, float, float]]:
    """Middle and radius of every circle."""
    return [
        (x + float(element.attrib["cx"]), y + float(element.attrib["cy"]), float(element.attrib["r"]))
        for element, _, x, y in elements(root)
        if element.tag == f"{NAMESPACE}circle"
    ]


def title(root: Element) -> str:
    return root.findtext(f"{NAMESPACE}title", "")


def description(root: Element) -> str:
    return root.findtext(f"{NAMESPACE}desc", "")


def style(root: Element) -> str:
    return root.findtext(f"{NAMESPACE}style", "")


def key_frames(sheet: str) -> dict[str, list[tuple[float, dict[str, str]]]]:
    """For every rule of key frames its stops in order: the percentage and the values there."""
    found = {}
    for name, body in re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]+\{[^{}]*\})*)\}", sheet):
        stops = []
        for selectors, declarations in re.findall(r"([^{}]+)\{([^{}]*)\}", body):
            values = dict(item.split(":", 1) for item in declarations.split(";"))
            for selector in selectors.split(","):
                percent = {"from": 0.0, "to": 100.0}.get(selector)
                stops.append((float(selector.rstrip("%")) if percent is None else percent, values))
        assert stops == sorted(stops, key=lambda stop: stop[0])
        found[name] = stops
    return found


def shift_at(stops: list[tuple[float, dict[str, str]]], percent: float) -> tuple[float, float]:
    """The place at a time according to key frames; between two stops, on the straight line between them."""
    percent = min(percent, 100)
    before = max((stop for stop in stops if stop[0] <= percent), key=lambda stop: stop[0])
    after = min((stop for stop in stops if stop[0] >= percent), key=lambda stop: stop[0])
    (x, y), (end_x, end_y) = _shift(before[1]), _shift(after[1])
    share = 0 if after[0] == before[0] else (percent - before[0]) / (after[0] - before[0])
    return x + share * (end_x - x), y + share * (end_y - y)


def _shift(values: dict[str, str]) -> tuple[float, float]:
    found = re.fullmatch(r"translate\((\S+)px,(\S+)px\)", values["transform"])
    assert found is not None
    return float(found[1]), float(found[2])
