"""Limits of a run (time, nodes, memory, depth), and how to cancel one from outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from taquin.errors import LimitError
from taquin.puzzle.arguments import LARGEST, check_real, check_whole
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.words import shown

T = TypeVar("T")

Amount: TypeAlias = str | float
"""A limit as callers give it: a number (seconds, nodes, bytes, moves), or text such as ``2m``, ``10k`` or ``200MB``."""

_CLOCK = re.compile(r"(\d{1,9})(?:h(\d{1,9})(?:m|min)?|m(\d{1,9})s?)")  # two units of time: 1h30, 1h30m, 2m30s
_POWER = re.compile(r"(\d{1,9})e\+?(\d{1,2})")  # a power of ten: 1e6
_TIME_UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_COUNT_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_BYTE_UNITS = {
    **_COUNT_UNITS,
    **{f"{unit}b": size for unit, size in _COUNT_UNITS.items()},
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Amounts that a run may not exceed; None means no limit.

    A run that reaches a limit of time, nodes or memory ends with status ``limit``, with its counters and with what it
    has proven so far. ``time`` is in seconds. ``nodes`` counts generated nodes; the search stops before the next
    expansion, so the children of the last one may exceed the limit, by 3 at most on a board. A depth-first search
    (``dfs``, ``depth_limited``, ``iddfs``, ``ida_star``, and the proof of ``anytime``) may then go back along its path
    and generate children that it cuts at once, 2 at most for each move of the path. Several threads also finish the
    work that they have begun. ``memory`` is in bytes, estimated from the nodes that the search stores and, while a
    table is built for the run, from its entries. Nodes at ``depth`` are not expanded: a search that has no other nodes
    left ends with status ``exhausted``. Functions that take limits also take them one by one:
    ``solve(board, time=5, memory="200MB")``.

    >>> Limits.parse(time="2m", memory="200MB")
    Limits(time=120.0, nodes=None, memory=200000000, depth=None)
    """

    time: float | None = None
    nodes: int | None = None
    memory: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, (check, most) in _RANGES.items():
            value = getattr(self, name)
            if isinstance(value, str):
                raise LimitError(
                    f"expected a {name} limit as a number, found {shown(value)}", hint="Limits.parse reads text"
                )
            if value is not None:
                object.__setattr__(self, name, check(f"the {name} limit", value, most=most, error=LimitError))

    @classmethod
    def parse(
        cls,
        *,
        time: Amount | None = None,
        nodes: Amount | None = None,
        memory: Amount | None = None,
        depth: Amount | None = None,
    ) -> Limits:
        """Take numbers, or text as people write it: ``90s``, ``2m``, ``1.5h``; ``10M`` nodes; ``200MB``, ``1GiB``."""
        return cls(
            time=_read_amount("time", time, _TIME_UNITS, "10s, 2m or 1h"),
            nodes=_read_amount("nodes", nodes, _COUNT_UNITS, "5000, 10k or 2M"),
            memory=_read_amount("memory", memory, _BYTE_UNITS, "200MB or 1GiB"),
            depth=_read_amount("depth", depth, {"": 1}, "30"),
        )


_RANGES: dict[str, tuple[Callable[..., Any], int]] = {
    "time": (check_real, 10**9),  # seconds: about 30 years, which every clock and timer accepts
    "nodes": (check_whole, LARGEST),
    "memory": (check_whole, LARGEST),
    "depth": (check_whole, LARGEST),
}
_NO_LIMITS = Limits()
Limits.__init__ = suggest_keywords(Limits.__init__)  # type: ignore[method-assign]


def as_limits(
    limits: Limits | None = None,
    *,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
) -> Limits:
    """Convert limits that callers give together, one by one, or both: single limits override those given together.

    >>> as_limits(Limits(nodes=1000, time=60), time="2s")
    Limits(time=2.0, nodes=1000, memory=None, depth=None)
    """
    if not isinstance(limits, Limits | None):
        raise LimitError(
            f"expected limits such as Limits(time=10), found {shown(limits)}", hint="or give time=10 separately"
        )
    if time is None and nodes is None and memory is None and depth is None:
        return limits or _NO_LIMITS
    given = Limits.parse(time=time, nodes=nodes, memory=memory, depth=depth)
    if limits is None:
        return given
    return replace(limits, **{name: value for name, value in asdict(given).items() if value is not None})


_AMOUNT = re.compile(r"([0-9]{1,40})(?:\.([0-9]{1,9}))?[ \t]*([a-z]*)")


def _read_amount(name: str, amount: object, units: dict[str, float] | dict[str, int], example: str) -> Any:
    """The number that a text means; a number is returned unchanged, and ``Limits`` checks it.

    Counts are exact. One with a unit is rounded down (``1.2345k`` is 1234); one without a unit must be whole.
    """
    if not isinstance(amount, str):
        return amount
    text = amount.strip().lower() if amount.isascii() else ""
    if units is _TIME_UNITS and (parts := _CLOCK.fullmatch(text)):
        if int(parts[2] or parts[3]) >= 60:
            raise LimitError(f"expected less than 60 minutes or seconds in a time limit, found {shown(amount)}")
        return 60.0 * (60 * int(parts[1]) + int(parts[2])) if parts[2] else 60.0 * int(parts[1]) + int(parts[3])
    if power := _POWER.fullmatch(text):
        text = power[1] + "0" * int(power[2])
    match = _AMOUNT.fullmatch(text)
    if match is None or match[3] not in units:
        hint = "the decimal separator is a point" if "," in amount else ""
        raise LimitError(f"expected a {name} limit such as {example}, found {shown(amount)}", hint=hint)
    whole, fraction, unit = match[1], match[2] or "", units[match[3]]
    if isinstance(unit, float):
        return float(f"{whole}.{fraction or 0}") * unit
    if unit == 1 and fraction.strip("0"):
        raise LimitError(f"expected a {name} limit that is a whole number, found {shown(amount)}")
    return int(whole + fraction) * unit // 10 ** len(fraction)


class Cancellation:
    """A flag that another thread or a signal handler sets to end a run with status ``cancelled``.

    >>> import taquin
    >>> cancellation = Cancellation()
    >>> cancellation.cancel()  # usually from another thread, while the search runs
    >>> taquin.solve("8 6 7 / 2 5 4 / 3 0 1", algorithm="bfs", cancellation=cancellation).status
    <Status.CANCELLED: 'cancelled'>
    """

    __slots__ = ("is_cancelled",)

    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        """Ask the run to stop at its next poll, within about a hundred expansions."""
        self.is_cancelled = True


class PolledCancellation(Cancellation):
    """A cancellation that asks a function, at most fifty times a second."""

    __slots__ = ("_ask", "_next")

    def __init__(self, ask: Callable[[], bool]) -> None:
        self._ask, self._next = ask, 0.0

    @property
    def is_cancelled(self) -> bool:  # type: ignore[override]
        """Whether the function said so. It is asked again until it does."""
        now = monotonic()
        if now < self._next:
            return False
        if self._ask():
            return True
        self._next = now + _POLL_TIME
        return False


_POLL_TIME = 0.02  # seconds

ITEMS_BETWEEN_CHECKS = 1024  # iterations of a Python loop between two checks of the limits: some milliseconds

_check: ContextVar[Callable[[int], None] | None] = ContextVar("check", default=None)


@contextmanager
def limits_checked_by(check: Callable[[int], None]) -> Iterator[None]:
    """Let ``check_limits`` call ``check`` in this context: it raises an exception when a limit of the run is reached.

    Its argument is the memory of the preparation in bytes.
    """
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def check_limits(memory: int = 0) -> None:
    """Check the limits of the run that waits for a long preparation, such as building a table, if there is a run.

    Everything that may take longer than some milliseconds calls this, or lets the native core call it. ``memory`` is
    the size in bytes of what is built: a builder that knows the final size of its table gives that from the start.
    """
    check = _check.get()
    if check is not None:
        check(memory)


def checking_limits(items: Iterable[T], memory: Callable[[], int] = lambda: 0) -> Iterator[T]:
    """Yield the same items, and check the limits before the first one and regularly after it.

    >>> sum(checking_limits(range(5)))
    10
    """
    countdown = 1
    for item in items:
        countdown -= 1
        if not countdown:
            check_limits(memory())
            countdown = ITEMS_BETWEEN_CHECKS
        yield item
