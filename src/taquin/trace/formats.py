"""Trace files: JSON Lines, one event per line, with a version.

The first line is the header, ``{"taquin_trace": 4, "spec": …, "rules": {…}, "start": …, "goal": …}``; then one object
for each event; the last line is ``{"event": "finish", …}`` with the status, the moves and the counters. A file is
checked while it is read, so that every ``Trace`` keeps the same contract.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast, get_args

from taquin.algorithms.best_first import PRIORITIES, TIE_BREAKS
from taquin.errors import TraceError
from taquin.puzzle.moves import Move
from taquin.puzzle.words import whole
from taquin.run.result import Iteration, Outcome, Stats, Status
from taquin.system import files
from taquin.system.json_text import JsonObject, read_json
from taquin.trace.contract import Contract
from taquin.trace.events import Event
from taquin.trace.ordering import Order, Scope, SearchRules, StoredNodes
from taquin.trace.trace import Header, Trace

VERSION = 4

_KINDS: dict[str, type[Event]] = {kind.__name__.removesuffix("Event").lower(): kind for kind in get_args(Event)}
_TEMPLATES = {
    kind: f'{{"event": "{name}", ' + ", ".join(f'"{field}": %s' for field in kind._fields) + "}"
    for name, kind in _KINDS.items()
}
_HEADER_TEXTS = ("spec", "title", "algorithm", "start", "goal", "moment")
_FINISH_NAMES = frozenset(Outcome.__dataclass_fields__) - {"stats"}
_LARGEST = 1e300  # larger numbers are not values of g or h
_WRITTEN = {-1: "", **{int(move): move.letter for move in Move}}
_MOVES: dict[object, int] = {letter: move for move, letter in _WRITTEN.items()}
_LONGEST_LINE = 2**26  # bytes; the longest line has the moves of a solution, 22 million on 256×256
_SIGNATURE = b'{"taquin_trace"'


def write_lines(trace: Trace) -> Iterator[str]:
    """The lines of a trace file, without line ends. Raises ``TraceError`` for a search of another space than boards."""
    if "space" in trace.header:  # its moves have no letters
        raise TraceError(f"trace files are for boards, and this is a search of {type(trace.header['space']).__name__}")
    rules = {"rules": asdict(trace.header["rules"])} if "rules" in trace.header else {}
    yield json.dumps({"taquin_trace": VERSION, **trace.header, **rules})
    yield from map(_line, trace.events)
    outcome = trace.outcome
    yield json.dumps(
        {
            "event": "finish",
            "status": outcome.status,
            "moves": None if outcome.moves is None else "".join(map(_letter, outcome.moves)),
            "reason": outcome.reason,
            **asdict(outcome.stats),
            "lower_bound": whole(outcome.lower_bound),
            "best_h": outcome.best_h,
            "partial_moves": None if outcome.partial_moves is None else "".join(map(_letter, outcome.partial_moves)),
            "final_h": outcome.final_h,
            "iterations": [list(asdict(iteration).values()) for iteration in outcome.iterations],
            "truncated": trace.is_truncated,
        }
    )


def _line(event: Event) -> str:
    """One event as JSON. A trace may have a million: ``json.dumps`` of a dictionary takes several times as long."""
    kind = type(event)
    texts = [repr(value) if type(value) is int else json.dumps(value) for value in event]
    if "move" in kind._fields:
        place = kind._fields.index("move")
        texts[place] = f'"{_letter(event[place])}"'
    return _TEMPLATES[kind] % tuple(texts)


def read_lines(lines: Iterable[str]) -> Trace:
    """Read a trace file. Raises ``TraceError`` with the number of the first line that is wrong."""
    header: Header | None = None
    events: list[Event] = []
    outcome: Outcome | None = None
    is_truncated = False
    contract = Contract({})
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if outcome is not None:
            raise TraceError(f"line {number}: expected nothing after the finish of the trace")
        record = _load(line, number)
        try:
            if header is None:
                header = _read_header(record, number)
                contract = Contract(header)
            elif record["event"] == "finish":
                outcome, is_truncated = _read_outcome(record), _flag(record["truncated"])
            else:
                event = _read_event(record)
                contract.check(event, number)
                events.append(event)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, TraceError):
                raise
            raise TraceError(f"line {number}: expected an event of a trace, found {_excerpt(line)}") from error
    if header is None:
        raise TraceError("expected a trace, found an empty file")
    if outcome is None:
        raise TraceError("the trace has no finish: the file is incomplete")
    trace = Trace(header, tuple(events), outcome, is_truncated)
    _check_counters(trace)
    vars(trace)["tree"] = contract.tree  # the cached property, which would build it again
    return trace


def _check_counters(trace: Trace) -> None:
    """Raise ``TraceError`` if a whole trace has more or fewer events than its finish counts: lines are missing."""
    stats, counted = trace.outcome.stats, trace.fold()
    for name in ("expanded", "generated", "duplicates", "reopened", "pruned"):
        found, expected = getattr(counted, name), getattr(stats, name)
        if found != expected and not trace.is_truncated:
            raise TraceError(f"the finish counts {name}={expected:,}, and the events are {found:,}: a line is missing")


def write_file(trace: Trace, path: Path) -> None:
    """Write a trace file completely or not at all. Raises ``TraceError`` if it cannot be written."""
    try:
        files.write_file(path, _encode(write_lines(trace)))
    except (OSError, ValueError) as error:
        raise TraceError(f"cannot write {path}: {files.reason(error)}") from error


def _encode(lines: Iterable[str]) -> Iterator[bytes]:
    """The lines as UTF-8, many at a time: a call of the system for each would take longer than the rest."""
    remaining = iter(lines)
    while batch := [*islice(remaining, 1000)]:
        yield "".join(f"{line}\n" for line in batch).encode()


def read_file(path: Path) -> Trace:
    """Read a trace file. Raises ``TraceError`` if it cannot be read or is not a trace."""
    try:
        if path.exists() and not path.is_file():
            raise TraceError("expected a regular file")
        with path.open("rb") as file:
            return read_stream(file)
    except TraceError as error:
        raise error.within(str(path)) from error
    except (OSError, ValueError) as error:
        raise TraceError(f"cannot read {path}: {files.reason(error)}") from error


def read_stream(file: BinaryIO) -> Trace:
    """Read a trace from an open file, line by line. Raises ``TraceError`` if it is not a trace."""
    return read_lines(_lines(file))


def _lines(file: BinaryIO) -> Iterator[str]:
    """The lines of a file, which may be one without line ends, such as /dev/zero."""
    while line := file.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            raise TraceError(f"expected lines of less than {_LONGEST_LINE // 2**20} MiB, found a longer one")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            raise TraceError("expected a trace, found a file that is not text")
        yield text


def is_trace_file(path: Path) -> bool:
    """Whether this file begins with the header of a trace."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(_SIGNATURE)) == _SIGNATURE
    except (OSError, ValueError):
        return False


def _excerpt(line: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in line.strip()[:80])


def _load(line: str, number: int) -> JsonObject:
    try:
        record = read_json(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise TraceError(f"line {number}: expected a JSON object, found {_excerpt(line)}")
    return record


def _read_header(record: JsonObject, number: int) -> Header:
    version = record.get("taquin_trace")
    if version is None:
        raise TraceError(f'line {number}: expected the header of a trace, with "taquin_trace"')
    if version != VERSION:
        raise TraceError(
            f"the trace has version {_excerpt(str(version))}, expected {VERSION}", hint="use the Taquin that wrote it"
        )
    _check_names(record, ("taquin_trace", *_HEADER_TEXTS, "rules"))
    header = cast("Header", {name: _text(record[name]) for name in _HEADER_TEXTS if name in record})
    if "rules" in record:
        header["rules"] = _read_rules(_object(record["rules"]))
    return header


def _check_names(record: JsonObject, names: Iterable[str]) -> None:
    """Raise ``ValueError`` for a key that no trace of this version has: it is damaged."""
    if unknown := record.keys() - set(names):
        raise ValueError(f"unknown keys: {unknown}")


def _read_rules(record: JsonObject) -> SearchRules:
    _check_names(record, SearchRules.__dataclass_fields__)
    tie_break, priority = record["tie_break"], record.get("priority", "linear")
    if tie_break not in TIE_BREAKS or priority not in PRIORITIES:
        raise ValueError(record)
    return SearchRules(
        order=Order(_text(record["order"])),
        weight_g=_number(record["weight_g"]),
        weight_h=_number(record["weight_h"]),
        priority=_text(priority),
        suboptimality=_number(record.get("suboptimality", 1)),
        tie_break=_text(tie_break),
        seed=_whole(record.get("seed", 0)),
        held=StoredNodes(_text(record["held"])),
        bound=_text(record["bound"]),
        unique_states=Scope(_text(record["unique_states"])),
    )


def _read_outcome(record: JsonObject) -> Outcome:
    _check_names(record, ("event", "truncated", *Stats.__dataclass_fields__, *_FINISH_NAMES))
    return Outcome(
        status=Status(_text(record["status"])),
        moves=_moves(record["moves"]),
        reason=_text(record["reason"]),
        stats=Stats(**{name: _whole(record[name]) for name in Stats.__dataclass_fields__}),
        iterations=tuple(Iteration(_number(b), _whole(e), _whole(g)) for b, e, g in _list(record["iterations"])),
        lower_bound=_number(record["lower_bound"]),
        best_h=None if record["best_h"] is None else _number(record["best_h"]),
        partial_moves=_moves(record["partial_moves"]),
        final_h=None if record["final_h"] is None else _number(record["final_h"]),
    )


def _read_event(record: JsonObject) -> Event:
    kind = _KINDS[_text(record["event"])]
    _check_names(record, ("event", *kind._fields))
    values = [_READERS[field](record[field]) for field in kind._fields]
    return kind._make(values)


def _letter(move: object) -> str:
    if move not in _WRITTEN:
        raise ValueError(f"{move!r} is not a move")
    return _WRITTEN[move]


def _moves(letters: object) -> tuple[int, ...] | None:
    return None if letters is None else tuple(map(_MOVES.__getitem__, _text(letters)))


def _object(value: object) -> JsonObject:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():  # control characters must not reach a terminal
        raise TypeError(value)
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**63:
        raise TypeError(value)
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _LARGEST:
        raise TypeError(value)
    return value


_READERS: dict[str, Callable[[object], object]] = {
    "node": _whole,
    "parent": _whole,
    "move": _MOVES.__getitem__,
    "g": _number,
    "h": _number,
    "bound": _number,
    "reason": _text,
}
"""How the fields of events are read."""
