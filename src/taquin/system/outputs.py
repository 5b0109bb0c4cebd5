"""Files that a command writes to and that may block: a pipe, a FIFO or a terminal that nobody reads.

A signal ends the wait: after an end signal no FIFO waits for a reader, and a write that makes no progress for
``PATIENCE`` seconds is abandoned. Both raise ``Unread``.
"""

from __future__ import annotations

import errno
import os
import select
import stat
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from taquin.system import interrupts

PATIENCE = 1.0
"""Seconds after an end signal in which a reader must read on."""

PIECE = 1 << 20
"""Bytes that are read or written at once, so that Ctrl-C can interrupt."""

_TICK = 0.1  # seconds between two looks for a signal while a file blocks
_NO_BLOCK = getattr(os, "O_NONBLOCK", 0)
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class Unread(KeyboardInterrupt):
    """An end signal was received, and nobody reads what is written."""


class Output:
    """A file that is open for writing."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._may_block = os.name == "posix" and not stat.S_ISREG(os.fstat(descriptor).st_mode)
        self._progressed = monotonic()

    @classmethod
    def open(cls, path: Path, flags: int = 0) -> Output:
        """Open a file that the user has named; ``flags`` are added. A FIFO waits for a reader. Raises ``OSError``."""
        while True:
            try:
                return cls(os.open(path, os.O_WRONLY | flags | _NO_BLOCK | _BINARY, 0o666))
            except OSError as error:
                if error.errno != errno.ENXIO or not stat.S_ISFIFO(path.stat().st_mode):
                    raise
            if interrupts.received_at() is not None:
                raise Unread
            sleep(_TICK)

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Write as many bytes as the file takes now, at least one, and return how many."""
        if not self._may_block:
            return os.write(self.descriptor, memoryview(data)[:PIECE])
        while True:
            self._wait()
            with suppress(BlockingIOError):  # another writer was faster
                written = os.write(self.descriptor, memoryview(data)[: select.PIPE_BUF])
                self._progressed = monotonic()
                return written

    def write_fully(self, data: bytes | bytearray | memoryview) -> None:
        """Write all bytes, however few the system takes at once."""
        remaining = memoryview(data).cast("B")
        while remaining:
            remaining = remaining[self.write(remaining) :]

    def _wait(self) -> None:
        """Wait until the reader can take more."""
        while not select.select([], [self.descriptor], [], _TICK)[1]:
            received = interrupts.received_at()
            if received is not None and monotonic() >= max(received, self._progressed) + PATIENCE:
                raise Unread

    def close(self) -> None:
        """Close the file."""
        os.close(self.descriptor)
