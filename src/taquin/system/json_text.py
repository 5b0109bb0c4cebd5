"""JSON as every program reads it: a key that stands twice in an object is an error, and not overwritten in silence."""

from __future__ import annotations

import json
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]
"""An object of JSON that comes from outside, or goes there: its reader checks each value, so no type is promised."""


class DuplicateKeyError(ValueError):
    """A key stands twice in an object."""


def read_json(text: str | bytes) -> object:
    """The value of a JSON text; bytes are UTF-8. Raises ``ValueError`` or ``RecursionError`` for anything else.

    >>> read_json('{"length": 3, "length": 30}')
    Traceback (most recent call last):
    taquin.system.json_text.DuplicateKeyError: the key 'length' stands twice
    """
    return json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, object]]) -> JsonObject:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        raise DuplicateKeyError(f"the key {next(name for name in names if names.count(name) > 1)[:80]!r} stands twice")
    return record
