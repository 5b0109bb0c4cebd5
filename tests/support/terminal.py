"""Run ``taquin`` in a separate process with a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import subprocess
import termios
import time
from collections.abc import Mapping

from processes import TAQUIN
from waiting import PATIENCE


class Terminal:
    """A ``taquin`` process whose standard streams are a terminal; standard output can be a pipe instead."""

    def __init__(
        self,
        *arguments: str,
        is_output_piped: bool = False,
        is_controlling: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*TAQUIN, *arguments],
            stdin=theirs,
            stdout=subprocess.PIPE if is_output_piped else theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "150", **(environment or {})},
            start_new_session=True,
            preexec_fn=_take_control if is_controlling else None,  # noqa: PLW1509 - it only makes a system call
        )
        self._is_controlling = is_controlling
        os.close(theirs)
        self._unread = b""

    def read_until(self, pattern: str) -> str:
        """The output up to the first match of a regular expression, without colours."""
        end = time.monotonic() + PATIENCE
        while not (match := re.search(pattern.encode(), self._unread)):
            piece = self._read(end - time.monotonic())
            assert piece, f"expected {pattern!r}, found {self._unread.decode()!r}"
            self._unread += piece
        shown, self._unread = self._unread[: match.end()], self._unread[match.end() :]
        return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()).replace("\r\n", "\n")

    def read_rest(self) -> str:
        """The output until the process closes the terminal, with colours."""
        shown = self._unread
        while piece := self._read(PATIENCE):
            shown += piece
        return shown.decode().replace("\r\n", "\n")

    def _read(self, seconds: float) -> bytes:
        """The next piece of output; empty if the process has closed the terminal, or at the timeout."""
        if not select.select([self.ours], [], [], max(seconds, 0))[0]:
            return b""
        try:
            return os.read(self.ours, 65536)
        except OSError:  # Linux reports a closed terminal as an error
            return b""

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def leave(self) -> int:
        """Wait until the process ends, and return its exit code. A controlling terminal is closed first."""
        try:
            if self._is_controlling:
                os.close(self.ours)
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            if not self._is_controlling:
                os.close(self.ours)


def _take_control() -> None:
    """Make standard input the controlling terminal of a new process: it gets SIGHUP when the terminal is closed."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
