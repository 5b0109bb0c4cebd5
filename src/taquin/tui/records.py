"""The solved games of the player, one line of JSON each: best results, averages, and the streak of days.

The page keeps the same lines (``web/static/page/records.js``); one table of cases tests both.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from pathlib import Path

from taquin.errors import SpecError
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import whole
from taquin.system.files import AppendedFile, expand_user, open_regular, read_fully
from taquin.system.json_text import read_json
from taquin.tables.storage.folder import known_folder

_LARGEST = 1 << 26  # bytes: a larger file is not one of ours
RANDOM_KINDS = ("uniform", "daily", "set")
"""Kinds of boards that are drawn uniformly. An easy board of your choice would not be a fair best result."""
AVERAGES = (5, 12, 50, 100)
"""How many of the last games an average has."""
_TRIMMED = 20  # one time of so many is left out at each end, at least one
_KINDS = (*RANDOM_KINDS, "moves", "depth", "own")


@dataclass(frozen=True)
class Record:
    """A solved game."""

    date: str  # when it was solved: local time with its offset, such as ``2026-11-17T17:21:34+01:00``
    size: str
    goal: str
    start: str
    moves: int  # in the metric of the game
    seconds: float  # in hundredths
    hints: bool  # whether a hint has shown a move
    kind: str  # how the board was chosen: uniform, daily, set, moves, depth or own
    rated: bool | None = None  # whether a move was rated; None in games of earlier versions, which rated by default
    metric: Metric = Metric.MOVES
    timed: str = ""  # the moves with the hundredths of a second since the one before: ``R0 DD35 L20``

    @property
    def line(self) -> str:
        values = asdict(self) | {"seconds": whole(self.seconds)}
        if self.rated is None:
            del values["rated"]
        if self.metric is Metric.MOVES:
            del values["metric"]
        if not self.timed:
            del values["timed"]
        return json.dumps(values, separators=(",", ":"), ensure_ascii=False) + "\n"

    @property
    def hundredths(self) -> int:
        return round(100 * self.seconds)


@dataclass(frozen=True)
class Best:
    """The results on boards of one size in one metric: times are in hundredths of a second."""

    size: str
    metric: Metric
    games: int
    time: int
    moves: int
    averages: tuple[int | None, ...]  # of the last 5, 12, 50 and 100 games; None if there are fewer
    earlier: (
        bool  # whether the best time or the fewest moves are of an earlier version, in which moves may have been rated
    )


def read_records(text: str) -> list[Record]:
    """The records of a file. Damaged lines are left out."""
    return [record for line in text.split("\n") if (record := _read_line(line)) is not None]


def _read_line(line: str) -> Record | None:
    try:
        record = read_json(line)
        if not isinstance(record, dict):
            return None
        values = {field.name: record.pop(field.name) for field in fields(Record) if field.name not in _OPTIONAL}
        metric, timed = Metric(record.pop("metric", Metric.MOVES)), record.pop("timed", "")
        is_rating_valid = isinstance(record.get("rated", False), bool)
        rated = record.pop("rated", None)
        is_misnamed = any(
            isinstance(value, bool) or value in list(Metric) or name.startswith(_OPTIONAL)
            for name, value in record.items()
        )
        is_valid = (
            is_rating_valid
            and not is_misnamed
            and "\ufffd" not in line
            and _is_valid(**values)
            and _TIME.fullmatch(values["date"]) is not None
            and (timed == "" or _TIMED.fullmatch(timed) is not None)
        )
        date.fromisoformat(values["date"][:10])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return Record(**values, rated=rated, metric=metric, timed=timed) if is_valid else None


_OPTIONAL = ("rated", "metric", "timed")
_TIMED = re.compile(r"[UDLR]{1,255}[0-9]{1,9}(?: [UDLR]{1,255}[0-9]{1,9})*")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})?")


def _is_valid(*, moves: object, seconds: object, hints: object, size: str, kind: str, **texts: object) -> bool:
    return (
        all(isinstance(text, str) for text in texts.values())
        and re.fullmatch("[0-9]{1,3}x[0-9]{1,3}", size) is not None
        and type(moves) is int
        and moves > 0
        and isinstance(seconds, int | float)
        and not isinstance(seconds, bool)
        and 0 <= seconds < math.inf
        and isinstance(hints, bool)
        and kind in _KINDS
    )


def counted(records: Iterable[Record]) -> Iterator[Record]:
    """The games that count: random boards, each when it is solved for the first time, without hints or rated moves."""
    seen = set()
    for record in records:
        board = (record.start, record.goal)
        if record.kind in RANDOM_KINDS and not (record.hints or record.rated) and board not in seen:
            yield record
        seen.add(board)


def average(times: list[int], count: int) -> int | None:
    """The mean of the last ``count`` times, rounded half up; None if there are fewer.

    The best and the worst 5 % of them are left out, at least one of each.

    >>> average([900, 1000, 1100, 1300, 5000], 5)
    1133
    """
    if len(times) < count:
        return None
    cut = -(-count // _TRIMMED)
    middle = sorted(times[-count:])[cut:-cut]
    return (2 * sum(middle) + len(middle)) // (2 * len(middle))


def bests(records: Iterable[Record]) -> list[Best]:
    """The results of every size and metric in which a game counts, small boards first."""
    groups: dict[tuple[str, Metric], list[Record]] = {}
    for record in counted(records):
        groups.setdefault((record.size, record.metric), []).append(record)
    return [_best(*key, groups[key]) for key in sorted(groups, key=_order)]


def _order(key: tuple[str, Metric]) -> tuple[int, int, str]:
    rows, columns = map(int, key[0].split("x"))
    return rows * columns, rows, key[1]


def _best(size: str, metric: Metric, records: list[Record]) -> Best:
    times = [record.hundredths for record in records]
    best, fewest = min(times), min(record.moves for record in records)
    earlier = any(record.rated is None and (record.hundredths == best or record.moves == fewest) for record in records)
    averages = tuple(average(times, count) for count in AVERAGES)
    return Best(size, metric, len(records), best, fewest, averages, earlier)


def streak(records: Iterable[Record], today: date) -> int:
    """The number of days in a row with a solved board, up to today, or up to yesterday if there is none today yet."""
    days = {record.date[:10] for record in records}
    day = today if str(today) in days else today - timedelta(1)
    count = 0
    while str(day) in days:
        count, day = count + 1, day - timedelta(1)
    return count


def records_file() -> Path:
    """The file of the records: in ``TAQUIN_DATA``, or in the user's data folder of the system."""
    chosen = os.environ.get("TAQUIN_DATA")
    if chosen:
        return expand_user(chosen) / "games.jsonl"
    from platformdirs import user_data_path

    return known_folder(user_data_path, hint="set TAQUIN_DATA to a folder for records") / "games.jsonl"


def load() -> list[Record]:
    """All records, in the order in which the games were solved; none if the file does not exist or cannot be read."""
    try:
        descriptor = open_regular(records_file())
        try:
            return read_records(read_fully(descriptor, _LARGEST).decode(errors="replace"))
        finally:
            os.close(descriptor)
    except (OSError, SpecError):
        return []


def add(record: Record) -> None:
    """Store a record. Raises ``OSError`` if the file cannot be written."""
    path = records_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    file = AppendedFile(path)
    try:
        is_cut = file.read()[-1:] not in (b"", b"\n")  # a line of a process that was killed
        file.append(("\n" * is_cut + record.line).encode())
    finally:
        file.close()
