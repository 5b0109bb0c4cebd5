"""The record of one run: one JSON object on one line of a results file.

All values are plain JSON types, and a field has the same type in every record, or null. Fields are only ever added: a
reader must accept fields that it does not know. A change of the meaning of a field increases ``VERSION``.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from functools import cache
from itertools import count
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypedDict, get_args, get_origin, get_type_hints

from taquin.errors import FormatError, TaquinWarning
from taquin.puzzle.words import plural, shown
from taquin.system.files import reason

VERSION = 1
_LONGEST_LINE = 2**24
"""The longest line in bytes: a longer one is not a record, and /dev/zero has no line ends."""

Row: TypeAlias = dict[str, Any]
"""A record as a plain dictionary, with every field of ``RunRecord``."""

FAILURES = ("error", "crashed", "killed")
"""The statuses of runs that failed; the others are those of ``taquin.Status``."""


class ResultsWarning(TaquinWarning):
    """Part of a results file cannot be read, and is left out."""


class RunRecord(TypedDict):
    """The record of one run: one method on one board. ``key_of`` identifies the run."""

    version: int
    """The version of this format."""
    experiment: str
    """A checksum of the whole plan of the experiment: runs with the same one belong together."""
    instances: str
    """The instance set: ``korf100``, ``korf100(easy)``, ``random(3x3, count=5)``, a file, or spaces of your own."""
    index: int
    """The number of the instance in its set, from 1; in ``korf100(easy)`` its number in ``korf100``."""
    label: str | None
    """The name of the instance, if the set has names."""
    board: str
    """The start: rows divided by slashes, 0 is the blank; in a space of your own, the start state as text."""
    goal: str | None
    """The goal, in the same form; null in a space that has no single goal."""
    rows: int | None
    """The rows of the board; null in a space of your own."""
    columns: int | None
    """The columns of the board; null in a space of your own."""
    method: str
    """The spec of the method, as in the plan; ``taquin solve --algorithm`` takes it."""
    algorithm: str
    """The key of the algorithm."""
    heuristic: str | None
    """The spec of the heuristic; null if the method uses none."""
    repetition: int
    """Which repetition it is, from 1."""
    seed: int | None
    """The value of the method's option ``seed`` in this run; null if it has none."""
    status: str
    """``solved``, ``unsolvable``, ``exhausted``, ``stuck`` or ``limit``; ``error`` if the run raised an error,
    ``crashed`` if its process crashed, such as by a segmentation fault, and ``killed`` if it was killed."""
    reason: str | None
    """Why a run did not solve the board: which limit was reached, and so on."""
    error: str | None
    """The message of an error, a crash or a kill; null if there was none."""
    quality: str | None
    """``optimal`` (proven), ``bounded`` or ``unproven``; null without a solution."""
    length: int | None
    """The number of moves of the solution; null without one."""
    cost: float | None
    """The cost of the solution: its length, unless the moves of a space of your own have other costs."""
    moves: str | None
    """The solution: where the blank goes, as letters U, D, L and R; in a space of your own, its moves as words."""
    optimum: float | None
    """The known length of a shortest solution, or its cost; null if the set does not say it."""
    agrees: bool | None
    """Whether everything that the run claims is possible with ``optimum``: no solution is shorter, no lower bound is
    higher, and it is not called unsolvable. Null if there is no optimum, or no search ended."""
    replayed: bool | None
    """Whether the moves lead from the board to the goal, by code that shares nothing with the solvers; null without a
    solution. A run counts as solved only if this is true."""
    lower_bound: float | None
    """No solution is shorter than this, or cheaper."""
    expanded: int | None
    """Nodes whose successors were generated."""
    generated: int | None
    """New search nodes, without the root."""
    duplicates: int | None
    """Children dropped because their state was already known."""
    reopened: int | None
    """Expanded nodes that returned to the frontier because of a cheaper path."""
    pruned: int | None
    """Generated nodes that were cut off by a bound, a depth limit, a beam or a rule of local search."""
    max_frontier: int | None
    """The largest number of nodes in the frontier; in IDA* and other linear-memory searches the longest path."""
    max_stored: int | None
    """The largest number of nodes stored at once."""
    max_depth: int | None
    """The largest g of a node: a number of moves, or a cost in a space with costs."""
    best_h: float | None
    """The smallest estimate that a local search has seen."""
    initial_h: float | None
    """The heuristic's estimate of the start; null if the method uses none."""
    improvements: list[dict[str, float]]
    """The solutions of a method that improves its solution: ``seconds`` by ``clock``, ``length`` and ``lower_bound`` of
    each; empty for other methods."""
    iterations: list[dict[str, float]]
    """The iterations of an iterative search: ``bound``, ``expanded`` and ``generated`` of each; empty without any."""
    cpu_seconds: float | None
    """CPU time of the search, all threads together, in user and system mode. Loading tables is not part of it."""
    wall_seconds: float | None
    """Wall time of the search. For a run that crashed or was killed, the time until its process ended."""
    floor_seconds: float | None
    """CPU time of a run with nothing to search, measured before the runs. A report counts shorter times as this."""
    prepare_seconds: float | None
    """Wall time before the search, in which modules and tables were loaded or built."""
    peak_memory: int | None
    """The most bytes of memory that the process of the run held at once: interpreter, tables and search."""
    backend: str | None
    """``native`` or ``python``."""
    tables: list[str]
    """The tables that the heuristic looked up, each as its name and a checksum of its content."""
    time_limit: float | None
    """The limit in seconds, for the preparation and for the search separately; null without one."""
    clock: str | None
    """Which time is limited: ``cpu``, that of the process of the run, or ``wall``."""
    node_limit: int | None
    """The limit of generated nodes."""
    memory_limit: int | None
    """The limit in bytes, for the preparation and for the search separately, beyond what the process held before."""
    depth_limit: int | None
    """The limit of the length of a solution."""
    started: str
    """When the process of the run was started, in UTC, as ISO 8601."""
    finished: str
    """When the run ended, in UTC."""
    taquin: str
    """The version of Taquin."""
    core: str | None
    """The version of the native core; null without one."""
    commit: str | None
    """The git commit that Taquin was run from, with ``-dirty`` if files were changed, or that a
    wheel was built from; null if that is not known."""
    python: str
    """The version of Python."""
    host: str
    """The name of the machine."""
    platform: str
    """The operating system and the architecture."""
    cpu: str
    """The model of the processor."""
    cores: int
    """The number of cores that the run could use."""
    spec: Row
    """The plan of the experiment, from which ``taquin experiment`` makes the same runs again."""


LIMIT_FIELDS = {"time": "time_limit", "nodes": "node_limit", "memory": "memory_limit", "depth": "depth_limit"}
"""The field of a record for each of ``taquin.Limits``."""

FIELDS = tuple(RunRecord.__annotations__)

_REQUIRED = ("experiment", "instances", "index", "method", "repetition", "status")
"""Fields that every record has. Any other may be missing or null: a later version may have added it."""
_SIGNED = ("seed", "best_h", "initial_h")
"""Fields whose number may be negative."""
_TOO_LARGE = 2**63
"""No number of a record is as large; sums of smaller ones stay finite, and Parquet files store them."""
_TYPE_NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}

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
    for number, line in enumerate(_lines(path), start=1):
        if not line.endswith(b"\n"):
            warnings.warn(
                f"{path}: the last line is cut off after {plural(len(line), 'byte')} and left out", ResultsWarning, 3
            )
        elif line.strip():
            try:
                yield read_line(line, f"{path}: line {number}")
            except FormatError as error:
                faults.append(error)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
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
    if version > VERSION:
        raise FormatError(f"{place}: expected version {VERSION} of the format, found {version}", hint="update Taquin")
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
    for name, hint in _field_types().items():
        value = row[name]
        if value is None:
            continue
        if not _has_type(value, hint):
            raise FormatError(f"{place}: {name}: expected {_type_name(hint)}, found {shown(value)}")
        if isinstance(value, int | float) and value < 0 and name not in _SIGNED:
            raise FormatError(f"{place}: {name}: expected 0 or more, found {value}")
    if row["replayed"] and row["length"] is None:
        raise FormatError(f"{place}: the record has a replayed solution without a length")
    for name, value in (row["spec"] or {}).items():
        kind = list[str] if name in ("instances", "methods", "sources") else _Scalar
        if not _has_type(value, kind):
            raise FormatError(f"{place}: spec: invalid value of {shown(name)}: {shown(value)}")


_Scalar: TypeAlias = str | bool | int | float | None


@cache
def _field_types() -> dict[str, Any]:
    return get_type_hints(RunRecord)


@cache
def number_fields() -> tuple[str, ...]:
    return tuple(name for name, hint in _field_types().items() if not {int, float}.isdisjoint((hint, *get_args(hint))))


def _has_type(value: object, hint: Any) -> bool:
    """Whether a JSON value has this type. Numbers must be finite and below 2^63, and texts must be valid Unicode."""
    if isinstance(hint, UnionType):
        return any(_has_type(value, option) for option in get_args(hint))
    if get_origin(hint) is list:
        return isinstance(value, list) and all(_has_type(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) is dict:
        values = get_args(hint)[1]
        return isinstance(value, dict) and (values is Any or all(_has_type(item, values) for item in value.values()))
    if hint in (int, float):
        is_number = isinstance(value, int if hint is int else int | float) and not isinstance(value, bool)
        return is_number and abs(value) < _TOO_LARGE  # type: ignore[arg-type]
    if hint is str:
        return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)
    return isinstance(value, hint)


def _type_name(hint: Any) -> str:
    """The type of a field in words; every field may also be null."""
    (kind,) = [option for option in get_args(hint) if option is not NoneType] if isinstance(hint, UnionType) else [hint]
    return _TYPE_NAMES.get(kind) or ("a list" if get_origin(kind) is list else "an object")
