"""One worker, seen from the server: a process at the other end of two pipes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress

from taquin.web.pool.protocol import HEADER, READY, frame

START_TIME = 60.0
"""Seconds in which a worker has to be ready."""
_BUFFER = 1 << 20


class Gone(Exception):
    """The worker's pipe has ended."""


class Process:
    """A worker, seen from the server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._head: tuple[bytes, int] | None = None

    @classmethod
    async def start(cls, resident: int) -> Process:
        """Start a worker and wait until it is ready. Raises ``Gone``, ``OSError`` or ``TimeoutError``."""
        # -P: a file in the current folder must not take the place of a module. A session of its own: Ctrl-C at the
        # terminal is for the server alone, which then ends its workers.
        command = (sys.executable, "-P", "-m", "taquin.web.pool.worker", str(resident))
        pipe = asyncio.subprocess.PIPE
        started = cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, limit=_BUFFER, start_new_session=True
            )
        )
        try:
            async with asyncio.timeout(START_TIME):
                while (await started.read())[0] != READY:
                    pass
        except BaseException:
            await started.end()
            raise
        return started

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self.process.returncode is None

    def write(self, kind: bytes, content: bytes = b"") -> None:
        """Send a frame. A worker that is gone is noticed when it is read from."""
        assert self.process.stdin is not None
        with suppress(OSError, RuntimeError):
            self.process.stdin.write(frame(kind, content))

    async def read(self) -> tuple[bytes, bytes]:
        """The next frame. May be cancelled and called again: nothing is lost. Raises ``Gone``."""
        assert self.process.stdout is not None
        try:
            if self._head is None:
                self._head = HEADER.unpack(await self.process.stdout.readexactly(HEADER.size))
            kind, length = self._head
            content = await self.process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise Gone from error
        self._head = None
        return kind, content

    def kill(self) -> None:
        """End the worker at once.

        Not by ``Process.kill``: that looks first whether it has ended, and then asyncio's own watcher finds nothing.
        """
        if self.is_alive:
            with suppress(OSError):
                os.kill(self.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    async def end(self) -> None:
        """Close its pipe and end it. What it has written is thrown away: asyncio waits until its pipes are empty."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.kill()
        with suppress(OSError, RuntimeError):  # somebody else may be reading, and reads it to the end
            while await self.process.stdout.read(_BUFFER):
                pass
        await self.process.wait()
