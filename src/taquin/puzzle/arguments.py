"""Checks of callers' arguments: numbers must be in a stated range, other values of a stated kind.

Every option of the command line, every argument of a public function and every number of a request is checked here, so
that all of them take the same numbers. Text has only ASCII digits: no ``1_000``, no digits of other scripts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from numbers import Integral, Real
from types import UnionType

from taquin.errors import SpecError, TaquinError
from taquin.puzzle.words import shown

LARGEST = 10**18
"""The largest whole number that is taken: more than any run counts, and it fits in 64 bits with room to add."""

LARGEST_REAL = 1e300  # the largest other number, such as an estimate: it can still be multiplied by a weight

_LONGEST = 40  # digits: more than any number that is taken, fewer than int() refuses
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{_LONGEST}}}")
_REAL = re.compile(
    rf"[+-]?(?:[0-9]{{1,{_LONGEST}}}(?:\.[0-9]{{0,{_LONGEST}}})?|\.[0-9]{{1,{_LONGEST}}})(?:e[+-]?[0-9]{{1,4}})?"
)


def as_real(value: object) -> float | None:
    """A finite number of any numeric type as an int or a float; None for anything else, such as text or a bool.

    >>> from fractions import Fraction
    >>> as_real(3), as_real(Fraction(1, 4)), as_real(float("inf")), as_real(True), as_real("3")
    (3, 0.25, None, None, None)
    """
    if type(value) is int:  # the common case first: every estimate of a user's heuristic is checked
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    if isinstance(value, Integral):
        return int(value)
    try:
        number = float(value)
    except (OverflowError, ValueError):
        return None
    return number if math.isfinite(number) else None


def read_whole(text: str) -> int | None:
    """Read a whole number, with or without a sign and spaces around it; None for other text."""
    match = _WHOLE.fullmatch(text.strip(" \t"))
    return None if match is None else int(match[0])


def read_real(text: str) -> float | None:
    """Read a finite number: ``2``, ``1.5``, ``.5`` or ``1e6``; None for other text."""
    match = _REAL.fullmatch(text.strip(" \t").lower())
    return None if match is None else as_real(float(match[0]))


def check_whole(
    name: str,
    value: object,
    *,
    least: int = 0,
    most: int = LARGEST,
    takes_text: bool = False,
    error: type[TaquinError] = SpecError,
) -> int:
    """An argument that is a whole number: an int, one of another type such as numpy's, or a float such as 1e6.

    Raises ``error`` that says what was expected and what was found.

    >>> check_whole("jobs", 1e3), check_whole("--jobs", "8", takes_text=True)
    (1000, 8)
    >>> check_whole("jobs", 1.5, least=1)
    Traceback (most recent call last):
    taquin.errors.SpecError: expected jobs to be a whole number, 1 or more, found 1.5
    """
    number = read_whole(value) if takes_text and isinstance(value, str) else as_real(value)
    if number is not None and number != int(number):
        number = None
    return int(_checked(name, value, number, least, most, "a whole number", error))


def check_real(
    name: str,
    value: object,
    *,
    least: float = 0,
    most: float = LARGEST_REAL,
    takes_text: bool = False,
    error: type[TaquinError] = SpecError,
) -> float:
    """An argument that is a finite number. Raises ``error`` that says what was expected and what was found."""
    number = read_real(value) if takes_text and isinstance(value, str) else as_real(value)
    return _checked(name, value, number, least, most, "a finite number", error)


def _checked(
    name: str, value: object, number: float | None, least: float, most: float, kind: str, error: type[TaquinError]
) -> float:
    if number is None or number < least:
        raise error(f"expected {name} to be {kind}{_range(least, most)}, found {shown(value)}")
    if number > most:
        raise error(f"expected {name} to be at most {_written(most)}, found {shown(value)}")
    return number


def _range(least: float, most: float) -> str:
    if most >= LARGEST:
        return "" if least <= -LARGEST else f", {_written(least)} or more"
    return f" from {_written(least)} to {_written(most)}"


def _written(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else f"{number:,g}" if number < 1e6 else f"{number:g}"


def check_kind(name: str, value: object, kind: type | UnionType, wanted: str) -> None:
    """Raise ``SpecError`` unless the value is of this kind. ``wanted`` says what was expected, with an example.

    >>> check_kind("options", 3, dict, "options such as {'weight': 2}")
    Traceback (most recent call last):
    taquin.errors.SpecError: expected options such as {'weight': 2}, found options=3
    """
    if not isinstance(value, kind):
        raise SpecError(f"expected {wanted}, found {name}={shown(value)}")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise ``SpecError`` unless the value is one of these words.

    >>> check_choice("backend", "gpu", ["auto", "python", "native"])
    Traceback (most recent call last):
    taquin.errors.SpecError: expected the backend auto, python or native, found 'gpu'
    """
    if not isinstance(value, str) or value not in choices:
        *first, last = choices
        raise SpecError(f"expected the {name} {', '.join(first)} or {last}, found {shown(value)}")


def check_callable(name: str, value: object, wanted: str) -> None:
    """Raise ``SpecError`` unless the value can be called, or is None."""
    if value is not None and not callable(value):
        raise SpecError(f"expected {wanted}, found {name}={shown(value)}")
