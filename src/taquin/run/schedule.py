"""``Schedule``: the clock of a run, how often its limits are polled, and what else is due at times."""

from __future__ import annotations

from collections.abc import Callable

from taquin.run.progress import ProgressListener
from taquin.system.memory import cpu_time

POLL_EVERY = 64
"""The most expansions between two polls. There are fewer where expansions take long; see ``POLL_SECONDS``."""
POLL_SECONDS = 0.01  # the intended time between two polls, far below the 50 ms after which a user notices a delay
PROGRESS_EVERY = 0.1  # seconds between two progress reports
TABLE_CHECK_EVERY = 0.1
"""Seconds between two checks of the files of tables. A search on a file that was truncated might never end."""


class Schedule:
    """What a run does at which times. Every ``now`` is a time of one wall clock, in seconds."""

    def __init__(self, now: float, listener: ProgressListener | None, clock: str) -> None:
        self.listener = listener
        self.began = self._last_poll = now
        self.are_tables_intact: Callable[[], bool] = lambda: True
        """Whether the files of the tables that the search reads are unchanged."""
        self._cpu_began = cpu_time() if clock == "cpu" else None  # None: the wall clock counts
        self._stride = 1  # expansions from one poll to the next
        self._skipped = 0  # calls of ``skips_poll`` since the last poll
        self._next_progress = now + PROGRESS_EVERY
        self._next_table_check = now + TABLE_CHECK_EVERY

    def elapsed(self, now: float) -> float:
        """Seconds since the beginning, by the clock of the time limit."""
        return now - self.began if self._cpu_began is None else cpu_time() - self._cpu_began

    @property
    def clock_name(self) -> str:
        return "time" if self._cpu_began is None else "CPU time"

    def stride(self, now: float) -> int:
        """The number of expansions from this poll to the next."""
        is_slow = now - self._last_poll > POLL_SECONDS
        self._stride = max(1, self._stride // 4) if is_slow else min(POLL_EVERY, 2 * self._stride)
        self._last_poll = now
        return self._stride

    def skips_poll(self) -> bool:
        """Whether a search that asks at more moments than its expansions continues without a poll."""
        self._skipped = (self._skipped + 1) % self._stride
        return self._skipped != 0

    def is_progress_due(self, now: float) -> bool:
        if now < self._next_progress:
            return False
        self._next_progress = now + PROGRESS_EVERY
        return True

    def finds_changed_tables(self, now: float) -> bool:
        """Whether a check of the files of tables is due, and finds one changed."""
        if now < self._next_table_check:
            return False
        self._next_table_check = now + TABLE_CHECK_EVERY
        return not self.are_tables_intact()
