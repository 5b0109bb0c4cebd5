"""A worker process as the server sees it: a process behind two pipes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress

from taquin.system.worker_process import Lifeline
from taquin.web.pool.protocol import HEADER, READY, frame

START_TIME = 60.0
"""Seconds in which a worker must be ready."""
_BUFFER = 1 << 20


class WorkerGone(Exception):
    """The worker's pipe has ended."""


class Process:
    """A worker process."""

    def __init__(self, process: asyncio.subprocess.Process, lifeline: Lifeline) -> None:
        self.process = process
        self._lifeline = lifeline
        self._head: tuple[bytes, int] | None = None

    @classmethod
    async def start(cls, resident: int, sharing: int) -> Process:
        """Start one of ``sharing`` workers and wait until it is ready.

        Raises ``WorkerGone``, ``OSError``, ``TimeoutError``, or ``RuntimeError`` if no thread can be started: before
        Python 3.12 asyncio starts one for each process.
        """
        # -P: a file in the current folder must not replace a module. A new session: Ctrl-C at the terminal goes to the
        # server only, which then ends its workers.
        command = (sys.executable, "-P", "-m", "taquin.web.pool.worker", str(resident), str(sharing))
        pipe = asyncio.subprocess.PIPE
        lifeline = Lifeline()
        inherited = (lifeline.reader.fileno(),) if os.name == "posix" else ()
        try:
            process = await asyncio.create_subprocess_exec(
                *(*command, *map(str, inherited)),
                stdin=pipe,
                stdout=pipe,
                limit=_BUFFER,
                start_new_session=True,
                pass_fds=inherited,
            )
        except BaseException:
            lifeline.cut()
            raise
        lifeline.hand_over()
        started = cls(process, lifeline)
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
        """Send a frame. That a worker has ended is noticed when the server reads from it."""
        assert self.process.stdin is not None
        with suppress(OSError, RuntimeError):
            self.process.stdin.write(frame(kind, content))

    async def read(self) -> tuple[bytes, bytes]:
        """The next frame. May be cancelled and called again: nothing is lost. Raises ``WorkerGone``."""
        assert self.process.stdout is not None
        try:
            if self._head is None:
                self._head = HEADER.unpack(await self.process.stdout.readexactly(HEADER.size))
            kind, length = self._head
            content = await self.process.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, OSError) as error:
            raise WorkerGone from error
        self._head = None
        return kind, content

    def kill(self) -> None:
        """End the worker at once.

        Not with ``Process.kill``: that polls the process first, and then asyncio's child watcher misses its end.
        """
        if self.is_alive:
            with suppress(OSError):
                os.kill(self.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    async def end(self) -> None:
        """Close its pipes and kill it. Its output is discarded, because asyncio waits until the pipes are empty."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self._lifeline.cut()
        self.kill()
        with suppress(OSError, RuntimeError):  # another task may be reading: it reads to the end
            while await self.process.stdout.read(_BUFFER):
                pass
        await self.process.wait()
