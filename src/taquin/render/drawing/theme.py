"""The light and the dark theme of all pictures: colours, font and line weights.

The hues are those of Okabe and Ito ("Color Universal Design", 2008), which people with any common colour blindness can
distinguish, darkened or lightened until text on them is legible: every ink has a contrast of at least 4.5:1 with its
background, and every border or edge that carries meaning at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). Colour is never the
only sign: surfaces also differ in the weight or dashes of their borders, and a tile at home has a dot.
"""

from __future__ import annotations

from dataclasses import dataclass

from taquin.errors import SpecError
from taquin.render.drawing.shapes import Rectangle


@dataclass(frozen=True, slots=True)
class Surface:
    """The colours of something with text on it: face, border, and the ink of its text."""

    face: str
    edge: str
    ink: str
    weight: float = 1  # the width of the border
    dashes: tuple[float, ...] = ()  # lengths of strokes and gaps of the border; a solid line if empty

    def box(self, x: float, y: float, width: float, height: float, radius: float) -> Rectangle:
        """A box in these colours; its border lies inside."""
        half = self.weight / 2
        return self.outline(x + half, y + half, width - self.weight, height - self.weight, radius)

    def outline(self, x: float, y: float, width: float, height: float, radius: float) -> Rectangle:
        """A box in these colours; half of its border lies outside."""
        return Rectangle(
            x, y, width, height, radius, fill=self.face, stroke=self.edge, stroke_width=self.weight, dashes=self.dashes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours as ``#rrggbb``, a font, and line weights in the units of the picture."""

    name: str
    paper: str  # the background
    ink: str  # text on paper
    muted: str  # less important text on paper: captions, notes
    frame: str  # the frame that tiles lie in
    blank: str  # the cell without a tile

    tile: Surface
    home: Surface  # a tile in the cell where the goal has it
    moved: Surface  # the tile that the last move slid

    edge: str  # lines between nodes
    path: str  # the solution path: lines, and text on paper
    expanded: Surface
    frontier: Surface  # a node that was generated and never expanded
    pruned: Surface
    duplicate: Surface
    goal: Surface
    ramp: tuple[str, ...]
    """Colours of values, from the lowest to the highest. The lowest has the most contrast with the paper, and each has
    less than the one before it, so that they are in order without hues too."""

    font: str = "Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, sans-serif"
    thin: float = 1
    medium: float = 1.5
    thick: float = 3  # for emphasis, such as the solution path

    def ink_on(self, color: str) -> str:
        """The ink for text on a colour of the ramp."""
        return _DARK_INK if _luminance(color) > 0.18 else _LIGHT_INK


_DARK_INK, _LIGHT_INK = "#0b1620", "#ffffff"
_RAMP = ("#081d58", "#253494", "#225ea8", "#1d91c0", "#41b6c4", "#7fcdbb", "#c7e9b4", "#edf8b1")  # ColorBrewer's YlGnBu


def _luminance(color: str) -> float:
    """Between 0 and 1, about as WCAG defines it."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    weights = (0.2126, 0.7152, 0.0722)
    return float(sum(weight * part**2.2 for weight, part in zip(weights, parts, strict=True)))


def mixed(first: str, second: str, share: float) -> str:
    """A colour between two.

    >>> mixed("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = [(int(first[place : place + 2], 16), int(second[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(one + (other - one) * share):02x}" for one, other in pairs)


LIGHT = Theme(
    name="light",
    paper="#ffffff",
    ink="#1b2733",
    muted="#55616d",
    frame="#c3ccd6",
    blank="#dfe5eb",
    tile=Surface(face="#ffffff", edge="#808d9a", ink="#1b2733"),
    home=Surface(face="#d3e8f7", edge="#0072b2", ink="#0b3350", weight=1.5),
    moved=Surface(face="#ffe3a6", edge="#a86100", ink="#402600", weight=2.5),
    edge="#7b8794",
    path="#b84600",
    expanded=Surface(face="#f4f6f8", edge="#55616d", ink="#1b2733", weight=1.5),
    frontier=Surface(face="#ffffff", edge="#0072b2", ink="#1b2733", weight=1.5, dashes=(5, 3)),
    pruned=Surface(face="#fbe6dc", edge="#b84600", ink="#5c2300", dashes=(2, 3)),
    duplicate=Surface(face="#ececec", edge="#767676", ink="#4a4a4a", dashes=(1, 3)),
    goal=Surface(face="#d5f0e6", edge="#007a59", ink="#0a3a2c", weight=3),
    ramp=_RAMP,
)

DARK = Theme(
    name="dark",
    paper="#12181f",
    ink="#e8edf2",
    muted="#a3b0bd",
    frame="#3a4653",
    blank="#222b35",
    tile=Surface(face="#2c3743", edge="#788796", ink="#f2f5f8"),
    home=Surface(face="#0d4368", edge="#56b4e9", ink="#e3f3fd", weight=1.5),
    moved=Surface(face="#6b4700", edge="#f0a81a", ink="#fff1d1", weight=2.5),
    edge="#7f8d9b",
    path="#ff9a5c",
    expanded=Surface(face="#26303b", edge="#a3b0bd", ink="#e8edf2", weight=1.5),
    frontier=Surface(face="#12181f", edge="#56b4e9", ink="#e8edf2", weight=1.5, dashes=(5, 3)),
    pruned=Surface(face="#3d2114", edge="#f08a4b", ink="#ffdcc7", dashes=(2, 3)),
    duplicate=Surface(face="#2b2b2b", edge="#9a9a9a", ink="#cfcfcf", dashes=(1, 3)),
    goal=Surface(face="#0b3f30", edge="#35c79b", ink="#d9f7ec", weight=3),
    ramp=_RAMP[:1:-1],
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_named(name: str) -> Theme:
    """The theme of this name. Raises ``SpecError`` if there is none.

    >>> theme_named("dark").paper
    '#12181f'
    """
    try:
        return THEMES[name.strip().lower()]
    except KeyError:
        raise SpecError(f"expected a theme ({' or '.join(THEMES)}), found {name[:60]!r}") from None
