"""Boards as SVG text."""

from __future__ import annotations

from taquin.board import Board

_CELL = 48


def board(value: Board) -> str:
    """A picture of a board: one square a tile, nothing where the blank is, and a text for screen readers.

    >>> board(Board("1 2 / 0 3"))[:25]
    '<svg xmlns="http://www.w3'
    """
    shape = value.shape
    width, height = shape.columns * _CELL, shape.rows * _CELL
    label = "; ".join(" ".join(str(tile or "blank") for tile in row) for row in value.rows())
    size = _CELL * (0.45 if shape.cells <= 100 else 0.32)
    frame = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="{shape} board: {label}">',
        f'<rect width="{width}" height="{height}" rx="6" fill="#d7dde4"/>',
        f'<g font-family="sans-serif" font-size="{size:g}" text-anchor="middle" fill="#1b2733">',
    ]
    for cell, tile in enumerate(value):
        if tile:
            row, column = shape.position(cell)
            x, y = column * _CELL, row * _CELL
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="5" fill="#ffffff"/>'
                f'<text x="{x + _CELL / 2:g}" y="{y + _CELL / 2 + size * 0.35:g}">{tile}</text>'
            )
    return "\n".join([*parts, "</g>", "</svg>"])
