"""The record of one run: one JSON object on one line of a results file. ``record_fields.toml`` defines its fields.

All values are plain JSON types, and a field has the same type in every record, or null. Fields are only ever added: a
reader must accept fields that it does not know. A change of the meaning of a field increases ``VERSION``.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from importlib.resources import files
from itertools import count
from os import PathLike
from pathlib import Path
from tomllib import loads
from types import NoneType
from typing import Any, TypeAlias

from taquin.errors import FormatError, TaquinWarning
from taquin.puzzle.words import plural, shown
from taquin.system.files import open_input, reason

VERSION = 1
_LONGEST_LINE = 2**24
"""The longest line in bytes: a longer one is not a record."""
_MOST_FAULTS = 1000
"""A file with this many invalid records before the first valid one is not a results file."""

Row: TypeAlias = dict[str, Any]
"""A record as a plain dictionary, with every field. ``key_of`` identifies the run."""

FAILURES = ("error", "crashed", "killed")
"""The statuses of runs that failed; the others are those of ``taquin.Status``."""


class ResultsWarning(TaquinWarning):
    """Part of a results file cannot be read, and is left out."""


LIMIT_FIELDS = {"time": "time_limit", "nodes": "node_limit", "memory": "memory_limit", "depth": "depth_limit"}
"""The field of a record for each of ``taquin.Limits``."""

DEFINITIONS: dict[str, dict[str, str]]
DEFINITIONS = loads(files("taquin.experiments").joinpath("record_fields.toml").read_text(encoding="utf-8"))
"""The type of each field; and its meaning, unless it is a counter of ``taquin.run.definitions``."""
FIELDS = tuple(DEFINITIONS)
_TYPES = {name: field["type"].removesuffix(" or null") for name, field in DEFINITIONS.items()}

_REQUIRED = ("experiment", "instances", "index", "method", "repetition", "status")
"""Fields that every record has. Any other may be missing or null: a later version may have added it."""
_SIGNED = ("seed", "best_h", "initial_h")
"""Fields whose number may be negative."""
_TOO_LARGE = 2**63
"""No number of a record is as large; sums of smaller ones stay finite, and other programs read them."""
_TYPE_NAMES = {"int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false"}

RunKey: TypeAlias = tuple[str, str, int, str, int]
"""Experiment, instance set, index, method and repetition."""


def key_of(row: Row) -> RunKey:
    """What identifies a run among all runs of all experiments."""
    return (row["experiment"], row["instances"], row["index"], row["method"], row["repetition"])


def to_line(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def agrees_with(row: Row, optimum: float | None) -> bool | None:
    """The field ``agrees``: whether the claims of a run are possible with a known optimal length or cost."""
    if optimum is None or row["status"] in FAILURES:
        return None
    if row["status"] == "unsolvable":
        return False
    cost = row["cost"]
    return bool(row["lower_bound"] <= optimum and (cost is None or cost >= optimum))


_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def leads_to(board: str, goal: str, moves: str) -> bool:
    """Whether these moves of the blank lead from a board to a goal: an independent judge of solutions.

    All three are the text of a record. It uses no other code of Taquin.

    >>> leads_to("1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0", "RD")
    True
    >>> leads_to("1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0", "RRD")
    False
    """
    cells = [row.split() for row in board.split("/")]
    row, column = next((r, c) for r, line in enumerate(cells) for c, tile in enumerate(line) if tile == "0")
    for letter in moves:
        if letter not in _STEPS:
            return False
        down, right = _STEPS[letter]
        if not (0 <= row + down < len(cells) and 0 <= column + right < len(cells[0])):
            return False
        cells[row][column] = cells[row + down][column + right]
        row, column = row + down, column + right
        cells[row][column] = "0"
    return cells == [line.split() for line in goal.split("/")]


def version_text(row: Row) -> str:
    """The version of Taquin that made a run.

    >>> version_text({"taquin": "1.0", "commit": None, "core": "1.0"}), version_text({"taquin": "1.0"})
    ('taquin 1.0', 'taquin 1.0 without the core')
    """
    commit, _, dirty = (row.get("commit") or "").partition("-")
    place = f" ({commit[:10]}{', changed' if dirty else ''})" if commit else ""
    return f"taquin {row['taquin']}{place}{'' if row.get('core') else ' without the core'}"


def machine_text(row: Row) -> str:
    """The machine that made a run."""
    return f"{row['host']}: {row['cpu']}, {plural(row['cores'] or 0, 'core')}, {row['platform']}"


def load(*paths: str | PathLike[str], faults: list[str] | None = None) -> list[Row]:
    """The records of results files as a list of dictionaries, one for each run, with the same keys in the same order.

    Several files are joined, such as those of several machines. If a run is in them more than once, the last record
    counts. ``pandas.DataFrame(rows)`` and ``polars.DataFrame(rows, infer_schema_length=None)`` take the list.

    Invalid records are left out. Their messages are added to ``faults``; without it, each is a ``ResultsWarning``. A
    last line that is cut off is always a ``ResultsWarning``. Raises ``FormatError`` for a file without a valid record,
    unless it is empty.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".jsonl") as file:
    ...     load(file.name)
    []
    """
    rows: dict[RunKey, Row] = {}
    for path in paths:
        invalid: list[FormatError] = []
        valid = list(_read_rows(Path(path), invalid))
        if invalid and not valid:
            raise invalid[0]
        for error in invalid:
            if faults is None:
                warnings.warn(f"{error}; the record is left out", ResultsWarning, 2)
            else:
                faults.append(str(error))
        rows.update((key_of(row), row) for row in valid)
    return list(rows.values())


def _read_rows(path: Path, faults: list[FormatError]) -> Iterator[Row]:
    """All valid records of a results file, in its order. The errors of the others are added to ``faults``."""
    has_records = False
    for number, line in enumerate(_lines(path), start=1):
        if not line.endswith(b"\n"):
            warnings.warn(
                f"{path}: the last line is cut off after {plural(len(line), 'byte')} and left out", ResultsWarning, 3
            )
        elif line.strip():
            try:
                yield read_line(line, f"{path}: line {number}")
                has_records = True
            except FormatError as error:
                faults.append(error)
                if not has_records and len(faults) >= _MOST_FAULTS:
                    raise FormatError(
                        f"{path}: expected the records of runs, found none in the first {number:,} lines",
                        hint="is it a results file of taquin experiment?",
                    ) from None


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with open_input(path) as file:
            for number in count(1):
                line = file.readline(_LONGEST_LINE + 1)
                if len(line) > _LONGEST_LINE:
                    raise FormatError(f"{path}: line {number}: expected the JSON object of a run, found a longer line")
                if not line:
                    return
                yield line
    except OSError as error:
        why = "no such file" if isinstance(error, FileNotFoundError) else reason(error)
        raise FormatError(f"{why}: {shown(str(path), 200)}") from None


def read_line(line: bytes, place: str) -> Row:
    """The record of one line. Raises ``FormatError``, which begins with ``place``, for anything else."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        text = shown(line.decode(errors="replace").strip())
        raise FormatError(f"{place}: expected the JSON object of a run, found {text}") from None
    version = read.get("version") if isinstance(read, dict) else None
    if not isinstance(read, dict) or not isinstance(version, int) or "experiment" not in read:
        raise FormatError(f"{place}: expected the record of a run", hint="is it a results file of taquin experiment?")
    if not 1 <= version <= VERSION:
        hint = "update Taquin" if version > VERSION else "use the Taquin that wrote it"
        raise FormatError(f"{place}: expected version {VERSION} of the format, found {shown(version)}", hint=hint)
    row = {**{name: read.get(name) for name in FIELDS}, **read}
    check_row(row, place)
    return row


def check_row(row: Row, place: str) -> None:
    """Raise ``FormatError`` if a value of a record does not have the type of its field, or is out of range.

    The error begins with ``place``. The record has all fields.
    """
    for name in _REQUIRED:
        if row[name] is None:
            raise FormatError(f"{place}: the record has no {name!r}")
    for name, kind in _TYPES.items():
        value = row[name]
        if value is None:
            continue
        if not _has_type(value, kind):
            expected = _TYPE_NAMES.get(kind) or ("a list" if kind.startswith("list") else "an object")
            raise FormatError(f"{place}: {name}: expected {expected}, found {shown(value)}")
        if isinstance(value, int | float) and value < 0 and name not in _SIGNED:
            raise FormatError(f"{place}: {name}: expected 0 or more, found {value}")
    if row["replayed"] and row["length"] is None:
        raise FormatError(f"{place}: the record has a replayed solution without a length")
    for name, value in (row["spec"] or {}).items():
        kinds = ["list[str]"] if name in ("instances", "methods", "sources") else ["null", *_TYPE_NAMES]
        if not any(_has_type(value, kind) for kind in kinds):
            raise FormatError(f"{place}: spec: invalid value of {shown(name)}: {shown(value)}")


def number_fields() -> tuple[str, ...]:
    return tuple(name for name, kind in _TYPES.items() if kind in ("int", "float"))


def _has_type(value: Any, kind: str) -> bool:
    """Whether a JSON value has this type. Numbers must be finite and below 2^63, and texts must be valid Unicode."""
    match kind:
        case "int" | "float":
            is_number = isinstance(value, int if kind == "int" else int | float) and not isinstance(value, bool)
            return is_number and abs(value) < _TOO_LARGE
        case "str":
            return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)
        case "list[str]":
            return isinstance(value, list) and all(_has_type(item, "str") for item in value)
        case "list[dict[str, float]]":
            are_objects = isinstance(value, list) and all(isinstance(item, dict) for item in value)
            return are_objects and all(_has_type(number, "float") for item in value for number in item.values())
    return isinstance(value, {"bool": bool, "object": dict, "null": NoneType}[kind])
