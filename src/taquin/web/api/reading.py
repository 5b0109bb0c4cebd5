"""Reads the body of a request: JSON that fills a dataclass, in both engines, so that their errors are the same.

The type of a field says what is accepted, and ``Annotated`` adds ``Bounds``, ``Examples`` and ``Converted``. Values are
not converted: a number is not a text. An unknown key is an error. The first three errors are reported, in one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sized
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from math import inf, isfinite
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from taquin.puzzle.words import alternatives, plural
from taquin.system.json_text import DuplicateKeyError, JsonObject, read_json
from taquin.web.api.errors import DESCRIBED, ApiError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Body = TypeVar("Body")
Member: TypeAlias = tuple[object, tuple[object, ...]]
"""A type, and what ``Annotated`` adds to it."""

_MOST_ERRORS = 3
_MEANT = {
    **{name: f"limits.{name}" for name in ("time", "nodes", "memory", "depth")},
    "timeout": "limits.time",
    "method": "algorithm",
    **dict.fromkeys(("start", "state", "puzzle"), "board"),
    "weight": "options.weight",
}
"""Fields that users guess, and those that are meant."""
_NAMES: dict[object, str] = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "list",
    dict: "dictionary",
}
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The range of a number, or of the length of a text, a list or an object."""

    least: float = 0
    most: float = inf


@dataclass(frozen=True)
class Converted:
    """Other types are accepted too: the function converts them, or raises ``ValueError``."""

    function: Callable[[object], object]
    types: object


class Examples:
    """Values of a field, for the description of the API."""

    def __init__(self, *values: object) -> None:
        self.values = values


def read_body(kind: type[Body], content: bytes | str) -> Body:
    """The request in a body. Raises ``ApiError`` that names what is wrong."""
    errors: list[str] = []
    body = _read(kind, _parse(content), "", errors) if content else _fail("", "field required", errors)
    if not errors:
        return cast("Body", body)
    more = f" (and {len(errors) - _MOST_ERRORS} more)" if len(errors) > _MOST_ERRORS else ""
    raise ApiError(422, "request", "; ".join(errors[:_MOST_ERRORS]) + more, hint=DESCRIBED)


def _parse(content: bytes | str) -> object:
    try:
        return read_json(content)
    except json.JSONDecodeError as error:
        reason = f"{error.msg[:1].lower()}{error.msg[1:]} at line {error.lineno}, column {error.colno}"
    except RecursionError:
        reason = "it is nested too deeply"
    except DuplicateKeyError as error:
        raise ApiError(400, "request", f"the body: {error}") from None
    except UnicodeDecodeError:
        reason = "it is not UTF-8"
    except ValueError:
        reason = "a number is too long"
    raise ApiError(400, "request", f"the body is not JSON: {reason}")


@cache
def types_of(kind: Callable[..., object]) -> dict[str, object]:
    """The types of the fields of a class, or of the arguments and the result of a function."""
    return get_type_hints(kind, include_extras=True)


@cache
def members_of(kind: object) -> list[Member]:
    """The types of a union, or the type alone, each with what ``Annotated`` adds; a type there is the real one."""
    plain, added = _parts(kind)
    for extra in added:
        if isinstance(extra, type) or get_args(extra):
            return members_of(extra)
    is_union = get_origin(plain) in (Union, UnionType)
    return [_parts(member) for member in get_args(plain)] if is_union else [(plain, added)]


def _parts(kind: object) -> Member:
    plain, *added = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    return plain, tuple(added)


def _read(kind: object, value: object, place: str, errors: list[str]) -> object:
    """The value of a field; an error is added if it is not of the type."""
    for member, added in members_of(kind):
        for conversion in (extra for extra in added if isinstance(extra, Converted)):
            try:
                value = conversion.function(value)
            except ValueError as error:
                return _fail(place, f"value error, {error}", errors)
        if _fits(member, value):
            problem = _problem(value, added)
            return _fail(place, problem, errors) if problem else _read_parts(member, value, place, errors)
    names = [word for member, _ in members_of(kind) if member is not NoneType for word in _words(member)]
    return _fail(place, f"input should be {alternatives(names)}", errors)


def _fits(kind: object, value: object) -> bool:
    """Whether a value is of a type, whatever its parts are."""
    origin = get_origin(kind) or kind
    if origin is Literal:
        return (type(value), value) in [(type(choice), choice) for choice in get_args(kind)]
    if origin is float:
        return type(value) is float or (type(value) is int and value.bit_length() < 1024)
    return type(value) is (dict if is_dataclass(origin) else origin)


def _problem(value: object, added: tuple[object, ...]) -> str:
    """What is wrong with a value of the right type: a bound that it exceeds, or a text that cannot be encoded."""
    if isinstance(value, str) and _SURROGATE.search(value):
        return "input should be a valid string, without half of a surrogate pair"
    for bounds in (extra for extra in added if isinstance(extra, Bounds)):
        if isinstance(value, int | float):
            if not isfinite(value):
                return "input should be a finite number"
            if value < bounds.least:
                return f"input should be greater than or equal to {bounds.least}"
            if value > bounds.most:
                return f"input should be less than or equal to {bounds.most}"
        elif isinstance(value, Sized) and not bounds.least <= len(value) <= bounds.most:
            side, most = ("least", bounds.least) if len(value) < bounds.least else ("most", bounds.most)
            unit = "character" if isinstance(value, str) else "item"
            return f"{_NAMES[type(value)]} should have at {side} {plural(int(most), unit)}, not {len(value):,}"
    return ""


def _read_parts(kind: object, value: object, place: str, errors: list[str]) -> object:
    """The value, with its parts read."""
    if isinstance(value, list):
        [item] = get_args(kind)
        return [_read(item, part, _within(place, number), errors) for number, part in enumerate(value)]
    if isinstance(value, dict):
        if isinstance(kind, type) and is_dataclass(kind):
            return _read_fields(kind, value, place, errors)
        key, item = get_args(kind)
        for name in value:
            _read(key, name, _within(place, f"{name}.[key]"), errors)
        return {name: _read(item, part, _within(place, name), errors) for name, part in value.items()}
    return float(value) if kind is float and isinstance(value, int) else value


def _read_fields(kind: type[DataclassInstance], value: JsonObject, place: str, errors: list[str]) -> object:
    types, read, before = types_of(kind), dict[str, object](), len(errors)
    for field in fields(kind):
        if field.name in value:
            read[field.name] = _read(types[field.name], value[field.name], _within(place, field.name), errors)
        elif field.default is MISSING and field.default_factory is MISSING:
            _fail(_within(place, field.name), "field required", errors)
    for name in value:
        if name not in types:
            meant = f"; use {_MEANT[name]}" if not place and name in _MEANT else ""
            _fail(_within(place, name), f"extra inputs are not permitted{meant}", errors)
    return kind(**read) if len(errors) == before else None


def _fail(place: str, message: str, errors: list[str]) -> object:
    """Add an error. The value that is read is None then."""
    shown = (place or "body")[:200].encode(errors="replace").decode()  # a key may have half of a surrogate pair
    errors.append(f"{shown}: {message}")
    return None


def _within(place: str, part: object) -> str:
    return f"{place}.{part}" if place else str(part)


def _words(kind: object) -> list[str]:
    if get_origin(kind) is Literal:
        return [repr(choice) for choice in get_args(kind)]
    return ["an object" if is_dataclass(kind) else f"a valid {_NAMES[get_origin(kind) or kind]}"]
