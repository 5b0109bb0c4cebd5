"""``Budget``: what a run may spend. Limits, a clock, a cancellation, and how often they are checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from taquin.puzzle.words import plural, size_text
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Status
from taquin.system.memory import cpu_time

POLL_EVERY = 64
"""The most expansions between two polls. There are fewer where expansions take long; see ``POLL_SECONDS``."""
POLL_SECONDS = 0.01  # the intended time between two polls, far below the 50 ms after which a user notices a delay
TABLE_CHECK_EVERY = 0.1
"""Seconds between two checks of the files of tables. A search on a file that was truncated might never end."""

OUT_OF_MEMORY = "out of memory"  # why a run ends when memory cannot be allocated


def out_of_memory(limits: Limits) -> str:
    """Why a run ends whose memory is limited."""
    return OUT_OF_MEMORY if limits.memory is None else f"reached the memory limit of {size_text(limits.memory)}"


class Stop(BaseException):
    """A limit or a cancellation ends the run. Never leaves ``execute``.

    It derives from ``BaseException``, because a user's function may catch every ``Exception``.
    """

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Budget:
    """The limits of a run and what it has used of them. Every ``now`` is a time of the wall clock, in seconds."""

    def __init__(self, limits: Limits, cancellation: Cancellation, clock: str) -> None:
        """``clock`` says which time is limited: ``wall``, or ``cpu`` for the CPU time of the process."""
        self.limits = limits
        self.cancellation = cancellation
        self.memory: Callable[[], int] = lambda: 0
        """The bytes that the search stores; set by searches that store nodes."""
        self.are_tables_intact: Callable[[], bool] = lambda: True
        """Whether the files of the tables that the search reads are unchanged."""
        self.began = self._last_poll = self.now()
        self._cpu_began = cpu_time() if clock == "cpu" else None  # None: the wall clock counts
        self._stride = 1  # expansions from one poll to the next
        self._skipped = 0  # calls of ``skips_poll`` since the last poll
        self._next_table_check = self.began + TABLE_CHECK_EVERY

    def limit_time(self, seconds: float | None) -> None:
        """Set the time limit, counted from the beginning of the run."""
        self.limits = replace(self.limits, time=seconds)

    def now(self) -> float:
        """The time of the wall clock."""
        return perf_counter()

    def elapsed(self) -> float:
        """Seconds since the beginning, by the clock of the time limit."""
        return self._elapsed(self.now())

    def _elapsed(self, now: float) -> float:
        return now - self.began if self._cpu_began is None else cpu_time() - self._cpu_began

    def seconds_left(self) -> float:
        """Seconds until the time limit, infinite without one."""
        return float("inf") if self.limits.time is None else self.limits.time - self.elapsed()

    @property
    def out_of_time(self) -> str:
        """Why a run ends whose time is up."""
        clock = "time" if self._cpu_began is None else "CPU time"
        return f"reached the {clock} limit of {self.limits.time:g} s"

    def stride(self, now: float) -> int:
        """The number of expansions from this poll to the next."""
        is_slow = now - self._last_poll > POLL_SECONDS
        self._stride = max(1, self._stride // 4) if is_slow else min(POLL_EVERY, 2 * self._stride)
        self._last_poll = now
        return self._stride if self.limits.nodes is None else 1

    def skips_poll(self) -> bool:
        """Whether a search that asks at more moments than its expansions continues without a poll."""
        self._skipped = (self._skipped + 1) % self._stride
        return self._skipped != 0 and self.limits.nodes is None

    def check(self, now: float, *, preparing: int = 0, generated: int | None = None) -> None:
        """Raise ``Stop`` if a limit is reached, the run was cancelled, or a table was changed.

        ``preparing`` is memory in addition to that of the search. ``generated`` is the number of nodes, if the limit of
        nodes is checked too.
        """
        limits = self.limits
        if self.cancellation.is_cancelled:
            raise Stop(Status.CANCELLED, "cancelled")
        if generated is not None and limits.nodes is not None and generated >= limits.nodes:
            raise Stop(Status.LIMIT, f"reached the limit of {plural(limits.nodes, 'node')}")
        if self._finds_changed_tables(now):
            raise Stop(Status.CANCELLED, "a table file was changed")
        if limits.time is not None and self._elapsed(now) >= limits.time:
            raise Stop(Status.LIMIT, self.out_of_time)
        if limits.memory is not None and self.memory() + preparing >= limits.memory:
            raise Stop(Status.LIMIT, out_of_memory(limits))

    def _finds_changed_tables(self, now: float) -> bool:
        """Whether a check of the files of tables is due, and finds one changed."""
        if now < self._next_table_check:
            return False
        self._next_table_check = now + TABLE_CHECK_EVERY
        return not self.are_tables_intact()
