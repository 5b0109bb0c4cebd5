"""Traces on disk: JSON Lines, one event a line, versioned.

The first line is the header, ``{"taquin_trace": 1, "spec": …, "start": …, "goal": …}``; then one object an event; the
last line is ``{"event": "finish", …}`` with the status, the moves and the counters.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from taquin.errors import TraceError
from taquin.moves import Move
from taquin.result import Iteration, Outcome, Stats, Status
from taquin.trace.events import (
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
    PruneEvent,
)
from taquin.trace.trace import Trace

VERSION = 1

_NAMES: dict[type[Event], str] = {
    IterationEvent: "iteration",
    GenerateEvent: "generate",
    ExpandEvent: "expand",
    PruneEvent: "prune",
    ImproveEvent: "improve",
    GoalEvent: "goal",
}


def write_lines(trace: Trace) -> Iterator[str]:
    """The lines of a trace file, without line ends."""
    yield json.dumps({"taquin_trace": VERSION, **trace.header})
    for event in trace.events:
        record: dict[str, object] = {"event": _NAMES[type(event)], **event._asdict()}
        if "move" in record:
            record["move"] = _letter(record["move"])
        yield json.dumps(record)
    outcome = trace.outcome
    yield json.dumps(
        {
            "event": "finish",
            "status": outcome.status,
            "moves": None if outcome.moves is None else "".join(map(_letter, outcome.moves)),
            "reason": outcome.reason,
            **asdict(outcome.stats),
            "lower_bound": outcome.lower_bound,
            "best_h": outcome.best_h,
            "iterations": [list(asdict(iteration).values()) for iteration in outcome.iterations],
            "truncated": trace.is_truncated,
        }
    )


def read_lines(lines: Iterable[str]) -> Trace:
    """Read a trace file. Raises ``TraceError`` that names the line which is no part of a trace."""
    header: dict[str, str] | None = None
    events: list[Event] = []
    outcome: Outcome | None = None
    is_truncated = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        if outcome is not None:
            raise TraceError(f"line {number}: expected the end of the trace, found more after its finish")
        record = _load(line, number)
        try:
            if header is None:
                header = _read_header(record, number)
            elif record["event"] == "finish":
                outcome, is_truncated = _read_outcome(record), bool(record["truncated"])
            else:
                events.append(_READERS[record["event"]](record))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, TraceError):
                raise
            raise TraceError(f"line {number}: expected an event of a trace, found {line.strip()[:80]}") from error
    if header is None:
        raise TraceError("expected a trace, found an empty file")
    if outcome is None:
        raise TraceError("the trace has no finish: the file is cut off")
    return Trace(header, tuple(events), outcome, is_truncated)


def _load(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise TraceError(f"line {number}: expected a JSON object, found {line.strip()[:80]}")
    return record


def _read_header(record: dict[str, Any], number: int) -> dict[str, str]:
    version = record.get("taquin_trace")
    if version is None:
        raise TraceError(f'line {number}: expected the header of a trace, with "taquin_trace"')
    if version != VERSION:
        raise TraceError(f"the trace has version {version}, expected {VERSION}", hint="use the Taquin that wrote it")
    return {name: str(value) for name, value in record.items() if name != "taquin_trace"}


def _read_outcome(record: dict[str, Any]) -> Outcome:
    moves = record["moves"]
    return Outcome(
        status=Status(record["status"]),
        moves=None if moves is None else tuple(map(_move, moves)),
        reason=str(record["reason"]),
        stats=Stats(**{name: _whole(record[name]) for name in Stats.__dataclass_fields__}),
        iterations=tuple(Iteration(_number(b), _whole(e), _whole(g)) for b, e, g in record["iterations"]),
        lower_bound=_number(record["lower_bound"]),
        best_h=None if record["best_h"] is None else _number(record["best_h"]),
    )


_READERS: dict[str, Callable[[dict[str, Any]], Event]] = {
    "iteration": lambda record: IterationEvent(_number(record["bound"])),
    "generate": lambda record: GenerateEvent(
        _whole(record["node"]),
        _whole(record["parent"]),
        _move(record["move"]),
        _number(record["g"]),
        _number(record["h"]),
    ),
    "expand": lambda record: ExpandEvent(_whole(record["node"])),
    "prune": lambda record: PruneEvent(_whole(record["node"]), str(record["reason"])),
    "improve": lambda record: ImproveEvent(
        _whole(record["node"]), _whole(record["parent"]), _move(record["move"]), _number(record["g"])
    ),
    "goal": lambda record: GoalEvent(_whole(record["node"])),
}


def _letter(move: object) -> str:
    return "" if move == -1 else Move(move).letter  # type: ignore[arg-type]


def _move(letter: str) -> int:
    return -1 if letter == "" else "UDLR".index(letter)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value
