"""The figures of ``make attack``: what was tried, how often, and how much of it failed.

A test marked ``attack`` counts its tries with the fixture ``tally``; a test without the fixture counts as one try. The
figures are stored in the test reports, so that those of pytest-xdist's worker processes are included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from taquin.errors import InternalError, TaquinError

KEY = "attack"
LONGEST = 1000  # the largest length of an error message, in characters


def complain(call: Callable[[], object]) -> str:
    """The fault of a call, as text; empty if it returns, or raises an error of Taquin with a one-line message."""
    try:
        call()
    except InternalError as error:
        return f"an internal error: {error}"
    except TaquinError as error:
        text = str(error)
        return f"a message of {len(text)} characters in several lines" if len(text) > LONGEST or "\n" in text else ""
    except Exception as error:  # noqa: BLE001 - every other error is a complaint
        return repr(error)
    return ""


def new_row(nodeid: str) -> list[Any]:
    """What a test attacks, the number of tries, and how many of them failed; None until they are counted.

    Then the reader of texts that it attacks, if it is one, and how many texts that misread.
    """
    return [_title(nodeid), None, None, "", 0]


class Tally:
    """Counts tries, and keeps what failed."""

    def __init__(self, row: list[Any]) -> None:
        self._row = row
        self._row[1:] = [0, 0, "", 0]
        self.failures: list[str] = []

    def of_reader(self, name: str) -> Tally:
        """The same tally, whose tries are texts for this reader: a row of the table of readers."""
        self._row[3] = name
        return self

    @property
    def tried(self) -> int:
        """The number of tries."""
        return int(self._row[1])

    def add(self, complaint: str, about: object = "") -> None:
        """Count one try; a complaint is a failure. If it does not begin with ``refused``, a text was misread."""
        self._row[1] += 1
        if complaint:
            self._row[2] += 1
            self._row[4] += not complaint.startswith("refused")
            self.failures.append(f"{complaint} <- {about!r:.300}")


def table(reports: Iterable[Any]) -> list[str]:
    """The lines of the table of all tests marked ``attack``; empty if there are none."""
    rows: dict[str, list[float]] = {}
    for report, (name, tried, failed, *_) in _attacks(reports):
        _add(rows, name, (tried or 1, failed or int(report.failed), report.duration))
    return _lines("what", {"tried": ",.0f", "failed": ",.0f", "seconds": ",.1f"}, rows)


def readers_table(reports: Iterable[Any]) -> list[str]:
    """The lines of the table of readers: how many texts each got, how many of them it misread, or refused wrongly."""
    rows: dict[str, list[float]] = {}
    for _, (_, tried, failed, reader, misread) in _attacks(reports):
        if reader:
            _add(rows, reader, (tried, misread, failed - misread))
    return _lines("reader", {"texts": ",.0f", "misread": ",.0f", "wrongly refused": ",.0f"}, rows)


def _attacks(reports: Iterable[Any]) -> Iterator[tuple[Any, list[Any]]]:
    for report in reports:
        row = dict(getattr(report, "user_properties", ())).get(KEY)
        if row is not None:
            yield report, row


def _add(rows: dict[str, list[float]], name: str, figures: Sequence[float]) -> None:
    rows[name] = [total + each for total, each in zip(rows.get(name, [0] * len(figures)), figures, strict=True)]


def _lines(first: str, columns: Mapping[str, str], rows: dict[str, list[float]]) -> list[str]:
    """A table with a sum below, empty without rows; ``columns`` has the formats of the numbers."""
    if not rows:
        return []
    rows["all"] = [sum(numbers) for numbers in zip(*rows.values(), strict=True)]
    width = max(len(name) for name in (first, *rows))
    widths = [max(len(name), 10) for name in columns]
    return [
        "  ".join([f"{first:{width}}", *(f"{name:>{each}}" for name, each in zip(columns, widths, strict=True))])
    ] + [
        "  ".join(
            [
                f"{name:{width}}",
                *(
                    f"{number:>{each}{form}}"
                    for number, each, form in zip(numbers, widths, columns.values(), strict=True)
                ),
            ]
        )
        for name, numbers in rows.items()
    ]


def _title(nodeid: str) -> str:
    """``tests/web/test_web_leaks.py::test_x[1]`` as ``web leaks: x``."""
    file, _, test = nodeid.partition("::")
    stem = file.rpartition("/")[2].removesuffix(".py").removeprefix("test_").replace("_", " ")
    what = test.partition("[")[0].removeprefix("test_").replace("_", " ")
    return what if "/attack/" in nodeid else f"{stem}: {what}"
