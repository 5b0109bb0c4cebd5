"""``--depth``: boards of exactly one distance from the goal, which a table of all distances knows."""

from __future__ import annotations

from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural
from taquin.tables.distances import MAXIMUM_CELLS, table_unsupported_reason


def check_depth(shape: Shape, depth: int) -> None:
    """Raise ``SpecError`` if there is no table for boards of this shape."""
    hint = f"--moves {depth} takes any size: the goal is then at most {plural(depth, 'move')} away"
    if shape.cells > MAXIMUM_CELLS:
        raise SpecError(
            f"--depth takes boards of up to {MAXIMUM_CELLS} cells, found {shape} with {shape.cells}", hint=hint
        )
    if reason := table_unsupported_reason(shape):
        raise SpecError(f"--depth is not supported here: {reason}", hint=hint)
