"""The types of options that are numbers. They take what ``taquin.puzzle.arguments`` takes, and raise its errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from taquin.puzzle.arguments import LARGEST, LARGEST_REAL, check_real, check_whole

if TYPE_CHECKING:
    _WholeType = click.ParamType[int, Any]
    _RealType = click.ParamType[float, Any]
else:
    _WholeType = _RealType = click.ParamType  # which older releases of click do not parametrize


class Whole(_WholeType):
    """A whole number in a range."""

    name = "whole number"

    def __init__(self, least: int = 0, most: int = LARGEST) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read a whole number. Raises ``SpecError`` that names the option."""
        return check_whole(_name(param), value, least=self._least, most=self._most, takes_text=True)


class Real(_RealType):
    """A finite number in a range."""

    name = "number"

    def __init__(self, least: float = 0, most: float = LARGEST_REAL) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read a number. Raises ``SpecError`` that names the option."""
        return check_real(_name(param), value, least=self._least, most=self._most, takes_text=True)


def _name(param: click.Parameter | None) -> str:
    return "a number" if param is None else param.opts[0]
