"""Tables of cases: each row is a test of its own, which ``pytest -k`` selects by the values in its name.

``for_each`` of ``looping`` is for one promise with many values, each of which takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

import pytest

LONGEST_NAME = 72


def each_case(names: str | tuple[str, ...], rows: Iterable[Any]) -> pytest.MarkDecorator:
    """Like ``pytest.mark.parametrize``, with the words of a row as the name of its test."""
    table = list(rows)
    return pytest.mark.parametrize(names, table, ids=[_name(row) for row in table])


def _name(row: Any) -> str | None:
    values = row if isinstance(row, tuple) else (row,)
    return "; ".join(filter(None, map(_words, values)))[:LONGEST_NAME] or None


def _words(value: Any) -> str:
    """The same words in every process: nothing that has an address or the order of a set in it."""
    match value:
        case Enum():
            return value.name
        case str():
            return value
        case int() if abs(value) > 10**LONGEST_NAME:
            return "a large number"
        case None | bool() | int() | float() | bytes():
            return repr(value)[:LONGEST_NAME]
        case list() | tuple():
            return " ".join(map(_words, value))
        case dict():
            return " ".join(f"{_words(key)}={_words(each)}" for key, each in value.items())
        case _:
            return str(getattr(value, "key", getattr(value, "name", getattr(value, "__name__", ""))))
