"""A worker process: it reads jobs from standard input and writes results to standard output.

A thread reads while a search runs, so that a cancellation takes effect at once. When the server closes the pipe, or
ends, the process ends.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, BinaryIO

from taquin.errors import TaquinError
from taquin.run.limits import Cancellation
from taquin.run.progress import Progress
from taquin.system.worker_process import begin_worker
from taquin.tables.cache import make_read_only
from taquin.web.api.errors import kind_of
from taquin.web.pool.protocol import BEGUN, CANCEL, ERROR, HEADER, JOB, PROGRESS, READY, RESULT, frame
from taquin.web.pool.tasks import perform, warm_up

NICENESS = 5
"""The niceness of workers: the server has priority."""


class Worker:
    """Reads jobs, runs them one after another, and writes their results."""

    def __init__(self, source: BinaryIO, target: BinaryIO, *, resident: int) -> None:
        self._source, self._target = source, target
        self._resident = resident
        self._jobs: SimpleQueue[tuple[dict[str, Any], Cancellation]] = SimpleQueue()
        self._current = Cancellation()

    def run(self) -> None:
        """Run jobs until the server closes the pipe, or until this process uses too much memory."""
        try:
            threading.Thread(target=self._listen, daemon=True).start()
        except RuntimeError:  # no thread can be started: the server tries again with another worker
            return
        warm_up()
        self._send(READY)
        while True:
            job, cancellation = self._jobs.get()
            self._send(BEGUN)
            self._do(job, cancellation)
            del job, cancellation
            if resident_bytes() > self._resident:
                return

    def _listen(self) -> None:
        while True:
            head = self._source.read(HEADER.size)
            if len(head) < HEADER.size:
                os._exit(0)  # the server has ended
            kind, length = HEADER.unpack(head)
            content = self._source.read(length)
            if kind == JOB:
                self._current = Cancellation()
                self._jobs.put((json.loads(content), self._current))
            elif kind == CANCEL:
                self._current.cancel()

    def _do(self, job: dict[str, Any], cancellation: Cancellation) -> None:
        try:
            self._send(RESULT, perform(job, cancellation, self._report))
        except TaquinError as error:
            self._fail(kind_of(error), error.message, error.hint)
        except MemoryError:
            self._fail("memory", "the search ran out of memory", "set a lower memory limit, or use ida_star")
        except Exception as error:  # noqa: BLE001 - any error must be reported to the server
            if os.environ.get("TAQUIN_DEBUG"):
                sys.excepthook(type(error), error, error.__traceback__)
            self._fail("internal", f"{type(error).__name__}: {' '.join(str(error).split())}", "please report this")

    def _report(self, progress: Progress) -> None:
        self._send(PROGRESS, json.dumps(asdict(progress)).encode())

    def _fail(self, kind: str, message: str, hint: str) -> None:
        self._send(ERROR, json.dumps({"kind": kind, "message": message, "hint": hint}).encode())

    def _send(self, kind: bytes, content: bytes = b"") -> None:
        self._target.write(frame(kind, content))
        self._target.flush()


def resident_bytes() -> int:
    """The memory of this process in bytes, without mapped files; 0 where the system does not report it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            _, resident, shared, *_ = file.read().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Use standard input and output for the protocol; anything that is printed goes to standard error."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    resident, sharing, *lifeline = map(int, sys.argv[1:])
    # Without a lifeline, on Windows, the end of standard input has its task.
    begin_worker(Connection(lifeline[0], writable=False) if lifeline else None, sharing)
    make_read_only()
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    with suppress(BrokenPipeError):
        Worker(source, target, resident=resident).run()
    os._exit(0)  # without waiting for the reading thread


if __name__ == "__main__":
    main()
