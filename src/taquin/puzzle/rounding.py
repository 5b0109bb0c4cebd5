"""Numbers that may carry rounding errors: integers and fractions are compared exactly, floats relatively.

A ``Fraction`` has the operations of a float. To a type checker numbers are floats, as elsewhere.
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational
from typing import cast

from taquin.puzzle.arguments import as_real

TOLERANCE = 1e-9
"""The largest relative difference that counts as a rounding error in the numbers of a user's function."""


def exceeds(one: float, other: float, *, unit: float = 0, tolerance: float = TOLERANCE) -> bool:
    """Whether a number is larger than another by more than a rounding error.

    The tolerance is relative to the larger of them, or to ``unit``, the cost of a move, if both are smaller.

    >>> exceeds(2**60 + 1, 2**60), exceeds(2.0**60 * (1 + 1e-15), 2**60), exceeds(1e-9, 2e-12)
    (True, False, True)
    """
    if one <= other:
        return False
    return is_exact(one, other) or one - other > tolerance * max(abs(one), abs(other), unit)


def is_near(one: float, other: float, *, unit: float = 0) -> bool:
    """Whether two numbers are equal but for rounding errors."""
    return not exceeds(one, other, unit=unit) and not exceeds(other, one, unit=unit)


def is_exact(*numbers: object) -> bool:
    """Whether all of these are integers or fractions, which have no rounding errors."""
    return all(isinstance(number, Rational) for number in numbers)


def round_up(bound: float) -> int:
    """The least number of moves that a lower bound proves: the next whole number, or this one but for rounding errors.

    >>> round_up(13.2), round_up(13.000000000000002), round_up(Fraction(1, 10**12)), round_up(1e-12)
    (14, 13, 1, 0)
    """
    nearest = round(bound)
    return math.ceil(bound) if exceeds(bound, nearest, unit=1) else nearest


def as_exact(value: object) -> float | None:
    """A finite number as an int or a ``Fraction`` if it is one, and otherwise as a float; None for anything else.

    >>> as_exact(3.0), as_exact(Fraction(1, 3)), as_exact(0.1), as_exact("3")
    (3, Fraction(1, 3), 0.1, None)
    """
    number = as_real(value)
    if number is None or isinstance(number, int):
        return number
    if isinstance(value, Rational):
        exact = Fraction(int(value.numerator), int(value.denominator))
        return exact.numerator if exact.denominator == 1 else cast("float", exact)  # it is added as a float is
    return int(number) if number.is_integer() else number


def plain(number: float | Fraction) -> float:
    """The number as an int or a float, which JSON can hold.

    >>> plain(3), plain(Fraction(3, 4)), plain(Fraction(4, 2))
    (3, 0.75, 2)
    """
    if isinstance(number, Fraction):
        return number.numerator if number.denominator == 1 else float(number)
    return number
