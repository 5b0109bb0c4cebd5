"""Boxes on a page, and which of them overlap."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

SLACK = 0.01


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > SLACK and min(self.bottom, other.bottom) - max(self.top, other.top) > SLACK

    def contains(self, other: Box) -> bool:
        return (
            min(other.left - self.left, other.top - self.top) >= -SLACK
            and min(self.right - other.right, self.bottom - other.bottom) >= -SLACK
        )


def overlapping(boxes: Iterable[tuple[str, Box]]) -> list[tuple[str, str]]:
    """Pairs that overlap. Boxes are sorted, so that only near ones are compared."""
    ordered, found = sorted(boxes, key=lambda each: each[1].top), []
    for place, (name, box) in enumerate(ordered):
        for other_name, other in islice(ordered, place + 1, None):
            if other.top >= box.bottom:
                break
            found += [(name, other_name)] if box.overlaps(other) else []
    return found
