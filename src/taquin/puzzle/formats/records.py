"""Taquin's own JSON: what ``--json`` and ``--report jsonl`` print. One object, a list of objects, or one per line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from taquin.errors import FormatError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import shown

_BEGINNING = re.compile(r'\ufeff?\s*+(?:\[\s*+)?\{\s*+["}]')
_BOARD_KEYS = ("start", "board", "boards")
_KEYS = frozenset({*_BOARD_KEYS, "goal", "label", "rows", "columns"})
_OWN_KEYS = frozenset({"spec", "solvable", "writing"})
"""Keys of Taquin's own objects: in these, a board without slashes is a single row."""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board in a JSON object, as text: with its goal, its label, its line, and its shape as far as they are given."""

    board: str
    goal: str | None
    label: str
    line: int
    shape: Shape | None


def is_json(raw: str) -> bool:
    """Whether the text begins with a JSON object, or with a list of objects. ``{1, 2}`` is a list of cells."""
    return _BEGINNING.match(raw) is not None


def read_records(raw: str) -> Iterator[BoardRecord]:
    """The boards of all objects. Raises ``FormatError`` for text that is not JSON and for an object without a board."""
    line, counted = 1, 0
    for position, end, record in _objects(raw):
        line, counted = line + raw.count("\n", counted, position), position  # linear in the length of the text
        key = next((key for key in _BOARD_KEYS if key in record), None)
        if key is None:
            names = ", ".join(map(repr, list(record)[:3])) or "nothing"
            raise FormatError(f"line {line}: expected a board under 'start', 'board' or 'boards', found {names}")
        given = record[key]
        values = given if key == "boards" and isinstance(given, list) else [given]
        if not values:
            raise FormatError(f"line {line}: expected a board under 'boards', found an empty list")
        goal = None if record.get("goal") is None else _text(record["goal"], "goal", line)
        label = _label(record.get("label"))
        is_found = key == "boards"  # as Taquin writes it: one board on each line
        for value in values:
            text = _text(value, key, line)
            here = raw.find(text if isinstance(value, list) else json.dumps(text), position, end) if is_found else -1
            is_found = here >= 0  # only the first that is not found costs a search of the whole object
            if is_found:
                line, counted, position = line + raw.count("\n", counted, here), here, here + 1
            yield BoardRecord(text, goal, label, line, _shape(record, text, line))


def _objects(raw: str) -> Iterator[tuple[int, int, Mapping[str, object]]]:
    """Every object with its beginning and its end. White space separates them, or commas in a list."""
    decoder = json.JSONDecoder(object_pairs_hook=_record)
    position = _skip(raw, 0, "\ufeff")
    is_list = raw[position] == "["
    position = _skip(raw, position, "[") if is_list else position
    while position < len(raw) and not (is_list and raw[position] == "]"):
        try:
            value, end = decoder.raw_decode(raw, position)
        except FormatError as error:
            raise error.within(f"line {raw.count(chr(10), 0, position) + 1}") from None
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise FormatError(f"{place}: expected a JSON object: {error.msg.lower()}") from None
        except ValueError:  # Python reads no number of thousands of digits
            raise FormatError("expected a JSON object with a board, found a huge number") from None
        except RecursionError:
            raise _too_deep() from None
        if not isinstance(value, dict):
            line = raw.count("\n", 0, position) + 1
            raise FormatError(f"line {line}: expected a JSON object with a board, found {shown(value, 24)}")
        yield position, end, value
        position = _skip(raw, end, "," if is_list else "")
    if is_list and position == len(raw):
        raise FormatError("expected ']' after the last JSON object, found the end: the list is not complete")


def _record(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object. Raises ``FormatError`` if it has a key of a board twice."""
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        if twice := [key for key in record if keys.count(key) > 1 and key in _KEYS]:
            raise FormatError(f"expected every key once, found {shown(twice[0])} twice")
    return record


def _skip(raw: str, position: int, mark: str) -> int:
    """The next position after white space, one mark, and white space."""
    for wanted in (mark, ""):
        while position < len(raw) and raw[position].isspace():
            position += 1
        if wanted and raw.startswith(wanted, position):
            position += 1
    return position


def _label(value: object) -> str:
    """A label on one line, of characters that can be printed."""
    words = "" if value is None else " ".join((value if isinstance(value, str) else shown(value)).split())
    return words.encode("utf-8", "replace").decode("utf-8")


def _text(value: object, key: str, line: int) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise FormatError(f"line {line}: expected a board as text or as a list under {key!r}, found {shown(value, 24)}")
    try:
        return json.dumps(value)
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> FormatError:
    return FormatError("expected a JSON object with a board, found lists nested too deep")


def _shape(record: Mapping[str, object], text: str, line: int) -> Shape | None:
    rows, columns = record.get("rows"), record.get("columns")
    if isinstance(rows, int) and isinstance(columns, int):
        return Shape(rows, columns)
    if isinstance(rows, int) or isinstance(columns, int):
        known = "rows" if isinstance(rows, int) else "columns"
        raise FormatError(f"line {line}: expected rows and columns as numbers, found {known} alone")
    is_row = "/" not in text and not text.startswith("[") and bool(_OWN_KEYS & record.keys())
    return Shape(1, len(text.split())) if is_row else None
