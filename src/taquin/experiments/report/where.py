"""Conditions on runs, such as ``method = astar(manhattan) and length > 60``: a small grammar, and nothing is evaluated.

    either     = both {"or" both}
    both       = one {"and" one}
    one        = "not" one | "(" either ")" | field comparison value

A value is a number, ``true``, ``false``, ``null``, or a text, with quotes or without. Without, it ends at a space or
at a closing parenthesis that is not inside parentheses of the text: the spec of a method needs no quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from taquin.errors import SpecError
from taquin.experiments.record import FIELDS, Field, Record
from taquin.puzzle.words import near_hint, shown

Condition: TypeAlias = Callable[[Record], bool]

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": eq, "!=": ne, "<=": le, ">=": ge, "=": eq, "<": lt, ">": gt
}  # fmt: skip
_EXAMPLE = 'such as "method = astar(manhattan) and length > 60"'
_COMPARISON = re.compile("|".join(_COMPARISONS))
_WORD = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_MOST_NESTED = 50
_COMPARABLE = {name: field for name, field in FIELDS.items() if field.kind in ("int", "float", "str", "bool")}


def read_condition(text: str) -> Condition:
    """The condition that a text states. Raises ``SpecError`` that says what was expected, and where.

    A value that a run does not have (null) equals ``null`` alone, and is neither less nor more than any value.

    >>> run = Record(version=1, experiment="", instances="", index=1, method="bfs", repetition=1, status="solved")
    >>> run.length = 9
    >>> [read_condition(text)(run) for text in ("length > 5 and method = bfs", "not (status = solved or cost = null)")]
    [True, False]
    """
    return _Reader(text).whole()


class _Reader:
    """Reads a condition from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._place, self._depth = text, 0, 0

    def whole(self) -> Condition:
        condition = self._either()
        if self._ahead():
            raise self._error("'and', 'or' or the end")
        return condition

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._takes("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else lambda record: any(part(record) for part in parts)

    def _both(self) -> Condition:
        parts = [self._one()]
        while self._takes("and"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else lambda record: all(part(record) for part in parts)

    def _one(self) -> Condition:
        is_negated = self._takes("not")
        if is_negated or self._ahead().startswith("("):
            self._depth += 1
            if self._depth > _MOST_NESTED:
                raise SpecError(f"expected a condition of at most {_MOST_NESTED} levels, found more", hint=_EXAMPLE)
            inner = self._one() if is_negated else self._in_parentheses()
            self._depth -= 1
            return (lambda record: not inner(record)) if is_negated else inner
        return self._comparison()

    def _in_parentheses(self) -> Condition:
        self._place += 1
        inner = self._either()
        if not self._ahead().startswith(")"):
            raise self._error("'and', 'or' or ')'")
        self._place += 1
        return inner

    def _comparison(self) -> Condition:
        name = self._match(_WORD)
        if not name or name in ("and", "or"):
            self._place -= len(name)
            raise self._error("a field")
        if name not in _COMPARABLE:
            hint = near_hint(name, list(_COMPARABLE), f"the fields are {', '.join(_COMPARABLE)}")
            raise SpecError(f"expected a field of a run, found {shown(name)}", hint=hint)
        sign = self._match(_COMPARISON)
        if not sign:
            raise self._error(f"=, !=, <, <=, > or >= after {name}")
        value = self._value(name, sign, _COMPARABLE[name])
        compare = _COMPARISONS[sign]
        if compare in (eq, ne):
            return lambda record: compare(record[name], value)
        return lambda record: record[name] is not None and compare(record[name], value)

    def _value(self, name: str, sign: str, field: Field) -> object:
        text, is_quoted = self._value_text(f"{name} {sign}")
        if text == "null" and not is_quoted and sign in ("=", "==", "!="):
            return None
        if field.is_number:
            if not _NUMBER.fullmatch(text):
                raise SpecError(f"expected a number after '{name} {sign}', found {shown(text)}", hint=_EXAMPLE)
            return int(text) if re.fullmatch(r"[-+]?\d{1,18}", text) else float(text)
        if field.kind == "bool":
            if text not in ("true", "false") or sign not in ("=", "==", "!="):
                raise SpecError(f"expected '{name} = true' or '{name} = false', found {shown(f'{name} {sign} {text}')}")
            return text == "true"
        return text

    def _value_text(self, before: str) -> tuple[str, bool]:
        rest = self._ahead()
        if quoted := _QUOTED.match(rest):
            self._place += quoted.end()
            return quoted[1] if quoted[1] is not None else quoted[2], True
        length = depth = 0
        for letter in rest:
            depth += (letter == "(") - (letter == ")")
            if depth < 0 or (letter.isspace() and depth == 0):
                break
            length += 1
        if not length or rest[0] in "'\"" or depth > 0:
            raise self._error(f"a value after {before!r}")
        self._place += length
        return rest[:length], False

    def _ahead(self) -> str:
        """What is left, from the next word on."""
        rest = self._text[self._place :].lstrip()
        self._place = len(self._text) - len(rest)
        return rest.rstrip()

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._ahead())
        if found is None:
            return ""
        self._place += found.end()
        return found[0]

    def _takes(self, word: str) -> bool:
        """Whether this word comes next; it is skipped then."""
        found = _WORD.match(self._ahead())
        if found is None or found[0].lower() != word:
            return False
        self._place += found.end()
        return True

    def _error(self, expected: str) -> SpecError:
        found = shown(self._ahead(), 40) if self._ahead() else "the end"
        return SpecError(f"expected {expected} in the condition {shown(self._text)}, found {found}", hint=_EXAMPLE)
