"""Read a chart back from its SVG: its texts with their places, and the boxes of its bars."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

SVG = "{http://www.w3.org/2000/svg}"


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.01 and down > 0.01


class Text(NamedTuple):
    text: str
    box: Box


class Chart:
    """A parsed chart."""

    def __init__(self, svg: bytes) -> None:
        self.root = ElementTree.fromstring(svg)
        self.width, self.height = map(float, self.root.attrib["viewBox"].split()[2:])

    @property
    def title(self) -> str:
        return str(self.root.findtext(f"{SVG}title"))

    def texts(self) -> Iterator[Text]:
        for element in self.root.iter(f"{SVG}text"):
            text = "".join(element.itertext())
            style = element.attrib["style"]
            found = re.search(r"font-size: ([\d.]+)px", style) or re.search(r"font: .*?([\d.]+)px", style)
            assert found is not None
            size = float(found[1])
            width = text_width(text, size, is_bold="700" in style)
            anchor = re.search(r"text-anchor: (\w+)", style)
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor[1] if anchor else "start"]
            x, y = float(element.attrib["x"]), float(element.attrib["y"])
            if "rotate(-90" in element.attrib.get("transform", ""):
                yield Text(text, Box(x - 0.72 * size, y - (1 - share) * width, x, y + share * width))
            else:
                yield Text(text, Box(x - share * width, y - 0.72 * size, x + (1 - share) * width, y))

    def words(self) -> list[str]:
        return [text.text for text in self.texts()]

    def boxes(self, identity: str) -> list[Box]:
        """The boxes of the paths in every group with this id (or this id and a number that makes it unique)."""
        found = []
        for group in self.root.iter(f"{SVG}g"):
            if group.attrib.get("id") == identity:
                found += [box_of(path.attrib["d"]) for path in group.iter(f"{SVG}path") if "d" in path.attrib]
        return found

    def overlapping(self) -> list[tuple[str, str]]:
        """Pairs of texts that overlap."""
        return [(one.text, other.text) for one, other in combinations(self.texts(), 2) if one.box.overlaps(other.box)]

    def outside(self) -> list[str]:
        """Texts outside the sheet."""
        sheet = Box(0, 0, self.width, self.height)
        return [
            text
            for text, box in self.texts()
            if box.left < sheet.left or box.top < sheet.top or box.right > sheet.right or box.bottom > sheet.bottom
        ]


def text_width(text: str, size: float, *, is_bold: bool) -> float:
    """The width in the font of the layout, which is wider than the fonts that the charts name."""
    font = FontProperties(family=["DejaVu Sans"], size=size, weight="bold" if is_bold else "normal")
    return float(TextToPath().get_text_width_height_descent(text, font, ismath=False)[0])


def box_of(path: str) -> Box:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+(?:e-?\d+)?", path)]
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs), max(ys))
