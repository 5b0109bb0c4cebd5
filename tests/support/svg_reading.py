"""Read an SVG picture: its title, its texts and its named groups."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SPACE = "{http://www.w3.org/2000/svg}"


def parse(svg: str | bytes) -> Element:
    return ElementTree.fromstring(svg)


def title(root: Element) -> str:
    return root.findtext(f"{SPACE}title", "")


def description(root: Element) -> str:
    return root.findtext(f"{SPACE}desc", "")


def style(root: Element) -> str:
    return root.findtext(f"{SPACE}style", "")


def words(root: Element) -> list[str]:
    """Every text."""
    return ["".join(element.itertext()) for element in root.iter(f"{SPACE}text")]


def groups(root: Element, name: str) -> list[Element]:
    """The groups with this class or id."""
    found = root.iter(f"{SPACE}g")
    return [group for group in found if name in (*group.get("class", "").split(), group.get("id"))]
