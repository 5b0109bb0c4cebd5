"""Shapes made smaller or larger, to fit a drawing into the page of another."""

from __future__ import annotations

from dataclasses import replace

from taquin.render.drawing.shapes import Circle, Curve, Group, Label, Line, Rectangle, Shape


def scaled(shape: Shape, factor: float) -> Shape:
    """The shape with all its lengths multiplied.

    >>> scaled(Circle(10, 20, 4), 0.5)
    Circle(x=5.0, y=10.0, radius=2.0, fill='', stroke='', stroke_width=0.5)
    """
    match shape:
        case Rectangle():
            return replace(
                shape,
                x=shape.x * factor,
                y=shape.y * factor,
                width=shape.width * factor,
                height=shape.height * factor,
                stroke_width=shape.stroke_width * factor,
                radius=shape.radius * factor,
                dashes=tuple(dash * factor for dash in shape.dashes),
            )
        case Circle():
            return replace(
                shape,
                x=shape.x * factor,
                y=shape.y * factor,
                radius=shape.radius * factor,
                stroke_width=shape.stroke_width * factor,
            )
        case Line():
            points = tuple((x * factor, y * factor) for x, y in shape.points)
            dashes = tuple(dash * factor for dash in shape.dashes)
            return replace(shape, points=points, stroke_width=shape.stroke_width * factor, dashes=dashes)
        case Curve(points=(one, two, three, four)):
            ends = tuple((x * factor, y * factor) for x, y in (one, two, three, four))
            return Curve((ends[0], ends[1], ends[2], ends[3]), shape.stroke, shape.stroke_width * factor)
        case Label():
            return replace(shape, x=shape.x * factor, y=shape.y * factor, size=shape.size * factor)
        case Group():
            inner = tuple(scaled(each, factor) for each in shape.shapes)
            return replace(shape, shapes=inner, x=shape.x * factor, y=shape.y * factor)
