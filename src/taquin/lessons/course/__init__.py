"""The course: units in the order of teaching, each with a text and exercises."""

from __future__ import annotations

from importlib import import_module

from taquin.errors import SpecError
from taquin.lessons.course.unit import Unit
from taquin.puzzle.words import shown

__all__ = ["UNITS", "Unit", "find_unit"]

_MODULES = (
    "space",
    "graph",
    "blind",
    "cost",
    "heuristics",
    "astar",
    "memory",
    "local",
    "databases",
    "measuring",
)

UNITS: tuple[Unit, ...] = tuple(import_module(f"taquin.lessons.course.{name}").UNIT for name in _MODULES)


def find_unit(key: str) -> Unit:
    """The unit with this key. Raises ``SpecError`` if there is none."""
    for unit in UNITS:
        if unit.key == key:
            return unit
    raise SpecError(f"expected a unit ({', '.join(unit.key for unit in UNITS)}), found {shown(key)}")
