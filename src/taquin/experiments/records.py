"""Reading results files, and judging what a record claims. ``record.py`` declares its fields."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Collection, Iterator
from itertools import count
from os import PathLike
from pathlib import Path
from sys import intern
from typing import Any

from msgspec import NODEFAULT, MsgspecError, ValidationError, convert
from msgspec.json import Decoder, decode
from msgspec.structs import FieldInfo, fields

from taquin.errors import FormatError, TaquinWarning
from taquin.experiments.record import FIELDS, PLAN_LISTS, REQUIRED, VERSION, Field, PlanValues, Record, RunKey
from taquin.puzzle.rounding import exceeds
from taquin.puzzle.words import plural, shown
from taquin.system.files import open_input, reason
from taquin.system.json_text import read_json

_LONGEST_LINE = 2**24
"""The longest line in bytes: a longer one is not a record."""
_MOST_FAULTS = 1000
"""A file with this many invalid records before the first valid one is not a results file."""


class ResultsWarning(TaquinWarning):
    """Part of a results file cannot be read, and is left out."""


def agrees(record: Record) -> bool | None:
    """The field ``agrees``: whether the claims of a run are possible with the known optimal length or cost."""
    if record.optimum is None or record.is_failure:
        return None
    if record.status == "unsolvable":
        return False
    cost = record.cost
    return not exceeds(record.lower_bound or 0, record.optimum) and (cost is None or not exceeds(record.optimum, cost))


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


# Results files


def load(*paths: str | PathLike[str], faults: list[str] | None = None) -> list[dict[str, Any]]:
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
    rows: dict[RunKey, dict[str, Any]] = {}  # plain values, as data frames take them
    for path in paths:
        for record, line in _read_file(Path(path), faults):
            rows[record.key] = {**dict.fromkeys(FIELDS), **_plain(line)}
    return list(rows.values())


_SHARED = (
    "experiment",
    "instances",
    "goal",
    "method",
    "algorithm",
    "heuristic",
    "status",
    "reason",
    "quality",
    "backend",
    "clock",
    "taquin",
    "core",
    "commit",
    "python",
    "host",
    "platform",
    "cpu",
)
"""Texts that many records have: equal ones are one object."""


def read_records(
    *paths: str | PathLike[str],
    faults: list[str] | None = None,
    keep: Callable[[Record], bool] | None = None,
    without: Collection[str] = (),
) -> list[Record]:
    """The same records with their types; with ``keep`` only those for which it is true.

    The fields ``without`` are emptied: the boards, moves and iterations of many runs fill the memory. Equal texts and
    plans are one object.
    """
    records: dict[RunKey, Record] = {}
    plans: dict[str, PlanValues] = {}
    empty = {field.name: _empty_value(field) for field in fields(Record) if field.name in without}
    for path in paths:
        for record, _ in _read_file(Path(path), faults):
            plan = plans.setdefault(record.experiment, record.spec)
            if plan == record.spec:
                record.spec = plan
            if keep is not None and not keep(record):
                records.pop(record.key, None)  # of the runs that were made twice, the last counts
                continue
            for name in _SHARED:
                if text := getattr(record, name):
                    setattr(record, name, intern(text))
            for name, value in empty.items():
                setattr(record, name, value)
            records[record.key] = record
    return list(records.values())


def _empty_value(field: FieldInfo) -> object:
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def _read_file(path: Path, faults: list[str] | None) -> Iterator[tuple[Record, bytes]]:
    """All valid records of a results file with their lines, in its order; the others are reported."""
    waiting: list[FormatError] = []
    has_records = False
    for number, line in enumerate(_lines(path), start=1):
        if not line.endswith(b"\n"):
            text = f"{path}: the last line is cut off after {plural(len(line), 'byte')} and left out"
            warnings.warn(text, ResultsWarning, 3)
        elif line.strip():
            try:
                record = read_line(line, f"{path}: line {number}")
            except FormatError as error:
                waiting.append(error)
                if not has_records and len(waiting) >= _MOST_FAULTS:
                    raise FormatError(
                        f"{path}: expected the records of runs, found none in the first {number:,} lines",
                        hint="is it a results file of taquin experiment?",
                    ) from None
            else:
                has_records = True
                yield record, line
            if has_records and waiting:
                for each in waiting:
                    _report(each, faults)
                waiting.clear()
    if waiting:
        raise waiting[0]


def _report(error: FormatError, faults: list[str] | None) -> None:
    if faults is None:
        warnings.warn(f"{error}; the record is left out", ResultsWarning, 4)
    else:
        faults.append(str(error))


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


# One line: decoded by its declaration; only if that fails, field by field, to name the fault

_DECODER = Decoder(Record)
_KIND_NAMES = {"int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false"}


def read_line(line: bytes, place: str) -> Record:
    """The record of one line. Raises ``FormatError``, which begins with ``place``, for anything else."""
    try:
        record = _DECODER.decode(line)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        record = _read_fields(line, place)
    if record.replayed and record.length is None:
        raise FormatError(f"{place}: the record has a replayed solution without a length")
    if None not in (record.rows, record.length) and record.moves is not None and len(record.moves) != record.length:
        raise FormatError(f"{place}: the record has the length {record.length}, and {len(record.moves)} moves")
    _check_plan(record.spec, place)
    _check_names(line, place)
    return record


def _check_names(line: bytes, place: str) -> None:
    """Raise ``FormatError`` for a name that stands twice, and for an unknown one in place of a known one: damage.

    Versions only add fields: an older record has no unknown names, and a newer one has all that are known.
    """
    try:
        record = _plain(line)
    except ValueError:  # in a field that is not known, and was not decoded
        raise FormatError(f"{place}: expected UTF-8, found other bytes", hint="is the line damaged?") from None
    if record.keys() != FIELDS.keys():
        unknown = [name for name in record if name not in FIELDS]
        missing = [name for name in FIELDS if name not in record]
        if unknown and missing:
            raise FormatError(
                f"{place}: the record has no {missing[0]!r}, and an unknown field {shown(unknown[0])}",
                hint="is the name of a field damaged?",
            )
    names = len(record)
    for value in record.values():
        for part in value if type(value) is list else (value,) if type(value) is dict else ():
            names += len(part) if type(part) is dict else 0
    if line.count(b'":') + line.count(b'" :') != names:  # a name stands twice, or a text has these characters
        try:
            read_json(line)
        except ValueError as error:
            raise FormatError(f"{place}: {error}", hint="is the line damaged?") from None


def _plain(line: bytes) -> dict[str, Any]:
    """The values of a record as they are written."""
    plain: dict[str, Any]
    try:
        plain = decode(line)
    except (MsgspecError, UnicodeDecodeError, RecursionError):  # NaN or half of a surrogate pair, in an unknown field
        plain = json.loads(line)
    return plain


def _read_fields(line: bytes, place: str) -> Record:
    """``read_line`` for a record with nulls in place of values that every run has, or with a fault, which is named."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        text = shown(line.decode(errors="replace").strip())
        raise FormatError(f"{place}: expected the JSON object of a run, found {text}") from None
    version = read.get("version") if isinstance(read, dict) else None
    if not isinstance(version, int) or "experiment" not in read:
        raise FormatError(f"{place}: expected the record of a run", hint="is it a results file of taquin experiment?")
    if not 1 <= version <= VERSION:
        hint = "update Taquin" if version > VERSION else "use the Taquin that wrote it"
        raise FormatError(f"{place}: expected version {VERSION} of the format, found {shown(version)}", hint=hint)
    for name in REQUIRED:
        if read.get(name) is None:
            raise FormatError(f"{place}: the record has no {name!r}")
    known = {name: read[name] for name in FIELDS if read.get(name) is not None}
    for name, value in known.items():
        if name == "spec" and isinstance(value, dict):
            for each, found in value.items():
                if not _fits({each: found}, FIELDS[name]):
                    raise _plan_error(each, found, place)
        if fault := _fault(value, FIELDS[name]):
            raise FormatError(f"{place}: {name}: {fault}")
    return convert(known, Record)


def _fault(value: object, field: Field) -> str:
    """What is wrong with the value of a field; empty if nothing is."""
    if _fits(value, field):
        return ""
    if isinstance(value, int | float) and _fits(-value, field):
        return f"expected 0 or more, found {value}"
    expected = _KIND_NAMES.get(field.kind) or ("a list" if field.kind.startswith("list") else "an object")
    return f"expected {expected}, found {shown(value)}"


def _fits(value: object, field: Field) -> bool:
    """Whether a JSON value has the type of a field, and is in its range. Texts must be valid Unicode."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
        convert(value, field.hint)
    except (ValidationError, UnicodeEncodeError, RecursionError):
        return False
    return True


def _check_plan(plan: PlanValues, place: str) -> None:
    for name, value in plan.items():
        if isinstance(value, list) is not (name in PLAN_LISTS):
            raise _plan_error(name, value, place)


def _plan_error(name: str, value: object, place: str) -> FormatError:
    return FormatError(f"{place}: spec: invalid value of {shown(name)}: {shown(value)}")
