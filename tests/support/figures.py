"""The figures of ``make attack``: what was tried, how often, and how much of it failed.

A test marked ``attack`` counts its tries with the fixture ``tally``; a test without the fixture counts as one try. The
figures are stored in the test reports, so that those of pytest-xdist's worker processes are included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    """What a test attacks, the number of tries, and how many of them failed; None until they are counted."""
    return [_title(nodeid), None, None]


class Tally:
    """Counts tries, and keeps what failed."""

    def __init__(self, row: list[Any]) -> None:
        self._row = row
        self._row[1:] = [0, 0]
        self.failures: list[str] = []

    @property
    def tried(self) -> int:
        """The number of tries."""
        return int(self._row[1])

    def add(self, complaint: str, about: object = "") -> None:
        """Count one try; a complaint is a failure."""
        self._row[1] += 1
        if complaint:
            self._row[2] += 1
            self.failures.append(f"{complaint} <- {about!r:.300}")


def table(reports: Iterable[Any]) -> list[str]:
    """The lines of the table of all tests marked ``attack``; empty if there are none."""
    rows: dict[str, list[float]] = {}
    for report in reports:
        found = dict(getattr(report, "user_properties", ())).get(KEY)
        if found is not None:
            name, tried, failed = found
            figures = (tried or 1, failed or int(report.failed), report.duration)
            rows[name] = [total + each for total, each in zip(rows.get(name, [0, 0, 0]), figures, strict=True)]
    if not rows:
        return []
    rows["all"] = [sum(numbers) for numbers in zip(*rows.values(), strict=True)]
    width = max(map(len, rows))
    return [f"{'what':{width}}  {'tried':>10}  {'failed':>8}  {'seconds':>9}"] + [
        f"{name:{width}}  {tried:>10,.0f}  {failed:>8,.0f}  {seconds:>9,.1f}"
        for name, (tried, failed, seconds) in rows.items()
    ]


def _title(nodeid: str) -> str:
    """``tests/web/test_web_leaks.py::test_x[1]`` as ``web leaks: x``."""
    file, _, test = nodeid.partition("::")
    stem = file.rpartition("/")[2].removesuffix(".py").removeprefix("test_").replace("_", " ")
    what = test.partition("[")[0].removeprefix("test_").replace("_", " ")
    return what if "/attack/" in nodeid else f"{stem}: {what}"
