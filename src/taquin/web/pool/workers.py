"""The pool of worker processes: started in advance, restarted after a crash, stopped when a run is cancelled.

A run is admitted first (or refused: the server is busy), waits for its turn to get a worker, and keeps it until its
result. If the request is cancelled, because the client disconnects or by a timeout, the run is cancelled; a worker that
does not stop soon is killed and replaced. So is a worker that crashes: its request gets an error, and other requests
are not affected.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from types import TracebackType
from typing import TypeAlias

from taquin.web.api.errors import BUSY, INTERNAL, OVERRUN, ApiError
from taquin.web.pool.process import Process, WorkerGone
from taquin.web.pool.protocol import BEGUN, CANCEL, ERROR, JOB, PROGRESS, RESULT
from taquin.web.pool.tasks import Job
from taquin.web.pool.turns import Turn, Turns
from taquin.web.settings import Settings

Listener: TypeAlias = Callable[[str, bytes], None]
"""Called with the events of a run: ``queued`` and ``progress``, with JSON."""

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0  # between two attempts to start a worker

_logger = logging.getLogger("uvicorn.error")


def _ignore(event: str, content: bytes) -> None:
    """A listener of a run whose events are not sent."""


class Pool:
    """The workers of a server. It belongs to one event loop, from ``start`` to ``stop``."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[Process] = []
        self._alive: set[Process] = set()
        self._turns = Turns(settings)
        self._tasks: set[asyncio.Task[None]] = set()
        self._admitted: Counter[str] = Counter()
        self._is_stopping = False

    def start(self) -> None:
        """Start the workers. Runs wait until one is ready."""
        self._is_stopping = False
        for _ in range(self._settings.workers):
            self._spawn(self._keep_one())

    async def stop(self) -> None:
        """End every run and every worker; waiting runs get an error. May be called twice."""
        self._is_stopping = True
        self._turns.fail(_stopping())
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._alive))
        self._alive.clear()
        self._idle.clear()

    def identities(self, *, are_busy: bool = False) -> list[int]:
        """The process numbers of the workers that are ready, or only of those that run something. From any thread."""
        found = [process for process in list(self._alive) if process.is_alive]  # a copy: it may change meanwhile
        return [process.process.pid for process in found if not (are_busy and process in self._idle)]

    def admit(self, client: str, count: int = 1) -> Ticket:
        """Reserve room for so many runs of a client. Raises ``ApiError`` if there is not enough."""
        settings = self._settings
        if self._is_stopping:
            raise _stopping()
        if (found := self._admitted.total()) + count > settings.workers + settings.queue:
            raise _busy(f"{found} runs are in progress or waiting, which is the limit")
        if (found := self._admitted[client]) + count > settings.workers + settings.client_queue:
            raise _busy(f"{found} runs of your address are in progress or waiting, which is the limit for one client")
        return Ticket(self, client, count)

    # The workers

    async def _keep_one(self) -> None:
        """Keep one worker running: when it ends, start another."""
        pause = _SHORTEST_PAUSE
        while True:
            try:
                process = await Process.start(self._settings.resident, self._settings.workers)
            except (WorkerGone, OSError, RuntimeError, TimeoutError) as error:
                if pause == _SHORTEST_PAUSE:  # one line, however often it fails
                    reason = str(error).lower() or "it ended at once"
                    _logger.error("cannot start a worker process: %s; trying again", reason)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            pause = _SHORTEST_PAUSE
            self._alive.add(process)
            self._offer(process)
            await process.process.wait()
            self._alive.discard(process)
            with suppress(ValueError):
                self._idle.remove(process)

    def _offer(self, process: Process) -> None:
        """A worker is free."""
        if process.is_alive and not self._is_stopping:
            self._idle.append(process)
            self._serve()

    def _serve(self) -> None:
        """Give free workers to the runs that are next."""
        while self._idle and not self._is_stopping:
            process = self._idle.pop()
            if process.is_alive and not self._turns.serve(process):
                self._idle.append(process)
                return

    async def _wait(self, turn: Turn, listen: Listener) -> Process:
        """The worker of a turn. Raises ``ApiError`` if none becomes free in time."""
        self._serve()
        if not turn.worker.done():
            listen("queued", json.dumps({"ahead": self._turns.ahead_of(turn)}).encode())
        try:
            async with asyncio.timeout(self._settings.patience):
                return await asyncio.shield(turn.worker)
        except BaseException as error:
            if turn.worker.done() and not turn.worker.cancelled() and turn.worker.exception() is None:
                self._idle.append(turn.worker.result())  # a worker was assigned while this wait ended
            if isinstance(error, TimeoutError):
                raise _busy(f"no worker became free within {self._settings.patience:g} s") from None
            raise

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Runs

    async def run(self, client: str, job: Job, seconds: float, listen: Listener) -> bytes:
        """Run a job on a worker and return its result. Cancelling this stops the search. Raises ``ApiError``."""
        content = json.dumps(job).encode()
        # Workers may have ended while they were idle: then the job is tried again.
        for _ in range(self._settings.workers + 1):
            turn = self._turns.join(client)
            try:
                result = await self._run_in_turn(turn, content, seconds, listen)
            finally:
                self._turns.leave(turn)
                self._serve()
            if result is not None:
                return result
        raise _crashed()

    async def _run_in_turn(self, turn: Turn, content: bytes, seconds: float, listen: Listener) -> bytes | None:
        """The result; None if the worker had ended before the job began."""
        process = await self._wait(turn, listen)
        if turn.is_trial:
            try:
                async with asyncio.timeout(self._settings.trial_time):
                    return await self._run_once(process, content, seconds, _ignore)
            except TimeoutError:
                self._turns.wait_again(turn)
            process = await self._wait(turn, listen)
        return await self._run_once(process, content, seconds, listen)

    async def _run_once(self, process: Process, content: bytes, seconds: float, listen: Listener) -> bytes | None:
        """The result; None if the worker had ended before the job began."""
        has_begun = is_over = is_gone = False
        try:
            process.write(JOB, content)
            async with asyncio.timeout(seconds + self._settings.overrun):
                while True:
                    kind, reply = await process.read()
                    if kind == PROGRESS:
                        listen("progress", reply)
                    elif kind == BEGUN:
                        has_begun = True
                    else:
                        is_over = True
                        if kind == ERROR:
                            raise ApiError.from_worker(reply)
                        return reply
        except WorkerGone:
            is_gone = True
            process.kill()  # ``_keep_one`` starts another when it has ended
            if self._is_stopping:
                raise _stopping() from None
            if has_begun:
                raise _crashed() from None
            return None
        except TimeoutError:
            raise ApiError(OVERRUN, "timeout", f"the run did not stop within {seconds:g} s and was killed") from None
        finally:
            if is_over:
                self._offer(process)
            elif not (is_gone or self._is_stopping):
                self._spawn(self._settle(process))

    async def _settle(self, process: Process) -> None:
        """Cancel the run of a worker; kill the worker if it does not stop in time."""
        process.write(CANCEL)
        try:
            async with asyncio.timeout(self._settings.grace):
                while (await process.read())[0] not in (RESULT, ERROR):
                    pass
        except (WorkerGone, TimeoutError):
            await process.end()
        else:
            self._offer(process)


class Ticket:
    """Reserved room for runs of a client, until it is closed."""

    def __init__(self, pool: Pool, client: str, count: int) -> None:
        self._pool, self._client, self._count = pool, client, count
        pool._admitted[client] += count

    def __enter__(self) -> Ticket:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        admitted = self._pool._admitted
        admitted[self._client] -= self._count
        self._count = 0
        if not admitted[self._client]:
            del admitted[self._client]

    async def run(self, job: Job, seconds: float, listen: Listener = _ignore) -> bytes:
        """See ``Pool.run``."""
        return await self._pool.run(self._client, job, seconds, listen)


def _busy(message: str) -> ApiError:
    return ApiError(BUSY, "busy", f"the server is busy: {message}", hint="try again in a moment", retry_after=2)


def _stopping() -> ApiError:
    return ApiError(BUSY, "stopping", "the server is stopping", hint="start it again: taquin serve", retry_after=5)


def _crashed() -> ApiError:
    return ApiError(
        INTERNAL,
        "crash",
        "the worker process crashed, perhaps because it ran out of memory, and was restarted",
        hint="try again with a lower memory limit or another method",
    )
