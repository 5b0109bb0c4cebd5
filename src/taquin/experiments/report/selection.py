"""Which runs a report is about: conditions on the fields of records."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Sequence

from taquin.errors import SpecError
from taquin.experiments.records import FIELDS, Row
from taquin.puzzle.words import shown

_OPERATORS: dict[str, Callable[..., bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "~": operator.contains,
}
_CONDITION = re.compile(rf"\s*(\w+)\s*({'|'.join(_OPERATORS)})\s*(.*?)\s*", re.DOTALL)


def select(rows: Sequence[Row], conditions: Sequence[str]) -> list[Row]:
    """The runs that meet all conditions: a field, an operator (= != < <= > >=, or ~ for "contains") and a value.

    A number, ``true``, ``false`` and ``null`` stand for themselves; any other value is a text. A field without a value
    meets no ``<``, ``<=``, ``>`` or ``>=``. Raises ``SpecError`` for text that is not a condition, or if no run is
    left.

    >>> rows = [{"index": 1, "method": "bfs"}, {"index": 2, "method": "astar(manhattan)"}]
    >>> [row["index"] for row in select(rows, ["method ~ manhattan", "index<=2"])]
    [2]
    """
    found = list(rows)
    for condition in conditions:
        match = _CONDITION.fullmatch(condition)
        if match is None or match[1] not in FIELDS:
            raise SpecError(
                f"expected a condition such as optimum>=50 or method~pdb, found {shown(condition)}",
                hint="docs/experiments.md lists the fields",
            )
        name, sign, value = match[1], match[2], _value(match[3])
        found = [row for row in found if _meets(row[name], sign, value)]
    if rows and not found:
        raise SpecError(f"no run meets the conditions {shown(' and '.join(conditions))}")
    return found


def _value(text: str) -> object:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int | float | None) else text


def _meets(found: object, sign: str, value: object) -> bool:
    if sign == "~":
        return str(value) in str(found)
    if sign in ("=", "!="):
        return _OPERATORS[sign](found, value)
    return (
        type(found) is not bool
        and isinstance(found, int | float)
        and isinstance(value, int | float)
        and (_OPERATORS[sign](found, value))
    )
