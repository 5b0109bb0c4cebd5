"""The processes that search: kept warm, replaced when they die, and stopped when nobody waits any more.

A run is admitted first (or the server is busy), waits for a free worker in the order of arrival, and has it until the
answer. If the request is cancelled, by the client's leaving or by a timeout, the worker is told to stop; one that does
not within a moment is ended, and another takes its place. So it is with one that crashes: its request gets an error,
and no other notices.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import TypeAlias

from taquin.web.api.errors import BUSY, INTERNAL, OVERRUN, Failure
from taquin.web.pool.process import Gone, Process
from taquin.web.pool.protocol import ANSWER, BEGUN, CANCEL, FAILURE, JOB, PROGRESS
from taquin.web.pool.tasks import Job
from taquin.web.settings import Settings

Listener: TypeAlias = Callable[[str, bytes], None]
"""Told what happens to a run: ``queued`` and ``progress``, with JSON."""

_LONGEST_PAUSE = 5.0  # between two attempts to start a worker


class Pool:
    """The workers of a server. Belongs to one event loop, from ``start`` to ``stop``."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[Process] = []
        self._alive: set[Process] = set()
        self._waiting: deque[asyncio.Future[Process]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._admitted = 0
        self._is_stopping = False

    def start(self) -> None:
        """Begin to start the workers. Runs that come before they are ready wait."""
        self._is_stopping = False
        for _ in range(self._settings.workers):
            self._spawn(self._keep_one())

    async def stop(self) -> None:
        """End every run and every worker; runs that wait are told so. May be called twice."""
        self._is_stopping = True
        for future in self._waiting:
            if not future.done():
                future.set_exception(_stopping())
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._alive))
        self._alive.clear()
        self._idle.clear()

    def identities(self, *, are_busy: bool = False) -> list[int]:
        """The process numbers of the workers that are ready, or only of those that run something."""
        found = [process for process in self._alive if process.is_alive]
        return [process.process.pid for process in found if not (are_busy and process in self._idle)]

    def admit(self, count: int = 1) -> Ticket:
        """Room for so many runs. Raises ``Failure`` if there is none."""
        if self._is_stopping:
            raise _stopping()
        if self._admitted + count > self._settings.workers + self._settings.queue:
            raise _busy(f"{self._admitted} runs are under way or wait, and there is room for no more")
        return Ticket(self, count)

    # The workers

    async def _keep_one(self) -> None:
        """Keep one worker alive: when it dies, start another."""
        pause = 0.1
        while True:
            try:
                process = await Process.start(self._settings.resident)
            except (Gone, OSError, TimeoutError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            pause = 0.1
            self._alive.add(process)
            self._offer(process)
            await process.process.wait()
            self._alive.discard(process)
            with suppress(ValueError):
                self._idle.remove(process)

    def _offer(self, process: Process) -> None:
        """A worker is free: give it to whoever waits longest."""
        if not process.is_alive or self._is_stopping:
            return
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_result(process)
                return
        self._idle.append(process)

    async def _take(self, listen: Listener) -> Process:
        """A free worker. Raises ``Failure`` if none becomes free in time."""
        while self._idle:
            process = self._idle.pop()
            if process.is_alive:
                return process
        future: asyncio.Future[Process] = asyncio.get_running_loop().create_future()
        listen("queued", json.dumps({"ahead": len(self._waiting)}).encode())
        self._waiting.append(future)
        try:
            async with asyncio.timeout(self._settings.patience):
                return await asyncio.shield(future)
        except BaseException as error:
            if future.done() and future.exception() is None:  # it came in the moment in which we went
                self._offer(future.result())
            elif not future.done():
                self._waiting.remove(future)
            if isinstance(error, TimeoutError):
                raise _busy(f"no worker became free within {self._settings.patience:g} s") from None
            raise

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Runs

    async def run(self, job: Job, seconds: float, listen: Listener) -> bytes:
        """Do a job on a worker and return its answer. Cancelling this stops the search. Raises ``Failure``."""
        content = json.dumps(job).encode()
        # A worker may have died while it was idle, even all of them: that is no fault of the job's.
        for _ in range(self._settings.workers + 1):
            answer = await self._run_once(await self._take(listen), content, seconds, listen)
            if answer is not None:
                return answer
        raise _crashed()

    async def _run_once(self, process: Process, content: bytes, seconds: float, listen: Listener) -> bytes | None:
        """The answer; None if the worker was gone before it began."""
        has_begun = is_over = is_gone = False
        try:
            process.write(JOB, content)
            async with asyncio.timeout(seconds + self._settings.overrun):
                while True:
                    kind, told = await process.read()
                    if kind == PROGRESS:
                        listen("progress", told)
                    elif kind == BEGUN:
                        has_begun = True
                    else:
                        is_over = True
                        if kind == FAILURE:
                            raise Failure.from_worker(told)
                        return told
        except Gone:
            is_gone = True
            process.kill()  # whoever keeps it starts another when it has ended
            if self._is_stopping:
                raise _stopping() from None
            if has_begun:
                raise _crashed() from None
            return None
        except TimeoutError:
            raise Failure(OVERRUN, "timeout", f"the run did not end within its {seconds:g} s, and was ended") from None
        finally:
            if is_over:
                self._offer(process)
            elif not (is_gone or self._is_stopping):
                self._spawn(self._settle(process))

    async def _settle(self, process: Process) -> None:
        """Let a worker that nobody waits for stop its run; end it if it does not."""
        process.write(CANCEL)
        try:
            async with asyncio.timeout(self._settings.grace):
                while (await process.read())[0] not in (ANSWER, FAILURE):
                    pass
        except (Gone, TimeoutError):
            await process.end()
        else:
            self._offer(process)


class Ticket:
    """Room for runs, as long as it is open."""

    def __init__(self, pool: Pool, count: int) -> None:
        self._pool, self._count = pool, count
        pool._admitted += count

    def __enter__(self) -> Ticket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool._admitted -= self._count
        self._count = 0

    async def run(self, job: Job, seconds: float, listen: Listener = lambda event, content: None) -> bytes:
        """See ``Pool.run``."""
        return await self._pool.run(job, seconds, listen)


def _busy(message: str) -> Failure:
    return Failure(BUSY, "busy", f"the server is busy: {message}", hint="try again in a moment", retry_after=2)


def _stopping() -> Failure:
    return Failure(BUSY, "stopping", "the server is stopping", hint="start it again: taquin serve", retry_after=5)


def _crashed() -> Failure:
    return Failure(
        INTERNAL,
        "crash",
        "the process that searched this died, perhaps for want of memory; another took its place",
        hint="try again, with a smaller memory limit or another method",
    )
