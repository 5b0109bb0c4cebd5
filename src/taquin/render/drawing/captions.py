"""The words around a picture: its title and notes above it, and its legend below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from taquin.render.drawing.shapes import Group, Label, Shape, text_width, wrap_text
from taquin.render.drawing.theme import Theme

MARGIN = 20
TITLE = 16
TEXT = 12
LINE = 1.4
SIZE = 11  # of the words of a legend
SAMPLE = 26
_ROW = 22
_GAP = 22


def text_block(heading: str, lines: Sequence[str], width: float, theme: Theme) -> tuple[list[Shape], float]:
    """The title and the caption; the height that they take, with the space below."""
    labels: list[Shape] = []
    y = float(MARGIN)
    for line in wrap_text(heading, width, TITLE, is_bold=True):
        labels.append(Label(MARGIN, y + TITLE / 2, line, TITLE, theme.ink, anchor="start", is_bold=True))
        y += TITLE * LINE
    for text in lines:
        for line in wrap_text(text, width, TEXT):
            labels.append(Label(MARGIN, y + TEXT / 2, line, TEXT, theme.muted, anchor="start"))
            y += TEXT * LINE
    return [Group(tuple(labels), name="caption")], y + MARGIN


@dataclass(frozen=True, slots=True)
class Entry:
    """A sign and what it means. The sign is drawn around the middle of a field that is ``SAMPLE`` wide."""

    sign: tuple[Shape, ...]
    meaning: str
    sample: float = SAMPLE  # the width of the sign

    @property
    def width(self) -> float:
        """The width of sign, space and text."""
        return self.sample + 7 + text_width(self.meaning, SIZE)


def legend(entries: Sequence[Entry], theme: Theme, width: float) -> tuple[Group, float]:
    """The entries, short ones in columns below the long ones, within ``width``; and their height."""
    long = [entry for entry in entries if 2 * entry.width + _GAP > width]
    short = [entry for entry in entries if entry not in long]
    column = max((entry.width for entry in short), default=width) + _GAP
    in_a_row = max(1, int((width + _GAP) / column))
    shapes: list[Shape] = []
    corners = [(0.0, place) for place in range(len(long))]
    corners += [(place % in_a_row * column, len(long) + place // in_a_row) for place in range(len(short))]
    for entry, (x, row) in zip([*long, *short], corners, strict=True):
        middle = row * _ROW + _ROW / 2
        shapes.append(Group(entry.sign, x, middle))
        shapes.append(Label(x + entry.sample + 7, middle, entry.meaning, SIZE, theme.muted, anchor="start"))
    rows = len(long) - -len(short) // in_a_row
    return Group(tuple(shapes), name="legend"), rows * _ROW
