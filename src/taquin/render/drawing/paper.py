"""Drawings on sheets of paper: one that fits no sheet and stays legible is cut into pages that join."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import ceil

from taquin.render.drawing.shapes import Drawing, Group, Label, Line, Outline, Rectangle, Shape, path_of, scaled

PAPERS = {"a4": (793.7, 1122.5), "letter": (816.0, 1056.0)}
"""Width and height in pixels of 1/96 inch."""

LEAST_SCALE = 0.76  # a picture that must be reduced more than this is not legible
_MARGIN = 19.0  # 5 mm
_BORDER = 38.0  # of pages that join: 10 mm, with the numbers of the neighbours
_OVERLAP = 38.0  # what a page repeats of its neighbour
_WHITE = "#ffffff"

Size = tuple[float, float]
Place = tuple[int, int]
_NEIGHBOURS = {(-1, 0): "↑", (0, -1): "←", (0, 1): "→", (1, 0): "↓"}


def page_scale(drawing: Drawing) -> float:
    """How much a drawing must be reduced to fit on A4, upright or across; 1 if it fits as it is."""
    return max(_scale(drawing, size) for size in _orientations("a4"))


def pages(drawing: Drawing, paper: str) -> list[Drawing]:
    """The drawing on one sheet if it is legible there, otherwise on as few as possible.

    Pages that join have dashed lines where they do, the numbers of their neighbours, and repeat a strip of them.
    """
    best = max(_orientations(paper), key=lambda size: _scale(drawing, size))
    scale = _scale(drawing, best)
    if scale >= LEAST_SCALE:
        x, y = (best[0] - scale * drawing.width) / 2, (best[1] - scale * drawing.height) / 2
        return [_sheet(drawing, best, (replace(scaled(Group(drawing.shapes), scale), x=x, y=y),))]
    return min((_cut(drawing, size) for size in _orientations(paper)), key=len)


def _orientations(paper: str) -> tuple[Size, Size]:
    width, height = PAPERS[paper]
    return (width, height), (height, width)


def _scale(drawing: Drawing, size: Size) -> float:
    return min(1.0, (size[0] - 2 * _MARGIN) / drawing.width, (size[1] - 2 * _MARGIN) / drawing.height)


def _sheet(drawing: Drawing, size: Size, shapes: tuple[Shape, ...]) -> Drawing:
    return replace(drawing, width=size[0], height=size[1], shapes=shapes, background=drawing.background or _WHITE)


def _cut(drawing: Drawing, size: Size) -> list[Drawing]:
    """Sheets of this size, row after row, without those on which nothing is drawn."""
    room = [side - 2 * _BORDER for side in size]
    columns, rows = (
        max(1, ceil((length * LEAST_SCALE - _OVERLAP) / (side - _OVERLAP)))
        for length, side in zip((drawing.width, drawing.height), room, strict=True)
    )
    reduced = replace(drawing, shapes=(scaled(Group(drawing.shapes), LEAST_SCALE),))
    boxes = [(Group((shape,), x, y), _box(shape, x, y)) for shape, x, y in reduced.flat()]
    contents: dict[Place, tuple[Shape, ...]] = {}
    for row, column in product(range(rows), range(columns)):
        left, top = column * (room[0] - _OVERLAP), row * (room[1] - _OVERLAP)
        inside = [
            group
            for group, (x, y, right, bottom) in boxes
            if x < left + room[0] and right > left and y < top + room[1] and bottom > top
        ]
        if inside:
            contents[row, column] = (Group(tuple(inside), _BORDER - left, _BORDER - top),)
    numbers = {place: number for number, place in enumerate(contents, start=1)}
    border = Rectangle(0, 0, *size, stroke=drawing.background or _WHITE, stroke_width=2 * _BORDER)
    return [
        _sheet(drawing, size, (*shapes, border, *_joins(place, numbers, size))) for place, shapes in contents.items()
    ]


def _box(shape: Outline | Label, x: float, y: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape that is moved by ``x`` and ``y``."""
    if isinstance(shape, Label):
        left, middle = x + shape.left, y + shape.y
        return left, middle - shape.size, left + shape.width, middle + shape.size
    path = path_of(shape, x, y)
    points = [path.start, *(point for segment in path.segments for point in segment)]
    across, down = zip(*points, strict=True)
    edge = shape.stroke_width / 2
    return min(across) - edge, min(down) - edge, max(across) + edge, max(down) + edge


def _joins(place: Place, numbers: dict[Place, int], size: Size) -> Iterator[Shape]:
    """A dashed line beside each neighbour, with its number, and below them the number of this page."""
    width, height = size
    ink = "#767676"  # legible on light and dark paper
    for (down, right), arrow in _NEIGHBOURS.items():
        number = numbers.get((place[0] + down, place[1] + right))
        if number is None:
            continue
        x, y = (side / 2 + way * (side - _BORDER) / 2 for side, way in zip(size, (right, down), strict=True))
        edge_x, edge_y = x - right * _BORDER / 2, y - down * _BORDER / 2
        ends = ((edge_x, 0.0), (edge_x, height)) if right else ((0.0, edge_y), (width, edge_y))
        yield Line(ends, stroke=ink, stroke_width=0.75, dashes=(4, 4))
        yield Label(x, y - 6, arrow, 11, ink)
        yield Label(x, y + 6, f"page {number}", 9, ink)
    note = f"page {numbers[place]} of {len(numbers)}; neighbours overlap by 10 mm: cut one at its dashed line"
    yield Label(_BORDER, height - _BORDER / 2, note, 9, ink, anchor="start")
